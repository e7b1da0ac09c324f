//! Bloom filters of the classes and the id of each node, which speed up searches for a class or an id.

use crate::storage::arena::Arena;
use crate::storage::attribute::AttributeRecord;
use crate::storage::node::{MANY, Node};
use limpid_markup::LocalName;

/// Builds a Bloom filter for each node, of its id and the words of its `class`. The filter has 32 bits and one hash function.
///
/// ```text
/// add(node, word):      bits[node] |= 1 << hash(attribute, word)
/// may_have(node, word): bits[node] & 1 << hash(attribute, word) != 0
/// ```
///
/// If the bit is not set, the element does not have the word, and its attributes need not be read. If it is set, the words have to be
/// compared. Few elements have more than three words, so at most 10 % of the elements without the word have the bit set. Elements with
/// [`MANY`] attributes have all bits set.
#[inline]
pub(super) fn word_filters(arena: &Arena, source: &str) -> Vec<u32> {
    let bits_of_record = |record: &AttributeRecord| {
        let value = || arena.text.bytes(source, record.place());
        match LocalName::from_index(record.name as usize) {
            LocalName::ID => word_bit(LocalName::ID, value()),
            LocalName::CLASS => {
                let words = value().split(u8::is_ascii_whitespace);
                words.fold(0, |bits, word| bits | word_bit(LocalName::CLASS, word))
            }
            _ => 0,
        }
    };
    let bits_of_node = |node: &Node| match node.attributes() {
        (_, 0) => 0,
        (_, MANY) => u32::MAX,
        (start, count) => {
            let records = arena.attributes.get(start..start + usize::from(count)).unwrap_or_default();
            records.iter().map(bits_of_record).fold(0, |bits, more| bits | more)
        }
    };
    arena.nodes.iter().map(bits_of_node).collect()
}

/// Returns the bit of a class or an id. Words that differ only in case have the same bit, so that the filter also works in quirks mode.
#[inline]
pub(crate) fn word_bit(attribute: LocalName, word: &[u8]) -> u32 {
    // FNV-1a, then Fibonacci hashing to five bits.
    let hash = |hash: u32, byte: &u8| (hash ^ u32::from(byte | 0x20)).wrapping_mul(0x0100_0193);
    1 << (word.iter().fold(attribute.index() as u32, hash).wrapping_mul(0x9e37_79b9) >> 27)
}
