//! Lets one editor at a time edit a document.
//!
//! The owner of the lock is identified by a claim: a number that consists of a process id and a thread number.
//!
//! The lock is an atomic instead of a mutex. If the process is forked while another thread holds the lock, a mutex would stay locked forever in the
//! child process.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::cell::RefCell;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Weak};
use std::time::Duration;

/// The claim of the owner, or 0. If the thread of the claim has ended, another thread can acquire the lock.
#[derive(Default)]
pub(crate) struct EditLock(Arc<AtomicU64>);

/// The bit that is set in a claim when its thread ends.
const HAS_ENDED: u64 = 1 << 63;

const POLL_INTERVAL: Duration = Duration::from_millis(1);

impl EditLock {
    /// Waits until no other thread holds the lock, acquires it, and returns the claim.
    ///
    /// # Errors
    /// `RuntimeError` if this thread already edits the document; `KeyboardInterrupt` while waiting.
    pub(crate) fn acquire(&self, py: Python<'_>) -> PyResult<u64> {
        let own = current_claim();
        loop {
            let owner = self.0.load(Ordering::Acquire);
            if owner == own {
                return Err(PyRuntimeError::new_err(
                    "the document is being edited in another `with` block of this thread; end that block first",
                ));
            }
            if owner & HAS_ENDED == 0 && is_of_this_process(owner) {
                py.detach(|| std::thread::sleep(POLL_INTERVAL));
                py.check_signals()?;
            } else if self.0.compare_exchange(owner, own, Ordering::AcqRel, Ordering::Relaxed).is_ok() {
                self.register_for_thread_end(own);
                return Ok(own);
            }
        }
    }

    /// Ensures that `HAS_ENDED` is set when the current thread ends.
    fn register_for_thread_end(&self, own: u64) {
        THREAD.with(|thread| {
            let mut acquired = thread.acquired.borrow_mut();
            acquired.retain(|lock| lock.upgrade().is_some_and(|owner| owner.load(Ordering::Relaxed) == own));
            acquired.push(Arc::downgrade(&self.0));
        });
    }

    /// Whether the claim belongs to this process and still holds the lock.
    pub(crate) fn is_held(&self, claim: u64) -> bool {
        is_of_this_process(claim) && self.0.load(Ordering::Acquire) & !HAS_ENDED == claim
    }

    /// Makes the current thread the owner instead of `claim`, and returns the new claim. Returns `None` if `claim` does not hold the lock.
    pub(crate) fn take_over(&self, claim: u64) -> Option<u64> {
        let own = current_claim();
        self.replace(claim, own).then_some(own)
    }

    /// Releases the lock if `claim` holds it.
    pub(crate) fn release(&self, claim: u64) {
        self.replace(claim, 0);
    }

    fn replace(&self, claim: u64, new: u64) -> bool {
        // Replaces the owner only if it is `claim`: another block may hold the lock by now, such as after a fork.
        let replace = |old: u64| self.0.compare_exchange(old, new, Ordering::AcqRel, Ordering::Relaxed).is_ok();
        replace(claim) || replace(claim | HAS_ENDED)
    }
}

pub(crate) fn is_of_this_process(claim: u64) -> bool {
    claim >> 32 == claim_of(0) >> 32
}

/// Returns the claim of a thread of this process.
fn claim_of(thread: u32) -> u64 {
    (u64::from(std::process::id()) << 32 | u64::from(thread)) & !HAS_ENDED
}

fn current_claim() -> u64 {
    claim_of(THREAD.with(|thread| thread.number))
}

struct Thread {
    /// Unique in the process.
    number: u32,
    /// The locks that the thread has acquired. It may have released some of them.
    acquired: RefCell<Vec<Weak<AtomicU64>>>,
}

impl Drop for Thread {
    fn drop(&mut self) {
        let own = claim_of(self.number);
        for owner in self.acquired.get_mut().iter().filter_map(Weak::upgrade) {
            let _ = owner.compare_exchange(own, own | HAS_ENDED, Ordering::Release, Ordering::Relaxed);
        }
    }
}

thread_local! {
    static THREAD: Thread = {
        static NEXT: AtomicU32 = AtomicU32::new(1);
        Thread { number: NEXT.fetch_add(1, Ordering::Relaxed), acquired: RefCell::default() }
    };
}
