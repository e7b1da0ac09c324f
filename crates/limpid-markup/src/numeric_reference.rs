//! Numeric character references: reading the number and mapping it to a character.

use crate::{ErrorCode, is_control, is_noncharacter};

/// The rules for control characters: HTML's or XML's.
///
/// ```
/// use limpid_markup::numeric_reference::{Dialect, character};
/// assert_eq!((character(0x80, Dialect::Html).0, character(0x80, Dialect::Xml).0), ('€', '\u{80}'));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// U+0080 to U+009F are mapped as bytes of windows-1252, and CR is an error.
    Html,
    /// Each character that [XML allows](https://www.w3.org/TR/xml/#NT-Char) stays the same, including U+0080 to U+009F and CR.
    /// Noncharacters and U+007F, which XML discourages, are errors as in HTML.
    Xml,
}

/// Returns the number with one more digit. Numbers above U+10FFFF stay as they are, because they all mean the same.
///
/// ```
/// assert_eq!(limpid_markup::numeric_reference::append_digit(0x2, 16, 0xa), 0x2a);
/// ```
#[inline]
pub fn append_digit(code: u32, radix: u32, digit: u32) -> u32 {
    if code < 0x11_0000 { code * radix + digit } else { code }
}

/// Returns the character that a number refers to, and its error, as in the [numeric character reference end
/// state](https://html.spec.whatwg.org/multipage/parsing.html#numeric-character-reference-end-state).
///
/// ```
/// use limpid_markup::numeric_reference::{Dialect, character};
/// assert_eq!(character(0x41, Dialect::Html), ('A', None));
/// assert_eq!(character(0x85, Dialect::Xml), ('\u{85}', None));
/// ```
#[inline]
pub fn character(code: u32, dialect: Dialect) -> (char, Option<ErrorCode>) {
    match char::from_u32(code) {
        // The common case, inlined.
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

/// Returns the character that a number from 128 to 159 refers to in HTML, or `None` for other numbers. The number is decoded as a byte of
/// windows-1252, like in the table of the [numeric character reference end
/// state](https://html.spec.whatwg.org/multipage/parsing.html#numeric-character-reference-end-state).
///
/// ```
/// use limpid_markup::numeric_reference::windows_1252_character;
/// assert_eq!((windows_1252_character(128), windows_1252_character(65)), (Some('€'), None));
/// ```
pub fn windows_1252_character(code: u32) -> Option<char> {
    const TABLE: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘',
        '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
    ];
    TABLE.get(code.checked_sub(0x80)? as usize).copied()
}

/// The number and length of a numeric character reference. The result of [`read`].
///
/// ```
/// use limpid_markup::numeric_reference::{Dialect, read};
/// let reference = read(b"#65 and more", Dialect::Html).unwrap();
/// assert_eq!((reference.code, reference.length, reference.has_semicolon), (65, 3, false));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NumericReference {
    /// The code point. Any value above `0x10FFFF` means that the reference is outside of the Unicode range.
    pub code: u32,
    /// The length in bytes, from the `#` to the last digit or the `;`.
    pub length: usize,
    /// Whether the reference ends with `;`. If it does not, and the bytes end here, the next chunk of the input may continue the reference.
    pub has_semicolon: bool,
}

/// Reads a reference, starting at its `#`. Returns `None` if it has no digits.
///
/// ```
/// use limpid_markup::numeric_reference::{Dialect, NumericReference, character, read};
/// let reference = read(b"#x80;", Dialect::Html).unwrap();
/// assert_eq!(reference, NumericReference { code: 0x80, length: 5, has_semicolon: true });
/// assert_eq!(character(reference.code, Dialect::Html).0, '€');
/// assert_eq!(read(b"#;", Dialect::Html), None);
/// ```
#[inline]
pub fn read(bytes: &[u8], dialect: Dialect) -> Option<NumericReference> {
    match bytes.get(1) {
        Some(b'x') => read_digits::<16>(bytes, 2),
        Some(b'X') if dialect == Dialect::Html => read_digits::<16>(bytes, 2),
        _ => read_digits::<10>(bytes, 1),
    }
}

#[inline(always)]
fn read_digits<const RADIX: u32>(bytes: &[u8], start: usize) -> Option<NumericReference> {
    let (mut code, mut end) = (0, start);
    while let Some(digit) = bytes.get(end).and_then(|&byte| char::from(byte).to_digit(RADIX)) {
        code = append_digit(code, RADIX, digit);
        end += 1;
    }
    let has_semicolon = bytes.get(end) == Some(&b';');
    (end != start).then_some(NumericReference { code, length: end + usize::from(has_semicolon), has_semicolon })
}
