//! The tokens.

use limpid_markup::{Attributes, Doctype, LocalName, Span, TagByParts, Text};

/// A start tag or end tag token.
#[derive(Clone, Copy, Debug)]
pub struct Tag<'a> {
    /// The id of the tag name.
    pub name: LocalName,
    /// The tag name in lowercase, whether it has an id or not.
    pub name_str: &'a str,
    /// The attributes in source order, without repeated ones.
    pub attributes: Attributes<'a>,
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
