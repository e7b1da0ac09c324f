//! Markup for texts and attribute values: minimal edits and minimal escaping.

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

/// Returns an attribute value in quotes. Uses another kind of quotes than `quote` if that is necessary or avoids escaping.
pub(super) fn quoted(value: &str, quote: Quote, is_xml: bool) -> String {
    let needs_quotes =
        |byte: u8| byte.is_ascii_whitespace() || matches!(byte, b'"' | b'\'' | b'=' | b'>' | b'<' | b'`' | b'/');
    let quote = match quote {
        Quote::None if is_xml || value.is_empty() || value.bytes().any(needs_quotes) => Quote::Double,
        // A value that contains one kind of quotes gets the other kind.
        Quote::Double if value.contains('"') && !value.contains('\'') => Quote::Single,
        Quote::Single if value.contains('\'') && !value.contains('"') => Quote::Double,
        quote => quote,
    };
    let escaped = escaped_value(value, quote, is_xml);
    match quote {
        Quote::None => escaped,
        Quote::Single => format!("'{escaped}'"),
        Quote::Double => format!("\"{escaped}\""),
    }
}

pub(super) fn escaped_value(value: &str, quote: Quote, is_xml: bool) -> String {
    parts::value(value, quote == Quote::Single, is_xml)
}

/// The alignment of raw markup with the text that a parser decodes from it.
struct Alignment {
    /// The offsets in the raw and in the decoded text at which each character starts. The characters of one reference count as one.
    starts: Vec<(usize, usize)>,
}

impl Alignment {
    /// Aligns the two texts. Returns `None` if they differ in more than references and line ends, such as in U+0000, which a parser replaces.
    fn of(raw: &str, decoded: &str, has_references: bool) -> Option<Alignment> {
        let (mut starts, mut at, mut decoded_at) = (Vec::new(), 0, 0);
        while at < raw.len() {
            starts.push((at, decoded_at));
            let (raw_rest, decoded_rest) = (&raw[at..], &decoded[decoded_at..]);
            let mut buffer = [0; 4];
            // Numeric references have another meaning in XML.
            let reference = [Dialect::Html, Dialect::Xml].into_iter().filter(|_| has_references).find_map(|dialect| {
                let (characters, length) = decode_character_reference(raw_rest.as_bytes(), dialect, false)?;
                let characters = characters.as_str(&mut buffer);
                decoded_rest.starts_with(characters).then_some((length, characters.len()))
            });
            let (raw_len, decoded_len) = match reference {
                Some(lengths) => lengths,
                None if raw_rest.starts_with('\r') && decoded_rest.starts_with('\n') => {
                    (if raw_rest.starts_with("\r\n") { 2 } else { 1 }, 1)
                }
                None => {
                    let character = raw_rest.chars().next()?.len_utf8();
                    if !decoded_rest.starts_with(&raw_rest[..character]) {
                        return None;
                    }
                    (character, character)
                }
            };
            (at, decoded_at) = (at + raw_len, decoded_at + decoded_len);
        }
        starts.push((at, decoded_at));
        (decoded_at == decoded.len()).then_some(Alignment { starts })
    }

    /// Returns the raw and the decoded offset of the last character that starts at or before a decoded offset.
    fn floor(&self, decoded_at: usize) -> (usize, usize) {
        let after = self.starts.partition_point(|&(_, start)| start <= decoded_at);
        self.starts[after.saturating_sub(1)]
    }

    /// Returns the raw and the decoded offset of the first character that starts at or after a decoded offset.
    fn ceiling(&self, decoded_at: usize) -> (usize, usize) {
        let after = self.starts.partition_point(|&(_, start)| start < decoded_at);
        self.starts.get(after).or(self.starts.last()).copied().unwrap_or_default()
    }
}

/// Returns the length in bytes of the leading pairs of equal characters.
fn common_len(pairs: impl Iterator<Item = (char, char)>) -> usize {
    pairs.take_while(|(one, other)| one == other).map(|(one, _)| one.len_utf8()).sum()
}

/// Returns the lengths of the common prefix and of the common suffix of two texts, which do not overlap.
pub(super) fn common_affixes(old: &str, new: &str) -> (usize, usize) {
    let prefix = common_len(old.chars().zip(new.chars()));
    (prefix, common_len(old[prefix..].chars().rev().zip(new[prefix..].chars().rev())))
}

/// Returns the smallest edit that changes the raw markup of the text `old` to the text `new`: a range of `raw`, and its replacement. The
/// markup of the common prefix and suffix does not change.
pub(super) fn minimal_edit(
    raw: &str,
    old: &str,
    new: &str,
    has_references: bool,
    escape: impl Fn(&str) -> String,
) -> (Range<usize>, String) {
    let Some(alignment) = Alignment::of(raw, old, has_references) else { return (0..raw.len(), escape(new)) };
    let (mut start, mut decoded_start) = alignment.floor(common_len(old.chars().zip(new.chars())));
    // An unfinished reference or tag at the end of the prefix is written again, because the new text could complete it.
    let open = raw[..start].rfind(['&', '<']).filter(|&at| {
        has_references
            && !raw[at + 1..start].contains(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '#' | '/' | '!' | '?'))
    });
    if let Some(open) = open {
        (start, decoded_start) = alignment.starts[alignment.starts.partition_point(|&(at, _)| at <= open) - 1];
    }
    let (end, replacement) = replacement_from(old, new, &alignment, decoded_start);
    let is_line_end_joined = raw[..start].ends_with('\r')
        && if replacement.is_empty() { raw[end..].starts_with('\n') } else { replacement.starts_with('\n') };
    if is_line_end_joined {
        // CR and LF would become one line end, so the CR is replaced by the LF that it represents.
        (start, decoded_start) = (start - 1, decoded_start - 1);
        let (end, replacement) = replacement_from(old, new, &alignment, decoded_start);
        return (start..end, escape(replacement));
    }
    (start..end, escape(replacement))
}

/// Returns the end of the raw range to replace, and the part of `new` to replace it with. `start` is the decoded start of the range.
fn replacement_from<'t>(old: &str, new: &'t str, alignment: &Alignment, start: usize) -> (usize, &'t str) {
    let suffix = common_len(old[start..].chars().rev().zip(new[start..].chars().rev()));
    let (end, decoded_end) = alignment.ceiling(old.len() - suffix);
    (end, &new[start..new.len() - (old.len() - decoded_end)])
}
