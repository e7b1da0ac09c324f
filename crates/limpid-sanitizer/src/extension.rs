//! Rules beside the standard and a hook, as the walk through a tree asks for them.

use crate::removal::Rule;
use crate::rules::Rules;
use limpid_dom::{Attribute, Document, NodeId, NodeRef};
use limpid_markup::{LocalName, Namespace};
use std::borrow::Cow;

/// Decides on an attribute of an element.
pub(crate) type Hook = dyn Fn(NodeRef<'_>, &Attribute<'_>) -> AttributeChange + Send + Sync;

/// The answer of a hook on an attribute.
///
/// ```
/// use limpid::sanitize::{AttributeChange, Cleaner, Rules, Sanitizer};
/// let cleaner = Cleaner::new(Sanitizer::default(), Rules::default())?.attribute_hook(|_, attribute| {
///     if attribute.local_name() == "title" { AttributeChange::Set("Tea".to_owned()) } else { AttributeChange::Keep }
/// });
/// assert_eq!(cleaner.clean("<b title=x lang=en>1</b>"), r#"<b title="Tea" lang="en">1</b>"#);
/// # Ok::<(), limpid::sanitize::RulesError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AttributeChange {
    /// It stays, if the sanitizer keeps it.
    Keep,
    /// It goes.
    Remove,
    /// It gets another value.
    Set(String),
}

/// Rules and a hook, as the walk through a tree asks for them.
pub(crate) struct Extension<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) hook: Option<&'a Hook>,
}

/// A value that an attribute gets, with the rule by which parts of the old one went.
pub(crate) struct NewValue {
    pub(crate) value: String,
    pub(crate) rule: Option<Rule>,
}

impl Extension<'_> {
    /// Whether the content of an element that the configuration does not list stays.
    pub(crate) fn keeps_content_of(&self, element: NodeRef<'_>) -> bool {
        let Rules { unlisted_elements_keep_content: keeps, remove_content_of: removed, .. } = self.rules;
        let is_style_sheet = element.is_html(LocalName::STYLE);
        *keeps && !is_style_sheet && !removed.iter().any(|name| name.eq_ignore_ascii_case(element.local_name()))
    }

    /// Returns the new value of an attribute, if it gets one. An error is the rule by which it goes.
    pub(crate) fn value(&self, element: NodeRef<'_>, attribute: &Attribute<'_>) -> Result<Option<NewValue>, Rule> {
        let value = match self.hook.map(|hook| hook(element, attribute)) {
            Some(AttributeChange::Remove) => return Err(Rule::HookRemoved),
            Some(AttributeChange::Set(value)) => Cow::Owned(value),
            _ => Cow::Borrowed(attribute.value()),
        };
        let (value, rule) = self.rules.value(element.local_name(), &attribute.qualified_name(), value)?;
        Ok((value != attribute.value()).then(|| NewValue { value: value.into_owned(), rule }))
    }

    /// Sets the attributes that the rules set on an element; whether there was room for them.
    pub(crate) fn set_attributes(&self, document: &mut Document<'_>, node: NodeId) -> bool {
        let sets = &self.rules.set_attributes;
        let element = document.node(node).filter(|node| !sets.is_empty() && node.namespace() == Namespace::Html);
        let Some(name) = element.map(|element| element.local_name().to_owned()) else { return true };
        let mut of_element = sets.iter().filter(|set| set.element.eq_ignore_ascii_case(&name));
        of_element
            .all(|set| document.node_mut(node).and_then(|mut node| node.set_attribute(&set.name, &set.value)).is_ok())
    }
}
