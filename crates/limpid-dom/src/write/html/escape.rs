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
    loop {
        let bytes = rest.as_bytes();
        let is_whitespace_at = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_whitespace);
        // A run of one space stays as it is.
        let changes = |&at: &usize| is_whitespace_at(at) && (bytes[at] != b' ' || is_whitespace_at(at + 1));
        let Some(at) = (0..bytes.len()).find(changes) else { break };
        write_escaped(&rest[..at], TEXT, false, out)?;
        out.write_char(' ')?;
        rest = rest[at..].trim_ascii_start();
    }
    write_escaped(rest, TEXT, false, out)
}

#[cfg(test)]
mod tests {
    use super::write_collapsed;

    #[test]
    fn each_run_of_white_space_becomes_one_space() {
        const CHARACTERS: &[u8; 4] = b"a \n\t";
        for index in 0..4usize.pow(6) {
            let text: String = (0..6).map(|place| char::from(CHARACTERS[index >> (2 * place) & 3])).collect();
            let mut expected = String::new();
            for character in text.chars() {
                match character.is_ascii_whitespace() {
                    true if expected.ends_with(' ') => {}
                    true => expected.push(' '),
                    false => expected.push(character),
                }
            }
            let mut written = String::new();
            assert_eq!(write_collapsed(&text, &mut written), Ok(()));
            assert_eq!(written, expected, "{text:?}");
        }
    }
}
