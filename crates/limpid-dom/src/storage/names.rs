//! The names of a document as numbers, and the hash by which its own names are found.

use core::hash::{BuildHasher, Hasher};
use indexmap::IndexSet;
use limpid_markup::{LocalName, RecentNames};
use std::collections::hash_map::RandomState;
use std::sync::OnceLock;

/// The names of a document as numbers: names that [`LocalName`] knows have their id, below [`LocalName::COUNT`]; the document's
/// own follow, in order of appearance.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    /// Made for the first of them.
    own: Option<Box<OwnNames>>,
}

#[derive(Clone, Debug, Default)]
struct OwnNames {
    set: IndexSet<Box<str>, Seed>,
    recent: RecentNames,
}

impl Names {
    /// Forgets all names and keeps their memory.
    pub(crate) fn recycle(mut self) -> Names {
        if let Some(own) = &mut self.own {
            own.set.clear();
        }
        self
    }

    /// Returns the bytes of memory that its table holds.
    pub(crate) fn memory(&self) -> usize {
        // For each name an entry, with its hash, and an index.
        self.own.as_ref().map_or(0, |own| own.set.capacity() * (size_of::<(usize, Box<str>)>() + size_of::<usize>()))
    }

    /// The number of a name whose id the tokenizer already looked up.
    #[inline]
    pub(crate) fn number(&mut self, name: LocalName, text: &str) -> u32 {
        if name.is_known() { name.index() as u32 } else { self.intern(text) }
    }

    /// The number of a name that [`LocalName`] does not know.
    #[inline(never)]
    pub(crate) fn intern(&mut self, text: &str) -> u32 {
        let OwnNames { set, recent } = &mut **self.own.get_or_insert_default();
        let recent = recent.slot(text.as_bytes());
        if set.get_index(*recent as usize).is_none_or(|name| **name != *text) {
            let index = set.get_index_of(text).unwrap_or_else(|| set.insert_full(text.into()).0);
            *recent = index as u32;
        }
        // No input whose bytes 32 bits can count has so many names.
        LocalName::COUNT as u32 + *recent
    }

    /// The number of any name.
    pub(crate) fn number_of(&mut self, text: &str) -> u32 {
        self.number(LocalName::from_bytes(text.as_bytes()), text)
    }

    /// The number of any name, if the document has it.
    pub(crate) fn find(&self, text: &str) -> Option<u32> {
        let name = LocalName::from_bytes(text.as_bytes());
        if name.is_known() {
            return Some(name.index() as u32);
        }
        self.own.as_ref()?.set.get_index_of(text).and_then(|index| u32::try_from(LocalName::COUNT + index).ok())
    }

    /// The name of a number.
    #[inline]
    pub(crate) fn text(&self, number: u32) -> &str {
        let number = number as usize;
        if number < LocalName::COUNT {
            LocalName::from_index(number).as_str()
        } else {
            self.own.as_ref().and_then(|own| own.set.get_index(number - LocalName::COUNT)).map_or("", |text| text)
        }
    }

    /// Returns a hash of a name and a value, another one in each process.
    pub(crate) fn hash_of(&self, number: u32, value: &str) -> u64 {
        Seed.hash_one((number, value))
    }

    /// The count of numbers.
    pub(crate) fn count(&self) -> usize {
        LocalName::COUNT + self.own.as_ref().map_or(0, |own| own.set.len())
    }
}

/// A hash for short names by folded multiplication (as in wyhash), with a secret start value, so that colliding names cannot be
/// prepared. The secret is drawn once: a document without names of its own pays nothing for it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Seed;

static SEED: OnceLock<[u64; 2]> = OnceLock::new();

impl BuildHasher for Seed {
    type Hasher = NameHasher;

    #[inline]
    fn build_hasher(&self) -> NameHasher {
        let [state, key] = *SEED.get_or_init(|| {
            let random = RandomState::new();
            [random.hash_one(0), random.hash_one(1)]
        });
        NameHasher { state, key }
    }
}

pub(crate) struct NameHasher {
    state: u64,
    key: u64,
}

impl NameHasher {
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
impl Hasher for NameHasher {
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
    fn known_and_own_names() {
        let mut names = Names::default();
        let div = names.number_of("div");
        assert_eq!(div as usize, LocalName::DIV.index());
        let first = names.number_of("x-first");
        let second = names.number(LocalName::UNKNOWN, "x-second-with-a-longer-name");
        assert_eq!((first as usize, second as usize), (LocalName::COUNT, LocalName::COUNT + 1));
        assert_eq!(names.number_of("x-first"), first);
        assert_eq!(names.text(first), "x-first");
        assert_eq!(names.text(second), "x-second-with-a-longer-name");
        assert_eq!(names.text(u32::MAX), "");
        assert_eq!(names.find("x-first"), Some(first));
        assert_eq!(names.find("x-none"), None);
        assert_eq!(names.find("div"), Some(div));
    }

    #[test]
    fn names_that_share_a_slot_keep_their_numbers() {
        let mut names = Names::default();
        let texts: Vec<String> = (0..500).map(|number| format!("x-{number}-x")).collect();
        for _ in 0..3 {
            let numbers = texts.iter().map(|text| names.intern(text) as usize);
            assert!(numbers.eq(LocalName::COUNT..LocalName::COUNT + 500));
        }
    }

    #[test]
    fn hashes_spread() {
        let mut low = std::collections::HashSet::new();
        for i in 0..10_000 {
            low.insert(Seed.hash_one(format!("data-{i}").as_str()) & 0xf_ffff);
        }
        // 10,000 balls in 1,048,576 bins: about 48 collisions.
        assert!(low.len() > 9_850, "{}", low.len());
    }
}
