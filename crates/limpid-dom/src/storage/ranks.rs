//! Ranks: numbers of nodes in tree order, for trees whose nodes have other numbers, as edits and template contents make them.

use crate::storage::arena::Arena;

/// The ranks of the nodes of a tree: numbers in tree order, from 1 for its top on.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct Ranks {
    /// The number of the node at each rank; that of the top again at 0.
    numbers: Vec<u32>,
    /// The last rank in the subtree of each rank.
    ends: Vec<u32>,
    least: u32,
    /// The rank of each number from the least on; 0 for nodes of other trees.
    ranks: Vec<u32>,
}

impl Ranks {
    /// The ranks of the nodes from a node down, unless there are more than a limit.
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
            // Its parent stands before it.
            let parent = arena.node(numbers[rank]).parent().checked_sub(least);
            let parent = parent.and_then(|index| ranks.get(index as usize)).copied().unwrap_or(0) as usize;
            ends[parent] = ends[parent].max(ends[rank]);
        }
        Some(Ranks { numbers, ends, least, ranks })
    }

    /// The number of the node at a rank; 0 for none.
    #[doc(hidden)]
    #[inline]
    pub fn number(&self, rank: u32) -> u32 {
        self.numbers.get(rank as usize).copied().unwrap_or(0)
    }

    /// The rank of the node of a number; 0 for a node of another tree.
    #[doc(hidden)]
    #[inline]
    pub fn rank(&self, number: u32) -> u32 {
        let index = number.checked_sub(self.least);
        index.and_then(|index| self.ranks.get(index as usize)).copied().unwrap_or(0)
    }

    /// The last rank in the subtree of each rank.
    #[doc(hidden)]
    #[inline]
    pub fn ends(&self) -> &[u32] {
        &self.ends
    }
}
