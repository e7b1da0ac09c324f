use crate::page::Page;
use limpid::Document;
use limpid::links::{Base, Url};

/// Parses the value of `--base`.
pub(crate) fn base(url: &str) -> Result<Url, String> {
    Url::parse(url)
        .map_err(|error| format!("{url:?} is not an absolute URL ({error}); use one such as https://example.com/"))
}

/// Returns the base URL of a document. `given` is the value of `--base`, which replaces the page's own URL.
pub(crate) fn document_base(given: Option<&Url>, page: &Page<'_>, document: &Document<'_>) -> Base {
    let page_url = page.name().url.as_deref().and_then(|url| Url::parse(url).ok());
    Base::new(document, given.or(page_url.as_ref()))
}
