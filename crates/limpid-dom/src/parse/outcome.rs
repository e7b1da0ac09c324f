//! The results of parsing in chunks and from readers.

use crate::{Document, NodeId};
use std::{error, fmt, io};

/// The state of a [`Parser`](crate::Parser) after a call. You may ignore it: [`Parser::running_script`](crate::Parser::running_script) also
/// returns the script that has to run.
///
/// ```
/// use limpid::{ParseOptions, ParseOutcome, Parser, ScriptingMode};
/// let mut parser = Parser::new(ParseOptions::new().scripting(ScriptingMode::Normal).pause_at_scripts(true));
/// assert_eq!(parser.feed("<p>Tea"), ParseOutcome::NeedInput);
/// let ParseOutcome::Script(script) = parser.feed("<script>run()</script>") else { panic!("no script") };
/// assert_eq!(parser.document().node(script).unwrap().text_content(), "run()");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ParseOutcome {
    /// All input was parsed. If an outer script is still running when [`Parser::write`](crate::Parser::write) or
    /// [`Parser::resume`](crate::Parser::resume) returns this, continue with that script.
    NeedInput,
    /// This `script` element is complete: run it, then call [`Parser::resume`](crate::Parser::resume).
    /// Only returned with [`ParseOptions::pause_at_scripts`](crate::ParseOptions::pause_at_scripts).
    Script(NodeId),
}

/// The error of a reader that failed, with the partial document. `?` converts it into the reader's [`io::Error`].
///
/// ```
/// use std::error::Error;
/// use std::io::{self, Read};
///
/// struct Broken;
///
/// impl Read for Broken {
///     fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
///         Err(io::Error::other("unplugged"))
///     }
/// }
///
/// let error = limpid::parse_reader((&b"<p>Tea"[..]).chain(Broken)).unwrap_err();
/// assert_eq!(error.document.text_content(), "Tea");
/// assert_eq!(error.to_string(), "the input could not be read to its end");
/// assert_eq!(error.source().unwrap().to_string(), "unplugged");
/// assert_eq!(io::Error::from(error).to_string(), "unplugged");
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct ReadError {
    /// The reader's error.
    pub error: io::Error,
    /// The document for the input that was read. Boxed to keep the error small.
    pub document: Box<Document<'static>>,
}

impl fmt::Display for ReadError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the input could not be read to its end")
    }
}

impl error::Error for ReadError {
    #[inline]
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        Some(&self.error)
    }
}

impl From<ReadError> for io::Error {
    #[inline]
    fn from(error: ReadError) -> io::Error {
        error.error
    }
}
