//! Replaces characters in output. A branch-free predicate finds candidate bytes, and a second function returns the replacement.

use core::fmt::{self, Write};

/// The number of bytes tested at once.
const BLOCK: usize = 16;

/// Returns the position of the first special byte of a block. The predicate gets each byte and the byte at the same position in `next`.
/// There are no branches within a block, so that compilers vectorize the loop.
#[inline(always)]
fn find_in(block: [u8; BLOCK], next: [u8; BLOCK], is_special: impl Fn(u8, u8) -> bool) -> Option<usize> {
    let found = core::array::from_fn(|at| u8::from(is_special(block[at], next[at])));
    (found != [0; BLOCK]).then(|| u128::from_le_bytes(found).trailing_zeros() as usize / 8)
}

/// Returns a block with the first `N` and the last `N` bytes of a short text. Together they cover the text, with some bytes twice.
#[inline(always)]
fn first_and_last<const N: usize>(bytes: &[u8]) -> Option<[u8; BLOCK]> {
    let (first, last) = (bytes.first_chunk::<N>()?, bytes.last_chunk::<N>()?);
    let mut block = [0; BLOCK];
    // Fills the whole block, so that it contains only bytes of the text.
    for part in block.chunks_exact_mut(2 * N) {
        part[..N].copy_from_slice(first);
        part[N..].copy_from_slice(last);
    }
    Some(block)
}

/// Returns the position of the first special byte.
#[inline(always)]
pub(super) fn find(bytes: &[u8], is_special: impl Fn(u8) -> bool + Copy) -> Option<usize> {
    find_zipped(bytes, bytes, |byte, _| is_special(byte))
}

/// Returns the position of the first special pair of a byte and the next one. The last byte is paired with `after_last`.
#[inline(always)]
pub(super) fn find_pair(bytes: &[u8], after_last: u8, is_special: impl Fn(u8, u8) -> bool + Copy) -> Option<usize> {
    let (&last, firsts) = bytes.split_last()?;
    find_zipped(firsts, &bytes[1..], is_special).or_else(|| is_special(last, after_last).then_some(firsts.len()))
}

/// Returns the position of the first special pair of `bytes` and `next`, which have the same length.
#[inline(always)]
fn find_zipped(bytes: &[u8], next: &[u8], is_special: impl Fn(u8, u8) -> bool + Copy) -> Option<usize> {
    let len = bytes.len();
    let mut at = 0;
    while let (Some(block), Some(next)) = (bytes[at..].first_chunk(), next[at..].first_chunk()) {
        if let Some(found) = find_in(*block, *next, is_special) {
            return Some(at + found);
        }
        at += BLOCK;
    }
    // The last block may overlap the block before it. In a text shorter than a block, the two copied halves may overlap.
    if at == len {
        None
    } else if let (Some(block), Some(next)) = (bytes.last_chunk(), next.last_chunk()) {
        find_in(*block, *next, is_special).map(|found| len - BLOCK + found)
    } else if let (Some(block), Some(next)) = (first_and_last::<8>(bytes), first_and_last::<8>(next)) {
        find_in(block, next, is_special).map(|found| if found < 8 { found } else { len + found - 16 })
    } else if let (Some(block), Some(next)) = (first_and_last::<4>(bytes), first_and_last::<4>(next)) {
        find_in(block, next, is_special).map(|found| if found < 4 { found } else { len + found - 8 })
    } else {
        bytes.iter().zip(next).position(|(&byte, &next)| is_special(byte, next))
    }
}

/// Returns the union of `bits` over all bytes, without branches.
#[inline(always)]
pub(super) fn bits_of(bytes: &[u8], bits: impl Fn(u8) -> u8 + Copy) -> u8 {
    let (blocks, rest) = bytes.as_chunks::<BLOCK>();
    let mut all = [0; BLOCK];
    let mut add = |block: &[u8; BLOCK]| all = core::array::from_fn(|at| all[at] | bits(block[at]));
    blocks.iter().for_each(&mut add);
    // The last block may overlap the block before it. In a text shorter than a block, the two copied halves may overlap.
    if rest.is_empty() {
    } else if let Some(block) = bytes.last_chunk() {
        add(block);
    } else if let Some(block) = first_and_last::<8>(bytes).or_else(|| first_and_last::<4>(bytes)) {
        add(&block);
    } else {
        return rest.iter().fold(0, |all, &byte| all | bits(byte));
    }
    all.iter().fold(0, |all, &bits| all | bits)
}

/// Writes text with replacements. `is_special` is a branch-free test for bytes that may start a replaced part. At such a byte,
/// `replacement` returns the length in bytes of the part and the text to write instead, or `None` to keep the byte.
pub(super) fn write_replaced<W: Write>(
    text: &str,
    is_special: impl Fn(u8) -> bool + Copy,
    replacement: impl Fn(&[u8]) -> Option<(usize, &'static str)>,
    out: &mut W,
) -> fmt::Result {
    let bytes = text.as_bytes();
    let (mut written, mut at) = (0, 0);
    while let Some(found) = find(&bytes[at..], is_special) {
        at += found;
        let Some((len, replacement)) = replacement(&bytes[at..]) else {
            at += 1;
            continue;
        };
        out.write_str(&text[written..at])?;
        out.write_str(replacement)?;
        at += len;
        written = at;
    }
    out.write_str(&text[written..])
}

#[cfg(test)]
mod tests {
    use super::{bits_of, find, find_pair};

    #[test]
    fn collects_the_bits_of_bytes_at_every_position_and_length() {
        let bits = |byte: u8| u8::from(byte == b'&') | u8::from(byte == b'<') << 1;
        for len in 0..50 {
            assert_eq!(bits_of(&vec![b'a'; len], bits), 0);
            for first in 0..len {
                let mut bytes = vec![b'a'; len];
                bytes[first] = b'&';
                assert_eq!(bits_of(&bytes, bits), 1);
                for second in first + 1..len {
                    bytes[second] = b'<';
                    assert_eq!(bits_of(&bytes, bits), 3);
                    bytes[second] = b'a';
                }
            }
        }
    }

    #[test]
    fn finds_the_first_special_byte_at_every_position_and_length() {
        for len in 0..50 {
            assert_eq!(find(&vec![b'a'; len], |byte| byte == b'&'), None);
            for first in 0..len {
                for second in first..len {
                    let mut bytes = vec![b'a'; len];
                    bytes[first] = b'&';
                    bytes[second] = b'&';
                    assert_eq!(find(&bytes, |byte| byte == b'&'), Some(first));
                }
            }
        }
    }

    #[test]
    fn finds_the_first_pair_at_every_position_and_length() {
        let is_pair = |first, second| first == b'&' && second != b'b';
        for len in 0..50 {
            assert_eq!(find_pair(&vec![b'a'; len], b'a', is_pair), None);
            for first in 0..len {
                let mut bytes = vec![b'a'; len];
                bytes[first] = b'&';
                assert_eq!(find_pair(&bytes, b'a', is_pair), Some(first));
                if let Some(next) = bytes.get_mut(first + 1) {
                    *next = b'b';
                    assert_eq!(find_pair(&bytes, b'a', is_pair), None);
                }
            }
        }
    }
}
