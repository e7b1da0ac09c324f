//! Streaming JSON output: memory does not grow with the size or the depth of a page.
//!
//! Commands write one object per line. The first member of each object names the file of the page. The printer joins the lines into one array
//! (`json`), or leaves them as they are (`ndjson`).

use crate::page::Page;
use limpid::Namespace;
use serde::Serialize;
use serde_json::Value;
use std::io::{self, Write};

/// Writes a value on one line. Escapes control characters, which a terminal could execute, and U+2028 and U+2029, which some readers
/// treat as line ends.
pub(crate) fn value(out: &mut dyn Write, value: &(impl Serialize + ?Sized)) -> io::Result<()> {
    let is_escaped = |character: char| character.is_control() || matches!(character, '\u{2028}' | '\u{2029}');
    limpid_report::json::write(out, value, is_escaped)
}

/// Writes the start of an object: the brace and the members that identify the page.
pub(crate) fn start(out: &mut dyn Write, page: &Page<'_>) -> io::Result<()> {
    out.write_all(b"{\"file\":")?;
    value(out, &page.name().file())?;
    if let Some(url) = &page.name().url {
        out.write_all(b",\"page_url\":")?;
        value(out, url)?;
    }
    if let Some(record) = &page.source.record {
        out.write_all(b",\"record\":")?;
        value(out, record)?;
    }
    Ok(())
}

pub(crate) fn member(out: &mut dyn Write, name: &str, member: &(impl Serialize + ?Sized)) -> io::Result<()> {
    out.write_all(b",")?;
    value(out, name)?;
    out.write_all(b":")?;
    value(out, member)
}

/// Writes an object about a page, or about an item on it. The members of `object` follow those that identify the page.
pub(crate) fn object(out: &mut dyn Write, page: &Page<'_>, object: &Value) -> io::Result<()> {
    start(out, page)?;
    for (name, value) in object.as_object().into_iter().flatten() {
        member(out, name, value)?;
    }
    out.write_all(b"}\n")
}

/// Returns the name of a namespace, as `--fragment` accepts it.
pub(crate) fn namespace(namespace: Namespace) -> &'static str {
    match namespace {
        Namespace::Svg => "svg",
        Namespace::MathMl => "math",
        _ => "html",
    }
}
