//! Replacing characters in what is written: one function says which bytes to look at, another what is written in their place.

use core::fmt::{self, Write};

/// The number of bytes that are looked at at once.
const BLOCK: usize = 16;

/// Whether one of the bytes that are asked for is in a block. Without branches, so that compilers make vectors of it.
#[inline(always)]
fn is_in(block: &[u8; BLOCK], is_special: impl Fn(u8) -> bool) -> bool {
    block.map(|byte| u8::from(is_special(byte))) != [0; BLOCK]
}

/// Returns all bytes of a short text, some of them twice.
#[inline(always)]
fn block_of(bytes: &[u8]) -> Option<[u8; BLOCK]> {
    let mut block = [0; BLOCK];
    if let (Some(first), Some(last)) = (bytes.first_chunk::<8>(), bytes.last_chunk::<8>()) {
        block[..8].copy_from_slice(first);
        block[8..].copy_from_slice(last);
    } else if let (Some(first), Some(last)) = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        // All four parts, so that no byte of the block is one that is not there.
        for part in block.chunks_exact_mut(8) {
            part[..4].copy_from_slice(first);
            part[4..].copy_from_slice(last);
        }
    } else {
        return None;
    }
    Some(block)
}

/// Returns the position of the first of the bytes that are asked for.
#[inline(always)]
pub(super) fn find(bytes: &[u8], is_special: impl Fn(u8) -> bool + Copy) -> Option<usize> {
    let mut at = 0;
    while let Some(block) = bytes[at..].first_chunk() {
        if is_in(block, is_special) {
            break;
        }
        at += BLOCK;
    }
    let rest = &bytes[at..];
    if rest.len() < BLOCK {
        // The last block overlaps the one before it.
        let last = bytes.last_chunk().copied().or_else(|| block_of(rest));
        if last.is_some_and(|block| !is_in(&block, is_special)) {
            return None;
        }
    }
    rest.iter().position(|&byte| is_special(byte)).map(|found| at + found)
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
    use super::find;

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
}
