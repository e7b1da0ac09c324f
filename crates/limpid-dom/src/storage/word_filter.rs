//! Bloom filters of the classes and the id of each node, for selectors that look for one.

use limpid_markup::LocalName;
use std::sync::OnceLock;

/// A Bloom filter of 32 bits and one hash function for each node: the words of its `class`, and its `id`.
///
/// ```text
/// add(node, word):      bits[node] |= 1 << hash(attribute, word)
/// may_have(node, word): bits[node] & 1 << hash(attribute, word) != 0
/// ```
///
/// A cleared bit means that the element has no such word, so that the source, which is far away in memory, need not be read.
/// A set bit falls through to the comparison of the words. That is rare: few elements have more than three words, so that at most a
/// tenth of all are compared for nothing. Pays for `cargo xtask jobs select`.
#[derive(Clone, Debug, Default)]
pub(crate) struct WordFilter {
    /// Set once many nodes were looked through for one word: the second time pays for making the filters.
    was_asked: OnceLock<()>,
    bits: OnceLock<Vec<u32>>,
}

impl WordFilter {
    /// Notes that the attributes of many nodes were looked through.
    #[inline]
    pub(crate) fn ask(&self) {
        self.was_asked.get_or_init(|| ());
    }

    /// Returns the filters of all nodes, if they are known or worth making.
    #[inline]
    pub(crate) fn get(&self, make: impl FnOnce() -> Vec<u32>) -> Option<&[u32]> {
        self.was_asked.get()?;
        Some(self.bits.get_or_init(make))
    }

    /// Whether the filters, if they are known, are right. New nodes have none until one is moved.
    pub(crate) fn is_right(&self, make: impl FnOnce() -> Vec<u32>) -> bool {
        self.bits.get().is_none_or(|bits| make().starts_with(bits))
    }
}

/// The bit of a class or an id. Case makes no difference, as it makes none in quirks mode.
#[inline]
pub(crate) fn word_bit(attribute: LocalName, word: &[u8]) -> u32 {
    // FNV-1a, then Fibonacci hashing to five bits.
    let hash = |hash: u32, byte: &u8| (hash ^ u32::from(byte | 0x20)).wrapping_mul(0x0100_0193);
    1 << (word.iter().fold(attribute.index() as u32, hash).wrapping_mul(0x9e37_79b9) >> 27)
}
