//! Reads the pages of an archive with several threads. Each thread decompresses a range of the file.

use crate::bad_record::BadRecord;
use crate::pages::{Counts, Pages};
use crate::payload::Payload;
use std::collections::VecDeque;
use std::fmt;
use std::io::{self, Read, Seek, SeekFrom};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

/// The length of a range in bytes. To find its first record, a thread also reads up to 1 MiB before the range, so a range must be much longer.
const RANGE_LENGTH: u64 = 16 << 20;
/// The number of pages that a thread may read ahead.
const QUEUE_LENGTH: usize = 4;

/// The next page of a thread's range, or the error that prevents reading the range.
type Message = io::Result<Result<Payload<'static>, BadRecord>>;
type OpenFn<R> = Arc<dyn Fn() -> io::Result<R> + Send + Sync>;

/// An iterator over the pages of an archive that decompresses with several threads. Yields the pages in file order.
///
/// Each thread opens the archive and reads a [range](crate::Records::range) of it. A thread reads only a few pages ahead; then it waits
/// until the earlier pages are consumed. Dropping the iterator ends the threads.
///
/// ```no_run
/// # fn main() -> std::io::Result<()> {
/// let pages = limpid_warc::ParallelPages::new(|| std::fs::File::open("crawl.warc.gz"), 4.try_into().unwrap())?;
/// for page in pages {
///     println!("{}", page?.map_or_else(|bad| bad.to_string(), |page| page.url));
/// }
/// # Ok(())
/// # }
/// ```
pub struct ParallelPages<R> {
    open: OpenFn<R>,
    limit: Option<usize>,
    threads: usize,
    range_length: u64,
    /// The start of the next range.
    next_start: u64,
    file_length: u64,
    /// The running threads, in the order of their ranges.
    workers: VecDeque<(Receiver<Message>, JoinHandle<Counts>)>,
    /// The counts of the finished ranges.
    counts: Counts,
}

impl<R: Read + Seek + 'static> ParallelPages<R> {
    /// Prepares to read an archive. Each thread calls `open`.
    ///
    /// # Errors
    /// The archive cannot be opened or cannot seek to its end.
    ///
    /// ```
    /// # let file = b"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: https://example.org/\r\nContent-Length: 49\r\n\r\n\
    /// #     HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>\r\n\r\n\r\n";
    /// let open = move || Ok(std::io::Cursor::new(file)); // or `File::open("crawl.warc.gz")`
    /// let pages = limpid_warc::ParallelPages::new(open, 2.try_into().unwrap())?;
    /// assert_eq!(pages.count(), 1);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn new(
        open: impl Fn() -> io::Result<R> + Send + Sync + 'static,
        threads: NonZeroUsize,
    ) -> io::Result<ParallelPages<R>> {
        let file_length = open()?.seek(SeekFrom::End(0))?;
        let open = Arc::new(open);
        let (workers, counts) = (VecDeque::new(), Counts::default());
        Ok(ParallelPages {
            open,
            limit: None,
            threads: threads.get(),
            range_length: RANGE_LENGTH,
            next_start: 0,
            file_length,
            workers,
            counts,
        })
    }

    /// Returns the numbers of records in the finished ranges. After the last page, these are the numbers for the whole file.
    ///
    /// ```
    /// # let file = b"WARC/1.1\r\nWARC-Type: warcinfo\r\nContent-Length: 0\r\n\r\n\r\n\r\n";
    /// let mut pages = limpid_warc::ParallelPages::new(move || Ok(std::io::Cursor::new(file)), 2.try_into().unwrap())?;
    /// assert_eq!(pages.by_ref().count(), 0);
    /// assert_eq!(pages.counts().other, 1);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// Sets the largest block and payload in bytes; see [`Records::limit`](crate::Records::limit).
    ///
    /// ```
    /// # let file = b"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: https://example.org/\r\nContent-Length: 49\r\n\r\n\
    /// #     HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>\r\n\r\n\r\n";
    /// let pages = limpid_warc::ParallelPages::new(move || Ok(std::io::Cursor::new(file)), 2.try_into().unwrap())?;
    /// let bad = pages.limit(40).next().unwrap()?.unwrap_err();
    /// assert_eq!(bad.reason.code(), "too-large"); // its block has 49 bytes
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn limit(mut self, bytes: usize) -> ParallelPages<R> {
        self.limit = Some(bytes);
        self
    }

    #[cfg(test)]
    pub(crate) fn range_length(mut self, bytes: u64) -> ParallelPages<R> {
        self.range_length = bytes;
        self
    }

    fn start_workers(&mut self) {
        while self.workers.len() < self.threads && (self.next_start < self.file_length || self.next_start == 0) {
            let end = self.next_start.saturating_add(self.range_length);
            // The last range has no end, because the file may be growing.
            let range = self.next_start..if end >= self.file_length { u64::MAX } else { end };
            self.next_start = range.end;
            let (open, limit) = (Arc::clone(&self.open), self.limit);
            let (sender, receiver) = sync_channel(QUEUE_LENGTH);
            let thread = thread::spawn(move || {
                let pages = open().and_then(|reader| crate::Records::range(reader, range));
                match pages {
                    Ok(records) => {
                        let records = match limit {
                            Some(limit) => records.limit(limit),
                            None => records,
                        };
                        send_all(records.into(), &sender)
                    }
                    Err(error) => {
                        // Fails only if the iterator was dropped.
                        let _ = sender.send(Err(error));
                        Counts::default()
                    }
                }
            });
            self.workers.push_back((receiver, thread));
        }
    }
}

/// Sends all pages, or stops when the receiver is dropped. Returns the numbers of records.
fn send_all<R: Read>(mut pages: Pages<R>, sender: &SyncSender<Message>) -> Counts {
    for page in pages.by_ref() {
        if sender.send(Ok(page)).is_err() {
            break;
        }
    }
    pages.counts()
}

impl<R: Read + Seek + 'static> Iterator for ParallelPages<R> {
    type Item = Message;

    fn next(&mut self) -> Option<Message> {
        loop {
            self.start_workers();
            let (receiver, _) = self.workers.front()?;
            if let Ok(message) = receiver.recv() {
                return Some(message);
            }
            let (_, thread) = self.workers.pop_front()?;
            match thread.join() {
                Ok(counts) => self.counts.add(counts),
                Err(_) => return Some(Err(io::Error::other("a thread that reads the archive panicked"))),
            }
        }
    }
}

impl<R> Drop for ParallelPages<R> {
    fn drop(&mut self) {
        for (receiver, thread) in self.workers.drain(..) {
            drop(receiver);
            // Ignores panics: the pages are no longer needed.
            let _ = thread.join();
        }
    }
}

impl<R> fmt::Debug for ParallelPages<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ParallelPages { threads, next_start, file_length, .. } = self;
        let mut debug = f.debug_struct("ParallelPages");
        debug
            .field("threads", threads)
            .field("next_start", next_start)
            .field("file_length", file_length)
            .finish_non_exhaustive()
    }
}
