mod counts;

use crate::arguments::{Common, Format, FormatArgument};
use crate::json;
use crate::output::{Headers, Layout};
use crate::page::Page;
use crate::page_command::{Findings, PageCommand};
use crate::style::{FAINT, NAME, Paint, STRONG};
use clap::Args;
use counts::{Counts, Embedded, sorted};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};

pub(crate) const EXAMPLES: &str = "\
For several pages, the text format prints totals, and the JSON formats print each page separately. Lengths are in bytes as UTF-8; \"size\" is the size of the \
file. The contents of <template> are included. The content of scripts and style sheets is counted separately, not as text.

Examples:
  limpid stats page.html
  limpid stats site/
  limpid stats --format json page.html | jq '.[].elements'
  limpid stats --format ndjson site/ | jq -r 'select(.depth > 30).file'";

#[derive(Args, Debug)]
pub(crate) struct Stats {
    #[command(flatten)]
    pub(crate) common: Common,

    #[command(flatten)]
    pub(crate) output: FormatArgument,

    #[arg(skip)]
    totals: Mutex<Counts>,
}

impl PageCommand for Stats {
    fn layout(&self, format: Format, has_several_pages: bool) -> Layout {
        match format {
            Format::Text => Layout::Plain,
            _ => Layout::new(format, has_several_pages, Headers::None),
        }
    }

    fn page(&self, page: &Page<'_>, out: &mut dyn Write) -> io::Result<Findings> {
        let document = page.parse_with(true, false);
        let counts = Counts::of(&document, page.source.bytes.len());
        match self.output.format {
            Format::Text => self.totals.lock().unwrap_or_else(PoisonError::into_inner).add(&counts),
            Format::Json | Format::Ndjson => json::object(out, page, &counts.to_json())?,
        }
        Ok(Findings::None)
    }

    fn end(&self, _: bool, has_several_pages: bool, paint: Paint, out: &mut dyn Write) -> io::Result<()> {
        let totals = self.totals.lock().unwrap_or_else(PoisonError::into_inner);
        match self.output.format {
            Format::Text if totals.pages > 0 => write_table(&totals, has_several_pages, paint, out),
            _ => Ok(()),
        }
    }
}

fn write_table(counts: &Counts, has_several_pages: bool, paint: Paint, out: &mut dyn Write) -> io::Result<()> {
    let names = |names: &BTreeMap<&'static str, u64>| {
        let sorted = sorted(names.iter().map(|(name, count)| (*name, *count))).into_iter();
        let names =
            sorted.map(|(name, count)| if has_several_pages { format!("{name} ({count})") } else { name.to_owned() });
        names.collect::<Vec<_>>().join(", ")
    };
    let embedded = |Embedded { count, external, bytes }: &Embedded| {
        let note = format!("({external} external; {bytes} bytes inline)");
        format!("{count} {}", paint.paint(FAINT, note))
    };
    let row = |what: &str, value: &str, out: &mut dyn Write| {
        writeln!(out, "{}{value}", paint.paint(STRONG, format!("{what:<12}")))
    };
    if has_several_pages {
        row("pages", &counts.pages.to_string(), out)?;
    }
    row("size", &format!("{} bytes", counts.bytes), out)?;
    row("encoding", &names(&counts.encodings), out)?;
    row("mode", &names(&counts.modes), out)?;
    row("nodes", &counts.nodes.to_string(), out)?;
    row("depth", &counts.depth.to_string(), out)?;
    row("attributes", &counts.attributes.to_string(), out)?;
    row("texts", &format!("{}, {} bytes", counts.texts, counts.text_bytes), out)?;
    row("comments", &counts.comments.to_string(), out)?;
    row("scripts", &embedded(&counts.scripts), out)?;
    row("styles", &embedded(&counts.styles), out)?;
    row("errors", &counts.error_count().to_string(), out)?;
    for (code, count) in sorted(counts.errors.iter().map(|(code, count)| (code.as_str(), *count))) {
        writeln!(out, "{count:>8}    {}", paint.paint(NAME, code))?;
    }
    row("elements", &counts.element_count().to_string(), out)?;
    for (name, count) in sorted(counts.elements.iter().map(|(name, count)| (name.as_str(), *count))) {
        writeln!(out, "{count:>8}    {}", paint.paint(NAME, name.replace(char::is_control, "\u{fffd}")))?;
    }
    Ok(())
}
