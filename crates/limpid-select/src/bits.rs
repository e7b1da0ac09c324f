//! Sets of nodes as bit sets.

use limpid_dom::NodeRef;

/// A set of nodes of one document.
#[derive(Clone)]
pub(crate) struct NodeSet {
    words: Vec<u64>,
}

impl NodeSet {
    pub(crate) fn new(node_count: usize) -> NodeSet {
        NodeSet { words: vec![0; node_count / 64 + 1] }
    }

    pub(crate) fn contains(&self, node: NodeRef<'_>) -> bool {
        let number = node.id().get() as usize;
        self.words.get(number / 64).is_some_and(|word| word >> (number % 64) & 1 != 0)
    }

    /// Adds a node. Returns whether the node was not in the set before.
    pub(crate) fn insert(&mut self, node: NodeRef<'_>) -> bool {
        let number = node.id().get() as usize;
        let Some(word) = self.words.get_mut(number / 64) else { return false };
        let is_new = *word >> (number % 64) & 1 == 0;
        *word |= 1 << (number % 64);
        is_new
    }
}
