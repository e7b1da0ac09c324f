//! Output for terminals.

pub(crate) use limpid_report::hidden::{visible, write_visible};
use std::fmt::{self, Write};

/// Replaces control characters, which a terminal could execute, with visible characters. Line ends and tabs stay.
pub(crate) struct ForTerminal<'o, O: ?Sized>(pub(crate) &'o mut O);

impl<O: Write + ?Sized> Write for ForTerminal<'_, O> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let is_unsafe = |character: char| character.is_control() && !matches!(character, '\n' | '\t');
        let mut written = 0;
        for (at, character) in text.char_indices().filter(|&(_, character)| is_unsafe(character)) {
            self.0.write_str(&text[written..at])?;
            write_visible(self.0, character)?;
            written = at + character.len_utf8();
        }
        self.0.write_str(&text[written..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_replaced_for_terminals() {
        let mut shown = String::new();
        write!(ForTerminal(&mut shown), "\x1b]0;x\x07\u{9b}31m\r\n\té\u{200f}\x7f.").unwrap();
        assert_eq!(shown, "␛]0;x␇<U+009B>31m␍\n\té\u{200f}␡.");
    }
}
