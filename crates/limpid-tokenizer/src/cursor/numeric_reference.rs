//! Numeric character references: the number, and the character that it refers to.

use limpid_markup::{ErrorCode, is_control, is_noncharacter, windows_1252_character};

/// The rules for numbers that refer to control characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// U+0080 to U+009F stand for the characters of windows-1252, and a CR is an error.
    Html,
    /// Each character that [XML allows](https://www.w3.org/TR/xml/#NT-Char) stands for itself, U+0080 to U+009F and CR
    /// included. Noncharacters and U+007F, which XML discourages, are errors as in HTML.
    Xml,
}

/// Returns the number with one more digit. Above the Unicode range all values mean the same.
#[inline]
pub fn append_digit(code: u32, radix: u32, digit: u32) -> u32 {
    if code < 0x11_0000 { code * radix + digit } else { code }
}

/// Returns the character that a number refers to, and its error, as in the [numeric character reference end
/// state](https://html.spec.whatwg.org/multipage/parsing.html#numeric-character-reference-end-state).
#[inline]
pub fn character(code: u32, dialect: Dialect) -> (char, Option<ErrorCode>) {
    match char::from_u32(code) {
        // Nearly all that are referred to.
        Some(character @ (' '..='~' | '\u{a0}'..='\u{d7ff}')) => (character, None),
        _ => unusual_character(code, dialect),
    }
}

fn unusual_character(code: u32, dialect: Dialect) -> (char, Option<ErrorCode>) {
    let character = char::from_u32(code).unwrap_or('\u{fffd}');
    match code {
        0 => ('\u{fffd}', Some(ErrorCode::NullCharacterReference)),
        0x11_0000.. => (character, Some(ErrorCode::CharacterReferenceOutsideUnicodeRange)),
        0xd800..=0xdfff => (character, Some(ErrorCode::SurrogateCharacterReference)),
        _ if is_noncharacter(code) => (character, Some(ErrorCode::NoncharacterCharacterReference)),
        0x09 | 0x0a => (character, None),
        0x0c if dialect == Dialect::Html => (character, None),
        0x0d | 0x80..=0x9f if dialect == Dialect::Xml => (character, None),
        _ if is_control(code) => {
            (windows_1252_character(code).unwrap_or(character), Some(ErrorCode::ControlCharacterReference))
        }
        _ => (character, None),
    }
}

/// Reads a reference from its `#` to its `;`. Returns the number and the length of both ends and what is between them; `None`
/// without digits or `;`.
pub fn read(bytes: &[u8], dialect: Dialect) -> Option<(u32, usize)> {
    match bytes.get(1) {
        Some(b'x') => read_digits::<16>(bytes, 2),
        Some(b'X') if dialect == Dialect::Html => read_digits::<16>(bytes, 2),
        _ => read_digits::<10>(bytes, 1),
    }
}

#[inline(always)]
fn read_digits<const RADIX: u32>(bytes: &[u8], start: usize) -> Option<(u32, usize)> {
    let (mut code, mut end) = (0, start);
    loop {
        let byte = *bytes.get(end)?;
        match char::from(byte).to_digit(RADIX) {
            Some(digit) => code = append_digit(code, RADIX, digit),
            None => return (byte == b';' && end != start).then_some((code, end + 1)),
        }
        end += 1;
    }
}
