use core::fmt::{self, Write};

/// The bytes that may have to be replaced where a string is to stand.
///
/// The standard escapes `"` in attribute values and not in text; the rest of its rule is the same for both.
pub(super) struct Special([bool; 256]);

/// In text, and in values without quotes.
pub(super) static TEXT: Special = Special::of(b"&<>\xC2");
/// In values between `"`.
pub(super) static DOUBLE_QUOTED: Special = Special::of(b"&<>\xC2\"");
/// In values between `'`.
pub(super) static SINGLE_QUOTED: Special = Special::of(b"&<>\xC2'");

impl Special {
    /// 0xC2 is the first byte of U+00A0, and of others.
    const fn of(bytes: &[u8]) -> Special {
        let mut table = [false; 256];
        let mut i = 0;
        while i < bytes.len() {
            table[bytes[i] as usize] = true;
            i += 1;
        }
        Special(table)
    }
}

/// [Escapes a string](https://html.spec.whatwg.org/multipage/parsing.html#escapingString).
pub(super) fn write_escaped<W: Write + ?Sized>(text: &str, special: &Special, out: &mut W) -> fmt::Result {
    let bytes = text.as_bytes();
    let mut written = 0;
    let mut at = 0;
    while let Some(found) = bytes[at..].iter().position(|&byte| special.0[usize::from(byte)]) {
        at += found;
        let (len, reference) = match bytes[at] {
            b'&' => (1, "&amp;"),
            b'<' => (1, "&lt;"),
            b'>' => (1, "&gt;"),
            b'"' => (1, "&quot;"),
            b'\'' => (1, "&#39;"),
            _ if bytes.get(at + 1) == Some(&0xA0) => (2, "&nbsp;"),
            _ => {
                at += 2;
                continue;
            }
        };
        out.write_str(&text[written..at])?;
        out.write_str(reference)?;
        at += len;
        written = at;
    }
    out.write_str(&text[written..])
}

/// Escapes text, with one space for each run of ASCII white space.
pub(super) fn write_collapsed<W: Write + ?Sized>(text: &str, out: &mut W) -> fmt::Result {
    let mut rest = text;
    while let Some(at) = rest.bytes().position(|byte| byte.is_ascii_whitespace()) {
        write_escaped(&rest[..at], &TEXT, out)?;
        out.write_char(' ')?;
        rest = rest[at..].trim_ascii_start();
    }
    write_escaped(rest, &TEXT, out)
}
