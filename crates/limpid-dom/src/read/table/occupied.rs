//! The columns that are covered by cells of earlier rows.

use core::ops::Range;

/// For each column, the row at which the cells of earlier rows end that cover it.
///
/// It is a segment tree over the numbers of columns, whose nodes are made where a cell starts or ends. So a search takes a logarithmic
/// number of steps, also past thousands of cells that end in different rows:
///
/// ```text
/// end(column) = the greatest `all` of the nodes from the root to the column
/// least, most = the least and the greatest end of a node's columns, without regard to its ancestors
/// ```
#[derive(Debug)]
pub(super) struct Occupied {
    nodes: Vec<Node>,
    /// The number of columns of the root, a power of two.
    size: u64,
    /// The number of nodes looked at.
    #[cfg(test)]
    pub(super) steps: u64,
    #[cfg(test)]
    pub(super) most_nodes: usize,
}

#[derive(Clone, Copy, Default, Debug)]
struct Node {
    /// The row at which cells end that cover all columns of the node.
    all: u64,
    least: u64,
    most: u64,
    /// The left half; the right one follows it. 0 for a node without halves.
    half: usize,
}

impl Occupied {
    #[inline]
    pub(super) fn new() -> Occupied {
        Occupied {
            nodes: vec![Node::default()],
            size: 1,
            #[cfg(test)]
            steps: 0,
            #[cfg(test)]
            most_nodes: 0,
        }
    }

    #[inline]
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.nodes.push(Node::default());
    }

    /// Returns the first column from `from` on that is free in a row.
    #[inline]
    pub(super) fn first_free(&mut self, from: u64, row: u64) -> u64 {
        self.first_free_in(0, 0..self.size, from, row).unwrap_or(from.max(self.size))
    }

    /// The recursion halves the columns, so it ends after 64 levels at most.
    #[inline]
    fn first_free_in(&mut self, at: usize, columns: Range<u64>, from: u64, row: u64) -> Option<u64> {
        self.count_step();
        let Node { least, half, .. } = self.nodes[at];
        if columns.end <= from || least > row {
            return None;
        }
        if half == 0 {
            return Some(columns.start.max(from));
        }
        let middle = columns.start.midpoint(columns.end);
        self.first_free_in(half, columns.start..middle, from, row)
            .or_else(|| self.first_free_in(half + 1, middle..columns.end, from, row))
    }

    /// Whether one of these columns is covered in a row.
    #[inline]
    pub(super) fn is_covered(&mut self, wanted: &Range<u64>, row: u64) -> bool {
        self.is_covered_in(0, 0..self.size, wanted, row)
    }

    #[inline]
    fn is_covered_in(&mut self, at: usize, columns: Range<u64>, wanted: &Range<u64>, row: u64) -> bool {
        self.count_step();
        let Node { all, most, half, .. } = self.nodes[at];
        if columns.end <= wanted.start || wanted.end <= columns.start || most <= row {
            return false;
        }
        if all > row || wanted.start <= columns.start && columns.end <= wanted.end {
            return true;
        }
        let middle = columns.start.midpoint(columns.end);
        half != 0
            && (self.is_covered_in(half, columns.start..middle, wanted, row)
                || self.is_covered_in(half + 1, middle..columns.end, wanted, row))
    }

    /// Covers columns up to the row `end`.
    #[inline]
    pub(super) fn cover(&mut self, wanted: &Range<u64>, end: u64) {
        while self.size < wanted.end {
            let root = self.nodes[0];
            let half = self.push_halves(root);
            self.nodes[0] = Node { all: 0, least: 0, most: root.most, half };
            self.size *= 2;
        }
        self.cover_in(0, 0..self.size, wanted, end);
    }

    #[inline]
    fn cover_in(&mut self, at: usize, columns: Range<u64>, wanted: &Range<u64>, end: u64) {
        self.count_step();
        let node = self.nodes[at];
        if columns.end <= wanted.start || wanted.end <= columns.start || node.least >= end {
            return;
        }
        if wanted.start <= columns.start && columns.end <= wanted.end {
            self.nodes[at] =
                Node { all: node.all.max(end), least: node.least.max(end), most: node.most.max(end), ..node };
            return;
        }
        let half = if node.half == 0 { self.push_halves(Node::default()) } else { node.half };
        let middle = columns.start.midpoint(columns.end);
        self.cover_in(half, columns.start..middle, wanted, end);
        self.cover_in(half + 1, middle..columns.end, wanted, end);
        let [left, right] = [self.nodes[half], self.nodes[half + 1]];
        let (least, most) = (left.least.min(right.least).max(node.all), left.most.max(right.most).max(node.all));
        self.nodes[at] = Node { all: node.all, least, most, half };
    }

    #[inline]
    fn push_halves(&mut self, left: Node) -> usize {
        self.nodes.extend([left, Node::default()]);
        self.nodes.len() - 2
    }

    #[inline]
    fn count_step(&mut self) {
        #[cfg(test)]
        {
            self.steps += 1;
            self.most_nodes = self.most_nodes.max(self.nodes.len());
        }
    }
}
