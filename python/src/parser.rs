//! The class `Parser`: parses markup that arrives in chunks.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::sync::{Mutex, PoisonError};

use crate::document::Document;
use crate::markup::{Markup, Text};
use crate::settings::Settings;

/// Parses markup that arrives in chunks. Takes the keyword arguments of `parse`.
///
/// If all chunks are bytes, the document keeps them and `Document.to_source` returns bytes.
///
///     >>> import limpid_html as limpid
///     >>> limpid.Parser().feed(b"<p>Hel").feed(b"lo").finish().text_content()
///     'Hello'
#[pyclass(frozen, module = "limpid_html")]
pub(crate) struct Parser {
    input: Mutex<Option<Input>>,
    settings: Settings,
}

struct Input {
    parser: limpid::Parser,
    /// The bytes fed so far, for `Document.to_source`; `None` after a chunk of text.
    bytes: Option<Vec<u8>>,
}

#[pymethods]
impl Parser {
    #[new]
    #[pyo3(signature = (*, encoding = None, fragment = None, scripting = "disabled", errors = true, spans = false, limits = None, detect = false, detect_utf_8 = true))]
    #[allow(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn new(
        encoding: Option<Text>,
        fragment: Option<Text>,
        scripting: &str,
        errors: bool,
        spans: bool,
        limits: Option<&Bound<'_, PyAny>>,
        detect: bool,
        detect_utf_8: bool,
    ) -> PyResult<Parser> {
        let settings = Settings::new(encoding, fragment, scripting, (errors, spans), (detect, detect_utf_8), limits)?;
        // `parse` applies an encoding declaration anywhere in the page. This parser retains all bytes, so that it can do the same.
        let options = settings.options().retained_bytes(usize::MAX);
        let parser = match &settings.fragment {
            None => limpid::Parser::new(options),
            Some((_, context)) => limpid::Parser::new_fragment(options, context.clone()),
        };
        Ok(Parser { input: Mutex::new(Some(Input { parser, bytes: Some(Vec::new()) })), settings })
    }

    /// Parses the next chunk, `bytes` or `str`, and returns the parser. Raises `ValueError` after `finish`.
    #[pyo3(signature = (chunk, /))]
    fn feed<'py>(slf: &Bound<'py, Self>, chunk: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Self>> {
        let (_, markup) = Markup::new(chunk)?;
        let this = slf.get();
        slf.py().detach(|| {
            let mut input = this.input.lock().unwrap_or_else(PoisonError::into_inner);
            let Input { parser, bytes } = input.as_mut().ok_or_else(finished_error)?;
            match &markup {
                Markup::Bytes(chunk) => {
                    if let Some(bytes) = bytes {
                        bytes.extend_from_slice(chunk);
                    }
                    parser.feed_bytes(chunk);
                }
                Markup::Text(text) => {
                    if !text.is_empty() {
                        *bytes = None;
                    }
                    parser.feed(text);
                }
            }
            Ok::<_, PyErr>(())
        })?;
        Ok(slf.clone())
    }

    /// Ends the input and returns the document. Raises `ValueError` if called again.
    fn finish(&self, py: Python<'_>) -> PyResult<Document> {
        let (tree, bytes) = py.detach(|| {
            let input = self.input.lock().unwrap_or_else(PoisonError::into_inner).take();
            input.map(|Input { parser, bytes }| (parser.finish(), bytes)).ok_or_else(finished_error)
        })?;
        // Without any bytes in the input, the tree has no encoding. The document then keeps no bytes, and `to_source` returns `str`.
        let bytes =
            bytes.filter(|_| tree.encoding().is_some()).map(|bytes| PyBytes::new(py, &bytes).into_any().unbind());
        Ok(Document::new(tree, self.settings.clone(), bytes))
    }
}

fn finished_error() -> PyErr {
    PyValueError::new_err("the parser is finished; create a new Parser for the next page")
}
