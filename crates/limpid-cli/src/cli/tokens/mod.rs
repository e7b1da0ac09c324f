mod html;
mod list;
mod xml;

use crate::arguments::{Common, Format, FormatArgument};
use crate::json;
use crate::page::Page;
use crate::page_command::{Findings, PageCommand};
use clap::Args;
use list::{Listing, Output};
use std::io::{self, Write};

pub(crate) const EXAMPLES: &str = "\
Each line contains the kind of the token, its start and end as line:column, and its content. The end is the position after the token; columns count \
characters. The tokens are the ones that the tree builder receives, so the content of a <script> is a single text.

Examples:
  limpid tokens page.html
  limpid tokens page.html | grep '^start-tag .*<img'
  limpid tokens --format json page.html | jq '.[].tokens[] | select(.type == \"comment\").data'";

#[derive(Args, Debug)]
pub(crate) struct Tokens {
    #[command(flatten)]
    pub(crate) common: Common,
    #[command(flatten)]
    pub(crate) output: FormatArgument,
}

impl PageCommand for Tokens {
    fn page(&self, page: &Page<'_>, out: &mut dyn Write) -> io::Result<Findings> {
        // Parse the page first, to decode it: a meta element can change the encoding during parsing. Then tokenize the decoded source.
        let document = page.parse();
        let output = match self.output.format {
            Format::Text => Output::Text(out, page.paint),
            Format::Json | Format::Ndjson => {
                json::start(out, page)?;
                out.write_all(b",\"tokens\":[")?;
                Output::Json { out, is_empty: true }
            }
        };
        let mut listing = Listing::new(document.source(), output);
        let list = if page.parsing.xml { xml::list } else { html::list };
        list(page, document.source(), &mut listing);
        listing.finish()?;
        Ok(Findings::None)
    }
}
