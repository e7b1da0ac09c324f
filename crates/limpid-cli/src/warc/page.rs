use super::bad_record::Reason;
use super::coding;
use super::fields::MediaType;
use super::http::Response;
use super::record::{Head, Kind};
use super::text::Place;
use std::fmt;

/// A page of HTML or XHTML that a crawler stored.
#[derive(Debug)]
pub(crate) struct WarcPage {
    /// Where its record starts.
    pub(crate) place: Place,
    /// Its address, as the record has it.
    pub(crate) url: String,
    /// The status code of the HTTP response, if it is from one.
    pub(crate) status: Option<u16>,
    /// The `charset` of its media type: a label for the transport encoding.
    pub(crate) charset: Option<String>,
    /// What the server meant to be parsed: the body without content and transfer codings.
    pub(crate) bytes: Vec<u8>,
    /// What is missing of it.
    pub(crate) cut: Option<Cut>,
}

/// Why a page may be shorter than it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Cut {
    /// The crawler stored a part only, for this reason.
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

/// What a record holds.
#[derive(Debug)]
pub(super) enum Content {
    Page(WarcPage),
    NotHtml,
    /// The record is about others.
    Other,
}

/// What is in a record with this block.
pub(super) fn content(place: Place, head: &Head, block: &[u8], limit: usize) -> Result<Content, Reason> {
    if head.kind == Kind::Other {
        return Ok(Content::Other);
    }
    let crawler = head.truncated.clone().map(Cut::Crawler).or(head.segmented.then_some(Cut::Segmented));
    let content_type = MediaType::parse(&head.content_type);
    let identified = || MediaType::parse(head.identified_type.as_deref().unwrap_or_default());
    let is_http = head.kind == Kind::Response && matches!(&*content_type.essence, "application/http" | "");

    let (media_type, status, decoded) = if is_http {
        let response = Response::parse(block)?;
        let media_type = match response.fields.last("Content-Type") {
            Some(value) => MediaType::parse(&value),
            None => identified(),
        };
        if !media_type.is_html() {
            return Ok(Content::NotHtml);
        }
        (media_type, Some(response.status), coding::undo(&response.fields, response.body, limit))
    } else {
        if !content_type.is_html() {
            return Ok(Content::NotHtml);
        }
        (content_type, None, Ok((block.to_vec(), None)))
    };
    let url = head.url.clone().ok_or(Reason::NoUrl)?;
    let (bytes, cut) = decoded?;
    Ok(Content::Page(WarcPage { place, url, status, charset: media_type.charset, bytes, cut: crawler.or(cut) }))
}
