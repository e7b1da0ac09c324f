//! The tokens of XML5.

use limpid_markup::{AttributeRecord, Attributes, Doctype, Span, Text};

/// A start tag or an empty tag.
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
    pub fn attributes(&self) -> Attributes<'a> {
        self.attributes_of(self.records)
    }

    /// A view on other records of this tag.
    pub(crate) fn attributes_of<'b>(&self, records: &'b [AttributeRecord]) -> Attributes<'b>
    where
        'a: 'b,
    {
        Attributes::new(records, self.window, self.window_start, self.built)
    }
}

/// An end tag.
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
