//! `limpid encoding`: which encoding a page is in, how that is known, and how surely.

use crate::arguments::{Common, Format, FormatArgument};
use crate::json;
use crate::output::{Headers, Layout};
use crate::page::Page;
use crate::page_command::{Findings, PageCommand};
use crate::style::{FAINT, NAME};
use clap::Args;
use limpid::EncodingSource;
use limpid::encoding::Confidence;
use serde_json::json;
use std::io::{self, Write};

pub(crate) const EXAMPLES: &str = "\
Prints the name of the encoding, where it comes from, and the standard's confidence: a meta element in the page could still have changed a tentative \
encoding. A page that declares nothing is UTF-8 if it looks like it: if, in 1,024 bytes from the first non-ASCII byte on, more than twice as many \
multi-byte sequences are valid as are invalid. Otherwise it is windows-1252, or with --detect the encoding that its bytes suggest; --detect looks \
at 64 KiB.

Examples:
  limpid encoding page.html
  limpid encoding site/ | grep -v ': UTF-8'
  limpid encoding --detect old.html
  limpid encoding --format json page.html | jq -r '.[].encoding'";

#[derive(Args, Debug)]
pub(crate) struct EncodingCommand {
    #[command(flatten)]
    pub(crate) common: Common,
    #[command(flatten)]
    pub(crate) output: FormatArgument,
}

impl PageCommand for EncodingCommand {
    fn layout(&self, format: Format, are_many: bool) -> Layout {
        match format {
            // One line a page, with its name.
            Format::Text => Layout::Plain,
            _ => Layout::new(format, are_many, Headers::None),
        }
    }

    fn page(&self, page: &Page<'_>, out: &mut dyn Write) -> io::Result<Findings> {
        // Parsed as a whole: a meta element anywhere may change the encoding.
        let document = page.parse();
        let encoding = document.encoding().unwrap_or("UTF-8");
        let source = document.encoding_source().map_or("text", EncodingSource::as_str);
        // Of a fragment the standard has none.
        let confidence = document.encoding_confidence().unwrap_or(Confidence::Irrelevant);
        if self.output.format == Format::Text {
            if page.is_one_of_many {
                out.write_all(&page.name_bytes())?;
                write!(out, ": ")?;
            }
            let name = page.paint.paint(NAME, encoding);
            writeln!(out, "{name}, {confidence} {}", page.paint.paint(FAINT, format_args!("({source})")))?;
        } else {
            let answer = json!({ "encoding": encoding, "source": source, "confidence": confidence });
            json::object(out, page, &answer)?;
        }
        Ok(Findings::None)
    }
}
