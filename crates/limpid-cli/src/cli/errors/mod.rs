//! `limpid errors`: what is wrong with the markup, and where.

mod sarif;
mod summary;

use crate::arguments::{Common, Format};
use crate::excerpt::Excerpt;
use crate::failure::Failure;
use crate::json::Array;
use crate::output::{Headers, Layout};
use crate::page::Page;
use crate::page_command::{Findings, PageCommand};
use crate::page_errors;
use crate::run;
use crate::style::{ERROR, Paint, STRONG};
use clap::{Args, ValueEnum};
use limpid::{LineColumn, LineIndex, ParseError};
use serde_json::json;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use summary::Summary;

pub(crate) const EXAMPLES: &str = "\
Errors come in the order of the page, under the standard's own codes where it has one, with a link to its definition. \
Text that may not stand where it does counts as an error for each character, shown as one. In JSON, start and end are byte \
offsets in the page as UTF-8. A page with errors is no failure: the exit code is 0, unless --strict is given.

Examples:
  limpid errors page.html
  limpid errors page.html | grep '^page.html:' | wc -l
  limpid errors --summary site/
  limpid errors --strict --format sarif site/ > limpid.sarif
  limpid errors --format json page.html | jq -r '.[].code' | sort | uniq -c
  limpid errors --format ndjson site/ | jq -r '.file as $f | .errors[] | \"\\($f):\\(.line) \\(.code)\"'";

#[derive(Args, Debug)]
pub(crate) struct Errors {
    #[command(flatten)]
    pub(crate) common: Common,

    /// Print how often each error occurs in all pages together, in place of the errors
    #[arg(long, help_heading = "Output")]
    summary: bool,

    /// Exit with 1 if there are errors
    #[arg(long, help_heading = "Output")]
    strict: bool,

    /// The format: for people; one JSON value, an array if there are several pages; one JSON object a line for each page;
    /// SARIF 2.1.0 for continuous integration
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    format: ErrorFormat,

    #[arg(skip)]
    totals: Mutex<Summary>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum ErrorFormat {
    Text,
    Json,
    Ndjson,
    Sarif,
}

impl Errors {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        if self.summary && self.format == ErrorFormat::Sarif {
            return Err(Failure::Argument(
                "--summary: cannot be given with --format sarif; give one of them".to_owned(),
            ));
        }
        let format = match self.format {
            ErrorFormat::Text => Format::Text,
            ErrorFormat::Json | ErrorFormat::Sarif => Format::Json,
            ErrorFormat::Ndjson => Format::Ndjson,
        };
        run::run(self, &self.common, format)
    }
}

impl PageCommand for Errors {
    fn layout(&self, format: Format, are_many: bool) -> Layout {
        if self.summary {
            Layout::Silent
        } else if self.format == ErrorFormat::Sarif {
            sarif::layout()
        } else {
            // Each error names its page.
            Layout::new(format, are_many, Headers::None)
        }
    }

    fn page(&self, page: &Page<'_>, out: &mut dyn Write) -> io::Result<Findings> {
        let document = page.parse_with(true, false);
        let source = document.source();
        let findings = if self.strict && !document.errors().is_empty() { Findings::Some } else { Findings::None };
        if self.summary {
            self.totals.lock().unwrap_or_else(PoisonError::into_inner).add(document.errors());
            return Ok(findings);
        }
        match self.format {
            ErrorFormat::Text => write_text(page, source, &page_errors::joined(&document), out)?,
            ErrorFormat::Json | ErrorFormat::Ndjson => {
                write_json(page, source, &page_errors::by_position(&document), out)?;
            }
            ErrorFormat::Sarif => sarif::write(page.name(), source, &page_errors::joined(&document), out)?,
        }
        Ok(findings)
    }

    fn end(&self, _are_many: bool, paint: Paint, out: &mut dyn Write) -> io::Result<()> {
        if !self.summary {
            return Ok(());
        }
        let totals = self.totals.lock().unwrap_or_else(PoisonError::into_inner);
        match self.format {
            ErrorFormat::Text => totals.write_text(paint, out),
            _ => totals.write_json(out),
        }
    }
}

fn write_text(page: &Page<'_>, source: &str, errors: &[ParseError], out: &mut dyn Write) -> io::Result<()> {
    let lines = LineIndex::new(source);
    for (count, error) in errors.iter().enumerate() {
        if count > 0 {
            writeln!(out)?;
        }
        let place = format!(":{}:", lines.line_column(error.span.start)).into_bytes();
        page.paint.write(out, STRONG, &[page.name_bytes(), place].concat())?;
        writeln!(out, " {}: {}", page.paint.paint(ERROR, error.code), error.code.message())?;
        let excerpt = Excerpt::new(&lines, error.span);
        writeln!(out, "{}", excerpt.draw(Some(&error.code.url()), page.paint))?;
    }
    Ok(())
}

fn write_json(page: &Page<'_>, source: &str, errors: &[ParseError], out: &mut dyn Write) -> io::Result<()> {
    let lines = LineIndex::new(source);
    let mut array = Array::start(out, page, "errors")?;
    for ParseError { code, span } in errors {
        let LineColumn { line, column } = lines.line_column(span.start);
        array.item(&json!({
            "code": code.as_str(),
            "message": code.message(),
            "start": span.start,
            "end": span.end,
            "line": line,
            "column": column,
            "url": code.url(),
        }))?;
    }
    array.finish()
}
