mod lines;
mod sarif;
mod summary;

use crate::arguments::{Common, ExitZero, Format, Globals};
use crate::excerpt::Excerpt;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::hidden::visible;
use crate::json;
use crate::output::{Headers, Layout};
use crate::page::Page;
use crate::page_command::{Findings, PageCommand};
use crate::run;
use crate::style::{ERROR, Paint, STRONG};
use clap::{Args, ValueEnum};
use limpid::unclosed::{UnclosedElement, UnclosedElements};
use limpid::{Document, ErrorCode, LineColumn, LineIndex, ParseError};
use limpid_report::errors as page_errors;
use serde_json::json;
use std::collections::HashSet;
use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};
use summary::Summary;

pub(crate) const EXAMPLES: &str = "\
Errors are sorted by position. Each error has a code: the code in the HTML Standard, or one of limpid's own codes. The first error of each code links to the definition. If an element is \
not closed, a note names it. In the standard, each misplaced character is an error of its own; only the JSON formats list them separately. In JSON, each error is an \
object; start and end are byte offsets in the page as UTF-8.

Examples:
  limpid errors page.html
  limpid errors --format line page.html | wc -l
  limpid errors --format github site/
  limpid errors --summary site/
  limpid errors --exit-zero --format sarif site/ > limpid.sarif
  limpid errors --format json page.html | jq -r '.[].code' | sort | uniq -c
  limpid errors --format ndjson site/ | jq -r '\"\\(.file):\\(.line) \\(.code)\"'";

#[derive(Args, Debug)]
pub(crate) struct Errors {
    #[command(flatten)]
    pub(crate) common: Common,

    /// Print how often each error occurs in all pages together
    #[arg(long, help_heading = "Output")]
    summary: bool,

    #[command(flatten)]
    exit_zero: ExitZero,

    /// Output format
    ///
    /// text is for reading. json prints one array of objects, ndjson one object per line, and line one error per line, like a compiler. For continuous
    /// integration, github prints annotations, junit prints test cases, and sarif prints SARIF 2.1.0.
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
    Line,
    Github,
    Junit,
    Sarif,
}

/// An error for the formats with one line per error.
struct ErrorLine {
    start: LineColumn,
    end: LineColumn,
    code: ErrorCode,
    message: String,
}

impl Errors {
    pub(crate) fn run(&self, globals: &Globals) -> Result<Exit, Failure> {
        let is_for_summary = matches!(self.format, ErrorFormat::Text | ErrorFormat::Json | ErrorFormat::Ndjson);
        if self.summary && !is_for_summary {
            let format = self.format.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned());
            let message = format!("--summary cannot be used with --format {format}; use only one of them");
            return Err(Failure::Argument(message));
        }
        let format = match self.format {
            ErrorFormat::Text | ErrorFormat::Line => Format::Text,
            ErrorFormat::Json | ErrorFormat::Sarif | ErrorFormat::Github | ErrorFormat::Junit => Format::Json,
            ErrorFormat::Ndjson => Format::Ndjson,
        };
        run::run(self, &self.common, format, globals)
    }
}

impl PageCommand for Errors {
    fn layout(&self, format: Format, has_several_pages: bool) -> Layout {
        match self.format {
            ErrorFormat::Sarif => sarif::layout(),
            ErrorFormat::Junit => lines::junit_layout(),
            ErrorFormat::Line | ErrorFormat::Github => Layout::Plain,
            ErrorFormat::Text if self.summary => Layout::Plain,
            // Each error names its page.
            _ => Layout::new(format, has_several_pages, Headers::None),
        }
    }

