//! The tokens of an XML document.

use super::{Listed, Listing, Places, attributes_to_json, doctype_to_json, write_attributes, write_doctype};
use crate::page::Page;

use crate::style::{FAINT, NAME, TEXT};
use anstyle::Style;
use limpid::Span;
use limpid::xml::stages::{Token, TokenSink, Tokenizer, TokenizerOptions};
use serde_json::{Value, json};
use std::{fmt, io};

pub(super) fn list(page: &Page<'_>, source: &str, listing: Listing<'_>) -> io::Result<()> {
    let options = match page.parsing.no_limits {
        true => TokenizerOptions::default().limits(limpid::Limits::none()),
        false => TokenizerOptions::default(),
    };
    let mut lister = Lister { places: Places::new(source), listing, result: Ok(()) };
    Tokenizer::new(options).run(source, &mut lister);
    lister.result?;
    lister.listing.finish()
}

struct Lister<'s, 'o> {
    places: Places<'s>,
    listing: Listing<'o>,
    /// After an error nothing more is written; the tokenizer goes to the end all the same.
    result: io::Result<()>,
}

impl TokenSink for Lister<'_, '_> {
    const WANTS_ERRORS: bool = false;

    fn process_token(&mut self, token: Token<'_>) {
        if self.result.is_ok() {
            self.result = self.listing.token(&token, &mut self.places);
        }
    }
}

impl Listed for Token<'_> {
    fn span(&self) -> Span {
        self.span()
    }

    fn kind(&self) -> &'static str {
        match self {
            Token::StartTag(tag) if tag.is_empty => "empty-tag",
            Token::StartTag(_) => "start-tag",
            Token::EndTag(_) => "end-tag",
            Token::ShortEndTag(_) => "short-end-tag",
            Token::Characters(_) => "characters",
            Token::Comment { .. } => "comment",
            Token::ProcessingInstruction { .. } => "processing-instruction",
            Token::Doctype(_) => "doctype",
            Token::EntityStart(_) => "entity-start",
            Token::EntityEnd(_) => "entity-end",
            Token::EndOfFile(_) => "end-of-file",
        }
    }

    fn style(&self) -> Style {
        match self {
            Token::StartTag(_) | Token::EndTag(_) | Token::ShortEndTag(_) => NAME,
            Token::Characters(_) => TEXT,
            _ => FAINT,
        }
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Token::StartTag(tag) => {
                write!(f, "<{}", tag.name.escape_debug())?;
                write_attributes(&tag.attributes(), f)?;
                f.write_str(if tag.is_empty { "/>" } else { ">" })
            }
            Token::EndTag(tag) => write!(f, "</{}>", tag.name.escape_debug()),
            Token::ShortEndTag(_) => f.write_str("</>"),
            Token::Characters(text) => write!(f, "{:?}", text.text),
            Token::Comment { data, .. } => write!(f, "{:?}", data.text),
            Token::ProcessingInstruction { target, data, .. } => write!(f, "{} {:?}", target.escape_debug(), data.text),
            Token::Doctype(doctype) => write_doctype(doctype, f),
            Token::EntityStart(_) | Token::EntityEnd(_) | Token::EndOfFile(_) => Ok(()),
        }
    }

    fn to_json(&self) -> Value {
        let kind = Listed::kind(self);
        match self {
            Token::StartTag(tag) => {
                json!({ "type": kind, "name": tag.name, "attributes": attributes_to_json(&tag.attributes()) })
            }
            Token::EndTag(tag) => json!({ "type": kind, "name": tag.name }),
            Token::Characters(text) => json!({ "type": kind, "data": text.text }),
            Token::Comment { data, .. } => json!({ "type": kind, "data": data.text }),
            Token::ProcessingInstruction { target, data, .. } => {
                json!({ "type": kind, "target": target, "data": data.text })
            }
            Token::Doctype(doctype) => doctype_to_json(kind, doctype),
            Token::ShortEndTag(_) | Token::EntityStart(_) | Token::EntityEnd(_) | Token::EndOfFile(_) => {
                json!({ "type": kind })
            }
        }
    }
}
