//! The encodings without `encoding_rs`, behind its names: all labels, and decoders of UTF-8, UTF-16, windows-1252 and x-user-defined.
//!
//! Of a page in another encoding what is ASCII is read, and each byte that is not becomes U+FFFD.

mod labels;

pub(crate) use labels::*;
use std::borrow::Cow;

/// An encoding of the Encoding Standard.
///
/// With the feature `legacy-encodings` it is that of `encoding_rs`, which can do more.
///
/// ```
/// use limpid_encoding::{Encoding, encoding_for_label};
/// assert_eq!(encoding_for_label("latin1"), Encoding::for_label(b"windows-1252"));
/// ```
#[derive(PartialEq, Eq, Hash, Debug)]
pub struct Encoding {
    name: &'static str,
    kind: Kind,
    /// The labels beside the name in small letters.
    labels: &'static str,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Kind {
    Utf8,
    Utf16 {
        is_big_endian: bool,
    },
    Windows1252,
    UserDefined,
    /// All of the input stands for one U+FFFD.
    Replacement,
    /// There is no decoder. ASCII is itself in it.
    Missing,
    /// There is no decoder. ASCII may be the bytes of other characters, so that nothing can be read.
    MissingIso2022Jp,
}

/// The characters of windows-1252 from 0x80 to 0x9F; all other bytes are the code points of the same number.
const WINDOWS_1252_CONTROLS: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8D}', 'Ž', '\u{8F}', '\u{90}', '‘', '’',
    '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9D}', 'ž', 'Ÿ',
];

impl Encoding {
    /// Returns the name.
    ///
    /// ```
    /// # use limpid_encoding::Encoding;
    /// assert_eq!(Encoding::for_label(b"latin1").unwrap().name(), "windows-1252");
    /// ```
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// [Gets an encoding](https://encoding.spec.whatwg.org/#concept-encoding-get) from a label.
    ///
    /// ```
    /// # use limpid_encoding::Encoding;
    /// assert_eq!(Encoding::for_label(b" UTF8 ").unwrap().name(), "UTF-8");
    /// ```
    pub fn for_label(label: &[u8]) -> Option<&'static Encoding> {
        let label = std::str::from_utf8(label).ok()?.trim_matches(['\t', '\n', '\x0C', '\r', ' ']);
        let is_label = |other: &str| other.eq_ignore_ascii_case(label);
        ENCODINGS.iter().find(|encoding| is_label(encoding.name) || encoding.labels.split_whitespace().any(is_label))
    }

    /// Returns the encoding of a byte order mark at the start, and the length of the mark.
    ///
    /// ```
    /// # use limpid_encoding::Encoding;
    /// assert_eq!(Encoding::for_bom(b"\xFF\xFEa\0").map(|(encoding, length)| (encoding.name(), length)), Some(("UTF-16LE", 2)));
    /// ```
    pub fn for_bom(bytes: &[u8]) -> Option<(&'static Encoding, usize)> {
        match bytes {
            [0xEF, 0xBB, 0xBF, ..] => Some((UTF_8, 3)),
            [0xFE, 0xFF, ..] => Some((UTF_16BE, 2)),
            [0xFF, 0xFE, ..] => Some((UTF_16LE, 2)),
            _ => None,
        }
    }

    /// Whether ASCII is itself in it.
    ///
    /// ```
    /// # use limpid_encoding::Encoding;
    /// assert!(!Encoding::for_label(b"utf-16le").unwrap().is_ascii_compatible());
    /// ```
    pub fn is_ascii_compatible(&self) -> bool {
        !matches!(self.kind, Kind::Utf16 { .. } | Kind::Replacement | Kind::MissingIso2022Jp)
    }

    /// Decodes a whole input, and says whether there were malformed sequences. Each became U+FFFD.
    ///
    /// ```
    /// # use limpid_encoding::Encoding;
    /// let latin = Encoding::for_label(b"latin1").unwrap();
    /// assert_eq!(latin.decode_without_bom_handling(b"caf\xE9"), ("café".into(), false));
    /// ```
    pub fn decode_without_bom_handling<'a>(&'static self, bytes: &'a [u8]) -> (Cow<'a, str>, bool) {
        if self.is_ascii_compatible()
            && bytes.is_ascii()
            && let Ok(text) = std::str::from_utf8(bytes)
        {
            return (Cow::Borrowed(text), false);
        }
        let (mut text, mut had_errors) = (String::with_capacity(bytes.len()), false);
        decode_by_rules(&mut self.new_decoder_without_bom_handling(), bytes, true, &mut text, |text| {
            had_errors = true;
            text.push('\u{fffd}');
        });
        (Cow::Owned(text), had_errors)
    }

    pub(crate) fn utf8_valid_up_to(bytes: &[u8]) -> usize {
        std::str::from_utf8(bytes).map_or_else(|error| error.valid_up_to(), str::len)
    }

    pub(crate) fn new_decoder_without_bom_handling(&'static self) -> Decoder {
        Decoder { encoding: self, may_have_mark: false, pending: [0; 4], pending_length: 0, lead: None }
    }

    pub(crate) fn new_decoder_with_bom_removal(&'static self) -> Decoder {
        let may_have_mark = matches!(self.kind, Kind::Utf8 | Kind::Utf16 { .. });
        Decoder { may_have_mark, ..self.new_decoder_without_bom_handling() }
    }

    fn has_decoder(&self) -> bool {
        !matches!(self.kind, Kind::Missing | Kind::MissingIso2022Jp)
    }
}

