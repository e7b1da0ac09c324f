//! Converts arguments from Python. `bytes` and `str` are not copied. Other buffers are copied, because another thread may write to them.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::{PyByteArray, PyBytes, PyMapping, PyMemoryView, PyString};

/// Markup that can be read without the GIL, because `bytes` and `str` are immutable.
pub(crate) enum Markup {
    Bytes(PyBackedBytes),
    Text(PyBackedStr),
}

impl Markup {
    /// Converts a `str`, `bytes` or another bytes-like object, such as `bytearray`, `memoryview` or `mmap`. Also returns the `bytes` or `str` that
    /// owns the markup. Lone surrogates of a `str` become U+FFFD.
    ///
    /// # Errors
    /// `TypeError` for anything else.
    pub(crate) fn new<'py>(markup: &Bound<'py, PyAny>) -> PyResult<(Bound<'py, PyAny>, Markup)> {
        let py = markup.py();
        let bytes = if let Ok(bytes) = markup.cast::<PyBytes>() {
            bytes.clone()
        } else if let Ok(text) = markup.cast::<PyString>() {
            let text = to_well_formed(text)?;
            return Ok((text.clone().into_any(), Markup::Text(text.try_into()?)));
        } else if let Ok(bytes) = markup.cast::<PyByteArray>() {
            PyBytes::new(py, &bytes.to_vec())
        } else if let Ok(view) = PyMemoryView::from(markup) {
            view.call_method0("tobytes")?.cast_into()?
        } else {
            return Err(PyTypeError::new_err(format!(
                "markup must be a str, bytes or another bytes-like object, not {}; read a file first, as in parse(file.read())",
                markup.get_type().name()?
            )));
        };
        Ok((bytes.clone().into_any(), Markup::Bytes(bytes.into())))
    }
}

/// Returns a text that UTF-8 can encode: lone surrogates become U+FFFD.
pub(crate) fn to_well_formed<'py>(text: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyString>> {
    if text.to_str().is_ok() {
        return Ok(text.clone());
    }
    let utf_16 = text.call_method1("encode", ("utf-16-le", "surrogatepass"))?;
    let utf_16 = utf_16.cast::<PyBytes>()?.as_bytes().chunks_exact(2);
    let units: Vec<u16> = utf_16.map(|unit| u16::from_le_bytes([unit[0], unit[1]])).collect();
    Ok(PyString::new(text.py(), &String::from_utf16_lossy(&units)))
}

/// A `str` argument. Lone surrogates become U+FFFD.
pub(crate) struct Text(PyBackedStr);

impl<'a, 'py> FromPyObject<'a, 'py> for Text {
    type Error = PyErr;

    fn extract(text: Borrowed<'a, 'py, PyAny>) -> PyResult<Text> {
        match text.cast::<PyString>() {
            Ok(text) => Ok(Text(to_well_formed(&text.to_owned())?.try_into()?)),
            Err(_) => Err(not_str_error(&text, "")?),
        }
    }
}

/// Returns the error for an argument that is not a `str`.
fn not_str_error(argument: &Bound<'_, PyAny>, advice: &str) -> PyResult<PyErr> {
    let kind = argument.get_type();
    Ok(PyTypeError::new_err(format!("expected str, not {}{advice}", kind.name()?)))
}

impl std::ops::Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

/// A `str` argument with markup. Its error for bytes explains how to decode them.
pub(crate) struct Html(Text);

impl<'a, 'py> FromPyObject<'a, 'py> for Html {
    type Error = PyErr;

    fn extract(html: Borrowed<'a, 'py, PyAny>) -> PyResult<Html> {
        if !html.is_instance_of::<PyString>() && PyMemoryView::from(&html).is_ok() {
            let advice = "; decode it first, with .decode(), or with limpid_html.parse(…).source, which detects the encoding as browsers do";
            return Err(not_str_error(&html, advice)?);
        }
        html.extract().map(Html)
    }
}

impl std::ops::Deref for Html {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

/// Casts an argument to a mapping, such as a `dict`.
///
/// # Errors
/// `TypeError` for anything else, with `requirement` as the start of the message.
pub(crate) fn mapping<'a, 'py>(value: &'a Bound<'py, PyAny>, requirement: &str) -> PyResult<&'a Bound<'py, PyMapping>> {
    match value.cast() {
        Ok(mapping) => Ok(mapping),
        Err(_) => Err(PyTypeError::new_err(format!("{requirement}, not {}", value.get_type().name()?))),
    }
}

/// Returns the `repr` of a text, shortened to its start if the text is long.
pub(crate) fn excerpt(py: Python<'_>, text: &str) -> PyResult<String> {
    let (start, rest) = start_of(text);
    Ok(format!("{}{rest}", PyString::new(py, start).repr()?))
}

/// Returns the first characters of a text, and an ellipsis if there are more.
pub(crate) fn start_of(text: &str) -> (&str, &'static str) {
    match text.char_indices().nth(EXCERPT_CHARS) {
        Some((end, _)) => (&text[..end], "…"),
        None => (text, ""),
    }
}

/// The maximum length of an excerpt in characters.
const EXCERPT_CHARS: usize = 40;
