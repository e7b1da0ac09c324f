//! Where the nodes and attributes of a document are in its source: lists beside those of the arena.

use core::ops::Range;
use limpid_markup::{AttributeRecord, Span};
use std::collections::BTreeMap;

/// Where the nodes and attributes of a document are in its source, if that was asked for.
///
/// Both lists may be shorter than the arena's: nodes and attributes beyond their end have no span.
#[derive(Clone, Debug, Default)]
pub(crate) struct Spans {
    nodes: Vec<NodeSpans>,
    attributes: Vec<AttributeSpans>,
    /// The gaps in texts that are put together from several places: by the text's number and the offset in it, the ends of the
    /// source on both sides.
    gaps: BTreeMap<(u32, u32), (u32, u32)>,
}

#[derive(Clone, Copy, Debug)]
struct NodeSpans {
    /// The start tag of an element; all of another node.
    token: Span,
    end_tag: Span,
}

#[derive(Clone, Copy, Debug)]
struct AttributeSpans {
    name: Span,
    value: Span,
}

/// The absence of a span. No span of a source starts there, or the source would be too long.
const NOWHERE: Span = Span::new(u32::MAX, u32::MAX);

const NO_NODE: NodeSpans = NodeSpans { token: NOWHERE, end_tag: NOWHERE };
const NO_ATTRIBUTE: AttributeSpans = AttributeSpans { name: NOWHERE, value: NOWHERE };

fn somewhere(span: Span) -> Option<Span> {
    (span != NOWHERE).then_some(span)
}

/// Returns the entry at an index, which a list comes to reach to.
fn entry<T: Copy>(list: &mut Vec<T>, index: usize, none: T) -> &mut T {
    if index >= list.len() {
        list.resize(index + 1, none);
    }
    &mut list[index]
}

impl Spans {
    pub(crate) fn with_capacity(nodes: usize, attributes: usize) -> Spans {
        let mut spans = Spans::default();
        let _ = spans.nodes.try_reserve(nodes);
        let _ = spans.attributes.try_reserve(attributes);
        spans
    }

    fn node_mut(&mut self, number: u32) -> &mut NodeSpans {
        entry(&mut self.nodes, number as usize, NO_NODE)
    }

    #[inline]
    pub(crate) fn set_token(&mut self, number: u32, token: Span) {
        if number as usize == self.nodes.len() {
            self.nodes.push(NodeSpans { token, ..NO_NODE });
        } else {
            self.node_mut(number).token = token;
        }
    }

    /// Notes that a text of a length so far goes on. A CR that a LF follows is no gap.
    pub(crate) fn extend_token(&mut self, source: &str, number: u32, len: u32, more: Span) {
        let token = &mut self.node_mut(number).token;
        let end = match somewhere(*token) {
            Some(_) => token.end,
            None => {
                *token = Span::empty(more.start);
                NOWHERE.start
            }
        };
        token.end = token.end.max(more.end);
        let is_line_end = || source.as_bytes().get(end as usize..more.start as usize) == Some(b"\r");
        if end != more.start && !is_line_end() {
            self.gaps.insert((number, len), (end, more.start));
        }
    }

    /// Returns the pieces that a text of a length is put together from: the ranges of the text, and what stood there in the source.
    #[inline]
    pub(crate) fn pieces(&self, number: u32, len: u32) -> impl Iterator<Item = (Range<u32>, Option<Span>)> {
        let mut gaps = self.gaps_of(number, len);
        let token = self.token(number);
        let mut next = Some((0, token.map(|token| token.start)));
        core::iter::from_fn(move || {
            let (text_start, start) = next?;
            let (text_end, ends) = gaps.next().map_or((len, None), |(at, ends)| (at, Some(ends)));
            next = ends.map(|(_, start)| (text_end, Some(start)));
            let end = ends.map(|(end, _)| end).or(token.map(|token| token.end));
            let span = start.zip(end).map(|(start, end)| Span::new(start, end));
            Some((text_start..text_end, span.filter(|span| span.start <= span.end && span.end != NOWHERE.end)))
        })
    }

