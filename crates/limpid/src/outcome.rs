//! The results of parsing in pieces and from readers.

use crate::{Document, NodeId};
use std::{error, fmt, io};

/// The state of a [`Parser`](crate::Parser) after a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParseOutcome {
    /// All input is used up. After [`Parser::write`](crate::Parser::write) or [`Parser::resume`](crate::Parser::resume)
    /// inside another script: go on with that script.
    NeedInput,
    /// This `script` element is complete, and the parser waits: run it, then [`Parser::resume`](crate::Parser::resume).
    /// Only with [`ParseOptions::pause_at_scripts`](crate::ParseOptions::pause_at_scripts).
    Script(NodeId),
}

/// A reader that failed midway: its error, and the tree of what it gave before.
#[derive(Debug)]
pub struct ReadError {
    /// The reader's error.
    pub error: io::Error,
    /// The document so far, ended there. Boxed, as an error should be small.
    pub document: Box<Document<'static>>,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the input could not be read to its end: {}", self.error)
    }
}

impl error::Error for ReadError {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        Some(&self.error)
    }
}
