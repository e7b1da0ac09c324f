//! Texts and values as markup: escaped no more than they need, and the parts that stay as they are written.

use crate::write::parts;
use limpid_markup::decode_character_reference;
use limpid_markup::numeric_reference::Dialect;
use std::ops::Range;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Quote {
    None,
    Single,
    Double,
}

impl Quote {
    pub(super) fn or_double(self) -> Quote {
        if self == Quote::None { Quote::Double } else { self }
    }
}

/// Writes a value with its quotes; with other ones if it cannot do without.
pub(super) fn quoted(value: &str, quote: Quote, is_xml: bool) -> String {
    let needs_quotes =
        |byte: u8| byte.is_ascii_whitespace() || matches!(byte, b'"' | b'\'' | b'=' | b'>' | b'<' | b'`' | b'/');
    let quote = match quote {
        Quote::None if is_xml || value.is_empty() || value.bytes().any(needs_quotes) => Quote::Double,
        // What has one kind of quotes gets the other.
        Quote::Double if value.contains('"') && !value.contains('\'') => Quote::Single,
        Quote::Single if value.contains('\'') && !value.contains('"') => Quote::Double,
        quote => quote,
    };
    let escaped = edited_value(value, quote, is_xml);
    match quote {
        Quote::None => escaped,
        Quote::Single => format!("'{escaped}'"),
        Quote::Double => format!("\"{escaped}\""),
    }
}

/// Escapes a value for its quotes.
pub(super) fn edited_value(value: &str, quote: Quote, is_xml: bool) -> String {
    parts::value(value, quote == Quote::Single, is_xml)
}

/// A text as it is written, aligned with what it says: where each character, or pair of them from one reference, starts in both.
struct Aligned {
    starts: Vec<(usize, usize)>,
}

impl Aligned {
    /// `None` if the text is written in a way that is not known here.
    fn of(raw: &str, says: &str, has_references: bool) -> Option<Aligned> {
        let (mut starts, mut at, mut said) = (Vec::new(), 0, 0);
        while at < raw.len() {
            starts.push((at, said));
            let (raw_rest, says_rest) = (&raw[at..], &says[said..]);
            let mut buffer = [0; 4];
            // In XML, numbers have another meaning.
            let reference = [Dialect::Html, Dialect::Xml].into_iter().filter(|_| has_references).find_map(|dialect| {
                let (characters, length) = decode_character_reference(raw_rest.as_bytes(), dialect, false)?;
                let characters = characters.as_str(&mut buffer);
                says_rest.starts_with(characters).then_some((length, characters.len()))
            });
            let (written, meant) = match reference {
                Some(lengths) => lengths,
                None if raw_rest.starts_with('\r') && says_rest.starts_with('\n') => {
                    (if raw_rest.starts_with("\r\n") { 2 } else { 1 }, 1)
                }
                None => {
                    let character = raw_rest.chars().next()?.len_utf8();
                    if !says_rest.starts_with(&raw_rest[..character]) {
                        return None;
                    }
                    (character, character)
                }
            };
            (at, said) = (at + written, said + meant);
        }
        starts.push((at, said));
        (said == says.len()).then_some(Aligned { starts })
    }

    /// The offset in what is written of the last character that starts at or before an offset in what it says, with that offset.
    fn floor(&self, said: usize) -> (usize, usize) {
        let after = self.starts.partition_point(|&(_, start)| start <= said);
        self.starts[after.saturating_sub(1)]
    }

    /// The offset in what is written of the first character that starts at or behind an offset in what it says.
    fn ceiling(&self, said: usize) -> (usize, usize) {
        let after = self.starts.partition_point(|&(_, start)| start < said);
        self.starts.get(after).or(self.starts.last()).copied().unwrap_or_default()
    }
}

/// Returns the length of the characters that pairs of them have in common.
fn common(pairs: impl Iterator<Item = (char, char)>) -> usize {
    pairs.take_while(|(one, other)| one == other).map(|(one, _)| one.len_utf8()).sum()
}

/// Returns the lengths of what two texts have in common at their starts and, behind that, at their ends.
pub(super) fn common_ends(was: &str, is: &str) -> (usize, usize) {
    let start = common(was.chars().zip(is.chars()));
    (start, common(was[start..].chars().rev().zip(is[start..].chars().rev())))
}

/// Returns the smallest edit of what is written for a text that makes another text of it: the range of `raw`, and what is written
/// there. What both texts have in common at their ends stays as it is written.
pub(super) fn trimmed(
    raw: &str,
    was: &str,
    is: &str,
    has_references: bool,
    escape: impl Fn(&str) -> String,
) -> (Range<usize>, String) {
    let Some(aligned) = Aligned::of(raw, was, has_references) else { return (0..raw.len(), escape(is)) };
    let (mut start, mut said) = aligned.floor(common(was.chars().zip(is.chars())));
    // What could become a reference or a tag by what follows is written again.
    let open = raw[..start].rfind(['&', '<']).filter(|&at| {
        has_references
            && !raw[at + 1..start].contains(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '#' | '/' | '!' | '?'))
    });
    if let Some(open) = open {
        (start, said) = aligned.starts[aligned.starts.partition_point(|&(at, _)| at <= open) - 1];
    }
    let (end, new) = replaced(was, is, &aligned, said);
    let is_line_end_joined = raw[..start].ends_with('\r')
        && if new.is_empty() { raw[end..].starts_with('\n') } else { new.starts_with('\n') };
    if is_line_end_joined {
        // CR and LF would be one line end: the CR is written again as the LF that it says.
        (start, said) = (start - 1, said - 1);
        let (end, new) = replaced(was, is, &aligned, said);
        return (start..end, escape(new));
    }
    (start..end, escape(new))
}

/// Returns what takes the place of a text as it is written, from an offset in what it says on: the end of what it replaces there, and what
/// it says.
fn replaced<'t>(was: &str, is: &'t str, aligned: &Aligned, said: usize) -> (usize, &'t str) {
    let common = common(was[said..].chars().rev().zip(is[said..].chars().rev()));
    let (end, said_end) = aligned.ceiling(was.len() - common);
    (end, &is[said..is.len() - (was.len() - said_end)])
}
