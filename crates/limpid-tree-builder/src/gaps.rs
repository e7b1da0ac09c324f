//! Gaps in a vector whose elements keep their places when others leave.

use std::collections::BTreeMap;

/// The places of a vector whose elements have left it, while others behind them have not: so leaving costs little,
/// and the others keep their places. There are none in a vector that is used as a stack.
///
/// Invariant: no gap is empty, none touches the next, and none is at the end of the vector.
#[derive(Debug, Default)]
pub(crate) struct Gaps {
    /// Where each gap ends, by where it starts; made for the first.
    #[expect(
        clippy::box_collection,
        reason = "most vectors never have gaps, and a pointer is made and dropped sooner"
    )]
    ranges: Option<Box<BTreeMap<usize, usize>>>,
}

impl Gaps {
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.ranges.as_ref().is_none_or(|ranges| ranges.is_empty())
    }

    /// Makes a place one that was left.
    pub(crate) fn add(&mut self, place: usize) {
        let ranges = self.ranges.get_or_insert_default();
        let end = ranges.remove(&(place + 1)).unwrap_or(place + 1);
        match ranges.range_mut(..place).next_back() {
            Some((_, before)) if *before == place => *before = end,
            _ => drop(ranges.insert(place, end)),
        }
    }

    /// The place itself, or the end of the gap that it is in.
    pub(crate) fn skip(&self, place: usize) -> usize {
        match self.ranges.as_ref().and_then(|ranges| ranges.range(..=place).next_back()) {
            Some((_, &end)) if end > place => end,
            _ => place,
        }
    }

    /// The place of the element after another, or the end of the vector.
    pub(crate) fn next(&self, place: usize) -> usize {
        self.ranges.as_ref().and_then(|ranges| ranges.get(&(place + 1))).copied().unwrap_or(place + 1)
    }

    /// The place of the element before another.
    pub(crate) fn previous(&self, place: usize) -> Option<usize> {
        let start = match self.ranges.as_ref().and_then(|ranges| ranges.range(..place).next_back()) {
            Some((&start, &end)) if end == place => start,
            _ => place,
        };
        start.checked_sub(1)
    }

    /// Takes the last place before another out of its gap.
    pub(crate) fn take_before(&mut self, place: usize) -> Option<usize> {
        let ranges = self.ranges.as_mut()?;
        let (&start, end) = ranges.range_mut(..place).next_back()?;
        *end -= 1;
        let taken = *end;
        if taken == start {
            ranges.remove(&start);
        }
        Some(taken)
    }

    /// Forgets the gap at the end of a vector, and gives the length without it.
    pub(crate) fn trim(&mut self, len: usize) -> usize {
        match self.ranges.as_mut().and_then(|ranges| ranges.last_entry()) {
            Some(last) if *last.get() == len => last.remove_entry().0,
            _ => len,
        }
    }
}

#[cfg(test)]
mod tests;
