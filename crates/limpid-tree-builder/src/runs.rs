//! Counts of element types in the runs of a deep stack.

use crate::element_type::{ElementType, Flags};
use crate::open_elements::OpenElement;
use std::collections::HashMap;

/// Below this number of entries, the counts are dropped.
const MIN_ENTRIES: usize = 32;

/// The number of elements of each type in each run of the stack, so that a search for an absent element needs no walk. A walk to an existing
/// element is not wasted, because the rule pops the visited entries.
///
/// A special run is a special element and the entries after it up to the next special element. A foreign run is a sequence of consecutive foreign
/// elements. HTML elements are counted per special run, foreign elements per foreign run.
///
/// The counts cover the entries from the root up to some position. [`extend`](Self::extend) counts the remaining entries before a query.
#[derive(Debug, Default)]
pub(crate) struct Runs {
    /// Allocated by the first query.
    run_counts: Option<Box<RunCounts>>,
}

#[derive(Debug, Default)]
struct RunCounts {
    /// The runs of each counted entry.
    run_ids: Vec<RunIds>,
    /// The number of elements by [`RunIds::key`].
    counts: HashMap<u64, u32>,
    last_id: u32,
}

/// The special run and the foreign run that contain an entry.
#[derive(Clone, Copy, Debug, Default)]
struct RunIds {
    special: u32,
    foreign: u32,
}

impl RunIds {
    fn key(self, element_type: ElementType) -> u64 {
        let run = if element_type.is_html_namespace() { self.special } else { self.foreign };
        u64::from(run) << 32 | u64::from(element_type.number())
    }
}

impl Runs {
    /// Whether the counts cover no entries.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.run_counts.as_ref().is_none_or(|run_counts| run_counts.run_ids.is_empty())
    }

    pub(crate) fn extend<H>(&mut self, entries: &[OpenElement<H>]) {
        self.run_counts.get_or_insert_default().extend(entries);
    }

    /// Whether the run of the last counted entry contains an element of this type.
    pub(crate) fn last_contains(&self, element_type: ElementType) -> bool {
        self.run_counts.as_ref().is_some_and(|run_counts| run_counts.last_contains(element_type))
    }

    pub(crate) fn remove(&mut self, index: usize, element_type: ElementType) {
        if let Some(run_counts) = &mut self.run_counts {
            run_counts.remove(index, element_type);
        }
    }

    /// Joins a special run, whose first element at `start` was closed, with the run of the entry `before`.
    pub(crate) fn join_special<H>(&mut self, entries: &[OpenElement<H>], before: usize, start: usize) {
        if let Some(run_counts) = &mut self.run_counts {
            run_counts.join(entries, before, start, |run| &mut run.special);
        }
    }

    /// Joins a foreign run, whose first element at `start` now follows another foreign element, with the run of the entry `before`.
    pub(crate) fn join_foreign<H>(&mut self, entries: &[OpenElement<H>], before: usize, start: usize) {
        if let Some(run_counts) = &mut self.run_counts {
            run_counts.join(entries, before, start, |run| &mut run.foreign);
        }
    }

    /// Updates the runs after the entries from `free + 1` to `furthest_block` have moved down by one, and an element of this type took the slot
    /// `furthest_block`. Before the call, the counts must cover all entries or no entries.
    pub(crate) fn move_down(&mut self, free: usize, furthest_block: usize, element_type: ElementType) {
        if let Some(run_counts) = &mut self.run_counts {
            run_counts.move_down(free, furthest_block, element_type);
        }
    }

    /// Removes the ids of popped entries. [`remove`](Self::remove) has already subtracted these entries from the counts.
    pub(crate) fn truncate(&mut self, len: usize) {
        match &mut self.run_counts {
            Some(run_counts) if len >= MIN_ENTRIES => run_counts.run_ids.truncate(len),
            _ => self.run_counts = None,
        }
    }
}

impl RunCounts {
    fn extend<H>(&mut self, entries: &[OpenElement<H>]) {
        for entry in &entries[self.run_ids.len()..] {
            let mut run = self.run_ids.last().copied().unwrap_or_default();
            if !entry.flags.has(Flags::CLOSED) {
                if entry.flags.has(Flags::SPECIAL) {
                    self.last_id += 1;
                    run.special = self.last_id;
                }
                if entry.flags.has(Flags::FOREIGN_ROOT) {
                    self.last_id += 1;
                    run.foreign = self.last_id;
                }
                self.count(run, entry.element_type);
            }
            self.run_ids.push(run);
        }
    }

    fn last_contains(&self, element_type: ElementType) -> bool {
        self.run_ids.last().is_some_and(|run| self.counts.contains_key(&run.key(element_type)))
    }

    fn remove(&mut self, index: usize, element_type: ElementType) {
        if let Some(&run) = self.run_ids.get(index) {
            self.uncount(run, element_type);
        }
    }

    /// The closed entries between `before` and `start` also get the id of the joined run, so that the run is contiguous.
    fn join<H>(
        &mut self,
        entries: &[OpenElement<H>],
        before: usize,
        start: usize,
        run_id: fn(&mut RunIds) -> &mut u32,
    ) {
        let (Some(&(mut target)), Some(&(mut source))) = (self.run_ids.get(before), self.run_ids.get(start)) else {
            return;
        };
        for (index, entry) in entries.iter().enumerate().take(self.run_ids.len()).skip(before + 1) {
            let run = self.run_ids[index];
            let mut joined = run;
            if index >= start && *run_id(&mut joined) != *run_id(&mut source) {
                break;
            }
            *run_id(&mut joined) = *run_id(&mut target);
            self.run_ids[index] = joined;
            if !entry.flags.has(Flags::CLOSED) {
                self.uncount(run, entry.element_type);
                self.count(joined, entry.element_type);
            }
        }
    }

    fn move_down(&mut self, free: usize, furthest_block: usize, element_type: ElementType) {
        if let Some(&run) = self.run_ids.get(furthest_block) {
            self.run_ids.copy_within(free + 1..=furthest_block, free);
            self.count(run, element_type);
        }
    }

    fn count(&mut self, run: RunIds, element_type: ElementType) {
        *self.counts.entry(run.key(element_type)).or_default() += 1;
    }

    fn uncount(&mut self, run: RunIds, element_type: ElementType) {
        let key = run.key(element_type);
        if let Some(count) = self.counts.get_mut(&key) {
            *count -= 1;
            if *count == 0 {
                self.counts.remove(&key);
            }
        }
    }
}
