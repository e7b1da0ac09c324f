//! The tokens of an HTML page.

use super::{Listed, Listing, Places, attributes_to_json, doctype_to_json, write_attributes, write_doctype};
use crate::page::Page;

use crate::style::{FAINT, NAME, TEXT};
use anstyle::Style;
use limpid::Span;
use limpid::tokenizer::{Token, TokenSink, TokenSinkResult, TokenizerStatus};
use limpid::tree_builder::{Attributes, Doctype, NewElement, Text, TreeBuilder, TreeSink};
use serde_json::{Value, json};
use std::{fmt, io};

pub(super) fn list(page: &Page<'_>, source: &str, listing: Listing<'_>) -> io::Result<()> {
    let context = page.parsing.fragment.as_ref();
    let (mut tokenizer, builder) = page.options().stages(NoTree::default(), context);
    let mut lister = Lister { places: Places::new(source), builder, listing, result: Ok(()) };
    while tokenizer.run(source, &mut lister) == TokenizerStatus::Suspended {}
    lister.result?;
    lister.listing.finish()
}

/// Lists the tokens on their way to the tree builder, which knows in what state the tokenizer has to go on.
struct Lister<'s, 'o> {
    places: Places<'s>,
    builder: TreeBuilder<NoTree>,
    listing: Listing<'o>,
    /// After an error nothing more is written; the tokenizer goes to the end all the same.
    result: io::Result<()>,
}

impl TokenSink for Lister<'_, '_> {
    const WANTS_ERRORS: bool = false;

    fn process_token(&mut self, token: Token<'_>) -> TokenSinkResult {
        if self.result.is_ok() {
            self.result = self.listing.token(&token, &mut self.places);
        }
        self.builder.process_token(token)
    }

    fn adjusted_current_node_is_foreign(&self) -> bool {
        self.builder.adjusted_current_node_is_foreign()
    }
}

impl Listed for Token<'_> {
    fn span(&self) -> Span {
        self.span()
    }

    fn kind(&self) -> &'static str {
        match self {
            Token::StartTag(_) => "start-tag",
            Token::EndTag(_) => "end-tag",
            Token::Characters(_) | Token::NullCharacter(_) => "characters",
            Token::Comment { .. } => "comment",
            Token::ProcessingInstruction { .. } => "processing-instruction",
            Token::Doctype(_) => "doctype",
            Token::EndOfFile(_) => "end-of-file",
        }
    }

    fn style(&self) -> Style {
        match self {
            Token::StartTag(_) | Token::EndTag(_) => NAME,
            Token::Characters(_) | Token::NullCharacter(_) => TEXT,
            _ => FAINT,
        }
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Token::StartTag(tag) | Token::EndTag(tag) => {
                f.write_str(if matches!(self, Token::StartTag(_)) { "<" } else { "</" })?;
                write!(f, "{}", tag.name_str.escape_debug())?;
                write_attributes(&tag.attributes, f)?;
                f.write_str(if tag.self_closing { " />" } else { ">" })
            }
            Token::Characters(text) => write!(f, "{:?}", text.text),
            Token::NullCharacter(_) => write!(f, "{:?}", "\0"),
            Token::Comment { data, .. } => write!(f, "{:?}", data.text),
            Token::ProcessingInstruction { target, data, .. } => write!(f, "{} {:?}", target.escape_debug(), data.text),
            Token::Doctype(doctype) => write_doctype(doctype, f),
            Token::EndOfFile(_) => Ok(()),
        }
    }

    fn to_json(&self) -> Value {
        let kind = Listed::kind(self);
        match self {
            Token::StartTag(tag) | Token::EndTag(tag) => json!({
                "type": kind,
                "name": tag.name_str,
                "attributes": attributes_to_json(&tag.attributes),
                "self_closing": tag.self_closing,
            }),
            Token::Characters(text) => json!({ "type": kind, "data": text.text }),
            Token::NullCharacter(_) => json!({ "type": kind, "data": "\0" }),
            Token::Comment { data, .. } => json!({ "type": kind, "data": data.text }),
            Token::ProcessingInstruction { target, data, .. } => {
                json!({ "type": kind, "target": target, "data": data.text })
            }
            Token::Doctype(doctype) => doctype_to_json(kind, doctype),
            Token::EndOfFile(_) => json!({ "type": kind }),
        }
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
