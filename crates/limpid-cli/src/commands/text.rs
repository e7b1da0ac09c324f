//! `limpid text`: the text of a page.

use super::{Findings, PageCommand};
use crate::arguments::{Common, Format, FormatArgument};
use crate::json;
use crate::page::Page;
use clap::Args;
use limpid::{Document, NodeRef};
use std::fmt;
use std::io::{self, Write};

pub(crate) const EXAMPLES: &str = "\
Prints what element.textContent gives in a browser, scripts and style sheets included, to the byte: no line end is added. \
With --rendered, what element.innerText gives: what is seen of the page.

Examples:
  limpid text page.html | wc -w
  limpid text --rendered page.html | less
  limpid text --markdown page.html > page.md
  limpid text --format json page.html | jq -r .text";

#[derive(Args, Debug)]
pub(crate) struct Text {
    #[command(flatten)]
    pub(crate) common: Common,

    /// Print the text as a browser shows it: paragraphs and rows on lines of their own, no scripts
    #[arg(long, help_heading = "Output", conflicts_with = "markdown")]
    rendered: bool,

    /// Print the text as Markdown: headings, lists, links, tables
    #[arg(long, help_heading = "Output")]
    markdown: bool,

    #[command(flatten)]
    pub(crate) output: FormatArgument,
}

#[derive(Clone, Copy)]
enum Kind {
    TextContent,
    Rendered,
    Markdown,
}

impl PageCommand for Text {
    fn page(&self, page: &Page<'_>, out: &mut dyn Write) -> io::Result<Findings> {
        let document = page.parse();
        let kind = match self {
            Text { rendered: true, .. } => Kind::Rendered,
            Text { markdown: true, .. } => Kind::Markdown,
            _ => Kind::TextContent,
        };
        let text = TextOf { document: &document, kind };
        match self.output.format {
            Format::Text => write!(out, "{text}")?,
            Format::Json | Format::Ndjson => json::object_of_text(out, page, "text", text)?,
        }
        Ok(Findings::None)
    }
}

/// Displays the text of a document, without making a string of all of it.
struct TextOf<'d> {
    document: &'d Document<'d>,
    kind: Kind,
}

impl fmt::Display for TextOf<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            Kind::TextContent => {
                self.document.descendants().filter_map(NodeRef::text).try_for_each(|text| f.write_str(text))
            }
            Kind::Rendered => self.document.root().write_inner_text(f),
            Kind::Markdown => self.document.root().write_markdown(f),
        }
    }
}
