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
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn places_are_those_of_a_plain_list(
            operations in prop::collection::vec((0_u8..4, any::<prop::sample::Index>()), 0..200),
        ) {
            let mut gaps = Gaps::default();
            // Whether each place has an element.
            let mut places = Vec::<bool>::new();
            for (operation, index) in operations {
                let taken: Vec<usize> = (0..places.len()).filter(|&place| places[place]).collect();
                match operation {
                    0 | 1 => places.push(true),
                    2 if taken.len() > 1 => {
                        let place = taken[index.index(taken.len() - 1)];
                        places[place] = false;
                        gaps.add(place);
                    }
                    2 => {
                        let popped = places.pop().is_some();
                        while places.last() == Some(&false) {
                            places.pop();
                        }
                        if popped {
                            prop_assert_eq!(gaps.trim(taken[taken.len() - 1]), places.len());
                        }
                    }
                    _ if !taken.is_empty() => {
                        let place = taken[index.index(taken.len())];
                        let free = (0..place).rfind(|&place| !places[place]);
                        prop_assert_eq!(gaps.take_before(place), free);
                        if let Some(free) = free {
                            places[free] = true;
                        }
                    }
                    _ => {}
                }
                prop_assert_eq!(gaps.is_empty(), !places.contains(&false));
                for place in 0..places.len() {
                    let from = |start: usize| (start..places.len()).find(|&place| places[place]);
                    prop_assert_eq!(gaps.skip(place), from(place).unwrap_or(places.len()));
                    if places[place] {
                        prop_assert_eq!(gaps.next(place), from(place + 1).unwrap_or(places.len()));
                        prop_assert_eq!(gaps.previous(place), (0..place).rfind(|&place| places[place]));
                    }
                }
            }
        }
    }
}
