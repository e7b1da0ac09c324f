//! Decoding a whole input, with the algorithm [decode](https://encoding.spec.whatwg.org/#decode) of the Encoding Standard.

use std::borrow::Cow;

use crate::decoder::Decoder;
use crate::encoding::UTF_8;
use crate::{Encoding, runs};

/// The result of [`decode`].
///
/// ```
/// use limpid_encoding::{decode, Encoding};
/// let decoded = decode(b"Tea \xff", Encoding::for_label("utf-8").unwrap());
/// assert_eq!((&*decoded.text, decoded.had_errors), ("Tea \u{fffd}", true));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Decoded<'a> {
    /// The text without a byte order mark. Borrowed if the bytes are already this text in UTF-8.
    pub text: Cow<'a, str>,
    /// The encoding that was used. A byte order mark overrides the requested one.
    pub encoding: &'static Encoding,
    /// Whether malformed sequences became U+FFFD, or text was decoded as windows-1252 because this build does not
    /// [support](Encoding::is_supported) the encoding.
    pub had_errors: bool,
}

/// [Decodes](https://encoding.spec.whatwg.org/#decode) a whole input.
///
/// A byte order mark overrides `encoding` and is removed. Malformed sequences become U+FFFD. The result is borrowed for valid UTF-8, and for
/// ASCII in an ASCII-compatible encoding.
///
/// ```
/// use limpid_encoding::{decode, Encoding};
///
/// let decoded = decode(b"caf\xE9", Encoding::for_label("latin1").unwrap());
/// assert_eq!(decoded.text, "café");
///
/// let decoded = decode(b"\xEF\xBB\xBFcaf\xE9", Encoding::for_label("latin1").unwrap());
/// assert_eq!(decoded.text, "caf\u{FFFD}");
/// assert_eq!(decoded.encoding.name(), "UTF-8");
/// assert!(decoded.had_errors);
/// ```
#[must_use]
pub fn decode<'a>(bytes: &'a [u8], encoding: &'static Encoding) -> Decoded<'a> {
    let (encoding, bom_length) = Encoding::for_bom(bytes).unwrap_or((encoding, 0));
    decode_without_bom(&bytes[bom_length..], encoding)
}

impl Encoding {
    /// Decodes a whole input, treating a byte order mark as an ordinary character. Also returns
    /// [`had_errors`](crate::Decoded::had_errors).
    ///
    /// ```
    /// use limpid_encoding::Encoding;
    /// let latin1 = Encoding::for_label("latin1").unwrap();
    /// assert_eq!(latin1.decode_without_bom_handling(b"caf\xE9"), ("café".into(), false));
    /// ```
    pub fn decode_without_bom_handling<'a>(&'static self, bytes: &'a [u8]) -> (Cow<'a, str>, bool) {
        let decoded = decode_without_bom(bytes, self);
        (decoded.text, decoded.had_errors)
    }
}

/// Decodes a whole input without a byte order mark.
pub(crate) fn decode_without_bom<'a>(bytes: &'a [u8], encoding: &'static Encoding) -> Decoded<'a> {
    if (encoding == UTF_8 || (encoding.is_ascii_compatible() && bytes.is_ascii()))
        && let Ok(text) = simdutf8::basic::from_utf8(bytes)
    {
        return Decoded { text: Cow::Borrowed(text), encoding, had_errors: false };
    }
    // Most non-ASCII characters are 1 or 2 bytes longer in UTF-8. Unused capacity costs nothing.
    let (mut text, mut had_errors) = (String::with_capacity(bytes.len() + bytes.len() / 2), !encoding.is_supported());
    runs::decode(&mut Decoder::new(encoding), bytes, true, &mut text, |text| {
        had_errors = true;
        text.push('\u{fffd}');
    });
    Decoded { text: Cow::Owned(text), encoding, had_errors }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::{GBK, REPLACEMENT, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

    fn is_borrowed(decoded: &Decoded<'_>) -> bool {
        matches!(decoded.text, Cow::Borrowed(_))
    }

    #[test]
    fn a_byte_order_mark_overrides_the_encoding_and_is_removed() {
        for (bytes, encoding) in [
            (b"\xEF\xBB\xBFa\xC3\xA9".as_slice(), UTF_8),
            (b"\xFF\xFEa\0\xE9\0", UTF_16LE),
            (b"\xFE\xFF\0a\0\xE9", UTF_16BE),
        ] {
            let decoded = decode(bytes, GBK);
            assert_eq!((&*decoded.text, decoded.encoding, decoded.had_errors), ("aé", encoding, false));
        }
    }

    #[test]
    fn only_one_mark_is_removed() {
        assert_eq!(decode(b"\xEF\xBB\xBF\xEF\xBB\xBFa", UTF_8).text, "\u{FEFF}a");
    }

    #[test]
    fn valid_utf_8_is_borrowed() {
        assert!(is_borrowed(&decode("zażółć".as_bytes(), UTF_8)));
        assert!(is_borrowed(&decode("\u{FEFF}zażółć".as_bytes(), WINDOWS_1252)));
        assert!(is_borrowed(&decode(b"plain", SHIFT_JIS)));
        assert!(is_borrowed(&decode(b"", WINDOWS_1252)));
        assert!(!is_borrowed(&decode(b"caf\xE9", WINDOWS_1252)));
        assert!(!is_borrowed(&decode(b"a\0", UTF_16LE)));
    }

    #[test]
    fn malformed_sequences_become_replacement_characters() {
        let decoded = decode(b"\xF0\x90\x80<\xC3", UTF_8);
        assert_eq!(decoded.text, "\u{FFFD}<\u{FFFD}");
        assert!(decoded.had_errors);
        assert_eq!(decode(b"\x00\xD8a\x00", UTF_16LE).text, "\u{FFFD}a");
    }

    #[test]
    fn windows_1252_has_no_errors() {
        let every_byte: Vec<u8> = (0..=255).collect();
        assert!(!decode(&every_byte, WINDOWS_1252).had_errors);
    }

    #[cfg(feature = "encoding")]
    #[test]
    fn a_lead_byte_does_not_swallow_the_tag_after_it() {
        assert_eq!(decode(b"\x81<", SHIFT_JIS).text, "\u{FFFD}<");
    }

    #[cfg(feature = "encoding")]
    #[test]
    fn ascii_escape_sequences_are_decoded() {
        assert_eq!(decode(b"\x1B$B$\"\x1B(B", crate::encoding::ISO_2022_JP).text, "あ");
    }

    #[test]
    fn replacement_decodes_to_one_replacement_character() {
        let decoded = decode(b"<script>alert(1)</script>", REPLACEMENT);
        assert_eq!(decoded.text, "\u{FFFD}");
        assert!(decoded.had_errors);
        assert_eq!(decode(b"", REPLACEMENT).text, "");
    }
}
