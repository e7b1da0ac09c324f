use crate::exit::Exit;
use crate::progress::Progress;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard};
use std::time::{Duration, Instant};

/// The maximum time that an interrupt waits until the current line is complete. The line never becomes complete if the program at the other
/// end of the pipe has stopped reading.
const MAX_INTERRUPT_DELAY: Duration = Duration::from_secs(2);

/// A thread that replaces a file holds a read lock. Ending the process needs the write lock.
static REPLACEMENTS: RwLock<()> = RwLock::new(());

/// Prevents an interrupt from ending the process until the guard is dropped.
pub(crate) fn delay_interrupt() -> RwLockReadGuard<'static, ()> {
    REPLACEMENTS.read().unwrap_or_else(PoisonError::into_inner)
}

/// Standard output. An interrupt ends the process only between two lines.
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
        // `AutoStream` translates our colors for old consoles. Without colors, the text of pages must stay unchanged.
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

    /// Whether the output so far ends in the middle of a line.
    pub(crate) fn is_in_line(&self) -> bool {
        self.lock().is_in_line
    }

    /// Writes and flushes. Callers pass whole lines where possible.
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

    /// On SIGINT or SIGTERM, ends the process, but first lets other threads complete the current line and the files that they are replacing.
    pub(crate) fn end_on_interrupt(&self) {
        let stream = self.clone();
        // If no handler can be set, an interrupt still ends the process.
        let _ = ctrlc::set_handler(move || {
            let start = Instant::now();
            loop {
                let shared = stream.shared.try_lock();
                let is_in_line = shared.as_ref().map_or(true, |shared| shared.is_in_line);
                if !is_in_line || start.elapsed() > MAX_INTERRUPT_DELAY {
                    // The locks are held until the process ends, so that no thread starts a line or replaces a file. After the maximum
                    // delay, another thread may hold the lock on the stream.
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
