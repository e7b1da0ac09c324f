//! Errors of the [input stream](https://html.spec.whatwg.org/multipage/parsing.html#preprocessing-the-input-stream)
//! itself: looked for apart from the states, in one pass, and only for sinks that want errors.

use limpid_markup::{ErrorCode, ParseError, Span};

/// The most bytes that a parse takes: offsets are `u32`.
pub(crate) const INPUT_LIMIT: usize = u32::MAX as usize - 1;

/// Reports each control character and noncharacter of `text`, which starts at `offset` in the input.
pub(crate) fn input_stream_errors(text: &str, offset: u32, mut report: impl FnMut(ParseError)) {
    let mut rest = text;
    let mut at = offset;
    while let Some(skip) = rest.bytes().position(may_be_error) {
        let Some(character) = rest[floor(rest, skip)..].chars().next() else { return };
        let start = floor(rest, skip);
        let span = Span::new(at + start as u32, at + (start + character.len_utf8()) as u32);
        if let Some(code) = error_of(character) {
            report(ParseError { code, span });
        }
        rest = &rest[start + character.len_utf8()..];
        at = span.end;
    }
}

fn floor(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Bytes with which (or with whose second byte, EF) a character begins that [`error_of`] has to look at.
fn may_be_error(byte: u8) -> bool {
    matches!(byte, 1..=8 | 0x0b | 0x0e..=0x1f | 0x7f | 0xc2 | 0xef..=0xf4)
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

/// [Noncharacter](https://infra.spec.whatwg.org/#noncharacter).
pub(crate) fn is_noncharacter(code: u32) -> bool {
    matches!(code, 0xfdd0..=0xfdef) || (code & 0xfffe == 0xfffe && code <= 0x10_ffff)
}

/// [Control](https://infra.spec.whatwg.org/#control).
pub(crate) fn is_control(code: u32) -> bool {
    matches!(code, 0..=0x1f | 0x7f..=0x9f)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_a_look_at_every_character() {
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
