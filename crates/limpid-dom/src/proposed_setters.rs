//! Setters that are proposed and not in the standard: `beforeHTML` and its siblings. They may change.

use crate::edit::error::MutationError;
use crate::html_setters::{HtmlFilter, Markup, MarkupContext};
use crate::read::document::Document;
use crate::read::node_ref::NodeRef;
use crate::storage::id::NodeId;
use crate::storage::node::NodeKind;
use limpid_markup::LocalName;

/// A method of [`Document`] that puts a fragment beside a node, into it or in its place.
type Insert = fn(&mut Document<'_>, NodeId, NodeId) -> Result<(), MutationError>;

impl Document<'_> {
    /// Puts a fragment of sanitized markup into a node.
    fn insert_html_inside<L, F: HtmlFilter>(
        &mut self,
        node: NodeId,
        html: &str,
        options: &F,
        safe: bool,
        insert: Insert,
    ) -> Result<(), F::Error>
    where
        str: Markup<L>,
    {
        let target = self.try_node(node)?.template_contents().map_or(node, NodeRef::id);
        self.filter_and_insert(node, html, options, safe, |document, fragment| insert(document, target, fragment))
    }

    /// Puts a fragment of sanitized markup beside a node, or in its place. Its parent is the context.
    fn insert_html_beside<L, F: HtmlFilter>(
        &mut self,
        node: NodeId,
        html: &str,
        options: &F,
        safe: bool,
        insert: Insert,
    ) -> Result<(), F::Error>
    where
        str: Markup<L>,
    {
        let Some(parent) = self.parent_for_html(node)? else { return Ok(()) };
        self.filter_and_insert(parent, html, options, safe, |document, fragment| insert(document, node, fragment))
    }
}

/// The parts of streaming markup into a document, for the crate with the parser.
impl Document<'_> {
    /// Returns the parent of a node, where markup beside the node goes; `None` without one.
    ///
    /// # Errors
    /// [`DocumentStructure`](MutationError::DocumentStructure) if it is the document, [`WrongKind`](MutationError::WrongKind) if it is a
    /// `template`.
    #[doc(hidden)]
    pub fn parent_for_html(&self, node: NodeId) -> Result<Option<NodeId>, MutationError> {
        let Some(parent) = self.try_node(node)?.parent() else { return Ok(None) };
        if parent.kind() == NodeKind::Document {
            return Err(MutationError::DocumentStructure);
        }
        // Children of a template's own are not its contents, for which the markup would be parsed.
        if parent.is_html(LocalName::TEMPLATE) {
            return Err(MutationError::WrongKind);
        }
        Ok(Some(parent.id()))
    }

    /// Returns the circumstances in which [`set_html`](Self::set_html), or with `safe` false
    /// [`set_html_unsafe`](Self::set_html_unsafe), parses markup for a node; `None` where that does nothing.
    ///
    /// # Errors
    /// [`WrongKind`](MutationError::WrongKind) for all but elements and shadow roots.
    #[doc(hidden)]
    pub fn context_for_html(
        &self,
        node: NodeId,
        safe: bool,
        runs_scripts: bool,
    ) -> Result<Option<MarkupContext<'_>>, MutationError> {
        self.html_context(node, safe, runs_scripts)
    }
}

