use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// While pages of this many bytes are being processed, no further page is read.
const LIMIT: usize = 128 << 20;

/// Limits the memory of the pages that are being processed. Each thread processes one page, and all of these pages can be large.
#[derive(Debug, Default)]
pub(crate) struct InFlight {
    bytes: Mutex<usize>,
    changed: Condvar,
}

impl InFlight {
    fn lock(&self) -> MutexGuard<'_, usize> {
        self.bytes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn wait(&self) {
        drop(self.changed.wait_while(self.lock(), |bytes| *bytes >= LIMIT).unwrap_or_else(PoisonError::into_inner));
    }

    /// Counts the bytes of a page until the returned guard is dropped.
    pub(crate) fn enter(&self, bytes: usize) -> PageGuard<'_> {
        *self.lock() += bytes;
        PageGuard { in_flight: self, bytes }
    }
}

#[derive(Debug)]
pub(crate) struct PageGuard<'a> {
    in_flight: &'a InFlight,
    bytes: usize,
}

impl Drop for PageGuard<'_> {
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
    fn wait_returns_once_a_page_is_dropped() {
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
