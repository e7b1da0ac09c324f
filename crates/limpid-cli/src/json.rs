//! JSON written as it comes, so that neither the size nor the depth of a page matters.

use serde_json::Value;
use std::fmt;
use std::io::{self, Write};

/// Writes a string.
pub(crate) fn string(out: &mut dyn Write, text: &str) -> io::Result<()> {
    Ok(serde_json::to_writer(out, text)?)
}

/// Writes a line with an object that has one member: a string, written as it is displayed.
pub(crate) fn object_of_text(out: &mut dyn Write, name: &str, text: impl fmt::Display) -> io::Result<()> {
    write!(out, "{{\"{name}\":")?;
    serde_json::to_writer(&mut *out, &format_args!("{text}"))?;
    out.write_all(b"}\n")
}

/// An array with a line for each item.
pub(crate) struct Array<'o> {
    out: &'o mut dyn Write,
    is_empty: bool,
}

impl<'o> Array<'o> {
    pub(crate) fn start(out: &'o mut dyn Write) -> io::Result<Array<'o>> {
        out.write_all(b"[")?;
        Ok(Array { out, is_empty: true })
    }

    pub(crate) fn item(&mut self, item: &Value) -> io::Result<()> {
        self.out.write_all(if self.is_empty { b"\n" } else { b",\n" })?;
        self.is_empty = false;
        Ok(serde_json::to_writer(&mut *self.out, item)?)
    }

    pub(crate) fn finish(self) -> io::Result<()> {
        self.out.write_all(if self.is_empty { b"]\n" } else { b"\n]\n" })
    }
}
