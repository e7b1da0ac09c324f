mod json;
mod paint;

use crate::arguments::{Common, Format, FormatArgument};
use crate::page::Page;
use crate::page_command::{Findings, PageCommand};
use clap::Args;
use std::io::{self, Write};

pub(crate) const EXAMPLES: &str = "\
The text format is the one of html5lib-tests: one line for each node and attribute, indented by two spaces per level. In JSON, each node is an object \
with \"type\" and \"children\"; the contents of a <template> are in \"content\". With --xml, names are written as {namespace URL}prefix:name; in JSON, \
elements have \"namespace\" and \"prefix\".

Examples:
  limpid tree page.html
  echo '<b><p>Where does it end?</b>' | limpid tree
  echo '<td>1<td>2' | limpid tree --fragment tr
  limpid tree --xml drawing.svg
  limpid tree --format json page.html | jq '.[].quirks_mode'";

#[derive(Args, Debug)]
pub(crate) struct Tree {
    #[command(flatten)]
    pub(crate) common: Common,
    #[command(flatten)]
    pub(crate) output: FormatArgument,
}

impl PageCommand for Tree {
    fn page(&self, page: &Page<'_>, out: &mut dyn Write) -> io::Result<Findings> {
        let document = page.parse();
        match self.output.format {
            // The same text as `to_test_dump`, but streamed, because its size can be nodes × depth.
            Format::Text if page.paint.is_for_terminal => {
                let mut painter = paint::Painter::new(out, page.paint);
                write!(painter, "{document:?}")?;
            }
            Format::Text => write!(out, "{document:?}")?,
            Format::Json | Format::Ndjson => json::write(page, &document, out)?,
        }
        Ok(Findings::None)
    }
}
