//! Edits of a page's text made in its bytes, whatever their encoding: the bytes of what is not edited stay as they are.

use limpid::{Edits, Encoding, Span};
use std::borrow::Cow;

const UTF_8: &str = "UTF-8";

/// The bytes of a page after edits, and its text. The text differs from the edited one where characters that the encoding lacks are
/// written as references.
#[derive(Debug)]
pub(super) struct Edited {
    pub(super) bytes: Vec<u8>,
    pub(super) text: String,
    pub(super) has_references: bool,
}

/// Makes edits of the text that bytes stand for.
///
/// # Errors
/// A message, if bytes cannot be found that stand for the edited text.
pub(super) fn edit(bytes: &[u8], encoding: &'static Encoding, text: &str, edits: &Edits) -> Result<Edited, String> {
    let start = Encoding::for_bom(bytes).filter(|(found, _)| *found == encoding).map_or(0, |(_, len)| len);
    let (mark, body) = bytes.split_at(start);
    let mut has_references = false;
    let mut new = Vec::new();
    for (span, replacement) in edits.iter() {
        let (encoded, replacement, references) = encode(replacement, encoding);
        has_references |= references;
        new.push((span, replacement, encoded));
    }
    let as_text = new.iter().map(|(span, replacement, _)| (*span, replacement.clone().into_owned()));
    let as_text = Edits::try_from(as_text.collect::<Vec<_>>()).map_err(|error| error.to_string())?;
    let edited_text = as_text.apply(text).map_err(|error| error.to_string())?;
    let places = Places::of(body, encoding, text, edits);
    let mut edited = mark.to_vec();
    let mut copied = 0;
    for (span, _, encoded) in &new {
        let (Some(start), Some(end)) = (places.byte(span.start), places.byte(span.end)) else {
            return Err(format!("its bytes around an edit are not valid {}; give its --encoding", encoding.name()));
        };
        edited.extend_from_slice(&body[copied..start]);
        edited.extend_from_slice(encoded);
        copied = end;
    }
    edited.extend_from_slice(&body[copied..]);
    if encoding.decode_without_bom_handling(&edited[start..]).0 != edited_text {
        return Err(format!("the edited text cannot be written in {}; convert the page first", encoding.name()));
    }
    Ok(Edited { bytes: edited, text: edited_text, has_references })
}

/// Encodes a text. Characters that the encoding lacks become references. Returns the bytes, the text that they stand for, and whether
/// it has such references.
fn encode<'t>(text: &'t str, encoding: &'static Encoding) -> (Vec<u8>, Cow<'t, str>, bool) {
    let to_bytes: fn(u16) -> [u8; 2] = match encoding.name() {
        "UTF-16LE" => u16::to_le_bytes,
        "UTF-16BE" => u16::to_be_bytes,
        _ => {
            let (bytes, _, has_references) = encoding.encode(text);
            let text = match has_references {
                true => encoding.decode_without_bom_handling(&bytes).0.into_owned().into(),
                false => Cow::Borrowed(text),
            };
            return (bytes.into_owned(), text, has_references);
        }
    };
    (text.encode_utf16().flat_map(to_bytes).collect(), text.into(), false)
}

/// The byte offsets of the ends of edits.
struct Places {
    /// The offsets in the text, with those in the bytes; ascending. None if they are the same.
    offsets: Option<Vec<(usize, usize)>>,
}

impl Places {
    fn of(body: &[u8], encoding: &'static Encoding, text: &str, edits: &Edits) -> Places {
        if body == text.as_bytes() {
            return Places { offsets: None };
        }
        let ends = |(span, _): (Span, &str)| [span.start as usize, span.end as usize];
        let mut wanted: Vec<usize> = edits.iter().flat_map(ends).collect();
        wanted.dedup();
        let offsets =
            if encoding.name() == UTF_8 { in_utf_8(body, &wanted) } else { by_bytes(body, encoding, &wanted) };
        Places { offsets: Some(offsets) }
    }

    fn byte(&self, offset: u32) -> Option<usize> {
        let offset = offset as usize;
        match &self.offsets {
            None => Some(offset),
            Some(offsets) => offsets.binary_search_by_key(&offset, |(text, _)| *text).ok().map(|at| offsets[at].1),
        }
    }
}

/// Finds offsets of the text in UTF-8 that is malformed in places, each of which counts as U+FFFD.
fn in_utf_8(body: &[u8], wanted: &[usize]) -> Vec<(usize, usize)> {
    let mut offsets = Vec::new();
    let mut wanted = wanted.iter().copied().peekable();
    let (mut at, mut byte) = (0, 0);
    for chunk in body.utf8_chunks() {
        let end = at + chunk.valid().len();
        while let Some(offset) = wanted.next_if(|&offset| offset <= end) {
            offsets.push((offset, byte + offset - at));
        }
        at = end + if chunk.invalid().is_empty() { 0 } else { '\u{fffd}'.len_utf8() };
        byte += chunk.valid().len() + chunk.invalid().len();
    }
    offsets.extend(wanted.filter(|&offset| offset == at).map(|offset| (offset, byte)));
    offsets
}

