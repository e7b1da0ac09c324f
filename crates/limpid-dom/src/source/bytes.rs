//! Applies edits of a document's source to the bytes that it was parsed from. Other bytes do not change.

use crate::parse::origin::Origin;
use crate::{Document, SourceRule};
use limpid_encoding::{Encoding, EncodingHints, StreamDecoder};
use limpid_markup::{Edits, EncodingSource, Span};
use std::borrow::Cow;

const UTF_8: &str = "UTF-8";
const ISO_2022_JP: &str = "ISO-2022-JP";

#[derive(Debug)]
pub(super) struct EditedBytes {
    pub(super) bytes: Vec<u8>,
    /// The decoded text, if characters that the encoding lacks were written as references.
    pub(super) text: Option<String>,
}

/// Applies edits of a document's source to its bytes. Checks that the result is decoded in the same encoding, or to the same text.
///
/// # Errors
/// The rule that the edits would break.
pub(super) fn edit(document: &Document<'_>, bytes: &[u8], edits: &Edits) -> Result<EditedBytes, SourceRule> {
    let name = document.encoding().unwrap_or(UTF_8);
    let encoding = Encoding::for_label(name).ok_or_else(|| SourceRule::Unencodable { encoding: name.to_owned() })?;
    let text = document.source();
    // The source of a document that was parsed from text includes its byte order mark.
    let start = if document.encoding().is_none() { 0 } else { bom_len(bytes, encoding) };
    if bytes[start..] != *text.as_bytes() && encoding.decode_without_bom_handling(&bytes[start..]).0 != text {
        return Err(SourceRule::OtherBytes);
    }
    let edited = edit_text(bytes, start, encoding, text, edits)?;
    // The edits may change the declaration of the encoding, or its offset.
    let found = document.encoding().and_then(|_| determined_encoding(document, &edited.bytes));
    let decodes_alike = |found: &str| {
        let found = Encoding::for_label(found).filter(|found| bom_len(&edited.bytes, found) == start);
        let text = |encoding: &'static Encoding| encoding.decode_without_bom_handling(&edited.bytes[start..]).0;
        found.is_some_and(|found| text(found) == text(encoding))
    };
    if found != document.encoding() && !found.is_some_and(decodes_alike) {
        return Err(SourceRule::OtherEncoding { encoding: found.unwrap_or_default().to_owned() });
    }
    Ok(edited)
}

