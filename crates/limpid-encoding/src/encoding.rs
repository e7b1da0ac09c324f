//! The encodings of the Encoding Standard.

use crate::decode::decode_without_mark;
use crate::labels::{ENCODINGS, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
use core::fmt;
use std::borrow::Cow;

/// An encoding of the [Encoding Standard](https://encoding.spec.whatwg.org/#names-and-labels).
///
/// All of its encodings and labels are always known. Without the feature `encoding`, some of them are not
/// [supported](Encoding::is_supported).
///
/// ```
/// use limpid_encoding::{Encoding, encoding_for_label};
/// assert_eq!(encoding_for_label("utf8"), Some(Encoding::UTF_8));
/// assert_eq!(encoding_for_label("latin1").unwrap().name(), "windows-1252");
/// ```
#[derive(PartialEq, Eq, Hash)]
pub struct Encoding {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
    /// The labels in lower case, except the name.
    pub(crate) labels: &'static str,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Kind {
    Utf8,
    Utf16Be,
    Utf16Le,
    UserDefined,
    /// The whole input becomes one U+FFFD.
    Replacement,
    /// Decoded by `encoding_rs`, or without it as windows-1252.
    Legacy,
}

impl Encoding {
    /// UTF-8.
    pub const UTF_8: &'static Encoding = UTF_8;

    /// Returns the name.
    ///
    /// ```
    /// use limpid_encoding::Encoding;
    /// assert_eq!(Encoding::UTF_8.name(), "UTF-8");
    /// ```
    pub fn name(&self) -> &'static str {
        self.name
    }

    pub(crate) fn for_label(label: &[u8]) -> Option<&'static Encoding> {
        let label = std::str::from_utf8(label).ok()?.trim_matches(['\t', '\n', '\x0C', '\r', ' ']);
        let is_label = |other: &str| other.eq_ignore_ascii_case(label);
        ENCODINGS
            .iter()
            .find(|encoding| is_label(encoding.name) || encoding.labels.split_ascii_whitespace().any(is_label))
    }

    /// Returns the encoding of the byte order mark at the start of the bytes, and the length of the mark: the standard's
    /// [BOM sniff](https://encoding.spec.whatwg.org/#bom-sniff).
    ///
    /// ```
    /// use limpid_encoding::Encoding;
    /// assert_eq!(Encoding::for_bom(b"\xEF\xBB\xBF<p>"), Some((Encoding::UTF_8, 3)));
    /// assert_eq!(Encoding::for_bom(b"<p>"), None);
    /// ```
    pub fn for_bom(bytes: &[u8]) -> Option<(&'static Encoding, usize)> {
        match bytes {
            [0xEF, 0xBB, 0xBF, ..] => Some((UTF_8, 3)),
            [0xFE, 0xFF, ..] => Some((UTF_16BE, 2)),
            [0xFF, 0xFE, ..] => Some((UTF_16LE, 2)),
            _ => None,
        }
    }

    /// Returns whether each ASCII byte is the ASCII character of the same number, unless it is part of a longer sequence.
    ///
    /// ```
    /// use limpid_encoding::{Encoding, encoding_for_label};
    /// assert!(Encoding::UTF_8.is_ascii_compatible());
    /// assert!(!encoding_for_label("utf-16le").unwrap().is_ascii_compatible());
    /// ```
    pub fn is_ascii_compatible(&self) -> bool {
        match self.kind {
            Kind::Utf8 | Kind::UserDefined => true,
            Kind::Utf16Be | Kind::Utf16Le | Kind::Replacement => false,
            Kind::Legacy => self.name != "ISO-2022-JP",
        }
    }

    /// Returns whether this build can decode the encoding. With the feature `encoding` it can decode every encoding, without it UTF-8, UTF-16,
    /// windows-1252, x-user-defined and replacement.
    ///
    /// Bytes in an encoding that is not supported are decoded as windows-1252, which loses no byte.
    ///
    /// ```
    /// use limpid_encoding::encoding_for_label;
    /// assert!(encoding_for_label("latin1").unwrap().is_supported());
    /// assert_eq!(encoding_for_label("gbk").unwrap().is_supported(), cfg!(feature = "encoding"));
    /// ```
    pub fn is_supported(&self) -> bool {
        cfg!(feature = "encoding") || self.kind != Kind::Legacy || self == WINDOWS_1252
    }

    /// Decodes a whole input, in which a byte order mark is an ordinary character. Also returns whether there were errors, as
    /// [`Decoded::had_errors`](crate::Decoded::had_errors) does.
    ///
    /// ```
    /// use limpid_encoding::encoding_for_label;
    /// let latin1 = encoding_for_label("latin1").unwrap();
    /// assert_eq!(latin1.decode_without_bom_handling(b"caf\xE9"), ("café".into(), false));
    /// ```
    pub fn decode_without_bom_handling<'a>(&'static self, bytes: &'a [u8]) -> (Cow<'a, str>, bool) {
        let decoded = decode_without_mark(bytes, self);
        (decoded.text, decoded.had_errors)
    }

    /// Encodes a text. Characters that the encoding lacks become decimal character references. Also returns whether there were any.
    ///
    /// UTF-8 is the [output encoding](https://encoding.spec.whatwg.org/#get-an-output-encoding) of UTF-16 and replacement.
    ///
    /// ```
    /// use limpid_encoding::encoding_for_label;
    /// let latin1 = encoding_for_label("latin1").unwrap();
    /// let (bytes, has_references) = latin1.encode("café ☕");
    /// assert_eq!((&*bytes, has_references), (&b"caf\xE9 &#9749;"[..], true));
    /// ```
    #[cfg(feature = "encoding")]
    pub fn encode<'a>(&self, text: &'a str) -> (Cow<'a, [u8]>, bool) {
        let encoding = encoding_rs::Encoding::for_label(self.name.as_bytes()).unwrap_or(encoding_rs::UTF_8);
        let (bytes, _, has_references) = encoding.encode(text);
        (bytes, has_references)
    }

    #[cfg(feature = "encoding")]
    pub(crate) fn legacy(&self) -> Option<&'static encoding_rs::Encoding> {
        if self.kind == Kind::Legacy { encoding_rs::Encoding::for_label(self.name.as_bytes()) } else { None }
    }
}

