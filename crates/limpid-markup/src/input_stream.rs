//! Errors of the [input stream](https://html.spec.whatwg.org/multipage/parsing.html#preprocessing-the-input-stream). They depend only
//! on the characters, so a sink that has the text can search for them later.

use crate::{ErrorCode, ParseError, Span};

/// Reports the control characters and noncharacters in `text` in order. `offset` is the byte offset of `text` in the input.
///
/// ```
/// use limpid_markup::{ErrorCode, input_stream_errors};
/// let mut found = Vec::new();
/// input_stream_errors("a\u{1}\u{fffe}", 0, |error| found.push(error.code));
/// assert_eq!(found, [ErrorCode::ControlCharacterInInputStream, ErrorCode::NoncharacterInInputStream]);
/// ```
pub fn input_stream_errors(text: &str, offset: u32, report: impl FnMut(ParseError)) {
    report_errors(text, offset, error_of, report);
}

fn report_errors(
    text: &str,
    offset: u32,
    error_of: impl Fn(char) -> Option<ErrorCode>,
    mut report: impl FnMut(ParseError),
) {
    let mut next = 0;
    for block in text.as_bytes().chunks(BLOCK) {
        let at = next;
        next += BLOCK;
        // Nearly all blocks have no candidate.
        if !has_candidate(block) {
            continue;
        }
        for (index, &byte) in block.iter().enumerate() {
            if !is_candidate(byte) {
                continue;
            }
            let start = at + index;
            // A candidate byte inside of a character is not an error.
            let Some(character) = text.get(start..).and_then(|rest| rest.chars().next()) else { continue };
            if let Some(code) = error_of(character) {
                let start = offset + start as u32;
                report(ParseError { code, span: Span::new(start, start + character.len_utf8() as u32) });
            }
        }
    }
}

/// Reports the characters in `text` that XML [does not allow](https://www.w3.org/TR/xml/#charsets), and noncharacters. Unlike HTML, XML
/// allows U+0080 to U+009F and forbids U+000C.
///
/// ```
/// use limpid_markup::{ErrorCode, xml_input_stream_errors};
/// let mut found = Vec::new();
/// xml_input_stream_errors("\u{85}\u{1}\u{c}", 0, |error| found.push((error.code, error.span.start)));
/// let code = ErrorCode::ControlCharacterInInputStream;
/// assert_eq!(found, [(code, 2), (code, 3)]);
/// ```
pub fn xml_input_stream_errors(text: &str, offset: u32, report: impl FnMut(ParseError)) {
    let error_of = |character| match character {
        '\u{80}'..='\u{9f}' => None,
        '\x0c' => Some(ErrorCode::ControlCharacterInInputStream),
        _ => error_of(character),
    };
    report_errors(text, offset, error_of, report);
}

const BLOCK: usize = 64;

/// Returns whether any byte of the block is a candidate. The loop has no branches, so that the compiler uses vector instructions.
#[inline]
fn has_candidate(block: &[u8]) -> bool {
    block.iter().fold(false, |found, &byte| found | is_candidate(byte))
}

/// Returns whether a character with this first byte may be an error: ASCII controls, U+0080 to U+00BF (`0xC2`), or U+F000 and above.
#[inline]
fn is_candidate(byte: u8) -> bool {
    (byte <= 8)
        | (byte.wrapping_sub(0x0b) <= 1)
        | (byte.wrapping_sub(0x0e) <= 0x11)
        | (byte == 0x7f)
        | (byte == 0xc2)
        | (byte >= 0xef)
}

fn error_of(character: char) -> Option<ErrorCode> {
    if is_noncharacter(character as u32) {
        Some(ErrorCode::NoncharacterInInputStream)
    } else if is_control(character as u32) && !matches!(character, '\0' | '\t' | '\n' | '\x0c' | '\r') {
        Some(ErrorCode::ControlCharacterInInputStream)
    } else {
        None
    }
}

/// Returns whether a code point is a [noncharacter](https://infra.spec.whatwg.org/#noncharacter).
///
/// ```
/// assert!(limpid_markup::is_noncharacter(0xfffe) && !limpid_markup::is_noncharacter(0xfffd));
/// ```
pub fn is_noncharacter(code: u32) -> bool {
    matches!(code, 0xfdd0..=0xfdef) || (code & 0xfffe == 0xfffe && code <= 0x10_ffff)
}

/// Returns whether a code point is a [control](https://infra.spec.whatwg.org/#control).
///
/// ```
/// assert!(limpid_markup::is_control(0x7f) && !limpid_markup::is_control(0x20));
/// ```
pub fn is_control(code: u32) -> bool {
    matches!(code, 0..=0x1f | 0x7f..=0x9f)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_a_check_of_every_character() {
        let text: String = (0..=0x10_ffff).filter_map(char::from_u32).collect();
        let mut found = Vec::new();
        input_stream_errors(&text, 7, |error| found.push(error));
        let expected: Vec<ParseError> = text
            .char_indices()
            .filter_map(|(at, c)| {
                let span = Span::new(at as u32 + 7, (at + c.len_utf8()) as u32 + 7);
                error_of(c).map(|code| ParseError { code, span })
            })
            .collect();
        assert_eq!(found.len(), 66 + 65 - 5);
        assert_eq!(found, expected);
    }
}
