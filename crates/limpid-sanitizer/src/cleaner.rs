//! A sanitizer with rules beside the standard, and with a hook.

use crate::filter::Verdict;
use crate::markup::sanitized_markup;
use crate::name_set::ExpandedName;
use crate::removal::Rule;
use crate::rules::{Rules, RulesError};
use crate::sanitizer::Sanitizer;
use crate::walk::Strictness;
use core::fmt;
use limpid_dom::{Attribute, Document, HtmlFilter, Markup, MutationError, NodeId, NodeRef};
use limpid_markup::Namespace;

/// A [`Sanitizer`] with [`Rules`] beside the standard, and with a hook for attributes.
///
/// Rules and hook come first, and the sanitizer sees what they leave: none of them can let through what it removes. Only
/// [`set_attributes`](Rules::set_attributes) come after it.
///
/// ```
/// use limpid::sanitize::{AttributeChange, Cleaner, Rules, Sanitizer, SetAttribute};
///
/// let set = |name: &str, value: &str| SetAttribute { element: "a".into(), name: name.into(), value: value.into() };
/// let rules = Rules { set_attributes: vec![set("rel", "nofollow")], ..Rules::default() };
/// let cleaner = Cleaner::new(Sanitizer::default(), rules)?.attribute_hook(|_, attribute| {
///     match attribute.value().strip_prefix("http:") {
///         Some(rest) if attribute.local_name() == "href" => AttributeChange::Set(format!("https:{rest}")),
///         _ => AttributeChange::Keep,
///     }
/// });
/// assert_eq!(
///     cleaner.clean("<a href=http://example.org/ onclick=x()>1"),
///     r#"<a href="https://example.org/" rel="nofollow">1</a>"#
/// );
/// # Ok::<(), limpid::sanitize::RulesError>(())
/// ```
pub struct Cleaner {
    sanitizer: Sanitizer,
    rules: Rules,
    hook: Option<Box<Hook>>,
}

type Hook = dyn Fn(NodeRef<'_>, &Attribute<'_>) -> AttributeChange + Send + Sync;

/// The answer of a hook on an attribute.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AttributeChange {
    /// It stays, if the sanitizer keeps it.
    Keep,
    /// It goes.
    Remove,
    /// It gets another value.
    Set(String),
}

impl fmt::Debug for Cleaner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Cleaner { sanitizer, rules, hook } = self;
        let hook = hook.as_ref().map(|_| "…");
        f.debug_struct("Cleaner").field("sanitizer", sanitizer).field("rules", rules).field("hook", &hook).finish()
    }
}

impl Cleaner {
    /// Makes one.
    ///
    /// # Errors
    /// When a rule sets an attribute that runs a script.
    pub fn new(sanitizer: Sanitizer, rules: Rules) -> Result<Cleaner, RulesError> {
        rules.check()?;
        Ok(Cleaner { sanitizer, rules, hook: None })
    }

    /// Sets the hook, which is asked about each attribute of each element before the rules and the sanitizer.
    #[must_use]
    pub fn attribute_hook(
        self,
        hook: impl Fn(NodeRef<'_>, &Attribute<'_>) -> AttributeChange + Send + Sync + 'static,
    ) -> Cleaner {
        Cleaner { hook: Some(Box::new(hook)), ..self }
    }

    /// Sanitizes markup, as [`Sanitizer::sanitize_str`] does.
    pub fn clean<L>(&self, html: &str) -> String
    where
        str: Markup<L>,
    {
        sanitized_markup(html, |document, top| self.sanitize_with(document, top, Strictness::Printable))
    }

    /// Sanitizes what is in a node, as [`Sanitizer::sanitize_with`] does.
    ///
    /// # Errors
    /// If the id is not one of the document, or the document is full.
    pub fn sanitize_with(
        &self,
        document: &mut Document<'_>,
        node: NodeId,
        strictness: Strictness,
    ) -> Result<(), MutationError> {
        document.try_node(node)?;
        if self.rules.unlisted_elements_keep_content {
            self.replace_unlisted(document, node, strictness)?;
        }
        if self.hook.is_some() || self.rules.is_about_attributes() {
            self.change_attributes(document, node)?;
        }
        self.sanitizer.sanitize_with(document, node, strictness, None)?;
        self.set_attributes(document, node)
    }

    fn replace_unlisted(
        &self,
        document: &mut Document<'_>,
        top: NodeId,
        strictness: Strictness,
    ) -> Result<(), MutationError> {
        let filter = self.sanitizer.filter(strictness != Strictness::Unsafe);
        let is_unlisted = |element: &NodeRef<'_>| {
            let goes =
                matches!(filter.element(ExpandedName::of_element(*element)), Verdict::Remove(Rule::ElementNotAllowed));
            goes && !self.rules.remove_content_of.iter().any(|name| name == element.local_name())
        };
        for element in elements(document.try_node(top)?).filter(is_unlisted).map(NodeRef::id).collect::<Vec<_>>() {
            // In a document an `html` that is not kept goes with all there is.
            match document.unwrap_element(element) {
                Ok(()) | Err(MutationError::DocumentStructure) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    fn change_attributes(&self, document: &mut Document<'_>, top: NodeId) -> Result<(), MutationError> {
        let mut changes = Vec::new();
        for element in elements(document.try_node(top)?) {
            for attribute in element.attributes() {
                let name = attribute.qualified_name();
                let value = match self.hook.as_ref().map(|hook| hook(element, &attribute)) {
                    Some(AttributeChange::Remove) => None,
                    Some(AttributeChange::Set(value)) => self.rules.value(element.local_name(), &name, value),
                    _ => self.rules.value(element.local_name(), &name, attribute.value().to_owned()),
                };
                if value.as_deref() != Some(attribute.value()) {
                    changes.push((element.id(), name.into_owned(), value));
                }
            }
        }
        for (element, name, value) in changes {
            let changed = value.is_some_and(|value| document.set_attribute(element, &name, &value).is_ok());
            // A name that the parser makes and no method sets has no other value.
            if !changed {
                document.remove_attribute(element, &name)?;
            }
        }
        Ok(())
    }

    fn set_attributes(&self, document: &mut Document<'_>, top: NodeId) -> Result<(), MutationError> {
        if self.rules.set_attributes.is_empty() {
            return Ok(());
        }
        let mut changes = Vec::new();
        for element in elements(document.try_node(top)?).filter(|element| element.namespace() == Namespace::Html) {
            let of_element = self.rules.set_attributes.iter().filter(|set| set.element == element.local_name());
            changes.extend(of_element.map(|set| (element.id(), set)));
        }
        changes.into_iter().try_for_each(|(element, set)| document.set_attribute(element, &set.name, &set.value))
    }
}

impl HtmlFilter for Cleaner {
    type Error = MutationError;

    fn filter(&self, document: &mut Document<'_>, node: NodeId, safe: bool) -> Result<(), MutationError> {
        self.sanitize_with(document, node, if safe { Strictness::Safe } else { Strictness::Unsafe })
    }
}

/// The elements below a node, those in templates and shadow roots included.
fn elements(top: NodeRef<'_>) -> impl Iterator<Item = NodeRef<'_>> {
    top.trees().flat_map(NodeRef::descendants).filter(|node| node.is_element())
}
