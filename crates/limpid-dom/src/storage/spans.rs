//! The source spans of a document's nodes and attributes.

use core::ops::Range;
use limpid_markup::{AttributeRecord, Span};
use std::collections::BTreeMap;

/// The source spans of nodes and attributes, with the same indices as in the arena.
///
/// Both lists may be shorter than the lists of the arena. Nodes and attributes beyond the end have no span.
#[derive(Clone, Debug, Default)]
pub(crate) struct Spans {
    nodes: Vec<NodeSpans>,
    attributes: Vec<AttributeSpans>,
    /// The gaps in the source between the pieces of a text. The key is the node and an offset in its text, the value is the start and end of the
    /// gap in the source.
    gaps: BTreeMap<(u32, u32), (u32, u32)>,
}

#[derive(Clone, Copy, Debug)]
struct NodeSpans {
    /// The start tag of an element, or the whole markup of another node.
    token: Span,
    end_tag: Span,
}

#[derive(Clone, Copy, Debug)]
struct AttributeSpans {
    name: Span,
    value: Span,
}

/// Represents the absence of a span. A source has at most 2³² - 1 bytes, so no markup starts at this offset.
const NO_SPAN: Span = Span::new(u32::MAX, u32::MAX);

const NO_NODE: NodeSpans = NodeSpans { token: NO_SPAN, end_tag: NO_SPAN };
const NO_ATTRIBUTE: AttributeSpans = AttributeSpans { name: NO_SPAN, value: NO_SPAN };

fn known(span: Span) -> Option<Span> {
    (span != NO_SPAN).then_some(span)
}

/// Returns the entry at an index. Extends the list if it is shorter.
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

    /// Records that the source at `more` was appended to a text of `len` bytes. The CR of a CR LF, which the parser drops, is not a gap.
    pub(crate) fn extend_token(&mut self, source: &str, number: u32, len: u32, more: Span) {
        let token = &mut self.node_mut(number).token;
        let end = match known(*token) {
            Some(_) => token.end,
            None => {
                *token = Span::empty(more.start);
                NO_SPAN.start
            }
        };
        token.end = token.end.max(more.end);
        let is_line_end = || source.as_bytes().get(end as usize..more.start as usize) == Some(b"\r");
        if end != more.start && !is_line_end() {
            self.gaps.insert((number, len), (end, more.start));
        }
    }

    /// Returns the pieces of a text of length `len`: their ranges in the text, and their spans in the source.
    #[inline]
    pub(crate) fn pieces(&self, number: u32, len: u32) -> impl Iterator<Item = (Range<u32>, Option<Span>)> {
        let mut gaps = self.gaps_of(number, len);
        let token = self.token(number);
        let mut next = Some((0, token.map(|token| token.start)));
        core::iter::from_fn(move || {
            let (text_start, start) = next?;
            let (text_end, gap) = gaps.next().map_or((len, None), |(at, gap)| (at, Some(gap)));
            next = gap.map(|(_, start)| (text_end, Some(start)));
            let end = gap.map(|(end, _)| end).or(token.map(|token| token.end));
            let span = start.zip(end).map(|(start, end)| Span::new(start, end));
            Some((text_start..text_end, span.filter(|span| span.start <= span.end && span.end != NO_SPAN.end)))
        })
    }

    /// Returns the gaps in a text up to the offset `last`: their offsets in the text, and their start and end in the source.
    fn gaps_of(&self, number: u32, last: u32) -> impl Iterator<Item = (u32, (u32, u32))> {
        self.gaps.range((number, 0)..=(number, last)).map(|(&(_, at), &gap)| (at, gap))
    }

    /// Copies the gaps of a text from another document.
    #[inline]
    pub(crate) fn set_gaps_of(&mut self, number: u32, original: &Spans, original_number: u32) {
        self.gaps.extend(original.gaps_of(original_number, u32::MAX).map(|(at, gap)| ((number, at), gap)));
    }

    #[inline]
    pub(crate) fn set_end_tag(&mut self, number: u32, end_tag: Span) {
        match self.nodes.get_mut(number as usize) {
            Some(node) => node.end_tag = end_tag,
            None => self.node_mut(number).end_tag = end_tag,
        }
    }

    pub(crate) fn token(&self, number: u32) -> Option<Span> {
        self.nodes.get(number as usize).and_then(|node| known(node.token))
    }

    pub(crate) fn end_tag(&self, number: u32) -> Option<Span> {
        self.nodes.get(number as usize).and_then(|node| known(node.end_tag))
    }

    /// Sets the spans of attributes whose records begin at `start`.
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

    /// Copies the spans of attribute records that were copied to `start`, the end of the arena.
    pub(crate) fn copy_attributes(&mut self, range: Range<usize>, start: usize) {
        self.attributes.resize(start, NO_ATTRIBUTE);
        for index in range {
            self.attributes.push(self.attributes.get(index).copied().unwrap_or(NO_ATTRIBUTE));
        }
    }

    /// Moves the spans of an attribute record from one index to another.
    #[inline]
    pub(crate) fn move_attribute(&mut self, from: usize, to: usize) {
        let spans = self.attributes.get_mut(from).map_or(NO_ATTRIBUTE, |from| core::mem::replace(from, NO_ATTRIBUTE));
        if let Some(attribute) = self.attributes.get_mut(to) {
            *attribute = spans;
        }
    }

    /// Removes the spans of a record that now contains an attribute that is not in the source.
    pub(crate) fn clear_attribute(&mut self, index: usize) {
        if let Some(attribute) = self.attributes.get_mut(index) {
            *attribute = NO_ATTRIBUTE;
        }
    }

    /// Removes the value span of an attribute whose value was changed.
    #[inline]
    pub(crate) fn forget_attribute_value(&mut self, index: usize) {
        if let Some(attribute) = self.attributes.get_mut(index) {
            attribute.value = NO_SPAN;
        }
    }

    pub(crate) fn truncate_attributes(&mut self, len: usize) {
        self.attributes.truncate(len);
    }

    #[inline]
    pub(crate) fn attribute_name(&self, index: usize) -> Option<Span> {
        self.attributes.get(index).and_then(|attribute| known(attribute.name))
    }

    #[inline]
    pub(crate) fn attribute_value(&self, index: usize) -> Option<Span> {
        self.attributes.get(index).and_then(|attribute| known(attribute.value))
    }
}
