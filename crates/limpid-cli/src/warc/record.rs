//! The head of a WARC record: <https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/>.

use super::fields::Fields;
use memchr::memmem;

/// What a record starts with.
pub(super) const VERSION_START: &[u8] = b"WARC/";

/// The head of a record, as far as it is needed.
#[derive(Debug)]
pub(super) struct Head {
    pub(super) kind: Kind,
    pub(super) url: Option<String>,
    /// The length of the block behind the head, or what stands in its place.
    pub(super) length: Result<u64, String>,
    pub(super) content_type: String,
    /// The media type that the crawler found the payload to be of.
    pub(super) identified_type: Option<String>,
    /// Why the crawler stored less than there was.
    pub(super) truncated: Option<String>,
    /// Whether more of the payload is in other records.
    pub(super) segmented: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Response,
    /// The block is the payload itself: `resource` and `conversion`.
    Content,
    /// Of no interest.
    Other,
}

impl Head {
    /// Reads the lines behind the one with the version.
    pub(super) fn parse(lines: &[u8]) -> Head {
        let fields = Fields::parse(lines);
        let kind = match fields.last("WARC-Type").unwrap_or_default().to_ascii_lowercase().as_str() {
            "response" => Kind::Response,
            "resource" | "conversion" => Kind::Content,
            _ => Kind::Other,
        };
        let url = fields.last("WARC-Target-URI").map(|url| {
            // The standard of 2009 was read to say that the angle brackets belong to it.
            let bare = url.strip_prefix('<').and_then(|url| url.strip_suffix('>')).map(str::to_owned);
            bare.unwrap_or(url)
        });
        let length = fields.last("Content-Length").unwrap_or_default();
        Head {
            kind,
            url: url.filter(|url| !url.is_empty()),
            length: match length.parse() {
                Ok(number) if length.bytes().all(|byte| byte.is_ascii_digit()) => Ok(number),
                _ => Err(length),
            },
            content_type: fields.last("Content-Type").unwrap_or_default(),
            identified_type: fields.last("WARC-Identified-Payload-Type"),
            truncated: fields.last("WARC-Truncated").filter(|reason| !reason.is_empty()),
            segmented: fields.last("WARC-Segment-Number").is_some(),
        }
    }
}

/// Whether some text starts as records do.
pub(super) fn is_version_start(text: &[u8]) -> bool {
    text.starts_with(VERSION_START)
}

/// Whether a line, without its end, is the first of a record: `WARC/1.1`.
pub(super) fn is_version_line(line: &[u8]) -> bool {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let Some(version) = line.strip_prefix(VERSION_START) else { return false };
    matches!(version, [b'0' | b'1', b'.', digits @ ..] if (1..4).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit))
}

/// How many bytes from its start tell that something is a record.
pub(super) const MAX_SIGN: usize = b"WARC/1.100\r\nContent-".len();

/// Where in some text, from a place on, a record starts; at the text's own start only if `at_start` is set.
///
/// One starts in a line of its own, and the next line is a field: text about such files is less likely taken for one.
pub(super) fn find_start(text: &[u8], from: usize, at_start: bool) -> Option<usize> {
    let candidates = memmem::find_iter(&text[from..], VERSION_START).map(|place| from + place);
    candidates.into_iter().find(|&place| {
        let own_line = if place == 0 { at_start } else { text[place - 1] == b'\n' };
        own_line && is_start(&text[place..])
    })
}

/// Whether a record starts here.
pub(super) fn is_start(text: &[u8]) -> bool {
    let text = &text[..text.len().min(MAX_SIGN)];
    let Some(end) = memchr::memchr(b'\n', text) else { return false };
    let starts_with =
        |name: &[u8]| text[end + 1..].get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name));
    is_version_line(&text[..end]) && (starts_with(b"WARC-") || starts_with(b"Content-"))
}
