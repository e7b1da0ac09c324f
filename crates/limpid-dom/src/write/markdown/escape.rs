//! Escapes text for Markdown: words, link destinations and titles.

use super::writer::Writer;
use crate::write::escape::{find, find_pair};
use crate::write::output::{Origin, Output};
use crate::write::white_space::end_of_white_space;
use core::ops::Range;
use std::borrow::Cow;

impl<'d, O: Output<'d>> Writer<'_, 'd, O> {
    pub(super) fn text(&mut self, origin: O::Origin, text: &str) {
        let bytes = text.as_bytes();
        let mut at = 0;
        loop {
            let start = at;
            at = word_start(bytes, start);
            if at > start && self.space.is_none() && !self.hard_break {
                self.space = Some(origin.part(start..at));
            }
            let Some(&byte) = bytes.get(at) else { return };
            let first = if byte.is_ascii() { char::from(byte) } else { text[at..].chars().next().unwrap_or(' ') };
            // Non-ASCII white space is written as a reference.
            self.write_pending(if first.is_whitespace() { '&' } else { first });
            let may_be_markup = self.at_start && matches!(first, '-' | '+' | '=' | '>' | ':')
                || self.in_number && matches!(first, '0'..='9' | '.' | ')');
            let start = at;
            at = if may_be_markup { start } else { plain_words_end(text, start) };
            if at > start {
                self.plain(origin.part(start..at), &text[start..at]);
                continue;
            }
            at = word_end(bytes, start);
            self.word(origin.part(start..at), &text[start..at], at < bytes.len());
            if let [b' ', next, ..] = bytes[at..]
                && !next.is_ascii_whitespace()
            {
                let (space, end) = (at, plain_words_end(text, at + 1));
                if end > space + 1 {
                    at = end;
                    self.plain(origin.part(space..end), &text[space..end]);
                }
            }
        }
    }

    /// Writes words that need no escapes at the current position.
    fn plain(&mut self, origin: O::Origin, words: &str) {
        self.update_state(words);
        self.out.copy(origin, words);
    }

    /// Writes the words of a text, separated by single spaces.
    pub(super) fn words(&mut self, origin: O::Origin, text: &str) {
        let mut start = 0;
        loop {
            let (space, word) = next_word(text, start);
            if word.is_empty() {
                return;
            }
            if start > 0 {
                self.raw_from(origin.part(space), " ");
            }
            start = word.end;
            self.word(origin.part(word.clone()), &text[word], true);
        }
    }

    /// Writes a word with its escapes.
    fn word(&mut self, origin: O::Origin, word: &str, has_space_after: bool) {
        let (mut written, mut next) = (0, 0);
        while let Some(character) = word[next..].chars().next() {
            let at = next;
            let end = at + character.len_utf8();
            let rest = &word[end..];
            next = end;
            if self.needs_escape(character, rest, has_space_after) {
                self.out.copy(origin.part(written..at), &word[written..at]);
                self.out.text().push('\\');
                written = at;
            } else if character.is_whitespace() && (at == 0 || rest.is_empty() || !is_readable_space(character)) {
                self.out.copy(origin.part(written..at), &word[written..at]);
                let origin = origin.part(at..end);
                match character {
                    '\u{a0}' => self.out.replace(origin, "&nbsp;"),
                    _ => self.out.replace(origin, &format!("&#{};", u32::from(character))),
                }
                written = end;
                (self.last, self.at_start, self.in_number) = (';', false, false);
                continue;
            }
            self.in_number &= character.is_ascii_digit();
            (self.last, self.at_start) = (character, false);
            if !self.in_number {
                next += plain_bytes(rest.as_bytes());
                self.last = word[..next].chars().next_back().unwrap_or(character);
            }
        }
        (self.nothing_written, self.delimiters.closed_after) = (false, None);
        self.in_number &= !has_space_after;
        self.out.copy(origin.part(written..word.len()), &word[written..]);
    }