/// Returns the name of the encoding that a parse with the document's options determines for bytes.
fn determined_encoding(document: &Document<'_>, bytes: &[u8]) -> Option<&'static str> {
    let is_certain = matches!(
        document.encoding_source(),
        Some(EncodingSource::Bom | EncodingSource::UserOverride | EncodingSource::TransportLabel)
    );
    if is_certain && Encoding::for_bom(bytes).is_none_or(|(found, _)| Some(found.name()) == document.encoding()) {
        return document.encoding();
    }
    match document.origin.as_ref()? {
        Origin::Html { options, context: Some(context) } => {
            options.parse_fragment_bytes(bytes, context.clone()).encoding()
        }
        Origin::Html { options, context: None } => options.parse_bytes(bytes).encoding(),
        #[cfg(feature = "xml")]
        Origin::Xml(_) => Some(limpid_encoding::sniff_xml(bytes, &EncodingHints::new()).name()),
    }
}

fn bom_len(bytes: &[u8], encoding: &'static Encoding) -> usize {
    Encoding::for_bom(bytes).filter(|(found, _)| *found == encoding).map_or(0, |(_, len)| len)
}

/// Applies edits of `text`, which is the decoded form of the bytes after offset `start`.
///
/// # Errors
/// The rule that the edits would break, if the edited bytes would not decode to the edited text.
fn edit_text(
    bytes: &[u8],
    start: usize,
    encoding: &'static Encoding,
    text: &str,
    edits: &Edits,
) -> Result<EditedBytes, SourceRule> {
    let unencodable = || SourceRule::Unencodable { encoding: encoding.name().to_owned() };
    let malformed = || SourceRule::Malformed { encoding: encoding.name().to_owned() };
    let (before, body) = bytes.split_at(start);
    let widened;
    let (edits, offsets) = match encoding.name() == ISO_2022_JP && body != text.as_bytes() {
        true => {
            let ascii_state = ascii_state_offsets(body, encoding);
            widened = widen_to_ascii_state(text, body, edits, &ascii_state).ok_or_else(malformed)?;
            (&widened, OffsetMap { offsets: Some(ascii_state) })
        }
        false => (edits, OffsetMap::of(body, encoding, text, edits)),
    };
    let mut has_references = false;
    let mut new = Vec::new();
    for (span, replacement) in edits.iter() {
        let (encoded, replacement, references) = encode(replacement, encoding);
        has_references |= references;
        new.push((span, replacement, encoded));
    }
    let as_text = new.iter().map(|(span, replacement, _)| (*span, replacement.clone().into_owned()));
    let as_text = Edits::try_from(as_text.collect::<Vec<_>>()).map_err(|_| unencodable())?;
    let edited_text = as_text.apply(text).map_err(|_| unencodable())?;
    let mut edited = before.to_vec();
    let mut copied = 0;
    for (span, _, encoded) in &new {
        let (Some(start), Some(end)) = (offsets.byte_offset(span.start), offsets.byte_offset(span.end)) else {
            return Err(malformed());
        };
        edited.extend_from_slice(body.get(copied..start).ok_or_else(malformed)?);
        edited.extend_from_slice(encoded);
        copied = end;
    }
    edited.extend_from_slice(body.get(copied..).ok_or_else(malformed)?);
    // An edit at the start could add a byte order mark.
    if bom_len(&edited, encoding) != bom_len(bytes, encoding)
        || encoding.decode_without_bom_handling(&edited[start..]).0 != edited_text
    {
        return Err(unencodable());
    }
    Ok(EditedBytes { bytes: edited, text: has_references.then_some(edited_text) })
}

fn decoder_without_bom_handling(encoding: &'static Encoding) -> StreamDecoder {
    let mut decoder = StreamDecoder::new(EncodingHints::new());
    decoder.switch(encoding);
    decoder
}

/// Returns the offsets in the text and in the bytes at which a decoder of ISO-2022-JP is in its initial ASCII state. Any text can be inserted
/// there.
fn ascii_state_offsets(body: &[u8], encoding: &'static Encoding) -> Vec<(usize, usize)> {
    let mut decoder = decoder_without_bom_handling(encoding);
    let (mut offsets, mut at, mut buffer) = (Vec::new(), 0, String::new());
    let (mut is_ascii, mut escape) = (true, 0);
    for (index, byte) in body.iter().enumerate() {
        let is_known = offsets.last().is_some_and(|&(last, _)| last == at);
        if is_ascii && escape == 0 && !is_known {
            offsets.push((at, index));
        }
        // Escape sequences are ESC and two more bytes.
        escape = if *byte == 0x1b { 1 } else { (escape + 1) % 3 * usize::from(escape > 0) };
        if escape == 0 && index >= 2 && body[index - 2] == 0x1b {
            is_ascii = body[index - 1..=index] == *b"(B";
        }
        buffer.clear();
        decoder.decode(&[*byte], &mut buffer);
        at += buffer.len();
    }
    buffer.clear();
    decoder.finish(&mut buffer);
    at += buffer.len();
    if is_ascii && offsets.last().is_none_or(|&(last, _)| last < at) {
        offsets.push((at, body.len()));
    }
    offsets
}

/// Widens edits to the nearest offsets in `ascii_state`, the result of [`ascii_state_offsets`]. Returns `None` if malformed bytes would have to be
/// encoded again.
fn widen_to_ascii_state(text: &str, body: &[u8], edits: &Edits, ascii_state: &[(usize, usize)]) -> Option<Edits> {
    // Two adjacent escape sequences are an error, so edits do not start or end at one.
    let is_after_escape = |index: usize| index >= 3 && body[index - 3] == 0x1b;
    let is_before_escape = |index: usize| body.get(index) == Some(&0x1b);
    let floor = |offset: u32| {
        let after = ascii_state.partition_point(|&(at, _)| at <= offset as usize);
        Some(ascii_state[..after].iter().rfind(|&&(_, index)| !is_after_escape(index))?.0 as u32)
    };
    let ceiling = |offset: u32| {
        let before = ascii_state.partition_point(|&(at, _)| at < offset as usize);
        Some(ascii_state[before..].iter().find(|&&(_, index)| !is_before_escape(index))?.0 as u32)
    };
    let again = |from: u32, to: u32| text.get(from as usize..to as usize).filter(|text| !text.contains('\u{fffd}'));
    let mut widened: Vec<(Span, String)> = Vec::new();
    let mut written = 0;
    for (span, replacement) in edits.iter() {
        let (start, end) = (floor(span.start)?, ceiling(span.end)?);
        match widened.last_mut() {
            Some((last, new)) if start < last.end || span.start < last.end => {
                new.push_str(again(written, span.start)?);
                new.push_str(replacement);
                last.end = last.end.max(end);
            }
            last => {
                if let Some((last, new)) = last {
                    new.push_str(again(written, last.end)?);
                }
                widened.push((Span::new(start, end), again(start, span.start)?.to_owned() + replacement));
            }
        }
        written = span.end;
    }
    if let Some((last, new)) = widened.last_mut() {
        new.push_str(again(written, last.end)?);
    }
    Edits::try_from(widened).ok()
}

/// Encodes a text. Characters that the encoding lacks become references. Returns the bytes, the text that they decode to, and whether it has
/// such references.
fn encode<'t>(text: &'t str, encoding: &'static Encoding) -> (Vec<u8>, Cow<'t, str>, bool) {
    let to_bytes: fn(u16) -> [u8; 2] = match encoding.name() {
        "UTF-16LE" => u16::to_le_bytes,
        "UTF-16BE" => u16::to_be_bytes,
        _ => {
            let (bytes, has_references) = encoding.encode(text);
            let text = match has_references {
                true => encoding.decode_without_bom_handling(&bytes).0.into_owned().into(),
                false => Cow::Borrowed(text),
            };
            return (bytes.into_owned(), text, has_references);
        }
    };
    (text.encode_utf16().flat_map(to_bytes).collect(), text.into(), false)
}

