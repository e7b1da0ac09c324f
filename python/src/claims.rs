//! The right to edit a document, which one editor has at a time. Nothing here is locked, so that a process that was forked during an edit of
//! another thread, which it does not have, can edit.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::Duration;

/// The owner of the right: a process and a thread of it, or 0.
#[derive(Default)]
pub(crate) struct Claims(AtomicU64);

/// How long a thread waits before it looks again.
const PAUSE: Duration = Duration::from_millis(1);

impl Claims {
    /// Waits until no other thread edits, and returns the claim.
    ///
    /// # Errors
    /// `RuntimeError` if this thread edits the document already, `KeyboardInterrupt` while it waits.
    pub(crate) fn claim(&self, py: Python<'_>) -> PyResult<u64> {
        let process = u64::from(std::process::id());
        let own = process << 32 | u64::from(THREAD.with(|thread| *thread));
        loop {
            let owner = self.0.load(Ordering::Acquire);
            if owner == own {
                return Err(PyRuntimeError::new_err(
                    "this thread has a `with` block in which the document is being edited; end that block first",
                ));
            }
            if owner != 0 && owner >> 32 == process {
                py.detach(|| std::thread::sleep(PAUSE));
                py.check_signals()?;
            } else if self.0.compare_exchange(owner, own, Ordering::AcqRel, Ordering::Relaxed).is_ok() {
                return Ok(own);
            }
        }
    }

    /// Gives a claim back.
    pub(crate) fn release(&self, claim: u64) {
        // The process may have another owner, after a fork.
        let _ = self.0.compare_exchange(claim, 0, Ordering::Release, Ordering::Relaxed);
    }
}

thread_local! {
    /// A number that no other thread of the process has.
    static THREAD: u32 = {
        static NEXT: AtomicU32 = AtomicU32::new(1);
        NEXT.fetch_add(1, Ordering::Relaxed)
    };
}