macro_rules! setters {
    ($($(#[$documentation:meta])* $name:ident, $unsafe_name:ident, $alias:literal, $unsafe_alias:literal: $how:ident by $insert:ident;)*) => {
        /// # Changing it by markup, as is proposed
        ///
        /// These are [proposed for the standard](https://github.com/whatwg/html/pull/12753), and are there with the feature
        /// `proposed`. They may change.
        ///
        /// ```
        /// use limpid::sanitize::Sanitizer;
        ///
        /// let mut page = limpid::parse("<ul><li>Sencha</ul>");
        /// let list = page.body().unwrap().first_child().unwrap().id();
        /// page.append_html(list, "<li onclick=x()>Matcha", Sanitizer::preset())?;
        /// page.before_html(list, "<h1>Tea</h1><script>y()</script>", Sanitizer::preset())?;
        /// assert_eq!(page.body().unwrap().inner_html(), "<h1>Tea</h1><ul><li>Sencha</li><li>Matcha</li></ul>");
        /// # Ok::<(), limpid::MutationError>(())
        /// ```
        impl Document<'_> {$(
            $(#[$documentation])*
            #[doc(alias = $alias)]
            pub fn $name<L, F: HtmlFilter>(&mut self, node: NodeId, html: &str, options: &F) -> Result<(), F::Error>
            where
                str: Markup<L>,
            {
                self.$how(node, html, options, true, |document, place, fragment| document.$insert(place, fragment))
            }

            #[doc = concat!("Does what [`", stringify!($name), "`](Self::", stringify!($name), ") does, with markup that is \
                filtered only as far as the options ask for it.\n\n```\nuse limpid::sanitize::SetHtmlOptions;\n\
                let mut page = limpid::parse(\"<div><b>Tea</b></div>\");\n\
                let tea = page.select_first(\"b\").unwrap().unwrap().id();\npage.", stringify!($unsafe_name), "(tea, \
                \"<i onclick=x()>Milk</i>\", &SetHtmlOptions::new())?;\n\
                assert!(page.to_html().contains(\"onclick\"));\n# Ok::<(), limpid::MutationError>(())\n```\n\n# Errors\nLikewise.")]
            #[doc(alias = $unsafe_alias)]
            pub fn $unsafe_name<L, F: HtmlFilter>(&mut self, node: NodeId, html: &str, options: &F) -> Result<(), F::Error>
            where
                str: Markup<L>,
            {
                self.$how(node, html, options, false, |document, place, fragment| document.$insert(place, fragment))
            }
        )*}
    };
}

setters! {
    /// Puts sanitized markup in front of what is in an element or a shadow root; in a `template`, its contents.
    ///
    /// ```
    /// use limpid::sanitize::Sanitizer;
    /// let mut page = limpid::parse("<ul><li>Sencha</ul>");
    /// let list = page.body().unwrap().first_child().unwrap().id();
    /// page.prepend_html(list, "<li onclick=x()>Matcha", Sanitizer::preset())?;
    /// assert_eq!(page.body().unwrap().inner_html(), "<ul><li>Matcha</li><li>Sencha</li></ul>");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`set_html`](Self::set_html).
    prepend_html, prepend_html_unsafe, "prependHTML", "prependHTMLUnsafe": insert_html_inside by prepend;
    /// Puts sanitized markup after what is in an element or a shadow root; in a `template`, its contents.
    ///
    /// ```
    /// use limpid::sanitize::Sanitizer;
    /// let mut page = limpid::parse("<ul><li>Sencha</ul>");
    /// let list = page.body().unwrap().first_child().unwrap().id();
    /// page.append_html(list, "<li onclick=x()>Matcha", Sanitizer::preset())?;
    /// assert_eq!(page.body().unwrap().inner_html(), "<ul><li>Sencha</li><li>Matcha</li></ul>");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`set_html`](Self::set_html).
    append_html, append_html_unsafe, "appendHTML", "appendHTMLUnsafe": insert_html_inside by append;
    /// Puts sanitized markup in front of a node. Without a parent nothing happens.
    ///
    /// ```
    /// use limpid::sanitize::Sanitizer;
    /// let mut page = limpid::parse("<ul><li>Sencha</ul>");
    /// let list = page.body().unwrap().first_child().unwrap().id();
    /// page.before_html(list, "<h1>Tea</h1><script>x()</script>", Sanitizer::preset())?;
    /// assert_eq!(page.body().unwrap().inner_html(), "<h1>Tea</h1><ul><li>Sencha</li></ul>");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    ///
    /// # Errors
    /// [`DocumentStructure`](MutationError::DocumentStructure) if the parent is the document,
    /// [`WrongKind`](MutationError::WrongKind) if it is a `template` or a fragment without a host; the filter's.
    before_html, before_html_unsafe, "beforeHTML", "beforeHTMLUnsafe": insert_html_beside by insert_before;
    /// Puts sanitized markup after a node. Without a parent nothing happens.
    ///
    /// ```
    /// use limpid::sanitize::Sanitizer;
    /// let mut page = limpid::parse("<ul><li>Sencha</ul>");
    /// let list = page.body().unwrap().first_child().unwrap().id();
    /// page.after_html(list, "<p>Milk</p><script>x()</script>", Sanitizer::preset())?;
    /// assert_eq!(page.body().unwrap().inner_html(), "<ul><li>Sencha</li></ul><p>Milk</p>");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`before_html`](Self::before_html).
    after_html, after_html_unsafe, "afterHTML", "afterHTMLUnsafe": insert_html_beside by insert_after;
    /// Puts sanitized markup in the place of a node. Without a parent nothing happens.
    ///
    /// ```
    /// use limpid::sanitize::Sanitizer;
    /// let mut page = limpid::parse("<ul><li>Sencha</ul>");
    /// let list = page.body().unwrap().first_child().unwrap().id();
    /// page.replace_with_html(list, "<p>Milk</p><script>x()</script>", Sanitizer::preset())?;
    /// assert_eq!(page.body().unwrap().inner_html(), "<p>Milk</p>");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`before_html`](Self::before_html).
    replace_with_html, replace_with_html_unsafe, "replaceWithHTML", "replaceWithHTMLUnsafe": insert_html_beside by replace_with;
}
