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
Prints the encoding, its confidence as defined by the HTML Standard, and how it was determined. \"tentative\" means that a meta element could still have changed the \
encoding.

A page without a declaration is read as UTF-8 if it looks like UTF-8: in the 1,024 bytes that start with the first non-ASCII byte, more than twice as many \
multi-byte sequences must be valid as invalid. Otherwise the encoding is windows-1252, or with --detect a guess from the first 64 KiB.

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
    fn layout(&self, format: Format, has_several_pages: bool) -> Layout {
        match format {
            // Each line names its page.
            Format::Text => Layout::Plain,
            _ => Layout::new(format, has_several_pages, Headers::None),
        }
    }

    fn page(&self, page: &Page<'_>, out: &mut dyn Write) -> io::Result<Findings> {
        // The whole page is parsed, because a meta element anywhere may change the encoding.
        let document = page.parse();
        let encoding = document.encoding().unwrap_or("UTF-8");
        let source = document.encoding_source().map_or("text", EncodingSource::as_str);
        // The standard defines no confidence for fragments.
        let confidence = document.encoding_confidence().unwrap_or(Confidence::Irrelevant);
        if self.output.format == Format::Text {
            if page.is_one_of_many {
                out.write_all(&page.name_bytes())?;
                write!(out, ": ")?;
            }
            let name = page.paint.paint(NAME, encoding);
            writeln!(out, "{name}, {confidence} {}", page.paint.paint(FAINT, format_args!("({source})")))?;
        } else {
            let object = json!({ "encoding": encoding, "source": source, "confidence": confidence });
            json::object(out, page, &object)?;
        }
        Ok(Findings::None)
    }
}
