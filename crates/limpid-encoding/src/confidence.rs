//! Changing the encoding while parsing.

use crate::Encoding;
use crate::meta_content::{declared_in_meta, is_utf_16};

/// The action to take after a `meta` element has declared an encoding while parsing. After each action, the confidence is
/// [`Certain`](limpid_markup::Confidence::Certain).
///
/// ```
/// use limpid_encoding::{ChangeEncoding, change_encoding, Encoding};
/// let [current, new] = ["windows-1252", "koi8-r"].map(|label| Encoding::for_label(label).unwrap());
/// let action = change_encoding(current, new, b"<meta charset=koi8-r>");
/// assert!(matches!(action, ChangeEncoding::Switch(encoding) if encoding == new));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeEncoding {
    /// Keep the current encoding.
    KeepCertain,
    /// Decode the remaining bytes in this encoding. The bytes so far decode to the same text in it.
    Switch(&'static Encoding),
    /// Parse again from the first byte in this encoding.
    Restart(&'static Encoding),
}

/// Decides how to [change the encoding while parsing][change] after a `meta` element has declared `new`, while the confidence is
/// [`Tentative`](limpid_markup::Confidence::Tentative).
///
/// `bytes_so_far` are the bytes decoded so far. They may include bytes that the parser has not consumed yet, but then the result may be a
/// [`Restart`](ChangeEncoding::Restart) that is not necessary.
///
/// [change]: https://html.spec.whatwg.org/multipage/parsing.html#change-the-encoding
///
/// ```
/// use limpid_encoding::{ChangeEncoding, change_encoding, Encoding};
///
/// let current = Encoding::for_label("windows-1252").unwrap();
/// let new = Encoding::for_label("shift_jis").unwrap();
/// assert_eq!(change_encoding(current, new, b"<p>plain"), ChangeEncoding::Switch(new));
/// assert_eq!(change_encoding(current, new, b"<p>\x82\xA0"), ChangeEncoding::Restart(new));
/// assert_eq!(change_encoding(current, current, b"<p>\x82\xA0"), ChangeEncoding::KeepCertain);
/// ```
#[must_use]
pub fn change_encoding(current: &'static Encoding, new: &'static Encoding, bytes_so_far: &[u8]) -> ChangeEncoding {
    // The parser found the `meta` element in text that was decoded as UTF-16. So the page is in UTF-16, and the declaration is wrong.
    if is_utf_16(current) {
        return ChangeEncoding::KeepCertain;
    }
    let new = declared_in_meta(new);
    if new == current {
        return ChangeEncoding::KeepCertain;
    }
    if same_interpretation(current, new, bytes_so_far) {
        return ChangeEncoding::Switch(new);
    }
    ChangeEncoding::Restart(new)
}

/// Whether the bytes certainly decode to the same text in both encodings, and do not end with an incomplete sequence. Only true for ASCII
/// bytes in ASCII-compatible encodings.
fn same_interpretation(current: &'static Encoding, new: &'static Encoding, bytes: &[u8]) -> bool {
    current.is_ascii_compatible() && new.is_ascii_compatible() && bytes.is_ascii()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::{
        EUC_JP, ISO_2022_JP, REPLACEMENT, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED,
    };
    use ChangeEncoding::{KeepCertain, Restart, Switch};

    const ASCII: &[u8] = b"<p>plain";
    const NOT_ASCII: &[u8] = b"<p>\xE9";

    #[test]
    fn utf_16_in_use_ignores_the_declaration() {
        assert_eq!(change_encoding(UTF_16LE, EUC_JP, ASCII), KeepCertain);
        assert_eq!(change_encoding(UTF_16BE, UTF_8, ASCII), KeepCertain);
    }

    #[test]
    fn utf_16_is_read_as_utf_8() {
        assert_eq!(change_encoding(WINDOWS_1252, UTF_16LE, NOT_ASCII), Restart(UTF_8));
        assert_eq!(change_encoding(WINDOWS_1252, UTF_16BE, NOT_ASCII), Restart(UTF_8));
        assert_eq!(change_encoding(UTF_8, UTF_16BE, NOT_ASCII), KeepCertain);
    }

    #[test]
    fn x_user_defined_is_read_as_windows_1252() {
        assert_eq!(change_encoding(UTF_8, X_USER_DEFINED, NOT_ASCII), Restart(WINDOWS_1252));
        assert_eq!(change_encoding(WINDOWS_1252, X_USER_DEFINED, NOT_ASCII), KeepCertain);
    }

    #[test]
    fn the_same_encoding_is_kept() {
        assert_eq!(change_encoding(EUC_JP, EUC_JP, NOT_ASCII), KeepCertain);
    }

    #[test]
    fn ascii_so_far_switches() {
        assert_eq!(change_encoding(WINDOWS_1252, SHIFT_JIS, ASCII), Switch(SHIFT_JIS));
        assert_eq!(change_encoding(WINDOWS_1252, SHIFT_JIS, b""), Switch(SHIFT_JIS));
        assert_eq!(change_encoding(WINDOWS_1252, UTF_16LE, ASCII), Switch(UTF_8));
    }

    #[test]
    fn anything_else_restarts() {
        assert_eq!(change_encoding(WINDOWS_1252, SHIFT_JIS, NOT_ASCII), Restart(SHIFT_JIS));
        // An escape sequence is made of ASCII bytes.
        assert_eq!(change_encoding(WINDOWS_1252, ISO_2022_JP, b"\x1B$B"), Restart(ISO_2022_JP));
        assert_eq!(change_encoding(ISO_2022_JP, WINDOWS_1252, b"\x1B$B"), Restart(WINDOWS_1252));
        assert_eq!(change_encoding(WINDOWS_1252, REPLACEMENT, ASCII), Restart(REPLACEMENT));
    }
}
