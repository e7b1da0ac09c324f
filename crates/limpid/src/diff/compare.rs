//! Compares two sequences with patience diff, and with a deadline.

use similar::DiffOp;
use similar::algorithms::{Capture, DiffHook, NoFinishHook, Replace, myers};
use std::convert::Infallible;
use std::time::{Duration, Instant};

/// The time limit of the search for the shortest difference. For sequences of repeated values, the search takes quadratic time. Values that
/// were not compared within this time count as different.
const TIME_LIMIT: Duration = Duration::from_secs(1);

/// Compares two sequences of values below `count`.
///
/// First takes the values that occur exactly once in each sequence, and matches a longest common subsequence of them (patience diff). This
/// takes nearly linear time. Then compares the values between these matches with Myers' algorithm.
pub(super) fn compare(old: &[usize], new: &[usize], count: usize) -> Vec<DiffOp> {
    let deadline = Instant::now() + TIME_LIMIT;
    let mut ops = Replace::new(Capture::new());
    let (mut old_at, mut new_at) = (0, 0);
    for (old_anchor, new_anchor) in anchors(old, new, count).into_iter().chain([(old.len(), new.len())]) {
        let (old_range, new_range) = (old_at..old_anchor, new_at..new_anchor);
        never(myers::diff_deadline(&mut NoFinishHook::new(&mut ops), old, old_range, new, new_range, Some(deadline)));
        if old_anchor < old.len() {
            never(ops.equal(old_anchor, new_anchor, 1));
        }
        (old_at, new_at) = (old_anchor + 1, new_anchor + 1);
    }
    never(ops.finish());
    ops.into_inner().into_ops()
}

/// Unpacks a result that cannot be an error.
fn never(result: Result<(), Infallible>) {
    match result {
        Ok(()) => {}
        Err(never) => match never {},
    }
}

/// Returns a longest common subsequence of the values that occur exactly once in each sequence, as pairs of an index in `old` and an index
/// in `new`.
fn anchors(old: &[usize], new: &[usize], count: usize) -> Vec<(usize, usize)> {
    let old_occurrences = occurrences(old, count);
    let new_occurrences = occurrences(new, count);
    let pairs: Vec<(usize, usize)> = (0..old.len())
        .filter_map(|at| match (old_occurrences[old[at]], new_occurrences[old[at]]) {
            (Occurrence::Once(_), Occurrence::Once(other)) => Some((at, other)),
            _ => None,
        })
        .collect();
    longest_increasing(&pairs)
}

/// How often a value occurs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Occurrence {
    Never,
    /// Once, at this index.
    Once(usize),
    Several,
}

fn occurrences(values: &[usize], count: usize) -> Vec<Occurrence> {
    let mut occurrences = vec![Occurrence::Never; count];
    for (at, &value) in values.iter().enumerate() {
        occurrences[value] = match occurrences[value] {
            Occurrence::Never => Occurrence::Once(at),
            _ => Occurrence::Several,
        };
    }
    occurrences
}

/// Returns a longest subsequence of pairs whose second parts increase, by patience sorting. The first parts of all pairs must increase.
fn longest_increasing(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // `ends[n]` is the index of a pair that ends a subsequence of length n + 1: the pair with the smallest second part. `before` contains the
    // index of each pair's predecessor in its subsequence.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    for (index, (_, position)) in pairs.iter().enumerate() {
        let length = ends.partition_point(|&end| pairs[end].1 < *position);
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

    /// Returns a generator of reproducible pseudorandom numbers.
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
    fn operations_turn_the_old_sequence_into_the_new_one() {
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
        let series = |positions: &[usize]| {
            let pairs: Vec<(usize, usize)> = positions.iter().copied().enumerate().collect();
            longest_increasing(&pairs).iter().map(|pair| pair.1).collect::<Vec<_>>()
        };
        assert_eq!(series(&[]), [0; 0]);
        assert_eq!(series(&[3, 0, 1, 4, 2]), [0, 1, 2]);
        assert_eq!(series(&[2, 1, 0]), [0]);
    }
}
