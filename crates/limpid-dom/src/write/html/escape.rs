//! [Escaping](https://html.spec.whatwg.org/multipage/parsing.html#escapingString) in HTML.

use crate::write::escape::write_replaced;
use core::fmt::{self, Write};

/// No quote: the text of an element, or a value without quotes.
pub(super) const TEXT: u8 = b'&';
pub(super) const DOUBLE_QUOTED: u8 = b'"';
pub(super) const SINGLE_QUOTED: u8 = b'\'';

/// [Escapes a string](https://html.spec.whatwg.org/multipage/parsing.html#escapingString), and its carriage returns if they are to
/// be kept. The standard escapes `"` in attribute values and not in text; the rest of its rule holds for both.
pub(super) fn write_escaped<W: Write>(text: &str, quote: u8, keeps_cr: bool, out: &mut W) -> fmt::Result {
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
    // 0xC2 is the first byte of U+00A0, and of others.
    let is_special = move |byte: u8| {
        (byte == b'&') | (byte == b'<') | (byte == b'>') | (byte == 0xC2) | (byte == b'\r') | (byte == quote)
    };
    write_replaced(text, is_special, reference, out)
}

/// Escapes text, with one space for each run of ASCII white space.
pub(super) fn write_collapsed<W: Write>(text: &str, out: &mut W) -> fmt::Result {
    let mut rest = text;
    while let Some(at) = rest.bytes().position(|byte| byte.is_ascii_whitespace()) {
        write_escaped(&rest[..at], TEXT, false, out)?;
        out.write_char(' ')?;
        rest = rest[at..].trim_ascii_start();
    }
    write_escaped(rest, TEXT, false, out)
}
