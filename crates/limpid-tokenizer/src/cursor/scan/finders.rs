//! Searching for the next byte that is relevant to a state.

use super::blocks::{chunk_at, padded_chunk, padded_tail, positions_of2};
use crate::cursor::block::{BLOCK, Block};
use memchr::memchr2;

/// A set of bytes. [`find_in_set`] searches for the first byte in it.
pub type ByteSet = [bool; 256];

/// Creates the set of these bytes.
pub const fn byte_set(bytes: &[u8]) -> ByteSet {
    let mut set = [false; 256];
    let mut i = 0;
    while i < bytes.len() {
        set[bytes[i] as usize] = true;
        i += 1;
    }
    set
}

/// Returns the position of the first byte in the set, or the end.
#[inline]
pub fn find_in_set(haystack: &[u8], set: &ByteSet) -> usize {
    haystack.iter().position(|&byte| set[byte as usize]).unwrap_or(haystack.len())
}

/// Whether a byte is white space, including CR, which the standard replaces by LF before tokenization.
#[inline]
pub(crate) const fn is_whitespace(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\x0c' | b'\r' | b' ')
}

/// Up to this length, a call of memchr costs more than it saves.
const SHORT_TEXT: usize = 256;

/// The number of bytes in the four blocks that [`find2`] searches with one bounds check.
const WIDE_BLOCK: usize = 4 * BLOCK;

/// After this many wide blocks without a match, the text is long enough for a call of memchr.
const WIDE_BLOCKS_BEFORE_MEMCHR: usize = 4;

/// Returns whether the text contains a CR or NUL, which cannot be verbatim.
pub fn has_cr_or_nul(text: &[u8]) -> bool {
    if text.len() > SHORT_TEXT {
        return memchr2(b'\r', 0, text).is_some();
    }
    let has = |block: &[u8; BLOCK]| positions_of2(block, b'\r', 0) != 0;
    match text.last_chunk() {
        // The last block overlaps the one before.
        Some(last) => text.as_chunks().0.iter().any(has) || has(last),
        None => find_in_tail(text, text.len(), |block| positions_of2(block, b'\r', 0)) != text.len(),
    }
}

/// Returns the position of the next byte from `pos` on that is not white space, or the end.
#[inline]
pub(crate) fn skip_whitespace(bytes: &[u8], pos: usize) -> usize {
    match chunk_at(bytes, pos) {
        Some(&[first, second]) if !is_whitespace(second) => pos + usize::from(is_whitespace(first)),
        _ => skip_whitespace_by_blocks(bytes, pos),
    }
}

/// [`skip_whitespace`] for long white space, such as the indentation of attributes.
#[inline(never)]
fn skip_whitespace_by_blocks(bytes: &[u8], mut pos: usize) -> usize {
    loop {
        let block = Block::new(&padded_chunk(bytes, pos));
        // From tab to CR, except VT.
        let controls = block.wrapping_sub(b'\t').at_most(b'\r' - b'\t').positions() & !block.equal(0x0b).positions();
        let length = (controls | block.equal(b' ').positions()).trailing_ones() as usize;
        pos += length;
        if length < BLOCK {
            return pos;
        }
    }
}

/// Returns the number of ASCII alphanumerics at the start of a text.
#[inline]
pub(crate) fn alphanumeric_prefix_len(text: &[u8]) -> usize {
    let mut pos = 0;
    loop {
        let block = Block::new(&padded_chunk(text, pos));
        // Without this bit, lowercase letters become uppercase.
        let letters = block.and(!0x20).wrapping_sub(b'A').at_most(25);
        let length = (letters | block.wrapping_sub(b'0').at_most(9)).positions().trailing_ones() as usize;
        pos += length;
        if length < BLOCK {
            return pos;
        }
    }
}

/// Returns the position of the next `a` or `b` from `pos` on, or the end.
#[inline(always)]
pub fn find2(bytes: &[u8], mut pos: usize, a: u8, b: u8) -> usize {
    let Some(block) = chunk_at(bytes, pos) else { return find2_far(bytes, pos, a, b) };
    let matches = positions_of2(block, a, b);
    if matches != 0 {
        return pos + matches.trailing_zeros() as usize;
    }
    pos += BLOCK;
    for _ in 0..WIDE_BLOCKS_BEFORE_MEMCHR {
        let Some(blocks) = chunk_at::<WIDE_BLOCK>(bytes, pos) else { break };
        let mut matches = 0;
        for (index, block) in blocks.as_chunks().0.iter().enumerate() {
            matches |= u64::from(positions_of2(block, a, b)) << (index * BLOCK);
        }
        if matches != 0 {
            return pos + matches.trailing_zeros() as usize;
        }
        pos += WIDE_BLOCK;
    }
    find2_far(bytes, pos, a, b)
}

