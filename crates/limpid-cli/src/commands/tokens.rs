//! `limpid tokens`: the tokens of a page.

use super::{Findings, PageCommand};
use crate::arguments::{Common, Format, FormatArgument};
use crate::json::Array;
use crate::page::Page;
use crate::positions::Positions;
use crate::style::{FAINT, NAME, Paint, TEXT};
use clap::Args;
use limpid::tokenizer::{Tag, Token, TokenSink, TokenSinkResult, TokenizerStatus};
use limpid::tree_builder::{Attributes, Doctype, NewElement, Text, TreeBuilder, TreeSink};
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
        let source = document.source();
        let context = page.parsing.fragment.as_ref();
        let (mut tokenizer, builder) = page.options().stages(NoTree::default(), context);
        let listing = match self.output.format {
            Format::Text => Listing::Text(out, page.paint),
            Format::Json | Format::Ndjson => Listing::Json(Array::start(out, page, "tokens")?),
        };
        let mut lister = Lister { positions: Positions::new(source), builder, listing, result: Ok(()) };
        while tokenizer.run(source, &mut lister) == TokenizerStatus::Suspended {}
        lister.result?;
        lister.listing.finish()?;
        Ok(Findings::None)
    }
}

/// Lists the tokens on their way to the tree builder, which knows in what state the tokenizer has to go on.
struct Lister<'s, 'o> {
    positions: Positions<'s>,
    builder: TreeBuilder<NoTree>,
    listing: Listing<'o>,
    /// After an error nothing more is written; the tokenizer goes to the end all the same.
    result: io::Result<()>,
}

impl TokenSink for Lister<'_, '_> {
    const WANTS_ERRORS: bool = false;

    fn process_token(&mut self, token: Token<'_>) -> TokenSinkResult {
        if self.result.is_ok() {
            let span = token.span();
            let place = (self.positions.find(span.start), self.positions.find(span.end));
            self.result = self.listing.token(&token, span, place);
        }
        self.builder.process_token(token)
    }

    fn adjusted_current_node_is_foreign(&self) -> bool {
        self.builder.adjusted_current_node_is_foreign()
    }
}

enum Listing<'o> {
    Text(&'o mut dyn Write, Paint),
    Json(Array<'o>),
}

impl Listing<'_> {
    fn token(&mut self, token: &Token<'_>, span: Span, (start, end): (LineColumn, LineColumn)) -> io::Result<()> {
        match self {
            Listing::Text(out, paint) => {
                let place = format!("{}:{}-{}:{}", start.line, start.column, end.line, end.column);
                if matches!(token, Token::EndOfFile(_)) {
                    return writeln!(out, "{:<11} {}", kind(token), paint.paint(FAINT, place));
                }
                let style = match token {
                    Token::StartTag(_) | Token::EndTag(_) => NAME,
                    Token::Characters(_) | Token::NullCharacter(_) => TEXT,
                    _ => FAINT,
                };
                let place = paint.paint(FAINT, place);
                writeln!(out, "{:<11} {place:<13} {}", kind(token), paint.paint(style, Content(token)))
            }
            Listing::Json(array) => {
                let mut item = to_json(token);
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

fn kind(token: &Token<'_>) -> &'static str {
    match token {
        Token::StartTag(_) => "start-tag",
        Token::EndTag(_) => "end-tag",
        Token::Characters(_) | Token::NullCharacter(_) => "characters",
        Token::Comment { .. } => "comment",
        Token::ProcessingInstruction { .. } => "processing-instruction",
        Token::Doctype(_) => "doctype",
        Token::EndOfFile(_) => "end-of-file",
    }
}

/// Displays what a token holds in one line, quoted as in Rust.
struct Content<'t>(&'t Token<'t>);

impl fmt::Display for Content<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Token::StartTag(tag) => write_tag("<", tag, f),
            Token::EndTag(tag) => write_tag("</", tag, f),
            Token::Characters(text) => write!(f, "{:?}", text.text),
            Token::NullCharacter(_) => write!(f, "{:?}", "\0"),
            Token::Comment { data, .. } => write!(f, "{:?}", data.text),
            Token::ProcessingInstruction { target, data, .. } => write!(f, "{} {:?}", target.escape_debug(), data.text),
            Token::Doctype(doctype) => write_doctype(doctype, f),
            Token::EndOfFile(_) => Ok(()),
        }
    }
}

fn write_tag(open: &str, tag: &Tag<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "{open}{}", tag.name_str.escape_debug())?;
    for attribute in tag.attributes.iter() {
        write!(f, " {}={:?}", attribute.name_str().escape_debug(), attribute.value())?;
    }
    f.write_str(if tag.self_closing { " />" } else { ">" })
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

fn to_json(token: &Token<'_>) -> Value {
    let kind = kind(token);
    match token {
        Token::StartTag(tag) | Token::EndTag(tag) => {
            let attributes = tag.attributes.iter();
            let attributes = attributes.map(|attribute| (attribute.name_str().to_owned(), attribute.value().into()));
            json!({
                "type": kind,
                "name": tag.name_str,
                "attributes": Value::Object(attributes.collect()),
                "self_closing": tag.self_closing,
            })
        }
        Token::Characters(text) => json!({ "type": kind, "data": text.text }),
        Token::NullCharacter(_) => json!({ "type": kind, "data": "\0" }),
        Token::Comment { data, .. } => json!({ "type": kind, "data": data.text }),
        Token::ProcessingInstruction { target, data, .. } => {
            json!({ "type": kind, "target": target, "data": data.text })
        }
        Token::Doctype(doctype) => json!({
            "type": kind,
            "name": doctype.name,
            "public_id": doctype.public_id,
            "system_id": doctype.system_id,
            "force_quirks": doctype.force_quirks,
        }),
        Token::EndOfFile(_) => json!({ "type": kind }),
    }
}

/// A tree that keeps nothing: nodes are numbers. The rules that decide about tokens go by the tree builder's own stack.
#[derive(Debug, Default)]
struct NoTree {
    nodes: u32,
}

impl NoTree {
    fn node(&mut self) -> u32 {
        self.nodes = self.nodes.wrapping_add(1);
        self.nodes
    }
}

impl TreeSink for NoTree {
    type Handle = u32;

    const WANTS_ERRORS: bool = false;

    fn document(&mut self) -> u32 {
        0
    }

    fn create_element(&mut self, _: &NewElement<'_>) -> u32 {
        self.node()
    }

    fn create_comment(&mut self, _: Text<'_>, _: Span) -> u32 {
        self.node()
    }

    fn create_processing_instruction(&mut self, _: &str, _: Text<'_>, _: Span) -> u32 {
        self.node()
    }

    fn append_doctype(&mut self, _: &Doctype<'_>) {}

    fn append(&mut self, _: u32, _: u32) {}

    fn insert_before(&mut self, _: u32, _: u32, _: u32) {}

    fn append_text(&mut self, _: u32, _: Text<'_>) {}

    fn insert_text_before(&mut self, _: u32, _: u32, _: Text<'_>) {}

    fn remove(&mut self, _: u32) {}

    fn reparent_children(&mut self, _: u32, _: u32) {}

    fn parent(&self, _: u32) -> Option<u32> {
        None
    }

    fn template_contents(&mut self, _: u32) -> u32 {
        self.node()
    }

    fn add_missing_attributes(&mut self, _: u32, _: &Attributes<'_>) {}
}
