//! The back door of limpid-select: questions about many elements by the numbers of their names, where the public methods would
//! look up or slice text for each. The methods are public for that crate alone, hidden from the documentation, and may change
//! with any version.

use super::Descendants;
use crate::read::document::Document;
use crate::read::node_ref::NodeRef;
use crate::read::order::word_bit;
use crate::storage::arena::MANY;
use crate::storage::node::{AttributeRecord, Node, NodeKind};
use limpid_markup::LocalName;

impl Document<'_> {
    /// Returns the number of an element name in this document; `None` if no node has the name.
    #[doc(hidden)]
    pub fn name_number(&self, name: &str) -> Option<u32> {
        self.arena.names.find(name)
    }
}

impl<'d> NodeRef<'d> {
    /// Returns the value of an attribute in no namespace by the id of its name, if its length is wanted.
    /// The bytes are looked at only then: where an element is one of many, they are far away.
    #[doc(hidden)]
    #[inline]
    pub fn attribute_bytes(self, name: LocalName, is_long_enough: impl FnOnce(usize) -> bool) -> Option<&'d [u8]> {
        let arena = &self.document.arena;
        let is_wanted = |record: &&AttributeRecord| record.name == name.index() as u32 && record.qualifier == 0;
        let record = arena.attributes(self.number()).iter().find(is_wanted)?;
        is_long_enough(record.len as usize).then(|| arena.text.bytes(&self.document.source, record.place()))
    }

    /// Returns a number that all elements of one namespace in this document share, and no others.
    #[doc(hidden)]
    pub fn namespace_number(self) -> u32 {
        self.document.arena.namespace_number_of(self.number())
    }
}

impl<'d> Descendants<'d> {
    /// Returns the next element.
    #[doc(hidden)]
    pub fn next_element(&mut self) -> Option<NodeRef<'d>> {
        self.next_where(|node| node.kind == NodeKind::Element)
    }

    /// Returns the next element whose name has this [number](Document::name_number), in whatever namespace.
    #[doc(hidden)]
    pub fn next_element_named(&mut self, number: u32) -> Option<NodeRef<'d>> {
        self.next_where(|node| (node.kind == NodeKind::Element) & (node.name == number))
    }

    /// Returns the next element of one of these names, a bit for each index.
    #[doc(hidden)]
    pub fn next_element_among(&mut self, names: &[u64]) -> Option<NodeRef<'d>> {
        self.next_where(|node| {
            node.kind == NodeKind::Element
                && names.get(node.name as usize / 64).is_some_and(|word| word >> (node.name % 64) & 1 != 0)
        })
    }

    /// Returns the next element with an attribute of this name, `id` or `class`, in no namespace, whose value may have the word in it
    /// and is wanted; or one with many attributes, which are not looked through.
    #[doc(hidden)]
    pub fn next_element_with(
        &mut self,
        attribute: LocalName,
        word: &[u8],
        is_wanted: impl Fn(&[u8]) -> bool,
    ) -> Option<NodeRef<'d>> {
        let Document { arena, source, .. } = self.document;
        let is_named = |record: &&AttributeRecord| record.name == attribute.index() as u32 && record.qualifier == 0;
        let has_it = |node: &Node| {
            if (node.kind != NodeKind::Element) | (node.small == 0) {
                return false;
            }
            let (start, len) = (node.data as usize, usize::from(node.small));
            let records = arena.attributes.get(start..start + len).unwrap_or_default();
            let value = records.iter().find(is_named).filter(|record| record.len as usize >= word.len());
            value.is_some_and(|record| is_wanted(arena.text.bytes(source, record.place()))) || node.small == MANY
        };
        let Some(words) = arena.known_order().and_then(|order| order.words(arena, source)) else {
            let before = self.front;
            let found = self.next_where(has_it);
            let is_far = |node: NodeRef<'_>| node.number().saturating_sub(before) as usize > arena.nodes.len() / 8;
            if let Some(order) = arena.known_order()
                && found.is_none_or(is_far)
            {
                order.ask_for_words();
            }
            return found;
        };
        let bit = word_bit(attribute, word);
        loop {
            if self.back.is_none() && self.front + 1 < self.run_end {
                let last = self.run_end - 1;
                let words = words.get(self.front as usize..last as usize)?;
                self.front = words.iter().position(|word| word & bit != 0).map_or(last, |at| self.front + at as u32);
            }
            let node = self.next()?;
            if has_it(node.node()) {
                return Some(node);
            }
        }
    }
}
