//! `limpid stats`: what there is in pages, counted.

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
Of several pages the text has the sums, JSON each page by itself. Lengths are in bytes of UTF-8, the size is that of the \
file. What is in a <template> counts, too; text in scripts and style sheets is counted with those.

Examples:
  limpid stats page.html
  limpid stats site/
  limpid stats --format json page.html | jq .elements
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
    fn layout(&self, format: Format, are_many: bool) -> Layout {
        match format {
            Format::Text => Layout::Silent,
            _ => Layout::new(format, are_many, Headers::None),
        }
    }

    fn page(&self, page: &Page<'_>, out: &mut dyn Write) -> io::Result<Findings> {
        let document = page.parse_with_errors();
        let counts = Counts::of(&document, page.source.bytes.len());
        match self.output.format {
            Format::Text => self.totals.lock().unwrap_or_else(PoisonError::into_inner).add(&counts),
            Format::Json | Format::Ndjson => json::object(out, page, &counts.to_json())?,
        }
        Ok(Findings::None)
    }

    fn end(&self, are_many: bool, paint: Paint, out: &mut dyn Write) -> io::Result<()> {
        let totals = self.totals.lock().unwrap_or_else(PoisonError::into_inner);
        match self.output.format {
            Format::Text if totals.pages > 0 => Table { paint, out }.write(&totals, are_many),
            _ => Ok(()),
        }
    }
}

/// Writes counts for people.
struct Table<'o> {
    paint: Paint,
    out: &'o mut dyn Write,
}

impl Table<'_> {
    fn write(&mut self, counts: &Counts, are_many: bool) -> io::Result<()> {
        if are_many {
            self.row("pages", &counts.pages.to_string())?;
        }
        self.row("size", &format!("{} bytes", counts.bytes))?;
        self.row("encoding", &self.names(&counts.encodings, are_many))?;
        self.row("mode", &self.names(&counts.modes, are_many))?;
        self.row("nodes", &counts.nodes.to_string())?;
        self.row("depth", &counts.depth.to_string())?;
        self.row("attributes", &counts.attributes.to_string())?;
        self.row("texts", &format!("{}, {} bytes", counts.texts, counts.text_bytes))?;
        self.row("comments", &counts.comments.to_string())?;
        self.embedded("scripts", &counts.scripts)?;
        self.embedded("styles", &counts.styles)?;
        self.row("errors", &counts.error_count().to_string())?;
        for (code, count) in sorted(counts.errors.iter().map(|(code, count)| (code.as_str(), *count))) {
            self.item(code, count)?;
        }
        self.row("elements", &counts.element_count().to_string())?;
        for (name, count) in sorted(counts.elements.iter().map(|(name, count)| (name.as_str(), *count))) {
            self.item(&name.replace(char::is_control, "\u{fffd}"), count)?;
        }
        Ok(())
    }

    fn row(&mut self, what: &str, value: &str) -> io::Result<()> {
        let what = format!("{what:<12}");
        writeln!(self.out, "{}{value}", self.paint.paint(STRONG, what))
    }

    fn item(&mut self, what: &str, count: u64) -> io::Result<()> {
        writeln!(self.out, "{count:>8}    {}", self.paint.paint(NAME, what))
    }

    fn embedded(&mut self, what: &str, Embedded { count, external, bytes }: &Embedded) -> io::Result<()> {
        let note = format!("({external} external; {bytes} bytes inline)");
        let note = self.paint.paint(FAINT, note).to_string();
        self.row(what, &format!("{count} {note}"))
    }

    fn names(&self, names: &BTreeMap<&'static str, u64>, are_many: bool) -> String {
        let names = sorted(names.iter().map(|(name, count)| (*name, *count))).into_iter();
        let names = names.map(|(name, count)| if are_many { format!("{name} ({count})") } else { name.to_owned() });
        names.collect::<Vec<_>>().join(", ")
    }
}
