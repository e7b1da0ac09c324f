//! The signs of a record's start: <https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/>.

use memchr::memmem;

/// The bytes that every record starts with.
pub(crate) const VERSION_START: &[u8] = b"WARC/";

/// Whether some text starts as records do.
pub(crate) fn is_version_start(text: &[u8]) -> bool {
    text.starts_with(VERSION_START)
}

/// Whether a line, without its end, is the first of a record: `WARC/1.1`.
pub(crate) fn is_version_line(line: &[u8]) -> bool {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let Some(version) = line.strip_prefix(VERSION_START) else { return false };
    matches!(version, [b'0' | b'1', b'.', digits @ ..] if (1..4).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit))
}

/// The number of bytes at a record's start that tell that it is one.
pub(crate) const MAX_SIGN: usize = b"WARC/1.100\r\nContent-".len();

/// Finds where a record starts in some text, from a place on; at the text's own start only if `at_start` is set.
///
/// A record starts in a line of its own, and the next line is a field: text about such files is less likely taken for one.
pub(crate) fn find_start(text: &[u8], from: usize, at_start: bool) -> Option<usize> {
    memmem::find_iter(&text[from..], VERSION_START).map(|place| from + place).find(|&place| {
        let own_line = if place == 0 { at_start } else { text[place - 1] == b'\n' };
        own_line && is_start(&text[place..])
    })
}

pub(crate) fn is_start(text: &[u8]) -> bool {
    let text = &text[..text.len().min(MAX_SIGN)];
    let Some(end) = memchr::memchr(b'\n', text) else { return false };
    let starts_with =
        |name: &[u8]| text[end + 1..].get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name));
    is_version_line(&text[..end]) && (starts_with(b"WARC-") || starts_with(b"Content-"))
}
