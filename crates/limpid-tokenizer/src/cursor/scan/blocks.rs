//! Bytes of the input as blocks and words, near its end, too.

use crate::cursor::block::{BLOCK, Block};

/// Returns the bytes from `pos` on, if there are so many.
///
/// A position has 32 bits, as offsets do: the feeder limits windows, and no position is farther behind one than a byte. Told so, the compiler
/// sees that no sum wraps, and needs one comparison in place of two: 1 to 2 % of all pages (`cargo xtask bench --part instructions`).
#[inline(always)]
pub fn chunk_at<const N: usize>(bytes: &[u8], pos: usize) -> Option<&[u8; N]> {
    debug_assert!(u32::try_from(pos).is_ok(), "{pos} is no position");
    let start = pos as u32 as usize;
    match bytes.get(start..start.wrapping_add(N)) {
        Some(chunk) => chunk.first_chunk(),
        None => None,
    }
}

/// Evaluates to a reference to the bytes from a position on where they are; near the end, to a copy with zeros after it, in a variable
/// that is only set then. A function would have it set each time: 0.1 to 1 % of all pages.
macro_rules! chunk_or_copy {
    ($bytes:expr, $pos:expr, $copy:ident) => {
        match $crate::cursor::scan::chunk_at($bytes, $pos) {
            Some(chunk) => chunk,
            None => {
                $copy = $crate::cursor::scan::last_bytes($bytes, $pos);
                &$copy
            }
        }
    };
}
pub(crate) use chunk_or_copy;

/// Returns the bytes from `pos` on, with zeros after the end.
#[inline]
pub(crate) fn first_bytes<const N: usize>(bytes: &[u8], pos: usize) -> [u8; N] {
    let chunk = bytes.get(pos..).and_then(|rest| rest.first_chunk());
    chunk.copied().unwrap_or_else(|| last_bytes(bytes, pos))
}

/// Returns the bytes from `pos` on where they are fewer than `N`, with zeros after the end.
#[cold]
#[inline(never)]
pub(crate) fn last_bytes<const N: usize>(bytes: &[u8], pos: usize) -> [u8; N] {
    let mut padded = [0; N];
    for (byte, &copied) in padded.iter_mut().zip(bytes.get(pos..).unwrap_or_default()) {
        *byte = copied;
    }
    padded
}

/// Returns a bit for each position of an `a` or a `b`.
#[inline(always)]
pub(crate) fn positions_of2(block: &[u8; BLOCK], a: u8, b: u8) -> u32 {
    let block = Block::new(block);
    (block.equal(a) | block.equal(b)).positions()
}
