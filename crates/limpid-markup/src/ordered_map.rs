//! An ordered map of numbers that is compiled once, here, for all that rarely need one. `cargo xtask weight` is the benchmark.

use core::ops::Bound;
use std::collections::{BTreeMap, btree_map};

/// A map of numbers in order: a B-tree, whose code is compiled once and not by each crate and for each type of entry. Each method takes
/// logarithmic time.
///
/// ```
/// let mut map = limpid_markup::OrderedMap::default();
/// map.insert(7, 70);
/// map.insert(9, 90);
/// assert_eq!((map.get(7), map.up_to(8), map.from(8)), (Some(70), Some((7, 70)), Some((9, 90))));
/// assert_eq!((map.remove(7), map.remove(7), map.is_empty()), (Some(70), None, false));
/// ```
#[derive(Default)]
pub struct OrderedMap(BTreeMap<u128, u64>);

impl OrderedMap {
    /// Returns the value of a key.
    ///
    /// ```
    /// assert_eq!(limpid_markup::OrderedMap::default().get(7), None);
    /// ```
    pub fn get(&self, key: u128) -> Option<u64> {
        self.0.get(&key).copied()
    }

    /// Gives a key a value.
    ///
    /// ```
    /// let mut map = limpid_markup::OrderedMap::default();
    /// map.insert(7, 70);
    /// assert_eq!(map.get(7), Some(70));
    /// ```
    pub fn insert(&mut self, key: u128, value: u64) {
        self.0.insert(key, value);
    }

    /// Removes a key, and returns its value.
    ///
    /// ```
    /// assert_eq!(limpid_markup::OrderedMap::default().remove(7), None);
    /// ```
    pub fn remove(&mut self, key: u128) -> Option<u64> {
        self.0.remove(&key)
    }

    /// Returns the last entry whose key is not above this one.
    ///
    /// ```
    /// assert_eq!(limpid_markup::OrderedMap::default().up_to(7), None);
    /// ```
    pub fn up_to(&self, key: u128) -> Option<(u128, u64)> {
        self.within(Bound::Unbounded, Bound::Included(key)).next_back().map(|(&key, &value)| (key, value))
    }

    /// Returns the first entry whose key is not below this one.
    ///
    /// ```
    /// assert_eq!(limpid_markup::OrderedMap::default().from(7), None);
    /// ```
    pub fn from(&self, key: u128) -> Option<(u128, u64)> {
        self.within(Bound::Included(key), Bound::Unbounded).next().map(|(&key, &value)| (key, value))
    }

    fn within(&self, start: Bound<u128>, end: Bound<u128>) -> btree_map::Range<'_, u128, u64> {
        self.0.range((start, end))
    }

    /// Returns whether it has no entry.
    ///
    /// ```
    /// assert!(limpid_markup::OrderedMap::default().is_empty());
    /// ```
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Clone for OrderedMap {
    // Not derived: that would be compiled by all who call it.
    #[inline(never)]
    fn clone(&self) -> OrderedMap {
        OrderedMap(self.0.clone())
    }
}

impl PartialEq for OrderedMap {
    #[inline(never)]
    fn eq(&self, second: &OrderedMap) -> bool {
        self.0 == second.0
    }
}

impl core::fmt::Debug for OrderedMap {
    #[inline(never)]
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.0.fmt(f)
    }
}
