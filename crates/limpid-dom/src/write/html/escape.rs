//! [Escaping](https://html.spec.whatwg.org/multipage/parsing.html#escapingString) in HTML.

use crate::write::escape::{Special, write_replaced};
use core::fmt::{self, Write};

// 0xC2 is the first byte of U+00A0, and of others. The standard escapes `"` in attribute values and not in text; the rest of its
// rule holds for both. A carriage return is written as a reference only if asked for.

/// The special bytes in text, and in values without quotes.
pub(super) static TEXT: Special = Special::of(b"&<>\xC2\r");
/// The special bytes in values between `"`.
pub(super) static DOUBLE_QUOTED: Special = Special::of(b"&<>\xC2\r\"");
/// The special bytes in values between `'`.
pub(super) static SINGLE_QUOTED: Special = Special::of(b"&<>\xC2\r'");

/// [Escapes a string](https://html.spec.whatwg.org/multipage/parsing.html#escapingString), and its carriage returns if they are to
/// be kept.
pub(super) fn write_escaped<W: Write>(text: &str, special: &Special, keeps_cr: bool, out: &mut W) -> fmt::Result {
    let reference = |bytes: &[u8]| match bytes {
        [b'&', ..] => Some((1, "&amp;")),
        [b'<', ..] => Some((1, "&lt;")),
        [b'>', ..] => Some((1, "&gt;")),
        [b'"', ..] => Some((1, "&quot;")),
        [b'\'', ..] => Some((1, "&#39;")),
        [b'\r', ..] if keeps_cr => Some((1, "&#13;")),
        [0xC2, 0xA0, ..] => Some((2, "&nbsp;")),
        _ => None,
    };
    write_replaced(text, special, reference, out)
}

/// Escapes text, with one space for each run of ASCII white space.
pub(super) fn write_collapsed<W: Write>(text: &str, out: &mut W) -> fmt::Result {
    let mut rest = text;
    while let Some(at) = rest.bytes().position(|byte| byte.is_ascii_whitespace()) {
        write_escaped(&rest[..at], &TEXT, false, out)?;
        out.write_char(' ')?;
        rest = rest[at..].trim_ascii_start();
    }
    write_escaped(rest, &TEXT, false, out)
}
