//! `limpid html`: the page as a browser would serialize it.

use crate::arguments::Format;
use crate::json;
use crate::page::Page;
use limpid::{Document, SerializeOptions};
use std::fmt;
use std::io::{self, Write};

pub(crate) fn run(page: &Page, out: &mut dyn Write) -> io::Result<()> {
    let document = page.parse();
    let html = Html(&document);
    match page.format() {
        Format::Text => write!(out, "{html}"),
        Format::Json => json::object_of_text(out, "html", html),
    }
}

/// Displays a document as HTML, without making a string of all of it.
struct Html<'d>(&'d Document<'d>);

impl fmt::Display for Html<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write_html(f, &SerializeOptions::default().scripting(self.0.scripting()))
    }
}
