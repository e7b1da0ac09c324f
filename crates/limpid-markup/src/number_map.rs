//! Maps and sets of numbers and words whose table is compiled once, here: a table of the standard library is compiled anew for each
//! type of entry and in each crate. `cargo xtask weight` is the benchmark.

use crate::SecretHash;

/// The positions of numbers, in the order of their insertion: an open-addressing hash table with linear probing over a list.
///
/// ```text
/// find(key):  at = hash(key) mod slots; until slots[at] is free or of the key: at = at + 1 mod slots
/// ```
///
/// ```
/// let mut numbers = limpid_markup::NumberSet::default();
/// assert_eq!((numbers.insert(70), numbers.insert(80), numbers.insert(70)), ((0, true), (1, true), (0, false)));
/// assert_eq!((numbers.position(80), numbers.position(90)), (Some(1), None));
/// ```
#[derive(Default)]
pub struct NumberSet {
    keys: Vec<u64>,
    /// One more than the position of a key; 0 for a free slot. A power of two, at least a quarter of it free.
    slots: Vec<u32>,
}

const FEWEST_SLOTS: usize = 16;

/// Returns the slot of an entry, or the free one where it would be. There has to be a free one.
#[inline(always)]
fn find_slot(slots: &[u32], hash: u64, is_it: impl Fn(usize) -> bool) -> usize {
    let mask = slots.len() - 1;
    let mut at = hash as usize & mask;
    while let Some(position) = slots[at].checked_sub(1)
        && !is_it(position as usize)
    {
        at = (at + 1) & mask;
    }
    at
}

/// Frees all slots, of which so many were taken. A table that is far larger is dropped, so that this takes no more time than the insertions
/// that made it need it.
fn free_all(slots: &mut Vec<u32>, taken: usize) {
    if slots.len() / FEWEST_SLOTS > taken {
        *slots = Vec::new();
    } else {
        slots.fill(0);
    }
}

impl NumberSet {
    /// Returns the slot of a key, or the free one where it would be. There has to be a free one.
    fn slot(&self, key: u64) -> usize {
        find_slot(&self.slots, SecretHash.of_number(key), |position| self.keys[position] == key)
    }

    /// Returns the position of a number. Constant time.
    ///
    /// ```
    /// assert_eq!(limpid_markup::NumberSet::default().position(7), None);
    /// ```
    #[inline]
    pub fn position(&self, key: u64) -> Option<usize> {
        if self.keys.is_empty() { None } else { self.find(key) }
    }

    #[inline(never)]
    fn find(&self, key: u64) -> Option<usize> {
        self.slots[self.slot(key)].checked_sub(1).map(|position| position as usize)
    }

    /// Inserts a number at the end, unless it is there. Returns its position, and whether it is new. Amortised constant time.
    ///
    /// ```
    /// assert_eq!(limpid_markup::NumberSet::default().insert(7), (0, true));
    /// ```
    #[inline(never)]
    pub fn insert(&mut self, key: u64) -> (usize, bool) {
        if self.keys.len() >= self.slots.len() / 4 * 3 {
            self.grow();
        }
        let slot = self.slot(key);
        match self.slots[slot].checked_sub(1) {
            Some(position) => (position as usize, false),
            None => {
                self.keys.push(key);
                // No input whose bytes 32 bits can count has so many.
                self.slots[slot] = self.keys.len() as u32;
                (self.keys.len() - 1, true)
            }
        }
    }

    fn grow(&mut self) {
        self.slots = vec![0; (self.slots.len() * 2).max(FEWEST_SLOTS)];
        for position in 0..self.keys.len() {
            let slot = self.slot(self.keys[position]);
            self.slots[slot] = position as u32 + 1;
        }
    }

    /// Removes a number; the last one takes its position, which is returned. Constant time.
    ///
    /// ```
    /// let mut numbers = limpid_markup::NumberSet::default();
    /// for number in [70, 80, 90] {
    ///     numbers.insert(number);
    /// }
    /// assert_eq!((numbers.remove(70), numbers.keys()), (Some(0), &[90, 80][..]));
    /// ```
    #[inline(never)]
    pub fn remove(&mut self, key: u64) -> Option<usize> {
        let position = self.position(key)?;
        self.free(self.slot(key));
        let last = *self.keys.last()?;
        if last != key {
            let slot = self.slot(last);
            self.slots[slot] = position as u32 + 1;
        }
        self.keys.swap_remove(position);
        Some(position)
    }

