//! html5ever's tokens and its trait for token sinks.

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
///
/// ```
/// use limpid_html5ever::tokenizer::{BufferQueue, Doctype, DoctypeToken, Token, TokenSink, TokenSinkResult, Tokenizer};
/// struct Sink;
/// impl TokenSink for Sink {
///     type Handle = ();
///     fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
///         if let DoctypeToken(doctype) = token {
///             assert_eq!(doctype, Doctype { name: Some("html".into()), ..Doctype::default() });
///         }
///         TokenSinkResult::Continue
///     }
/// }
/// let tokenizer = Tokenizer::new(Sink, Default::default());
/// let input = BufferQueue::default();
/// input.push_back("<!DOCTYPE HTML>".into());
/// let _ = tokenizer.feed(&input);
/// tokenizer.end();
/// ```
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

/// The kind of a tag: start or end.
///
/// ```
/// use limpid_html5ever::tokenizer::{EndTag, StartTag, TagKind};
/// let slash = |kind: TagKind| if kind == EndTag { "/" } else { "" };
/// assert_eq!([slash(StartTag), slash(EndTag)], ["", "/"]);
/// ```
#[derive(PartialEq, Eq, Hash, Copy, Clone, Debug)]
pub enum TagKind {
    /// `<name>`
    StartTag,
    /// `</name>`
    EndTag,
}

/// A tag token.
///
/// ```
/// use limpid_html5ever::tokenizer::{BufferQueue, Tag, TagToken, Token, TokenSink, TokenSinkResult, Tokenizer};
/// struct Sink;
/// impl TokenSink for Sink {
///     type Handle = ();
///     fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
///         if let TagToken(Tag { name, self_closing, .. }) = token {
///             assert_eq!((&*name, self_closing), ("br", true));
///         }
///         TokenSinkResult::Continue
///     }
/// }
/// let tokenizer = Tokenizer::new(Sink, Default::default());
/// let input = BufferQueue::default();
/// input.push_back("<br/>".into());
/// let _ = tokenizer.feed(&input);
/// tokenizer.end();
/// ```
#[derive(PartialEq, Eq, Clone, Debug)]
pub struct Tag {
    /// Whether the tag is a start tag or an end tag.
    pub kind: TagKind,
    /// The name, lowercased.
    pub name: LocalName,
    /// The self-closing flag.
    pub self_closing: bool,
    /// The attributes in source order, without duplicates.
    pub attrs: Vec<Attribute>,
    /// Whether duplicate attributes were removed.
    pub had_duplicate_attributes: bool,
}

impl Tag {
    /// Returns whether kind, name and attributes are equal, ignoring the order of attributes.
    ///
    /// ```
    /// use limpid_html5ever::tokenizer::{StartTag, Tag};
    /// use limpid_html5ever::{Attribute, QualName, local_name, ns};
    /// let attribute = |name| Attribute { name: QualName::new(None, ns!(), name), value: "".into() };
    /// let tag = |attrs| {
    ///     let name = local_name!("p");
    ///     Tag { kind: StartTag, name, self_closing: false, attrs, had_duplicate_attributes: false }
    /// };
    /// let (id, class) = (attribute(local_name!("id")), attribute(local_name!("class")));
    /// assert!(tag(vec![id.clone(), class.clone()]).equiv_modulo_attr_order(&tag(vec![class, id])));
    /// ```
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
///
/// ```
/// use limpid_html5ever::tokenizer::{BufferQueue, Token, TokenSink, TokenSinkResult, Tokenizer};
/// struct Sink;
/// impl TokenSink for Sink {
///     type Handle = ();
///     fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
///         match token {
///             Token::CharacterTokens(text) => assert_eq!(&*text, "Tea"),
///             other => assert_eq!(other, Token::EOFToken),
///         }
///         TokenSinkResult::Continue
///     }
/// }
/// let tokenizer = Tokenizer::new(Sink, Default::default());
/// let input = BufferQueue::default();
/// input.push_back("Tea".into());
/// let _ = tokenizer.feed(&input);
/// tokenizer.end();
/// ```
#[derive(PartialEq, Eq, Debug)]
pub enum Token {
    /// A DOCTYPE.
    DoctypeToken(Doctype),
    /// A tag.
    TagToken(Tag),
    /// A comment.
    CommentToken(StrTendril),
    /// Text, never empty. A text may be split into tokens at any character.
    CharacterTokens(StrTendril),
    /// U+0000.
    NullCharacterToken,
    /// The end of the input.
    EOFToken,
    /// A parse error, with the standard's name of the error.
    ParseError(Cow<'static, str>),
}

/// The result of processing a token. For tokens other than tags, a sink has to return [`Continue`](Self::Continue).
///
/// ```
/// use limpid_html5ever::tokenizer::{BufferQueue, TagToken, Token, TokenSink, TokenSinkResult, Tokenizer};
/// struct Sink;
/// impl TokenSink for Sink {
///     type Handle = ();
///     fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
///         match token {
///             TagToken(_) => TokenSinkResult::Plaintext,
///             Token::CharacterTokens(text) => {
///                 assert_eq!(&*text, "<b>");
///                 TokenSinkResult::Continue
///             }
///             _ => TokenSinkResult::Continue,
///         }
///     }
/// }
/// let tokenizer = Tokenizer::new(Sink, Default::default());
/// let input = BufferQueue::default();
/// input.push_back("<plaintext><b>".into());
/// let _ = tokenizer.feed(&input);
/// ```
#[derive(Debug, PartialEq)]
#[must_use]
pub enum TokenSinkResult<Handle> {
    /// Continue.
    Continue,
    /// A script is complete. [`Tokenizer::feed`](super::Tokenizer::feed) returns it. Run the script, then call `feed` again.
    Script(Handle),
    /// Switch to the PLAINTEXT state.
    Plaintext,
    /// Switch to this text state.
    RawData(states::RawKind),
    /// The document declares this encoding. [`Tokenizer::feed`](super::Tokenizer::feed) returns the label, unchanged and not validated.
    EncodingIndicator(StrTendril),
}

/// Receives tokens.
pub trait TokenSink {
    /// The type of the handle in [`TokenSinkResult::Script`].
    type Handle;

    /// Processes a token. `line_number` is the line of the token's end.
    fn process_token(&self, token: Token, line_number: u64) -> TokenSinkResult<Self::Handle>;

    /// Called at the end of the document, after [`Token::EOFToken`].
    fn end(&self) {}

    /// Returns whether there is an adjusted current node outside the HTML namespace. Only then, `<![CDATA[` starts a CDATA section.
    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        false
    }

    /// Processes all tokens of a chunk of input. The tree builder overrides this method to process limpid's tokens directly.
    #[doc(hidden)]
    fn take_tokens_of(&self, feed: Feed<'_>) -> (TokenizerResult<Self::Handle>, usize) {
        bridge::take_tokens_of(self, feed)
    }
}
