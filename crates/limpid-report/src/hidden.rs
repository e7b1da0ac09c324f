//! Characters that are invisible or change how other characters are displayed.

use std::fmt::{self, Write};

/// Whether a character is a control, a noncharacter, invisible, or changes the direction of the text around it.
pub fn is_hidden(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{ad}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{200b}' | '\u{200e}'
            | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fdd0}'..='\u{fdef}'
            | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e00ff}')
        || u32::from(character) & 0xfffe == 0xfffe
}

/// Replaces hidden characters with their code points: `<U+202E>` for U+202E.
pub fn visible(text: &str) -> String {
    let mut visible = String::with_capacity(text.len());
    for character in text.chars() {
        if is_hidden(character) {
            // Writing to a String cannot fail.
            let _ = write!(visible, "<U+{:04X}>", u32::from(character));
        } else {
            visible.push(character);
        }
    }
    visible
}

/// Writes a character, or a visible replacement for a hidden one: `␛` for U+001B, `<U+202E>` for U+202E.
pub fn write_visible(out: &mut (impl Write + ?Sized), character: char) -> fmt::Result {
    match character {
        '\0'..='\x1f' => out.write_char(char::from_u32(0x2400 + u32::from(character)).unwrap_or('\u{fffd}')),
        '\x7f' => out.write_char('␡'),
        _ if is_hidden(character) => write!(out, "<U+{:04X}>", u32::from(character)),
        _ => out.write_char(character),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_characters_become_code_points() {
        assert_eq!(visible("a\u{202e}b\0c\u{10ffff}"), "a<U+202E>b<U+0000>c<U+10FFFF>");
        assert_eq!(visible("é 日本 👩\u{200d}💻 نص"), "é 日本 👩\u{200d}💻 نص");
    }
}
