//! The way from an offset in a text, or in an attribute's value, to the source: [`SourceMap`].
//!
//! Most texts stand in the source as they are. One that does not has references, line ends or null characters in it, or is put
//! together from pieces between which there is markup. What each of its characters comes from is found by reading the source
//! beside the text. Nothing is believed: a text that is another, as it was changed, has no place.

use crate::read::attribute::Attribute;
use crate::read::node_ref::NodeRef;
use core::ops::Range;
use limpid_markup::numeric_reference::Dialect;
use limpid_markup::{Span, decode_character_reference};

/// The places of the characters of one text.
#[derive(Debug, Default)]
pub(crate) struct SourceMap {
    /// The parts of the text in order, without gaps.
    segments: Vec<Segment>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Segment {
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// Its origin; `None` if that is not known.
    pub(crate) span: Option<Span>,
    /// Whether the source has the same bytes. If not, all of it comes from all of the span.
    pub(crate) is_exact: bool,
}

/// The rules by which the source is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rules {
    Text,
    Value,
    /// Of raw text and CDATA sections, which have no references.
    Raw,
}

impl SourceMap {
    /// Takes the places of a text node's text.
    #[inline]
    pub(crate) fn set_text(&mut self, node: NodeRef<'_>) {
        let (document, place) = (node.document(), node.node().place());
        if self.set_exact(document.arena.text.span_in_source(place)) {
            return;
        }
        let text = node.text().unwrap_or_default();
        let is_known = document.arena.spans.as_ref().is_some_and(|spans| {
            spans.pieces(node.number(), place.len).all(|(range, span)| {
                let piece = text.get(range.start as usize..range.end as usize);
                let rules = &[Rules::Text, Rules::Raw];
                piece.is_some_and(|piece| self.add(document.source(), piece, range.start, span, rules))
            })
        });
        if !is_known {
            self.set_unknown(text);
        }
    }

    /// Takes the places of an attribute's value.
    #[inline]
    pub(crate) fn set_value(&mut self, attribute: &Attribute<'_>) {
        if !self.set_exact(attribute.value_in_source()) {
            let (source, text) = (attribute.document().source(), attribute.value());
            if !self.add(source, text, 0, attribute.value_span(), &[Rules::Value]) {
                self.set_unknown(text);
            }
        }
    }

    /// Takes a text that stands in the source as it is. Returns false if it is none.
    #[inline]
    fn set_exact(&mut self, span: Option<Span>) -> bool {
        self.segments.clear();
        let end = span.map_or(0, |span| span.len() as u32);
        self.segments.extend(span.map(|_| Segment { start: 0, end, span, is_exact: true }));
        span.is_some()
    }

    /// Takes a text that comes from nowhere.
    #[inline]
    fn set_unknown(&mut self, text: &str) {
        self.segments.clear();
        self.segments.push(Segment { start: 0, end: text.len() as u32, span: None, is_exact: false });
    }

    /// Adds a piece of a text, by the first rules that make it of the source. Returns false if none do.
    #[inline]
    fn add(&mut self, source: &str, piece: &str, start: u32, span: Option<Span>, rules: &[Rules]) -> bool {
        let before = self.segments.len();
        let known = span.and_then(|span| Some((span, source.get(span.range())?)));
        known.is_some_and(|(span, written)| {
            rules.iter().any(|&rules| {
                self.segments.truncate(before);
                self.align(piece, start, written.as_bytes(), span.start, rules)
            })
        })
    }

    /// Reads the source beside the text. Returns false if it makes another text.
    #[inline]
    fn align(&mut self, text: &str, text_start: u32, source: &[u8], source_start: u32, rules: Rules) -> bool {
        let (mut at, mut read) = (0, 0);
        let before = self.segments.len();
        while read < source.len() {
            let is_special = |&byte: &u8| matches!(byte, b'\r' | b'\0') || byte == b'&' && rules != Rules::Raw;
            let same = source[read..].iter().position(is_special).unwrap_or(source.len() - read);
            let (from, len, is_exact) = match same {
                // An ampersand that starts no reference is text.
                0 => match special(&source[read..], text.get(at..).unwrap_or_default(), rules) {
                    Some((from, len)) => (from, len, false),
                    None => (1, 1, true),
                },
                same => (same, same, true),
            };
            if is_exact && text.as_bytes().get(at..at + len) != Some(&source[read..read + from]) {
                return false;
            }
            let (start, span) = (text_start + at as u32, source_start + read as u32);
            let span = Span::new(span, span + from as u32);
            let segment = Segment { start, end: start + len as u32, span: Some(span), is_exact };
            match self.segments.get_mut(before..).and_then(<[_]>::last_mut) {
                Some(last) if last.is_exact && is_exact => {
                    (last.end, last.span) = (segment.end, last.span.map(|first| Span::new(first.start, span.end)));
                }
                _ => self.segments.push(segment),
            }
            (at, read) = (at + len, read + from);
        }
        at == text.len()
    }

    /// Returns the parts of a range of the text, with what they come from.
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

    /// Returns what a range of the text comes from, from the first to the last of it.
    #[inline]
    pub(crate) fn span(&self, range: Range<u32>) -> Option<Span> {
        let mut parts = self.parts(range);
        let first = parts.next()?.span?;
        parts.try_fold(first, |whole, part| Some(Span::new(whole.start, part.span?.end)))
    }
}

/// Returns the lengths of what stands for other characters, in the source and in the text; `None` if it is an ampersand that
/// stands for itself.
#[inline]
fn special(source: &[u8], text: &str, rules: Rules) -> Option<(usize, usize)> {
    let becomes = |from: usize, made: &str| text.starts_with(made).then_some((from, made.len()));
    match source {
        [b'\r', b'\n', ..] => becomes(2, "\n"),
        [b'\r', ..] => becomes(1, "\n"),
        [b'\0', ..] => becomes(1, "\u{fffd}"),
        // In XML, numbers have another meaning.
        _ => [Dialect::Html, Dialect::Xml].into_iter().find_map(|dialect| {
            let (characters, length) = decode_character_reference(source, dialect, rules == Rules::Value)?;
            becomes(length, characters.as_str(&mut [0; 4]))
        }),
    }
}
