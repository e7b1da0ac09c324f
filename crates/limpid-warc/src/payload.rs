//! The payload of a record: the file that the server meant to send, without HTTP's head and codings.

use crate::bad_record::{BadRecord, Reason};
use crate::coding;
use crate::fields::{Fields, MediaType};
use crate::http::Response;
use crate::records::Record;
use crate::text::Place;
use std::borrow::Cow;
use std::fmt;

/// A page or another file that a crawler stored.
///
/// ```
/// let file = b"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: https://example.org/\r\nWARC-Date: 2026-10-01T12:00:00Z\r\nContent-Length: 62\r\n\r\n\
///     HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>\r\n\r\n";
/// let page = limpid_warc::Pages::new(&file[..]).next().unwrap().unwrap();
/// assert_eq!((&*page.url, page.status, &*page.bytes), ("https://example.org/", Some(200), &b"<p>"[..]));
/// assert_eq!(page.date.as_deref(), Some("2026-10-01T12:00:00Z"));
/// assert_eq!((&*page.media_type, page.charset.as_deref()), ("text/html", Some("utf-8")));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Payload<'r> {
    /// The position of its record.
    pub place: Place,
    /// The record's `WARC-Target-URI`.
    pub url: String,
    /// The record's `WARC-Date`, as written: when the crawler fetched the file, such as `2026-10-01T12:00:00Z`.
    pub date: Option<String>,
    /// The record's `WARC-Record-ID`, as written: usually a URN in angle brackets.
    pub record_id: Option<String>,
    /// The status code of the HTTP response, if it comes from one.
    pub status: Option<u16>,
    /// The fields of the HTTP response; empty if it does not come from one.
    pub http_fields: Fields,
    /// The media type in lower case, without parameters: `text/html`. If the server did not tell it, a payload that starts like
    /// a page is `text/html`; the type of others is empty.
    pub media_type: String,
    /// The `charset` of the media type: a label of the transport encoding.
    pub charset: Option<String>,
    /// The body without content and transfer codings: a part of the record unless a coding was undone.
    pub bytes: Cow<'r, [u8]>,
    /// The reason why the payload is shorter than it was, if it is.
    pub cut: Option<Cut>,
}

/// The reason why a payload may be shorter than it was. `Display` says it in words.
///
/// ```
/// assert_eq!(limpid_warc::Cut::Coding("br".to_owned()).to_string(), "its br data breaks off");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Cut {
    /// The crawler stored only a part, for this reason (`WARC-Truncated`).
    Crawler(String),
    /// The rest is in other records.
    Segmented,
    /// The data in this coding breaks off.
    Coding(String),
}

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cut::Crawler(reason) => write!(f, "the crawler stored a part of it only ({reason})"),
            Cut::Segmented => f.write_str("the rest of it is in other records"),
            Cut::Coding(coding) => write!(f, "its {coding} data breaks off"),
        }
    }
}

impl Payload<'_> {
    /// Copies what the payload borrows from its record, so that the next one can be read.
    ///
    /// ```
    /// # let file = b"WARC/1.1\r\nWARC-Type: resource\r\nWARC-Target-URI: a:\r\nContent-Type: text/html\r\nContent-Length: 3\r\n\r\n<p>\r\n\r\n".repeat(2);
    /// let mut pages = limpid_warc::Pages::new(&file[..]);
    /// let mut kept = Vec::new();
    /// while let Some(page) = pages.next_with(|page| page.map(limpid_warc::Payload::into_owned)) {
    ///     kept.push(page?);
    /// }
    /// assert_eq!(kept.len(), 2);
    /// # Ok::<(), limpid_warc::BadRecord>(())
    /// ```
    pub fn into_owned(self) -> Payload<'static> {
        let Payload { place, url, date, record_id, status, http_fields, media_type, charset, bytes, cut } = self;
        let bytes = Cow::Owned(bytes.into_owned());
        Payload { place, url, date, record_id, status, http_fields, media_type, charset, bytes, cut }
    }
}

