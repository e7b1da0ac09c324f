//! Uniform access to the current tree and to the parsed tree. Template contents count as children of the `template`.

use crate::read::document::Document;
use crate::source::tag::Tag;
use crate::storage::arena::Arena;
use crate::storage::attribute::AttributeRecord;
use crate::storage::node::{Node, NodeFlags, NodeKind};
use crate::storage::text_buffer::Place;
use limpid_markup::{LocalName, Span};

/// A span of the source, and the text that the parser made from it.
#[derive(Clone, Copy)]
pub(super) struct Part<'a> {
    pub(super) data: &'a str,
    pub(super) span: Span,
    /// Whether the span contains only this text.
    pub(super) is_exclusive: bool,
}

/// A tree, whose nodes are identified by number. Links to nodes are 0 if there is no node.
#[derive(Clone, Copy)]
pub(super) struct Tree<'a> {
    pub(super) arena: &'a Arena,
    pub(super) source: &'a str,
    is_now: bool,
}

impl<'a> Tree<'a> {
    pub(super) fn now(document: &'a Document<'_>) -> Tree<'a> {
        Tree { arena: &document.arena, source: &document.source, is_now: true }
    }

    /// Returns the parsed tree. `document` is the result of parsing the source again.
    pub(super) fn before(document: &'a Document<'_>) -> Tree<'a> {
        Tree { is_now: false, ..Tree::now(document) }
    }

    pub(super) fn is_now(&self) -> bool {
        self.is_now
    }

    /// Returns the number of nodes that the parser created, including node 0.
    pub(super) fn parsed_nodes(&self) -> u32 {
        self.arena.parsed_nodes
    }

    pub(super) fn is_parsed(&self, number: u32) -> bool {
        number < self.arena.parsed_nodes
    }

    pub(super) fn node(&self, number: u32) -> &'a Node {
        self.arena.node(number)
    }

    pub(super) fn kind(&self, number: u32) -> NodeKind {
        self.node(number).kind()
    }

    pub(super) fn is_element(&self, number: u32) -> bool {
        number != 0 && self.kind(number) == NodeKind::Element
    }

    pub(super) fn name(&self, number: u32) -> &'a str {
        self.arena.names.text(self.name_number(number))
    }

    /// Whether an element has the same name as an element of another tree.
    pub(super) fn has_name_of(&self, number: u32, other: Tree<'_>, other_number: u32) -> bool {
        let (name, other_name) = (self.name_number(number), other.name_number(other_number));
        // Only the numbers of known names are the same in both trees.
        match (name as usize) < LocalName::COUNT {
            true => name == other_name,
            false => self.name(number) == other.name(other_number),
        }
    }

    pub(super) fn name_number(&self, number: u32) -> u32 {
        self.arena.name(number)
    }

    pub(super) fn html_name(&self, number: u32) -> LocalName {
        let node = self.node(number);
        match node.is_html_element() {
            true => LocalName::from_index(node.name_or_far() as usize),
            false => LocalName::UNKNOWN,
        }
    }

    fn contents(&self, number: u32) -> Option<u32> {
        self.node(number).flags().contains(NodeFlags::TEMPLATE_CONTENTS).then(|| number + 1)
    }

    pub(super) fn first(&self, number: u32) -> u32 {
        self.node(self.contents(number).unwrap_or(number)).first()
    }

    pub(super) fn last(&self, number: u32) -> u32 {
        self.ends(self.contents(number).unwrap_or(number)).1
    }

    /// Returns the first node inside a node in markup order: its shadow root or, without a shadow root, its first child.
    pub(super) fn first_written(&self, number: u32) -> u32 {
        let root = self.arena.shadow_root(number).filter(|&root| self.is_now || self.is_parsed(root));
        root.unwrap_or_else(|| self.first(number))
    }

    /// Returns the next sibling in markup order. After a shadow root, that is the first child of the host.
    pub(super) fn next_written(&self, number: u32) -> u32 {
        match self.kind(number) {
            NodeKind::ShadowRoot => self.first(self.parent(number)),
            _ => self.next(number),
        }
    }

    pub(super) fn next(&self, number: u32) -> u32 {
        self.node(number).next()
    }

    pub(super) fn previous(&self, number: u32) -> u32 {
        let left = self.node(number).left();
        // The first child links to the last one, which has no next sibling.
        if self.next(left) == 0 { 0 } else { left }
    }

    /// Returns the parent, the previous and the next sibling of a node. Here, template contents count as separate nodes.
    pub(super) fn links(&self, number: u32) -> (u32, u32, u32) {
        (self.node(number).parent(), self.previous(number), self.next(number))
    }

    /// Returns the first and the last child of a node, not counting template contents.
    pub(super) fn ends(&self, number: u32) -> (u32, u32) {
        let first = self.node(number).first();
        (first, self.node(first).left())
    }

    /// Returns the parent of a node. For template contents and their children, that is the `template`.
    pub(super) fn parent(&self, number: u32) -> u32 {
        match self.node(number).parent() {
            0 => self.arena.host(number),
            parent => self.owner(parent),
        }
    }

    /// If a node is the contents of a `template`, returns the `template`, otherwise the node.
    pub(super) fn owner(&self, number: u32) -> u32 {
        match self.arena.host(number) {
            host if host != 0 && self.kind(number) != NodeKind::ShadowRoot => host,
            _ => number,
        }
    }

    pub(super) fn children(self, parent: u32) -> impl Iterator<Item = u32> + 'a {
        self.siblings(self.first(parent))
    }

    pub(super) fn siblings(self, first: u32) -> impl Iterator<Item = u32> + 'a {
        std::iter::successors((first != 0).then_some(first), move |&number| Some(self.next(number)).filter(|&n| n != 0))
    }

    /// Returns a node and its previous siblings, in reverse tree order.
    pub(super) fn siblings_before(self, last: u32) -> impl Iterator<Item = u32> + 'a {
        std::iter::successors((last != 0).then_some(last), move |&number| {
            Some(self.previous(number)).filter(|&n| n != 0)
        })
    }

    pub(super) fn ancestors(self, number: u32) -> impl Iterator<Item = u32> + 'a {
        std::iter::successors(Some(self.parent(number)).filter(|&n| n != 0), move |&number| {
            Some(self.parent(number)).filter(|&n| n != 0)
        })
    }

    /// Returns the next node in tree order within `top`.
    pub(super) fn next_in(&self, number: u32, top: u32) -> u32 {
        match self.first(number) {
            0 => self.next_after(number, top),
            first => first,
        }
    }

    /// Returns the next node in tree order after the subtree of this one, within `top`.
    pub(super) fn next_after(&self, mut number: u32, top: u32) -> u32 {
        while number != top && number != 0 {
            match self.next(number) {
                0 => number = self.parent(number),
                next => return next,
            }
        }
        0
    }

    pub(super) fn data(&self, number: u32) -> &'a str {
        self.arena.text(self.source, self.place(number))
    }

    /// Whether a node has the same data in another tree of the same source.
    pub(super) fn has_data_of(&self, other: Tree<'_>, number: u32) -> bool {
        self.has_text_of(other, self.place(number), other.place(number))
    }

    /// Whether an attribute has the same value as one in another tree of the same source.
    pub(super) fn has_value_of(
        &self,
        other: Tree<'_>,
        record: &AttributeRecord,
        other_record: &AttributeRecord,
    ) -> bool {
        self.has_text_of(other, record.place(), other_record.place())
    }

    fn has_text_of(&self, other: Tree<'_>, place: Place, other_place: Place) -> bool {
        let is_same_place = place == other_place && self.arena.text.span_in_source(place).is_some();
        is_same_place || self.arena.text(self.source, place) == other.arena.text(other.source, other_place)
    }

    fn place(&self, number: u32) -> Place {
        self.arena.place(number).unwrap_or_default()
    }

    /// Returns the start of a text in the source, if it occurs there verbatim.
    fn verbatim_start(&self, number: u32) -> Option<u32> {
        self.arena.text.span_in_source(self.place(number)).map(|span| span.start)
    }

    pub(super) fn attributes(&self, number: u32) -> impl Iterator<Item = &'a AttributeRecord> + Clone {
        self.arena
            .attributes
            .get(self.arena.attribute_range(number))
            .unwrap_or_default()
            .iter()
            .filter(|record| !record.is_free())
    }

    pub(super) fn value(&self, record: &AttributeRecord) -> &'a str {
        self.arena.text(self.source, record.place())
    }

    pub(super) fn attribute_name(&self, record: &AttributeRecord) -> String {
        let prefix = self.arena.qualifiers.of_attribute(record, &self.arena.names).prefix;
        let name = self.arena.names.text(self.arena.qualifiers.local_name(record));
        if prefix.is_empty() { name.to_owned() } else { format!("{prefix}:{name}") }
    }

    /// Returns the span of an element's start tag, or of the whole markup of another node. Only for parsed nodes.
    pub(super) fn token(&self, number: u32) -> Option<Span> {
        let token = self.arena.spans.as_ref()?.token(number).filter(|_| self.is_parsed(number))?;
        let is_text = self.arena.node(number).kind() == NodeKind::Text;
        Some(if is_text { self.with_cdata_markers(token) } else { token })
    }

    /// Extends the span of a text by directly adjacent markers of CDATA sections. New markup is not inserted between the text and the markers.
    fn with_cdata_markers(&self, text: Span) -> Span {
        let (before, after) = (self.source.get(..text.start as usize), self.source.get(text.end as usize..));
        let start = if before.is_some_and(|before| before.ends_with("<![CDATA[")) { 9 } else { 0 };
        let end = if after.is_some_and(|after| after.starts_with("]]>")) { 3 } else { 0 };
        Span::new(text.start - start, text.end + end)
    }

    pub(super) fn end_tag(&self, number: u32) -> Option<Span> {
        self.arena.spans.as_ref()?.end_tag(number).filter(|_| self.is_parsed(number))
    }

    pub(super) fn slice(&self, span: Span) -> &'a str {
        self.source.get(span.range()).unwrap_or_default()
    }

    /// Whether the span of a text contains only this text.
    pub(super) fn is_exclusive(&self, text: u32, span: Span) -> bool {
        let data = self.data(text);
        if self.verbatim_start(text) == Some(span.start) && data.len() == span.len() {
            return true;
        }
        let slice = self.slice(span);
        !slice.contains('<') || cdata_content(slice).is_some_and(|content| content == data)
    }

    /// Returns the source parts of a node that is not an element, in order. A text may have several. Returns `None` if they are unknown.
    pub(super) fn parts(&self, number: u32) -> Option<Vec<Part<'a>>> {
        let (span, data) = (self.token(number)?, self.data(number));
        let whole = |is_exclusive| Some(vec![Part { data, span, is_exclusive }]);
        if self.kind(number) != NodeKind::Text || self.is_exclusive(number, span) {
            return whole(true);
        }
        let pieces = self.arena.spans.as_ref()?.pieces(number, self.place(number).len);
        let parts = pieces.map(|(range, span)| {
            let (data, span) = (data.get(range.start as usize..range.end as usize)?, self.with_cdata_markers(span?));
            let slice = self.slice(span);
            let is_exclusive = slice == data || cdata_content(slice) == Some(data) || !slice.contains('<');
            Some(Part { data, span, is_exclusive })
        });
        let parts: Option<Vec<Part<'a>>> = parts.collect();
        parts
            .filter(|parts| parts.len() > 1 && parts.is_sorted_by(|one, next| one.span.end <= next.span.start))
            .or_else(|| whole(false))
    }

    /// Returns the span of a node and its descendants, if their markup is contiguous, without other markup in between.
    pub(super) fn contiguous_span(&self, top: u32) -> Option<Span> {
        let mut whole: Option<Span> = None;
        let mut add = |token: Span| {
            let is_next = whole.is_none_or(|whole| whole.end == token.start);
            whole = Some(Span::new(whole.map_or(token.start, |whole| whole.start), token.end));
            is_next
        };
        let mut number = top;
        loop {
            match (self.kind(number), self.token(number)) {
                (NodeKind::Element, None) => {}
                (NodeKind::Text, None) if self.data(number).is_empty() => {}
                (NodeKind::Text, Some(token)) if !self.is_exclusive(number, token) => return None,
                (_, Some(token)) if add(token) => {}
                _ => return None,
            }
            let mut next = self.first_written(number);
            while next == 0 {
                if let Some(end_tag) = self.end_tag(number)
                    && !add(end_tag)
                {
                    return None;
                }
                if number == top {
                    return whole;
                }
                next = self.next_written(number);
                if next == 0 {
                    number = self.parent(number);
                }
            }
            number = next;
        }
    }

    /// Returns the span from the start of an element's markup to its end, which may contain ignored markup. Returns `None` if it may contain
    /// markup of other nodes.
    pub(super) fn enclosing_span(&self, top: u32) -> Option<Span> {
        let whole = Span::new(self.token(top)?.start, self.end(top)?);
        let mut at = whole.start;
        let mut number = top;
        while number != 0 {
            if let Some(token) = self.token(number) {
                if token.start < at || token.end > whole.end || self.html_name(number) == LocalName::TABLE {
                    return None;
                }
                at = token.end;
            }
            number = self.next_in(number, top);
        }
        Some(whole)
    }

    /// Whether an element has an end tag, or ends with its start tag.
    pub(super) fn is_closed(&self, element: u32) -> bool {
        self.end_tag(element).is_some() || self.token(element).is_some() && self.ends_with_its_start(element)
    }

    fn ends_with_its_start(&self, element: u32) -> bool {
        let node = self.node(element);
        match node.is_html_element() && self.arena.xml.is_none() {
            true => limpid_markup::TagSet::SERIALIZES_AS_VOID.contains(self.html_name(element)),
            false => self
                .token(element)
                .is_some_and(|tag| Tag::read(self.slice(tag), tag.start, self.arena.xml.is_some()).has_solidus()),
        }
    }

    /// Returns the last node that starts at or before an offset of the source. Takes linear time.
    pub(super) fn node_at(&self, offset: u32) -> u32 {
        let start = |number: u32| self.token(number).map(|token| token.start).filter(|&start| start <= offset);
        let starts = (1..self.arena.parsed_nodes).filter_map(|number| Some((start(number)?, number)));
        starts.max().map_or(self.arena.root, |(_, number)| number)
    }

    /// Returns the offset after a byte order mark that the parser skipped, or 0.
    pub(super) fn input_start(&self) -> u32 {
        let is_skipped = self.source.starts_with('\u{feff}') && self.start(self.arena.root) != Some(0);
        if is_skipped { '\u{feff}'.len_utf8() as u32 } else { 0 }
    }

    /// Returns the start of the markup of a node and its descendants.
    pub(super) fn start(&self, top: u32) -> Option<u32> {
        let mut number = top;
        while number != 0 {
            if let Some(token) =
                self.token(number).or(if self.first(number) == 0 { self.end_tag(number) } else { None })
            {
                return Some(token.start);
            }
            number = self.next_in(number, top);
        }
        None
    }

    /// Returns the offset for a new start tag of an element without one: before its content, and before an end tag `</body>` or `</html>` that may
    /// precede its content.
    pub(super) fn start_of_implied(&self, element: u32) -> Option<u32> {
        let end_tags = [element, self.parent(element)].into_iter().filter_map(|node| self.end_tag(node));
        Some(end_tags.fold(self.start(element)?, |start, end_tag| start.min(end_tag.start)))
    }

    /// Returns the end of the markup of a node and its descendants.
    pub(super) fn end(&self, top: u32) -> Option<u32> {
        let mut end: Option<u32> = None;
        let mut number = top;
        loop {
            if let Some(end_tag) = self.end_tag(number) {
                return Some(end_tag.end.max(end.unwrap_or(0)));
            }
            end = end.max(self.token(number).map(|token| token.end));
            let mut next = self.last(number);
            // The last nodes may be implied, such as an empty `body`.
            while next == 0 {
                if number == top || self.token(number).is_some() {
                    return end;
                }
                next = self.previous(number);
                number = self.parent(number);
            }
            number = next;
        }
    }
}

pub(super) fn cdata_content(source: &str) -> Option<&str> {
    source.strip_prefix("<![CDATA[")?.strip_suffix("]]>")
}
