//! `limpid text`: the text of a page.

use crate::arguments::{Common, Format, FormatArgument};
use crate::json;
use crate::page::Page;
use crate::page_command::{Findings, PageCommand};
use clap::Args;
use limpid::NodeRef;
use std::io::{self, Write};

pub(crate) const EXAMPLES: &str = "\
Prints what a reader sees of the page, as element.innerText gives it in a browser. With --text-content, what \
element.textContent gives, scripts and style sheets included, to the byte: no line end is added. Of XML it is always that.

Examples:
  limpid text page.html | wc -w
  curl -s https://example.com | limpid text | less
  limpid text --markdown page.html > page.md
  limpid text --format json page.html | jq -r .text";

#[derive(Args, Debug)]
pub(crate) struct Text {
    #[command(flatten)]
    pub(crate) common: Common,

    /// Print the text of all nodes as it is in the tree, scripts and style sheets included
    #[arg(long, help_heading = "Output", conflicts_with = "markdown")]
    text_content: bool,

    /// Print the text as Markdown: headings, lists, links, tables
    #[arg(long, help_heading = "Output")]
    markdown: bool,

    #[command(flatten)]
    pub(crate) output: FormatArgument,
}

impl PageCommand for Text {
    fn page(&self, page: &Page<'_>, out: &mut dyn Write) -> io::Result<Findings> {
        let document = page.parse();
        let is_content = self.text_content || page.parsing.xml;
        let is_json = self.output.format != Format::Text;
        json::text(out, page, self.output.format, "text", |f| match self {
            Text { markdown: true, .. } => document.root().write_markdown(f),
            _ if is_content => document.descendants().filter_map(NodeRef::text).try_for_each(|text| f.write_str(text)),
            _ => {
                let text = document.root().inner_text();
                f.write_str(&text)?;
                // For people, and for commands that count lines.
                if text.is_empty() || text.ends_with('\n') || is_json { Ok(()) } else { f.write_str("\n") }
            }
        })?;
        Ok(Findings::None)
    }
}
