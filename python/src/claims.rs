//! The right to edit a document, which one editor has at a time. Nothing here is locked, so that a process that was forked during an edit of
//! another thread, which it does not have, can edit.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::cell::RefCell;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Weak};
use std::time::Duration;

/// The owner of the right: a process and a thread of it, or 0. If the thread has ended, others may take the right.
#[derive(Default)]
pub(crate) struct Claims(Arc<AtomicU64>);

/// Marks a claim whose thread has ended.
const HAS_ENDED: u64 = 1 << 63;

/// How long a thread waits before it looks again.
const PAUSE: Duration = Duration::from_millis(1);

impl Claims {
    /// Waits until no other thread edits, and returns the claim.
    ///
    /// # Errors
    /// `RuntimeError` if this thread edits the document already, `KeyboardInterrupt` while it waits.
    pub(crate) fn claim(&self, py: Python<'_>) -> PyResult<u64> {
        let own = own();
        loop {
            let owner = self.0.load(Ordering::Acquire);
            if owner == own {
                return Err(PyRuntimeError::new_err(
                    "this thread has a `with` block in which the document is being edited; end that block first",
                ));
            }
            if owner & HAS_ENDED == 0 && is_of_this_process(owner) {
                py.detach(|| std::thread::sleep(PAUSE));
                py.check_signals()?;
            } else if self.0.compare_exchange(owner, own, Ordering::AcqRel, Ordering::Relaxed).is_ok() {
                self.mark_at_the_end_of_the_thread(own);
                return Ok(own);
            }
        }
    }

    fn mark_at_the_end_of_the_thread(&self, own: u64) {
        THREAD.with(|thread| {
            let mut claims = thread.claims.borrow_mut();
            claims.retain(|claim| claim.upgrade().is_some_and(|owner| owner.load(Ordering::Relaxed) == own));
            claims.push(Arc::downgrade(&self.0));
        });
    }

    /// Whether nobody has taken the right since this claim, which is one of this process.
    pub(crate) fn is_held(&self, claim: u64) -> bool {
        is_of_this_process(claim) && self.0.load(Ordering::Acquire) & !HAS_ENDED == claim
    }

    /// Makes a claim that is held one of the current thread, and returns that.
    pub(crate) fn take_over(&self, claim: u64) -> Option<u64> {
        let own = own();
        self.replace(claim, own).then_some(own)
    }

    /// Gives a claim back, if it is held.
    pub(crate) fn release(&self, claim: u64) {
        self.replace(claim, 0);
    }

    fn replace(&self, claim: u64, new: u64) -> bool {
        // The process may have another owner, after a fork.
        let replace = |old: u64| self.0.compare_exchange(old, new, Ordering::AcqRel, Ordering::Relaxed).is_ok();
        replace(claim) || replace(claim | HAS_ENDED)
    }
}

pub(crate) fn is_of_this_process(claim: u64) -> bool {
    claim >> 32 == claim_of(0) >> 32
}

/// The claim of a thread of this process.
fn claim_of(thread: u32) -> u64 {
    (u64::from(std::process::id()) << 32 | u64::from(thread)) & !HAS_ENDED
}

/// The claim of the current thread.
fn own() -> u64 {
    claim_of(THREAD.with(|thread| thread.number))
}

struct Thread {
    /// A number that no other thread of the process has.
    number: u32,
    /// The claims that the thread has, and some that it had.
    claims: RefCell<Vec<Weak<AtomicU64>>>,
}

impl Drop for Thread {
    fn drop(&mut self) {
        let own = claim_of(self.number);
        for owner in self.claims.get_mut().iter().filter_map(Weak::upgrade) {
            let _ = owner.compare_exchange(own, own | HAS_ENDED, Ordering::Release, Ordering::Relaxed);
        }
    }
}

thread_local! {
    static THREAD: Thread = {
        static NEXT: AtomicU32 = AtomicU32::new(1);
        Thread { number: NEXT.fetch_add(1, Ordering::Relaxed), claims: RefCell::default() }
    };
}