    /// Whether a character of a word needs a backslash because Markdown might read it as markup.
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

/// Returns the ranges of the white space at an offset and of the next word.
#[inline]
pub(super) fn next_word(text: &str, start: usize) -> (Range<usize>, Range<usize>) {
    let word = word_start(text.as_bytes(), start);
    (start..word, word..word_end(text.as_bytes(), word))
}

#[inline]
fn word_start(bytes: &[u8], at: usize) -> usize {
    end_of_white_space(bytes, at, |byte| byte.is_ascii_whitespace())
}

#[inline]
fn word_end(bytes: &[u8], at: usize) -> usize {
    at + bytes[at..].iter().take_while(|byte| !byte.is_ascii_whitespace()).count()
}

/// Whether a byte within a line may need an escape or start white space other than a space. The test has no branches, so it also accepts
/// some rare other bytes. It accepts a non-ASCII byte if a white space character starts with this byte.
#[inline(always)]
const fn may_stop(byte: u8) -> bool {
    // Bytes that `Writer::needs_escape` may escape within a line: `[\\]^_` and a grave accent, `<>|~`, and some others.
    let is_escaped = (byte.wrapping_sub(b'[') < 6) | (byte & 0xbd == b'<');
    let is_escaped_elsewhere = (byte == b'*') | (byte == b'&') | (byte == b'#');
    let may_be_space = (byte == 0xc2) | (byte.wrapping_sub(0xe1) < 3);
    is_escaped | is_escaped_elsewhere | (byte <= b'\r') | may_be_space
}

/// Returns the number of bytes before the first byte that is a space, needs an escape within a line, or may start other white space.
#[inline]
fn plain_bytes(bytes: &[u8]) -> usize {
    const STOPS: [bool; 256] = {
        let mut table = [false; 256];
        let mut byte = 0;
        while byte < 256 {
            let is_false_positive = matches!(byte as u8, b'^' | b'>' | 0..b'\t');
            table[byte] = byte as u8 == b' ' || may_stop(byte as u8) && !is_false_positive;
            byte += 1;
        }
        table
    };
    bytes.iter().take_while(|&&byte| !STOPS[usize::from(byte)]).count()
}

/// Returns the end of the words at an offset that are separated by single spaces and need no escapes within a line. Returns the offset itself
/// if there are none. Testing 16 bytes at a time measurably speeds up `to_markdown` in `cargo xtask jobs`.
#[inline]
fn plain_words_end(text: &str, start: usize) -> usize {
    let bytes = text.as_bytes();
    let mut at = start;
    loop {
        let stops = |byte: u8, next: u8| may_stop(byte) | ((byte == b' ') & (next <= b' '));
        let Some(found) = find_pair(&bytes[at..], b' ', stops) else { return bytes.len() };
        at += found;
        // After a hit, the rest of the block is searched byte by byte. Block searches would be slow if each of them advanced by only a few
        // bytes.
        let block_end = at + 16;
        while at < block_end {
            at += plain_bytes(&bytes[at..]);
            match bytes.get(at) {
                None => return at,
                // A word ends here.
                Some(byte) if byte.is_ascii_whitespace() => match bytes.get(at + 1) {
                    Some(next) if *byte == b' ' && at > start && !next.is_ascii_whitespace() => at += 1,
                    _ => return at,
                },
                Some(_) => match text[at..].chars().next() {
                    Some(character) if !character.is_ascii() && !character.is_whitespace() => {
                        at += character.len_utf8();
                    }
                    _ => return start + bytes[start..at].iter().rposition(|&byte| byte == b' ').unwrap_or(0),
                },
            }
        }
    }
}

/// Whether white space within a word, such as a no-break space, is written as it is. Characters that may end a line and invisible control
/// characters are written as references instead.
#[inline]
fn is_readable_space(character: char) -> bool {
    !character.is_control() && !matches!(character, '\u{2028}' | '\u{2029}')
}

/// Returns a link's address in the form of a link destination.
///
/// Markdown finds no emphasis in a destination. So only two kinds of characters are escaped: those that end the destination, and those that
/// start markup with precedence over links.
#[inline]
pub(super) fn destination(address: &str) -> Cow<'_, str> {
    let address = address.trim_ascii();
    // Without branches; `\\` and `|` differ in one bit.
    let is_special = |byte: u8| !is_bare(byte) | (byte | 0x20 == b'|') | (byte == b'&') | (byte == b'`');
    let (mut written, mut copied, mut is_bare_so_far) = (String::new(), 0, true);
    let mut next = 0;
    while let Some(found) = find(&address.as_bytes()[next..], is_special) {
        let at = next + found;
        next = at + 1;
        is_bare_so_far &= is_bare(address.as_bytes()[at]);
        let replacement = match address.as_bytes()[at] {
            b'<' => "%3C",
            b'>' => "%3E",
            // URL parsers drop these.
            b'\n' | b'\r' | b'\t' => "",
            b'\\' => "%5C",
            b'|' => "%7C",
            b'&' if starts_reference(&address[next..]) => "&amp;",
            b'`' => "\\`",
            _ => continue,
        };
        written.push_str(&address[copied..at]);
        written.push_str(replacement);
        copied = next;
    }
    if is_bare_so_far && copied == 0 {
        return Cow::Borrowed(address);
    }
    written.push_str(&address[copied..]);
    Cow::Owned(if is_bare_so_far { written } else { format!("<{written}>") })
}

