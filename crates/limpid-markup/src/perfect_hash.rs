//! The hashes of the generated tables. A perfect hash by displacement: one displacement, one probe. `cargo xtask codegen` compiles this
//! same file, so that the tables it searches for and the lookups here cannot drift apart.

/// The hash of a name: of its first sixteen bytes, and of the end and the length of a longer one.
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

/// The hash of a name of up to sixteen bytes, given as two little-endian words.
#[inline]
pub(crate) const fn hash_words(first: u64, second: u64) -> u64 {
    let product = (first ^ second.rotate_left(23)) as u128 * 0xa076_1d64_78bd_642f_u128;
    (product >> 64) as u64 ^ product as u64
}

/// The first sixteen bytes as two little-endian words, with zeros after the end.
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

/// Less than eight bytes as a little-endian word.
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

/// Returns the index of the displacement that a hash uses; `buckets` is a power of two.
#[inline]
pub(crate) const fn bucket(hash: u64, buckets: usize) -> usize {
    (hash >> 48) as usize & (buckets - 1)
}

/// Returns the slot in which a displaced hash has its key; `slots` is a power of two.
#[inline]
pub(crate) const fn slot(hash: u64, displacement: u16, slots: usize) -> usize {
    (hash as usize ^ displacement as usize) & (slots - 1)
}

/// A perfect-hash table by displacement:
///
/// ```text
/// displacement = displacements[high bits of the hash]
/// the key's index = slots[low bits of (hash ^ displacement)]
/// ```
///
/// A displacement was searched for by which the keys of a bucket move to slots of their own.
/// Both slices have a power of two as length. A slot holds the key's index; empty slots hold 0, as index 0 is no key.
pub(crate) struct PerfectHash<'a> {
    pub(crate) displacements: &'a [u16],
    pub(crate) slots: &'a [u16],
}

impl PerfectHash<'_> {
    /// The only key that can have this hash; the caller compares it with what it looks for.
    #[inline]
    pub(crate) fn candidate(&self, hash: u64) -> u16 {
        let displacement = self.displacements[bucket(hash, self.displacements.len())];
        self.slots[slot(hash, displacement, self.slots.len())]
    }
}

/// Returns the slot of the first two bytes of a reference's name in the table of the lengths that need no `;`.
#[inline]
pub(crate) const fn unterminated_slot(first: u8, second: u8) -> usize {
    (first.wrapping_mul(7) ^ second) as usize
}

/// Hashes a word by one multiplication (multiply-shift): the highest `bits` bits of the product are the slot. `cargo codegen`
/// searches for factors by which the words that are used most do not meet; `generated.rs` has them.
#[inline]
pub(crate) const fn multiply_shift(word: u64, factor: u64, bits: u32) -> usize {
    (word.wrapping_mul(factor) >> (64 - bits)) as usize
}

/// The slots of the table of common names, of that of common references, and of the filter of a tag's attributes, as powers
/// of two.
pub(crate) const COMMON_NAME_BITS: u32 = 11;
pub(crate) const COMMON_REFERENCE_BITS: u32 = 10;
pub(crate) const FILTER_BITS: u32 = 6;

/// The number of attributes that have a bit of their own in the filter.
pub(crate) const FILTERED: usize = 32;
