//! The pages of an archive, read by several threads: each unpacks a range of the file's bytes, and the pages come in the file's order.

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

/// The length of a range in bytes. What is read before it to find its first record is a small part of that.
const RANGE: u64 = 16 << 20;
/// The pages that each thread may have ready.
const READY: usize = 4;

/// A message of a thread about its range: the next page, or that it could not be read at all.
type Message = io::Result<Result<Payload<'static>, BadRecord>>;
type Open<R> = Arc<dyn Fn() -> io::Result<R> + Send + Sync>;

/// The pages of an archive in its order, unpacked by several threads.
///
/// Each thread opens the archive for itself and reads a [range](crate::Records::range) of it. Of each there are few pages in memory, so a
/// thread waits for the pages before its own to be taken. The threads end when this is dropped.
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
    open: Open<R>,
    limit: Option<usize>,
    threads: usize,
    /// The length of a range.
    step: u64,
    /// The start of the next range, and the length of the file.
    next: u64,
    length: u64,
    /// The threads with their ranges, in order.
    running: VecDeque<(Receiver<Message>, JoinHandle<Counts>)>,
    /// The counts of the ranges before those.
    counts: Counts,
}

impl<R: Read + Seek + 'static> ParallelPages<R> {
    /// Prepares to read an archive, which each thread opens for itself.
    ///
    /// # Errors
    /// The archive cannot be opened, or its length cannot be found out.
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
        let length = open()?.seek(SeekFrom::End(0))?;
        let open = Arc::new(open);
        let (running, counts) = (VecDeque::new(), Counts::default());
        Ok(ParallelPages { open, limit: None, threads: threads.get(), step: RANGE, next: 0, length, running, counts })
    }

    /// Returns what was found: all of it at the end, before that only in the parts of the file that are done.
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

    /// Sets the largest block that is held in memory; see [`Records::limit`](crate::Records::limit).
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
    pub(crate) fn step(mut self, bytes: u64) -> ParallelPages<R> {
        self.step = bytes;
        self
    }

    /// Starts threads for the next ranges.
    fn start(&mut self) {
        while self.running.len() < self.threads && (self.next < self.length || self.next == 0) {
            let end = self.next.saturating_add(self.step);
            // What follows the last whole range, be the file growing, belongs to it.
            let range = self.next..if end >= self.length { u64::MAX } else { end };
            self.next = range.end;
            let (open, limit) = (Arc::clone(&self.open), self.limit);
            let (sender, receiver) = sync_channel(READY);
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
                        // If this fails, the pages are not wanted any more.
                        let _ = sender.send(Err(error));
                        Counts::default()
                    }
                }
            });
            self.running.push_back((receiver, thread));
        }
    }
}

/// Sends all pages, until the other end is gone, and returns what was found.
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
            self.start();
            let (receiver, _) = self.running.front()?;
            if let Ok(message) = receiver.recv() {
                return Some(message);
            }
            let (_, thread) = self.running.pop_front()?;
            match thread.join() {
                Ok(counts) => self.counts.add(counts),
                // The pages after it are no reason to lose one without a word.
                Err(_) => return Some(Err(io::Error::other("a thread that reads the archive ended early"))),
            }
        }
    }
}

impl<R> Drop for ParallelPages<R> {
    fn drop(&mut self) {
        for (receiver, thread) in self.running.drain(..) {
            drop(receiver);
            // A thread that panicked has nothing to say.
            let _ = thread.join();
        }
    }
}

impl<R> fmt::Debug for ParallelPages<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ParallelPages { threads, next, length, .. } = self;
        let mut debug = f.debug_struct("ParallelPages");
        debug.field("threads", threads).field("next", next).field("length", length).finish_non_exhaustive()
    }
}