/// Finds offsets of the text by decoding one byte after another, so that each character's end shows. Those that are not found are between
/// characters that only come out together.
fn by_bytes(body: &[u8], encoding: &'static Encoding, wanted: &[usize]) -> Vec<(usize, usize)> {
    let mut offsets = Vec::new();
    let mut wanted = wanted.iter().copied().peekable();
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let (mut at, mut buffer) = (0, [0; 32]);
    let mut note = |at: usize, byte: usize| {
        while let Some(offset) = wanted.next_if(|&offset| offset <= at) {
            offsets.extend((offset == at).then_some((offset, byte)));
        }
    };
    for (index, byte) in body.iter().enumerate() {
        note(at, index);
        let written = decoder.decode_to_utf8(&[*byte], &mut buffer, false).2;
        // Behind a character that was cut off, one of ASCII is complete by itself.
        if written > 1 && byte.is_ascii() && buffer[written - 1] == *byte {
            note(at + written - 1, index);
        }
        at += written;
    }
    at += decoder.decode_to_utf8(&[], &mut buffer, true).2;
    note(at, body.len());
    offsets
}

#[cfg(test)]
mod tests {
    use super::*;
    use limpid::encoding_for_label;

    fn edited(bytes: &[u8], label: &str, span: (u32, u32), new: &str) -> Result<Edited, String> {
        let encoding = encoding_for_label(label).unwrap();
        let start = Encoding::for_bom(bytes).map_or(0, |(_, len)| len);
        let text = encoding.decode_without_bom_handling(&bytes[start..]).0;
        let edits = Edits::try_from(vec![(Span::new(span.0, span.1), new.to_owned())]).unwrap();
        edit(bytes, encoding, &text, &edits)
    }

    #[test]
    fn only_the_edited_bytes_change() {
        for (bytes, label, span, new, expected) in [
            (&b"\xef\xbb\xbfa\xc3\xa9b"[..], "utf-8", (1, 3), "\u{e8}", &b"\xef\xbb\xbfa\xc3\xa8b"[..]),
            // Malformed bytes stay.
            (b"a\xff<\xe9>\xe9\xe9\xc3\xa9", "utf-8", (8, 9), "c", b"a\xff<\xe9c\xe9\xe9\xc3\xa9"),
            (b"\xe9\xe9\xc3\xa9", "utf-8", (6, 6), "c", b"\xe9\xe9c\xc3\xa9"),
            (b"\xe9", "utf-8", (3, 3), "c", b"\xe9c"),
            (b"\x82<b>", "shift_jis", (4, 5), "i", b"\x82<i>"),
            (b"<b>\x82", "shift_jis", (6, 6), "<", b"<b>\x82<"),
            (b"\xe9<b>\x80", "windows-1252", (3, 4), "i\u{20ac}", b"\xe9<i\x80>\x80"),
            (b"\x82\xa0<b>", "shift_jis", (4, 5), "\u{3044}\u{1f600}", b"\x82\xa0<\x82\xa2&#128512;>"),
            (b"\xff\xfea\0b\0", "utf-16le", (1, 1), "\u{1f600}", b"\xff\xfea\0\x3d\xd8\0\xdeb\0"),
            (b"\0a\0b", "utf-16be", (0, 1), "", b"\0b"),
            (b"\x1b$B$\"\x1b(B<b>", "iso-2022-jp", (4, 5), "i", b"\x1b$B$\"\x1b(B<i>"),
        ] {
            let got = edited(bytes, label, span, new).unwrap();
            assert_eq!(got.bytes, expected, "{label}");
            assert_eq!(got.has_references, got.text.contains("&#"), "{label}");
        }
    }

    #[test]
    fn what_cannot_be_written_is_an_error() {
        // What was cut off would be whole.
        assert!(edited(b"\x82<b>", "shift_jis", (3, 3), "x").unwrap_err().contains("Shift_JIS"));
        assert!(edited(b"\xc3<b>\xa9", "utf-8", (3, 6), "").unwrap_err().contains("UTF-8"));
        // Within what a double-byte state holds.
        assert!(edited(b"\x1b$B$\"$$\x1b(B", "iso-2022-jp", (3, 3), "x").unwrap_err().contains("ISO-2022-JP"));
        assert!(edited(b"abc", "replacement", (0, 0), "x").is_err());
    }
}
