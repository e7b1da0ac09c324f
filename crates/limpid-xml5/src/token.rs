use limpid_markup::{AttributeRecord, Doctype, Span, Text, TokenAttributes};

/// A start tag or an empty tag.
///
/// ```
/// use limpid::xml::stages::{Token, TokenSink, tokenize};
///
/// #[derive(Default)]
/// struct Found(Vec<String>);
///
/// impl TokenSink for Found {
///     fn process_token(&mut self, token: Token<'_>) {
///         if let Token::StartTag(tag) = token {
///             self.0.push(format!("{} {}", tag.name, tag.is_empty));
///         }
///     }
/// }
///
/// let mut found = Found::default();
/// tokenize("<a:list><item/></a:list>", &mut found);
/// assert_eq!(found.0, ["a:list false", "item true"]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Tag<'a> {
    /// The name as it is written, prefix included.
    pub name: &'a str,
    /// Whether it is an empty tag, `<a/>`.
    pub is_empty: bool,
    /// Whether the tag repeated an attribute name.
    pub had_duplicate_attribute: bool,
    /// The whole tag in the input, `<` and `>` included; in an entity, the reference to it.
    pub span: Span,
    /// The name in the input.
    pub name_span: Span,
    /// Whether all attribute names are of ASCII, in order and without a colon, and none is `xmlns`.
    pub(crate) has_local_names: bool,
    pub(crate) records: &'a [AttributeRecord],
    /// The part of the input that the records' spans point into, and the input offset at which it starts.
    pub(crate) window: &'a str,
    pub(crate) window_start: u32,
    pub(crate) built: &'a str,
}

impl<'a> Tag<'a> {
    /// The attributes in source order, names as they are written, without repeated ones; defaults that the document
    /// declares come last.
    ///
    /// ```
    /// use limpid::xml::stages::{Token, TokenSink, tokenize};
    ///
    /// #[derive(Default)]
    /// struct Found(Vec<String>);
    ///
    /// impl TokenSink for Found {
    ///     fn process_token(&mut self, token: Token<'_>) {
    ///         if let Token::StartTag(tag) = token {
    ///             self.0.extend(tag.attributes().iter().map(|attribute| attribute.value().to_owned()));
    ///         }
    ///     }
    /// }
    ///
    /// let mut found = Found::default();
    /// tokenize("<tea leaf='green' price='4 &lt; 5'/>", &mut found);
    /// assert_eq!(found.0, ["green", "4 < 5"]);
    /// ```
    pub fn attributes(&self) -> TokenAttributes<'a> {
        self.attributes_of(self.records)
    }

    /// A view on other records of this tag.
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
/// struct Found(Vec<String>);
///
/// impl TokenSink for Found {
///     fn process_token(&mut self, token: Token<'_>) {
///         if let Token::EndTag(tag) = token {
///             self.0.push(format!("{} {}", tag.name, tag.span));
///         }
///     }
/// }
///
/// let mut found = Found::default();
/// tokenize("<a><b></b></a>", &mut found);
/// assert_eq!(found.0, ["b 6..10", "a 10..14"]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct EndTag<'a> {
    /// The name as it is written, prefix included.
    pub name: &'a str,
    /// The whole tag in the input.
    pub span: Span,
}

/// A token. It borrows from the input and from the tokenizer's buffers, and lives as long as the call that gets it.
///
/// Tokens from an entity's text have the place of the reference to it.
///
/// ```
/// # mod log { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/log.inc")); }
/// # use {limpid::xml::stages::*, log::Log};
/// // `Log` is a `TokenSink` that writes down names and text.
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
    /// A run of characters, never empty: text as the input has it, or what stands for one reference, CR or NUL there.
    Characters(Text<'a>),
    /// A comment.
    Comment {
        /// Its data.
        data: Text<'a>,
        /// The whole comment in the input.
        span: Span,
    },
    /// A processing instruction; an XML declaration is one with the target `xml`.
    ProcessingInstruction {
        /// Its target.
        target: &'a str,
        /// Its data.
        data: Text<'a>,
        /// The whole processing instruction in the input.
        span: Span,
    },
    /// A DOCTYPE, after everything in its internal subset.
    Doctype(Doctype<'a>),
    /// The text of an entity begins here; the span is that of the reference in the input.
    EntityStart(Span),
    /// The text of the entity that began last ends here.
    EntityEnd(Span),
    /// The end of the input, at an offset.
    EndOfFile(u32),
}

impl Token<'_> {
    /// Returns the place of the token in the input.
    ///
    /// ```
    /// use limpid::xml::stages::{Token, TokenSink, tokenize};
    ///
    /// #[derive(Default)]
    /// struct Found(Vec<String>);
    ///
    /// impl TokenSink for Found {
    ///     fn process_token(&mut self, token: Token<'_>) {
    ///         let span = token.span();
    ///         self.0.push(span.to_string());
    ///     }
    /// }
    ///
    /// let mut found = Found::default();
    /// tokenize("<a>Tea</a>", &mut found);
    /// assert_eq!(found.0, ["0..3", "3..6", "6..10", "10..10"]);
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