/// Whether there is a decoder for an encoding.
pub(crate) fn is_supported(encoding: &'static Encoding) -> bool {
    encoding.has_decoder()
}

/// A decoder of bytes in pieces.
pub(crate) struct Decoder {
    encoding: &'static Encoding,
    /// Whether a U+FEFF that comes first is a byte order mark, to be left out.
    may_have_mark: bool,
    /// The bytes of an unfinished sequence.
    pending: [u8; 4],
    pending_length: usize,
    /// The first half of a surrogate pair.
    lead: Option<u16>,
}

impl Decoder {
    pub(crate) fn encoding(&self) -> &'static Encoding {
        self.encoding
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
                // The byte is no part of the sequence.
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

/// Whether a decoder is between two characters, so that the next byte starts one. It is not while it looks for a byte order mark.
pub(crate) fn is_between_characters(decoder: &Decoder) -> bool {
    !decoder.may_have_mark && decoder.pending_length == 0 && decoder.lead.is_none()
}

/// Appends the text of a piece of bytes, the last one or not, character by character. What is called for a malformed sequence appends
/// its stand-in.
pub(crate) fn decode_by_rules(
    decoder: &mut Decoder,
    bytes: &[u8],
    last: bool,
    text: &mut String,
    mut malformed: impl FnMut(&mut String),
) {
    let start = text.len();
    match decoder.encoding.kind {
        Kind::Utf8 => decoder.utf_8(bytes, last, text, &mut malformed),
        Kind::Utf16 { is_big_endian } => {
            let to_unit = if is_big_endian { u16::from_be_bytes } else { u16::from_le_bytes };
            decoder.utf_16(bytes, to_unit, last, text, &mut malformed);
        }
        Kind::Windows1252 => text.extend(bytes.iter().map(|&byte| match byte {
            0x80..=0x9F => WINDOWS_1252_CONTROLS[usize::from(byte - 0x80)],
            _ => char::from(byte),
        })),
        Kind::UserDefined => text.extend(bytes.iter().map(|&byte| match byte {
            0x80.. => char::from_u32(0xF700 + u32::from(byte)).unwrap_or_default(),
            _ => char::from(byte),
        })),
        Kind::Replacement | Kind::MissingIso2022Jp => {
            if !bytes.is_empty() && decoder.pending_length == 0 {
                decoder.pending_length = 1;
                malformed(text);
            }
        }
        Kind::Missing => {
            for &byte in bytes {
                if byte.is_ascii() { text.push(char::from(byte)) } else { malformed(text) }
            }
        }
    }
    if decoder.may_have_mark && text.len() > start {
        decoder.may_have_mark = false;
        if text[start..].starts_with('\u{feff}') {
            text.drain(start..start + '\u{feff}'.len_utf8());
        }
    }
}

#[cfg(all(test, feature = "legacy-encodings"))]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn labels_are_those_of_the_standard() {
        let labels = |encoding: &'static Encoding| encoding.labels.split_whitespace().chain([encoding.name]);
        assert_eq!(ENCODINGS.iter().flat_map(labels).count(), 228);
        for (encoding, label) in
            ENCODINGS.iter().flat_map(|encoding| labels(encoding).map(move |label| (encoding, label)))
        {
            let known = encoding_rs::Encoding::for_label(label.as_bytes()).unwrap();
            assert_eq!(
                [encoding, Encoding::for_label(label.as_bytes()).unwrap()].map(Encoding::name),
                [known.name(); 2]
            );
            assert_eq!(encoding.is_ascii_compatible(), known.is_ascii_compatible());
        }
        assert_eq!(Encoding::for_label(b"\t Utf-8\r\n\x0C").unwrap().name(), "UTF-8");
        for label in [&b""[..], b" ", b"utf 8", b"\x0Butf-8", b"\xFF"] {
            assert_eq!(Encoding::for_label(label), None);
        }
    }

    #[test]
    fn what_has_no_decoder_is_read_as_far_as_it_is_ascii() {
        let read = |label: &str, bytes: &'static [u8]| {
            let encoding = Encoding::for_label(label.as_bytes()).unwrap();
            assert!(!is_supported(encoding));
            encoding.decode_without_bom_handling(bytes)
        };
        assert_eq!(read("iso-8859-2", b"<p>\xB1\xE6"), ("<p>\u{fffd}\u{fffd}".into(), true));
        assert_eq!(read("shift_jis", b"<p>"), ("<p>".into(), false));
        assert_eq!(read("iso-2022-jp", b"\x1B$B$\"\x1B(B"), ("\u{fffd}".into(), true));
    }

    /// Bytes of which many are special in UTF-8 and UTF-16.
    fn bytes() -> impl Strategy<Value = Vec<u8>> {
        let special = prop::sample::select(
            b"\x00\x0Aa<\x80\x8E\x9F\xA0\xBB\xBF\xC1\xC3\xD8\xDB\xDC\xE0\xED\xEF\xF0\xF4\xFE\xFF".to_vec(),
        );
        prop::collection::vec(prop_oneof![4 => special, 1 => any::<u8>()], 0..24)
    }

    proptest! {
        #[test]
        fn decoders_agree_with_encoding_rs(bytes in bytes(), mark: bool, cut in 0..24usize, step in 1..5usize) {
            let supported = ENCODINGS.iter().filter(|encoding| is_supported(encoding));
            for (encoding, removes) in supported.flat_map(|encoding| [(encoding, false), (encoding, true)]) {
                let other = encoding_rs::Encoding::for_label(encoding.name.as_bytes()).unwrap();
                let mut bytes = bytes.clone();
                if mark {
                    bytes.splice(0..0, match encoding.kind {
                        Kind::Utf16 { is_big_endian: true } => vec![0xFE, 0xFF],
                        Kind::Utf16 { is_big_endian: false } => vec![0xFF, 0xFE],
                        _ => vec![0xEF, 0xBB, 0xBF],
                    });
                }
                let expected = match removes {
                    true => other.decode_with_bom_removal(&bytes),
                    false => other.decode_without_bom_handling(&bytes),
                };
                if !removes {
                    let (text, had_errors) = encoding.decode_without_bom_handling(&bytes);
                    prop_assert_eq!((&text, had_errors), (&expected.0, expected.1));
                }
                let mut decoder = match removes {
                    true => encoding.new_decoder_with_bom_removal(),
                    false => encoding.new_decoder_without_bom_handling(),
                };
                let (mut text, mut errors) = (String::new(), 0);
                let mut malformed = |text: &mut String| {
                    errors += 1;
                    text.push('\u{fffd}');
                };
                let (head, tail) = bytes.split_at(cut.min(bytes.len()));
                for piece in head.chunks(step).chain([tail]) {
                    decode_by_rules(&mut decoder, piece, false, &mut text, &mut malformed);
                }
                decode_by_rules(&mut decoder, &[], true, &mut text, &mut malformed);
                prop_assert_eq!(decoder.encoding(), encoding);
                prop_assert_eq!((text.as_str(), errors > 0), (&*expected.0, expected.1), "{}", encoding.name);
            }
        }

        #[test]
        fn marks_and_valid_utf_8_are_seen_as_encoding_rs_sees_them(bytes in bytes()) {
            let name = |(encoding, length): (&'static encoding_rs::Encoding, usize)| (encoding.name(), length);
            let found = Encoding::for_bom(&bytes).map(|(encoding, length)| (encoding.name, length));
            prop_assert_eq!(found, encoding_rs::Encoding::for_bom(&bytes).map(name));
            prop_assert_eq!(Encoding::utf8_valid_up_to(&bytes), encoding_rs::Encoding::utf8_valid_up_to(&bytes));
        }
    }
}
