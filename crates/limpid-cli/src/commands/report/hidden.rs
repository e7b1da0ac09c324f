//! Characters that are not seen, or that change how others are seen.

use std::fmt::Write;

/// Controls, what hides itself or the order of what is around it, and noncharacters.
pub(super) fn is_hidden(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{ad}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{200b}' | '\u{200e}'
            | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fdd0}'..='\u{fdef}'
            | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e00ff}')
        || u32::from(character) & 0xfffe == 0xfffe
}

/// A text in which everything is seen where it stands: `<U+202E>` for U+202E.
pub(super) fn visible(text: &str) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_the_reader_is_named() {
        assert_eq!(visible("a\u{202e}b\0c\u{10ffff}"), "a<U+202E>b<U+0000>c<U+10FFFF>");
        assert_eq!(visible("é 日本 👩\u{200d}💻 نص"), "é 日本 👩\u{200d}💻 نص");
    }
}
