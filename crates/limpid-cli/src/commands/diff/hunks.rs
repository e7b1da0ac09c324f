use super::lines::Line;
use imara_diff::{Diff, InternedInput};
use std::fmt;
use std::ops::Range;

/// Differences that are near each other, with the lines around them.
#[derive(Debug)]
pub(super) struct Hunk<'d> {
    pub(super) before: Place,
    pub(super) after: Place,
    pub(super) lines: Vec<(Change, Line<'d>)>,
}

/// Where the lines of a hunk are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    /// The number of the first line; of no lines, that of the line before.
    pub(super) start: u32,
    pub(super) count: u32,
}

impl Place {
    fn new(range: &Range<u32>) -> Place {
        let start = if range.is_empty() { range.start } else { range.start + 1 };
        Place { start, count: range.len() as u32 }
    }
}

/// As unified diffs have it.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.count {
            1 => write!(f, "{}", self.start),
            count => write!(f, "{},{count}", self.start),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Change {
    None,
    Removed,
    Added,
}

impl Change {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Change::None => "none",
            Change::Removed => "removed",
            Change::Added => "added",
        }
    }
}

/// The differences with `context` lines around each; those whose lines touch are one hunk.
pub(super) fn hunks<'d>(diff: &Diff, input: &InternedInput<Line<'d>>, context: u32) -> Vec<Hunk<'d>> {
    let ends = (input.before.len() as u32, input.after.len() as u32);
    let mut hunks = Vec::new();
    let mut differences = diff.hunks().peekable();
    while let Some(first) = differences.next() {
        let mut lines = Vec::new();
        let lead = context.min(first.before.start).min(first.after.start);
        let before = first.before.start - lead;
        let after = first.after.start - lead;
        let old = |range: Range<u32>, change, lines: &mut Vec<(Change, Line<'d>)>| {
            lines.extend(range.map(|at| (change, input.interner[input.before[at as usize]])));
        };
        old(before..first.before.start, Change::None, &mut lines);
        let mut current = first;
        loop {
            old(current.before.clone(), Change::Removed, &mut lines);
            let added = current.after.clone().map(|at| (Change::Added, input.interner[input.after[at as usize]]));
            lines.extend(added);
            match differences.next_if(|next| next.before.start - current.before.end <= context.saturating_mul(2)) {
                Some(next) => {
                    old(current.before.end..next.before.start, Change::None, &mut lines);
                    current = next;
                }
                None => break,
            }
        }
        let trail = context.min(ends.0 - current.before.end).min(ends.1 - current.after.end);
        old(current.before.end..current.before.end + trail, Change::None, &mut lines);
        hunks.push(Hunk {
            before: Place::new(&(before..current.before.end + trail)),
            after: Place::new(&(after..current.after.end + trail)),
            lines,
        });
    }
    hunks
}
