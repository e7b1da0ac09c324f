//! The candidates of a step: all nodes of the tree that pass its test and its predicates before the first positional one. With a list of
//! them, the number of candidates on an axis, and the candidate at any position, are found in logarithmic time:
//!
//! * Descendants and following nodes are a run of the list in document order. Children and siblings are a run of the list sorted by parent.
//! * Ancestors are a chain of candidates. Each has its depth and a jump pointer (Myers' skew-binary jump pointers), with which a search skips
//!   candidates.
//! * Preceding nodes are all candidates before a node in the list except its ancestors, whose number is known from their depths.

use crate::item::Item;
use crate::plan::Axis;
use crate::tree::Tree;

const NONE: u32 = u32::MAX;

#[derive(Debug)]
pub(super) struct Candidates {
    pub(super) ranks: Vec<u32>,
    /// For axes of siblings and children, sorted pairs of the parent's rank (upper 32 bits) and the rank (lower 32 bits).
    pub(super) by_parent: Vec<u64>,
    /// For the ancestor and preceding axes, the link of each candidate.
    pub(super) chain: Vec<Link>,
}

/// The link from a candidate to the candidates that are its ancestors.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    /// The index of the nearest ancestor.
    pub(super) nearest_ancestor: u32,
    /// The index of an ancestor farther up.
    jump: u32,
    /// The number of candidates in the chain from this one up, including this one.
    depth: u32,
}

/// The candidates on an axis of one node, in the order of the axis.
#[derive(Clone, Copy, Debug)]
pub(super) enum AxisSlice {
    /// A run of `ranks` or, if `is_by_parent`, of `by_parent`.
    Run { start: usize, end: usize, is_by_parent: bool, is_reversed: bool },
    /// The candidates before an index, except `ancestor`, which is the nearest ancestor, and the ancestors of `ancestor`.
    Preceding { before: usize, ancestor: u32 },
    /// A candidate and its ancestors.
    Ancestors { nearest: u32 },
}

impl Candidates {
    /// The maximum memory of a candidate, in bytes.
    pub(super) const BYTES: usize = size_of::<u32>() + size_of::<Link>();

    pub(super) fn new(axis: Axis, ranks: Vec<u32>, tree: &Tree<'_>) -> Candidates {
        let mut candidates = Candidates { ranks, by_parent: Vec::new(), chain: Vec::new() };
        let ranks = candidates.ranks.iter().copied();
        match axis {
            Axis::Child | Axis::FollowingSibling | Axis::PrecedingSibling => {
                let with_parent = ranks.filter_map(|rank| Some(parent_key(tree.parent(rank)?, rank)));
                candidates.by_parent = with_parent.collect();
                candidates.by_parent.sort_unstable();
            }
            Axis::Preceding | Axis::Ancestor | Axis::AncestorOrSelf => {
                for (index, rank) in ranks.enumerate() {
                    let nearest_ancestor = candidates.ancestor_of(rank, index, tree);
                    let link = candidates.new_link(nearest_ancestor, index as u32);
                    candidates.chain.push(link);
                }
            }
            _ => {}
        }
        candidates
    }

    /// Returns the link of the candidate with the index `itself`.
    fn new_link(&self, nearest_ancestor: u32, itself: u32) -> Link {
        let Some(parent) = self.chain.get(nearest_ancestor as usize) else {
            return Link { nearest_ancestor: NONE, jump: NONE, depth: 1 };
        };
        let depth_of = |index: u32| self.chain.get(index as usize).map_or(0, |link| link.depth);
        let second = self.chain.get(parent.jump as usize).map_or(NONE, |link| link.jump);
        let is_even = parent.depth - depth_of(parent.jump) == depth_of(parent.jump) - depth_of(second);
        debug_assert!(nearest_ancestor < itself);
        Link {
            nearest_ancestor,
            jump: if is_even && parent.jump != NONE { second } else { nearest_ancestor },
            depth: parent.depth + 1,
        }
    }

    /// Returns the nearest candidate in the chain from `from` up for which a condition is true. If it is true for a candidate, it must be
    /// true for all of its ancestors.
    fn climb(&self, from: u32, is_match: impl Fn(u32, &Link) -> bool) -> u32 {
        let mut current = from;
        while let Some(link) = self.chain.get(current as usize)
            && !is_match(current, link)
        {
            let is_too_far = self.chain.get(link.jump as usize).is_none_or(|jump| is_match(link.jump, jump));
            current = if is_too_far { link.nearest_ancestor } else { link.jump };
        }
        current
    }

    /// Returns the index of the nearest candidate that is an ancestor of a rank. `index` is the index of the rank in the list, or the index
    /// at which it would be inserted.
    fn ancestor_of(&self, rank: u32, index: usize, tree: &Tree<'_>) -> u32 {
        let Some(previous) = index.checked_sub(1) else { return NONE };
        self.climb(previous as u32, |candidate, _| tree.end(self.ranks[candidate as usize]) >= rank)
    }

