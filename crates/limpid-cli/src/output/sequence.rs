use super::page_writer::PageWriter;
use super::printer::Printer;
use crate::inputs::Name;
use std::collections::BTreeMap;
use std::io;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The maximum number of bytes of finished pages that wait for an earlier page.
const MAX_WAITING_BYTES: usize = 64 << 20;
/// The bytes accounted for each waiting page in addition to its text.
const WAITING_OVERHEAD: usize = 256;

/// Prints the output of pages in the order of the pages, whichever is finished first.
///
/// Pages are numbered from 0 without gaps, and are started in this order. A page has its turn when all earlier pages are printed. Its output is
/// then printed immediately. The output of later pages is buffered, up to [`MAX_WAITING_BYTES`]. Beyond this limit, their threads block.
pub(crate) struct Sequence<'p> {
    pub(super) printer: &'p Printer,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// The number of the page that has its turn.
    turn: usize,
    waiting: BTreeMap<usize, Finished>,
    waiting_bytes: usize,
    /// The first error, after which nothing more is printed.
    error: Option<io::Error>,
    has_failed: bool,
}

pub(super) enum Finished {
    Page { name: Name, text: Vec<u8> },
    Message(String),
}

impl Finished {
    fn cost(&self) -> usize {
        WAITING_OVERHEAD
            + match self {
                Finished::Page { text, .. } => text.capacity(),
                Finished::Message(message) => message.len(),
            }
    }
}

impl<'p> Sequence<'p> {
    pub(crate) fn new(printer: &'p Printer) -> Sequence<'p> {
        Sequence { printer, state: Mutex::default(), changed: Condvar::new() }
    }

    pub(crate) fn page(&self, number: usize, name: Name) -> PageWriter<'_, 'p> {
        PageWriter::new(self, number, name)
    }

    pub(crate) fn message(&self, number: usize, message: String) {
        self.finish(number, Finished::Message(message));
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn has_failed(&self) -> bool {
        self.lock().has_failed
    }

    /// Returns the first error, if printing failed.
    pub(crate) fn result(self) -> io::Result<()> {
        match self.state.into_inner().unwrap_or_else(PoisonError::into_inner).error {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    pub(super) fn is_turn(&self, number: usize) -> bool {
        self.lock().turn == number
    }

    /// Waits for the turn of a page, or until printing has failed.
    pub(super) fn wait_for_turn(&self, number: usize) {
        let waits = |state: &mut State| state.turn != number && !state.has_failed;
        drop(self.changed.wait_while(self.lock(), waits).unwrap_or_else(PoisonError::into_inner));
    }

    /// Prints a finished page, now or at its turn.
    pub(super) fn finish(&self, number: usize, finished: Finished) {
        let cost = finished.cost();
        let waits = |state: &mut State| {
            state.turn != number && !state.has_failed && state.waiting_bytes + cost > MAX_WAITING_BYTES
        };
        let mut state = self.changed.wait_while(self.lock(), waits).unwrap_or_else(PoisonError::into_inner);
        if state.has_failed {
            return;
        }
        if state.turn != number {
            state.waiting_bytes += cost;
            state.waiting.insert(number, finished);
            return;
        }
        drop(state);
        self.print(finished);
        self.next_turn();
    }

    /// Ends the turn of a page, and prints the finished pages that follow it.
    pub(super) fn next_turn(&self) {
        loop {
            let mut state = self.lock();
            state.turn += 1;
            let turn = state.turn;
            let next = state.waiting.remove(&turn);
            if let Some(next) = &next {
                state.waiting_bytes -= next.cost();
            }
            drop(state);
            self.changed.notify_all();
            match next {
                Some(finished) => self.print(finished),
                None => return,
            }
        }
    }

    fn print(&self, finished: Finished) {
        let result = match finished {
            Finished::Message(message) => {
                self.printer.message(&message);
                Ok(())
            }
            Finished::Page { name, text } => print_page(self.printer, &name, &text),
        };
        if let Err(error) = result {
            self.fail(error);
        }
    }

    pub(super) fn fail(&self, error: io::Error) {
        let mut state = self.lock();
        state.has_failed = true;
        state.error.get_or_insert(error);
        drop(state);
        self.changed.notify_all();
    }
}

fn print_page(printer: &Printer, name: &Name, text: &[u8]) -> io::Result<()> {
    if text.is_empty() && !printer.prints_empty_pages() {
        return Ok(());
    }
    printer.start_page(name)?;
    printer.write(text)
}
