use limpid_markup::{Doctype, LocalName, Span, TagByParts, Text, TokenAttributes};

/// A start tag or end tag token.
///
/// ```
/// use limpid::tokenizer::{Token, TokenSink, TokenSinkResult, tokenize};
///
/// #[derive(Default)]
/// struct Found(Vec<String>);
///
/// impl TokenSink for Found {
///     fn process_token(&mut self, token: Token<'_>) -> TokenSinkResult {
///         if let Token::StartTag(tag) = token {
///             self.0.push(format!("{} {}", tag.name_str, tag.attributes.len()));
///         }
///         TokenSinkResult::Continue
///     }
/// }
///
/// let mut found = Found::default();
/// tokenize("<P CLASS=tea><br>", &mut found);
/// assert_eq!(found.0, ["p 1", "br 0"]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Tag<'a> {
    /// The id of the tag name.
    pub name: LocalName,
    /// The tag name in lowercase, whether it has an id or not.
    pub name_str: &'a str,
    /// The attributes in source order, without repeated ones.
    pub attributes: TokenAttributes<'a>,
    /// The self-closing flag.
    pub self_closing: bool,
    /// Whether the tag repeated an attribute name.
    pub had_duplicate_attribute: bool,
    /// The whole tag in the input, `<` and `>` included.
    pub span: Span,
    /// The tag name in the input, as written.
    pub name_span: Span,
}

impl Tag<'_> {
    /// The end tag of a name with an id, at `span`.
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
/// tokenizer's buffers, and lives as long as the call that gets it.
///
/// ```
/// # mod log { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/log.inc")); }
/// # use {limpid::tokenizer::*, log::Log};
/// // `Log` is a `TokenSink` that writes down names and text.
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
    /// A run of character tokens, never empty and without U+0000: text as the input has it, or what stands for one
    /// character reference, CR or NUL there.
    Characters(Text<'a>),
    /// One U+0000 character token: only the data and CDATA section states let it through, and every tree-construction
    /// rule treats it apart.
    NullCharacter(Span),
    /// A comment.
    Comment {
        /// Its data.
        data: Text<'a>,
        /// The whole comment in the input.
        span: Span,
    },
    /// A processing instruction.
    ProcessingInstruction {
        /// Its target, as written.
        target: &'a str,
        /// Its data.
        data: Text<'a>,
        /// The whole processing instruction in the input.
        span: Span,
    },
    /// A DOCTYPE.
    Doctype(Doctype<'a>),
    /// The end of the input, at an offset.
    EndOfFile(u32),
}

impl Token<'_> {
    /// Returns the place of the token in the input.
    ///
    /// ```
    /// use limpid::tokenizer::{Token, TokenSink, TokenSinkResult, tokenize};
    ///
    /// #[derive(Default)]
    /// struct Found(Vec<String>);
    ///
    /// impl TokenSink for Found {
    ///     fn process_token(&mut self, token: Token<'_>) -> TokenSinkResult {
    ///         self.0.push(token.span().to_string());
    ///         TokenSinkResult::Continue
    ///     }
    /// }
    ///
    /// let mut found = Found::default();
    /// tokenize("<p>Tea</p>", &mut found);
    /// assert_eq!(found.0, ["0..3", "3..6", "6..10", "10..10"]);
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