impl Record<'_> {
    /// Whether it is a `response`, `resource` or `conversion`.
    ///
    /// ```
    /// # let file = b"WARC/1.1\r\nWARC-Type: request\r\nContent-Length: 0\r\n\r\n\r\n\r\n";
    /// let mut records = limpid_warc::Records::new(&file[..]);
    /// let record = records.next_record().unwrap().unwrap();
    /// assert!(record.kind() == "request" && !record.has_payload());
    /// ```
    pub fn has_payload(&self) -> bool {
        ["response", "resource", "conversion"].into_iter().any(|kind| self.is_kind(kind))
    }

    /// Returns the payload: the body of an HTTP response without its codings, or the block of a resource or conversion. `None`
    /// for records of other kinds.
    ///
    /// ```
    /// # let file = b"WARC/1.1\r\nWARC-Type: resource\r\nWARC-Target-URI: file:/tea.css\r\nContent-Type: text/css\r\nContent-Length: 3\r\n\r\np{}\r\n\r\n";
    /// let mut records = limpid_warc::Records::new(&file[..]);
    /// let record = records.next_record().unwrap()?;
    /// let payload = record.payload()?.unwrap();
    /// assert_eq!((&*payload.media_type, &*payload.bytes), ("text/css", &b"p{}"[..]));
    /// # Ok::<(), limpid_warc::BadRecord>(())
    /// ```
    pub fn payload(&self) -> Result<Option<Payload<'_>>, BadRecord> {
        self.payload_if(|_| true)
    }

    /// Returns the payload if its media type, in lower case and without parameters, is wanted. Others are not decoded.
    ///
    /// ```
    /// # let file = b"WARC/1.1\r\nWARC-Type: resource\r\nWARC-Target-URI: a:\r\nContent-Type: text/css\r\nContent-Length: 0\r\n\r\n\r\n\r\n";
    /// # let mut records = limpid_warc::Records::new(&file[..]);
    /// # let record = records.next_record().unwrap().unwrap();
    /// assert!(record.payload_if(|media_type| media_type == "text/html").unwrap().is_none());
    /// assert!(record.payload_if(|media_type| media_type.starts_with("text/")).unwrap().is_some());
    /// ```
    pub fn payload_if(&self, wanted: impl FnOnce(&str) -> bool) -> Result<Option<Payload<'_>>, BadRecord> {
        if !self.has_payload() {
            return Ok(None);
        }
        self.read_payload(wanted).map_err(|reason| BadRecord { place: self.place, url: self.url(), reason })
    }

    fn read_payload(&self, wanted: impl FnOnce(&str) -> bool) -> Result<Option<Payload<'_>>, Reason> {
        let Record { place, length, limit, .. } = *self;
        let field = |name| self.fields.get(name).filter(|value| !value.is_empty());
        let is_whole = self.block().is_some();
        let content_type = MediaType::parse(&field("Content-Type").unwrap_or_default());
        let response = match &*content_type.essence {
            "application/http" | "" if self.is_kind("response") => match Response::parse(&self.block) {
                Some(response) => Some(response),
                None if is_whole => return Err(Reason::NoResponse),
                None => return Err(Reason::TooLarge { length, limit }),
            },
            _ => None,
        };
        let media_type = match &response {
            None => content_type,
            Some(response) => {
                let own = response.fields.get("Content-Type");
                MediaType::parse(&own.or(field("WARC-Identified-Payload-Type")).unwrap_or_default())
            }
        };
        let undo = || match &response {
            Some(response) => coding::undo(&response.fields, response.body, limit),
            None => Ok((Cow::Borrowed(&*self.block), None)),
        };
        // The type is in the file if the server did not tell it.
        let (media_type, undone) = match media_type.is_unknown() {
            true => {
                let undone = undo();
                let start = undone.as_ref().map_or(&[][..], |(bytes, _)| bytes);
                (media_type.sniffed(start), Some(undone))
            }
            false => (media_type, None),
        };
        if !wanted(&media_type.essence) {
            return Ok(None);
        }
        if !is_whole {
            return Err(Reason::TooLarge { length, limit });
        }
        let url = self.url().ok_or(Reason::NoUrl)?;
        let (bytes, broken) = undone.unwrap_or_else(undo)?;
        let (status, http_fields) = response.map(|response| (response.status, response.fields)).unzip();
        let http_fields = http_fields.unwrap_or_default();
        let crawler = field("WARC-Truncated").map(Cut::Crawler);
        let segmented = field("WARC-Segment-Number").map(|_| Cut::Segmented);
        let cut = crawler.or(segmented).or(broken.map(Cut::Coding));
        let MediaType { essence, charset } = media_type;
        let (date, record_id) = (field("WARC-Date"), field("WARC-Record-ID"));
        Ok(Some(Payload { place, url, date, record_id, status, http_fields, media_type: essence, charset, bytes, cut }))
    }
}