/// Whether a byte may occur in a destination without angle brackets.
#[inline]
const fn is_bare(byte: u8) -> bool {
    // Without branches; `(` and `)`, `<` and `>` differ in one bit.
    let ends_destination = (byte | 1 == b')') | (byte | 2 == b'>');
    !(ends_destination | (byte <= b' ') | (byte == 0x7f))
}

/// Whether the text after a `&` continues a character reference.
#[inline]
fn starts_reference(rest: &str) -> bool {
    let end = rest.bytes().position(|byte| byte != b'#' && !byte.is_ascii_alphanumeric());
    end.is_some_and(|end| end > 0 && rest.as_bytes()[end] == b';')
}

/// Returns a link's title, escaped for the quotes around it, or `""` if it has no words.
///
/// Only two kinds of characters are escaped: those that end the title, and those that start markup with precedence over links.
#[inline]
pub(super) fn title(title: &str) -> Cow<'_, str> {
    // Without branches; `\\` and `|` differ in one bit.
    let is_special =
        |byte: u8| (byte == b'"') | (byte | 0x20 == b'|') | (byte == b'`') | (byte == b'<') | (byte == b'&');
    if title.trim_start().is_empty() {
        return Cow::Borrowed("");
    }
    let needs_change = |byte: u8, next: u8| is_special(byte) | (byte <= b'\r') | ((byte == b' ') & (next == b' '));
    if !title.starts_with(' ') && find_pair(title.as_bytes(), b' ', needs_change).is_none() {
        return Cow::Borrowed(title);
    }
    let mut written = String::with_capacity(title.len() + 8);
    for word in title.split_ascii_whitespace() {
        if !written.is_empty() {
            written.push(' ');
        }
        let mut copied = 0;
        let is_escaped =
            |(at, byte): &(usize, u8)| is_special(*byte) && (*byte != b'&' || starts_reference(&word[at + 1..]));
        for (at, _) in word.bytes().enumerate().filter(is_escaped) {
            written.push_str(&word[copied..at]);
            written.push('\\');
            copied = at;
        }
        written.push_str(&word[copied..]);
    }
    Cow::Owned(written)
}

#[cfg(test)]
mod tests {
    use super::Writer;
    use crate::write::buffered::Buffered;

    /// Returns the output of a writer that is in the middle of a line.
    fn write_within_line(write: impl FnOnce(&mut Writer<'_, '_, Buffered<'_>>)) -> String {
        Buffered::write_to_string("", 0, |out| {
            let mut writer = Writer::new(out);
            (writer.nothing_written, writer.at_start, writer.in_number, writer.last) = (false, false, false, ' ');
            write(&mut writer);
            Ok(())
        })
    }

    #[test]
    fn escapes_texts_like_their_single_characters() {
        let characters = (0..0x250).chain(0x1f00..0x3100).filter_map(char::from_u32);
        for character in characters.filter(|character| !character.is_whitespace()) {
            for (before, after) in [(0, 1), (1, 0), (7, 9), (15, 3), (16, 40), (33, 16)] {
                let (before, after) = ("a".repeat(before), "b".repeat(after));
                let text =
                    format!("{before}{character}{after} {after}{character} {character} cd ef{character}{before}g");
                let by_rules = write_within_line(|writer| {
                    for (at, one) in text.char_indices() {
                        let rest = &text[at + one.len_utf8()..];
                        let (word, has_space_after) =
                            rest.split_once(' ').map_or((rest, false), |(word, _)| (word, true));
                        if one != ' ' && writer.needs_escape(one, word, has_space_after) {
                            writer.raw("\\");
                        }
                        writer.raw(one.encode_utf8(&mut [0; 4]));
                    }
                });
                assert_eq!(write_within_line(|writer| writer.text((), &text)), by_rules);
            }
        }
    }
}
