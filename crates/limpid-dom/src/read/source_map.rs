//! [`SourceMap`]: from offsets in a text or an attribute value to spans in the source.
//!
//! The source contains most texts verbatim. Other texts have character references, CRs or NULs in the source, or consist of pieces with
//! markup between them. Their map is computed by decoding the source and comparing the result with the text. A text that was changed after
//! the parse therefore has no spans.

use crate::read::attribute::Attribute;
use crate::read::node_ref::NodeRef;
use core::ops::Range;
use limpid_markup::numeric_reference::Dialect;
use limpid_markup::{Span, decode_character_reference};

/// The spans of one text in the source.
#[derive(Debug, Default)]
pub(crate) struct SourceMap {
    /// The parts of the text, in order and without gaps.
    segments: Vec<Segment>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Segment {
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// The span in the source; `None` if it is unknown.
    pub(crate) span: Option<Span>,
    /// Whether the source has the same bytes, so that each offset in the segment has its own offset in the source. Otherwise, only the span
    /// of the whole segment is known.
    pub(crate) is_exact: bool,
}

/// How the source of a text is decoded.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Syntax {
    Text,
    AttributeValue,
    /// Raw text or a CDATA section, without character references.
    Raw,
}

impl SourceMap {
    /// Computes the map of a text node.
    #[inline]
    pub(crate) fn set_text(&mut self, node: NodeRef<'_>) {
        let (document, place) = (node.document(), node.node().place());
        if self.set_verbatim(document.arena.text.span_in_source(place)) {
            return;
        }
        let text = node.text().unwrap_or_default();
        let has_spans = document.arena.spans.as_ref().is_some_and(|spans| {
            spans.pieces(node.number(), place.len).all(|(range, span)| {
                let piece = text.get(range.start as usize..range.end as usize);
                let syntaxes = &[Syntax::Text, Syntax::Raw];
                piece.is_some_and(|piece| self.add(document.source(), piece, range.start, span, syntaxes))
            })
        });
        if !has_spans {
            self.set_unknown(text);
        }
    }

    /// Computes the map of an attribute's value.
    #[inline]
    pub(crate) fn set_value(&mut self, attribute: &Attribute<'_>) {
        if !self.set_verbatim(attribute.value_in_source()) {
            let (source, text) = (attribute.document().source(), attribute.value());
            if !self.add(source, text, 0, attribute.value_span(), &[Syntax::AttributeValue]) {
                self.set_unknown(text);
            }
        }
    }

    /// Sets the map of a verbatim text. Returns false if there is no span.
    #[inline]
    fn set_verbatim(&mut self, span: Option<Span>) -> bool {
        self.segments.clear();
        let end = span.map_or(0, |span| span.len() as u32);
        self.segments.extend(span.map(|_| Segment { start: 0, end, span, is_exact: true }));
        span.is_some()
    }

    /// Sets the map of a text whose span is unknown.
    #[inline]
    fn set_unknown(&mut self, text: &str) {
        self.segments.clear();
        self.segments.push(Segment { start: 0, end: text.len() as u32, span: None, is_exact: false });
    }

    /// Adds a piece of a text. Decodes the source by each syntax until the result equals the piece. Returns false if no result does.
    #[inline]
    fn add(&mut self, source: &str, piece: &str, start: u32, span: Option<Span>, syntaxes: &[Syntax]) -> bool {
        let before = self.segments.len();
        let source = span.and_then(|span| Some((span, source.get(span.range())?)));
        source.is_some_and(|(span, source)| {
            syntaxes.iter().any(|&syntax| {
                self.segments.truncate(before);
                self.align(piece, start, source.as_bytes(), span.start, syntax)
            })
        })
    }

    /// Decodes the source and compares it with the text. Returns false if they differ.
    #[inline]
    fn align(&mut self, text: &str, text_start: u32, source: &[u8], source_start: u32, syntax: Syntax) -> bool {
        let (mut text_at, mut source_at) = (0, 0);
        let before = self.segments.len();
        while source_at < source.len() {
            let is_special = |&byte: &u8| matches!(byte, b'\r' | b'\0') || byte == b'&' && syntax != Syntax::Raw;
            let plain_len = source[source_at..].iter().position(is_special).unwrap_or(source.len() - source_at);
            let (source_len, text_len, is_exact) = match plain_len {
                // An ampersand that does not start a reference is text.
                0 => match decode_special(&source[source_at..], text.get(text_at..).unwrap_or_default(), syntax) {
                    Some((source_len, text_len)) => (source_len, text_len, false),
                    None => (1, 1, true),
                },
                plain_len => (plain_len, plain_len, true),
            };
            if is_exact
                && text.as_bytes().get(text_at..text_at + text_len) != Some(&source[source_at..source_at + source_len])
            {
                return false;
            }
            let (start, span) = (text_start + text_at as u32, source_start + source_at as u32);
            let span = Span::new(span, span + source_len as u32);
            let segment = Segment { start, end: start + text_len as u32, span: Some(span), is_exact };
            match self.segments.get_mut(before..).and_then(<[_]>::last_mut) {
                Some(last) if last.is_exact && is_exact => {
                    (last.end, last.span) = (segment.end, last.span.map(|first| Span::new(first.start, span.end)));
                }
                _ => self.segments.push(segment),
            }
            (text_at, source_at) = (text_at + text_len, source_at + source_len);
        }
        text_at == text.len()
    }

    /// Returns the parts of a range of the text, with their spans.
    #[inline]
    pub(crate) fn parts(&self, range: Range<u32>) -> impl Iterator<Item = Segment> {
        let first = self.segments.partition_point(|segment| segment.end <= range.start);
        let parts = self.segments[first..].iter().take_while(move |segment| segment.start < range.end);
        parts.map(move |&segment| {
            let (start, end) = (segment.start.max(range.start), segment.end.min(range.end));
            let span = match segment.span {
                Some(span) if segment.is_exact => {
                    let offset = |at: u32| span.start + (at - segment.start);
                    Some(Span::new(offset(start), offset(end)))
                }
                span => span,
            };
            Segment { start, end, span, is_exact: segment.is_exact }
        })
    }

    /// Returns the span of a range of the text, from the start of its first part to the end of its last.
    #[inline]
    pub(crate) fn span(&self, range: Range<u32>) -> Option<Span> {
        let mut parts = self.parts(range);
        let first = parts.next()?.span?;
        parts.try_fold(first, |whole, part| Some(Span::new(whole.start, part.span?.end)))
    }
}

/// Decodes a CR, a NUL or a character reference at the start of `source`. Returns its length in the source and its decoded length in the
/// text; `None` if `text` does not start with the decoded characters.
#[inline]
fn decode_special(source: &[u8], text: &str, syntax: Syntax) -> Option<(usize, usize)> {
    let becomes = |len: usize, decoded: &str| text.starts_with(decoded).then_some((len, decoded.len()));
    match source {
        [b'\r', b'\n', ..] => becomes(2, "\n"),
        [b'\r', ..] => becomes(1, "\n"),
        [b'\0', ..] => becomes(1, "\u{fffd}"),
        // Some numeric references mean other characters in XML.
        _ => [Dialect::Html, Dialect::Xml].into_iter().find_map(|dialect| {
            let (characters, length) = decode_character_reference(source, dialect, syntax == Syntax::AttributeValue)?;
            becomes(length, characters.as_str(&mut [0; 4]))
        }),
    }
}
