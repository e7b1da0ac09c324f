//! Decoding character by character.

use super::encoding::{Encoding, Kind};
#[cfg(any(test, not(feature = "encoding")))]
use limpid_markup::numeric_reference::windows_1252_character;

/// Decodes bytes that arrive in chunks.
pub(crate) struct Decoder {
    encoding: &'static Encoding,
    /// Whether the decoder is at the start and removes a byte order mark (U+FEFF) there.
    may_have_bom: bool,
    /// The bytes of an unfinished sequence. For the encoding `replacement`, the length is 1 once the only U+FFFD was written.
    pending: [u8; 4],
    pending_length: usize,
    /// The first half of a surrogate pair.
    lead: Option<u16>,
    #[cfg(feature = "encoding")]
    legacy: Option<Legacy>,
}

impl Decoder {
    pub(crate) fn new(encoding: &'static Encoding) -> Decoder {
        Decoder {
            encoding,
            may_have_bom: false,
            pending: [0; 4],
            pending_length: 0,
            lead: None,
            #[cfg(feature = "encoding")]
            legacy: Legacy::new(encoding),
        }
    }

    pub(crate) fn with_bom_removal(encoding: &'static Encoding) -> Decoder {
        let may_have_bom = matches!(encoding.kind, Kind::Utf8 | Kind::Utf16Be | Kind::Utf16Le);
        Decoder { may_have_bom, ..Decoder::new(encoding) }
    }

    pub(crate) fn encoding(&self) -> &'static Encoding {
        self.encoding
    }

    /// Whether the next byte starts a character. False before the decoder has checked for a byte order mark.
    pub(crate) fn is_between_characters(&self) -> bool {
        #[cfg(feature = "encoding")]
        if let Some(legacy) = &self.legacy {
            return legacy.decoder.latin1_byte_compatible_up_to(&[]).is_some();
        }
        !self.may_have_bom && self.pending_length == 0 && self.lead.is_none()
    }

    /// Decodes a chunk character by character and appends it to `text`. Calls `malformed` to append the replacement of each malformed
    /// sequence.
    pub(crate) fn decode_by_character(
        &mut self,
        bytes: &[u8],
        last: bool,
        text: &mut String,
        mut malformed: impl FnMut(&mut String),
    ) {
        let start = text.len();
        match self.encoding.kind {
            Kind::Utf8 => self.utf_8(bytes, last, text, &mut malformed),
            Kind::Utf16Be => self.utf_16(bytes, u16::from_be_bytes, last, text, &mut malformed),
            Kind::Utf16Le => self.utf_16(bytes, u16::from_le_bytes, last, text, &mut malformed),
            Kind::UserDefined => text.extend(bytes.iter().map(|&byte| match byte {
                0x80.. => char::from_u32(0xF700 + u32::from(byte)).unwrap_or_default(),
                _ => char::from(byte),
            })),
            Kind::Replacement => {
                if !bytes.is_empty() && self.pending_length == 0 {
                    self.pending_length = 1;
                    malformed(text);
                }
            }
            #[cfg(feature = "encoding")]
            Kind::Legacy => {
                if let Some(legacy) = &mut self.legacy {
                    legacy.decode(bytes, last, text, &mut malformed);
                }
            }
            #[cfg(not(feature = "encoding"))]
            Kind::Legacy => text.extend(bytes.iter().copied().map(windows_1252)),
        }
        if self.may_have_bom && text.len() > start {
            self.may_have_bom = false;
            if text[start..].starts_with('\u{feff}') {
                text.drain(start..start + '\u{feff}'.len_utf8());
            }
        }
    }

    fn utf_8(&mut self, mut bytes: &[u8], last: bool, text: &mut String, malformed: &mut dyn FnMut(&mut String)) {
        while self.pending_length > 0
            && let Some((&byte, rest)) = bytes.split_first()
        {
            self.pending[self.pending_length] = byte;
            match std::str::from_utf8(&self.pending[..=self.pending_length]) {
                Ok(character) => {
                    text.push_str(character);
                    self.pending_length = 0;
                }
                Err(error) if error.error_len().is_none() => self.pending_length += 1,
                // The byte does not belong to the sequence.
                Err(_) => {
                    malformed(text);
                    self.pending_length = 0;
                    continue;
                }
            }
            bytes = rest;
        }
        while !bytes.is_empty() {
            let error = std::str::from_utf8(bytes).err();
            let (valid, rest) = bytes.split_at(error.map_or(bytes.len(), |error| error.valid_up_to()));
            text.push_str(std::str::from_utf8(valid).unwrap_or_default());
            bytes = match error.map(|error| error.error_len()) {
                None => &[],
                Some(Some(length)) => {
                    malformed(text);
                    &rest[length..]
                }
                Some(None) => {
                    self.pending[..rest.len()].copy_from_slice(rest);
                    self.pending_length = rest.len();
                    &[]
                }
            };
        }
        if last && std::mem::take(&mut self.pending_length) > 0 {
            malformed(text);
        }
    }

    fn utf_16(
        &mut self,
        bytes: &[u8],
        to_unit: fn([u8; 2]) -> u16,
        last: bool,
        text: &mut String,
        malformed: &mut dyn FnMut(&mut String),
    ) {
        for &byte in bytes {
            self.pending[self.pending_length] = byte;
            self.pending_length = (self.pending_length + 1) % 2;
            if self.pending_length > 0 {
                continue;
            }
            let unit = to_unit([self.pending[0], self.pending[1]]);
            let lead = self.lead.take();
            if lead.is_some() && !(0xDC00..=0xDFFF).contains(&unit) {
                malformed(text);
            }
            match (lead, unit) {
                (_, 0xD800..=0xDBFF) => self.lead = Some(unit),
                (Some(lead), 0xDC00..=0xDFFF) => {
                    text.extend(char::decode_utf16([lead, unit]).flatten());
                }
                (_, unit) => match char::from_u32(unit.into()) {
                    Some(character) => text.push(character),
                    None => malformed(text),
                },
            }
        }
        let is_cut = std::mem::take(&mut self.pending_length) > 0;
        match last {
            true if self.lead.take().is_some() || is_cut => malformed(text),
            true => {}
            false => self.pending_length = usize::from(is_cut),
        }
    }
}

