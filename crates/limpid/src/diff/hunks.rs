//! Differences between two lists of lines, grouped into the hunks of a unified diff.

use super::compare::compare;
use similar::{DiffOp, group_diff_ops};
use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;
use std::ops::Range;

/// A group of nearby differences, with the lines around them.
#[doc(hidden)]
#[derive(Debug)]
pub struct Hunk<L> {
    /// The range of the hunk in the first list.
    pub before: Place,
    /// The range of the hunk in the second list.
    pub after: Place,
    /// The lines of the hunk, including context lines.
    pub lines: Vec<(Change, L)>,
}

/// The line range of a hunk.
#[doc(hidden)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The number of the first line. For an empty range, the number of the line before the range, or 0.
    pub start: usize,
    /// The number of lines.
    pub count: usize,
}

impl Place {
    fn new(range: &Range<usize>) -> Place {
        let start = if range.is_empty() { range.start } else { range.start + 1 };
        Place { start, count: range.len() }
    }
}

/// Writes the range in the format of unified diffs.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.count {
            1 => write!(f, "{}", self.start),
            count => write!(f, "{},{count}", self.start),
        }
    }
}

/// Whether a line is in both lists.
#[doc(hidden)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// Both lists have it.
    None,
    /// Only the first list has it.
    Removed,
    /// Only the second list has it.
    Added,
}

impl Change {
    /// Returns the name in the JSON output of `limpid diff`.
    #[doc(hidden)]
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Change::None => "none",
            Change::Removed => "removed",
            Change::Added => "added",
        }
    }
}

/// Returns the equal and the different ranges; an empty list if there is no difference.
pub(super) fn operations<L: Copy + Eq + Hash>(before: &[L], after: &[L]) -> Vec<DiffOp> {
    // Comparing numbers is much faster than comparing lines.
    let mut numbers = HashMap::new();
    let mut number = |line: &L| {
        let next = numbers.len();
        *numbers.entry(*line).or_insert(next)
    };
    let old: Vec<usize> = before.iter().map(&mut number).collect();
    let new: Vec<usize> = after.iter().map(&mut number).collect();
    let ops = compare(&old, &new, numbers.len());
    if ops.iter().all(|op| matches!(op, DiffOp::Equal { .. })) { Vec::new() } else { ops }
}

pub(super) fn differences<L: Copy + Eq + Hash>(before: &[L], after: &[L]) -> Vec<DiffOp> {
    let mut ops = operations(before, after);
    ops.retain(|op| !matches!(op, DiffOp::Equal { .. }));
    ops
}

/// Returns the differences with `context` lines around each. Differences whose context lines touch form one hunk.
#[doc(hidden)]
#[must_use]
pub fn hunks<L: Copy + Eq + Hash>(before: &[L], after: &[L], context: usize) -> Vec<Hunk<L>> {
    let ops = operations(before, after);
    if ops.is_empty() {
        return Vec::new();
    }
    let groups = group_diff_ops(ops, context);
    groups.iter().filter_map(|ops| hunk(ops, before, after)).collect()
}

fn hunk<L: Copy>(ops: &[DiffOp], before: &[L], after: &[L]) -> Option<Hunk<L>> {
    let (first, last) = (ops.first()?, ops.last()?);
    let mut lines = Vec::new();
    for op in ops {
        let (old, new) = (&before[op.old_range()], &after[op.new_range()]);
        match op {
            DiffOp::Equal { .. } => lines.extend(old.iter().map(|line| (Change::None, *line))),
            _ => {
                lines.extend(old.iter().map(|line| (Change::Removed, *line)));
                lines.extend(new.iter().map(|line| (Change::Added, *line)));
            }
        }
    }
    Some(Hunk {
        before: Place::new(&(first.old_range().start..last.old_range().end)),
        after: Place::new(&(first.new_range().start..last.new_range().end)),
        lines,
    })
}
