//! HTTP responses in records.

use crate::bad_record::Reason;
use crate::coding;
use crate::fields::{Fields, MediaType};
use std::borrow::Cow;

/// The decoded body of an HTTP response that a crawler stored, with its status and fields.
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
    /// The status code.
    pub status: u16,
    /// The header fields.
    pub fields: Fields,
    /// The media type in lower case, without parameters. Without a `Content-Type`, a body that looks like HTML is `text/html`, and
    /// the type of other bodies is empty.
    pub media_type: String,
    /// The `charset` of the media type: a label of the transport encoding.
    pub charset: Option<String>,
    /// The body, after decoding content and transfer codings.
    pub bytes: Cow<'b, [u8]>,
    /// The coding whose data ends too early, if any.
    pub broken: Option<String>,
}

impl<'b> HttpPayload<'b> {
    /// Reads the block of a `response` record: status line, fields and body. The decoded body may have up to `limit` bytes.
    ///
    /// # Errors
    /// The block is not an HTTP response, or its body cannot be decoded.
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
        let (bytes, broken) = coding::decode_body(&fields, body, limit)?;
        let media_type = MediaType::parse(&fields.get("Content-Type").unwrap_or_default());
        let MediaType { essence, charset } = media_type.sniffed(&bytes);
        Ok(HttpPayload { status, fields, media_type: essence, charset, bytes, broken })
    }
}

#[derive(Debug)]
pub(crate) struct Response<'a> {
    pub(crate) status: u16,
    pub(crate) fields: Fields,
    /// The body, before decoding content and transfer codings.
    pub(crate) body: &'a [u8],
}

impl<'a> Response<'a> {
    /// Parses a response. The status line may have any version: HTTP/2 and later have no status line, so that crawlers invent one.
    pub(crate) fn parse(mut block: &'a [u8]) -> Option<Response<'a>> {
        loop {
            let response = Response::parse_one(block)?;
            // Skips interim responses: 100 Continue, 103 Early Hints.
            if !(100..200).contains(&response.status) || !response.body.starts_with(b"HTTP/") {
                return Some(response);
            }
            block = response.body;
        }
    }

    fn parse_one(block: &'a [u8]) -> Option<Response<'a>> {
        let (status_line, rest) = split_line(block)?;
        if !(status_line.starts_with(b"HTTP/") || status_line.starts_with(b"ICY ")) {
            return None;
        }
        let status = status_line.split(|&byte| byte == b' ').filter(|part| !part.is_empty()).nth(1)?;
        let status = std::str::from_utf8(status).ok()?.parse().ok()?;
        let mut body = rest;
        loop {
            let (line, after) = split_line(body)?;
            if line.is_empty() {
                let head = &rest[..rest.len() - body.len()];
                return Some(Response { status, fields: Fields::parse(head), body: after });
            }
            body = after;
        }
    }
}

/// Returns the first line, without its line end, and the remaining text.
fn split_line(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = memchr::memchr(b'\n', text)?;
    let line = &text[..end];
    Some((line.strip_suffix(b"\r").unwrap_or(line), &text[end + 1..]))
}
