use crate::read::attribute::Attribute;
use crate::read::node_ref::NodeRef;
use core::ops::Range;
use limpid_markup::{AttributeRecord, Span};

/// Where the nodes and attributes of a document are in its source, if that was asked for.
///
/// Both lists may be shorter than the arena's: what is beyond their end has no place.
#[derive(Clone, Debug, Default)]
pub(crate) struct Spans {
    nodes: Vec<NodeSpans>,
    attributes: Vec<AttributeSpans>,
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

/// No place. No span of a source starts there, or the source would be too long.
const NOWHERE: Span = Span::new(u32::MAX, u32::MAX);

const NO_NODE: NodeSpans = NodeSpans { token: NOWHERE, end_tag: NOWHERE };
const NO_ATTRIBUTE: AttributeSpans = AttributeSpans { name: NOWHERE, value: NOWHERE };

fn somewhere(span: Span) -> Option<Span> {
    (span != NOWHERE).then_some(span)
}

impl Spans {
    /// With room for so many nodes and attributes.
    pub(crate) fn with_capacity(nodes: usize, attributes: usize) -> Spans {
        let mut spans = Spans::default();
        let _ = spans.nodes.try_reserve(nodes);
        let _ = spans.attributes.try_reserve(attributes);
        spans
    }

    fn node_mut(&mut self, number: u32) -> &mut NodeSpans {
        let index = number as usize;
        if index >= self.nodes.len() {
            self.nodes.resize(index + 1, NO_NODE);
        }
        &mut self.nodes[index]
    }

    /// Notes the token that made a node.
    #[inline]
    pub(crate) fn set_token(&mut self, number: u32, token: Span) {
        if number as usize == self.nodes.len() {
            self.nodes.push(NodeSpans { token, ..NO_NODE });
        } else {
            self.node_mut(number).token = token;
        }
    }

    /// Notes that a text goes on.
    pub(crate) fn extend_token(&mut self, number: u32, more: Span) {
        let token = &mut self.node_mut(number).token;
        match somewhere(*token) {
            Some(_) => token.end = token.end.max(more.end),
            None => *token = more,
        }
    }

    /// Notes the end tag of an element.
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

    /// Notes the places of attributes that the arena has from `start` on.
    pub(crate) fn set_attributes<'r>(&mut self, start: usize, records: impl IntoIterator<Item = &'r AttributeRecord>) {
        self.attributes.resize(start, NO_ATTRIBUTE);
        let spans =
            records.into_iter().map(|record| AttributeSpans { name: record.name_span, value: record.value_span });
        self.attributes.extend(spans);
    }

    /// Notes the place of one attribute.
    pub(crate) fn set_attribute(&mut self, index: usize, name: Span, value: Span) {
        if index >= self.attributes.len() {
            self.attributes.resize(index + 1, NO_ATTRIBUTE);
        }
        self.attributes[index] = AttributeSpans { name, value };
    }

    /// A range of attributes was copied to `start`, the end of the arena.
    pub(crate) fn copy_attributes(&mut self, range: Range<usize>, start: usize) {
        self.attributes.resize(start, NO_ATTRIBUTE);
        for index in range {
            self.attributes.push(self.attributes.get(index).copied().unwrap_or(NO_ATTRIBUTE));
        }
    }

    pub(crate) fn attribute_name(&self, index: usize) -> Option<Span> {
        self.attributes.get(index).and_then(|attribute| somewhere(attribute.name))
    }

    pub(crate) fn attribute_value(&self, index: usize) -> Option<Span> {
        self.attributes.get(index).and_then(|attribute| somewhere(attribute.value))
    }
}

/// # Where it is in the source
///
/// Places are there if the parser was asked for them, `limpid::ParseOptions::spans`, and for what the parser made. They are
/// byte offsets in the [source](crate::Document::source), whatever was changed since; `limpid::LineIndex` gives line and
/// column.
impl<'d> NodeRef<'d> {
    fn token_span(self) -> Option<Span> {
        self.document().arena.spans.as_ref()?.token(self.id().get())
    }

    /// The bytes of its start tag; `None` for other nodes, and for elements that the parser implied.
    ///
    /// ```
    /// # use limpid_dom as limpid;
    /// // With `limpid::ParseOptions::new().spans(true).parse("<p class=a>x</p>")`, the `p` has 0..11.
    /// # assert_eq!(limpid::Document::new().root().start_tag(), None);
    /// ```
    pub fn start_tag(self) -> Option<Span> {
        if self.is_element() { self.token_span() } else { None }
    }

    /// The bytes of the end tag that ended it; `None` for other nodes, and for elements that ended without one.
    pub fn end_tag(self) -> Option<Span> {
        self.document().arena.spans.as_ref()?.end_tag(self.id().get())
    }

    /// The bytes of the name in its start tag, as it is written there.
    pub fn tag_name_span(self) -> Option<Span> {
        let tag = self.start_tag()?;
        let name = self.document().source().get(tag.range())?.strip_prefix('<')?;
        let len = name.find(['\t', '\n', '\x0c', '\r', ' ', '/', '>']).unwrap_or(name.len());
        Some(Span::new(tag.start + 1, tag.start + 1 + len as u32))
    }

    /// Whether it is an element that the parser made without a start tag for it, as `html`, `head`, `body` and `tbody` are
    /// where they were left out; `None` if places were not asked for.
    pub fn is_implied(self) -> Option<bool> {
        self.document().arena.spans.as_ref()?;
        Some(self.is_element() && self.token_span().is_none())
    }

    /// The bytes from its start to its end: of an element from its start tag, or what comes first in it, to its end tag, or
    /// what comes last in it; of a text from its first to its last character.
    ///
    /// What the parser put elsewhere may lie in between: text that was in a table, say.
    pub fn span(self) -> Option<Span> {
        let own = self.token_span();
        if !self.is_element() {
            return own;
        }
        let start = match own {
            Some(tag) => tag.start,
            None => self.descendants().find_map(NodeRef::token_span)?.start,
        };
        let mut end = own.map_or(start, |tag| tag.end);
        let mut last = Some(self);
        while let Some(node) = last {
            if let Some(end_tag) = node.end_tag() {
                end = end.max(end_tag.end);
                break;
            }
            end = end.max(node.token_span().map_or(end, |token| token.end));
            last = node.last_child();
        }
        Some(Span::new(start, end))
    }
}

/// # Where it is in the source
///
/// As for [nodes](NodeRef#where-it-is-in-the-source). An element whose attributes were changed after parsing has no places
/// for them any more.
impl Attribute<'_> {
    /// The bytes of its name, as it is written in the tag.
    pub fn name_span(&self) -> Option<Span> {
        self.document().arena.spans.as_ref()?.attribute_name(self.index()?)
    }

    /// The bytes of its value without quotes, references not resolved; empty for an attribute without a value.
    pub fn value_span(&self) -> Option<Span> {
        self.document().arena.spans.as_ref()?.attribute_value(self.index()?)
    }
}
