//! The tokens of an HTML page. A tree builder receives them as well, because it determines the state of the tokenizer, for example in a script.

use super::list::{Content, Listing, Tag, Token};
use crate::page::Page;
use limpid::Span;
use limpid::tokenizer::{self, TokenSink, TokenSinkResult, TokenizerStatus};
use limpid::tree_builder::{Doctype, NewElement, Text, TokenAttributes, TreeBuilder, TreeSink};

pub(super) fn list(page: &Page<'_>, source: &str, listing: &mut Listing<'_, '_>) {
    let context = page.parsing.fragment();
    let (mut tokenizer, builder) = page.options().stages(NoTree::default(), context);
    let mut sink = ListingSink { builder, listing };
    while tokenizer.run(source, &mut sink) == TokenizerStatus::Suspended {}
}

/// Lists each token, then passes it to the tree builder.
struct ListingSink<'l, 's, 'o> {
    builder: TreeBuilder<NoTree>,
    listing: &'l mut Listing<'s, 'o>,
}

impl TokenSink for ListingSink<'_, '_, '_> {
    const WANTS_ERRORS: bool = false;

    fn process_token(&mut self, token: tokenizer::Token<'_>) -> TokenSinkResult {
        let (kind, content) = content(&token);
        self.listing.token(Token { kind, span: token.span(), content });
        self.builder.process_token(token)
    }

    fn adjusted_current_node_is_foreign(&self) -> bool {
        self.builder.adjusted_current_node_is_foreign()
    }
}

fn content<'t>(token: &'t tokenizer::Token<'_>) -> (&'static str, Content<'t>) {
    use tokenizer::Token;
    let tag = |open, tag: &'t tokenizer::Tag<'_>| {
        Content::Tag(Tag {
            open,
            name: tag.name_str,
            attributes: Some(tag.attributes),
            close: if tag.self_closing { " />" } else { ">" },
            self_closing: Some(tag.self_closing),
        })
    };
    match token {
        Token::StartTag(start) => ("start-tag", tag("<", start)),
        Token::EndTag(end) => ("end-tag", tag("</", end)),
        Token::Characters(text) => ("characters", Content::Text(text.text)),
        Token::NullCharacter(_) => ("characters", Content::Text("\0")),
        Token::Comment { data, .. } => ("comment", Content::Comment(data.text)),
        Token::ProcessingInstruction { target, data, .. } => {
            ("processing-instruction", Content::Instruction { target, data: data.text })
        }
        Token::Doctype(doctype) => ("doctype", Content::Doctype(doctype)),
        Token::EndOfFile(_) => ("end-of-file", Content::Nothing),
    }
}

/// A tree sink that stores nothing; nodes are numbers. The tree builder's own stack is enough to determine the state of the tokenizer.
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

    fn add_missing_attributes(&mut self, _: u32, _: &TokenAttributes<'_>) {}
}
