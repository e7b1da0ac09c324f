//! Constructors for the exceptions and named tuples of `limpid_html/_types.py`.

use limpid::rewrite::HandlersError;
use limpid::xpath::{XPathError, XPathErrorCode};
use limpid::{LineColumn, LineIndex, ParseError, Selector, SelectorError, SourceError};
use pyo3::exceptions::{PyLookupError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyTuple, PyType};

use crate::node::Node;

/// Defines a function that returns a class of `limpid_html._types`, imported once.
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
class!(metadata_class, "Metadata");
class!(content_class, "Content");
class!(passage_class, "Passage");
class!(detected_encoding_class, "DetectedEncoding");
class!(source_error_class, "SourceError");
class!(selector_error_class, "SelectorSyntaxError");
class!(xpath_error_class, "XPathSyntaxError");
class!(mutation_error_class, "MutationError");
class!(config_error_class, "SanitizerConfigError");

/// Returns a `SelectorSyntaxError` whose position is in characters of `css`.
pub(crate) fn selector_error(py: Python<'_>, css: &str, error: &SelectorError) -> PyErr {
    let position = char_count(css, error.offset());
    let message = match advice(css, error.offset()) {
        Some(advice) => format!("selector, at character {position}: {advice}"),
        None => with_char_position(&error.to_string(), error.offset(), position),
    };
    match selector_error_class(py) {
        Ok(class) => PyErr::from_type(class.clone(), (message, position)),
        Err(error) => error,
    }
}

/// Returns the exception for a selector that a `Rewriter` cannot use, because the selector is invalid or depends on markup after the start tag.
pub(crate) fn stream_error(py: Python<'_>, css: &str, error: &HandlersError) -> PyErr {
    let stream = match error {
        HandlersError::Selector(error) => return selector_error(py, css, error),
        HandlersError::Stream(error) => error,
        error => return PyValueError::new_err(error.to_string()),
    };
    let position = char_count(css, offset_of_part(css, stream.part()).unwrap_or(0));
    let message = format!("selector, at character {position}: {stream}");
    match selector_error_class(py) {
        Ok(class) => PyErr::from_type(class.clone(), (message, position)),
        Err(error) => error,
    }
}

/// Returns the byte offset of a pseudo-class in a selector. `part` is the serialized pseudo-class, which may be written differently in `css`.
fn offset_of_part(css: &str, part: &str) -> Option<usize> {
    // The start of each functional pseudo-class that is not closed yet, and the number of parentheses around it.
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut offsets = Vec::new();
    let (mut depth, mut quote) = (0_usize, None);
    let mut chars = css.char_indices().peekable();
    let is_part =
        |start: usize, end: usize| Selector::parse(&css[start..end]).is_ok_and(|selector| selector.to_string() == part);
    while let Some((at, character)) = chars.next() {
        match (character, quote) {
            ('\\', _) => drop(chars.next()),
            ('"' | '\'', None) => quote = Some(character),
            (_, Some(end)) if character == end => quote = None,
            (_, Some(_)) => {}
            ('/', None) if css[at..].starts_with("/*") => {
                let end = css[at + 2..].find("*/").map_or(css.len(), |length| at + length + 4);
                while chars.next_if(|&(next, _)| next < end).is_some() {}
            }
            (':', None) => {
                let is_name = |character: char| character.is_alphanumeric() || matches!(character, '-' | '_' | '\\');
                while chars.next_if(|&(_, character)| is_name(character)).is_some() {}
                let end = chars.peek().map_or(css.len(), |&(end, _)| end);
                if css[end..].starts_with('(') {
                    open.push((at, depth));
                } else if is_part(at, end) {
                    offsets.push(at);
                }
            }
            ('(', None) => depth += 1,
            (')', None) => {
                depth = depth.saturating_sub(1);
                if let Some((start, _)) = open.pop_if(|(_, outside)| *outside == depth)
                    && is_part(start, at + 1)
                {
                    offsets.push(start);
                }
            }
            _ => {}
        }
    }
    offsets.into_iter().min()
}

