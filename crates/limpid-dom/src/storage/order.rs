//! Traversal in memory order, for documents whose nodes are stored in tree order.

use crate::storage::node::Node;

/// The order of a document whose nodes are numbered in tree order, as in nearly every parsed page. Traversals then read nodes sequentially
/// instead of following links.
#[derive(Clone, Debug)]
pub(crate) struct Order {
    /// The last node of each node's subtree.
    ends: Vec<u32>,
    /// The ranges of numbers in the root's tree. Other numbers belong to detached nodes and template contents.
    runs: Vec<(u32, u32)>,
}

impl Order {
    /// Computes the order of nodes. Returns `None` if their numbers are not in tree order.
    #[inline]
    pub(super) fn of(nodes: &[Node], root: u32) -> Option<Order> {
        let mut ends = vec![0; nodes.len()];
        let mut is_ordered = true;
        let mut trees = 0;
        // In tree order, a node precedes its children, and each child follows the subtree of its previous sibling. This loop has no branches
        // and is faster than one traversal along the links.
        for (number, node) in nodes.iter().enumerate().skip(1).rev() {
            let first = node.first();
            let last = nodes.get(first as usize).map_or(0, Node::left);
            let end_of_last = ends.get(last as usize).copied().unwrap_or(0);
            let end = if first == 0 { number as u32 } else { end_of_last };
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

    /// Returns the last node of each node's subtree, if all nodes are in the root's tree.
    #[inline]
    pub(crate) fn ends_of_one_tree(&self) -> Option<&[u32]> {
        (self.runs.len() == 1 && self.runs.first() == Some(&(1, self.ends.len() as u32))).then_some(&self.ends)
    }

    /// Returns the exclusive end of the range of consecutive numbers that contains `number`, limited to the subtree of `top`. Returns `None` if
    /// `number` is not in the root's tree.
    #[inline]
    pub(crate) fn run_end(&self, number: u32, top: u32) -> Option<u32> {
        let index = self.runs.partition_point(|&(_, end)| end <= number);
        let &(start, end) = self.runs.get(index)?;
        let &last = self.ends.get(top as usize)?;
        (start <= number).then(|| end.min(last + 1))
    }
}

/// Returns the runs of consecutive numbers in the root's tree.
#[inline]
fn runs(nodes: &[Node], root: u32) -> Vec<(u32, u32)> {
    let mut is_in_tree = vec![false; nodes.len()];
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for (number, node) in nodes.iter().enumerate().skip(1) {
        // The parent has a lower number, so its entry is final.
        is_in_tree[number] = number as u32 == root || is_in_tree.get(node.parent as usize).copied().unwrap_or(false);
        if is_in_tree[number] {
            let number = number as u32;
            match runs.last_mut() {
                Some((_, end)) if *end == number => *end += 1,
                _ => runs.push((number, number + 1)),
            }
        }
    }
    runs
}
