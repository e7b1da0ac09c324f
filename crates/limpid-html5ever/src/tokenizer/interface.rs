//! html5ever's tokens and its trait of token sinks.

use super::bridge;
use super::feed::Feed;
use super::states;
use markup5ever::interface::Attribute;
use markup5ever::tendril::StrTendril;
use markup5ever::{LocalName, TokenizerResult};
use std::borrow::Cow;

pub use self::TagKind::{EndTag, StartTag};
pub use self::Token::{CharacterTokens, CommentToken, DoctypeToken, TagToken};
pub use self::Token::{EOFToken, NullCharacterToken, ParseError};

/// A DOCTYPE token.
#[derive(PartialEq, Eq, Clone, Debug, Default)]
pub struct Doctype {
    /// The name, lowercased.
    pub name: Option<StrTendril>,
    /// The public identifier.
    pub public_id: Option<StrTendril>,
    /// The system identifier.
    pub system_id: Option<StrTendril>,
    /// The force-quirks flag.
    pub force_quirks: bool,
}

/// Which of the two tags.
#[derive(PartialEq, Eq, Hash, Copy, Clone, Debug)]
pub enum TagKind {
    /// `<name>`
    StartTag,
    /// `</name>`
    EndTag,
}

/// A tag token.
#[derive(PartialEq, Eq, Clone, Debug)]
pub struct Tag {
    /// Whether it starts or ends.
    pub kind: TagKind,
    /// The name, lowercased.
    pub name: LocalName,
    /// The self-closing flag.
    pub self_closing: bool,
    /// The attributes in source order, repeated ones left out.
    pub attrs: Vec<Attribute>,
    /// Whether there were repeated ones.
    pub had_duplicate_attributes: bool,
}

impl Tag {
    /// Whether kind, name and attributes are the same, in whatever order the attributes are.
    pub fn equiv_modulo_attr_order(&self, other: &Tag) -> bool {
        let sorted = |tag: &Tag| {
            let mut attributes = tag.attrs.clone();
            attributes.sort();
            attributes
        };
        self.kind == other.kind
            && self.name == other.name
            && self.attrs.len() == other.attrs.len()
            && sorted(self) == sorted(other)
    }
}

/// A token.
#[derive(PartialEq, Eq, Debug)]
pub enum Token {
    /// A DOCTYPE.
    DoctypeToken(Doctype),
    /// A tag.
    TagToken(Tag),
    /// A comment.
    CommentToken(StrTendril),
    /// Text, never empty. How a longer text is cut into tokens is not defined.
    CharacterTokens(StrTendril),
    /// U+0000.
    NullCharacterToken,
    /// The end of the input.
    EOFToken,
    /// A parse error, by the name that the standard gives it.
    ParseError(Cow<'static, str>),
}

/// The answer of a sink to a token. To all but tags the only answer is [`Continue`](Self::Continue).
#[derive(Debug, PartialEq)]
#[must_use]
pub enum TokenSinkResult<Handle> {
    /// Go on.
    Continue,
    /// A script is complete: [`Tokenizer::feed`](super::Tokenizer::feed) returns it, to be called again when it has run.
    Script(Handle),
    /// Go on in the PLAINTEXT state.
    Plaintext,
    /// Go on in a state for text.
    RawData(states::RawKind),
    /// The document says that it is in this encoding: [`Tokenizer::feed`](super::Tokenizer::feed) returns it. The label is as
    /// it stands in the document, valid or not.
    EncodingIndicator(StrTendril),
}

/// Receives tokens.
pub trait TokenSink {
    /// The handle in [`TokenSinkResult::Script`].
    type Handle;

    /// Handles a token, which ends on the line of this number.
    fn process_token(&self, token: Token, line_number: u64) -> TokenSinkResult<Self::Handle>;

    /// The end of the document, after [`Token::EOFToken`].
    fn end(&self) {}

    /// Whether there is an adjusted current node outside of the HTML namespace: only there `<![CDATA[` starts a CDATA
    /// section.
    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        false
    }

    /// Takes all tokens of a piece of input. The tree builder does so without tokens of this kind ever being made.
    #[doc(hidden)]
    fn take_tokens_of(&self, feed: Feed<'_>) -> (TokenizerResult<Self::Handle>, usize) {
        bridge::take_tokens_of(self, feed)
    }
}