    fn page(&self, page: &Page<'_>, out: &mut dyn Write) -> io::Result<Findings> {
        let document = page.parse_with(true, !self.summary);
        let source = document.source();
        let findings = if !document.errors().is_empty() { Findings::Some } else { Findings::None };
        if self.summary {
            self.totals.lock().unwrap_or_else(PoisonError::into_inner).add(document.errors());
            return Ok(findings);
        }
        match self.format {
            ErrorFormat::Text => write_text(page, &document, &page_errors::joined(&document), out)?,
            ErrorFormat::Json | ErrorFormat::Ndjson => {
                write_json(page, &document, &page_errors::by_position(&document), out)?;
            }
            ErrorFormat::Line => lines::write_plain(page, &error_lines(&document), out)?,
            ErrorFormat::Github => lines::write_github(page, &error_lines(&document), out)?,
            ErrorFormat::Junit => lines::write_junit(page, &error_lines(&document), out)?,
            ErrorFormat::Sarif => sarif::write(page.name(), source, &page_errors::joined(&document), out)?,
        }
        Ok(findings)
    }

    fn is_negative(&self, has_findings: bool) -> bool {
        has_findings && !self.exit_zero.exit_zero
    }

    fn end(&self, _: bool, _: bool, paint: Paint, out: &mut dyn Write) -> io::Result<()> {
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

/// Returns the errors with line and column. The messages name elements that are not closed.
fn error_lines(document: &Document<'_>) -> Vec<ErrorLine> {
    let errors = page_errors::joined(document);
    let lines = LineIndex::new(document.source());
    let unclosed = UnclosedElements::new(document, &errors);
    let line = |error: &ParseError| ErrorLine {
        start: lines.line_column(error.span.start),
        end: lines.line_column(error.span.end),
        code: error.code,
        message: match unclosed.at(error) {
            Some(opened) => format!("{} {}", error.code.message(), remedy(&opened, &lines)),
            None => error.code.message().to_owned(),
        },
    };
    errors.iter().map(line).collect()
}

/// Returns the sentence that names the element to close.
fn remedy(opened: &UnclosedElement<'_>, lines: &LineIndex<'_>) -> String {
    let name = visible(opened.name);
    format!(
        "`<{name}>`, opened at {}, is not closed; add `</{name}>` before this.",
        lines.line_column(opened.tag.start)
    )
}

fn write_text(page: &Page<'_>, document: &Document<'_>, errors: &[ParseError], out: &mut dyn Write) -> io::Result<()> {
    let lines = LineIndex::new(document.source());
    let unclosed = UnclosedElements::new(document, errors);
    let mut printed_links = HashSet::new();
    for (count, error) in errors.iter().enumerate() {
        if count > 0 {
            writeln!(out)?;
        }
        let place = format!(":{}:", lines.line_column(error.span.start)).into_bytes();
        page.paint.write(out, STRONG, &[page.name_bytes(), place].concat())?;
        writeln!(out, " {}: {}", page.paint.paint(ERROR, error.code), error.code.message())?;
        let excerpt = Excerpt::new(&lines, error.span);
        let mut notes: Vec<String> = unclosed.at(error).iter().map(|opened| remedy(opened, &lines)).collect();
        let link = error.code.url().to_string();
        if printed_links.insert(link.clone()) {
            notes.push(link);
        }
        writeln!(out, "{}", excerpt.draw(&notes, page.paint))?;
    }
    Ok(())
}

fn write_json(page: &Page<'_>, document: &Document<'_>, errors: &[ParseError], out: &mut dyn Write) -> io::Result<()> {
    let lines = LineIndex::new(document.source());
    let unclosed = UnclosedElements::new(document, errors);
    for error @ ParseError { code, span, .. } in errors {
        let LineColumn { line, column } = lines.line_column(span.start);
        let mut item = json!({
            "code": code.as_str(),
            "message": code.message(),
            "start": span.start,
            "end": span.end,
            "line": line,
            "column": column,
            "url": code.url(),
        });
        if let Some(UnclosedElement { name, tag, .. }) = unclosed.at(error) {
            let LineColumn { line, column } = lines.line_column(tag.start);
            item["open_element"] = json!({ "name": name, "start": tag.start, "line": line, "column": column });
        }
        json::object(out, page, &item)?;
    }
    Ok(())
}