    /// Frees a slot, and moves the keys behind it, up to the next free slot, to where they are found then.
    fn free(&mut self, mut hole: usize) {
        let mask = self.slots.len() - 1;
        let mut at = (hole + 1) & mask;
        while let Some(position) = self.slots[at].checked_sub(1) {
            let home = SecretHash.of_number(self.keys[position as usize]) as usize;
            if at.wrapping_sub(home) & mask >= at.wrapping_sub(hole) & mask {
                self.slots[hole] = self.slots[at];
                hole = at;
            }
            at = (at + 1) & mask;
        }
        self.slots[hole] = 0;
    }

    /// Returns whether a number is there.
    ///
    /// ```
    /// assert!(!limpid_markup::NumberSet::default().contains(7));
    /// ```
    #[inline]
    pub fn contains(&self, key: u64) -> bool {
        self.position(key).is_some()
    }

    /// Returns the numbers, in the order of their insertion if none was removed.
    ///
    /// ```
    /// assert!(limpid_markup::NumberSet::default().keys().is_empty());
    /// ```
    #[inline]
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// Removes all numbers, and keeps the memory, unless it is far more than they needed.
    ///
    /// ```
    /// let mut numbers = limpid_markup::NumberSet::default();
    /// numbers.insert(7);
    /// numbers.clear();
    /// assert!(!numbers.contains(7));
    /// ```
    #[inline(never)]
    pub fn clear(&mut self) {
        free_all(&mut self.slots, self.keys.len());
        self.keys.clear();
    }

    /// Returns the bytes of memory that it holds.
    ///
    /// ```
    /// assert_eq!(limpid_markup::NumberSet::default().memory(), 0);
    /// ```
    pub fn memory(&self) -> usize {
        self.keys.capacity() * size_of::<u64>() + self.slots.capacity() * size_of::<u32>()
    }
}

impl Clone for NumberSet {
    // Not derived: that would be compiled by all who call it.
    #[inline(never)]
    fn clone(&self) -> NumberSet {
        NumberSet { keys: self.keys.clone(), slots: self.slots.clone() }
    }
}

impl core::fmt::Debug for NumberSet {
    #[inline(never)]
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_set().entries(&self.keys).finish()
    }
}

/// A map from numbers to values, by a [`NumberSet`].
///
/// ```
/// let mut names = limpid_markup::NumberMap::default();
/// names.insert(7_u32, "seven");
/// *names.or_default(8_u32) = "eight";
/// assert_eq!((names.get(7_u32), names.get(8_u32), names.get(9_u32)), (Some(&"seven"), Some(&"eight"), None));
/// assert_eq!((names.remove(7_u32), names.get(7_u32)), (Some("seven"), None));
/// ```
#[derive(Clone, Debug)]
pub struct NumberMap<V> {
    keys: NumberSet,
    values: Vec<V>,
}

impl<V> Default for NumberMap<V> {
    fn default() -> NumberMap<V> {
        NumberMap { keys: NumberSet::default(), values: Vec::new() }
    }
}

impl<V> NumberMap<V> {
    /// Returns the value of a number.
    ///
    /// ```
    /// assert_eq!(limpid_markup::NumberMap::<u32>::default().get(7_u32), None);
    /// ```
    pub fn get(&self, key: impl Into<u64>) -> Option<&V> {
        self.values.get(self.keys.position(key.into())?)
    }

    /// Returns the value of a number, to change it.
    ///
    /// ```
    /// assert_eq!(limpid_markup::NumberMap::<u32>::default().get_mut(7_u32), None);
    /// ```
    pub fn get_mut(&mut self, key: impl Into<u64>) -> Option<&mut V> {
        self.values.get_mut(self.keys.position(key.into())?)
    }

    /// Gives a number a value.
    ///
    /// ```
    /// let mut map = limpid_markup::NumberMap::default();
    /// map.insert(7_u32, "seven");
    /// assert_eq!(map.get(7_u32), Some(&"seven"));
    /// ```
    pub fn insert(&mut self, key: impl Into<u64>, value: V) {
        match self.keys.insert(key.into()) {
            (position, false) => self.values[position] = value,
            (_, true) => self.values.push(value),
        }
    }

    /// Returns the value of a number, which is made if it has none.
    ///
    /// ```
    /// assert_eq!(limpid_markup::NumberMap::default().or_insert_with(7_u32, || 1), &1);
    /// ```
    pub fn or_insert_with(&mut self, key: impl Into<u64>, make: impl FnOnce() -> V) -> &mut V {
        let (position, is_new) = self.keys.insert(key.into());
        if is_new {
            self.values.push(make());
        }
        &mut self.values[position]
    }

