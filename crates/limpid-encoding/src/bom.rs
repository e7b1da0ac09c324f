//! [BOM sniffing](https://encoding.spec.whatwg.org/#bom-sniff), of the Encoding Standard.

use crate::codecs::Encoding;

/// The encoding that a leading byte order mark stands for, and how many bytes the mark has.
///
/// ```
/// use limpid_encoding::bom_sniff;
///
/// let (encoding, length) = bom_sniff(b"\xEF\xBB\xBF<p>").unwrap();
/// assert_eq!((encoding.name(), length), ("UTF-8", 3));
/// assert_eq!(bom_sniff(b"<p>"), None);
/// ```
#[must_use]
pub fn bom_sniff(bytes: &[u8]) -> Option<(&'static Encoding, usize)> {
    Encoding::for_bom(bytes)
}

#[cfg(all(test, feature = "legacy-encodings"))]
mod tests {
    use super::*;
    use encoding_rs::{UTF_8, UTF_16BE, UTF_16LE};

    #[test]
    fn the_three_byte_order_marks() {
        assert_eq!(bom_sniff(b"\xEF\xBB\xBF"), Some((UTF_8, 3)));
        assert_eq!(bom_sniff(b"\xFE\xFF"), Some((UTF_16BE, 2)));
        assert_eq!(bom_sniff(b"\xFF\xFE"), Some((UTF_16LE, 2)));
    }

    #[test]
    fn a_utf_32_mark_is_read_as_utf_16() {
        assert_eq!(bom_sniff(b"\xFF\xFE\0\0"), Some((UTF_16LE, 2)));
        assert_eq!(bom_sniff(b"\0\0\xFE\xFF"), None);
    }

    #[test]
    fn no_mark_in_part_or_later() {
        for bytes in [b"".as_slice(), b"\xEF\xBB", b"\xFE", b" \xFE\xFF", b"+/v8"] {
            assert_eq!(bom_sniff(bytes), None, "{bytes:?}");
        }
    }
}
