//! The columns that cells of earlier rows cover.

use core::ops::Range;

/// For each column, its *end*: the first row that cells of earlier rows no longer cover.
///
/// This is a segment tree over the column numbers. Its nodes are created only where a cell starts or ends. A search takes a logarithmic
/// number of steps, even if the columns are covered by thousands of cells that end in different rows.
///
/// The end of a column is the maximum `end` of the nodes on the path from the root to the column. `min_end` and `max_end` of a node are the
/// least and the greatest end of its columns, where only the `end` of the node and its descendants is considered.
#[derive(Debug)]
pub(super) struct CoveredColumns {
    nodes: Vec<Node>,
    /// The number of columns of the root node, a power of two.
    size: u64,
    /// The number of visited nodes.
    #[cfg(test)]
    pub(super) steps: u64,
    #[cfg(test)]
    pub(super) max_nodes: usize,
}

#[derive(Clone, Copy, Default, Debug)]
struct Node {
    /// The maximum end of the cells that cover all columns of the node.
    end: u64,
    min_end: u64,
    max_end: u64,
    /// The index of the left child, or 0 for a leaf. The right child has the next index.
    left_child: usize,
}

impl CoveredColumns {
    #[inline]
    pub(super) fn new() -> CoveredColumns {
        CoveredColumns {
            nodes: vec![Node::default()],
            size: 1,
            #[cfg(test)]
            steps: 0,
            #[cfg(test)]
            max_nodes: 0,
        }
    }

    #[inline]
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.nodes.push(Node::default());
    }

    /// Returns the first column from `from` on that no cell covers in `row`.
    #[inline]
    pub(super) fn first_free(&mut self, from: u64, row: u64) -> u64 {
        self.first_free_in(0, 0..self.size, from, row).unwrap_or(from.max(self.size))
    }

    /// Recurses at most 64 levels, because each level halves the columns.
    #[inline]
    fn first_free_in(&mut self, at: usize, columns: Range<u64>, from: u64, row: u64) -> Option<u64> {
        self.count_step();
        let Node { min_end, left_child, .. } = self.nodes[at];
        if columns.end <= from || min_end > row {
            return None;
        }
        if left_child == 0 {
            return Some(columns.start.max(from));
        }
        let middle = columns.start.midpoint(columns.end);
        self.first_free_in(left_child, columns.start..middle, from, row)
            .or_else(|| self.first_free_in(left_child + 1, middle..columns.end, from, row))
    }

    /// Whether a cell covers one of the `wanted` columns in `row`.
    #[inline]
    pub(super) fn is_covered(&mut self, wanted: &Range<u64>, row: u64) -> bool {
        self.is_covered_in(0, 0..self.size, wanted, row)
    }

    #[inline]
    fn is_covered_in(&mut self, at: usize, columns: Range<u64>, wanted: &Range<u64>, row: u64) -> bool {
        self.count_step();
        let Node { end, max_end, left_child, .. } = self.nodes[at];
        if columns.end <= wanted.start || wanted.end <= columns.start || max_end <= row {
            return false;
        }
        if end > row || wanted.start <= columns.start && columns.end <= wanted.end {
            return true;
        }
        let middle = columns.start.midpoint(columns.end);
        left_child != 0
            && (self.is_covered_in(left_child, columns.start..middle, wanted, row)
                || self.is_covered_in(left_child + 1, middle..columns.end, wanted, row))
    }

    /// Covers the `wanted` columns up to the row before `end`.
    #[inline]
    pub(super) fn cover(&mut self, wanted: &Range<u64>, end: u64) {
        while self.size < wanted.end {
            let root = self.nodes[0];
            let left_child = self.push_children(root);
            self.nodes[0] = Node { end: 0, min_end: 0, max_end: root.max_end, left_child };
            self.size *= 2;
        }
        self.cover_in(0, 0..self.size, wanted, end);
    }

    #[inline]
    fn cover_in(&mut self, at: usize, columns: Range<u64>, wanted: &Range<u64>, end: u64) {
        self.count_step();
        let node = self.nodes[at];
        if columns.end <= wanted.start || wanted.end <= columns.start || node.min_end >= end {
            return;
        }
        if wanted.start <= columns.start && columns.end <= wanted.end {
            self.nodes[at] =
                Node { end: node.end.max(end), min_end: node.min_end.max(end), max_end: node.max_end.max(end), ..node };
            return;
        }
        let left_child = if node.left_child == 0 { self.push_children(Node::default()) } else { node.left_child };
        let middle = columns.start.midpoint(columns.end);
        self.cover_in(left_child, columns.start..middle, wanted, end);
        self.cover_in(left_child + 1, middle..columns.end, wanted, end);
        let [left, right] = [self.nodes[left_child], self.nodes[left_child + 1]];
        let min_end = left.min_end.min(right.min_end).max(node.end);
        let max_end = left.max_end.max(right.max_end).max(node.end);
        self.nodes[at] = Node { end: node.end, min_end, max_end, left_child };
    }

    #[inline]
    fn push_children(&mut self, left: Node) -> usize {
        self.nodes.extend([left, Node::default()]);
        self.nodes.len() - 2
    }

    #[inline]
    fn count_step(&mut self) {
        #[cfg(test)]
        {
            self.steps += 1;
            self.max_nodes = self.max_nodes.max(self.nodes.len());
        }
    }
}
