//! String interning.

use limpid_markup::NameHashState;
use std::collections::HashMap;
use std::sync::Arc;

/// Strings, each stored once and numbered in the order of insertion.
#[derive(Clone, Debug, Default)]
pub(crate) struct Interner {
    strings: Vec<Arc<str>>,
    numbers: HashMap<Arc<str>, u32, NameHashState>,
}

impl Interner {
    pub(crate) fn get(&self, number: u32) -> Option<&str> {
        self.strings.get(number as usize).map(|string| &**string)
    }

    pub(crate) fn find(&self, string: &str) -> Option<u32> {
        self.numbers.get(string).copied()
    }

    #[inline(never)]
    pub(crate) fn intern(&mut self, string: &str) -> u32 {
        if let Some(number) = self.find(string) {
            return number;
        }
        // The number fits, because an input of less than 2³² bytes contains fewer strings.
        let number = self.strings.len() as u32;
        let string: Arc<str> = string.into();
        self.strings.push(string.clone());
        self.numbers.insert(string, number);
        number
    }

    pub(crate) fn len(&self) -> usize {
        self.strings.len()
    }

    /// Removes all strings. Keeps the hash table unless it is mostly empty, because clearing takes time proportional to its capacity.
    pub(crate) fn clear(&mut self) {
        if self.numbers.capacity() / 16 > self.numbers.len() {
            self.numbers = HashMap::default();
        }
        self.numbers.clear();
        self.strings.clear();
    }

    /// Returns the memory of the tables in bytes, without the strings themselves.
    pub(crate) fn memory(&self) -> usize {
        self.strings.capacity() * size_of::<Arc<str>>() + self.numbers.capacity() * size_of::<(Arc<str>, u32)>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_keep_their_numbers() {
        let mut interner = Interner::default();
        for _ in 0..2 {
            for number in 0..3_000 {
                assert_eq!(interner.intern(&format!("x-{number}")), number);
            }
        }
        assert_eq!((interner.len(), interner.get(17), interner.find("x-3000")), (3_000, Some("x-17"), None));
    }

    #[test]
    fn a_mostly_empty_table_is_dropped() {
        let mut interner = Interner::default();
        for (count, is_kept) in [(3_000, true), (20, false), (20, true)] {
            for number in 0..count {
                interner.intern(&format!("x-{number}"));
            }
            interner.clear();
            assert_eq!((interner.numbers.capacity() > 0, interner.find("x-7")), (is_kept, None), "{count}");
        }
    }
}
