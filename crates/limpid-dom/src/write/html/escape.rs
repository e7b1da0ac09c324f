//! [Escaping](https://html.spec.whatwg.org/multipage/parsing.html#escapingString) in HTML.

use crate::write::escape::{find_pair, write_replaced};
use crate::write::white_space::{ZERO_WIDTH_SPACE, collapses, end_of_white_space};
use core::fmt::{self, Write};

/// The `quote` argument for the text of an element or an unquoted value, in which no quotes are escaped. `&` adds no character, because it
/// is always escaped.
pub(crate) const TEXT: u8 = b'&';
pub(crate) const DOUBLE_QUOTED: u8 = b'"';
pub(crate) const SINGLE_QUOTED: u8 = b'\'';

/// [Escapes a string](https://html.spec.whatwg.org/multipage/parsing.html#escapingString), and its carriage returns if `keeps_cr` is set.
/// The standard escapes `"` in attribute values and not in text. Its other rules hold for both.
pub(super) fn write_escaped<W: Write>(text: &str, quote: u8, keeps_cr: bool, out: &mut W) -> fmt::Result {
    write_replaced(text, move |byte| may_need_escape(byte, quote), |bytes| reference(bytes, keeps_cr), out)
}

/// Escapes a string including its carriage returns and these quotes.
pub(crate) fn write_escaped_in<W: Write>(text: &str, quotes: &[u8], out: &mut W) -> fmt::Result {
    let may_need_escape = |byte| quotes.iter().any(|&quote| may_need_escape(byte, quote));
    write_replaced(text, may_need_escape, |bytes| reference(bytes, true), out)
}

/// Whether a byte may start an escaped character, without branches. 0xC2 is the first byte of U+00A0 and of other characters.
#[inline(always)]
pub(super) fn may_need_escape(byte: u8, quote: u8) -> bool {
    // `<` and `>` differ in one bit.
    (byte | 2 == b'>') | (byte == b'&') | (byte == 0xC2) | (byte == b'\r') | (byte == quote)
}

/// If a text starts with a character that has to be escaped, returns the length of that character in bytes and its reference.
#[inline]
fn reference(bytes: &[u8], keeps_cr: bool) -> Option<(usize, &'static str)> {
    match bytes {
        [b'&', ..] => Some((1, "&amp;")),
        [b'<', ..] => Some((1, "&lt;")),
        [b'>', ..] => Some((1, "&gt;")),
        [b'"', ..] => Some((1, "&quot;")),
        [b'\'', ..] => Some((1, "&#39;")),
        [b'\r', ..] if keeps_cr => Some((1, "&#13;")),
        [0xC2, 0xA0, ..] => Some((2, "&nbsp;")),
        _ => None,
    }
}

/// Escapes text and replaces each run of white space that [collapses](https://drafts.csswg.org/css-text/#white-space-processing) with one
/// space. Next to a zero width space, a run that contains a line feed becomes one line feed instead, because browsers show no space for it
/// there. Form feeds collapse only if `with_form_feeds` is set.
pub(super) fn write_collapsed<W: Write>(text: &str, with_form_feeds: bool, out: &mut W) -> fmt::Result {
    let collapses = |byte| collapses(byte) || with_form_feeds && byte == b'\x0c';
    let may_change = |byte: u8, next: u8| {
        let is_special = (byte | 2 == b'>') | (byte == b'&') | (byte == 0xC2);
        let is_space = |byte: u8| (byte == b' ') | (byte.wrapping_sub(b'\t') < 5);
        // A run of one space stays as it is.
        is_special | (is_space(byte) & ((byte != b' ') | is_space(next)))
    };
    let bytes = text.as_bytes();
    let (mut written, mut at) = (0, 0);
    loop {
        let end = end_of_white_space(bytes, at, collapses);
        if end > at + 1 || end > at && bytes[at] != b' ' {
            if written < at {
                out.write_str(&text[written..at])?;
            }
            let is_next_to_zwsp = text[..at].ends_with(ZERO_WIDTH_SPACE) || text[end..].starts_with(ZERO_WIDTH_SPACE);
            out.write_char(if is_next_to_zwsp && bytes[at..end].contains(&b'\n') { '\n' } else { ' ' })?;
            written = end;
        }
        let Some(found) = find_pair(&bytes[end..], b'a', may_change) else { break };
        at = end + found;
        if let Some((len, reference)) = reference(&bytes[at..], false) {
            out.write_str(&text[written..at])?;
            out.write_str(reference)?;
            at += len;
            written = at;
        } else if !collapses(bytes[at]) {
            at += 1;
        }
    }
    // Most texts are entirely white space, so nothing remains.
    if written < text.len() { out.write_str(&text[written..]) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::write_collapsed;

    #[test]
    fn each_run_of_white_space_becomes_one_space() {
        const CHARACTERS: &[u8; 4] = b"a \n\x0c";
        for (index, with_form_feeds) in (0..4usize.pow(6)).flat_map(|index| [(index, false), (index, true)]) {
            let text: String = (0..6).map(|place| char::from(CHARACTERS[index >> (2 * place) & 3])).collect();
            let mut expected = String::new();
            for character in text.chars() {
                match character.is_ascii_whitespace() && (with_form_feeds || character != '\u{c}') {
                    true if expected.ends_with(' ') => {}
                    true => expected.push(' '),
                    false => expected.push(character),
                }
            }
            let mut written = String::new();
            assert_eq!(write_collapsed(&text, with_form_feeds, &mut written), Ok(()));
            assert_eq!(written, expected, "{text:?}");
        }
    }
}
