//! A sanitizer with rules that the standard does not have, and a hook.

use crate::extension::{AttributeChange, Extension, Hook};
use crate::markup::sanitized_markup;
use crate::removal::Removal;
use crate::rules::{Rules, RulesError};
use crate::sanitizer::Sanitizer;
use crate::walk::{Strictness, Walk};
use core::fmt;
use limpid_dom::{Attribute, Document, HtmlFilter, MutationError, NodeId, NodeRef};
use std::sync::Arc;

/// A [`Sanitizer`] with [`Rules`] that the standard does not have, and a hook for attributes.
///
/// An attribute passes through the hook, then the rules, then the sanitizer. So the hook and the rules cannot keep anything that the
/// sanitizer removes. Only [`set_attributes`](Rules::set_attributes) is applied after the sanitizer.
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
    sanitizer: Arc<Sanitizer>,
    rules: Rules,
    hook: Option<Box<Hook>>,
}

impl fmt::Debug for Cleaner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Cleaner { sanitizer, rules, hook } = self;
        let hook = hook.as_ref().map(|_| "…");
        f.debug_struct("Cleaner").field("sanitizer", sanitizer).field("rules", rules).field("hook", &hook).finish()
    }
}

impl Cleaner {
    /// Makes a cleaner from an owned or shared sanitizer.
    ///
    /// # Errors
    /// If a rule sets an attribute that runs a script or has an invalid name, or resolves URLs against an invalid base URL.
    ///
    /// ```
    /// use limpid::sanitize::{Cleaner, Rules, Sanitizer, SetAttribute};
    /// let cleaner = Cleaner::new(Sanitizer::default(), Rules::default())?;
    /// assert_eq!(cleaner.clean("<b onclick=x()>Tea</b>"), "<b>Tea</b>");
    /// let runs_script = SetAttribute { element: "b".into(), name: "onclick".into(), value: "x()".into() };
    /// assert!(Cleaner::new(Sanitizer::default(), Rules { set_attributes: vec![runs_script], ..Rules::default() }).is_err());
    /// # Ok::<(), limpid::sanitize::RulesError>(())
    /// ```
    pub fn new(sanitizer: impl Into<Arc<Sanitizer>>, rules: Rules) -> Result<Cleaner, RulesError> {
        rules.check()?;
        Ok(Cleaner { sanitizer: sanitizer.into(), rules, hook: None })
    }

    /// Sets the hook, which is called for each attribute of each element that stays, before the rules and the sanitizer are applied to the
    /// attribute. The ancestors of the element and all nodes before it are already sanitized.
    ///
    /// ```
    /// use limpid::sanitize::{AttributeChange, Cleaner, Rules, Sanitizer};
    /// let cleaner = Cleaner::new(Sanitizer::default(), Rules::default())?.attribute_hook(|element, attribute| {
    ///     match (element.local_name(), attribute.local_name()) {
    ///         ("a", "title") => AttributeChange::Remove,
    ///         _ => AttributeChange::Keep,
    ///     }
    /// });
    /// assert_eq!(cleaner.clean("<a title=1>Tea</a><b title=2>Milk</b>"), r#"<a>Tea</a><b title="2">Milk</b>"#);
    /// # Ok::<(), limpid::sanitize::RulesError>(())
    /// ```
    #[must_use]
    pub fn attribute_hook(
        self,
        hook: impl Fn(NodeRef<'_>, &Attribute<'_>) -> AttributeChange + Send + Sync + 'static,
    ) -> Cleaner {
        Cleaner { hook: Some(Box::new(hook)), ..self }
    }

    /// Sanitizes markup, as [`Sanitizer::sanitize_str`] does.
    ///
    /// ```
    /// use limpid::sanitize::{Cleaner, Rules, Sanitizer};
    /// let cleaner = Cleaner::new(Sanitizer::default(), Rules { unlisted_elements_keep_content: true, ..Rules::default() })?;
    /// assert_eq!(cleaner.clean("<x-tea>Green <b>tea</b></x-tea>"), "Green <b>tea</b>");
    /// # Ok::<(), limpid::sanitize::RulesError>(())
    /// ```
    pub fn clean(&self, html: &str) -> String {
        sanitized_markup(html, |document, top| self.sanitize_with(document, top, Strictness::Printable, None))
    }

    /// Sanitizes the content of a node, as [`Sanitizer::sanitize_with`] does, and appends each removal to `report`.
    ///
    /// ```
    /// use limpid::ParseOptions;
    /// use limpid::sanitize::{Cleaner, Rule, Rules, Sanitizer, Strictness, UrlRule};
    ///
    /// let https = UrlRule { attributes: vec!["href".into()], schemes: vec!["https".into()], ..UrlRule::default() };
    /// let cleaner = Cleaner::new(Sanitizer::default(), Rules { urls: vec![https], ..Rules::default() })?;
    /// let mut fragment = ParseOptions::new().spans(true).parse_fragment("<a href=ftp://x>1</a>", "body");
    /// let (root, mut report) = (fragment.root().id(), Vec::new());
    /// cleaner.sanitize_with(&mut fragment, root, Strictness::Printable, Some(&mut report))?;
    /// assert_eq!((report[0].rule, &*report[0].name), (Rule::UrlScheme, "href"));
    /// assert_eq!(report[0].span.unwrap().range(), 3..15);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the document has no node with this id.
    pub fn sanitize_with(
        &self,
        document: &mut Document<'_>,
        node: NodeId,
        strictness: Strictness,
        report: Option<&mut Vec<Removal>>,
    ) -> Result<(), MutationError> {
        let filter = self.sanitizer.filter(strictness != Strictness::Unsafe);
        let extension = Extension { rules: &self.rules, hook: self.hook.as_deref() };
        Walk::new(filter, strictness, report).with_extension(extension).run(document, node)
    }
}

impl HtmlFilter for Cleaner {
    type Error = MutationError;

    fn filter(&self, document: &mut Document<'_>, node: NodeId, safe: bool) -> Result<(), MutationError> {
        self.sanitize_with(document, node, if safe { Strictness::Safe } else { Strictness::Unsafe }, None)
    }
}
