//! Gaps in a vector whose elements keep their places when others leave.

use limpid_markup::{OrderedMap, Seldom};

/// The places of a vector whose elements have left it, while others behind them have not: so leaving costs little,
/// and the others keep their places. There are none in a vector that is used as a stack.
///
/// Invariant: no gap is empty, none touches the next, and none is at the end of the vector.
#[derive(Debug, Default)]
pub(crate) struct Gaps {
    /// Where each gap ends, by where it starts; made for the first.
    /// Most vectors never have gaps, and a pointer is made and dropped sooner.
    ranges: Seldom<OrderedMap>,
}

impl Gaps {
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.ranges.as_ref().is_none_or(|ranges| ranges.is_empty())
    }

    /// Makes a place one that was left.
    pub(crate) fn add(&mut self, place: usize) {
        let ranges = self.ranges.get_or_insert_default();
        let end = ranges.remove(place as u128 + 1).unwrap_or(place as u64 + 1);
        // No gap starts at the place itself.
        match ranges.up_to(place as u128) {
            Some((start, before)) if before == place as u64 => ranges.insert(start, end),
            _ => ranges.insert(place as u128, end),
        }
    }

    /// The start and end of the last gap that starts at a place or before it.
    fn up_to(&self, place: usize) -> Option<(usize, usize)> {
        let (start, end) = self.ranges.as_ref()?.up_to(place as u128)?;
        Some((start as usize, end as usize))
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
        let end = self.ranges.as_ref().and_then(|ranges| ranges.get(place as u128 + 1));
        end.map_or(place + 1, |end| end as usize)
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
        let ranges = self.ranges.as_mut()?;
        let taken = end - 1;
        if taken == start {
            ranges.remove(start as u128);
        } else {
            ranges.insert(start as u128, taken as u64);
        }
        Some(taken)
    }

    /// Forgets the gap at the end of a vector, and gives the length without it.
    pub(crate) fn trim(&mut self, len: usize) -> usize {
        match (self.before(len), &mut *self.ranges) {
            (Some((start, end)), Some(ranges)) if end == len => {
                ranges.remove(start as u128);
                start
            }
            _ => len,
        }
    }
}

#[cfg(test)]
mod tests;
