//! The payload of a record: the page or file, without the HTTP header and with HTTP codings decoded.

use crate::bad_record::{BadRecord, Reason};
use crate::coding;
use crate::fields::{Fields, MediaType};
use crate::http::Response;
use crate::records::Record;
use crate::text::Place;
use std::borrow::Cow;
use std::fmt;

/// A page or other file that a crawler stored.
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
    /// The position of the record.
    pub place: Place,
    /// The record's `WARC-Target-URI`.
    pub url: String,
    /// The record's `WARC-Date`, unchanged: the time when the crawler fetched the file, such as `2026-10-01T12:00:00Z`.
    pub date: Option<String>,
    /// The record's `WARC-Record-ID`, unchanged: usually a URN in angle brackets.
    pub record_id: Option<String>,
    /// The status code, if the record is an HTTP response.
    pub status: Option<u16>,
    /// The header fields of the HTTP response. Empty for other records.
    pub http_fields: Fields,
    /// The media type in lower case, without parameters, such as `text/html`. If the server did not send one, a payload that looks like
    /// HTML is `text/html`, and the type of other payloads is empty.
    pub media_type: String,
    /// The `charset` of the media type: a label of the transport encoding.
    pub charset: Option<String>,
    /// The body, after decoding content and transfer codings. Borrowed from the record if it has no coding.
    pub bytes: Cow<'r, [u8]>,
    /// The reason why the payload is incomplete, if it is.
    pub truncated: Option<Truncation>,
}

/// The reason why a payload is incomplete. `Display` writes a message.
///
/// ```
/// assert_eq!(limpid_warc::Truncation::Coding("br".to_owned()).to_string(), "its br data is incomplete");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Truncation {
    /// The crawler stored only a part, for this reason (`WARC-Truncated`).
    Crawler(String),
    /// The rest is in other records (`WARC-Segment-Number`).
    Segmented,
    /// The data in this coding ends too early.
    Coding(String),
}

impl fmt::Display for Truncation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Truncation::Crawler(reason) => write!(f, "the crawler stored only a part of it (WARC-Truncated: {reason})"),
            Truncation::Segmented => f.write_str("the rest is in other records (WARC-Segment-Number)"),
            Truncation::Coding(coding) => write!(f, "its {coding} data is incomplete"),
        }
    }
}

impl Payload<'_> {
    /// Copies the borrowed bytes, so that the payload no longer borrows the reader.
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
        let Payload { place, url, date, record_id, status, http_fields, media_type, charset, bytes, truncated } = self;
        let bytes = Cow::Owned(bytes.into_owned());
        Payload { place, url, date, record_id, status, http_fields, media_type, charset, bytes, truncated }
    }
}

impl Record<'_> {
    /// Returns whether the record is a `response`, `resource` or `conversion`.
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

    /// Returns the payload: the decoded body of an HTTP response, or the block of a resource or conversion. Returns `None` for other
    /// records.
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

    /// Returns the payload if `wanted` returns true for its media type, in lower case and without parameters. Other payloads are not
    /// decoded, unless their media type has to be guessed from the body.
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

    fn read_payload(&self, is_wanted: impl FnOnce(&str) -> bool) -> Result<Option<Payload<'_>>, Reason> {
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
                let declared = response.fields.get("Content-Type");
                MediaType::parse(&declared.or(field("WARC-Identified-Payload-Type")).unwrap_or_default())
            }
        };
        let decode = || match &response {
            Some(response) => coding::decode_body(&response.fields, response.body, limit),
            None => Ok((Cow::Borrowed(&*self.block), None)),
        };
        // Guesses the media type from the decoded body if the server did not send one.
        let (media_type, decoded) = match media_type.is_unknown() {
            true => {
                let decoded = decode();
                let start = decoded.as_ref().map_or(&[][..], |(bytes, _)| bytes);
                (media_type.sniffed(start), Some(decoded))
            }
            false => (media_type, None),
        };
        if !is_wanted(&media_type.essence) {
            return Ok(None);
        }
        if !is_whole {
            return Err(Reason::TooLarge { length, limit });
        }
        let url = self.url().ok_or(Reason::NoUrl)?;
        let (bytes, broken) = decoded.unwrap_or_else(decode)?;
        let (status, http_fields) = response.map(|response| (response.status, response.fields)).unzip();
        let http_fields = http_fields.unwrap_or_default();
        let crawler = field("WARC-Truncated").map(Truncation::Crawler);
        let segmented = field("WARC-Segment-Number").map(|_| Truncation::Segmented);
        let truncated = crawler.or(segmented).or(broken.map(Truncation::Coding));
        let MediaType { essence, charset } = media_type;
        let (date, record_id) = (field("WARC-Date"), field("WARC-Record-ID"));
        Ok(Some(Payload {
            place,
            url,
            date,
            record_id,
            status,
            http_fields,
            media_type: essence,
            charset,
            bytes,
            truncated,
        }))
    }
}
