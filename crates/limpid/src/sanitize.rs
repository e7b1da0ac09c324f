//! The standard's [sanitizer](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#html-sanitization), which removes
//! scripts and other unsafe content from markup and trees.
//!
//! | to sanitize | use |
//! | --- | --- |
//! | a string | [`sanitize`](crate::sanitize()) |
//! | a string, with your own configuration, such as [`SanitizerConfig::allow`] | [`Sanitizer::sanitize_str`] |
//! | a string, with rules for URL schemes, classes and `rel` | [`Cleaner`] with [`Rules`] |
//! | a page | [`parse_html`] |
//! | a part of a document | [`NodeMut::set_html`](crate::NodeMut::set_html) |
//! | any tree | [`Sanitizer::sanitize`] |
//!
//! Input that arrives in chunks is sanitized after the last chunk, as in the standard:
//!
//! ```
//! use limpid::{ParseOptions, Parser, sanitize::Sanitizer};
//!
//! let mut parser = Parser::new_fragment(ParseOptions::new(), "body");
//! parser.extend(["<p>Hello<scr", "ipt>x()</script>"]);
//! let mut fragment = parser.finish();
//! let root = fragment.root().id();
//! Sanitizer::preset().sanitize_for_printing(&mut fragment, root)?;
//! assert_eq!(fragment.to_html(), "<p>Hello</p>");
//! # Ok::<(), limpid::MutationError>(())
//! ```

use crate::{Document, ParseOptions, Source};
pub use limpid_dom::HtmlFilter;

#[cfg(feature = "serde")]
pub use limpid_sanitizer::WebIdl;
pub use limpid_sanitizer::{
    AttributeChange, AttributeFilter, Cleaner, ConfigError, ConfigRule, ExpandedName, Filter, RelativeUrls, Removal,
    Removed, Rule, Rules, RulesError, Sanitizer, SanitizerAttribute, SanitizerConfig, SanitizerElement,
    SanitizerElementWithAttributes, SanitizerProcessingInstruction, Sanitizing, SanitizingHandle, SetAttribute,
    SetHtmlOptions, Strictness, UrlRule, Verdict, is_javascript_url,
};

/// Parses a whole document and sanitizes it, as
/// [Document.parseHTML](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-parsehtml) does.
///
/// ```
/// use limpid::sanitize::{SetHtmlOptions, parse_html};
/// let page = parse_html("<!DOCTYPE html><title>Tea</title><p onclick=x()>Hello", &SetHtmlOptions::new())?;
/// assert_eq!(page.to_html(), "<!DOCTYPE html><html><head><title>Tea</title></head><body><p>Hello</p></body></html>");
/// # Ok::<(), limpid::MutationError>(())
/// ```
///
/// # Errors
/// Returns an error if the [`filter`](HtmlFilter::filter) of `options` fails.
#[doc(alias = "parseHTML")]
pub fn parse_html<'i, F: HtmlFilter>(html: impl Into<Source<'i>>, options: &F) -> Result<Document<'i>, F::Error> {
    parse_and_filter(html.into(), options, true)
}

/// Parses a whole document and removes only the content that the options exclude, as
/// [Document.parseHTMLUnsafe](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-parsehtmlunsafe) does.
///
/// ```
/// use limpid::sanitize::{SetHtmlOptions, parse_html_unsafe};
/// let page = parse_html_unsafe("<p onclick=x()>Hello", &SetHtmlOptions::new())?;
/// assert_eq!(page.body().unwrap().inner_html(), "<p onclick=\"x()\">Hello</p>");
/// # Ok::<(), limpid::MutationError>(())
/// ```
///
/// # Errors
/// Returns an error if the [`filter`](HtmlFilter::filter) of `options` fails.
#[doc(alias = "parseHTMLUnsafe")]
pub fn parse_html_unsafe<'i, F: HtmlFilter>(
    html: impl Into<Source<'i>>,
    options: &F,
) -> Result<Document<'i>, F::Error> {
    parse_and_filter(html.into(), options, false)
}

fn parse_and_filter<'i, F: HtmlFilter>(html: Source<'i>, options: &F, safe: bool) -> Result<Document<'i>, F::Error> {
    let mut document = ParseOptions::new().parse(html);
    let root = document.root().id();
    options.filter(&mut document, root, safe)?;
    Ok(document)
}

/// The function `limpid::sanitize`, in a private module so that it is not also public as `limpid::sanitize::sanitize`.
pub(crate) mod function {
    use super::Sanitizer;

    /// Sanitizes markup with the standard's
    /// [built-in safe default configuration](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#built-in-safe-default-configuration).
    /// It keeps text and its structure, and removes scripts, styles, forms, images, embedded content, classes and ids. The result is safe
    /// in any browser, with or without scripting, in any element whose content is parsed as markup (so not in `style` or `textarea`).
    ///
    /// ```
    /// let comment = "<p onclick=x()>Hello <b>you</b><img src=x onerror=y()><a href='javascript:z()'>!</a><script>w()</script>";
    /// assert_eq!(limpid::sanitize(comment), "<p>Hello <b>you</b><a>!</a></p>");
    /// ```
    ///
    /// [`Sanitizer::sanitize_str`] uses your own configuration.
    #[doc(alias = "clean")]
    pub fn sanitize(html: &str) -> String {
        Sanitizer::preset().sanitize_str(html)
    }
}