/// A map from offsets in the text to offsets in the bytes, for the starts and ends of edits.
struct OffsetMap {
    /// Pairs of an offset in the text and an offset in the bytes, ascending. `None` if the text and the bytes have the same offsets.
    offsets: Option<Vec<(usize, usize)>>,
}

impl OffsetMap {
    fn of(body: &[u8], encoding: &'static Encoding, text: &str, edits: &Edits) -> OffsetMap {
        if body == text.as_bytes() {
            return OffsetMap { offsets: None };
        }
        let ends = |(span, _): (Span, &str)| [span.start as usize, span.end as usize];
        let mut wanted: Vec<usize> = edits.iter().flat_map(ends).collect();
        wanted.dedup();
        let offsets = if encoding.name() == UTF_8 {
            utf_8_offsets(body, &wanted)
        } else {
            decoded_offsets(body, encoding, &wanted)
        };
        OffsetMap { offsets: Some(offsets) }
    }

    fn byte_offset(&self, offset: u32) -> Option<usize> {
        let offset = offset as usize;
        match &self.offsets {
            None => Some(offset),
            Some(offsets) => offsets.binary_search_by_key(&offset, |(text, _)| *text).ok().map(|at| offsets[at].1),
        }
    }
}

/// Finds offsets of the text in UTF-8 bytes. Each malformed sequence counts as U+FFFD.
fn utf_8_offsets(body: &[u8], wanted: &[usize]) -> Vec<(usize, usize)> {
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

/// Finds offsets of the text by decoding the bytes one by one, which shows where each character ends. Does not find offsets between characters
/// that the decoder outputs together.
fn decoded_offsets(body: &[u8], encoding: &'static Encoding, wanted: &[usize]) -> Vec<(usize, usize)> {
    let mut offsets = Vec::new();
    let mut wanted = wanted.iter().copied().peekable();
    let mut decoder = decoder_without_bom_handling(encoding);
    let (mut at, mut buffer) = (0, String::new());
    let mut note = |at: usize, byte: usize| {
        while let Some(offset) = wanted.next_if(|&offset| offset <= at) {
            offsets.extend((offset == at).then_some((offset, byte)));
        }
    };
    for (index, byte) in body.iter().enumerate() {
        note(at, index);
        buffer.clear();
        decoder.decode(&[*byte], &mut buffer);
        // An ASCII byte after an incomplete character is a character of its own.
        if buffer.len() > 1 && byte.is_ascii() && buffer.ends_with(char::from(*byte)) {
            note(at + buffer.len() - 1, index);
        }
        at += buffer.len();
    }
    buffer.clear();
    decoder.finish(&mut buffer);
    at += buffer.len();
    note(at, body.len());
    offsets
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edited(bytes: &[u8], label: &str, span: (u32, u32), new: &str) -> Result<EditedBytes, String> {
        let encoding = Encoding::for_label(label).unwrap();
        let start = Encoding::for_bom(bytes).map_or(0, |(_, len)| len);
        let text = encoding.decode_without_bom_handling(&bytes[start..]).0;
        let edits = Edits::try_from(vec![(Span::new(span.0, span.1), new.to_owned())]).unwrap();
        edit_text(bytes, start, encoding, &text, &edits).map_err(|rule| format!("{rule:?}"))
    }

    #[test]
    fn only_the_edited_bytes_change() {
        for (bytes, label, span, new, expected) in [
            (&b"\xef\xbb\xbfa\xc3\xa9b"[..], "utf-8", (1, 3), "\u{e8}", &b"\xef\xbb\xbfa\xc3\xa8b"[..]),
            // Malformed bytes do not change.
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
            // After, inside and before text in a double-byte state.
            (b"\x1b$B$\"\x1b(B", "iso-2022-jp", (3, 3), "x", b"\x1b$B$\"\x1b(Bx"),
            (b"\x1b$B$\"$$\x1b(B", "iso-2022-jp", (3, 3), "x", b"\x1b$B$\"\x1b(Bx\x1b$B$$\x1b(B"),
            (b"a\x1b$B$\"$$\x1b(B", "iso-2022-jp", (1, 1), "\u{3042}", b"a\x1b$B$\"$\"$$\x1b(B"),
        ] {
            let result = edited(bytes, label, span, new).unwrap();
            assert_eq!(result.bytes, expected, "{label}");
            assert_eq!(result.text.is_some(), new.contains('\u{1f600}') && label == "shift_jis", "{label}");
        }
    }

    #[test]
    fn unencodable_edits_are_errors() {
        // The edit would complete a truncated character.
        assert!(edited(b"\x82<b>", "shift_jis", (3, 3), "x").unwrap_err().contains("Shift_JIS"));
        assert!(edited(b"\xc3<b>\xa9", "utf-8", (3, 6), "").unwrap_err().contains("UTF-8"));
        assert!(edited(b"\x1b$B$\"\xff$$\x1b(B", "iso-2022-jp", (3, 3), "x").unwrap_err().contains("ISO-2022-JP"));
        assert!(edited(b"abc", "replacement", (0, 0), "x").is_err());
    }
}
