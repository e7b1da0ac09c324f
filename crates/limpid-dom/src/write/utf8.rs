//! Writes text to a byte writer, and keeps its I/O error, which [`fmt::Error`] cannot carry.

use core::fmt;
use std::io;

/// Adapts a byte writer to [`fmt::Write`].
pub(super) struct Utf8<W> {
    out: W,
    error: Option<io::Error>,
}

pub(super) fn write_utf8<W: io::Write>(out: W, write: impl FnOnce(&mut Utf8<W>) -> fmt::Result) -> io::Result<()> {
    let mut out = Utf8 { out, error: None };
    match (write(&mut out), out.error) {
        (Ok(()), _) => Ok(()),
        (Err(_), Some(error)) => Err(error),
        (Err(error), None) => Err(io::Error::other(error)),
    }
}

impl<W: io::Write> fmt::Write for Utf8<W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.out.write_all(text.as_bytes()).map_err(|error| {
            self.error = Some(error);
            fmt::Error
        })
    }
}