    /// Returns the depth of a candidate, or 0 for [`NONE`].
    fn depth(&self, candidate: u32) -> usize {
        self.chain.get(candidate as usize).map_or(0, |link| link.depth as usize)
    }

    pub(super) fn index_of(&self, rank: u32) -> usize {
        self.ranks.partition_point(|known| *known < rank)
    }

    /// Returns the candidates on an axis of a node. Returns `None` if the node has no such axis.
    pub(super) fn slice(&self, axis: Axis, from: Item, tree: &Tree<'_>) -> Option<AxisSlice> {
        let rank = from.rank();
        let is_node = from.is_node();
        let run = |start: u32, end: u32| {
            let (start, end) = (self.index_of(start), self.index_of(end));
            AxisSlice::Run { start, end: end.max(start), is_by_parent: false, is_reversed: false }
        };
        let siblings = |parent: u32, start: u32, end: u32, is_reversed: bool| {
            let index_of = |rank: u32| self.by_parent.partition_point(|known| *known < parent_key(parent, rank));
            AxisSlice::Run { start: index_of(start), end: index_of(end), is_by_parent: true, is_reversed }
        };
        Some(match axis {
            Axis::Descendant if is_node => run(rank + 1, tree.end(rank) + 1),
            Axis::DescendantOrSelf if is_node => run(rank, tree.end(rank) + 1),
            Axis::Itself if is_node => run(rank, rank + 1),
            Axis::Parent if is_node => tree.parent(rank).map(|parent| run(parent, parent + 1))?,
            Axis::Following => run(if is_node { tree.end(rank) + 1 } else { rank + 1 }, tree.last() + 1),
            Axis::Child if is_node => siblings(rank, 0, u32::MAX, false),
            Axis::FollowingSibling if is_node => siblings(tree.parent(rank).unwrap_or(0), rank + 1, u32::MAX, false),
            Axis::PrecedingSibling if is_node => siblings(tree.parent(rank).unwrap_or(0), 0, rank, true),
            Axis::Preceding => {
                let before = self.index_of(rank);
                AxisSlice::Preceding { before, ancestor: self.ancestor_of(rank, before, tree) }
            }
            Axis::Ancestor | Axis::AncestorOrSelf if is_node || axis == Axis::Ancestor => {
                let index = self.index_of(rank);
                let counts_itself = axis == Axis::AncestorOrSelf || !is_node;
                let is_itself = counts_itself && self.ranks.get(index) == Some(&rank);
                AxisSlice::Ancestors {
                    nearest: if is_itself { index as u32 } else { self.ancestor_of(rank, index, tree) },
                }
            }
            _ => return None,
        })
    }

    pub(super) fn size(&self, slice: AxisSlice) -> usize {
        match slice {
            AxisSlice::Run { start, end, .. } => end - start,
            AxisSlice::Preceding { before, ancestor } => before - self.depth(ancestor),
            AxisSlice::Ancestors { nearest } => self.depth(nearest),
        }
    }

    /// Returns the rank at a position, which must be from 1 to the size.
    pub(super) fn nth(&self, slice: AxisSlice, position: usize) -> u32 {
        match slice {
            AxisSlice::Run { start, end, is_by_parent, is_reversed } => {
                self.rank_in_run(if is_reversed { end - position } else { start + position - 1 }, is_by_parent)
            }
            AxisSlice::Preceding { before, ancestor } => self.ranks[self.preceding(before, ancestor, position)],
            AxisSlice::Ancestors { nearest } => {
                let depth = self.depth(nearest) + 1 - position;
                self.ranks[self.climb(nearest, |_, link| link.depth as usize <= depth) as usize]
            }
        }
    }

    pub(super) fn rank_in_run(&self, index: usize, is_by_parent: bool) -> u32 {
        if is_by_parent { self.by_parent[index] as u32 } else { self.ranks[index] }
    }

    /// Returns the index of the candidate at a position of [`AxisSlice::Preceding`].
    pub(super) fn preceding(&self, before: usize, ancestor: u32, position: usize) -> usize {
        let depth = self.depth(ancestor);
        // Counts the candidates on the preceding axis that follow an ancestor in the list. The result follows the nearest ancestor for which
        // this count is at least `position`. In the list, it comes before all ancestors below that ancestor.
        let preceding_after = |index: u32, link: &Link| before - 1 - index as usize - (depth - link.depth as usize);
        let ancestor_above = self.climb(ancestor, |index, link| preceding_after(index, link) >= position);
        before - position - (depth - self.depth(ancestor_above))
    }
}

fn parent_key(parent: u32, rank: u32) -> u64 {
    u64::from(parent) << 32 | u64::from(rank)
}
