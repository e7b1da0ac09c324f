//! Exceptions and the named tuples of errors, which are classes of `limpid_html/_types.py`.

use limpid::rewrite::HandlersError;
use limpid::xpath::{XPathError, XPathErrorCode};
use limpid::{MutationError, ParseError, SelectorError, SourceError};
use pyo3::exceptions::PyLookupError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyTuple, PyType};

use crate::node::Node;
use crate::positions::Positions;

/// A class of `limpid_html._types`, imported once.
macro_rules! class {
    ($function:ident, $name:literal) => {
        pub(crate) fn $function(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
            static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
            CLASS.import(py, "limpid_html._types", $name)
        }
    };
}

class!(parse_error_class, "ParseError");
class!(span_class, "Span");
class!(removal_class, "Removal");
class!(link_class, "Link");
class!(passage_class, "Passage");
class!(detected_encoding_class, "DetectedEncoding");
class!(source_error_class, "SourceError");
class!(selector_error_class, "SelectorSyntaxError");
class!(xpath_error_class, "XPathSyntaxError");
class!(mutation_error_class, "MutationError");
class!(config_error_class, "SanitizerConfigError");

/// Makes a `SelectorSyntaxError` whose position counts the characters of `css`.
pub(crate) fn selector_error(py: Python<'_>, css: &str, error: &SelectorError) -> PyErr {
    let position = characters(css, error.offset());
    let message = match advice(css, error.offset()) {
        Some(advice) => format!("selector, at character {position}: {advice}"),
        None => at_character(&error.to_string(), error.offset(), position),
    };
    match selector_error_class(py) {
        Ok(class) => PyErr::from_type(class.clone(), (message, position)),
        Err(error) => error,
    }
}

/// Makes a `SelectorSyntaxError` for a selector of a `Rewriter`, which may be one that cannot be decided while the page comes.
pub(crate) fn stream_error(py: Python<'_>, css: &str, error: &HandlersError) -> PyErr {
    let error = match error {
        HandlersError::Selector(error) => return selector_error(py, css, error),
        error => error,
    };
    // The message begins with the part.
    let message = error.to_string();
    let part = message.split('`').nth(1).unwrap_or_default();
    let position = characters(css, css.find(part).unwrap_or(0));
    match selector_error_class(py) {
        Ok(class) => PyErr::from_type(class.clone(), (message, position)),
        Err(error) => error,
    }
}

/// The starts of what other libraries have for `:contains()`.
const CONTAINS: [&str; 5] = ["containsown(", "icontains(", "has-text(", "-soup-contains", "lexbor-contains"];

/// Says what Python has for what is no CSS, though other libraries take it for some: at this offset, a text is no selector.
fn advice(css: &str, offset: usize) -> Option<&'static str> {
    let rest = css.get(offset..)?.trim_start_matches(':').to_ascii_lowercase();
    if css.starts_with(['/', '.']) && css.contains('/') {
        Some("this is XPath; use xpath(expression)")
    } else if rest.starts_with("attr(") {
        Some("`::attr()` is not CSS; use select_attribute(css, name)")
    } else if rest == "text" {
        Some("`::text` is not CSS; use select_text(css)")
    } else if CONTAINS.iter().any(|name| rest.starts_with(name)) {
        Some("limpid knows `:contains('text')` only; use that, or xpath(\"//li[contains(., 'text')]\")")
    } else if ["first", "last", "eq(", "nth("].iter().any(|name| rest.starts_with(name)) && !rest.starts_with("first-")
    {
        Some("this is not CSS; use select(css)[0], :first-child or :nth-child(n)")
    } else {
        None
    }
}

/// Returns the number of characters before a byte offset.
fn characters(text: &str, offset: usize) -> usize {
    text.get(..offset).map_or(0, |before| before.chars().count())
}

/// Returns a message of the library, which says the byte offset, with the position in characters.
fn at_character(message: &str, offset: usize, position: usize) -> String {
    message.replacen(&format!("at byte {offset}"), &format!("at character {position}"), 1)
}

/// Makes an `XPathSyntaxError` whose position counts the characters of the expression.
pub(crate) fn xpath_error(py: Python<'_>, expression: &str, error: &XPathError) -> PyErr {
    let position = characters(expression, error.offset());
    let mut message = at_character(&error.to_string(), error.offset(), position);
    message += match error.code() {
        XPathErrorCode::UndeclaredPrefix => " (namespaces={prefix: url})",
        XPathErrorCode::UnknownVariable => " (variables={name: value})",
        _ => "",
    };
    match xpath_error_class(py) {
        Ok(class) => PyErr::from_type(class.clone(), (message, position)),
        Err(error) => error,
    }
}

pub(crate) fn mutation_error(py: Python<'_>, error: MutationError) -> PyErr {
    match mutation_error_class(py) {
        Ok(class) => PyErr::from_type(class.clone(), (error.to_string(),)),
        Err(error) => error,
    }
}

/// Makes a `SourceError`, which has the node itself.
pub(crate) fn source_error(py: Python<'_>, mut error: SourceError, node: Option<Node>) -> PyErr {
    error.node = None;
    let arguments = node.map(|node| Bound::new(py, node)).transpose();
    match (source_error_class(py), arguments) {
        (Ok(class), Ok(node)) => PyErr::from_type(class.clone(), (error.to_string(), node.map(Bound::unbind))),
        (Err(error), _) | (_, Err(error)) => error,
    }
}

pub(crate) fn config_error(py: Python<'_>, message: String) -> PyErr {
    match config_error_class(py) {
        Ok(class) => PyErr::from_type(class.clone(), (message,)),
        Err(error) => error,
    }
}

/// The error for a node that its document does not have: one made in an edit that was given up.
pub(crate) fn no_such_node() -> PyErr {
    PyLookupError::new_err(
        "the document does not have this node: it was made in an edit that is not finished or was given up",
    )
}

pub(crate) fn parse_errors<'py>(
    py: Python<'py>,
    errors: &[ParseError],
    source: &str,
    positions: &Positions,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let class = parse_error_class(py)?;
    let make = |error: &ParseError| {
        let (line, column) = positions.line_column(source, error.span.start);
        let code = error.code;
        let fields = (code.as_str(), error.span.start, error.span.end, line, column, code.message());
        class.call1(fields)
    };
    errors.iter().map(make).collect()
}

pub(crate) fn span<'py>(py: Python<'py>, start: u32, end: u32) -> PyResult<Bound<'py, PyAny>> {
    span_class(py)?.call1(PyTuple::new(py, [start, end])?)
}
