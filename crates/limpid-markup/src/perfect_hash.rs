//! The hash behind the generated perfect-hash tables: one displacement, one probe. `cargo xtask codegen` compiles this
//! same file, so that the tables it searches for and the lookups here cannot drift apart.

/// Mixes the first, middle and last eight bytes and the length: enough to tell all names of the tables apart, which
/// `cargo xtask codegen` checks.
#[inline]
pub(crate) const fn hash(bytes: &[u8]) -> u64 {
    let len = bytes.len();
    let (first, last) = if len >= 8 {
        // `requiredextensions` and `requiredExtensions` differ only in the middle.
        (word(bytes, 0), word(bytes, len - 8) ^ word(bytes, (len - 8) / 2).rotate_left(17))
    } else {
        let mut word = 0;
        let mut i = 0;
        while i < len {
            word |= (bytes[i] as u64) << (8 * i);
            i += 1;
        }
        (word, word)
    };
    let mixed = (first ^ last.rotate_left(29) ^ len as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ (mixed >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93)
}

const fn word(bytes: &[u8], at: usize) -> u64 {
    let mut word = 0;
    let mut i = 0;
    while i < 8 {
        word |= (bytes[at + i] as u64) << (8 * i);
        i += 1;
    }
    word
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
