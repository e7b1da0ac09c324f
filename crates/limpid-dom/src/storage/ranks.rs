//! Ranks: numbers in tree order, for trees whose node numbers are in another order, such as after edits.

use crate::storage::arena::Arena;

/// The ranks of the nodes of a tree: numbers in tree order, starting with 1 for the top.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct Ranks {
    /// The number of the node at each rank. Index 0 repeats the top.
    numbers: Vec<u32>,
    /// For the node at each rank, the last rank in its subtree.
    ends: Vec<u32>,
    /// The lowest number of a node in the tree.
    least: u32,
    /// The ranks of the numbers from `least` on; 0 for nodes of other trees.
    ranks: Vec<u32>,
}

impl Ranks {
    /// Computes the ranks of a node and its descendants. Returns `None` if there are more than `limit` nodes.
    #[inline]
    pub(crate) fn from(arena: &Arena, top: u32, limit: usize) -> Option<Ranks> {
        let mut numbers = vec![top];
        let mut next = top;
        while next != 0 {
            if numbers.len() > limit {
                return None;
            }
            numbers.push(next);
            next = arena.next_in_order(next, top);
        }
        let least = numbers.iter().copied().min().unwrap_or(0);
        let greatest = numbers.iter().copied().max().unwrap_or(0);
        let mut ranks = vec![0; (greatest - least) as usize + 1];
        for (rank, number) in numbers.iter().enumerate().skip(1) {
            ranks[(number - least) as usize] = rank as u32;
        }
        let mut ends: Vec<u32> = (0..numbers.len() as u32).collect();
        for rank in (2..numbers.len()).rev() {
            // The parent has a lower rank.
            let parent = arena.node(numbers[rank]).parent().checked_sub(least);
            let parent = parent.and_then(|index| ranks.get(index as usize)).copied().unwrap_or(0) as usize;
            ends[parent] = ends[parent].max(ends[rank]);
        }
        Some(Ranks { numbers, ends, least, ranks })
    }

    /// Returns the number of the node at a rank, or 0.
    #[doc(hidden)]
    #[inline]
    pub fn number(&self, rank: u32) -> u32 {
        self.numbers.get(rank as usize).copied().unwrap_or(0)
    }

    /// Returns the rank of a node, or 0 for a node of another tree.
    #[doc(hidden)]
    #[inline]
    pub fn rank(&self, number: u32) -> u32 {
        let index = number.checked_sub(self.least);
        index.and_then(|index| self.ranks.get(index as usize)).copied().unwrap_or(0)
    }

    /// Returns the last rank in the subtree of each rank.
    #[doc(hidden)]
    #[inline]
    pub fn ends(&self) -> &[u32] {
        &self.ends
    }
}
