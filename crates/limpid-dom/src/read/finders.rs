//! Searches among the nodes below a node by the numbers of names: the back door of limpid-select and limpid-xpath.

use crate::read::descendants::{Descendants, node_ref};
use crate::read::document::Document;
use crate::read::node_ref::NodeRef;
use crate::storage::attribute::AttributeRecord;
use crate::storage::node::{FAR_NAME, MANY, Node};
use crate::storage::word_filter::word_bit;
use limpid_markup::LocalName;

/// Tells the elements whose name has a number, and for one from [`FAR_NAME`] on those that may have it.
#[inline]
fn is_named(number: u32) -> impl Fn(&Node) -> bool {
    let name = number.min(FAR_NAME);
    move |node| node.has_name_or_far(name)
}

impl<'d> Descendants<'d> {
    /// Goes on in the current run to what `is_wanted` of the list has for it, or to the end of the run.
    #[inline]
    fn skip_to<T>(&mut self, list: &[T], is_wanted: impl Fn(&T) -> bool) {
        if let Some(run) = self.run() {
            let last = run.end as u32;
            let found = list.get(run).unwrap_or_default().iter().position(is_wanted);
            self.front = found.map_or(last, |at| self.front + at as u32);
        }
    }

    #[inline]
    fn next_where(&mut self, is_wanted: impl Fn(&Node) -> bool) -> Option<NodeRef<'d>> {
        let nodes = &self.document.arena.nodes;
        loop {
            self.skip_to(nodes, &is_wanted);
            let node = self.next()?;
            if is_wanted(node.node()) {
                return Some(node);
            }
        }
    }

    /// Gives all nodes that are still to come of which something is true to a function. If that is true of `MANY_ARE` in any order, 64 nodes
    /// that follow one another in memory are tested at a time, so that the processor need not guess the answers. Pays for: `//text()` in
    /// the table of XPath's speed.
    #[inline]
    fn each_where<const MANY_ARE: bool>(
        mut self,
        is_wanted: impl Fn(&Node) -> bool,
        mut visit: impl FnMut(NodeRef<'d>),
    ) {
        let document = self.document;
        loop {
            if let Some(run) = self.run() {
                let last = run.end as u32;
                let run = document.arena.nodes.get(run).unwrap_or_default();
                for (nodes, first) in run.chunks(64).zip((self.front..).step_by(64)) {
                    if !MANY_ARE {
                        let numbers = nodes.iter().zip(first..).filter(|(node, _)| is_wanted(node));
                        numbers.filter_map(|(_, number)| node_ref(document, number)).for_each(&mut visit);
                        continue;
                    }
                    let mut wanted = 0_u64;
                    for (index, node) in nodes.iter().enumerate() {
                        wanted |= u64::from(is_wanted(node)) << index;
                    }
                    while wanted != 0 {
                        node_ref(document, first + wanted.trailing_zeros()).into_iter().for_each(&mut visit);
                        wanted &= wanted - 1;
                    }
                }
                self.front = last;
            }
            let Some(node) = self.next() else { return };
            if is_wanted(node.node()) {
                visit(node);
            }
        }
    }

    /// Gives all elements that are still to come to a function.
    #[doc(hidden)]
    pub fn each_element(self, visit: impl FnMut(NodeRef<'d>)) {
        self.each_where::<true>(Node::is_element, visit);
    }

    /// Gives all text nodes that are still to come to a function.
    #[doc(hidden)]
    pub fn each_text(self, visit: impl FnMut(NodeRef<'d>)) {
        self.each_where::<true>(Node::is_text, visit);
    }

    /// Gives all elements that are still to come whose name has this [number](Document::name_number) to a function.
    #[doc(hidden)]
    pub fn each_element_named(self, number: u32, mut visit: impl FnMut(NodeRef<'d>)) {
        self.each_where::<false>(is_named(number), |node| {
            if number < FAR_NAME || node.name_number() == number {
                visit(node);
            }
        });
    }

    /// Gives all attributes of the elements that are still to come whose local name has this [number](Document::name_number) to a function:
    /// the element, the [slot](NodeRef::attribute_slots), and whether the name is the local name alone. Of [`u32::MAX`] there are none.
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

    /// The next element.
    #[doc(hidden)]
    #[inline]
    pub fn next_element(&mut self) -> Option<NodeRef<'d>> {
        self.next_where(Node::is_element)
    }

    /// The next element whose name has this [number](Document::name_number), in whatever namespace.
    #[doc(hidden)]
    #[inline]
    pub fn next_element_named(&mut self, number: u32) -> Option<NodeRef<'d>> {
        loop {
            let found = self.next_where(is_named(number))?;
            if number < FAR_NAME || found.name_number() == number {
                return Some(found);
            }
        }
    }

    /// The next element of one of these names of the vocabulary, a bit for each index.
    #[doc(hidden)]
    #[inline]
    pub fn next_element_among(&mut self, names: &[u64]) -> Option<NodeRef<'d>> {
        self.next_where(|node| {
            let name = node.name_or_far();
            node.is_element() && names.get(name as usize / 64).is_some_and(|word| word >> (name % 64) & 1 != 0)
        })
    }

    /// The next element with an attribute whose local name has this [number](Document::name_number), in whatever namespace; or one with many
    /// attributes, which are not looked through.
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

    /// The next element with an attribute of this name, `id` or `class`, in no namespace, whose value may have the word in it
    /// and is wanted; or one with many attributes, which are not looked through.
    #[doc(hidden)]
    pub fn next_element_with(
        &mut self,
        attribute: LocalName,
        word: &[u8],
        is_wanted: impl Fn(&[u8]) -> bool,
    ) -> Option<NodeRef<'d>> {
        let Document { arena, source, .. } = self.document;
        let is_named = |record: &&AttributeRecord| record.name == attribute.index() as u32;
        let has_it = |node: &Node| {
            let (start, count) = node.attributes();
            if count == 0 {
                return false;
            }
            let records = arena.attributes.get(start..start + usize::from(count)).unwrap_or_default();
            let value = records.iter().find(is_named).filter(|record| record.len as usize >= word.len());
            value.is_some_and(|record| is_wanted(arena.text.bytes(source, record.place()))) || count == MANY
        };
        let words = arena.known_order().and_then(|_| arena.word_filters(source));
        let Some(words) = words else {
            let before = self.front;
            let found = self.next_where(has_it);
            let is_far = |node: NodeRef<'_>| node.number().saturating_sub(before) as usize > arena.nodes.len() / 8;
            // Once for each search, so that the filters are not built for the matches of a single one.
            if !self.is_counted && arena.known_order().is_some() && found.is_none_or(is_far) {
                self.is_counted = true;
                arena.count_word_search();
            }
            return found;
        };
        let bit = word_bit(attribute, word);
        loop {
            self.skip_to(words, |word| word & bit != 0);
            let node = self.next()?;
            if has_it(node.node()) {
                return Some(node);
            }
        }
    }
}
