//! The hash behind the generated perfect-hash tables: one displacement, one probe. `cargo xtask codegen` compiles this
//! same file, so that the tables it searches for and the lookups here cannot drift apart.

/// The hash of a name: of its first sixteen bytes, and of the end and the length of a longer one.
#[inline]
pub(crate) const fn hash(bytes: &[u8]) -> u64 {
    let [first, second] = words(bytes, 0);
    if bytes.len() <= 16 {
        return hash_words(first, second);
    }
    let [end, _] = words(bytes, bytes.len() - 8);
    hash_words(first ^ end.rotate_left(29) ^ bytes.len() as u64, second)
}

/// The hash of a name of up to sixteen bytes, given as two little-endian words.
#[inline]
pub(crate) const fn hash_words(first: u64, second: u64) -> u64 {
    let product = (first ^ second.rotate_left(23)) as u128 * 0xa076_1d64_78bd_642f_u128;
    (product >> 64) as u64 ^ product as u64
}

/// Up to sixteen bytes as two little-endian words, with zeros behind the end.
pub(crate) const fn words(bytes: &[u8], at: usize) -> [u64; 2] {
    let mut words = [0; 2];
    let mut i = 0;
    while i < 16 && at + i < bytes.len() {
        words[i / 8] |= (bytes[at + i] as u64) << (8 * (i % 8));
        i += 1;
    }
    words
}

/// Which displacement a hash uses; `buckets` is a power of two.
#[inline]
pub(crate) const fn bucket(hash: u64, buckets: usize) -> usize {
    (hash >> 48) as usize & (buckets - 1)
}

/// Where a displaced hash has its key; `slots` is a power of two.
#[inline]
pub(crate) const fn slot(hash: u64, displacement: u16, slots: usize) -> usize {
    (hash as usize ^ displacement as usize) & (slots - 1)
}

/// A perfect-hash table: the hash's high bits choose a displacement, which moves its low bits to the key's own slot.
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
