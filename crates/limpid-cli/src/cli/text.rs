//! `limpid text`: the text of a page.

use crate::arguments::{Common, FormatArgument};
use crate::json;
use crate::page::Page;
use crate::page_command::{Findings, PageCommand};
use clap::Args;
use limpid::NodeRef;
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

impl PageCommand for Text {
    fn page(&self, page: &Page<'_>, out: &mut dyn Write) -> io::Result<Findings> {
        let document = page.parse();
        json::text(out, page, self.output.format, "text", |f| match self {
            Text { rendered: true, .. } => document.root().write_inner_text(f),
            Text { markdown: true, .. } => document.root().write_markdown(f),
            _ => document.descendants().filter_map(NodeRef::text).try_for_each(|text| f.write_str(text)),
        })?;
        Ok(Findings::None)
    }
}