#[cold]
#[inline(never)]
fn find2_far(bytes: &[u8], mut pos: usize, a: u8, b: u8) -> usize {
    if bytes.len().saturating_sub(pos) >= WIDE_BLOCK {
        return find2_by_memchr(bytes, pos, a, b);
    }
    while let Some(block) = chunk_at(bytes, pos) {
        let matches = positions_of2(block, a, b);
        if matches != 0 {
            return pos + matches.trailing_zeros() as usize;
        }
        pos += BLOCK;
    }
    let len = bytes.len().saturating_sub(pos);
    if bytes.len() < BLOCK {
        return find2_in_short_text(bytes, len, a, b);
    }
    find_in_tail(bytes, len, |block| positions_of2(block, a, b))
}

/// A separate function, so that the code for longer texts contains no call of `padded_tail`.
#[cold]
#[inline(never)]
fn find2_in_short_text(bytes: &[u8], len: usize, a: u8, b: u8) -> usize {
    find_in_tail(bytes, len, |block| positions_of2(block, a, b))
}

#[inline(never)]
fn find2_by_memchr(bytes: &[u8], pos: usize, a: u8, b: u8) -> usize {
    let rest = bytes.get(pos..).unwrap_or_default();
    pos + memchr2(a, b, rest).unwrap_or(rest.len())
}

/// Returns the position of the next `a`, `b`, CR or NUL from `pos` on, or the end. It does not use memchr, because texts with CRs have
/// short lines.
#[inline]
pub(crate) fn find2_cr_nul(bytes: &[u8], mut pos: usize, a: u8, b: u8) -> usize {
    while let Some(block) = chunk_at(bytes, pos) {
        let matches = positions_of2(block, a, b) | positions_of2(block, b'\r', 0);
        if matches != 0 {
            return pos + matches.trailing_zeros() as usize;
        }
        pos += BLOCK;
    }
    find2_cr_nul_in_tail(bytes, pos, a, b)
}

#[cold]
#[inline(never)]
fn find2_cr_nul_in_tail(bytes: &[u8], pos: usize, a: u8, b: u8) -> usize {
    let len = bytes.len().saturating_sub(pos);
    find_in_tail(bytes, len, |block| positions_of2(block, a, b) | positions_of2(block, b'\r', 0))
}

/// Returns the position of the first match of `positions` in the last `len` bytes, or the end. `len` is less than the length of a block.
#[inline(always)]
fn find_in_tail(bytes: &[u8], len: usize, positions: impl Fn(&[u8; BLOCK]) -> u32) -> usize {
    if len == 0 {
        return bytes.len();
    }
    let matches = match bytes.last_chunk() {
        Some(block) => positions(block) >> (BLOCK - len),
        None => positions(&padded_tail(bytes, bytes.len() - len)) & !(u32::MAX << len),
    };
    if matches == 0 { bytes.len() } else { bytes.len() - len + matches.trailing_zeros() as usize }
}

#[cfg(test)]
mod tests {
    use super::{find2, find2_cr_nul};

    #[test]
    fn finds_bytes_at_every_distance_from_both_ends() {
        for length in (0..200).chain([255, 256, 257, 320, 335, 336, 337, 400]) {
            let text = vec![b'x'; length];
            for start in (0..=length).step_by(if length < 100 { 1 } else { 7 }) {
                let found = [find2(&text, start, b'<', b'&'), find2_cr_nul(&text, start, b'<', b'&')];
                assert_eq!(found, [length; 2], "no match from {start} on in {length}");
            }
            for at in 0..length {
                let mut text = text.clone();
                text[at] = [b'<', b'&'][at % 2];
                if let Some(next) = text.get_mut(at + 1) {
                    *next = b'<';
                }
                for start in [0, at / 2, at.saturating_sub(16), at] {
                    assert_eq!(find2(&text, start, b'<', b'&'), at, "from {start} on in {length}");
                    assert_eq!(find2_cr_nul(&text, start, b'<', b'&'), at, "from {start} on in {length}");
                }
            }
        }
    }
}
