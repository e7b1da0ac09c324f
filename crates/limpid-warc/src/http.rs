//! HTTP responses as crawlers store them.

use crate::bad_record::Reason;
use crate::coding;
use crate::fields::{Fields, MediaType};
use std::borrow::Cow;

/// The file in an HTTP response as crawlers store it: a response without its head and its codings.
///
/// ```
/// let block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n<p>\r\n0\r\n\r\n";
/// let file = limpid_warc::HttpPayload::read(block, 1 << 20).unwrap();
/// assert_eq!((file.status, &*file.media_type, file.charset.as_deref()), (200, "text/html", Some("utf-8")));
/// assert_eq!(&*file.bytes, b"<p>");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct HttpPayload<'b> {
    /// The status code of the response.
    pub status: u16,
    /// The fields of its head.
    pub fields: Fields,
    /// The media type in lower case, without parameters; empty if the response has none.
    pub media_type: String,
    /// The `charset` of the media type: a label of the transport encoding.
    pub charset: Option<String>,
    /// The body without content and transfer codings.
    pub bytes: Cow<'b, [u8]>,
    /// The coding whose data breaks off, if one does.
    pub broken: Option<String>,
}

impl<'b> HttpPayload<'b> {
    /// Reads the block of a `response` record: status line, fields, and a body of `limit` bytes at most once its codings are undone.
    ///
    /// # Errors
    /// The block is no response, or its body cannot be decoded.
    ///
    /// ```
    /// use limpid_warc::{HttpPayload, Reason};
    /// let response = b"HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\n\r\n<p>No tea";
    /// let file = HttpPayload::read(response, 1000).unwrap();
    /// assert_eq!((file.status, &*file.bytes), (404, &b"<p>No tea"[..]));
    /// assert!(matches!(HttpPayload::read(b"GET /tea", 1000), Err(Reason::NoResponse)));
    /// ```
    pub fn read(block: &'b [u8], limit: usize) -> Result<HttpPayload<'b>, Reason> {
        let Response { status, fields, body } = Response::parse(block).ok_or(Reason::NoResponse)?;
        let (bytes, broken) = coding::undo(&fields, body, limit)?;
        let media_type = MediaType::parse(&fields.get("Content-Type").unwrap_or_default());
        let MediaType { essence, charset } = media_type.sniffed(&bytes);
        Ok(HttpPayload { status, fields, media_type: essence, charset, bytes, broken })
    }
}

/// A response: its status code, fields and body.
#[derive(Debug)]
pub(crate) struct Response<'a> {
    pub(crate) status: u16,
    pub(crate) fields: Fields,
    pub(crate) body: &'a [u8],
}

impl<'a> Response<'a> {
    /// Reads a response that starts with a status line of any version: those of HTTP/2 and later are made up by the crawler.
    pub(crate) fn parse(mut block: &'a [u8]) -> Option<Response<'a>> {
        loop {
            let response = Response::parse_one(block)?;
            // Interim responses come first: 100 Continue, 103 Early Hints.
            if !(100..200).contains(&response.status) || !response.body.starts_with(b"HTTP/") {
                return Some(response);
            }
            block = response.body;
        }
    }

    fn parse_one(block: &'a [u8]) -> Option<Response<'a>> {
        let (status_line, rest) = line(block)?;
        if !(status_line.starts_with(b"HTTP/") || status_line.starts_with(b"ICY ")) {
            return None;
        }
        let status = status_line.split(|&byte| byte == b' ').filter(|part| !part.is_empty()).nth(1)?;
        let status = std::str::from_utf8(status).ok()?.parse().ok()?;
        let mut body = rest;
        loop {
            let (line, behind) = line(body)?;
            if line.is_empty() {
                let head = &rest[..rest.len() - body.len()];
                return Some(Response { status, fields: Fields::parse(head), body: behind });
            }
            body = behind;
        }
    }
}

/// Splits off the first line, without its end.
fn line(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = memchr::memchr(b'\n', text)?;
    let line = &text[..end];
    Some((line.strip_suffix(b"\r").unwrap_or(line), &text[end + 1..]))
}
