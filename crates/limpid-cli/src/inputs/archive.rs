use super::{Input, Name, NoPage, Record, Source, peeked::Peeked};
use crate::progress::Progress;
use crate::warc::{BadRecord, Counts, Reason, Records, WarcPage};
use std::io::Read;
use std::path::PathBuf;
use std::time::Instant;

/// The pages in a web archive, one after another, what is said of records that cannot be read, and a summary.
pub(super) struct Archive<R> {
    path: PathBuf,
    name: Name,
    records: Records<R>,
    start: Instant,
    /// Nothing is left to be said.
    is_done: bool,
}

/// Opens what was found to be an archive.
pub(super) fn open(peeked: Peeked, progress: Progress) -> Archive<impl Read + Send + use<>> {
    let (path, name) = (peeked.path().to_owned(), peeked.name().clone());
    Archive { path, name, records: Records::new(peeked.into_reader(progress)), start: Instant::now(), is_done: false }
}

impl<R: Read> Archive<R> {
    fn page(&self, page: WarcPage) -> Source {
        let WarcPage { place, url, status, charset, bytes, cut } = page;
        let name = Name { url: Some(url), ..self.name.clone() };
        let record = Record { offset: place.member.unwrap_or(place.text), status, cut: cut.map(|cut| cut.to_string()) };
        let transport_encoding = charset.and_then(|label| limpid::encoding_for_label(&label));
        Source { transport_encoding, record: Some(record), ..Source::new(name, bytes) }
    }

    fn skipped(&mut self, bad: &BadRecord) -> NoPage {
        match bad.reason {
            // Of the file, not of a record.
            Reason::Unreadable(_) | Reason::Zstandard => {
                self.is_done |= matches!(bad.reason, Reason::Zstandard);
                NoPage::Unreadable(format!("<FILE>: {:?}: {}", self.path, bad.reason))
            }
            _ => NoPage::BadRecord(format!("{}: {bad}", self.name)),
        }
    }

    fn summary(&self) -> NoPage {
        let Counts { pages, cut, not_html, other, bad } = self.records.counts();
        let counts = format!("{pages} pages, {cut} of them cut; {not_html} responses not HTML; {bad} bad records");
        if pages == 0 && bad > 0 {
            let advice = if not_html + other == 0 { "; check that it is a WARC file" } else { "" };
            return NoPage::Unreadable(format!(
                "<FILE>: {:?}: no page in it can be read ({counts}){advice}",
                self.path
            ));
        }
        let seconds = self.start.elapsed().as_secs_f64();
        let megabytes = self.records.bytes_read() as f64 / 1e6;
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
        Some(match self.records.next() {
            Some(Ok(page)) => Ok(Input::Read(self.page(page))),
            Some(Err(bad)) => Err(self.skipped(&bad)),
            None => {
                self.is_done = true;
                Err(self.summary())
            }
        })
    }
}
