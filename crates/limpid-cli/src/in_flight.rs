//! A bound on the memory of the pages that are worked on.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The bytes of the pages that are worked on from which on no more are read.
const LIMIT: usize = 128 << 20;

/// The pages that are worked on, by their bytes: there is one for each thread, and each may be large.
#[derive(Debug, Default)]
pub(crate) struct InFlight {
    bytes: Mutex<usize>,
    changed: Condvar,
}

impl InFlight {
    fn lock(&self) -> MutexGuard<'_, usize> {
        self.bytes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until there is room.
    pub(crate) fn wait(&self) {
        drop(self.changed.wait_while(self.lock(), |bytes| *bytes >= LIMIT).unwrap_or_else(PoisonError::into_inner));
    }

    /// Counts a page of this many bytes, until the returned value is dropped.
    pub(crate) fn enter(&self, bytes: usize) -> Page<'_> {
        *self.lock() += bytes;
        Page { in_flight: self, bytes }
    }
}

#[derive(Debug)]
pub(crate) struct Page<'a> {
    in_flight: &'a InFlight,
    bytes: usize,
}

impl Drop for Page<'_> {
    fn drop(&mut self) {
        *self.in_flight.lock() -= self.bytes;
        self.in_flight.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;
    use std::time::Duration;

    #[test]
    fn there_is_room_once_a_page_goes() {
        let in_flight = InFlight::default();
        let small = in_flight.enter(1);
        in_flight.wait();
        let large = in_flight.enter(2 * LIMIT);
        let is_gone = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| {
                in_flight.wait();
                assert!(is_gone.load(Ordering::SeqCst));
            });
            thread::sleep(Duration::from_millis(50));
            is_gone.store(true, Ordering::SeqCst);
            drop(large);
        });
        drop(small);
        assert_eq!(*in_flight.lock(), 0);
    }
}
