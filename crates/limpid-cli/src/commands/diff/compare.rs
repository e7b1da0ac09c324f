use similar::DiffOp;
use similar::algorithms::{DiffHook, myers};
use std::convert::Infallible;
use std::ops::Range;
use std::time::{Duration, Instant};

/// How long to look for the shortest difference. What was not compared by then counts as different: between lines that all
/// occur again and again, time would grow with the square of their number.
const PATIENCE: Duration = Duration::from_secs(1);

/// What makes the one sequence of the other. The values are below `count`.
///
/// Values that occur once on each side are matched first, as many as keep their order, in nearly linear time; what is between
/// them is compared by Myers' algorithm.
pub(super) fn compare(old: &[usize], new: &[usize], count: usize) -> Vec<DiffOp> {
    let deadline = Instant::now() + PATIENCE;
    let mut ops = Operations::default();
    let (mut old_at, mut new_at) = (0, 0);
    for (old_anchor, new_anchor) in anchors(old, new, count) {
        between(old, old_at..old_anchor, new, new_at..new_anchor, deadline, &mut ops);
        ops.push_equal(old_anchor, new_anchor, 1);
        (old_at, new_at) = (old_anchor + 1, new_anchor + 1);
    }
    between(old, old_at..old.len(), new, new_at..new.len(), deadline, &mut ops);
    ops.finish(old.len(), new.len())
}

fn between(
    old: &[usize],
    old_range: Range<usize>,
    new: &[usize],
    new_range: Range<usize>,
    deadline: Instant,
    ops: &mut Operations,
) {
    match myers::diff_deadline(ops, old, old_range, new, new_range, Some(deadline)) {
        Ok(()) => {}
        Err(never) => match never {},
    }
}

/// What is equal, as it is found in order; all else is what differs.
#[derive(Debug, Default)]
struct Operations {
    ops: Vec<DiffOp>,
    old_end: usize,
    new_end: usize,
}

impl Operations {
    fn push_equal(&mut self, old_index: usize, new_index: usize, len: usize) {
        self.push_difference(old_index, new_index);
        match self.ops.last_mut() {
            Some(DiffOp::Equal { len: before, .. }) => *before += len,
            _ => self.ops.push(DiffOp::Equal { old_index, new_index, len }),
        }
        (self.old_end, self.new_end) = (old_index + len, new_index + len);
    }

    /// What is between the last that is equal and these places.
    fn push_difference(&mut self, old_to: usize, new_to: usize) {
        let (old_index, new_index) = (self.old_end, self.new_end);
        let (old_len, new_len) = (old_to - old_index, new_to - new_index);
        match (old_len, new_len) {
            (0, 0) => {}
            (_, 0) => self.ops.push(DiffOp::Delete { old_index, old_len, new_index }),
            (0, _) => self.ops.push(DiffOp::Insert { old_index, new_index, new_len }),
            _ => self.ops.push(DiffOp::Replace { old_index, old_len, new_index, new_len }),
        }
    }

    fn finish(mut self, old_len: usize, new_len: usize) -> Vec<DiffOp> {
        self.push_difference(old_len, new_len);
        self.ops
    }
}

impl DiffHook for Operations {
    type Error = Infallible;

    fn equal(&mut self, old_index: usize, new_index: usize, len: usize) -> Result<(), Infallible> {
        self.push_equal(old_index, new_index, len);
        Ok(())
    }
}

/// Places of values that occur once on each side, the most of them that come in one order.
fn anchors(old: &[usize], new: &[usize], count: usize) -> Vec<(usize, usize)> {
    let old_places = places(old, count);
    let new_places = places(new, count);
    let pairs: Vec<(usize, usize)> = (0..old.len())
        .filter_map(|at| match (old_places[old[at]], new_places[old[at]]) {
            (Place::Once(_), Place::Once(other)) => Some((at, other)),
            _ => None,
        })
        .collect();
    longest_increasing(&pairs)
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    Nowhere,
    Once(usize),
    Often,
}

fn places(values: &[usize], count: usize) -> Vec<Place> {
    let mut places = vec![Place::Nowhere; count];
    for (at, &value) in values.iter().enumerate() {
        places[value] = match places[value] {
            Place::Nowhere => Place::Once(at),
            _ => Place::Often,
        };
    }
    places
}

/// Of pairs in the order of their first parts, a longest series in which the second parts ascend as well: patience sorting.
fn longest_increasing(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // For each length, the series of that length that ends lowest, by its last pair; and for each pair the one before it.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    for (index, (_, place)) in pairs.iter().enumerate() {
        let length = ends.partition_point(|&end| pairs[end].1 < *place);
        before.push(length.checked_sub(1).map(|shorter| ends[shorter]));
        match ends.get_mut(length) {
            Some(end) => *end = index,
            None => ends.push(index),
        }
    }
    let mut series = Vec::with_capacity(ends.len());
    let mut next = ends.last().copied();
    while let Some(index) = next {
        series.push(pairs[index]);
        next = before[index];
    }
    series.reverse();
    series
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers that look random, the same each time.
    fn noise() -> impl FnMut(usize) -> usize {
        let mut state = 0x2545_f491_4f6c_dd1d_u64;
        move |below| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 33) as usize % below
        }
    }

    #[test]
    fn operations_make_the_one_of_the_other() {
        let mut noise = noise();
        for round in 0..300 {
            let count = 1 + round % 40;
            let lengths = (noise(30), noise(30));
            let old: Vec<usize> = (0..lengths.0).map(|_| noise(count)).collect();
            let new: Vec<usize> = (0..lengths.1).map(|_| noise(count)).collect();
            let (mut old_at, mut made) = (0, Vec::new());
            for op in compare(&old, &new, count) {
                assert_eq!((op.old_range().start, op.new_range().start), (old_at, made.len()));
                old_at = op.old_range().end;
                made.extend(&new[op.new_range()]);
                if matches!(op, DiffOp::Equal { .. }) {
                    assert_eq!(old[op.old_range()], new[op.new_range()]);
                }
            }
            assert_eq!((old_at, made), (old.len(), new));
        }
    }

    #[test]
    fn the_longest_series_is_found() {
        let series = |places: &[usize]| {
            let pairs: Vec<(usize, usize)> = places.iter().copied().enumerate().collect();
            longest_increasing(&pairs).iter().map(|pair| pair.1).collect::<Vec<_>>()
        };
        assert_eq!(series(&[]), [0; 0]);
        assert_eq!(series(&[3, 0, 1, 4, 2]), [0, 1, 2]);
        assert_eq!(series(&[2, 1, 0]), [0]);
    }
}
