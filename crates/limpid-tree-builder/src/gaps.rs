//! The gaps in a vector whose elements keep their indices when others are removed.

use std::collections::BTreeMap;

/// The unused indices of a vector. Removing an element from the middle leaves a gap: this is cheap, and later elements keep their indices.
/// A vector that is only used as a stack has no gaps.
///
/// Invariant: gaps are not empty, do not touch each other, and are not at the end of the vector.
#[derive(Debug, Default)]
pub(crate) struct Gaps {
    /// The end of each gap, by its start.
    ranges: BTreeMap<usize, usize>,
}

impl Gaps {
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// Marks an index as unused.
    pub(crate) fn add(&mut self, index: usize) {
        let end = self.ranges.remove(&(index + 1)).unwrap_or(index + 1);
        let start = self.last_before(index).filter(|&(_, before)| before == index).map_or(index, |(start, _)| start);
        self.ranges.insert(start, end);
    }

    /// Returns the last gap that starts at or before an index, as start and end.
    fn last_up_to(&self, index: usize) -> Option<(usize, usize)> {
        self.ranges.range(..=index).next_back().map(|(&start, &end)| (start, end))
    }

    /// Returns the last gap that starts before an index, as start and end.
    fn last_before(&self, index: usize) -> Option<(usize, usize)> {
        self.last_up_to(index.checked_sub(1)?)
    }

    /// Returns the index itself, or the end of the gap that contains it.
    pub(crate) fn skip(&self, index: usize) -> usize {
        match self.last_up_to(index) {
            Some((_, end)) if end > index => end,
            _ => index,
        }
    }

    /// Returns the index of the next element after the element at `index`, or the length of the vector.
    pub(crate) fn next(&self, index: usize) -> usize {
        self.ranges.get(&(index + 1)).copied().unwrap_or(index + 1)
    }

    /// Returns the index of the last element before `index`.
    pub(crate) fn previous(&self, index: usize) -> Option<usize> {
        let start = match self.last_before(index) {
            Some((start, end)) if end == index => start,
            _ => index,
        };
        start.checked_sub(1)
    }

    /// Returns the last unused index before `index`, and marks it as used.
    pub(crate) fn take_free_before(&mut self, index: usize) -> Option<usize> {
        let (start, end) = self.last_before(index)?;
        let taken = end - 1;
        if taken == start {
            self.ranges.remove(&start);
        } else {
            self.ranges.insert(start, taken);
        }
        Some(taken)
    }

    /// Removes the gap at the end of a vector of length `len`, and returns the length without it.
    pub(crate) fn trim(&mut self, len: usize) -> usize {
        match self.last_before(len) {
            Some((start, end)) if end == len => {
                self.ranges.remove(&start);
                start
            }
            _ => len,
        }
    }
}

#[cfg(test)]
mod tests;