    /// The gaps in a text up to an offset in it, with the ends of the source on both sides.
    fn gaps_of(&self, number: u32, last: u32) -> impl Iterator<Item = (u32, (u32, u32))> {
        self.gaps.range((number, 0)..=(number, last)).map(|(&(_, at), &ends)| (at, ends))
    }

    /// Copies the gaps in a text to another number.
    #[inline]
    pub(crate) fn set_gaps_of(&mut self, number: u32, original: &Spans, original_number: u32) {
        self.gaps.extend(original.gaps_of(original_number, u32::MAX).map(|(at, ends)| ((number, at), ends)));
    }

    #[inline]
    pub(crate) fn set_end_tag(&mut self, number: u32, end_tag: Span) {
        match self.nodes.get_mut(number as usize) {
            Some(node) => node.end_tag = end_tag,
            None => self.node_mut(number).end_tag = end_tag,
        }
    }

    pub(crate) fn token(&self, number: u32) -> Option<Span> {
        self.nodes.get(number as usize).and_then(|node| somewhere(node.token))
    }

    pub(crate) fn end_tag(&self, number: u32) -> Option<Span> {
        self.nodes.get(number as usize).and_then(|node| somewhere(node.end_tag))
    }

    /// Notes the spans of attributes that the arena has from `start` on.
    #[inline(never)]
    pub(crate) fn set_attributes(&mut self, start: usize, records: &[AttributeRecord]) {
        self.attributes.resize(start, NO_ATTRIBUTE);
        for record in records {
            self.attributes.push(AttributeSpans { name: record.name_span, value: record.value_span });
        }
    }

    pub(crate) fn set_attribute(&mut self, index: usize, name: Span, value: Span) {
        *entry(&mut self.attributes, index, NO_ATTRIBUTE) = AttributeSpans { name, value };
    }

    /// Copies the spans of a range of attributes that was copied to `start`, the end of the arena.
    pub(crate) fn copy_attributes(&mut self, range: Range<usize>, start: usize) {
        self.attributes.resize(start, NO_ATTRIBUTE);
        for index in range {
            self.attributes.push(self.attributes.get(index).copied().unwrap_or(NO_ATTRIBUTE));
        }
    }

    /// Notes that the record of an attribute was moved from one index to another.
    #[inline]
    pub(crate) fn move_attribute(&mut self, from: usize, to: usize) {
        let spans = self.attributes.get_mut(from).map_or(NO_ATTRIBUTE, |from| core::mem::replace(from, NO_ATTRIBUTE));
        if let Some(attribute) = self.attributes.get_mut(to) {
            *attribute = spans;
        }
    }

    /// Notes that a record is that of an attribute which the source does not have.
    pub(crate) fn forget_attribute(&mut self, index: usize) {
        if let Some(attribute) = self.attributes.get_mut(index) {
            *attribute = NO_ATTRIBUTE;
        }
    }

    /// Notes that an attribute has another value than in the source.
    #[inline]
    pub(crate) fn forget_attribute_value(&mut self, index: usize) {
        if let Some(attribute) = self.attributes.get_mut(index) {
            attribute.value = NOWHERE;
        }
    }

    /// Takes back the spans of attributes from an index on.
    pub(crate) fn truncate_attributes(&mut self, len: usize) {
        self.attributes.truncate(len);
    }

    #[inline]
    pub(crate) fn attribute_name(&self, index: usize) -> Option<Span> {
        self.attributes.get(index).and_then(|attribute| somewhere(attribute.name))
    }

    #[inline]
    pub(crate) fn attribute_value(&self, index: usize) -> Option<Span> {
        self.attributes.get(index).and_then(|attribute| somewhere(attribute.value))
    }
}
