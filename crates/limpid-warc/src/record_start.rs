//! Recognizes the start of a record: <https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/>.

use memchr::memmem;

/// The first bytes of every record.
pub(crate) const VERSION_START: &[u8] = b"WARC/";

pub(crate) fn starts_with_version(text: &[u8]) -> bool {
    text.starts_with(VERSION_START)
}

/// Returns whether a line, without its line feed, is the first line of a record, such as `WARC/1.1`.
pub(crate) fn is_version_line(line: &[u8]) -> bool {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let Some(version) = line.strip_prefix(VERSION_START) else { return false };
    matches!(version, [b'0' | b'1', b'.', digits @ ..] if (1..4).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit))
}

/// The number of bytes that `is_record_start` needs.
pub(crate) const SIGNATURE_LENGTH: usize = b"WARC/1.100\r\nContent-".len();

/// Returns the position of the first record at or after `from`. A record at position 0 is found only if `at_start` is true.
///
/// A record has to start a line, and the next line has to be a field. This avoids most false positives in pages about WARC files.
pub(crate) fn find_record_start(text: &[u8], from: usize, at_start: bool) -> Option<usize> {
    memmem::find_iter(&text[from..], VERSION_START).map(|position| from + position).find(|&position| {
        let own_line = if position == 0 { at_start } else { text[position - 1] == b'\n' };
        own_line && is_record_start(&text[position..])
    })
}

pub(crate) fn is_record_start(text: &[u8]) -> bool {
    let text = &text[..text.len().min(SIGNATURE_LENGTH)];
    let Some(end) = memchr::memchr(b'\n', text) else { return false };
    let starts_with =
        |name: &[u8]| text[end + 1..].get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name));
    is_version_line(&text[..end]) && (starts_with(b"WARC-") || starts_with(b"Content-"))
}
