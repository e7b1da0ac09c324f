use limpid_markup::{Doctype, LocalName, Span, TagByParts, Text, TokenAttributes};

/// A start tag or end tag token.
///
/// ```
/// use limpid::tokenizer::{Token, TokenSink, TokenSinkResult, tokenize};
///
/// #[derive(Default)]
/// struct Tags(Vec<String>);
///
/// impl TokenSink for Tags {
///     fn process_token(&mut self, token: Token<'_>) -> TokenSinkResult {
///         if let Token::StartTag(tag) = token {
///             self.0.push(format!("{} {}", tag.name_str, tag.attributes.len()));
///         }
///         TokenSinkResult::Continue
///     }
/// }
///
/// let mut tags = Tags::default();
/// tokenize("<P CLASS=tea><br>", &mut tags);
/// assert_eq!(tags.0, ["p 1", "br 0"]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Tag<'a> {
    /// The id of the tag name, or [`LocalName::UNKNOWN`].
    pub name: LocalName,
    /// The tag name in lowercase.
    pub name_str: &'a str,
    /// The attributes in source order, without duplicates.
    pub attributes: TokenAttributes<'a>,
    /// The self-closing flag.
    pub self_closing: bool,
    /// Whether the tag contained a duplicate attribute, which was dropped.
    pub had_duplicate_attribute: bool,
    /// The tag in the input, including `<` and `>`.
    pub span: Span,
    /// The tag name in the input.
    pub name_span: Span,
}

impl Tag<'_> {
    /// Creates the end tag at `span` for a known name.
    ///
    /// ```
    /// use limpid::{LocalName, Span, tokenizer::Tag};
    /// let tag = Tag::end_tag(LocalName::P, Span::new(6, 10));
    /// assert_eq!((tag.name_str, tag.attributes.is_empty()), ("p", true));
    /// ```
    #[inline]
    pub fn end_tag(name: LocalName, span: Span) -> Tag<'static> {
        let name_span = Span::new((span.start + 2).min(span.end), span.end.saturating_sub(1).max(span.start));
        let parts = TagByParts { name_span, span, ..TagByParts::implied(name) };
        Tag::from(parts)
    }
}

impl<'a> From<TagByParts<'a>> for Tag<'a> {
    #[inline]
    fn from(parts: TagByParts<'a>) -> Tag<'a> {
        Tag {
            name: parts.name,
            name_str: parts.name_str(),
            attributes: parts.attributes(),
            self_closing: parts.self_closing,
            had_duplicate_attribute: false,
            span: parts.span,
            name_span: parts.name_span,
        }
    }
}

/// A [token](https://html.spec.whatwg.org/multipage/parsing.html#tokenization). It borrows from the input and from the
/// tokenizer's buffers, and is valid during the call that receives it.
///
/// ```
/// # mod log { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/log.inc")); }
/// # use {limpid::tokenizer::*, log::Log};
/// // The sink `Log` records names and text.
/// let mut log = Log::default();
/// tokenize("<p>Green &amp; black<!--hot-->", &mut log);
/// assert_eq!(log.0, ["p", "Green ", "&", " black", "!hot"]);
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Token<'a> {
    /// A start tag.
    StartTag(&'a Tag<'a>),
    /// An end tag.
    EndTag(&'a Tag<'a>),
    /// A run of character tokens, never empty and without U+0000: verbatim input, or the replacement of one character
    /// reference, CR or NUL.
    Characters(Text<'a>),
    /// One U+0000 character token. Only the data state and the CDATA section state emit it. Tree construction has separate rules for this
    /// character.
    NullCharacter(Span),
    /// A comment.
    Comment {
        /// Its data.
        data: Text<'a>,
        /// The comment in the input, including its delimiters.
        span: Span,
    },
    /// A processing instruction.
    ProcessingInstruction {
        /// Its target, as written.
        target: &'a str,
        /// Its data.
        data: Text<'a>,
        /// The processing instruction in the input, including its delimiters.
        span: Span,
    },
    /// A DOCTYPE.
    Doctype(Doctype<'a>),
    /// The end of the input, with its offset.
    EndOfFile(u32),
}

impl Token<'_> {
    /// Returns the token's span in the input.
    ///
    /// ```
    /// use limpid::tokenizer::{Token, TokenSink, TokenSinkResult, tokenize};
    ///
    /// #[derive(Default)]
    /// struct Spans(Vec<String>);
    ///
    /// impl TokenSink for Spans {
    ///     fn process_token(&mut self, token: Token<'_>) -> TokenSinkResult {
    ///         self.0.push(token.span().to_string());
    ///         TokenSinkResult::Continue
    ///     }
    /// }
    ///
    /// let mut spans = Spans::default();
    /// tokenize("<p>Tea</p>", &mut spans);
    /// assert_eq!(spans.0, ["0..3", "3..6", "6..10", "10..10"]);
    /// ```
    pub fn span(&self) -> Span {
        match self {
            Token::StartTag(tag) | Token::EndTag(tag) => tag.span,
            Token::Characters(text) => text.span,
            Token::NullCharacter(span)
            | Token::Comment { span, .. }
            | Token::ProcessingInstruction { span, .. }
            | Token::Doctype(Doctype { span, .. }) => *span,
            Token::EndOfFile(offset) => Span::empty(*offset),
        }
    }
}
