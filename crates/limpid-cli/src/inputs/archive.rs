//! The pages of a web archive as inputs, with messages about records that cannot be read, and a summary.

use super::input::{Input, NoPage};
use super::peeked::Peeked;
use super::source::{Name, Origin, Record, Source};
use crate::progress::Progress;
use limpid_warc::{BadRecord, Counts, Pages, Payload};
use std::io::Read;
use std::path::PathBuf;
use std::time::Instant;

/// The pages of a web archive, one after another, messages about bad records, and at the end a summary.
pub(super) struct Archive<R> {
    path: PathBuf,
    name: Name,
    pages: Pages<R>,
    start: Instant,
    /// Whether the summary was handed out, or the archive cannot be read at all.
    is_done: bool,
}

/// Opens an archive.
pub(super) fn open(peeked: Peeked, progress: Progress) -> Archive<impl Read + Send + use<>> {
    let path = peeked.path.clone();
    let name = Name::of_file(&path);
    Archive { path, name, pages: Pages::new(peeked.into_reader(progress)), start: Instant::now(), is_done: false }
}

impl<R: Read> Archive<R> {
    fn page(&self, page: Payload) -> Source {
        let name = Name { url: Some(page.url), ..self.name.clone() };
        let cut = page.cut.map(|cut| cut.to_string());
        let record = Record { offset: page.place.offset(), status: page.status, cut };
        let transport_encoding = page.charset.and_then(|label| limpid::encoding_for_label(&label));
        let origin = Origin::Archive;
        Source { transport_encoding, record: Some(record), origin, ..Source::new(name, page.bytes) }
    }

    fn skipped(&self, bad: &BadRecord) -> NoPage {
        if !bad.reason.is_final() {
            return NoPage::BadRecord(format!("{}: {bad}", self.name));
        }
        let advice = bad.reason.advice().map(|advice| format!("; {advice}")).unwrap_or_default();
        NoPage::Unreadable(format!("<FILE>: {:?}: {}{advice}", self.path, bad.reason))
    }

    fn summary(&self) -> NoPage {
        let Counts { pages, cut, not_html, other, bad, .. } = self.pages.counts();
        let counts = format!("{pages} pages, {cut} of them cut; {not_html} responses not HTML; {bad} bad records");
        if pages == 0 && bad > 0 {
            let advice = if not_html + other == 0 { "; check that it is a WARC file" } else { "" };
            return NoPage::Unreadable(format!(
                "<FILE>: {:?}: no page in it can be read ({counts}){advice}",
                self.path
            ));
        }
        let seconds = self.start.elapsed().as_secs_f64();
        let megabytes = self.pages.bytes_read() as f64 / 1e6;
        let (speed, rate) = (megabytes / seconds.max(1e-6), pages as f64 / seconds.max(1e-6));
        NoPage::Summary(format!(
            "{}: {counts}; {megabytes:.1} MB in {seconds:.1} s, {speed:.1} MB/s, {rate:.0} pages/s",
            self.name
        ))
    }
}

impl<R: Read> Iterator for Archive<R> {
    type Item = Result<Input, NoPage>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_done {
            return None;
        }
        Some(match self.pages.next() {
            Some(Ok(page)) => Ok(Input::Read(self.page(page))),
            Some(Err(bad)) => Err(self.skipped(&bad)),
            None => {
                self.is_done = true;
                Err(self.summary())
            }
        })
    }
}
