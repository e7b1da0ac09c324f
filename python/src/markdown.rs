//! The arguments of the methods `markdown()` and `passages()`.

use crate::markup::Text;
use limpid::links::{Base, Url};
use limpid::{Document, MarkdownOptions, NodeRef};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

/// Parses the argument `base`, the URL of a page.
///
/// # Errors
/// `ValueError` if the URL is not absolute.
pub(crate) fn absolute_url(base: Option<Text>) -> PyResult<Option<Url>> {
    let url = base.map(|base| {
        Url::parse(&base).map_err(|error| {
            PyValueError::new_err(format!(
                "{:?} is not an absolute URL ({error}); pass one such as https://example.org/",
                &*base
            ))
        })
    });
    url.transpose()
}

/// The arguments of `markdown()`.
pub(crate) struct MarkdownArguments {
    base: Option<Url>,
    repeat: bool,
    data_images: bool,
}

impl MarkdownArguments {
    pub(crate) fn new(base: Option<Text>, repeat: bool, data_images: bool) -> PyResult<MarkdownArguments> {
        Ok(MarkdownArguments { base: absolute_url(base)?, repeat, data_images })
    }

    /// Reads the arguments of `passages()`. Returns `None` if `markdown` is false.
    ///
    /// # Errors
    /// `TypeError` if `markdown` is false and another argument differs from its default; `ValueError` if `base` is not an absolute URL.
    pub(crate) fn for_passages(
        markdown: bool,
        base: Option<Text>,
        repeat: bool,
        data_images: bool,
    ) -> PyResult<Option<MarkdownArguments>> {
        if markdown {
            return MarkdownArguments::new(base, repeat, data_images).map(Some);
        }
        if base.is_some() || repeat || !data_images {
            return Err(PyTypeError::new_err("`base`, `repeat` and `data_images` require markdown=True"));
        }
        Ok(None)
    }

    /// Calls `f` with the options for a document.
    pub(crate) fn with<T>(&self, document: &Document<'_>, f: impl FnOnce(&MarkdownOptions<'_>) -> T) -> T {
        let base = Base::new(document, self.base.as_ref());
        let resolve = |_: NodeRef<'_>, address: &str| base.resolve(address).map(String::from);
        let options = MarkdownOptions::new().repeat_spanned_cells(self.repeat).data_images(self.data_images);
        f(&if base.url().is_some() { options.resolve(&resolve) } else { options })
    }
}
