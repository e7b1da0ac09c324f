//! Gaps in a vector whose elements keep their places when others leave.

use std::collections::BTreeMap;

/// The places of a vector whose elements have left it, while others behind them have not: so leaving costs little,
/// and the others keep their places. There are none in a vector that is used as a stack.
///
/// Invariant: no gap is empty, none touches the next, and none is at the end of the vector.
#[derive(Debug, Default)]
pub(crate) struct Gaps {
    /// Where each gap ends, by where it starts.
    ranges: BTreeMap<usize, usize>,
}

impl Gaps {
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// Makes a place one that was left.
    pub(crate) fn add(&mut self, place: usize) {
        let end = self.ranges.remove(&(place + 1)).unwrap_or(place + 1);
        let start = self.before(place).filter(|&(_, before)| before == place).map_or(place, |(start, _)| start);
        self.ranges.insert(start, end);
    }

    /// The start and end of the last gap that starts at a place or before it.
    fn up_to(&self, place: usize) -> Option<(usize, usize)> {
        self.ranges.range(..=place).next_back().map(|(&start, &end)| (start, end))
    }

    /// The start and end of the last gap that starts before a place.
    fn before(&self, place: usize) -> Option<(usize, usize)> {
        self.up_to(place.checked_sub(1)?)
    }

    /// The place itself, or the end of the gap that it is in.
    pub(crate) fn skip(&self, place: usize) -> usize {
        match self.up_to(place) {
            Some((_, end)) if end > place => end,
            _ => place,
        }
    }

    /// The place of the element after another, or the end of the vector.
    pub(crate) fn next(&self, place: usize) -> usize {
        self.ranges.get(&(place + 1)).copied().unwrap_or(place + 1)
    }

    /// The place of the element before another.
    pub(crate) fn previous(&self, place: usize) -> Option<usize> {
        let start = match self.before(place) {
            Some((start, end)) if end == place => start,
            _ => place,
        };
        start.checked_sub(1)
    }

    /// Takes the last place before another out of its gap.
    pub(crate) fn take_before(&mut self, place: usize) -> Option<usize> {
        let (start, end) = self.before(place)?;
        let taken = end - 1;
        if taken == start {
            self.ranges.remove(&start);
        } else {
            self.ranges.insert(start, taken);
        }
        Some(taken)
    }

    /// Forgets the gap at the end of a vector, and gives the length without it.
    pub(crate) fn trim(&mut self, len: usize) -> usize {
        match self.before(len) {
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
