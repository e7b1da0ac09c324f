//! The payload of a record: the file that the server meant to send, without HTTP's head and codings.

use crate::bad_record::Reason;
use crate::coding;
use crate::fields::{Fields, MediaType};
use crate::http::Response;
use crate::text::Place;
use std::fmt;

/// A page or another file that a crawler stored.
///
/// ```
/// let file = b"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: https://example.org/\r\nContent-Length: 62\r\n\r\n\
///     HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>\r\n\r\n";
/// let page = limpid_warc::Pages::new(&file[..]).next().unwrap().unwrap();
/// assert_eq!((&*page.url, page.status, &*page.bytes), ("https://example.org/", Some(200), &b"<p>"[..]));
/// assert_eq!((&*page.media_type, page.charset.as_deref()), ("text/html", Some("utf-8")));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Payload {
    /// The position of its record.
    pub place: Place,
    /// The record's `WARC-Target-URI`.
    pub url: String,
    /// The status code of the HTTP response, if it comes from one.
    pub status: Option<u16>,
    /// The fields of the HTTP response; empty if it does not come from one.
    pub http_fields: Fields,
    /// The media type in lower case, without parameters: `text/html`.
    pub media_type: String,
    /// The `charset` of the media type: a label of the transport encoding.
    pub charset: Option<String>,
    /// The body without content and transfer codings.
    pub bytes: Vec<u8>,
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

/// A record's parts that its payload is read from.
pub(crate) struct Parts<'r> {
    pub(crate) place: Place,
    pub(crate) fields: &'r Fields,
    /// The block, or the start of one that is longer than the limit.
    pub(crate) block: &'r [u8],
    /// The error for a block that is longer than the limit.
    pub(crate) too_large: Option<Reason>,
    /// The bytes that the payload may unpack to.
    pub(crate) limit: usize,
}

impl Parts<'_> {
    /// Reads the payload, if its media type is wanted.
    pub(crate) fn payload(self, wanted: impl FnOnce(&str) -> bool) -> Result<Option<Payload>, Reason> {
        let field = |name| self.fields.get(name).filter(|value| !value.is_empty());
        let content_type = MediaType::parse(&field("Content-Type").unwrap_or_default());
        let is_response = field("WARC-Type").is_some_and(|kind| kind.eq_ignore_ascii_case("response"));
        let response = match &*content_type.essence {
            "application/http" | "" if is_response => match Response::parse(self.block) {
                Some(response) => Some(response),
                None => return Err(self.too_large.unwrap_or(Reason::NoResponse)),
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
        if !wanted(&media_type.essence) {
            return Ok(None);
        }
        if let Some(too_large) = self.too_large {
            return Err(too_large);
        }
        let url = url(self.fields).ok_or(Reason::NoUrl)?;
        let (status, http_fields, (bytes, broken)) = match response {
            Some(Response { status, fields, body }) => {
                let undone = coding::undo(&fields, body, self.limit)?;
                (Some(status), fields, undone)
            }
            None => (None, Fields::default(), (self.block.to_vec(), None)),
        };
        let crawler = field("WARC-Truncated").map(Cut::Crawler);
        let segmented = field("WARC-Segment-Number").map(|_| Cut::Segmented);
        let cut = crawler.or(segmented).or(broken.map(Cut::Coding));
        let MediaType { essence, charset } = media_type;
        let place = self.place;
        Ok(Some(Payload { place, url, status, http_fields, media_type: essence, charset, bytes, cut }))
    }
}

/// Returns the `WARC-Target-URI` of a record with these fields.
pub(crate) fn url(fields: &Fields) -> Option<String> {
    let url = fields.get("WARC-Target-URI")?;
    // The standard of 2009 was read to say that the angle brackets belong to it.
    let bare = url.strip_prefix('<').and_then(|url| url.strip_suffix('>')).unwrap_or(&url);
    Some(bare.to_owned()).filter(|url| !url.is_empty())
}
