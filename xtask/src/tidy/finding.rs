//! A finding of a rule.

use std::fmt;

/// A place that breaks a rule.
#[derive(Debug)]
pub struct Finding {
    /// The path of the file, relative to the root of the workspace.
    pub path: String,
    /// The line number, starting at 1.
    pub line: usize,
    /// What is wrong and how to fix it.
    pub message: String,
}

impl Finding {
    pub(super) fn new(path: &str, line: usize, message: impl Into<String>) -> Self {
        Self { path: path.to_owned(), line, message: message.into() }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.path, self.line, self.message)
    }
}
