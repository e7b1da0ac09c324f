//! Text as Markdown reads it as text: words, link destinations and titles.

use super::writer::Writer;
use crate::write::output::{Origin, Output};
use core::fmt;
use core::ops::Range;

impl<'d, O: Output<'d>> Writer<'_, 'd, O> {
    /// Writes text.
    pub(super) fn text(&mut self, origin: O::Origin, text: &str) -> fmt::Result {
        let mut start = 0;
        loop {
            let (space, word) = next_word(text, start);
            if !space.is_empty() && self.space.is_none() && !self.hard_break {
                self.space = Some(origin.part(space));
            }
            start = word.end;
            let Some(first) = text[word.clone()].chars().next() else { return Ok(()) };
            // Other white space is written as a reference.
            self.before(if first.is_whitespace() { '&' } else { first })?;
            self.word(origin.part(word.clone()), &text[word], start < text.len())?;
        }
    }

    /// Writes the words of a text with one space between them.
    pub(super) fn words(&mut self, origin: O::Origin, text: &str) -> fmt::Result {
        let mut start = 0;
        loop {
            let (space, word) = next_word(text, start);
            if word.is_empty() {
                return Ok(());
            }
            if start > 0 {
                self.raw_for(origin.part(space), " ")?;
            }
            start = word.end;
            self.word(origin.part(word.clone()), &text[word], true)?;
        }
    }

    /// Writes a word, escaped.
    fn word(&mut self, origin: O::Origin, word: &str, has_space_after: bool) -> fmt::Result {
        let mut written = 0;
        for (at, character) in word.char_indices() {
            let end = at + character.len_utf8();
            let rest = &word[end..];
            if self.needs_escape(character, rest, has_space_after) {
                self.out.copy(origin.part(written..at), &word[written..at])?;
                self.out.write_char('\\')?;
                written = at;
            } else if character.is_whitespace() && (at == 0 || rest.is_empty() || !is_readable_space(character)) {
                self.out.copy(origin.part(written..at), &word[written..at])?;
                let origin = origin.part(at..end);
                match character {
                    '\u{a0}' => self.out.replace(origin, "&nbsp;")?,
                    _ => self.out.replace(origin, &format!("&#{};", u32::from(character)))?,
                }
                written = end;
                (self.last, self.at_start, self.in_number) = (';', false, false);
                continue;
            }
            self.in_number &= character.is_ascii_digit();
            (self.last, self.at_start) = (character, false);
        }
        (self.blank, self.delimiters.closed_after) = (false, None);
        self.in_number &= !has_space_after;
        self.out.copy(origin.part(written..word.len()), &word[written..])
    }

    /// Whether a character of a word needs a backslash, as Markdown might see more in it.
    fn needs_escape(&self, character: char, rest: &str, has_space_after: bool) -> bool {
        let next = rest.chars().next();
        match character {
            '\\' | '`' | '*' | '[' | ']' | '<' | '~' | '|' => true,
            '_' => !(self.last.is_alphanumeric() && next.is_some_and(char::is_alphanumeric)),
            '&' => next.map_or(!has_space_after, |next| next == '#' || next.is_ascii_alphanumeric()),
            '#' => self.at_start || self.inline > 0,
            '-' | '+' | '=' | '>' => self.at_start,
            ':' => self.at_start && rest.starts_with('-'),
            '.' | ')' => self.in_number && self.last.is_ascii_digit() && next.is_none(),
            _ => false,
        }
    }
}

/// Returns the ranges of white space and of the word after it, from an offset of a text on.
pub(super) fn next_word(text: &str, start: usize) -> (Range<usize>, Range<usize>) {
    let is_space = |character: char| character.is_ascii_whitespace();
    let word = text[start..].find(|character| !is_space(character)).map_or(text.len(), |at| start + at);
    let end = text[word..].find(is_space).map_or(text.len(), |at| word + at);
    (start..word, word..end)
}

/// Whether white space within a word is written as it is, like a no-break space: not if it may end a line, or cannot be seen
/// to be there at all.
fn is_readable_space(character: char) -> bool {
    !character.is_control() && !matches!(character, '\u{2028}' | '\u{2029}')
}

/// Returns a link's address as it is written in its destination.
///
/// No emphasis is looked for there, so that only what ends a destination, or binds closer than a link, is escaped.
pub(super) fn destination(address: &str) -> String {
    let address = address.trim_matches(|character: char| character.is_ascii_whitespace());
    let is_bare = |character: char| !character.is_ascii_control() && !matches!(character, ' ' | '(' | ')' | '<' | '>');
    let mut written = String::with_capacity(address.len());
    for (at, character) in address.char_indices() {
        match character {
            '<' => written.push_str("%3C"),
            '>' => written.push_str("%3E"),
            // The URL parser would drop them.
            '\n' | '\r' | '\t' => {}
            '\\' => written.push_str("%5C"),
            '|' => written.push_str("%7C"),
            '&' if starts_reference(&address[at + 1..]) => written.push_str("&amp;"),
            '`' => written.push_str("\\`"),
            _ => written.push(character),
        }
    }
    if address.chars().all(is_bare) { written } else { format!("<{written}>") }
}

/// Whether a character reference starts with what follows a `&`.
fn starts_reference(rest: &str) -> bool {
    let name = rest.trim_start_matches(|character: char| character == '#' || character.is_ascii_alphanumeric());
    name.len() < rest.len() && name.starts_with(';')
}

/// Returns a link's title as it is written in quotes; nothing if it has no words.
pub(super) fn title(title: &str) -> String {
    let mut written = String::new();
    for word in Some(title).filter(|title| !title.trim().is_empty()).unwrap_or_default().split_ascii_whitespace() {
        if !written.is_empty() {
            written.push(' ');
        }
        for character in word.chars() {
            if character.is_ascii_punctuation() && !matches!(character, '.' | ',' | '-' | ':' | '\'' | '/') {
                written.push('\\');
            }
            written.push(character);
        }
    }
    written
}