    /// Returns the value of a number, which is the default if it has none.
    ///
    /// ```
    /// assert_eq!(limpid_markup::NumberMap::<u32>::default().or_default(7_u32), &0);
    /// ```
    pub fn or_default(&mut self, key: impl Into<u64>) -> &mut V
    where
        V: Default,
    {
        self.or_insert_with(key, V::default)
    }

    /// Removes a number, and returns its value.
    ///
    /// ```
    /// assert_eq!(limpid_markup::NumberMap::<u32>::default().remove(7_u32), None);
    /// ```
    pub fn remove(&mut self, key: impl Into<u64>) -> Option<V> {
        let position = self.keys.remove(key.into())?;
        Some(self.values.swap_remove(position))
    }

    /// Returns the numbers, in the order of their insertion if none was removed.
    ///
    /// ```
    /// assert!(limpid_markup::NumberMap::<u32>::default().keys().is_empty());
    /// ```
    #[inline]
    pub fn keys(&self) -> &[u64] {
        self.keys.keys()
    }

    /// Removes the numbers that are not to be kept.
    ///
    /// ```
    /// let mut map = limpid_markup::NumberMap::default();
    /// map.insert(7_u32, "seven");
    /// map.insert(8_u32, "eight");
    /// map.retain(|number| number > 7);
    /// assert_eq!(map.keys(), [8]);
    /// ```
    pub fn retain(&mut self, is_kept: impl Fn(u64) -> bool) {
        let removed: Vec<u64> = self.keys().iter().copied().filter(|&key| !is_kept(key)).collect();
        for key in removed {
            self.remove(key);
        }
    }

    /// Removes all numbers, and keeps the memory, unless it is far more than they needed.
    ///
    /// ```
    /// let mut map = limpid_markup::NumberMap::default();
    /// map.insert(7_u32, "seven");
    /// map.clear();
    /// assert_eq!(map.get(7_u32), None);
    /// ```
    pub fn clear(&mut self) {
        self.keys.clear();
        self.values.clear();
    }
}

/// The numbers with their values, in the order of their insertion if none was removed.
impl<V> IntoIterator for NumberMap<V> {
    type Item = (u64, V);
    type IntoIter = core::iter::Zip<std::vec::IntoIter<u64>, std::vec::IntoIter<V>>;

    fn into_iter(self) -> Self::IntoIter {
        self.keys.keys.into_iter().zip(self.values)
    }
}

/// A set of words, each with its position in the order of insertion: a table as that of a [`NumberSet`].
///
/// ```
/// let mut words = limpid_markup::WordSet::default();
/// assert_eq!((words.insert("a"), words.insert("b"), words.insert("a")), ((0, true), (1, true), (0, false)));
/// assert_eq!((words.position("b"), words.get(1), words.get(2)), (Some(1), Some("b"), None));
/// ```
#[derive(Default)]
pub struct WordSet {
    /// Each word with its hash.
    words: Vec<(u64, Box<str>)>,
    slots: Vec<u32>,
}

impl WordSet {
    #[inline(always)]
    fn slot(&self, hash: u64, word: &str) -> usize {
        find_slot(&self.slots, hash, |position| self.words[position].0 == hash && *self.words[position].1 == *word)
    }

    /// Returns the position of a word. Time in proportion to its length.
    ///
    /// ```
    /// assert_eq!(limpid_markup::WordSet::default().position("a"), None);
    /// ```
    #[inline]
    pub fn position(&self, word: &str) -> Option<usize> {
        if self.words.is_empty() { None } else { self.find(word) }
    }

    #[inline(never)]
    fn find(&self, word: &str) -> Option<usize> {
        self.slots[self.slot(SecretHash.of_text(word), word)].checked_sub(1).map(|position| position as usize)
    }

    /// Inserts a word at the end, unless it is there. Returns its position, and whether it is new.
    ///
    /// ```
    /// assert_eq!(limpid_markup::WordSet::default().insert("a"), (0, true));
    /// ```
    #[inline(never)]
    pub fn insert(&mut self, word: &str) -> (usize, bool) {
        if self.words.len() >= self.slots.len() / 4 * 3 {
            self.grow();
        }
        let hash = SecretHash.of_text(word);
        let slot = self.slot(hash, word);
        match self.slots[slot].checked_sub(1) {
            Some(position) => (position as usize, false),
            None => {
                self.words.push((hash, word.into()));
                // No input whose bytes 32 bits can count has so many.
                self.slots[slot] = self.words.len() as u32;
                (self.words.len() - 1, true)
            }
        }
    }

    #[cold]
    fn grow(&mut self) {
        self.slots = vec![0; (self.slots.len() * 2).max(FEWEST_SLOTS)];
        for (position, (hash, _)) in self.words.iter().enumerate() {
            let slot = find_slot(&self.slots, *hash, |_| false);
            self.slots[slot] = position as u32 + 1;
        }
    }

