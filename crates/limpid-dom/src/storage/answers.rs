//! Finding the answers about a document that are kept, and forgetting them.

use crate::storage::arena::Arena;
use crate::storage::attribute::AttributeRecord;
use crate::storage::found::Found;
use crate::storage::node::{MANY, Node};
use crate::storage::order::Order;
use crate::storage::ranks::Ranks;
use crate::storage::word_filter::word_bit;
use limpid_markup::LocalName;
use std::sync::OnceLock;

impl Arena {
    /// The order of the nodes, if they have one that is known.
    #[inline]
    pub(crate) fn known_order(&self) -> Option<&Order> {
        self.found.get()?.order.get()?.as_ref()
    }

    pub(crate) fn order(&self) -> Option<&Order> {
        if self.is_being_built {
            return None;
        }
        self.found().order.get_or_init(|| Order::of(&self.nodes, self.root)).as_ref()
    }

    #[inline]
    pub(crate) fn found(&self) -> &Found {
        self.found.get_or_init(Box::default)
    }

    #[inline]
    fn found_mut(&mut self) -> Option<&mut Found> {
        Some(self.found.get_mut()?)
    }

    /// Forgets all errors but its own, before it gets another source.
    pub(crate) fn forget_all_errors(&mut self) {
        if let Some(found) = self.found_mut() {
            found.all_errors = OnceLock::new();
        }
    }

    /// Makes the filters of all nodes, see [`WordFilter`](crate::storage::word_filter::WordFilter). Elements with many attributes have all bits set.
    #[inline]
    pub(crate) fn word_filters(&self, source: &str) -> Vec<u32> {
        let of_record = |record: &AttributeRecord| {
            let value = || self.text.bytes(source, record.place());
            match LocalName::from_index(record.name as usize) {
                LocalName::ID => word_bit(LocalName::ID, value()),
                LocalName::CLASS => {
                    let words = value().split(u8::is_ascii_whitespace);
                    words.fold(0, |bits, word| bits | word_bit(LocalName::CLASS, word))
                }
                _ => 0,
            }
        };
        let of_node = |node: &Node| match node.attributes() {
            (_, 0) => 0,
            (_, MANY) => u32::MAX,
            (start, count) => {
                let records = self.attributes.get(start..start + usize::from(count)).unwrap_or_default();
                records.iter().map(of_record).fold(0, |bits, more| bits | more)
            }
        };
        self.nodes.iter().map(of_node).collect()
    }

    /// Forgets classes and ids, before an attribute is changed.
    #[inline]
    pub(crate) fn forget_words(&mut self) {
        if let Some(Some(order)) = self.found_mut().and_then(|found| found.order.get_mut()) {
            order.words = Default::default();
        }
    }

    /// Forgets the order, before a node is moved.
    #[inline]
    pub(super) fn forget_order(&mut self) {
        if !self.is_being_built
            && let Some(found) = self.found_mut()
        {
            found.order = OnceLock::new();
            found.ranks = OnceLock::new();
        }
    }

    /// The ranks of the root's tree.
    #[inline]
    pub(crate) fn ranks(&self) -> Option<&Ranks> {
        if self.is_being_built {
            return None;
        }
        self.found().ranks.get_or_init(|| Ranks::from(self, self.root, usize::MAX)).as_ref()
    }
}
