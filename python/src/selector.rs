//! The class `Selector`, and a cache of compiled selectors.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyString};
use std::hash::{Hash, Hasher};

use crate::errors;
use crate::markup::Text;

/// A compiled CSS selector. Every method that takes a selector as a `str` also takes a `Selector`. Raises `SelectorSyntaxError` for an
/// invalid selector.
///
///     >>> import limpid_html as limpid
///     >>> links = limpid.Selector("a[href]")
///     >>> limpid.parse("<a href=/a>A</a>").select(links)
///     [<limpid_html.Node a>]
///     >>> links.specificity
///     (0, 1, 1)
///     >>> limpid.Selector("a[")
///     Traceback (most recent call last):
///     limpid_html.SelectorSyntaxError: selector, at character 2 ...
#[pyclass(frozen, eq, hash, module = "limpid_html")]
pub(crate) struct Selector {
    pub(crate) selector: limpid::Selector,
    css: String,
}

impl PartialEq for Selector {
    fn eq(&self, other: &Selector) -> bool {
        self.css == other.css
    }
}

impl Hash for Selector {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.css.hash(state);
    }
}

#[pymethods]
impl Selector {
    #[new]
    #[pyo3(signature = (css, /))]
    fn new(py: Python<'_>, css: &Bound<'_, PyAny>) -> PyResult<Selector> {
        let css = text_of(css)?;
        let selector = parse(py, &css)?;
        Ok(Selector { selector, css: css.to_owned() })
    }

    /// The selector as it was written.
    #[getter]
    fn css(&self) -> &str {
        &self.css
    }

    /// The specificity `(ids, classes, types)` of the most specific alternative.
    #[getter]
    fn specificity(&self) -> (u32, u32, u32) {
        let specificity = self.selector.specificity();
        (specificity.ids, specificity.classes, specificity.types)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Selector({})", PyString::new(py, &self.css).repr()?))
    }

    fn __str__(&self) -> &str {
        &self.css
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (String,)) {
        (slf.get_type().into_any(), (slf.get().css.clone(),))
    }
}

/// Parses a selector. Accepts the extension `:contains()`.
pub(crate) fn parse(py: Python<'_>, css: &str) -> PyResult<limpid::Selector> {
    let options = limpid::SelectorOptions::new().contains(true);
    options.parse(css).map_err(|error| errors::selector_error(py, css, &error))
}

/// Returns the text of an argument that is a `str` or a `Selector`.
///
/// # Errors
/// `TypeError` for anything else.
pub(crate) fn text_of(css: &Bound<'_, PyAny>) -> PyResult<Text> {
    match css.cast::<Selector>() {
        Ok(selector) => PyString::new(css.py(), &selector.get().css).extract(),
        Err(_) if css.is_instance_of::<PyString>() => css.extract(),
        Err(_) => Err(not_selector_error(css)?),
    }
}

fn not_selector_error(css: &Bound<'_, PyAny>) -> PyResult<PyErr> {
    Ok(PyTypeError::new_err(format!("a selector must be a str or a Selector, not {}", css.get_type().name()?)))
}

/// The maximum number of cached selectors.
const CACHE_SIZE: usize = 512;

/// Returns the selector of an argument that is a `Selector` or a `str`. Caches the selector of a `str`.
///
/// # Errors
/// `SelectorSyntaxError` for an invalid selector, `TypeError` for anything else.
pub(crate) fn selector_of(css: &Bound<'_, PyAny>) -> PyResult<Py<Selector>> {
    static CACHE: PyOnceLock<Py<PyDict>> = PyOnceLock::new();
    let py = css.py();
    if let Ok(selector) = css.cast::<Selector>() {
        return Ok(selector.clone().unbind());
    }
    if !css.is_instance_of::<PyString>() {
        return Err(not_selector_error(css)?);
    }
    let selectors = CACHE.get_or_init(py, || PyDict::new(py).unbind()).bind(py);
    if let Some(selector) = selectors.get_item(css)? {
        return Ok(selector.cast_into::<Selector>()?.unbind());
    }
    let selector = Bound::new(py, Selector::new(py, css)?)?;
    if selectors.len() >= CACHE_SIZE {
        selectors.clear();
    }
    selectors.set_item(css, &selector)?;
    Ok(selector.unbind())
}
