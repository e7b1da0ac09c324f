//! Searches in [`Descendants`] by the numbers that identify names, for limpid-select and limpid-xpath.

use crate::read::descendants::{Descendants, node_ref};
use crate::read::document::Document;
use crate::read::node_ref::NodeRef;
use crate::storage::attribute::AttributeRecord;
use crate::storage::node::{FAR_NAME, MANY, Node};
use crate::storage::word_filter::word_bit;
use limpid_markup::LocalName;

/// Returns a predicate for elements whose name has this number. If the number is [`FAR_NAME`] or greater, the predicate matches all
/// elements with such a number, and the caller has to compare the numbers.
#[inline]
fn is_named(number: u32) -> impl Fn(&Node) -> bool {
    let name = number.min(FAR_NAME);
    move |node| node.has_name_or_far(name)
}

impl<'d> Descendants<'d> {
    /// Skips to the first node of the current run whose entry in `list` matches, or to the last node of the run. `list` has an entry for
    /// each node, indexed by the node's number.
    #[inline]
    fn skip_to<T>(&mut self, list: &[T], matches: impl Fn(&T) -> bool) {
        if let Some(run) = self.run() {
            let last = run.end as u32;
            let index = list.get(run).unwrap_or_default().iter().position(matches);
            self.front = index.map_or(last, |at| self.front + at as u32);
        }
    }

