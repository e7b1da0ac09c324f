use super::input::{Input, Notice};
use super::peeked::Peeked;
use super::source::{Name, Origin, Record, Source};
use crate::progress::Progress;
use limpid_warc::{BadRecord, Counts, Pages, ParallelPages, Payload};
use std::fs::File;
use std::io::{self, Read};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Instant;

/// Archives of at least this many bytes are decompressed by several threads.
const MIN_PARALLEL_LEN: u64 = 16 << 20;

/// Iterates over the pages of a web archive, with messages about unreadable records, and a summary at the end.
pub(super) struct Archive {
    path: PathBuf,
    name: Name,
    reader: Reader,
    start: Instant,
    is_done: bool,
}

enum Reader {
    SingleThreaded(Pages<Box<dyn Read + Send>>),
    /// `offset` is the position of the last page returned.
    MultiThreaded {
        pages: ParallelPages<File>,
        length: u64,
        offset: u64,
        progress: Progress,
    },
}

impl Reader {
    /// Uses several threads for a large compressed archive. An uncompressed archive is read faster than its pages are parsed.
    fn new(peeked: Peeked, progress: Progress, threads: NonZeroUsize) -> Reader {
        let length = peeked.path.metadata().map_or(0, |metadata| metadata.len());
        if threads > NonZeroUsize::MIN && length >= MIN_PARALLEL_LEN && peeked.is_compressed() {
            let path = peeked.path.clone();
            // A file that cannot be opened again is read by one thread.
            if let Ok(pages) = ParallelPages::new(move || File::open(&path), threads) {
                return Reader::MultiThreaded { pages, length, offset: 0, progress };
            }
        }
        Reader::SingleThreaded(Pages::new(Box::new(peeked.into_reader(progress))))
    }

    fn next(&mut self) -> Option<io::Result<Result<Payload<'static>, BadRecord>>> {
        match self {
            Reader::SingleThreaded(pages) => pages.next().map(Ok),
            Reader::MultiThreaded { pages, length, offset, progress } => {
                let page = pages.next();
                let reached = match &page {
                    Some(Ok(Ok(page))) => page.place.offset(),
                    Some(Ok(Err(bad))) => bad.place.offset(),
                    Some(Err(_)) => *offset,
                    None => *length,
                };
                progress.bytes_done(reached.saturating_sub(*offset));
                *offset = reached.max(*offset);
                page
            }
        }
    }

    fn counts(&self) -> Counts {
        match self {
            Reader::SingleThreaded(pages) => pages.counts(),
            Reader::MultiThreaded { pages, .. } => pages.counts(),
        }
    }

    fn bytes_read(&self) -> u64 {
        match self {
            Reader::SingleThreaded(pages) => pages.bytes_read(),
            Reader::MultiThreaded { offset, .. } => *offset,
        }
    }
}

pub(super) fn open(peeked: Peeked, progress: Progress, threads: NonZeroUsize) -> Archive {
    let path = peeked.path.clone();
    let name = Name::of_file(&path);
    Archive { path, name, reader: Reader::new(peeked, progress, threads), start: Instant::now(), is_done: false }
}

impl Archive {
    fn page(&self, page: Payload<'_>) -> Source {
        let name = Name { url: Some(page.url), ..self.name.clone() };
        let truncated = page.truncated.map(|truncated| truncated.to_string());
        let record = Record { offset: page.place.offset(), status: page.status, truncated };
        let transport_encoding = page.charset.and_then(|label| limpid::Encoding::for_label(&label));
        let origin = Origin::Archive;
        Source { transport_encoding, record: Some(record), origin, ..Source::new(name, page.bytes.into_owned()) }
    }

    fn skipped(&self, bad: &BadRecord) -> Notice {
        if !bad.reason.is_final() {
            return Notice::BadRecord(format!("{}: {bad}", self.name));
        }
        let advice = bad.reason.advice().map(|advice| format!("; {advice}")).unwrap_or_default();
        Notice::Unreadable(format!("<FILE>: {:?}: {}{advice}", self.path, bad.reason))
    }

    fn summary(&self) -> Notice {
        let Counts { pages, truncated, not_html, other, bad, .. } = self.reader.counts();
        let counts = format!(
            "{pages} pages, {truncated} of them truncated; {not_html} responses that are not HTML; {bad} unreadable records"
        );
        if pages == 0 && bad > 0 {
            let advice = if not_html + other == 0 { "; check that it is a WARC file" } else { "" };
            return Notice::Unreadable(format!("<FILE>: {:?} contains no readable page ({counts}){advice}", self.path));
        }
        let seconds = self.start.elapsed().as_secs_f64();
        let megabytes = self.reader.bytes_read() as f64 / 1e6;
        let (speed, rate) = (megabytes / seconds.max(1e-6), pages as f64 / seconds.max(1e-6));
        Notice::Summary(format!(
            "{}: {counts}; {megabytes:.1} MB in {seconds:.1} s, {speed:.1} MB/s, {rate:.0} pages/s",
            self.name
        ))
    }
}

impl Iterator for Archive {
    type Item = Result<Input, Notice>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_done {
            return None;
        }
        Some(match self.reader.next() {
            Some(Ok(Ok(page))) => Ok(Input::Read(self.page(page))),
            Some(Ok(Err(bad))) => Err(self.skipped(&bad)),
            Some(Err(error)) => Err(Notice::unreadable(&self.path, &error)),
            None => {
                self.is_done = true;
                Err(self.summary())
            }
        })
    }
}
