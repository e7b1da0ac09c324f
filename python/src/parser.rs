//! The class `Parser`: markup in pieces.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::{Mutex, PoisonError};

use crate::document::Document;
use crate::markup::{Markup, Text};
use crate::settings::Settings;

/// Parses markup that comes in pieces. The options are those of `parse`.
///
///     >>> import limpid_html as limpid
///     >>> limpid.Parser().feed(b"<p>Hel").feed(b"lo").finish().text_content()
///     'Hello'
#[pyclass(frozen, module = "limpid_html")]
pub(crate) struct Parser {
    parser: Mutex<Option<limpid::Parser>>,
    settings: Settings,
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
        let options = settings.options();
        let parser = match &settings.fragment {
            None => limpid::Parser::new(options),
            Some((_, context)) => limpid::Parser::new_fragment(options, context.clone()),
        };
        Ok(Parser { parser: Mutex::new(Some(parser)), settings })
    }

    /// Parses the next piece, `bytes` or `str`, and returns the parser.
    #[pyo3(signature = (chunk, /))]
    fn feed<'py>(slf: &Bound<'py, Self>, chunk: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Self>> {
        let (_, markup) = Markup::new(chunk)?;
        let this = slf.get();
        slf.py().detach(|| {
            let mut parser = this.parser.lock().unwrap_or_else(PoisonError::into_inner);
            let parser = parser.as_mut().ok_or_else(is_finished)?;
            match &markup {
                Markup::Bytes(bytes) => parser.feed_bytes(bytes),
                Markup::Text(text) => parser.feed(text),
            };
            Ok::<_, PyErr>(())
        })?;
        Ok(slf.clone())
    }

    /// Ends the input and returns the document. The parser takes no more.
    fn finish(&self, py: Python<'_>) -> PyResult<Document> {
        let tree = py.detach(|| {
            let parser = self.parser.lock().unwrap_or_else(PoisonError::into_inner).take();
            parser.map(limpid::Parser::finish).ok_or_else(is_finished)
        })?;
        Ok(Document::new(tree, self.settings.clone(), None))
    }
}

fn is_finished() -> PyErr {
    PyValueError::new_err("the parser is finished; make another Parser for another page")
}
