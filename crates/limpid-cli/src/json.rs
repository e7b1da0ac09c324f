//! JSON written as it comes, so that neither the size nor the depth of a page matters.
//!
//! The JSON of a page that is alone stands by itself, spread over lines. Of pages that are listed, in one array or one a line,
//! each is one object on one line, with the name of its file first, and its URL if that is known.

use crate::arguments::Format;
use crate::page::Page;
use limpid::Namespace;
use serde::Serialize;
use serde_json::ser::Formatter;
use serde_json::{Serializer, Value};
use std::fmt;
use std::io::{self, Write};

/// Writes a value on one line, as any reader takes it, and without characters that steer a terminal.
pub(crate) fn value(out: &mut dyn Write, value: &(impl Serialize + ?Sized)) -> io::Result<()> {
    let is_escaped = |character: char| character.is_control() || matches!(character, '\u{2028}' | '\u{2029}');
    value_without(out, value, is_escaped)
}

/// Writes a value on one line, with escapes for the characters that `is_escaped` names.
pub(crate) fn value_without(
    out: &mut dyn Write,
    value: &(impl Serialize + ?Sized),
    is_escaped: fn(char) -> bool,
) -> io::Result<()> {
    Ok(value.serialize(&mut Serializer::with_formatter(out, Escaping(is_escaped)))?)
}

struct Escaping(fn(char) -> bool);

impl Formatter for Escaping {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, out: &mut W, fragment: &str) -> io::Result<()> {
        let mut written = 0;
        for (at, character) in fragment.char_indices().filter(|&(_, character)| (self.0)(character)) {
            out.write_all(&fragment.as_bytes()[written..at])?;
            for unit in character.encode_utf16(&mut [0; 2]) {
                write!(out, "\\u{unit:04x}")?;
            }
            written = at + character.len_utf8();
        }
        out.write_all(&fragment.as_bytes()[written..])
    }
}

/// Writes the members that name a page that is listed, with a comma after each; nothing for one that is not.
pub(crate) fn page_members(out: &mut dyn Write, page: &Page<'_>) -> io::Result<()> {
    if !page.is_listed {
        return Ok(());
    }
    out.write_all(b"\"file\":")?;
    value(out, &page.name().file())?;
    if let Some(url) = &page.name().url {
        out.write_all(b",\"url\":")?;
        value(out, url)?;
    }
    if let Some(record) = &page.source.record {
        out.write_all(b",\"record\":")?;
        value(out, record)?;
    }
    out.write_all(b",")
}

/// Writes the line end after the value of a page that is alone.
pub(crate) fn end(out: &mut dyn Write, page: &Page<'_>) -> io::Result<()> {
    if page.is_listed { Ok(()) } else { out.write_all(b"\n") }
}

/// Writes an object, which names its page if that is listed.
pub(crate) fn members(out: &mut dyn Write, page: &Page<'_>, object: &Value) -> io::Result<()> {
    out.write_all(b"{")?;
    page_members(out, page)?;
    for (count, (name, member)) in object.as_object().into_iter().flatten().enumerate() {
        if count > 0 {
            out.write_all(b",")?;
        }
        value(out, name)?;
        out.write_all(b":")?;
        value(out, member)?;
    }
    out.write_all(b"}")
}

/// Writes an object, which is all that there is about its page.
pub(crate) fn object(out: &mut dyn Write, page: &Page<'_>, object: &Value) -> io::Result<()> {
    members(out, page, object)?;
    end(out, page)
}

/// Writes the one text that a command makes of a page: as it is, or as the member of an object.
pub(crate) fn text(
    out: &mut dyn Write,
    page: &Page<'_>,
    format: Format,
    name: &str,
    write: impl Fn(&mut fmt::Formatter<'_>) -> fmt::Result,
) -> io::Result<()> {
    let text = Written(write);
    if format == Format::Text {
        return write!(out, "{text}");
    }
    out.write_all(b"{")?;
    page_members(out, page)?;
    write!(out, "\"{name}\":")?;
    value(out, &format_args!("{text}"))?;
    out.write_all(b"}")?;
    end(out, page)
}

/// Displays what a function writes, without making a string of all of it.
struct Written<F>(F);

impl<F: Fn(&mut fmt::Formatter<'_>) -> fmt::Result> fmt::Display for Written<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0(f)
    }
}

/// An array with a line for each item; of a page that is listed, a member of its object.
pub(crate) struct Array<'o> {
    out: &'o mut dyn Write,
    is_empty: bool,
    is_listed: bool,
}

impl<'o> Array<'o> {
    pub(crate) fn start(out: &'o mut dyn Write, page: &Page<'_>, name: &str) -> io::Result<Array<'o>> {
        if page.is_listed {
            out.write_all(b"{")?;
            page_members(out, page)?;
            write!(out, "\"{name}\":")?;
        }
        out.write_all(b"[")?;
        Ok(Array { out, is_empty: true, is_listed: page.is_listed })
    }

    pub(crate) fn item(&mut self, item: &(impl Serialize + ?Sized)) -> io::Result<()> {
        self.out.write_all(match (self.is_empty, self.is_listed) {
            (true, true) => b"",
            (false, true) => b",",
            (true, false) => b"\n",
            (false, false) => b",\n",
        })?;
        self.is_empty = false;
        value(self.out, item)
    }

    pub(crate) fn finish(self) -> io::Result<()> {
        self.out.write_all(match (self.is_empty, self.is_listed) {
            (_, true) => b"]}",
            (true, false) => b"]\n",
            (false, false) => b"\n]\n",
        })
    }
}

/// Returns the word for a namespace of HTML pages, the one that `--fragment` takes.
pub(crate) fn namespace(namespace: Namespace) -> &'static str {
    match namespace {
        Namespace::Svg => "svg",
        Namespace::MathMl => "math",
        _ => "html",
    }
}
