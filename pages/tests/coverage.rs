//! What the generators produce, counted: a kind of token, name, error or insertion mode that no longer comes up is a hole in
//! every property test.

use limpid::tokenizer::{Token, TokenSink, TokenSinkResult, TokenizerStatus};
use limpid::tree_builder::{InsertionMode, TreeBuilder};
use limpid::{ErrorCode, ParseOptions, QuirksMode};
use limpid_markup::ParseError;
use limpid_pages::tables::TABLES;
use limpid_pages::{Random, Recipe, contexts, xml};
use std::collections::{BTreeMap, BTreeSet};

/// The number of pages in which everything comes up.
const PAGES: u64 = 6000;

/// A tree builder that notes which tokens it gets in which mode.
struct Recorder<'s> {
    builder: TreeBuilder<limpid_dom::DocumentBuilder<false>>,
    seen: &'s mut Seen,
}

#[derive(Default)]
struct Seen {
    /// The modes by name, with the kinds of tokens that came in each.
    modes: BTreeMap<String, BTreeSet<&'static str>>,
    tags: BTreeSet<String>,
    attributes: BTreeSet<String>,
    errors: BTreeSet<ErrorCode>,
}

impl TokenSink for Recorder<'_> {
    fn process_token(&mut self, token: Token<'_>) -> TokenSinkResult {
        let kind = match &token {
            Token::StartTag(tag) => {
                self.seen.tags.insert(tag.name_str.to_owned());
                self.seen.attributes.extend(tag.attributes.iter().map(|attribute| attribute.name_str().to_owned()));
                "start tag"
            }
            Token::EndTag(_) => "end tag",
            Token::Characters(_) => "characters",
            Token::NullCharacter(_) => "null",
            Token::Comment { .. } => "comment",
            Token::ProcessingInstruction { .. } => "processing instruction",
            Token::Doctype(_) => "doctype",
            Token::EndOfFile(_) => "end of file",
        };
        self.seen.modes.entry(format!("{:?}", self.builder.insertion_mode())).or_default().insert(kind);
        self.builder.process_token(token)
    }

    fn parse_error(&mut self, error: ParseError) {
        self.seen.errors.insert(error.code);
    }

    fn adjusted_current_node_is_foreign(&self) -> bool {
        self.builder.adjusted_current_node_is_foreign()
    }
}
