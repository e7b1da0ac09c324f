//! Sanitizing strings of markup, and the options of `set_html`.

use crate::sanitizer::Sanitizer;
use limpid_dom::{Document, HtmlFilter, MutationError, NodeId, ParseOptions};

/// The options of [`NodeMut::set_html`](limpid_dom::NodeMut::set_html), `set_html_unsafe` and similar methods: the standard's
/// [SetHTMLOptions](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#sethtmloptions) and
/// [SetHTMLUnsafeOptions](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#sethtmlunsafeoptions).
///
/// Without a sanitizer, the safe methods use the [preset](Sanitizer::preset) and the unsafe methods keep everything. These methods also
/// take a [`Sanitizer`] instead of options.
///
/// ```
/// use limpid::sanitize::{Sanitizer, SanitizerConfig, SetHtmlOptions};
///
/// let config = SanitizerConfig { remove_elements: Some(vec!["b".into()]), ..SanitizerConfig::default() };
/// let sanitizer = Sanitizer::for_safe_methods(&config)?;
/// let options = SetHtmlOptions::new().sanitizer(&sanitizer);
/// let mut page = limpid::parse("<p>");
/// let p = page.body().unwrap().first_child().unwrap().id();
/// page.node_mut(p)?.set_html("<b>1</b><i>2</i><!--3-->", &options)?;
/// assert_eq!(page.node(p).unwrap().inner_html(), "<i>2</i>");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct SetHtmlOptions<'s> {
    sanitizer: Option<&'s Sanitizer>,
    run_scripts: bool,
}

impl<'s> SetHtmlOptions<'s> {
    /// Makes options without a sanitizer.
    ///
    /// ```
    /// use limpid::sanitize::SetHtmlOptions;
    /// let mut page = limpid::parse("<p>");
    /// let p = page.body().unwrap().first_child().unwrap().id();
    /// page.node_mut(p)?.set_html("<script>x()</script>Tea", &SetHtmlOptions::new())?; // by the built-in safe default
    /// assert_eq!(page.node(p).unwrap().inner_html(), "Tea");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    pub fn new() -> SetHtmlOptions<'s> {
        SetHtmlOptions::default()
    }

    /// Sets the sanitizer.
    ///
    /// ```
    /// use limpid::sanitize::{Sanitizer, SanitizerConfig, SetHtmlOptions};
    /// let config = SanitizerConfig { elements: Some(vec!["b".into()]), ..SanitizerConfig::default() };
    /// let sanitizer = Sanitizer::new(&config)?;
    /// let mut page = limpid::parse("<p>");
    /// let p = page.body().unwrap().first_child().unwrap().id();
    /// page.node_mut(p)?.set_html("<b>Green</b><i>Black</i>", &SetHtmlOptions::new().sanitizer(&sanitizer))?;
    /// assert_eq!(page.node(p).unwrap().inner_html(), "<b>Green</b>");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn sanitizer(self, sanitizer: &'s Sanitizer) -> SetHtmlOptions<'s> {
        SetHtmlOptions { sanitizer: Some(sanitizer), ..self }
    }

    /// Sets whether scripts that the unsafe methods insert may run. If not, the scripts are marked as already started. limpid itself never
    /// runs scripts.
    ///
    /// ```
    /// use limpid::{ParseOptions, ScriptingMode, sanitize::SetHtmlOptions};
    ///
    /// let mut page = ParseOptions::new().scripting(ScriptingMode::Normal).parse("<p>");
    /// let p = page.body().unwrap().first_child().unwrap().id();
    /// for run_scripts in [false, true] {
    ///     page.node_mut(p)?.set_html_unsafe("<script></script>", &SetHtmlOptions::new().run_scripts(run_scripts))?;
    ///     let script = page.node(p).unwrap().first_child().unwrap();
    ///     assert_eq!(script.is_script_already_started(), !run_scripts);
    /// }
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    #[must_use]
    pub fn run_scripts(self, run_scripts: bool) -> SetHtmlOptions<'s> {
        SetHtmlOptions { run_scripts, ..self }
    }
}

impl HtmlFilter for SetHtmlOptions<'_> {
    type Error = MutationError;

    fn runs_scripts(&self) -> bool {
        self.run_scripts
    }

    fn filter(&self, document: &mut Document<'_>, node: NodeId, safe: bool) -> Result<(), MutationError> {
        match (self.sanitizer, safe) {
            (None, false) => Ok(()),
            (Some(sanitizer), false) => sanitizer.sanitize_unsafe(document, node),
            (sanitizer, true) => sanitizer.unwrap_or(Sanitizer::preset()).sanitize(document, node),
        }
    }
}

impl HtmlFilter for Sanitizer {
    type Error = MutationError;

    fn filter(&self, document: &mut Document<'_>, node: NodeId, safe: bool) -> Result<(), MutationError> {
        SetHtmlOptions::new().sanitizer(self).filter(document, node, safe)
    }
}

impl Sanitizer {
    /// Parses markup, sanitizes it [for printing](Self::sanitize_for_printing), and returns the resulting markup. You can insert it into
    /// `body` or any other element whose content is parsed as markup (so not into `style` or `textarea`). A byte order mark (U+FEFF) at
    /// the start is skipped.
    ///
    /// ```
    /// use limpid::sanitize::{Sanitizer, SanitizerConfig};
    ///
    /// let config = SanitizerConfig {
    ///     elements: Some(["p", "em", "strong"].map(Into::into).to_vec()),
    ///     attributes: Some(Vec::new()),
    ///     ..SanitizerConfig::default()
    /// };
    /// let sanitizer = Sanitizer::for_safe_methods(&config)?;
    /// assert_eq!(sanitizer.sanitize_str("<p class=x><em>Tea</em><img src=x onerror=y()>"), "<p><em>Tea</em></p>");
    /// # Ok::<(), limpid::sanitize::ConfigError>(())
    /// ```
    #[doc(alias = "clean")]
    pub fn sanitize_str(&self, html: &str) -> String {
        sanitized_markup(html, |document, top| self.sanitize_for_printing(document, top))
    }
}

/// Parses markup as the content of a `body`, calls `sanitize` on the fragment, and returns its markup. A byte order mark at the start is
/// skipped.
pub(crate) fn sanitized_markup(
    html: &str,
    sanitize: impl FnOnce(&mut Document<'_>, NodeId) -> Result<(), MutationError>,
) -> String {
    let mut fragment = ParseOptions::new().errors(false).parse_fragment(html, "body");
    let root = fragment.root().id();
    match sanitize(&mut fragment, root) {
        Ok(()) => fragment.to_html(),
        // Markup that cannot be sanitized must not be returned.
        Err(_) => String::new(),
    }
}
