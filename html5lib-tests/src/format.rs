//! The formats of the suites, one module each. A reader parses the bytes of a file into cases.

mod dat;
mod json_string;

pub mod encoding;
pub mod sanitizer;
pub mod serializer;
pub mod source_edits;
pub mod tokenizer;
pub mod tree_construction;
pub mod xml_tokenizer;
pub mod xpath;

use std::fmt;

/// A syntax error in a suite file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatError {
    /// The line of the error, starting at 1, if known.
    pub line: Option<usize>,
    /// The description of the error.
    pub message: String,
}

impl FormatError {
    fn at(line: usize, message: impl Into<String>) -> Self {
        Self { line: Some(line), message: message.into() }
    }
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for FormatError {}

impl From<serde_json::Error> for FormatError {
    fn from(error: serde_json::Error) -> Self {
        // serde_json appends the position to its message. `Display` writes the line first, as for all formats.
        let place = format!(" at line {} column {}", error.line(), error.column());
        let text = error.to_string();
        let message = text.strip_suffix(&place).unwrap_or(&text);
        Self { line: (error.line() > 0).then_some(error.line()), message: message.to_owned() }
    }
}
