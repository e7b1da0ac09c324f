//! Exceptions and the named tuples of errors, which are classes of `limpid_html/_types.py`.

use limpid::rewrite::HandlersError;
use limpid::xpath::{XPathError, XPathErrorCode};
use limpid::{ParseError, Selector, SelectorError, SourceError};
use pyo3::exceptions::{PyLookupError, PyValueError};
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

/// Makes a `SelectorSyntaxError` for a selector of a `Rewriter`, which may be one that cannot be matched while the page arrives.
pub(crate) fn stream_error(py: Python<'_>, css: &str, error: &HandlersError) -> PyErr {
    let stream = match error {
        HandlersError::Selector(error) => return selector_error(py, css, error),
        HandlersError::Stream(error) => error,
        error => return PyValueError::new_err(error.to_string()),
    };
    let position = characters(css, offset_of_part(css, stream.part()).unwrap_or(0));
    let message = format!("selector, at character {position}: {stream}");
    match selector_error_class(py) {
        Ok(class) => PyErr::from_type(class.clone(), (message, position)),
        Err(error) => error,
    }
}

/// Returns the byte offset of a pseudo-class, which is given as the library writes it, in a selector as the user wrote it.
fn offset_of_part(css: &str, part: &str) -> Option<usize> {
    // The functions that are open, each with the depth of its parenthesis.
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut found = Vec::new();
    let (mut depth, mut quote) = (0_usize, None);
    let mut characters = css.char_indices().peekable();
    let is_part = |start: usize, end: usize| Selector::parse(&css[start..end]).is_ok_and(|it| it.to_string() == part);
    while let Some((at, character)) = characters.next() {
        match (character, quote) {
            ('\\', _) => drop(characters.next()),
            ('"' | '\'', None) => quote = Some(character),
            (_, Some(end)) if character == end => quote = None,
            (_, Some(_)) => {}
            ('/', None) if css[at..].starts_with("/*") => {
                let end = css[at + 2..].find("*/").map_or(css.len(), |length| at + length + 4);
                while characters.next_if(|&(next, _)| next < end).is_some() {}
            }
            (':', None) => {
                let is_name = |character: char| character.is_alphanumeric() || matches!(character, '-' | '_' | '\\');
                while characters.next_if(|&(_, character)| is_name(character)).is_some() {}
                let end = characters.peek().map_or(css.len(), |&(end, _)| end);
                if css[end..].starts_with('(') {
                    open.push((at, depth));
                } else if is_part(at, end) {
                    found.push(at);
                }
            }
            ('(', None) => depth += 1,
            (')', None) => {
                depth = depth.saturating_sub(1);
                if let Some((start, _)) = open.pop_if(|(_, outside)| *outside == depth)
                    && is_part(start, at + 1)
                {
                    found.push(start);
                }
            }
            _ => {}
        }
    }
    found.into_iter().min()
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

pub(crate) fn mutation_error(py: Python<'_>, message: &str) -> PyErr {
    match mutation_error_class(py) {
        Ok(class) => PyErr::from_type(class.clone(), (message.to_owned(),)),
        Err(error) => error,
    }
}

/// Makes a `SourceError`, which has the node itself. The advice of the library is in Rust's words.
pub(crate) fn source_error(py: Python<'_>, mut error: SourceError, node: Option<Node>, is_widened: bool) -> PyErr {
    error.node = None;
    let message = error.to_string().replace(", or set `widen`", if is_widened { "" } else { ", or give widen=True" });
    let arguments = node.map(|node| Bound::new(py, node)).transpose();
    match (source_error_class(py), arguments) {
        (Ok(class), Ok(node)) => PyErr::from_type(class.clone(), (message, node.map(Bound::unbind))),
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
        "the document does not have this node: it was made in an edit that has not ended or was given up",
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
