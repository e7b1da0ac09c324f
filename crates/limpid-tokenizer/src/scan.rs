//! Finding the next byte that a state has to look at.

use memchr::{memchr, memchr2};

/// Marks bytes for [`find_marked`].
pub(crate) type ByteSet = [bool; 256];

/// The set of these bytes.
pub(crate) const fn byte_set(bytes: &[u8]) -> ByteSet {
    let mut set = [false; 256];
    let mut i = 0;
    while i < bytes.len() {
        set[bytes[i] as usize] = true;
        i += 1;
    }
    set
}

/// The position of the first `needle`, or the end.
#[inline]
pub(crate) fn find(haystack: &[u8], needle: u8) -> usize {
    memchr(needle, haystack).unwrap_or(haystack.len())
}

/// The position of the first of two bytes, or the end.
#[inline]
pub(crate) fn find2(haystack: &[u8], a: u8, b: u8) -> usize {
    memchr2(a, b, haystack).unwrap_or(haystack.len())
}

/// The position of the first byte in the set, or the end.
#[inline]
pub(crate) fn find_marked(haystack: &[u8], set: &ByteSet) -> usize {
    haystack.iter().position(|&byte| set[byte as usize]).unwrap_or(haystack.len())
}

/// Whether there is a CR or NUL: the bytes that cannot be taken verbatim.
pub(crate) fn has_cr_or_nul(text: &[u8]) -> bool {
    memchr2(b'\r', 0, text).is_some()
}
