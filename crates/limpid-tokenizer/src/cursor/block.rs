//! Comparisons of 16 bytes at once, with SSE2 if the target has it. All code that depends on the target is in this file.

use core::ops::BitOr;
#[cfg(not(target_feature = "sse2"))]
use portable::{Lanes, and, equal, load, minimum, or, positions, splat, subtract};
#[cfg(target_feature = "sse2")]
use safe_arch::{
    bitand_m128i as and, bitor_m128i as or, cmp_eq_mask_i8_m128i as equal, load_unaligned_m128i as load,
    m128i as Lanes, min_u8_m128i as minimum, move_mask_i8_m128i as positions, set_splat_i8_m128i as splat,
    sub_i8_m128i as subtract,
};

/// The number of bytes in a block.
pub const BLOCK: usize = 16;

/// Sixteen bytes.
#[derive(Clone, Copy)]
pub struct Block(Lanes);

/// The bytes of a [`Block`] for which a comparison is true, as a mask.
#[derive(Clone, Copy)]
pub struct ByteMask(Lanes);

impl Block {
    /// Loads a block.
    #[inline(always)]
    pub fn new(bytes: &[u8; BLOCK]) -> Block {
        Block(load(bytes))
    }

    /// Returns a mask of the bytes that equal `byte`.
    #[inline(always)]
    pub fn equal(self, byte: u8) -> ByteMask {
        ByteMask(equal(self.0, splat(byte as i8)))
    }

    /// Returns a mask of the bytes that are at most `byte`.
    #[inline(always)]
    pub fn at_most(self, byte: u8) -> ByteMask {
        ByteMask(equal(minimum(self.0, splat(byte as i8)), self.0))
    }

    /// Subtracts `byte` from each byte, modulo 256.
    #[inline(always)]
    pub(crate) fn wrapping_sub(self, byte: u8) -> Block {
        Block(subtract(self.0, splat(byte as i8)))
    }

    /// Computes the bitwise AND of each byte with `byte`.
    #[inline(always)]
    pub(crate) fn and(self, byte: u8) -> Block {
        Block(and(self.0, splat(byte as i8)))
    }
}

impl BitOr for ByteMask {
    type Output = ByteMask;

    #[inline(always)]
    fn bitor(self, other: ByteMask) -> ByteMask {
        ByteMask(or(self.0, other.0))
    }
}

impl ByteMask {
    /// Returns a bit for each byte, the lowest bit for the first byte.
    #[inline(always)]
    pub fn positions(self) -> u32 {
        positions(self.0) as u32
    }
}

/// Operations on arrays, which the compiler translates to vector instructions of the target.
#[cfg(any(test, not(target_feature = "sse2")))]
mod portable {
    use super::BLOCK;
    use core::array::from_fn;

    pub(super) type Lanes = [u8; BLOCK];

    #[inline(always)]
    pub(super) fn load(bytes: &Lanes) -> Lanes {
        *bytes
    }

    #[inline(always)]
    pub(super) fn splat(byte: i8) -> Lanes {
        [byte as u8; BLOCK]
    }

    #[inline(always)]
    pub(super) fn equal(a: Lanes, b: Lanes) -> Lanes {
        from_fn(|i| if a[i] == b[i] { 0xff } else { 0 })
    }

    #[inline(always)]
    pub(super) fn minimum(a: Lanes, b: Lanes) -> Lanes {
        from_fn(|i| a[i].min(b[i]))
    }

    #[inline(always)]
    pub(super) fn subtract(a: Lanes, b: Lanes) -> Lanes {
        from_fn(|i| a[i].wrapping_sub(b[i]))
    }

    #[inline(always)]
    pub(super) fn and(a: Lanes, b: Lanes) -> Lanes {
        from_fn(|i| a[i] & b[i])
    }

    #[inline(always)]
    pub(super) fn or(a: Lanes, b: Lanes) -> Lanes {
        from_fn(|i| a[i] | b[i])
    }

    /// Gathers one bit of each lane, which is 0 or 0xff, with a multiplication:
    ///
    /// ```text
    /// word = eight lanes, the first lowest, each & 1
    /// the highest byte of word * 0x0102_0408_1020_4080 has the bit of lane i at i
    /// ```
    #[inline(always)]
    pub(super) fn positions(lanes: Lanes) -> i32 {
        let (halves, _) = lanes.as_chunks::<8>();
        let bits = |half: &[u8; 8]| {
            let word = u64::from_le_bytes(*half) & u64::from_le_bytes([1; 8]);
            (word.wrapping_mul(0x0102_0408_1020_4080) >> 56) as i32
        };
        halves.iter().rev().fold(0, |all, half| all << 8 | bits(half))
    }
}

#[cfg(test)]
mod tests {
    use super::{Block, portable};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn comparisons_match_a_loop(bytes: [u8; 16], byte: u8) {
            let mask = |matches: &dyn Fn(u8) -> bool| (0..16).map(|i| u32::from(matches(bytes[i])) << i).sum::<u32>();
            let block = Block::new(&bytes);
            prop_assert_eq!(block.equal(bytes[7]).positions(), mask(&|b| b == bytes[7]));
            prop_assert_eq!(block.at_most(byte).positions(), mask(&|b| b <= byte));
            prop_assert_eq!(block.wrapping_sub(byte).at_most(9).positions(), mask(&|b| b.wrapping_sub(byte) <= 9));
            prop_assert_eq!(block.and(0xf0).equal(byte & 0xf0).positions(), mask(&|b| b & 0xf0 == byte & 0xf0));
            let either = block.equal(bytes[3]) | block.equal(byte);
            prop_assert_eq!(either.positions(), mask(&|b| b == bytes[3] || b == byte));
        }

        #[test]
        fn portable_operations_match_the_target(a: [u8; 16], b: [u8; 16]) {
            let positions = |lanes| portable::positions(lanes) as u32;
            for byte in b {
                let splat = portable::splat(byte as i8);
                let block = Block::new(&portable::load(&a));
                prop_assert_eq!(positions(portable::equal(a, splat)), block.equal(byte).positions());
                prop_assert_eq!(positions(portable::equal(portable::minimum(a, splat), a)), block.at_most(byte).positions());
                let either = portable::or(portable::equal(a, splat), portable::equal(a, portable::splat(0)));
                prop_assert_eq!(positions(either), (block.equal(byte) | block.equal(0)).positions());
                prop_assert_eq!(
                    positions(portable::equal(portable::subtract(a, splat), portable::and(a, b))),
                    (0..16).map(|i| u32::from(a[i].wrapping_sub(byte) == a[i] & b[i]) << i).sum::<u32>()
                );
            }
        }
    }
}