impl fmt::Debug for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Encoding({})", self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_those_of_the_standard() {
        let labels = |encoding: &'static Encoding| encoding.labels.split_ascii_whitespace().chain([encoding.name]);
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
        assert_eq!(Encoding::for_label(b"\t Utf-8\r\n\x0C"), Some(UTF_8));
        for label in [&b""[..], b" ", b"utf 8", b"utf8 unicode20utf8", b"\x0Butf-8", b"\xFF"] {
            assert_eq!(Encoding::for_label(label), None);
        }
    }

    #[test]
    fn the_three_byte_order_marks() {
        assert_eq!(Encoding::for_bom(b"\xEF\xBB\xBF"), Some((UTF_8, 3)));
        assert_eq!(Encoding::for_bom(b"\xFE\xFF"), Some((UTF_16BE, 2)));
        assert_eq!(Encoding::for_bom(b"\xFF\xFE"), Some((UTF_16LE, 2)));
        // A mark of UTF-32 is read as one of UTF-16.
        assert_eq!(Encoding::for_bom(b"\xFF\xFE\0\0"), Some((UTF_16LE, 2)));
        for bytes in [b"".as_slice(), b"\xEF\xBB", b"\xFE", b" \xFE\xFF", b"+/v8", b"\0\0\xFE\xFF"] {
            assert_eq!(Encoding::for_bom(bytes), None, "{bytes:?}");
        }
    }

    #[test]
    #[cfg(not(feature = "encoding"))]
    fn unsupported_encodings_are_decoded_as_windows_1252_with_an_error() {
        for (label, bytes, text, had_errors) in [
            ("iso-8859-2", &b"<p>\xB1\x80"[..], "<p>±€", true),
            ("shift_jis", b"<p>", "<p>", false),
            ("iso-2022-jp", b"\x1B$B$\"\x1B(B", "\x1B$B$\"\x1B(B", true),
        ] {
            let encoding = Encoding::for_label(label.as_bytes()).unwrap();
            assert!(!encoding.is_supported());
            assert_eq!(encoding.decode_without_bom_handling(bytes), (text.into(), had_errors));
        }
    }
}
