//! Reading fixed-size chunks of the input, also near its end.

use crate::cursor::block::{BLOCK, Block};

/// Returns the `N` bytes at `pos`, or `None` if fewer remain.
///
/// Positions fit in 32 bits, because the feeder limits windows and no position is more than one byte after a window. The cast shows the
/// compiler that no sum wraps, which saves a comparison: 1 to 2 % of all instructions (`cargo xtask bench --part instructions`).
#[inline(always)]
pub fn chunk_at<const N: usize>(bytes: &[u8], pos: usize) -> Option<&[u8; N]> {
    debug_assert!(u32::try_from(pos).is_ok(), "{pos} is not a position");
    let start = pos as u32 as usize;
    match bytes.get(start..start.wrapping_add(N)) {
        Some(chunk) => chunk.first_chunk(),
        None => None,
    }
}

/// Evaluates to a reference to the bytes at a position. Near the end, they are copied to `$copy` and padded with zeros. A function would
/// initialize the copy in each call, which costs 0.1 to 1 % of all instructions.
macro_rules! chunk_or_copy {
    ($bytes:expr, $pos:expr, $copy:ident) => {
        match $crate::cursor::scan::chunk_at($bytes, $pos) {
            Some(chunk) => chunk,
            None => {
                $copy = $crate::cursor::scan::padded_tail($bytes, $pos);
                &$copy
            }
        }
    };
}
pub(crate) use chunk_or_copy;

/// Returns the `N` bytes at `pos`, padded with zeros at the end.
#[inline]
pub(crate) fn padded_chunk<const N: usize>(bytes: &[u8], pos: usize) -> [u8; N] {
    let chunk = bytes.get(pos..).and_then(|rest| rest.first_chunk());
    chunk.copied().unwrap_or_else(|| padded_tail(bytes, pos))
}

/// Returns the remaining bytes at `pos`, fewer than `N`, padded with zeros.
#[cold]
#[inline(never)]
pub(crate) fn padded_tail<const N: usize>(bytes: &[u8], pos: usize) -> [u8; N] {
    let mut padded = [0; N];
    for (byte, &copied) in padded.iter_mut().zip(bytes.get(pos..).unwrap_or_default()) {
        *byte = copied;
    }
    padded
}

/// Returns a mask of the bytes that are `a` or `b`, the lowest bit for the first byte.
#[inline(always)]
pub(crate) fn positions_of2(block: &[u8; BLOCK], a: u8, b: u8) -> u32 {
    let block = Block::new(block);
    (block.equal(a) | block.equal(b)).positions()
}
