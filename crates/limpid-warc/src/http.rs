//! HTTP responses as crawlers store them.

use crate::fields::Fields;

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
