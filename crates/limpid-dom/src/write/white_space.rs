//! White space in text, which most of it is where pages are indented.

/// Returns the end of the white space from an offset of a text on.
#[inline]
pub(super) fn end_of_white_space(bytes: &[u8], start: usize, is_white_space: fn(u8) -> bool) -> usize {
    let mut at = start;
    // Indentation, a word at a time: a tenth of the time of `inner_text` on real pages.
    while bytes.get(at..at + 8).is_some_and(|block| block == [b' '; 8] || block == [b'\t'; 8]) {
        at += 8;
    }
    at + bytes[at..].iter().take_while(|&&byte| is_white_space(byte)).count()
}
