//! What references stand for, apart from how they are read.

use limpid_markup::{
    CharacterReference, ErrorCode, LONGEST_UNTERMINATED_REFERENCE, is_control, is_noncharacter,
    lookup_character_reference,
};

/// The character that a number refers to, and what is wrong with it.
///
/// Every character that [XML allows](https://www.w3.org/TR/xml/#NT-Char) stands for itself, U+0080 to U+009F included, which
/// HTML takes for those of windows-1252. Noncharacters and U+007F are errors as in HTML; XML discourages them.
pub(crate) fn numbered_character(code: u32) -> (char, Option<ErrorCode>) {
    let character = char::from_u32(code).unwrap_or('\u{fffd}');
    match code {
        0 => ('\u{fffd}', Some(ErrorCode::NullCharacterReference)),
        0x11_0000.. => (character, Some(ErrorCode::CharacterReferenceOutsideUnicodeRange)),
        0xd800..=0xdfff => (character, Some(ErrorCode::SurrogateCharacterReference)),
        _ if is_noncharacter(code) => (character, Some(ErrorCode::NoncharacterCharacterReference)),
        0x09 | 0x0a | 0x0d | 0x80..=0x9f => (character, None),
        _ if is_control(code) => (character, Some(ErrorCode::ControlCharacterReference)),
        _ => (character, None),
    }
}

/// The number with one more digit: above the Unicode range all values mean the same.
pub(crate) fn append_digit(code: u32, radix: u32, digit: u32) -> u32 {
    code.saturating_mul(radix).saturating_add(digit).min(0x11_0000)
}

/// The text of a [predefined entity](https://www.w3.org/TR/xml/#sec-predefined-ent).
pub(crate) fn predefined_entity(name: &str) -> Option<&'static str> {
    match name {
        "lt" => Some("<"),
        "gt" => Some(">"),
        "amp" => Some("&"),
        "apos" => Some("'"),
        "quot" => Some("\""),
        _ => None,
    }
}

/// The longest of HTML's names that need no `;` and that these bytes start with.
pub(crate) fn unterminated_reference(bytes: &[u8]) -> Option<CharacterReference> {
    let run = bytes.iter().take(LONGEST_UNTERMINATED_REFERENCE).take_while(|byte| byte.is_ascii_alphanumeric()).count();
    (1..=run).rev().map(|length| &bytes[..length]).find_map(lookup_character_reference)
}
