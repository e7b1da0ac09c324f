//! Replacing characters in what is written: one function says which bytes to look at, another what is written in their place.

use core::fmt::{self, Write};

/// The number of bytes that are looked at at once.
const BLOCK: usize = 16;

/// Returns the position of the first byte of a block that is asked for, each with the one after it. Without branches up to the block's
/// end, so that compilers make vectors of it.
#[inline(always)]
fn find_in(block: [u8; BLOCK], next: [u8; BLOCK], is_special: impl Fn(u8, u8) -> bool) -> Option<usize> {
    let found = core::array::from_fn(|at| u8::from(is_special(block[at], next[at])));
    (found != [0; BLOCK]).then(|| u128::from_le_bytes(found).trailing_zeros() as usize / 8)
}

/// Returns the first and the last bytes of a short text in one block, `N` of them each: all of it, some of it twice.
#[inline(always)]
fn ends_of<const N: usize>(bytes: &[u8]) -> Option<[u8; BLOCK]> {
    let (first, last) = (bytes.first_chunk::<N>()?, bytes.last_chunk::<N>()?);
    let mut block = [0; BLOCK];
    // All of the block, so that no byte of it is one that is not there.
    for part in block.chunks_exact_mut(2 * N) {
        part[..N].copy_from_slice(first);
        part[N..].copy_from_slice(last);
    }
    Some(block)
}

/// Returns the position of the first of the bytes that are asked for.
#[inline(always)]
pub(super) fn find(bytes: &[u8], is_special: impl Fn(u8) -> bool + Copy) -> Option<usize> {
    find_before(bytes, bytes, |byte, _| is_special(byte))
}

/// Returns the position of the first byte that is asked for, each with the one after it, or behind the last one with another.
#[inline(always)]
pub(super) fn find_pair(bytes: &[u8], behind: u8, is_special: impl Fn(u8, u8) -> bool + Copy) -> Option<usize> {
    let (&last, firsts) = bytes.split_last()?;
    find_before(firsts, &bytes[1..], is_special).or_else(|| is_special(last, behind).then_some(firsts.len()))
}

/// Returns the position of the first byte that is asked for, each with one of as many others.
#[inline(always)]
fn find_before(bytes: &[u8], next: &[u8], is_special: impl Fn(u8, u8) -> bool + Copy) -> Option<usize> {
    let len = bytes.len();
    let mut at = 0;
    while let (Some(block), Some(next)) = (bytes[at..].first_chunk(), next[at..].first_chunk()) {
        if let Some(found) = find_in(*block, *next, is_special) {
            return Some(at + found);
        }
        at += BLOCK;
    }
    // The last block overlaps the one before it, or itself.
    if at == len {
        None
    } else if let (Some(block), Some(next)) = (bytes.last_chunk(), next.last_chunk()) {
        find_in(*block, *next, is_special).map(|found| len - BLOCK + found)
    } else if let (Some(block), Some(next)) = (ends_of::<8>(bytes), ends_of::<8>(next)) {
        find_in(block, next, is_special).map(|found| if found < 8 { found } else { len + found - 16 })
    } else if let (Some(block), Some(next)) = (ends_of::<4>(bytes), ends_of::<4>(next)) {
        find_in(block, next, is_special).map(|found| if found < 4 { found } else { len + found - 8 })
    } else {
        bytes.iter().zip(next).position(|(&byte, &next)| is_special(byte, next))
    }
}

/// Returns the bits that `bits` has for any of the bytes. All of them are looked at, without branches.
#[inline(always)]
pub(super) fn bits_of(bytes: &[u8], bits: impl Fn(u8) -> u8 + Copy) -> u8 {
    let (blocks, rest) = bytes.as_chunks::<BLOCK>();
    let mut all = [0; BLOCK];
    let mut add = |block: &[u8; BLOCK]| all = core::array::from_fn(|at| all[at] | bits(block[at]));
    blocks.iter().for_each(&mut add);
    // The last block overlaps the one before it, or itself.
    if rest.is_empty() {
    } else if let Some(block) = bytes.last_chunk() {
        add(block);
    } else if let Some(block) = ends_of::<8>(bytes).or_else(|| ends_of::<4>(bytes)) {
        add(&block);
    } else {
        return rest.iter().fold(0, |all, &byte| all | bits(byte));
    }
    all.iter().fold(0, |all, &bits| all | bits)
}

/// Writes text, and in place of each part that `replacement` finds at a special byte what it returns: the part's length, and what
/// to write. What is special is asked without branches.
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
    fn the_bits_of_a_byte_are_found_at_every_place_of_texts_of_every_length() {
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
    fn finds_the_first_special_byte_at_every_place_of_texts_of_every_length() {
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
    fn finds_the_first_pair_at_every_place_of_texts_of_every_length() {
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
