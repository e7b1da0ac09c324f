//! The changed nodes of a document as they were at the end of the parse: with the nodes that were not changed, the tree of the parser.

use crate::storage::node::Node;
use crate::storage::text_buffer::Place;
use core::ops::Range;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// The former records of the nodes that were changed since the parse. Texts and attributes of then are still in the arena.
#[derive(Clone, Debug, Default)]
pub(crate) struct Changes {
    former: BTreeMap<u32, Was>,
    /// A Bloom filter of the numbers, by their last six bits: most changes are few, and most nodes that are asked for have none. Pays for
    /// the example `source_edits` of `limpid-laws`.
    filter: u64,
    /// Whether the parser left nothing open in the source, once that was asked.
    pub(crate) is_regular: OnceLock<bool>,
}

/// A node as it was at the end of the parse.
#[derive(Clone, Debug)]
pub(crate) struct Was {
    pub(crate) node: Node,
    /// The number of an element's name, or of a processing instruction's target.
    pub(crate) name: u32,
    pub(crate) attributes: Range<u32>,
    /// The text, or the data of a processing instruction.
    pub(crate) data: Place,
}

impl Changes {
    /// Keeps what a node was, unless it was changed before.
    pub(super) fn keep(&mut self, number: u32, was: impl FnOnce() -> Was) {
        self.filter |= 1 << (number % 64);
        self.former.entry(number).or_insert_with(was);
    }

    #[inline]
    pub(crate) fn get(&self, number: u32) -> Option<&Was> {
        if self.filter >> (number % 64) & 1 == 0 { None } else { self.former.get(&number) }
    }

    /// The numbers of changed nodes, in ascending order.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = u32> {
        self.former.keys().copied()
    }
}
