//! CSS selectors: compiled once, and kept for the texts that come again.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyString};
use std::hash::{Hash, Hasher};

use crate::errors;
use crate::markup::Text;

/// A compiled CSS selector, which any method that takes a selector takes in place of its text.
///
///     >>> import limpid_html as limpid
///     >>> links = limpid.Selector("a[href]")
///     >>> limpid.parse("<a href=/a>A</a>").select(links)
///     [<limpid_html.Node a>]
///     >>> links.specificity
///     (0, 1, 1)
///     >>> limpid.Selector("a[")
///     Traceback (most recent call last):
///     limpid_html.SelectorSyntaxError: selector, at character 2 (its end): a name or value is missing here; complete the selector
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

    /// The text of the selector.
    #[getter]
    fn css(&self) -> &str {
        &self.css
    }

    /// The specificity of its most specific alternative: ids, classes, types.
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

/// Parses a selector, in which `:contains()` may be, as in the command.
pub(crate) fn parse(py: Python<'_>, css: &str) -> PyResult<limpid::Selector> {
    let options = limpid::SelectorOptions::new().contains(true);
    options.parse(css).map_err(|error| errors::selector_error(py, css, &error))
}

/// Returns the text of a selector, which is given as a text or as a `Selector`.
///
/// # Errors
/// `TypeError` for anything else.
pub(crate) fn text_of(css: &Bound<'_, PyAny>) -> PyResult<Text> {
    match css.cast::<Selector>() {
        Ok(selector) => PyString::new(css.py(), &selector.get().css).extract(),
        Err(_) if css.is_instance_of::<PyString>() => css.extract(),
        Err(_) => Err(not_a_selector(css)?),
    }
}

fn not_a_selector(css: &Bound<'_, PyAny>) -> PyResult<PyErr> {
    Ok(PyTypeError::new_err(format!("a selector is a str or a Selector, not {}", css.get_type().name()?)))
}

/// The number of texts whose selectors are kept.
const KEPT: usize = 512;

/// Returns the selector of an argument: a `Selector`, or a text, whose selector is kept for the next time.
///
/// # Errors
/// `SelectorSyntaxError` for a text that is not a selector, `TypeError` for anything else.
pub(crate) fn selector_of(css: &Bound<'_, PyAny>) -> PyResult<Py<Selector>> {
    static SELECTORS: PyOnceLock<Py<PyDict>> = PyOnceLock::new();
    let py = css.py();
    if let Ok(selector) = css.cast::<Selector>() {
        return Ok(selector.clone().unbind());
    }
    if !css.is_instance_of::<PyString>() {
        return Err(not_a_selector(css)?);
    }
    let selectors = SELECTORS.get_or_init(py, || PyDict::new(py).unbind()).bind(py);
    if let Some(selector) = selectors.get_item(css)? {
        return Ok(selector.cast_into::<Selector>()?.unbind());
    }
    let selector = Bound::new(py, Selector::new(py, css)?)?;
    if selectors.len() >= KEPT {
        selectors.clear();
    }
    selectors.set_item(css, &selector)?;
    Ok(selector.unbind())
}
