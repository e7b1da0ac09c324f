//! `limpid errors`: what is wrong with the markup, and where.

use crate::arguments::Format;
use crate::excerpt::Excerpt;
use crate::json::Array;
use crate::page::Page;
use crate::positions::Positions;
use limpid::{LineColumn, ParseError, Span};
use serde_json::json;
use std::io::{self, Write};

pub(crate) fn run(page: &Page, out: &mut dyn Write) -> io::Result<()> {
    let document = page.parse_with_errors();
    let mut errors = document.errors().to_vec();
    // By position: the tree builder reports some errors later than it meets them.
    errors.sort_by_key(|error| (error.span.start, error.span.end));
    match page.format() {
        Format::Text => write_text(&page.name(), document.source(), &join(&errors, document.source()), out),
        Format::Json => write_json(document.source(), &errors, out),
    }
}

/// Joins errors of single characters with those of the same code right before them: each character of a text that may not
/// stand where it does is an error of its own.
pub(crate) fn join(errors: &[ParseError], source: &str) -> Vec<ParseError> {
    let is_single_character = |span: Span| source.get(span.range()).is_some_and(|text| text.chars().nth(1).is_none());
    let mut joined: Vec<ParseError> = Vec::new();
    for &error in errors {
        match joined.last_mut() {
            Some(last)
                if last.code == error.code
                    && last.span.end == error.span.start
                    && !error.span.is_empty()
                    && is_single_character(error.span) =>
            {
                last.span.end = error.span.end;
            }
            _ => joined.push(error),
        }
    }
    joined
}

fn write_text(name: &str, source: &str, errors: &[ParseError], out: &mut dyn Write) -> io::Result<()> {
    let mut positions = Positions::new(source);
    for (count, error) in errors.iter().enumerate() {
        let LineColumn { line, column } = positions.find(error.span.start);
        if count > 0 {
            writeln!(out)?;
        }
        writeln!(out, "{name}:{line}:{column}: {}: {}", error.code, error.code.message())?;

        let Excerpt { text, indent, width } = Excerpt::new(source, positions.line_start(), error.span);
        let number = line.to_string();
        writeln!(out, "{}", format!("{number} | {text}").trim_end())?;
        writeln!(out, "{:1$} | {2:3$}{2:^<width$}", "", number.len(), "", indent)?;
    }
    Ok(())
}

fn write_json(source: &str, errors: &[ParseError], out: &mut dyn Write) -> io::Result<()> {
    let mut positions = Positions::new(source);
    let mut array = Array::start(out)?;
    for ParseError { code, span } in errors {
        let LineColumn { line, column } = positions.find(span.start);
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
