//! Errors of the [input stream](https://html.spec.whatwg.org/multipage/parsing.html#preprocessing-the-input-stream)
//! itself: looked for apart from the states, in one pass, and only for sinks that want errors.

use limpid_markup::{ErrorCode, ParseError, Span};
use wide::u8x16;

/// The most bytes that a parse takes: offsets are `u32`.
pub(crate) const INPUT_LIMIT: usize = u32::MAX as usize - 1;

/// Reports each control character and noncharacter of `text`, which starts at `offset` in the input.
pub(crate) fn input_stream_errors(text: &str, offset: u32, mut report: impl FnMut(ParseError)) {
    let (blocks, rest) = text.as_bytes().as_chunks();
    for (index, block) in blocks.iter().enumerate() {
        if !is_plain(block) {
            errors_of_block(text, index * BLOCK, block, offset, &mut report);
        }
    }
    let mut last = [b' '; BLOCK];
    last[..rest.len()].copy_from_slice(rest);
    errors_of_block(text, blocks.len() * BLOCK, &last, offset, &mut report);
}

/// Reports those of the block that starts at `at`.
#[inline(never)]
fn errors_of_block(text: &str, at: usize, block: &[u8; BLOCK], offset: u32, report: &mut impl FnMut(ParseError)) {
    let mut candidates = candidates(block);
    while candidates != 0 {
        let start = at + candidates.trailing_zeros() as usize;
        candidates &= candidates - 1;
        // A candidate inside a code point is no start of one, and none of ours.
        let Some(character) = text.get(start..).and_then(|rest| rest.chars().next()) else { continue };
        if let Some(code) = error_of(character) {
            let start = offset + start as u32;
            report(ParseError { code, span: Span::new(start, start + character.len_utf8() as u32) });
        }
    }
}

const BLOCK: usize = 64;

/// Whether a block has no [`candidates`].
#[inline]
fn is_plain(block: &[u8; BLOCK]) -> bool {
    let (mut lowest, mut from_0e, mut highest) = (u8x16::splat(0xff), u8x16::splat(0xff), u8x16::splat(0));
    let mut others = u8x16::splat(0);
    for bytes in block.as_chunks().0 {
        let bytes = u8x16::new(*bytes);
        lowest = lowest.min(bytes);
        from_0e = from_0e.min(bytes - u8x16::splat(0x0e));
        highest = highest.max(bytes);
        others |= bytes.simd_eq(u8x16::splat(0x0b)) | is_7f_or_c2(bytes);
    }
    let is_low = lowest.min(u8x16::splat(8)).simd_eq(lowest);
    let is_control = from_0e.min(u8x16::splat(0x1f - 0x0e)).simd_eq(from_0e);
    let is_high = highest.max(u8x16::splat(0xef)).simd_eq(highest);
    (others | is_low | is_control | is_high).to_bitmask() == 0
}

#[inline(always)]
fn is_7f_or_c2(bytes: u8x16) -> u8x16 {
    bytes.simd_eq(u8x16::splat(0x7f)) | bytes.simd_eq(u8x16::splat(0xc2))
}

/// A bit for each byte that may start a character which [`error_of`] has to look at: controls, U+007F, and the first bytes
/// of U+0080 and U+F000 and those behind them.
#[inline]
fn candidates(block: &[u8; BLOCK]) -> u64 {
    let mut candidates = 0;
    for (index, bytes) in block.as_chunks().0.iter().enumerate() {
        let bytes = u8x16::new(*bytes);
        let is_low = bytes.min(u8x16::splat(8)).simd_eq(bytes);
        let from_0e = bytes - u8x16::splat(0x0e);
        let is_control = from_0e.min(u8x16::splat(0x1f - 0x0e)).simd_eq(from_0e);
        let is_high = bytes.max(u8x16::splat(0xef)).simd_eq(bytes);
        let found = is_low | is_control | is_high | is_7f_or_c2(bytes) | bytes.simd_eq(u8x16::splat(0x0b));
        candidates |= u64::from(found.to_bitmask()) << (16 * index);
    }
    candidates
}

fn error_of(character: char) -> Option<ErrorCode> {
    if is_noncharacter(character as u32) {
        Some(ErrorCode::NoncharacterInInputStream)
    } else if is_control(character as u32) && !matches!(character, '\0' | '\t' | '\n' | '\x0c' | '\r') {
        Some(ErrorCode::ControlCharacterInInputStream)
    } else {
        None
    }
}

/// [Noncharacter](https://infra.spec.whatwg.org/#noncharacter).
pub(crate) fn is_noncharacter(code: u32) -> bool {
    matches!(code, 0xfdd0..=0xfdef) || (code & 0xfffe == 0xfffe && code <= 0x10_ffff)
}

/// [Control](https://infra.spec.whatwg.org/#control).
pub(crate) fn is_control(code: u32) -> bool {
    matches!(code, 0..=0x1f | 0x7f..=0x9f)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_a_look_at_every_character() {
        let text: String = (0..=0x10_ffff).filter_map(char::from_u32).collect();
        let mut found = Vec::new();
        input_stream_errors(&text, 7, |error| found.push(error));
        let expected: Vec<ParseError> = text
            .char_indices()
            .filter_map(|(at, c)| {
                let span = Span::new(at as u32 + 7, (at + c.len_utf8()) as u32 + 7);
                error_of(c).map(|code| ParseError { code, span })
            })
            .collect();
        assert_eq!(found.len(), 66 + 65 - 5);
        assert_eq!(found, expected);
    }
}
