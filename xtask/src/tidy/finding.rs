//! The result of a rule: a place, and the rule's complaint.

use std::fmt;

/// A place that breaks a rule.
#[derive(Debug)]
pub struct Finding {
    /// The file, from the workspace's root.
    pub path: String,
    /// The line, from 1.
    pub line: usize,
    /// The rule's complaint and the remedy.
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
