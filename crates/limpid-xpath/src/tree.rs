//! The tree of a context node, whose nodes have ranks: consecutive numbers in document order, starting with 1 for the root.

use limpid_dom::{NodeRef, Ranks};
use std::borrow::Cow;

#[derive(Debug)]
pub(crate) struct Tree<'d> {
    pub(crate) root: NodeRef<'d>,
    /// If `ranks` is `None`, the last number in the subtree of each node.
    ends: &'d [u32],
    /// `None` if the numbers of nodes are in document order, as in nearly all pages. Then ranks are these numbers.
    ranks: Option<Cow<'d, Ranks>>,
}

impl<'d> Tree<'d> {
    /// Returns the tree that a node belongs to. If `is_downward` is true, returns only the subtree of the node where this is cheaper.
    pub(crate) fn new(node: NodeRef<'d>, is_downward: bool) -> Tree<'d> {
        let document = node.document();
        let in_order = || {
            let ends = document.subtree_ends().filter(|ends| (node.id().get() as usize) < ends.len())?;
            Some(Tree { root: document.root(), ends, ranks: None })
        };
        let known = if is_downward && !document.knows_order() { None } else { in_order() };
        let part = || {
            let ranks = node.ranks_from(if is_downward { document.node_count() / 8 + 8 } else { 0 })?;
            Some(Tree { root: node, ends: &[], ranks: Some(Cow::Owned(ranks)) })
        };
        let whole = || {
            let root = node.ancestors().last().unwrap_or(node);
            let kept = (root.id() == document.root().id()).then(|| document.ranks()).flatten().map(Cow::Borrowed);
            let ranks = kept.or_else(|| root.ranks_from(usize::MAX).map(Cow::Owned));
            Tree { root, ends: &[], ranks }
        };
        known.or_else(part).or_else(in_order).unwrap_or_else(whole)
    }

    #[inline]
    fn ends(&self) -> &[u32] {
        self.ranks.as_deref().map_or(self.ends, Ranks::ends)
    }

    pub(crate) fn ranks_are_node_numbers(&self) -> bool {
        self.ranks.is_none()
    }

    #[inline]
    pub(crate) fn last(&self) -> u32 {
        (self.ends().len() as u32).saturating_sub(1)
    }

    /// Returns the number of ranks, including the unused rank 0.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.ends().len()
    }

    #[inline]
    pub(crate) fn rank(&self, node: NodeRef<'d>) -> u32 {
        let number = node.id().get();
        match &self.ranks {
            None => number,
            Some(ranks) => ranks.rank(number),
        }
    }

    #[inline]
    pub(crate) fn node(&self, rank: u32) -> NodeRef<'d> {
        let number = self.ranks.as_ref().map_or(rank, |ranks| ranks.number(rank));
        let node = self.root.document().node_at(number);
        node.unwrap_or(self.root)
    }

    /// Returns the last rank in the subtree of a node.
    #[inline]
    pub(crate) fn end(&self, rank: u32) -> u32 {
        self.ends().get(rank as usize).copied().unwrap_or(rank)
    }

    pub(crate) fn contains(&self, node: NodeRef<'d>) -> bool {
        core::ptr::eq(node.document(), self.root.document()) && self.rank(node) != 0
    }

    #[inline]
    pub(crate) fn parent(&self, rank: u32) -> Option<u32> {
        self.node(rank).parent().map(|parent| self.rank(parent))
    }

    pub(crate) fn depth(&self) -> usize {
        let (mut depth, mut ends) = (0, Vec::new());
        for rank in 1..=self.last() {
            while ends.pop_if(|end| *end < rank).is_some() {}
            ends.push(self.end(rank));
            depth = depth.max(ends.len());
        }
        depth
    }

    /// Returns, for each rank, the rank of the nearest inclusive ancestor that matches, or 0.
    pub(crate) fn nearest_matching(&self, is_match: impl Fn(NodeRef<'d>) -> bool) -> Vec<u32> {
        let mut nearest = vec![0; self.len()];
        for rank in 1..=self.last() {
            let inherited = self.parent(rank).map_or(0, |parent| nearest[parent as usize]);
            nearest[rank as usize] = if is_match(self.node(rank)) { rank } else { inherited };
        }
        nearest
    }
}
