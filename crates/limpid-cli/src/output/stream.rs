//! Standard output, by whole lines.

use crate::exit::Exit;
use crate::progress::Progress;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard};
use std::time::{Duration, Instant};

/// The time that an interrupt waits for a line to be completed: the reader may have stopped reading.
const PATIENCE: Duration = Duration::from_secs(2);

/// Read-locked while a file is replaced.
static REPLACEMENTS: RwLock<()> = RwLock::new(());

/// Keeps an interrupt from ending the process until the guard is dropped.
pub(crate) fn delay_interrupt() -> RwLockReadGuard<'static, ()> {
    REPLACEMENTS.read().unwrap_or_else(PoisonError::into_inner)
}

/// Standard output, which an interrupt only ends between two lines.
#[derive(Clone)]
pub(crate) struct Stream {
    shared: Arc<Mutex<Shared>>,
    progress: Progress,
}

struct Shared {
    out: Box<dyn Write + Send>,
    is_in_line: bool,
}

impl Stream {
    pub(crate) fn standard_output(colors: bool, progress: Progress) -> Stream {
        let stdout = io::stdout();
        // Colours of ours may have to be translated for a console; without them, the text of pages is left as it is.
        let out: Box<dyn Write + Send> =
            if colors { Box::new(anstream::AutoStream::always(stdout)) } else { Box::new(stdout) };
        Stream { shared: Arc::new(Mutex::new(Shared { out, is_in_line: false })), progress }
    }

    fn lock(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn progress(&self) -> &Progress {
        &self.progress
    }

    /// Whether the text that was written ends in the middle of a line.
    pub(crate) fn is_in_line(&self) -> bool {
        self.lock().is_in_line
    }

    /// Writes and flushes; best whole lines.
    pub(crate) fn write(&self, bytes: &[u8]) -> io::Result<()> {
        let Some(last) = bytes.last() else { return Ok(()) };
        let mut shared = self.lock();
        shared.is_in_line = true;
        self.progress.suspend(|| {
            shared.out.write_all(bytes)?;
            shared.out.flush()
        })?;
        shared.is_in_line = *last != b'\n';
        Ok(())
    }

    /// Ends the process on an interrupt or on a request to end, after the line and the files that are being written.
    pub(crate) fn end_on_interrupt(&self) {
        let stream = self.clone();
        // Without a handler an interrupt ends the process all the same.
        let _ = ctrlc::set_handler(move || {
            let start = Instant::now();
            loop {
                let shared = stream.shared.try_lock();
                let is_in_line = shared.as_ref().map_or(true, |shared| shared.is_in_line);
                if !is_in_line || start.elapsed() > PATIENCE {
                    // Both locks are held to the end: nothing more is written.
                    let _replacements = REPLACEMENTS.write().unwrap_or_else(PoisonError::into_inner);
                    stream.progress.clear();
                    std::process::exit(Exit::Interrupted as i32);
                }
                drop(shared);
                std::thread::sleep(Duration::from_millis(5));
            }
        });
    }
}
