//! The base that URLs of a page are resolved against.

use crate::page::Page;
use limpid::Document;
use limpid::links::{Base, Url};

/// Reads the value of `--base`.
pub(crate) fn base(url: &str) -> Result<Url, String> {
    Url::parse(url)
        .map_err(|error| format!("{url:?} is not an absolute URL ({error}); write one such as https://example.com/"))
}

/// The base of a page that comes from its own URL, or from the one that the command line gives.
pub(crate) fn document_base(given: Option<&Url>, page: &Page<'_>, document: &Document<'_>) -> Base {
    let from = page.name().url.as_deref().and_then(|url| Url::parse(url).ok());
    Base::new(document, given.or(from.as_ref()))
}
