//! Hash functions of the generated tables. `cargo codegen` compiles this file too, so that the tables always match the lookups.

/// Hashes the first 16 bytes of a name. For longer names, it also hashes the last 8 bytes and the length.
#[inline]
pub(crate) const fn hash(bytes: &[u8]) -> u64 {
    let [first, second] = words(bytes);
    match bytes.last_chunk() {
        Some(end) if bytes.len() > 16 => {
            let end = u64::from_le_bytes(*end).rotate_left(29);
            hash_words(first ^ end ^ bytes.len() as u64, second)
        }
        _ => hash_words(first, second),
    }
}

/// Hashes a name of up to 16 bytes, given as two little-endian words.
#[inline]
pub(crate) const fn hash_words(first: u64, second: u64) -> u64 {
    let product = (first ^ second.rotate_left(23)) as u128 * 0xa076_1d64_78bd_642f_u128;
    (product >> 64) as u64 ^ product as u64
}

/// Returns the first 16 bytes as two little-endian words, padded with zeros.
#[inline]
pub(crate) const fn words(bytes: &[u8]) -> [u64; 2] {
    let Some((first, rest)) = bytes.split_first_chunk::<8>() else {
        return [short_word(bytes), 0];
    };
    let second = match rest.first_chunk::<8>() {
        Some(second) => u64::from_le_bytes(*second),
        None => short_word(rest),
    };
    [u64::from_le_bytes(*first), second]
}

/// Returns fewer than 8 bytes as a little-endian word, padded with zeros.
#[inline]
const fn short_word(bytes: &[u8]) -> u64 {
    if let (Some(start), Some(end)) = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        return u32::from_le_bytes(*start) as u64 | (u32::from_le_bytes(*end) as u64) << (8 * (bytes.len() - 4));
    }
    match *bytes {
        [a, b, c] => u32::from_le_bytes([a, b, c, 0]) as u64,
        [a, b] => u16::from_le_bytes([a, b]) as u64,
        [a] => a as u64,
        _ => 0,
    }
}

/// Returns the index of the displacement for a hash; `buckets` is a power of two.
#[inline]
pub(crate) const fn bucket(hash: u64, buckets: usize) -> usize {
    (hash >> 48) as usize & (buckets - 1)
}

/// Returns the slot for a hash and its displacement; `slots` is a power of two.
#[inline]
pub(crate) const fn slot(hash: u64, displacement: u16, slots: usize) -> usize {
    (hash as usize ^ displacement as usize) & (slots - 1)
}

/// A perfect-hash table with displacements. A lookup reads one displacement and one slot:
///
/// ```text
/// displacement = displacements[high bits of the hash]
/// the key's index = slots[low bits of (hash ^ displacement)]
/// ```
///
/// `cargo codegen` searches for displacements that give each key a slot of its own. The lengths of both slices are powers of two.
/// Key indices start at 1; empty slots are 0.
pub(crate) struct PerfectHash<'a> {
    pub(crate) displacements: &'a [u16],
    pub(crate) slots: &'a [u16],
}

impl PerfectHash<'_> {
    /// Returns the index of the only key that can have this hash. The caller must compare the key.
    #[inline]
    pub(crate) fn candidate(&self, hash: u64) -> u16 {
        let displacement = self.displacements[bucket(hash, self.displacements.len())];
        self.slots[slot(hash, displacement, self.slots.len())]
    }
}

/// Returns the slot of a name's first two bytes in `UNTERMINATED_LENGTHS`, the lengths of character references without `;`.
#[inline]
pub(crate) const fn unterminated_slot(first: u8, second: u8) -> usize {
    (first.wrapping_mul(7) ^ second) as usize
}

/// Hashes a word with one multiplication: the highest `bits` bits of the product are the slot. `cargo codegen` searches for factors
/// with which the most common words do not collide.
#[inline]
pub(crate) const fn multiply_shift(word: u64, factor: u64, bits: u32) -> usize {
    (word.wrapping_mul(factor) >> (64 - bits)) as usize
}

// Binary logarithms of the sizes of the tables of common names and common references, and of the attribute filter.
pub(crate) const COMMON_NAME_BITS: u32 = 11;
pub(crate) const COMMON_REFERENCE_BITS: u32 = 10;
pub(crate) const FILTER_BITS: u32 = 6;

/// The number of common attributes whose filter bits all differ.
pub(crate) const ATTRIBUTES_WITH_OWN_BIT: usize = 32;
