//! The order of a document's nodes in memory, which makes traversal of a finished document faster.

use crate::storage::node::Node;

/// The order of a document whose nodes have their numbers in tree order, as nearly every page has when it was parsed:
/// the next node in the tree is the next one in memory, so that no links need to be followed.
#[derive(Clone, Debug)]
pub(crate) struct Order {
    /// The last node of the subtree at each number.
    ends: Vec<u32>,
    /// The numbers in the root's tree, as ranges without their ends. Between them are detached nodes and template contents.
    runs: Vec<(u32, u32)>,
}

impl Order {
    /// Finds the order of the nodes of an arena, if they have one.
    #[inline]
    pub(super) fn of(nodes: &[Node], root: u32) -> Option<Order> {
        let mut ends = vec![0; nodes.len()];
        let mut is_ordered = true;
        let mut trees = 0;
        // A node comes before its children, and these in their order, each after the whole subtree of the one before. Without
        // branches, this takes less time than following the links once.
        for (number, node) in nodes.iter().enumerate().skip(1).rev() {
            let first = node.first();
            let last = nodes.get(first as usize).map_or(0, Node::left);
            let in_last = ends.get(last as usize).copied().unwrap_or(0);
            let end = if first == 0 { number as u32 } else { in_last };
            ends[number] = end;
            is_ordered &= (first == 0) | (first > number as u32) & (last > number as u32);
            is_ordered &= (node.next == 0) | (node.next > end);
            trees += u32::from(node.parent == 0);
        }
        if !is_ordered {
            return None;
        }
        let runs = if trees == 1 { vec![(1, nodes.len() as u32)] } else { runs(nodes, root) };
        Some(Order { ends, runs })
    }

    /// The last node of the subtree at each number, if all nodes are in the root's tree.
    #[inline]
    pub(crate) fn ends_of_one_tree(&self) -> Option<&[u32]> {
        (self.runs.len() == 1 && self.runs.first() == Some(&(1, self.ends.len() as u32))).then_some(&self.ends)
    }

    /// The end of the run that starts at `number`, within the subtree at `top`; `None` if `number` is not in the root's tree.
    #[inline]
    pub(crate) fn run_end(&self, number: u32, top: u32) -> Option<u32> {
        let index = self.runs.partition_point(|&(_, end)| end <= number);
        let &(start, end) = self.runs.get(index)?;
        let &last = self.ends.get(top as usize)?;
        (start <= number).then(|| end.min(last + 1))
    }
}

/// The numbers of the nodes in the root's tree.
#[inline]
fn runs(nodes: &[Node], root: u32) -> Vec<(u32, u32)> {
    let mut is_in = vec![false; nodes.len()];
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for (number, node) in nodes.iter().enumerate().skip(1) {
        // Parents come first.
        is_in[number] = number as u32 == root || is_in.get(node.parent as usize).copied().unwrap_or(false);
        if is_in[number] {
            let number = number as u32;
            match runs.last_mut() {
                Some((_, end)) if *end == number => *end += 1,
                _ => runs.push((number, number + 1)),
            }
        }
    }
    runs
}