/// How other libraries spell `:contains()`, up to the parenthesis.
const CONTAINS_ALIASES: [&str; 5] = ["containsown(", "icontains(", "has-text(", "-soup-contains", "lexbor-contains"];

/// Returns limpid's equivalent of selector syntax that only other libraries accept. `offset` is where `css` is invalid.
fn advice(css: &str, offset: usize) -> Option<&'static str> {
    let rest = css.get(offset..)?.trim_start_matches(':').to_ascii_lowercase();
    if css.starts_with(['/', '.']) && css.contains('/') {
        Some("this is XPath; use xpath(expression)")
    } else if rest.starts_with("attr(") {
        Some("`::attr()` is not CSS; use select_attribute(css, name)")
    } else if rest == "text" {
        Some("`::text` is not CSS; use select_text(css)")
    } else if css[..offset].ends_with(':') && rest.starts_with("contains(") {
        // `:contains()` is an error only in a selector for a `Rewriter`.
        Some(
            "a Rewriter does not support `:contains()`, because the text comes after the start tag; use another selector",
        )
    } else if CONTAINS_ALIASES.iter().any(|name| rest.starts_with(name)) {
        Some("in limpid, write `:contains('text')`, or use xpath(\"//li[contains(., 'text')]\")")
    } else if ["first", "last", "eq(", "nth("].iter().any(|name| rest.starts_with(name)) && !rest.starts_with("first-")
    {
        Some("this is not CSS; use select(css)[0], :first-child or :nth-child(n)")
    } else {
        None
    }
}

/// Returns the number of characters before a byte offset.
fn char_count(text: &str, offset: usize) -> usize {
    text.get(..offset).map_or(0, |before| before.chars().count())
}

/// Replaces the byte offset in a message of the `limpid` crate with the position in characters.
fn with_char_position(message: &str, offset: usize, position: usize) -> String {
    message.replacen(&format!("at byte {offset}"), &format!("at character {position}"), 1)
}

/// Returns an `XPathSyntaxError` whose position is in characters of `expression`.
pub(crate) fn xpath_error(py: Python<'_>, expression: &str, error: &XPathError) -> PyErr {
    let position = char_count(expression, error.offset());
    let mut message = with_char_position(&error.to_string(), error.offset(), position);
    message += match error.code() {
        XPathErrorCode::UndeclaredPrefix => " (pass namespaces={prefix: url})",
        XPathErrorCode::UnknownVariable => " (pass variables={name: value})",
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

/// Returns a `SourceError` with the `Node` instead of its id, and with Python's argument `widen` in the message.
pub(crate) fn source_error(py: Python<'_>, mut error: SourceError, node: Option<Node>, is_widened: bool) -> PyErr {
    error.node = None;
    let message = error.to_string().replace(", or set `widen`", if is_widened { "" } else { ", or pass widen=True" });
    let message = match node {
        Some(_) => format!("the node `error.node` cannot be written: {message}"),
        None => message,
    };
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

/// Returns the error for a node that a discarded or unfinished edit created.
pub(crate) fn no_such_node() -> PyErr {
    PyLookupError::new_err(
        "the document does not contain this node: it was created in an edit that was discarded or has not ended",
    )
}

pub(crate) fn parse_errors<'py>(
    py: Python<'py>,
    errors: &[ParseError],
    lines: &LineIndex<'_>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let class = parse_error_class(py)?;
    let make = |error: &ParseError| {
        let LineColumn { line, column } = lines.line_column(error.span.start);
        let code = error.code;
        let fields = (code.as_str(), error.span.start, error.span.end, line, column, code.message());
        class.call1(fields)
    };
    errors.iter().map(make).collect()
}

pub(crate) fn span<'py>(py: Python<'py>, start: u32, end: u32) -> PyResult<Bound<'py, PyAny>> {
    span_class(py)?.call1(PyTuple::new(py, [start, end])?)
}