    /// Returns the word at a position.
    ///
    /// ```
    /// assert_eq!(limpid_markup::WordSet::default().get(0), None);
    /// ```
    #[inline]
    pub fn get(&self, position: usize) -> Option<&str> {
        self.words.get(position).map(|(_, word)| &**word)
    }

    /// Returns the number of words.
    ///
    /// ```
    /// assert_eq!(limpid_markup::WordSet::default().len(), 0);
    /// ```
    #[inline]
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Returns whether there is no word.
    ///
    /// ```
    /// assert!(limpid_markup::WordSet::default().is_empty());
    /// ```
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Removes all words, and keeps the memory of the table, unless it is far more than they needed.
    ///
    /// ```
    /// let mut words = limpid_markup::WordSet::default();
    /// words.insert("a");
    /// words.clear();
    /// assert_eq!(words.position("a"), None);
    /// ```
    #[inline(never)]
    pub fn clear(&mut self) {
        free_all(&mut self.slots, self.words.len());
        self.words.clear();
    }

    /// Returns the bytes of memory that it holds, but for the words.
    ///
    /// ```
    /// assert_eq!(limpid_markup::WordSet::default().memory(), 0);
    /// ```
    pub fn memory(&self) -> usize {
        self.words.capacity() * size_of::<(u64, Box<str>)>() + self.slots.capacity() * size_of::<u32>()
    }
}

impl Clone for WordSet {
    // Not derived: that would be compiled by all who call it.
    #[inline(never)]
    fn clone(&self) -> WordSet {
        WordSet { words: self.words.clone(), slots: self.slots.clone() }
    }
}

impl core::fmt::Debug for WordSet {
    #[inline(never)]
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_set().entries(self.words.iter().map(|(_, word)| word)).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// Numbers from a sequence that is always the same.
    fn numbers() -> impl Iterator<Item = u64> {
        std::iter::successors(Some(1_u64), |last| Some(last.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1)))
            .map(|number| number >> 33)
    }

    #[test]
    fn a_map_is_one_of_the_standard_library() {
        for few in [4, 16, 100, 2_000] {
            let (mut map, mut model) = (NumberMap::default(), BTreeMap::new());
            for (step, number) in numbers().take(20_000).enumerate() {
                let key = number / 3 % few;
                match number % 3 {
                    0 => assert_eq!(map.remove(key), model.remove(&key)),
                    1 => {
                        map.insert(key, step);
                        model.insert(key, step);
                    }
                    _ => assert_eq!(map.or_insert_with(key, || step), model.entry(key).or_insert(step)),
                }
                let other = number / 7 % few;
                assert_eq!(map.get(other), model.get(&other));
                assert_eq!(map.keys().len(), model.len());
            }
            let mut keys = map.keys().to_vec();
            keys.sort_unstable();
            assert!(keys.iter().eq(model.keys()));
            map.clear();
            assert!((0..few).all(|key| map.get(key).is_none()));
        }
    }

    #[test]
    fn words_keep_their_positions() {
        let mut words = WordSet::default();
        for round in 0..2 {
            for number in 0..3_000 {
                assert_eq!(words.insert(&format!("x-{number}")), (number, round == 0));
            }
        }
        assert_eq!((words.len(), words.get(17), words.position("x-3000")), (3_000, Some("x-17"), None));
    }

    #[test]
    fn a_large_table_is_not_cleared_again_and_again() {
        let (mut words, mut numbers) = (WordSet::default(), NumberSet::default());
        for (count, is_kept) in [(3_000_usize, true), (20, false), (20, true)] {
            for number in 0..count {
                words.insert(&format!("x-{number}"));
                numbers.insert(number as u64);
            }
            words.clear();
            numbers.clear();
            assert_eq!([!words.slots.is_empty(), !numbers.slots.is_empty()], [is_kept; 2], "{count}");
            assert_eq!((words.position("x-7"), numbers.position(7)), (None, None));
        }
    }

    #[test]
    fn words_of_one_hash_are_different_words() {
        let mut words = WordSet::default();
        words.insert("a");
        // As if "a" had the hash of "b".
        let hash = SecretHash.of_text("b");
        (words.slots, words.words[0].0) = (vec![0; FEWEST_SLOTS], hash);
        words.slots[hash as usize % FEWEST_SLOTS] = 1;
        assert_eq!(words.position("b"), None);
        assert_eq!((words.insert("b"), words.insert("b")), ((1, true), (1, false)));
    }
}
