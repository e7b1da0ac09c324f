//! The declarations of the internal subset: [entities](https://www.w3.org/TR/xml/#sec-entity-decl), parameter entities and
//! attributes.

use std::collections::HashMap;
use std::sync::Arc;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct EntityId(u32);

#[derive(Clone, Debug)]
pub(crate) struct Entity {
    /// The replacement text, or `None` for an external entity, which is never read.
    pub(crate) text: Option<Arc<str>>,
    /// Whether the text contains no markup, no references and no `]]>`.
    pub(crate) is_text_only: bool,
    /// Whether the text is being read. If so, a reference to the entity is recursive.
    pub(crate) is_open: bool,
}

/// The declared attributes of all elements that have the same name.
#[derive(Clone, Debug, Default)]
pub(crate) struct AttributeList {
    /// The names and values of default attributes, in the order of their declarations.
    pub(crate) defaults: Vec<(Box<str>, Box<str>)>,
    /// All declared attributes, and whether they have a
    /// [tokenized or enumerated type](https://www.w3.org/TR/xml/#sec-attribute-types).
    attributes: HashMap<Box<str>, bool>,
    pub(crate) has_tokenized: bool,
}

impl AttributeList {
    /// Whether an attribute has a tokenized or enumerated type.
    pub(crate) fn is_tokenized(&self, attribute: &str) -> bool {
        self.attributes.get(attribute).copied().unwrap_or_default()
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Declarations {
    entities: Vec<Entity>,
    general: HashMap<Box<str>, EntityId>,
    parameter: HashMap<Box<str>, EntityId>,
    attributes: HashMap<Box<str>, AttributeList>,
}

impl Declarations {
    /// [Appends an entity](https://github.com/annevk/xml5), unless an entity with the same name was declared before.
    pub(crate) fn add_entity(&mut self, is_parameter: bool, name: &str, text: Option<&str>) {
        let names = if is_parameter { &mut self.parameter } else { &mut self.general };
        if names.contains_key(name) {
            return;
        }
        names.insert(name.into(), EntityId(self.entities.len() as u32));
        self.entities.push(Entity {
            text: text.map(Arc::from),
            is_text_only: text.is_some_and(|text| !text.contains(['<', '&']) && !text.contains("]]>")),
            is_open: false,
        });
    }

    pub(crate) fn general_entity(&self, name: &str) -> Option<EntityId> {
        // Most documents declare no entities, so avoid hashing the name.
        if self.general.is_empty() { None } else { self.general.get(name).copied() }
    }

    pub(crate) fn parameter_entity(&self, name: &str) -> Option<EntityId> {
        self.parameter.get(name).copied()
    }

    pub(crate) fn entity(&self, id: EntityId) -> &Entity {
        &self.entities[id.0 as usize]
    }

    pub(crate) fn entity_mut(&mut self, id: EntityId) -> &mut Entity {
        &mut self.entities[id.0 as usize]
    }

    /// Declares an attribute, unless it was declared before.
    pub(crate) fn add_attribute(&mut self, element: &str, attribute: &str, is_tokenized: bool, default: Option<&str>) {
        if !self.attributes.contains_key(element) {
            self.attributes.insert(element.into(), AttributeList::default());
        }
        let Some(list) = self.attributes.get_mut(element) else { return };
        if list.attributes.contains_key(attribute) {
            return;
        }
        list.attributes.insert(attribute.into(), is_tokenized);
        list.has_tokenized |= is_tokenized;
        if let Some(default) = default {
            let default = if is_tokenized { tokenize_value(default) } else { default.to_owned() };
            list.defaults.push((attribute.into(), default.into()));
        }
    }

    pub(crate) fn has_no_attributes(&self) -> bool {
        self.attributes.is_empty()
    }

    pub(crate) fn attribute_list(&self, element: &str) -> Option<&AttributeList> {
        self.attributes.get(element)
    }
}

/// [Normalizes](https://www.w3.org/TR/xml/#AVNormalize) the value of a tokenized type: removes spaces at both ends and collapses
/// spaces in between. Other white space comes from character references and is kept.
pub(crate) fn tokenize_value(value: &str) -> String {
    let mut tokens = value.split(' ').filter(|token| !token.is_empty());
    let mut result = tokens.next().unwrap_or_default().to_owned();
    for token in tokens {
        result.push(' ');
        result.push_str(token);
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_declaration_binds() {
        let mut declarations = Declarations::default();
        declarations.add_entity(false, "a", Some("1"));
        declarations.add_entity(false, "a", Some("2"));
        declarations.add_entity(true, "a", Some("3"));
        let a = declarations.general_entity("a").expect("it is declared");
        assert_eq!(declarations.entity(a).text.as_deref(), Some("1"));
        declarations.add_attribute("e", "x", true, Some("  1  2 "));
        declarations.add_attribute("e", "x", false, Some("3"));
        let list = declarations.attribute_list("e").expect("it is declared");
        assert_eq!(list.defaults, [("x".into(), "1 2".into())]);
        assert!(list.is_tokenized("x") && !list.is_tokenized("y"));
    }

    #[test]
    fn only_spaces_separate_tokens() {
        assert_eq!(tokenize_value("  a  b\tc "), "a b\tc");
        assert_eq!(tokenize_value("   "), "");
    }
}
