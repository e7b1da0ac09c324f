//! URLs in a page: the base that they are resolved against, and the attributes that hold them.

use crate::page::Page;
use limpid::{Document, LocalName};
use url::Url;

/// The attributes of HTML elements that hold a URL.
pub(crate) const ATTRIBUTES: [(&str, &[&str]); 25] = [
    ("a", &["href", "ping"]),
    ("area", &["href", "ping"]),
    ("audio", &["src"]),
    ("blockquote", &["cite"]),
    ("body", &["background"]),
    ("button", &["formaction"]),
    ("del", &["cite"]),
    ("embed", &["src"]),
    ("form", &["action"]),
    ("frame", &["src"]),
    ("iframe", &["src"]),
    ("img", &["src", "srcset"]),
    ("input", &["src", "formaction"]),
    ("ins", &["cite"]),
    ("link", &["href", "imagesrcset"]),
    ("object", &["data"]),
    ("q", &["cite"]),
    ("script", &["src"]),
    ("source", &["src", "srcset"]),
    ("table", &["background"]),
    ("td", &["background"]),
    ("th", &["background"]),
    ("track", &["src"]),
    ("video", &["src", "poster"]),
    ("meta", &["content"]),
];

/// Reads the value of `--base`.
pub(crate) fn base(url: &str) -> Result<Url, String> {
    Url::parse(url)
        .map_err(|error| format!("{url:?} is no absolute URL ({error}); write one such as https://example.com/"))
}

/// Whether an attribute holds exactly one URL.
pub(crate) fn is_url(element: &str, attribute: &str) -> bool {
    let is_one = !matches!(attribute, "srcset" | "imagesrcset" | "ping" | "content");
    is_one && ATTRIBUTES.iter().any(|(name, attributes)| *name == element && attributes.contains(&attribute))
}

/// The [document base URL](https://html.spec.whatwg.org/multipage/urls-and-fetching.html#document-base-url), if the page or the
/// command line tells one.
pub(crate) fn document_base(given: Option<&Url>, page: &Page<'_>, document: &Document<'_>) -> Option<Url> {
    let from = page.name().url.as_deref().and_then(|url| Url::parse(url).ok());
    let fallback = given.cloned().or(from);
    let mut bases = document.descendants().filter(|node| node.is_html(LocalName::BASE));
    let Some(written) = bases.find_map(|base| base.attribute("href")) else { return fallback };
    let frozen = match &fallback {
        Some(fallback) => fallback.join(written).ok(),
        None => Url::parse(written).ok(),
    };
    frozen.filter(|base| !matches!(base.scheme(), "data" | "javascript")).or(fallback)
}