    #[inline]
    fn next_where(&mut self, matches: impl Fn(&Node) -> bool) -> Option<NodeRef<'d>> {
        let nodes = &self.document.arena.nodes;
        loop {
            self.skip_to(nodes, &matches);
            let node = self.next()?;
            if matches(node.node()) {
                return Some(node);
            }
        }
    }

    /// Calls `visit` for each remaining node that matches.
    ///
    /// `MANY_MATCH` is for predicates that match many nodes in an order that the processor cannot predict. Then 64 consecutive nodes are
    /// tested at a time, without branches. This measurably speeds up the XPath expression `//text()`.
    #[inline]
    fn each_where<const MANY_MATCH: bool>(
        mut self,
        matches: impl Fn(&Node) -> bool,
        mut visit: impl FnMut(NodeRef<'d>),
    ) {
        let document = self.document;
        loop {
            if let Some(run) = self.run() {
                let last = run.end as u32;
                let run = document.arena.nodes.get(run).unwrap_or_default();
                for (nodes, first) in run.chunks(64).zip((self.front..).step_by(64)) {
                    if !MANY_MATCH {
                        let numbers = nodes.iter().zip(first..).filter(|(node, _)| matches(node));
                        numbers.filter_map(|(_, number)| node_ref(document, number)).for_each(&mut visit);
                        continue;
                    }
                    let mut bits = 0_u64;
                    for (index, node) in nodes.iter().enumerate() {
                        bits |= u64::from(matches(node)) << index;
                    }
                    while bits != 0 {
                        node_ref(document, first + bits.trailing_zeros()).into_iter().for_each(&mut visit);
                        bits &= bits - 1;
                    }
                }
                self.front = last;
            }
            let Some(node) = self.next() else { return };
            if matches(node.node()) {
                visit(node);
            }
        }
    }

    /// Calls `visit` for each remaining element.
    #[doc(hidden)]
    pub fn each_element(self, visit: impl FnMut(NodeRef<'d>)) {
        self.each_where::<true>(Node::is_element, visit);
    }

    /// Calls `visit` for each remaining text node.
    #[doc(hidden)]
    pub fn each_text(self, visit: impl FnMut(NodeRef<'d>)) {
        self.each_where::<true>(Node::is_text, visit);
    }

    /// Calls `visit` for each remaining element whose name has this [number](Document::name_number).
    #[doc(hidden)]
    pub fn each_element_named(self, number: u32, mut visit: impl FnMut(NodeRef<'d>)) {
        self.each_where::<false>(is_named(number), |node| {
            if number < FAR_NAME || node.name_number() == number {
                visit(node);
            }
        });
    }

    /// Calls `visit` for each attribute of the remaining elements whose local name has this [number](Document::name_number), with the
    /// element, the [slot](NodeRef::attribute_slots), and whether the name has neither prefix nor namespace. [`u32::MAX`] matches no
    /// attribute, because it marks free slots.
    #[doc(hidden)]
    pub fn each_attribute_named(self, number: u32, mut visit: impl FnMut(NodeRef<'d>, usize, bool)) {
        let arena = &self.document.arena;
        if number == AttributeRecord::FREE.name {
            return;
        }
        self.each_where::<true>(
            |node| node.attributes().1 != 0,
            |element| {
                for (slot, record) in arena.attributes(element.number()).iter().enumerate() {
                    if arena.qualifiers.local_name(record) == number {
                        visit(element, slot, !record.is_qualified());
                    }
                }
            },
        );
    }

    /// Returns the next element.
    #[doc(hidden)]
    #[inline]
    pub fn next_element(&mut self) -> Option<NodeRef<'d>> {
        self.next_where(Node::is_element)
    }

    /// Returns the next element whose name has this [number](Document::name_number), in any namespace.
    #[doc(hidden)]
    #[inline]
    pub fn next_element_named(&mut self, number: u32) -> Option<NodeRef<'d>> {
        loop {
            let element = self.next_where(is_named(number))?;
            if number < FAR_NAME || element.name_number() == number {
                return Some(element);
            }
        }
    }

    /// Returns the next element whose name is in a bit set of indices of known [`LocalName`]s.
    #[doc(hidden)]
    #[inline]
    pub fn next_element_among(&mut self, names: &[u64]) -> Option<NodeRef<'d>> {
        self.next_where(|node| {
            let name = node.name_or_far();
            node.is_element() && names.get(name as usize / 64).is_some_and(|word| word >> (name % 64) & 1 != 0)
        })
    }

    /// Returns the next element with an attribute whose local name has this [number](Document::name_number), in any namespace. Also returns
    /// each element with at least `MANY` attributes (the greatest count that a node stores). The caller has to search these elements.
    #[doc(hidden)]
    #[inline]
    pub fn next_element_with_attribute(&mut self, number: u32) -> Option<NodeRef<'d>> {
        let Document { arena, .. } = self.document;
        let is_named = |record: &AttributeRecord| {
            record.name == number || (record.is_qualified() && arena.qualifiers.local_name(record) == number)
        };
        self.next_where(|node| {
            let (start, count) = node.attributes();
            let records = arena.attributes.get(start..start + usize::from(count)).unwrap_or_default();
            records.iter().any(is_named) || count == MANY
        })
    }

    /// Returns the next element that has an `id` or `class` attribute without a namespace and a value for which `matches` returns true.
    /// `matches` must return false for values that do not contain `word`, because elements without the word are skipped. Also returns each
    /// element with at least `MANY` attributes (the greatest count that a node stores). The caller has to search these elements.
    #[doc(hidden)]
    pub fn next_element_with(
        &mut self,
        attribute: LocalName,
        word: &[u8],
        matches: impl Fn(&[u8]) -> bool,
    ) -> Option<NodeRef<'d>> {
        let Document { arena, source, .. } = self.document;
        let is_named = |record: &&AttributeRecord| record.name == attribute.index() as u32;
        let has_word = |node: &Node| {
            let (start, count) = node.attributes();
            if count == 0 {
                return false;
            }
            let records = arena.attributes.get(start..start + usize::from(count)).unwrap_or_default();
            let value = records.iter().find(is_named).filter(|record| record.len as usize >= word.len());
            value.is_some_and(|record| matches(arena.text.bytes(source, record.place()))) || count == MANY
        };
        let words = arena.known_order().and_then(|_| arena.word_filters(source));
        let Some(words) = words else {
            let before = self.front;
            let element = self.next_where(has_word);
            let is_far = |node: NodeRef<'_>| node.number().saturating_sub(before) as usize > arena.nodes.len() / 8;
            // A search is counted only once, even if it finds many elements, so that one search alone does not build the filters.
            if !self.is_counted && arena.known_order().is_some() && element.is_none_or(is_far) {
                self.is_counted = true;
                arena.count_word_search();
            }
            return element;
        };
        let bit = word_bit(attribute, word);
        loop {
            self.skip_to(words, |word| word & bit != 0);
            let node = self.next()?;
            if has_word(node.node()) {
                return Some(node);
            }
        }
    }
}
