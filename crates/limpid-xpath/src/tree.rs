//! The tree of a context node, with ranks: numbers in document order, from 1 for its root on.

use limpid_dom::NodeRef;
use std::borrow::Cow;

/// The tree of a context node. Ranks are the numbers of nodes if the document has these in order, as nearly every page has.
#[derive(Debug)]
pub(crate) struct Tree<'d> {
    pub(crate) root: NodeRef<'d>,
    /// The rank of the last node in the subtree of each rank.
    ends: Cow<'d, [u32]>,
    ranks: Option<Ranks<'d>>,
}

/// The ranks of a tree whose nodes are numbered otherwise.
#[derive(Debug)]
struct Ranks<'d> {
    /// The node of each rank; the root again at 0.
    nodes: Vec<NodeRef<'d>>,
    /// The rank of each number; 0 for nodes of other trees.
    of_numbers: Vec<u32>,
}

impl<'d> Tree<'d> {
    /// The tree that a node belongs to.
    pub(crate) fn of(node: NodeRef<'d>) -> Tree<'d> {
        let document = node.document();
        if let Some(ends) = document.subtree_ends() {
            return Tree { root: document.root(), ends: Cow::Borrowed(ends), ranks: None };
        }
        let root = node.ancestors().last().unwrap_or(node);
        let mut nodes = vec![root, root];
        nodes.extend(root.descendants());
        let mut of_numbers = vec![0; document.node_count() + 1];
        for (rank, node) in nodes.iter().enumerate().skip(1) {
            of_numbers[node.id().get() as usize] = rank as u32;
        }
        let mut ends: Vec<u32> = (0..nodes.len() as u32).collect();
        for rank in (2..nodes.len()).rev() {
            // Its parent stands before it.
            let parent = nodes[rank].parent().map_or(1, |parent| of_numbers[parent.id().get() as usize] as usize);
            ends[parent] = ends[parent].max(ends[rank]);
        }
        Tree { root, ends: Cow::Owned(ends), ranks: Some(Ranks { nodes, of_numbers }) }
    }

    /// Whether the ranks of nodes are their numbers.
    pub(crate) fn ranks_are_numbers(&self) -> bool {
        self.ranks.is_none()
    }

    /// The last rank.
    #[inline]
    pub(crate) fn last(&self) -> u32 {
        self.ends.len() as u32 - 1
    }

    /// The number of ranks, with 0.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The rank of a node of the tree.
    #[inline]
    pub(crate) fn rank(&self, node: NodeRef<'d>) -> u32 {
        let number = node.id().get();
        match &self.ranks {
            None => number,
            Some(ranks) => ranks.of_numbers.get(number as usize).copied().unwrap_or(0),
        }
    }

    /// The node of a rank.
    #[inline]
    pub(crate) fn node(&self, rank: u32) -> NodeRef<'d> {
        let node = match &self.ranks {
            None => self.root.document().node_at(rank),
            Some(ranks) => ranks.nodes.get(rank as usize).copied(),
        };
        node.unwrap_or(self.root)
    }

    /// The last rank in the subtree of a rank.
    #[inline]
    pub(crate) fn end(&self, rank: u32) -> u32 {
        self.ends.get(rank as usize).copied().unwrap_or(rank)
    }

    /// Whether a node is in the tree.
    pub(crate) fn has(&self, node: NodeRef<'d>) -> bool {
        core::ptr::eq(node.document(), self.root.document()) && self.rank(node) != 0
    }

    /// The rank of the parent of a rank, if it has one.
    #[inline]
    pub(crate) fn parent(&self, rank: u32) -> Option<u32> {
        self.node(rank).parent().map(|parent| self.rank(parent))
    }

    /// The nearest rank from each rank up whose node is of a kind; 0 for none.
    pub(crate) fn nearest(&self, is_wanted: impl Fn(NodeRef<'d>) -> bool) -> Vec<u32> {
        let mut nearest = vec![0; self.len()];
        for rank in 1..=self.last() {
            let inherited = self.parent(rank).map_or(0, |parent| nearest[parent as usize]);
            nearest[rank as usize] = if is_wanted(self.node(rank)) { rank } else { inherited };
        }
        nearest
    }
}
