//! The hash by which names and numbers of a page are found, with a secret of the process.

use core::hash::{BuildHasher, Hasher};
use std::collections::hash_map::RandomState;
use std::sync::OnceLock;

/// A hash for short names and for numbers by folded multiplication (as in wyhash), with a secret start value, so that colliding names
/// cannot be prepared. The secret is drawn once: a document without names of its own pays nothing for it.
///
/// ```
/// use std::hash::BuildHasher;
/// assert_eq!(limpid_markup::SecretHash.hash_one("data-id"), limpid_markup::SecretHash.hash_one("data-id"));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct SecretHash;

static SECRET: OnceLock<[u64; 2]> = OnceLock::new();

/// Returns the secret of the process, drawn at the first call.
#[inline]
fn secret() -> [u64; 2] {
    match SECRET.get() {
        Some(secret) => *secret,
        None => draw_secret(),
    }
}

#[cold]
fn draw_secret() -> [u64; 2] {
    *SECRET.get_or_init(|| {
        let random = RandomState::new();
        [random.hash_one(0), random.hash_one(1)]
    })
}

impl SecretHash {
    /// Returns the hash of a text, as [`hash_one`](BuildHasher::hash_one) does, compiled once.
    ///
    /// ```
    /// use std::hash::BuildHasher;
    /// use limpid_markup::SecretHash;
    /// assert_eq!(SecretHash.of_text("data-id"), SecretHash.hash_one("data-id"));
    /// ```
    #[inline(never)]
    pub fn of_text(self, text: &str) -> u64 {
        self.hash_one(text)
    }

    /// Returns the hash of a number, compiled once.
    ///
    /// ```
    /// use std::hash::BuildHasher;
    /// use limpid_markup::SecretHash;
    /// assert_eq!(SecretHash.of_number(7), SecretHash.hash_one(7_u64));
    /// ```
    pub fn of_number(self, number: u64) -> u64 {
        self.hash_one(number)
    }
}

impl BuildHasher for SecretHash {
    type Hasher = SecretHasher;

    #[inline]
    fn build_hasher(&self) -> SecretHasher {
        let [state, key] = secret();
        SecretHasher { state, key }
    }
}

/// The state of a [`SecretHash`].
///
/// ```
/// use std::hash::{BuildHasher, Hasher};
/// let mut hasher = limpid_markup::SecretHash.build_hasher();
/// hasher.write(b"data-id");
/// assert_ne!(hasher.finish(), limpid_markup::SecretHash.build_hasher().finish());
/// ```
#[derive(Clone, Debug)]
pub struct SecretHasher {
    state: u64,
    key: u64,
}

impl SecretHasher {
    #[inline]
    fn mix(&mut self, low: u64, high: u64) {
        let product = u128::from(self.state ^ low) * u128::from(self.key ^ high);
        // An odd number is added so that a factor of zero does not make the state forget everything.
        self.state =
            ((product >> 64) as u64 ^ product as u64).wrapping_add(0x9e37_79b9_7f4a_7c15) ^ low.rotate_left(32);
    }
}

#[inline]
fn little_endian(bytes: &[u8]) -> u64 {
    if let Some(bytes) = bytes.first_chunk::<8>() {
        return u64::from_le_bytes(*bytes);
    }
    bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte))
}

/// ```text
/// for each block of 16 bytes (low, high):  state = fold((state ^ low) * (key ^ high)) + odd constant ^ rotated low
/// fold(x: 128 bits) = high half ^ low half
/// ```
impl Hasher for SecretHasher {
    #[inline]
    fn write(&mut self, mut bytes: &[u8]) {
        self.state ^= (bytes.len() as u64).rotate_left(48);
        while bytes.len() > 16 {
            let (block, rest) = bytes.split_at(16);
            self.mix(little_endian(block), little_endian(&block[8..]));
            bytes = rest;
        }
        let (low, high) = bytes.split_at(bytes.len().min(8));
        self.mix(little_endian(low), little_endian(high));
    }

    #[inline]
    fn write_u8(&mut self, _: u8) {
        // The end mark of a string: the length is already in the state.
    }

    #[inline]
    fn finish(&self) -> u64 {
        let product = u128::from(self.state) * 0x9fb2_1c65_1e98_df25_u128;
        (product >> 64) as u64 ^ product as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_spread() {
        let mut low = std::collections::HashSet::new();
        for i in 0..10_000 {
            low.insert(SecretHash.of_text(&format!("data-{i}")) & 0xf_ffff);
        }
        // 10,000 balls in 1,048,576 bins: about 48 collisions.
        assert!(low.len() > 9_850, "{}", low.len());
    }
}
