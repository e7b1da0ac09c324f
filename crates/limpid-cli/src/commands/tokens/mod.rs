//! `limpid tokens`: the tokens of a page.

mod html;
mod xml;

use super::{Findings, PageCommand};
use crate::arguments::{Common, Format, FormatArgument};
use crate::json::Array;
use crate::page::Page;
use crate::positions::Positions;
use crate::style::{FAINT, Paint};
use anstyle::Style;
use clap::Args;
use limpid::tree_builder::{Attributes, Doctype};
use limpid::{LineColumn, Span};
use serde_json::{Value, json};
use std::fmt;
use std::io::{self, Write};

pub(crate) const EXAMPLES: &str = "\
A line has the kind of token, line:column of its first character and of the one behind it, and what it holds. Columns \
count characters. The tokens are those that the tree is built from: what is in a <script> is text.

Examples:
  limpid tokens page.html
  limpid tokens page.html | grep '^start-tag .*<img'
  limpid tokens --format json page.html | jq '.[] | select(.type == \"comment\").data'";

#[derive(Args, Debug)]
pub(crate) struct Tokens {
    #[command(flatten)]
    pub(crate) common: Common,
    #[command(flatten)]
    pub(crate) output: FormatArgument,
}

impl PageCommand for Tokens {
    fn page(&self, page: &Page<'_>, out: &mut dyn Write) -> io::Result<Findings> {
        // Parsed once before for the text: which encoding it is in, the parse may only learn on the way.
        let document = page.parse();
        let listing = match self.output.format {
            Format::Text => Listing::Text(out, page.paint),
            Format::Json | Format::Ndjson => Listing::Json(Array::start(out, page, "tokens")?),
        };
        let list = if page.parsing.xml { xml::list } else { html::list };
        list(page, document.source(), listing)?;
        Ok(Findings::None)
    }
}

/// A token as it is listed.
trait Listed {
    fn span(&self) -> Span;

    fn kind(&self) -> &'static str;

    fn style(&self) -> Style;

    /// Writes what it holds in one line, quoted as in Rust.
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;

    fn to_json(&self) -> Value;
}

struct Content<'t, T>(&'t T);

impl<T: Listed> fmt::Display for Content<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write(f)
    }
}

/// Finds where tokens start and end.
struct Places<'s> {
    positions: Positions<'s>,
    last: Option<(Span, LineColumn, LineColumn)>,
}

impl<'s> Places<'s> {
    fn new(source: &'s str) -> Places<'s> {
        Places { positions: Positions::new(source), last: None }
    }

    fn find(&mut self, span: Span) -> (LineColumn, LineColumn) {
        // All tokens of an entity are where its reference is. Looked for again, each would be from the start of the text.
        match self.last {
            Some((last, start, end)) if last == span => (start, end),
            _ => {
                let (start, end) = (self.positions.find(span.start), self.positions.find(span.end));
                self.last = Some((span, start, end));
                (start, end)
            }
        }
    }
}

enum Listing<'o> {
    Text(&'o mut dyn Write, Paint),
    Json(Array<'o>),
}

impl Listing<'_> {
    fn token<T: Listed>(&mut self, token: &T, places: &mut Places<'_>) -> io::Result<()> {
        let span = token.span();
        let (start, end) = places.find(span);
        match self {
            Listing::Text(out, paint) => {
                let kind = token.kind();
                let place = format!("{}:{}-{}:{}", start.line, start.column, end.line, end.column);
                let content = Content(token).to_string();
                let place = paint.paint(FAINT, place);
                if content.is_empty() {
                    return writeln!(out, "{kind:<11} {place}");
                }
                writeln!(out, "{kind:<11} {place:<13} {}", paint.paint(token.style(), content))
            }
            Listing::Json(array) => {
                let mut item = token.to_json();
                item["start"] = span.start.into();
                item["end"] = span.end.into();
                item["line"] = start.line.into();
                item["column"] = start.column.into();
                array.item(&item)
            }
        }
    }

    fn finish(self) -> io::Result<()> {
        match self {
            Listing::Text(..) => Ok(()),
            Listing::Json(array) => array.finish(),
        }
    }
}

fn write_attributes(attributes: &Attributes<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for attribute in attributes.iter() {
        write!(f, " {}={:?}", attribute.name_str().escape_debug(), attribute.value())?;
    }
    Ok(())
}

fn attributes_to_json(attributes: &Attributes<'_>) -> Value {
    let pairs = attributes.iter().map(|attribute| (attribute.name_str().to_owned(), attribute.value().into()));
    Value::Object(pairs.collect())
}

fn write_doctype(doctype: &Doctype<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str(match doctype.name {
        Some(_) => "",
        None => "without a name",
    })?;
    write!(f, "{}", doctype.name.unwrap_or_default().escape_debug())?;
    if let Some(public_id) = doctype.public_id {
        write!(f, " public {public_id:?}")?;
    }
    if let Some(system_id) = doctype.system_id {
        write!(f, " system {system_id:?}")?;
    }
    f.write_str(if doctype.force_quirks { " force-quirks" } else { "" })
}

fn doctype_to_json(kind: &str, doctype: &Doctype<'_>) -> Value {
    json!({
        "type": kind,
        "name": doctype.name,
        "public_id": doctype.public_id,
        "system_id": doctype.system_id,
        "force_quirks": doctype.force_quirks,
    })
}
