//! Lists of HTML and XML tokens, as text or JSON.

use crate::json;
use crate::style::{FAINT, NAME, Paint, TEXT};
use anstyle::Style;
use limpid::tree_builder::{Doctype, TokenAttributes};
use limpid::{LineIndex, Span};
use serde_json::{Map, Value, json};
use std::fmt;
use std::io::{self, Write};

pub(super) struct Token<'t> {
    pub(super) kind: &'static str,
    pub(super) span: Span,
    pub(super) content: Content<'t>,
}

pub(super) enum Content<'t> {
    Tag(Tag<'t>),
    ShortEndTag,
    Text(&'t str),
    Comment(&'t str),
    Instruction { target: &'t str, data: &'t str },
    Doctype(&'t Doctype<'t>),
    Nothing,
}

pub(super) struct Tag<'t> {
    /// The markup before the name.
    pub(super) open: &'static str,
    /// The markup after the attributes.
    pub(super) close: &'static str,
    pub(super) name: &'t str,
    pub(super) attributes: Option<TokenAttributes<'t>>,
    pub(super) self_closing: Option<bool>,
}

impl Content<'_> {
    fn style(&self) -> Style {
        match self {
            Content::Tag(_) | Content::ShortEndTag => NAME,
            Content::Text(_) => TEXT,
            _ => FAINT,
        }
    }

    fn add_to(&self, object: &mut Map<String, Value>) {
        let mut add = |name: &str, value: Value| drop(object.insert(name.to_owned(), value));
        match self {
            Content::Tag(tag) => {
                add("name", tag.name.into());
                if let Some(attributes) = tag.attributes {
                    let pairs = attributes.iter().map(|it| (it.name_str().to_owned(), it.value().into()));
                    add("attributes", Value::Object(pairs.collect()));
                }
                if let Some(self_closing) = tag.self_closing {
                    add("self_closing", self_closing.into());
                }
            }
            Content::Text(data) | Content::Comment(data) => add("data", (*data).into()),
            Content::Instruction { target, data } => {
                add("target", (*target).into());
                add("data", (*data).into());
            }
            Content::Doctype(doctype) => {
                add("name", doctype.name.into());
                add("public_id", doctype.public_id.into());
                add("system_id", doctype.system_id.into());
                add("force_quirks", doctype.force_quirks.into());
            }
            Content::ShortEndTag | Content::Nothing => {}
        }
    }
}

/// Writes the content of a token on one line, escaped as in Rust.
impl fmt::Display for Content<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Content::Tag(tag) => {
                write!(f, "{}{}", tag.open, tag.name.escape_debug())?;
                for attribute in tag.attributes.iter().flat_map(TokenAttributes::iter) {
                    write!(f, " {}={:?}", attribute.name_str().escape_debug(), attribute.value())?;
                }
                f.write_str(tag.close)
            }
            Content::ShortEndTag => f.write_str("</>"),
            Content::Text(text) | Content::Comment(text) => write!(f, "{text:?}"),
            Content::Instruction { target, data } => write!(f, "{} {data:?}", target.escape_debug()),
            Content::Doctype(doctype) => {
                match doctype.name {
                    Some(name) => write!(f, "{}", name.escape_debug())?,
                    None => f.write_str("without a name")?,
                }
                if let Some(public_id) = doctype.public_id {
                    write!(f, " public {public_id:?}")?;
                }
                if let Some(system_id) = doctype.system_id {
                    write!(f, " system {system_id:?}")?;
                }
                f.write_str(if doctype.force_quirks { " force-quirks" } else { "" })
            }
            Content::Nothing => Ok(()),
        }
    }
}

pub(super) enum Output<'o> {
    Text(&'o mut dyn Write, Paint),
    /// An array of tokens; `is_empty` until the first one is written.
    Json {
        out: &'o mut dyn Write,
        is_empty: bool,
    },
}

pub(super) struct Listing<'s, 'o> {
    lines: LineIndex<'s>,
    output: Output<'o>,
    /// After an error, nothing more is written, although the tokenizer continues to the end.
    result: io::Result<()>,
}

impl<'s, 'o> Listing<'s, 'o> {
    pub(super) fn new(source: &'s str, output: Output<'o>) -> Listing<'s, 'o> {
        Listing { lines: LineIndex::new(source), output, result: Ok(()) }
    }

    pub(super) fn token(&mut self, token: Token<'_>) {
        if self.result.is_ok() {
            self.result = self.write(&token);
        }
    }

    fn write(&mut self, Token { kind, span, content }: &Token<'_>) -> io::Result<()> {
        let start = self.lines.line_column(span.start);
        match &mut self.output {
            Output::Text(out, paint) => {
                let place = paint.paint(FAINT, format!("{start}-{}", self.lines.line_column(span.end)));
                match content.to_string() {
                    text if text.is_empty() => writeln!(out, "{kind:<11} {place}"),
                    text => writeln!(out, "{kind:<11} {place:<13} {}", paint.paint(content.style(), text)),
                }
            }
            Output::Json { out, is_empty } => {
                let mut object = Map::new();
                object.insert("type".to_owned(), (*kind).into());
                content.add_to(&mut object);
                let place = json!({ "start": span.start, "end": span.end, "line": start.line, "column": start.column });
                object.extend(place.as_object().cloned().into_iter().flatten());
                if !std::mem::take(is_empty) {
                    out.write_all(b",")?;
                }
                json::value(*out, &object)
            }
        }
    }

    pub(super) fn finish(self) -> io::Result<()> {
        self.result?;
        match self.output {
            Output::Text(..) => Ok(()),
            Output::Json { out, .. } => out.write_all(b"]}\n"),
        }
    }
}
