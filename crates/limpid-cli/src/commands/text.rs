//! `limpid text`: the text of a page.

use crate::arguments::Format;
use crate::json;
use crate::page::Page;
use limpid::{Document, NodeRef};
use std::fmt;
use std::io::{self, Write};

pub(crate) fn run(page: &Page, out: &mut dyn Write) -> io::Result<()> {
    let document = page.parse();
    let text = TextContent(&document);
    match page.format() {
        Format::Text => write!(out, "{text}"),
        Format::Json => json::object_of_text(out, "text", text),
    }
}

/// Displays the text content of a document, without making a string of all of it.
struct TextContent<'d>(&'d Document<'d>);

impl fmt::Display for TextContent<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.descendants().filter_map(NodeRef::text).try_for_each(|text| f.write_str(text))
    }
}
