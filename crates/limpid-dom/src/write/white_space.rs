//! White space in text, of which pages that are indented have more than words.

pub(super) const ZERO_WIDTH_SPACE: char = '\u{200B}';

/// Whether a byte is [white space that collapses](https://drafts.csswg.org/css-text/#white-space-processing).
#[inline]
pub(super) fn collapses(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// Returns the end of the white space from an offset of a text on.
///
/// Most of it is a line end and indentation by some times four spaces: pays for `inner_text` in `cargo xtask jobs`.
#[inline]
pub(super) fn end_of_white_space(bytes: &[u8], start: usize, is_white_space: impl Fn(u8) -> bool) -> usize {
    let mut rest = &bytes[start..];
    while let [first, behind @ ..] = rest
        && is_white_space(*first)
    {
        rest = behind;
        if !matches!(rest, [b' ' | b'\t', ..]) {
            continue;
        }
        while let Some(behind) = without::<16>(rest, b' ') {
            rest = behind;
        }
        rest = without::<8>(rest, b' ').or_else(|| without::<8>(rest, b'\t')).unwrap_or(rest);
        rest = without::<4>(rest, b' ').unwrap_or(rest);
    }
    bytes.len() - rest.len()
}

/// Returns what comes after a number of the same byte.
#[inline(always)]
fn without<const N: usize>(bytes: &[u8], byte: u8) -> Option<&[u8]> {
    bytes.split_first_chunk().filter(|(block, _)| **block == [byte; N]).map(|(_, behind)| behind)
}

/// Whether a byte is ASCII white space. Without branches.
#[inline(always)]
pub(super) fn is_ascii_white_space(byte: u8) -> bool {
    (byte == b' ') | (byte.wrapping_sub(b'\t') < 5) & (byte != b'\x0b')
}

/// Returns the offset of the first byte from one on that is a space or a control character, or else the length. SWAR, eight bytes at
/// a time, for `inner_text` in `cargo xtask jobs`:
///
/// ```text
/// found = (word - 0x21 in each byte) & !word & 0x80 in each byte
/// the lowest bit of found = the highest bit of the first byte below 0x21   (later bytes may be found wrongly)
/// ```
#[inline]
pub(super) fn end_of_word(bytes: &[u8], start: usize) -> usize {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    let mut at = start;
    while let Some(block) = bytes.get(at..).and_then(<[u8]>::first_chunk) {
        let word = u64::from_le_bytes(*block);
        let found = word.wrapping_sub(ONES * 0x21) & !word & (ONES << 7);
        if found != 0 {
            return at + found.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    at + bytes[at..].iter().take_while(|&&byte| byte > b' ').count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_byte_at_each_place() {
        for length in 0..40 {
            for (at, byte) in (0..length).flat_map(|at| (0..=255).map(move |byte| (at, byte))) {
                let mut text = vec![b'\xff'; length];
                text[at] = byte;
                assert_eq!(end_of_word(&text, 0), if byte > b' ' { length } else { at }, "{text:?}");
                let mut text = vec![b' '; length];
                text[at] = byte;
                assert_eq!(is_ascii_white_space(byte), byte.is_ascii_whitespace());
                let end = end_of_white_space(&text, 0, |byte| byte.is_ascii_whitespace());
                assert_eq!(end, if byte.is_ascii_whitespace() { length } else { at }, "{text:?}");
            }
        }
    }
}
