//! The rules and the hook of a [`Cleaner`](crate::Cleaner), as the tree traversal applies them.

use crate::removal::Rule;
use crate::rules::Rules;
use limpid_dom::{Attribute, Document, NodeId, NodeRef};
use limpid_markup::{LocalName, Namespace};
use std::borrow::Cow;

pub(crate) type Hook = dyn Fn(NodeRef<'_>, &Attribute<'_>) -> AttributeChange + Send + Sync;

/// The decision of a hook on an attribute.
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
    /// The attribute stays if the sanitizer keeps it.
    Keep,
    /// The attribute is removed.
    Remove,
    /// The attribute gets this value, and stays if the sanitizer keeps it.
    Set(String),
}

pub(crate) struct Extension<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) hook: Option<&'a Hook>,
}

pub(crate) struct NewValue {
    pub(crate) value: String,
    /// The rule that removed parts of the previous value.
    pub(crate) rule: Option<Rule>,
}

impl Extension<'_> {
    /// Whether to keep the content of an element that the configuration does not keep.
    pub(crate) fn keeps_content_of(&self, element: NodeRef<'_>) -> bool {
        let Rules { unlisted_elements_keep_content: keeps, remove_content_of: removed, .. } = self.rules;
        let is_style_sheet = element.is_html(LocalName::STYLE);
        *keeps && !is_style_sheet && !removed.iter().any(|name| name.eq_ignore_ascii_case(element.local_name()))
    }

    /// Returns the new value of an attribute if its value changes. The error is the rule that removes the attribute.
    pub(crate) fn new_value(&self, element: NodeRef<'_>, attribute: &Attribute<'_>) -> Result<Option<NewValue>, Rule> {
        let value = match self.hook.map(|hook| hook(element, attribute)) {
            Some(AttributeChange::Remove) => return Err(Rule::HookRemoved),
            Some(AttributeChange::Set(value)) => Cow::Owned(value),
            _ => Cow::Borrowed(attribute.value()),
        };
        let (value, rule) = self.rules.apply(element.local_name(), &attribute.qualified_name(), value)?;
        Ok((value != attribute.value()).then(|| NewValue { value: value.into_owned(), rule }))
    }

    /// Sets the attributes that the rules set on an element. Returns false if the document is full.
    pub(crate) fn set_attributes(&self, document: &mut Document<'_>, node: NodeId) -> bool {
        let sets = &self.rules.set_attributes;
        let element = document.node(node).filter(|node| !sets.is_empty() && node.namespace() == Namespace::Html);
        let Some(name) = element.map(|element| element.local_name().to_owned()) else { return true };
        let mut matching = sets.iter().filter(|set| set.element.eq_ignore_ascii_case(&name));
        matching
            .all(|set| document.node_mut(node).and_then(|mut node| node.set_attribute(&set.name, &set.value)).is_ok())
    }
}
