//! Counts of element types by runs of a deep stack, so that a search for an absent element needs no walk.

use crate::element_type::{ElementType, Flags};
use crate::open_elements::OpenElement;
use std::collections::HashMap;

/// A stack with less entries is not run_counts.
const MIN_ENTRIES: usize = 32;

/// Counts, per run of the stack, how many elements of each type it holds: a search for an absent element needs no walk.
///
/// A run is a special element and what comes after it, up to the next; of foreign elements, those in a row. For an
/// element that is there a walk is no waste: the search ends where the rule pops.
///
/// It is brought up to date when it is asked, and covers the first entries of the stack, which may be all or none.
#[derive(Debug, Default)]
pub(crate) struct Runs {
    /// Made when it is asked for the first time.
    run_counts: Option<Box<RunCounts>>,
}

#[derive(Debug, Default)]
struct RunCounts {
    /// The runs that each entry run_counts is in.
    run_ids: Vec<RunIds>,
    /// The number of elements of a type in a run: HTML elements by `special`, foreign ones by `foreign`.
    counts: HashMap<u64, u32>,
    last_id: u32,
}

/// The numbers of the runs that an entry is in.
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
    /// Whether none is run_counts.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.run_counts.as_ref().is_none_or(|run_counts| run_counts.run_ids.is_empty())
    }

    pub(crate) fn extend<H>(&mut self, entries: &[OpenElement<H>]) {
        self.run_counts.get_or_insert_default().extend(entries);
    }

    /// Whether the last of the runs run_counts has an element of this type.
    pub(crate) fn last_contains(&self, element_type: ElementType) -> bool {
        self.run_counts.as_ref().is_some_and(|run_counts| run_counts.last_contains(element_type))
    }

    /// An entry is closed.
    pub(crate) fn remove(&mut self, index: usize, element_type: ElementType) {
        if let Some(run_counts) = &mut self.run_counts {
            run_counts.remove(index, element_type);
        }
    }

    /// The special element that a run starts with is closed: what the run has is in that of the entry before.
    pub(crate) fn join_special<H>(&mut self, entries: &[OpenElement<H>], before: usize, start: usize) {
        if let Some(run_counts) = &mut self.run_counts {
            run_counts.join(entries, before, start, |run| &mut run.special);
        }
    }

    /// The foreign element that a run starts with has another before it now: what the run has is in that of the entry
    /// before.
    pub(crate) fn join_foreign<H>(&mut self, entries: &[OpenElement<H>], before: usize, start: usize) {
        if let Some(run_counts) = &mut self.run_counts {
            run_counts.join(entries, before, start, |run| &mut run.foreign);
        }
    }

    /// Entries have moved down by one from the places after `free` up to `furthest_block`, where an element of this type
    /// stands now, after a special one. All entries have to be run_counts, or none.
    pub(crate) fn move_down(&mut self, free: usize, furthest_block: usize, element_type: ElementType) {
        if let Some(run_counts) = &mut self.run_counts {
            run_counts.move_down(free, furthest_block, element_type);
        }
    }

    /// The stack has only so many entries left.
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

    /// All between `before` and `start` is closed. It goes along, so that what is closed in a run has its number.
    fn join<H>(&mut self, entries: &[OpenElement<H>], before: usize, start: usize, number: fn(&mut RunIds) -> &mut u32) {
        let (Some(&(mut goes_on)), Some(&(mut ends))) = (self.run_ids.get(before), self.run_ids.get(start)) else { return };
        for (index, entry) in entries.iter().enumerate().take(self.run_ids.len()).skip(before + 1) {
            let run = self.run_ids[index];
            let mut joined = run;
            if index >= start && *number(&mut joined) != *number(&mut ends) {
                break;
            }
            *number(&mut joined) = *number(&mut goes_on);
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
