//! The pages of a web archive as inputs, with messages about records that cannot be read, and a summary.

use super::input::{Input, NoPage};
use super::peeked::Peeked;
use super::source::{Name, Origin, Record, Source};
use crate::progress::Progress;
use limpid_warc::{BadRecord, Counts, Pages, ParallelPages, Payload};
use std::fs::File;
use std::io::{self, Read};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Instant;

/// The length in bytes from which on an archive is worth several threads.
const LARGE: u64 = 16 << 20;

/// The pages of a web archive, one after another, messages about bad records, and at the end a summary.
pub(super) struct Archive {
    path: PathBuf,
    name: Name,
    reader: Reader,
    start: Instant,
    /// Whether the summary was handed out, or the archive cannot be read at all.
    is_done: bool,
}

enum Reader {
    One(Pages<Box<dyn Read + Send>>),
    /// With the length of the file, how far its pages were handed out, and who is told.
    Several(ParallelPages<File>, u64, u64, Progress),
}

impl Reader {
    /// Takes several threads for a large archive. What is not compressed is read faster than pages are parsed.
    fn new(peeked: Peeked, progress: Progress, threads: NonZeroUsize) -> Reader {
        let length = peeked.path.metadata().map_or(0, |metadata| metadata.len());
        if threads > NonZeroUsize::MIN && length >= LARGE && peeked.is_compressed() {
            let path = peeked.path.clone();
            // A file that can be opened no second time is read by one thread.
            if let Ok(pages) = ParallelPages::new(move || File::open(&path), threads) {
                return Reader::Several(pages, length, 0, progress);
            }
        }
        Reader::One(Pages::new(Box::new(peeked.into_reader(progress))))
    }

    fn next(&mut self) -> Option<io::Result<Result<Payload<'static>, BadRecord>>> {
        match self {
            Reader::One(pages) => pages.next().map(Ok),
            Reader::Several(pages, length, handed_out, progress) => {
                let page = pages.next();
                let reached = match &page {
                    Some(Ok(Ok(page))) => page.place.offset(),
                    Some(Ok(Err(bad))) => bad.place.offset(),
                    Some(Err(_)) => *handed_out,
                    None => *length,
                };
                progress.bytes_done(reached.saturating_sub(*handed_out));
                *handed_out = reached.max(*handed_out);
                page
            }
        }
    }

    fn counts(&self) -> Counts {
        match self {
            Reader::One(pages) => pages.counts(),
            Reader::Several(pages, ..) => pages.counts(),
        }
    }

    fn bytes_read(&self) -> u64 {
        match self {
            Reader::One(pages) => pages.bytes_read(),
            Reader::Several(_, _, handed_out, _) => *handed_out,
        }
    }
}

/// Opens an archive, to be unpacked by up to so many threads.
pub(super) fn open(peeked: Peeked, progress: Progress, threads: NonZeroUsize) -> Archive {
    let path = peeked.path.clone();
    let name = Name::of_file(&path);
    Archive { path, name, reader: Reader::new(peeked, progress, threads), start: Instant::now(), is_done: false }
}

impl Archive {
    fn page(&self, page: Payload<'_>) -> Source {
        let name = Name { url: Some(page.url), ..self.name.clone() };
        let cut = page.cut.map(|cut| cut.to_string());
        let record = Record { offset: page.place.offset(), status: page.status, cut };
        let transport_encoding = page.charset.and_then(|label| limpid::Encoding::for_label(&label));
        let origin = Origin::Archive;
        Source { transport_encoding, record: Some(record), origin, ..Source::new(name, page.bytes.into_owned()) }
    }

    fn skipped(&self, bad: &BadRecord) -> NoPage {
        if !bad.reason.is_final() {
            return NoPage::BadRecord(format!("{}: {bad}", self.name));
        }
        let advice = bad.reason.advice().map(|advice| format!("; {advice}")).unwrap_or_default();
        NoPage::Unreadable(format!("<FILE>: {:?}: {}{advice}", self.path, bad.reason))
    }

    fn summary(&self) -> NoPage {
        let Counts { pages, cut, not_html, other, bad, .. } = self.reader.counts();
        let counts = format!("{pages} pages, {cut} of them cut; {not_html} responses not HTML; {bad} bad records");
        if pages == 0 && bad > 0 {
            let advice = if not_html + other == 0 { "; check that it is a WARC file" } else { "" };
            return NoPage::Unreadable(format!(
                "<FILE>: {:?}: no page in it can be read ({counts}){advice}",
                self.path
            ));
        }
        let seconds = self.start.elapsed().as_secs_f64();
        let megabytes = self.reader.bytes_read() as f64 / 1e6;
        let (speed, rate) = (megabytes / seconds.max(1e-6), pages as f64 / seconds.max(1e-6));
        NoPage::Summary(format!(
            "{}: {counts}; {megabytes:.1} MB in {seconds:.1} s, {speed:.1} MB/s, {rate:.0} pages/s",
            self.name
        ))
    }
}

impl Iterator for Archive {
    type Item = Result<Input, NoPage>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_done {
            return None;
        }
        Some(match self.reader.next() {
            Some(Ok(Ok(page))) => Ok(Input::Read(self.page(page))),
            Some(Ok(Err(bad))) => Err(self.skipped(&bad)),
            Some(Err(error)) => Err(NoPage::unreadable(&self.path, &error)),
            None => {
                self.is_done = true;
                Err(self.summary())
            }
        })
    }
}
