use limpid_markup::{AttributeRecord, Doctype, Span, Text, TokenAttributes};

/// A start tag or an empty tag.
///
/// ```
/// use limpid::xml::stages::{Token, TokenSink, tokenize};
///
/// #[derive(Default)]
/// struct Tags(Vec<String>);
///
/// impl TokenSink for Tags {
///     fn process_token(&mut self, token: Token<'_>) {
///         if let Token::StartTag(tag) = token {
///             self.0.push(format!("{} {}", tag.name, tag.is_empty));
///         }
///     }
/// }
///
/// let mut tags = Tags::default();
/// tokenize("<a:list><item/></a:list>", &mut tags);
/// assert_eq!(tags.0, ["a:list false", "item true"]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Tag<'a> {
    /// The name in the input, including the prefix.
    pub name: &'a str,
    /// Whether the tag is an empty tag, `<a/>`.
    pub is_empty: bool,
    /// Whether the tag contained a duplicate attribute, which was dropped.
    pub had_duplicate_attribute: bool,
    /// The span of the tag in the input, including `<` and `>`. A tag from the text of an entity has the span of the entity reference.
    pub span: Span,
    /// The span of the name in the input.
    pub name_span: Span,
    /// Whether all attribute names are valid ASCII names without a colon, and no attribute is named `xmlns`.
    pub(crate) has_local_names: bool,
    pub(crate) records: &'a [AttributeRecord],
    /// A part of the input that starts at the offset `window_start` and contains the spans of the records.
    pub(crate) window: &'a str,
    pub(crate) window_start: u32,
    pub(crate) built: &'a str,
}

impl<'a> Tag<'a> {
    /// Returns the attributes in source order, without duplicates, followed by the defaults that the document declares.
    ///
    /// ```
    /// use limpid::xml::stages::{Token, TokenSink, tokenize};
    ///
    /// #[derive(Default)]
    /// struct Values(Vec<String>);
    ///
    /// impl TokenSink for Values {
    ///     fn process_token(&mut self, token: Token<'_>) {
    ///         if let Token::StartTag(tag) = token {
    ///             self.0.extend(tag.attributes().iter().map(|attribute| attribute.value().to_owned()));
    ///         }
    ///     }
    /// }
    ///
    /// let mut values = Values::default();
    /// tokenize("<tea leaf='green' price='4 &lt; 5'/>", &mut values);
    /// assert_eq!(values.0, ["green", "4 < 5"]);
    /// ```
    pub fn attributes(&self) -> TokenAttributes<'a> {
        self.attributes_of(self.records)
    }

    pub(crate) fn attributes_of<'b>(&self, records: &'b [AttributeRecord]) -> TokenAttributes<'b>
    where
        'a: 'b,
    {
        TokenAttributes::new(records, self.window, self.window_start, self.built)
    }
}

/// An end tag.
///
/// ```
/// use limpid::xml::stages::{Token, TokenSink, tokenize};
///
/// #[derive(Default)]
/// struct EndTags(Vec<String>);
///
/// impl TokenSink for EndTags {
///     fn process_token(&mut self, token: Token<'_>) {
///         if let Token::EndTag(tag) = token {
///             self.0.push(format!("{} {}", tag.name, tag.span));
///         }
///     }
/// }
///
/// let mut tags = EndTags::default();
/// tokenize("<a><b></b></a>", &mut tags);
/// assert_eq!(tags.0, ["b 6..10", "a 10..14"]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct EndTag<'a> {
    /// The name in the input, including the prefix.
    pub name: &'a str,
    /// The span of the tag in the input, including `<` and `>`.
    pub span: Span,
}

/// A token. It borrows from the input and from the tokenizer's buffers, and is valid during the call that receives it.
///
/// A token from the text of an entity has the span of the entity reference.
///
/// ```
/// # mod log { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/log.inc")); }
/// # use {limpid::xml::stages::*, log::Log};
/// // The sink `Log` records names and text.
/// let mut log = Log::default();
/// tokenize("<p>Green &amp; black</p>", &mut log);
/// assert_eq!(log.0, ["p", "Green ", "&", " black", "/p"]);
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Token<'a> {
    /// A start tag or an empty tag.
    StartTag(&'a Tag<'a>),
    /// An end tag.
    EndTag(EndTag<'a>),
    /// A short end tag, `</>`.
    ShortEndTag(Span),
    /// A run of characters, never empty: verbatim input, or the replacement of one reference, CR or NUL.
    Characters(Text<'a>),
    /// A comment.
    Comment {
        /// Its data.
        data: Text<'a>,
        /// The span of the comment in the input, including its delimiters.
        span: Span,
    },
    /// A processing instruction. An XML declaration is a processing instruction with the target `xml`.
    ProcessingInstruction {
        /// Its target.
        target: &'a str,
        /// Its data.
        data: Text<'a>,
        /// The span of the processing instruction in the input, including its delimiters.
        span: Span,
    },
    /// A DOCTYPE, emitted after its internal subset was read.
    Doctype(Doctype<'a>),
    /// The start of an entity's text, with the span of the entity reference.
    EntityStart(Span),
    /// The end of the text of the innermost open entity, with the same span.
    EntityEnd(Span),
    /// The end of the input, with its offset.
    EndOfFile(u32),
}

impl Token<'_> {
    /// Returns the token's span in the input.
    ///
    /// ```
    /// use limpid::xml::stages::{Token, TokenSink, tokenize};
    ///
    /// #[derive(Default)]
    /// struct Spans(Vec<String>);
    ///
    /// impl TokenSink for Spans {
    ///     fn process_token(&mut self, token: Token<'_>) {
    ///         let span = token.span();
    ///         self.0.push(span.to_string());
    ///     }
    /// }
    ///
    /// let mut spans = Spans::default();
    /// tokenize("<a>Tea</a>", &mut spans);
    /// assert_eq!(spans.0, ["0..3", "3..6", "6..10", "10..10"]);
    /// ```
    pub fn span(&self) -> Span {
        match self {
            Token::StartTag(tag) => tag.span,
            Token::EndTag(tag) => tag.span,
            Token::Characters(text) => text.span,
            Token::Comment { span, .. }
            | Token::ProcessingInstruction { span, .. }
            | Token::Doctype(Doctype { span, .. })
            | Token::ShortEndTag(span)
            | Token::EntityStart(span)
            | Token::EntityEnd(span) => *span,
            Token::EndOfFile(offset) => Span::empty(*offset),
        }
    }
}
