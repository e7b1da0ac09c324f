//! An iterator over the HTML pages in an archive.

use crate::bad_record::BadRecord;
use crate::payload::Payload;
use crate::records::Records;
use std::io::{self, Read, Seek};
use std::ops::Range;

/// An iterator over the HTML and XHTML pages of an archive, and the records that could not be read. Holds one record in memory.
///
/// ```no_run
/// for page in limpid_warc::Pages::new(std::fs::File::open("crawl.warc.gz")?) {
///     match page {
///         Ok(page) => println!("{} {:?} {} bytes", page.url, page.charset, page.bytes.len()),
///         Err(bad) => eprintln!("{bad}"),
///     }
/// }
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Pages<R> {
    records: Records<R>,
    counts: Counts,
}

/// Numbers of records by kind.
///
/// ```
/// assert_eq!(limpid_warc::Pages::new(&b""[..]).counts(), limpid_warc::Counts::default());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counts {
    /// HTML or XHTML pages.
    pub pages: u64,
    /// Pages that are incomplete. They are included in `pages`.
    pub truncated: u64,
    /// Responses, resources and conversions of other media types.
    pub not_html: u64,
    /// Records without a payload: requests, metadata, revisits and so on.
    pub other: u64,
    /// Records that could not be read.
    pub bad: u64,
}

impl Counts {
    #[cfg(feature = "threads")]
    pub(crate) fn add(&mut self, other: Counts) {
        self.pages += other.pages;
        self.truncated += other.truncated;
        self.not_html += other.not_html;
        self.other += other.other;
        self.bad += other.bad;
    }
}

impl<R: Read> Pages<R> {
    /// Reads the pages of an archive; see [`Records::new`].
    ///
    /// ```
    /// # let file = b"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: https://example.org/\r\nContent-Length: 49\r\n\r\n\
    /// #     HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>\r\n\r\n\r\n";
    /// let mut pages = limpid_warc::Pages::new(&file[..]);
    /// assert_eq!(pages.next().unwrap().unwrap().url, "https://example.org/");
    /// assert!(pages.next().is_none());
    /// ```
    pub fn new(reader: R) -> Pages<R> {
        Records::new(reader).into()
    }

    /// Reads the pages whose records start in a range of bytes; see [`Records::range`].
    ///
    /// # Errors
    /// The reader cannot seek.
    ///
    /// ```
    /// # let file = b"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: https://example.org/\r\nContent-Length: 49\r\n\r\n\
    /// #     HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>\r\n\r\n\r\n";
    /// use limpid_warc::Pages;
    /// let length = file.len() as u64;
    /// let pages = |range| Pages::range(std::io::Cursor::new(file), range).unwrap().count();
    /// // The record belongs to the range that it starts in.
    /// assert_eq!((pages(0..100), pages(100..length)), (1, 0));
    /// ```
    pub fn range(reader: R, range: Range<u64>) -> io::Result<Pages<R>>
    where
        R: Seek,
    {
        Ok(Records::range(reader, range)?.into())
    }

    /// Calls a function with the next page or the next record that cannot be read, and returns its result. Returns `None` at the end.
    ///
    /// Unlike `next`, does not copy the page out of the reader's buffer.
    ///
    /// ```
    /// # let file = b"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: https://example.org/\r\nContent-Length: 49\r\n\r\n\
    /// #     HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>\r\n\r\n\r\n";
    /// let mut pages = limpid_warc::Pages::new(&file[..]);
    /// let mut bytes = 0;
    /// while let Some(length) = pages.next_with(|page| page.map(|page| page.bytes.len())) {
    ///     bytes += length?;
    /// }
    /// assert_eq!(bytes, 5);
    /// # Ok::<(), limpid_warc::BadRecord>(())
    /// ```
    pub fn next_with<T>(&mut self, take: impl FnOnce(Result<Payload<'_>, BadRecord>) -> T) -> Option<T> {
        let is_html = |media_type: &str| matches!(media_type, "text/html" | "application/xhtml+xml");
        loop {
            let record = match self.records.next_record()? {
                Ok(record) if !record.has_payload() => {
                    self.counts.other += 1;
                    continue;
                }
                Ok(record) => record,
                Err(bad) => {
                    self.counts.bad += 1;
                    return Some(take(Err(bad)));
                }
            };
            let page = record.payload_if(is_html);
            match &page {
                Ok(None) => self.counts.not_html += 1,
                Ok(Some(page)) => {
                    self.counts.pages += 1;
                    self.counts.truncated += u64::from(page.truncated.is_some());
                }
                Err(_) => self.counts.bad += 1,
            }
            if let Some(page) = page.transpose() {
                return Some(take(page));
            }
        }
    }

    /// Returns the numbers of records that were read so far.
    ///
    /// ```
    /// # let file = b"WARC/1.1\r\nWARC-Type: warcinfo\r\nContent-Length: 0\r\n\r\n\r\n\r\n";
    /// let mut pages = limpid_warc::Pages::new(&file[..]);
    /// assert_eq!(pages.by_ref().count(), 0);
    /// assert_eq!((pages.counts().pages, pages.counts().other), (0, 1));
    /// ```
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// Returns the number of bytes that were read from the file so far; see [`Records::bytes_read`].
    ///
    /// ```
    /// # let file = b"WARC/1.1\r\nWARC-Type: warcinfo\r\nContent-Length: 0\r\n\r\n\r\n\r\n";
    /// let mut pages = limpid_warc::Pages::new(&file[..]);
    /// assert!(pages.next().is_none());
    /// assert_eq!(pages.bytes_read(), file.len() as u64);
    /// ```
    pub fn bytes_read(&self) -> u64 {
        self.records.bytes_read()
    }
}

impl<R: Read> From<Records<R>> for Pages<R> {
    fn from(records: Records<R>) -> Pages<R> {
        Pages { records, counts: Counts::default() }
    }
}

impl<R: Read> Iterator for Pages<R> {
    type Item = Result<Payload<'static>, BadRecord>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_with(|page| page.map(Payload::into_owned))
    }
}
