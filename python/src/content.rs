//! The arguments and results of `Document.content()` and `Document.metadata()`.

use crate::errors;
use crate::markdown::absolute_url;
use crate::markup::Text;
use limpid::content::{ContentOptions, Metadata, MetadataDate, MetadataValue, PageKind};
use limpid::links::Url;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::Value;

/// The arguments of `content()`.
pub(crate) struct ContentArguments {
    pub(crate) comments: bool,
    pub(crate) images: bool,
    pub(crate) links: bool,
    pub(crate) min_confidence: f64,
    pub(crate) kind: Option<PageKind>,
    pub(crate) url: Option<Url>,
}

impl ContentArguments {
    /// Parses the arguments `min_confidence`, `kind` and `base`.
    ///
    /// # Errors
    /// `ValueError` if the number is not from 0 to 1, the kind is unknown, or the URL is not absolute.
    pub(crate) fn parse(min_confidence: f64, kind: Option<Text>, base: Option<Text>) -> PyResult<ContentArguments> {
        if !(0.0..=1.0).contains(&min_confidence) {
            let message = format!("min_confidence is {min_confidence}; pass a number from 0 to 1");
            return Err(PyValueError::new_err(message));
        }
        let parse = |kind: Text| {
            kind.parse().map_err(|_| {
                let kinds = PageKind::ALL.map(|kind| format!("{:?}", kind.as_str())).join(", ");
                PyValueError::new_err(format!("{:?} is not a kind of pages; pass one of {kinds}", &*kind))
            })
        };
        let kind = kind.map(parse).transpose()?;
        let url = absolute_url(base)?;
        Ok(ContentArguments { comments: false, images: true, links: true, min_confidence, kind, url })
    }

    pub(crate) fn options(&self) -> ContentOptions<'_> {
        let options = ContentOptions::new().comments(self.comments).images(self.images).links(self.links);
        let options = options.min_confidence(self.min_confidence);
        let options = self.kind.map_or(options, |kind| options.kind(kind));
        self.url.as_ref().map_or(options, |url| options.url(url))
    }
}

/// Returns a `Metadata` tuple.
pub(crate) fn metadata<'py>(py: Python<'py>, metadata: &Metadata) -> PyResult<Bound<'py, PyAny>> {
    let Metadata { title, byline, published, modified, language, site_name, canonical_url, image, description, .. } =
        metadata;
    let (written, sources) = (PyDict::new(py), PyDict::new(py));
    let value = |name: &str, value: &Option<MetadataValue>| -> PyResult<Option<String>> {
        let Some(value) = value else { return Ok(None) };
        sources.set_item(name, value.source.as_str())?;
        Ok(Some(value.value.clone()))
    };
    let date = |name: &str, date: &Option<MetadataDate>| -> PyResult<Option<String>> {
        let Some(date) = date else { return Ok(None) };
        written.set_item(name, &*date.written)?;
        sources.set_item(name, date.source.as_str())?;
        Ok(Some(date.iso.clone()))
    };
    let fields = (
        value("title", title)?,
        value("byline", byline)?,
        date("published", published)?,
        date("modified", modified)?,
        value("language", language)?,
        value("site_name", site_name)?,
        value("canonical_url", canonical_url)?,
        value("image", image)?,
        value("description", description)?,
        &written,
        &sources,
    );
    errors::metadata_class(py)?.call1(fields)
}

/// Converts JSON to dicts, lists and so on.
pub(crate) fn data<'py>(py: Python<'py>, values: Vec<Value>) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (Value::Array(values).to_string(),))
}
