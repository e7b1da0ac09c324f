//! White space in text. Indented pages contain more white space than words.

pub(super) const ZERO_WIDTH_SPACE: char = '\u{200B}';

/// Whether a byte is [white space that collapses](https://drafts.csswg.org/css-text/#white-space-processing).
#[inline]
pub(super) fn collapses(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// Returns the end of the white space that starts at an offset.
///
/// Most white space is a line end and an indentation by a multiple of four spaces. The special cases for spaces and tabs measurably speed
/// up `inner_text` in `cargo xtask jobs`.
#[inline]
pub(super) fn end_of_white_space(bytes: &[u8], start: usize, is_white_space: impl Fn(u8) -> bool) -> usize {
    let mut rest = &bytes[start..];
    while let [first, after @ ..] = rest
        && is_white_space(*first)
    {
        rest = after;
        if !matches!(rest, [b' ' | b'\t', ..]) {
            continue;
        }
        while let Some(after) = strip_repeated::<16>(rest, b' ') {
            rest = after;
        }
        rest = strip_repeated::<8>(rest, b' ').or_else(|| strip_repeated::<8>(rest, b'\t')).unwrap_or(rest);
        rest = strip_repeated::<4>(rest, b' ').unwrap_or(rest);
    }
    bytes.len() - rest.len()
}

/// Returns the bytes after `N` repetitions of a byte at the start, or `None` if the bytes do not start with them.
#[inline(always)]
fn strip_repeated<const N: usize>(bytes: &[u8], byte: u8) -> Option<&[u8]> {
    bytes.split_first_chunk().filter(|(block, _)| **block == [byte; N]).map(|(_, rest)| rest)
}

/// Whether a byte is ASCII white space, without branches.
#[inline(always)]
pub(super) fn is_ascii_white_space(byte: u8) -> bool {
    (byte == b' ') | (byte.wrapping_sub(b'\t') < 5) & (byte != b'\x0b')
}

/// Returns the offset of the first space or control character from `start` on, or the length. Tests eight bytes at a time (SWAR), which
/// measurably speeds up `inner_text` in `cargo xtask jobs`:
///
/// ```text
/// found = (word - 0x21 in each byte) & !word & 0x80 in each byte
/// the lowest bit of found = the highest bit of the first byte below 0x21   (later bits may be wrong)
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
    fn tests_each_byte_at_each_position() {
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
