//! The names of a document as numbers.

use core::hash::BuildHasher;
pub(crate) use limpid_markup::SecretHash as Seed;
use limpid_markup::{LocalName, RecentNames, Seldom, WordSet};

/// The names of a document as numbers: names that [`LocalName`] knows have their id, below [`LocalName::COUNT`]; the document's
/// own follow, in order of appearance.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    /// Made for the first of them.
    own: Seldom<OwnNames>,
}

#[derive(Clone, Debug, Default)]
struct OwnNames {
    set: WordSet,
    recent: RecentNames,
}

impl Names {
    /// Forgets all names and keeps their memory.
    pub(crate) fn recycle(mut self) -> Names {
        if let Some(own) = &mut *self.own {
            own.set.clear();
        }
        self
    }

    /// Returns the bytes of memory that its table holds.
    pub(crate) fn memory(&self) -> usize {
        self.own.as_ref().map_or(0, |own| own.set.memory())
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
        if set.get(*recent as usize) != Some(text) {
            *recent = set.insert(text).0 as u32;
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
        self.own.as_ref()?.set.position(text).and_then(|index| u32::try_from(LocalName::COUNT + index).ok())
    }

    #[inline]
    pub(crate) fn text(&self, number: u32) -> &str {
        let number = number as usize;
        if number < LocalName::COUNT {
            LocalName::from_index(number).as_str()
        } else {
            self.own.as_ref().and_then(|own| own.set.get(number - LocalName::COUNT)).unwrap_or_default()
        }
    }

    /// Returns a hash of a name and a value, another one in each process.
    pub(crate) fn hash_of(&self, number: u32, value: &str) -> u64 {
        Seed.hash_one((number, value))
    }

    pub(crate) fn count(&self) -> usize {
        LocalName::COUNT + self.own.as_ref().map_or(0, |own| own.set.len())
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
}
