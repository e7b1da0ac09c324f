use super::matches::selector;
use crate::arguments::{Common, ExitZero, Format, Globals, positive, text};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::json;
use crate::output::{Headers, Layout};
use crate::page::Page;
use crate::page_command::{Findings, PageCommand};
use crate::run::run;
use anstyle::Style;
use clap::{Args, ValueEnum};
use limpid::{LineIndex, NodeRef, Selector, Table};
use serde_json::json;
use std::io::{self, Write};
use std::num::NonZeroUsize;

pub(crate) const EXAMPLES: &str = "\
Cells contain the text that a browser shows, at their position in the grid of the standard's table model. The header consists of the rows in <thead>, or of \
the first rows that contain only <th>; several header rows are joined with \" / \". Tables without cells are skipped, and so are layout tables, unless \
--select selects them. A nested table is printed as a table of its own, and its text is also in the outer cell.

Spreadsheets interpret cells that start with =, +, - or @ as formulas. Values are printed unchanged, so check the output of pages that you do not trust.

Examples:
  limpid tables page.html
  limpid tables --table 2 page.html > prices.csv
  limpid tables --select table.wikitable --repeat page.html
  limpid tables --select table page.html      include layout tables
  limpid tables --format json page.html | jq -c '.[] | {caption, header}'
  limpid tables --format ndjson site/ > tables.ndjson";

#[derive(Args, Debug)]
pub(crate) struct Tables {
    #[command(flatten)]
    pub(crate) common: Common,

    /// Print only the tables that match this selector
    #[arg(long, value_name = "CSS", value_parser = text(selector), help_heading = "Output")]
    select: Option<Selector>,

    /// Print only the table with this number on each page, counted from 1
    #[arg(long, value_name = "N", value_parser = text(positive), help_heading = "Output")]
    table: Option<NonZeroUsize>,

    /// Repeat the text of a cell in all positions that it spans, instead of leaving them empty
    #[arg(long, help_heading = "Output")]
    repeat: bool,

    #[command(flatten)]
    exit_zero: ExitZero,

    /// Output format
    ///
    /// csv separates tables with an empty line. json prints one array with an object for each table, and ndjson prints one object per line.
    #[arg(long, value_name = "FORMAT", default_value = "csv", help_heading = "Output")]
    format: TableFormat,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum TableFormat {
    Csv,
    Json,
    Ndjson,
}

impl Tables {
    pub(crate) fn run(&self, globals: &Globals) -> Result<Exit, Failure> {
        let format = match self.format {
            TableFormat::Csv => Format::Text,
            TableFormat::Json => Format::Json,
            TableFormat::Ndjson => Format::Ndjson,
        };
        run(self, &self.common, format, globals)
    }
}

impl PageCommand for Tables {
    fn layout(&self, format: Format, has_several_pages: bool) -> Layout {
        Layout::new(format, has_several_pages, Headers::None)
    }

    fn page(&self, page: &Page<'_>, out: &mut dyn Write) -> io::Result<Findings> {
        let is_csv = self.format == TableFormat::Csv;
        let document = page.parse_with(false, !is_csv);
        let lines = LineIndex::new(document.source());
        let tables: Box<dyn Iterator<Item = Table<'_>>> = match &self.select {
            Some(selector) => Box::new(document.select(selector).filter_map(NodeRef::table)),
            None => Box::new(document.tables().filter(|table| !table.rendered().is_layout())),
        };
        let tables = tables.filter(|table| !table.rendered().cells().is_empty());
        let numbered = tables.zip(1..).filter(|(_, number)| self.table.is_none_or(|wanted| wanted.get() == *number));
        let mut findings = Findings::None;
        for (table, number) in numbered {
            let text = table.text(self.repeat);
            if is_csv {
                if findings == Findings::Some {
                    writeln!(out)?;
                }
                write!(out, "{}", page.paint.content(Style::new(), text.to_csv()))?;
            } else {
                let place = table.element().start_tag().map(|tag| lines.line_column(tag.start));
                let object = json!({
                    "table": number,
                    "line": place.map(|place| place.line),
                    "column": place.map(|place| place.column),
                    "caption": text.caption,
                    "header": text.header,
                    "rows": text.rows,
                });
                json::object(out, page, &object)?;
            }
            findings = Findings::Some;
        }
        Ok(findings)
    }

    fn is_negative(&self, has_findings: bool) -> bool {
        !has_findings && !self.exit_zero.exit_zero
    }
}