#[cfg(any(test, not(feature = "encoding")))]
pub(crate) fn windows_1252(byte: u8) -> char {
    windows_1252_character(byte.into()).unwrap_or(char::from(byte))
}

/// A decoder of `encoding_rs`.
#[cfg(feature = "encoding")]
struct Legacy {
    decoder: encoding_rs::Decoder,
    /// A small output buffer, because each call of the decoder writes to all memory pages of the spare capacity of its output.
    buffer: String,
}

#[cfg(feature = "encoding")]
impl Legacy {
    const CAPACITY: usize = 4096;

    fn new(encoding: &'static Encoding) -> Option<Legacy> {
        let decoder = encoding.legacy()?.new_decoder_without_bom_handling();
        Some(Legacy { decoder, buffer: String::new() })
    }

    fn decode(&mut self, mut bytes: &[u8], last: bool, text: &mut String, malformed: &mut dyn FnMut(&mut String)) {
        use encoding_rs::DecoderResult;
        let max_length = self.decoder.max_utf8_buffer_length_without_replacement(bytes.len()).unwrap_or(Self::CAPACITY);
        self.buffer.reserve(max_length.clamp(16, Self::CAPACITY));
        loop {
            let (result, read) = self.decoder.decode_to_string_without_replacement(bytes, &mut self.buffer, last);
            text.push_str(&self.buffer);
            self.buffer.clear();
            bytes = &bytes[read..];
            match result {
                DecoderResult::InputEmpty => return,
                DecoderResult::OutputFull => {}
                DecoderResult::Malformed(..) => malformed(text),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::ENCODINGS;
    use proptest::prelude::*;

    /// Generates bytes, many of which are special in UTF-8 and UTF-16.
    fn bytes() -> impl Strategy<Value = Vec<u8>> {
        let special = prop::sample::select(
            b"\x00\x0Aa<\x80\x8E\x9F\xA0\xBB\xBF\xC1\xC3\xD8\xDB\xDC\xE0\xED\xEF\xF0\xF4\xFE\xFF".to_vec(),
        );
        prop::collection::vec(prop_oneof![4 => special, 1 => any::<u8>()], 0..24)
    }

    #[test]
    fn windows_1252_agrees_with_encoding_rs() {
        let bytes: Vec<u8> = (0..=255).collect();
        let (expected, ..) = encoding_rs::WINDOWS_1252.decode_without_bom_handling(&bytes);
        assert_eq!(bytes.iter().copied().map(windows_1252).collect::<String>(), expected);
    }

    proptest! {
        #[test]
        fn decoders_agree_with_encoding_rs(bytes in bytes(), mark: bool, cut in 0..24usize, step in 1..5usize) {
            let supported = ENCODINGS.iter().filter(|encoding| encoding.is_supported());
            for (encoding, removes_bom) in supported.flat_map(|encoding| [(encoding, false), (encoding, true)]) {
                let other = encoding_rs::Encoding::for_label(encoding.name().as_bytes()).unwrap();
                let mut bytes = bytes.clone();
                if mark {
                    bytes.splice(0..0, match encoding.kind {
                        Kind::Utf16Be => vec![0xFE, 0xFF],
                        Kind::Utf16Le => vec![0xFF, 0xFE],
                        _ => vec![0xEF, 0xBB, 0xBF],
                    });
                }
                let (expected, mut decoder) = match removes_bom {
                    true => (other.decode_with_bom_removal(&bytes), Decoder::with_bom_removal(encoding)),
                    false => (other.decode_without_bom_handling(&bytes), Decoder::new(encoding)),
                };
                let (mut text, mut errors) = (String::new(), 0);
                let mut malformed = |text: &mut String| {
                    errors += 1;
                    text.push('\u{fffd}');
                };
                let (head, tail) = bytes.split_at(cut.min(bytes.len()));
                for chunk in head.chunks(step).chain([tail]) {
                    decoder.decode_by_character(chunk, false, &mut text, &mut malformed);
                }
                decoder.decode_by_character(&[], true, &mut text, &mut malformed);
                prop_assert_eq!(decoder.encoding(), encoding);
                prop_assert_eq!((text.as_str(), errors > 0), (&*expected.0, expected.1), "{}", encoding.name());
            }
        }
    }
}
