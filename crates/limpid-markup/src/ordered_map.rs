//! An ordered map of numbers that is compiled once, here, for all that rarely need one. `cargo xtask weight` is the benchmark.

use crate::SecretHash;

/// A map of numbers in order: a treap in a list, a sixth of the code of the standard library's B-tree. Each
/// method takes logarithmic time, whatever the input, as the hashes that balance the tree are secret.
///
/// ```text
/// in order:  all keys below a node's lesser side < its key < all keys below its greater side
/// balanced:  hash(key of a node) >= hash(key of a node below it)
/// ```
///
/// ```
/// let mut map = limpid_markup::OrderedMap::default();
/// map.insert(7, 70);
/// map.insert(9, 90);
/// assert_eq!((map.get(7), map.up_to(8), map.from(8)), (Some(70), Some((7, 70)), Some((9, 90))));
/// assert_eq!((map.remove(7), map.remove(7), map.is_empty()), (Some(70), None, false));
/// ```
#[derive(Default)]
pub struct OrderedMap {
    /// The first is no entry: the tree hangs at its lesser side, the removed nodes at its greater side.
    nodes: Vec<Node>,
}

/// An entry.
#[derive(Clone, Copy, Default)]
struct Node {
    key: u128,
    value: u64,
    /// The nodes at both sides, 0 for none.
    below: [usize; 2],
}

/// The side of lesser keys in [`Node::below`].
const LESSER: usize = 0;
/// The side of greater keys.
const GREATER: usize = 1;

/// Returns the number of a key that balances the tree.
fn hash(key: u128) -> u64 {
    SecretHash.of_number(SecretHash.of_number((key >> 64) as u64) ^ key as u64)
}

impl OrderedMap {
    /// Returns the value of a key.
    ///
    /// ```
    /// assert_eq!(limpid_markup::OrderedMap::default().get(7), None);
    /// ```
    pub fn get(&self, key: u128) -> Option<u64> {
        self.up_to(key).filter(|(found, _)| *found == key).map(|(_, value)| value)
    }

    /// Gives a key a value.
    ///
    /// ```
    /// let mut map = limpid_markup::OrderedMap::default();
    /// map.insert(7, 70);
    /// assert_eq!(map.get(7), Some(70));
    /// ```
    pub fn insert(&mut self, key: u128, value: u64) {
        if self.nodes.is_empty() {
            self.nodes.push(Node::default());
        }
        let hash_of_key = hash(key);
        let (mut above, mut side) = (0, LESSER);
        let mut below = loop {
            let at = self.nodes[above].below[side];
            if at == 0 || hash(self.nodes[at].key) < hash_of_key {
                break at;
            }
            if self.nodes[at].key == key {
                self.nodes[at].value = value;
                return;
            }
            (above, side) = (at, self.side(at, key));
        };
        let new = self.make_node(Node { key, value, below: [0; 2] });
        self.nodes[above].below[side] = new;
        // Splits what was there: the ends of both sides take what comes next.
        let mut ends = [(new, LESSER), (new, GREATER)];
        while below != 0 {
            let next = self.side(below, key);
            let (end, side) = ends[1 - next];
            self.nodes[end].below[side] = below;
            ends[1 - next] = (below, next);
            below = self.nodes[below].below[next];
        }
        for (end, side) in ends {
            self.nodes[end].below[side] = 0;
        }
    }

    /// Returns the side of a node where a key is that is not its own.
    fn side(&self, node: usize, key: u128) -> usize {
        if key < self.nodes[node].key { LESSER } else { GREATER }
    }

    fn make_node(&mut self, node: Node) -> usize {
        match self.nodes[0].below[GREATER] {
            0 => {
                self.nodes.push(node);
                self.nodes.len() - 1
            }
            removed => {
                self.nodes[0].below[GREATER] = self.nodes[removed].below[GREATER];
                self.nodes[removed] = node;
                removed
            }
        }
    }

    /// Removes a key, and returns its value.
    ///
    /// ```
    /// assert_eq!(limpid_markup::OrderedMap::default().remove(7), None);
    /// ```
    pub fn remove(&mut self, key: u128) -> Option<u64> {
        let (mut above, mut side) = (0, LESSER);
        let removed = loop {
            let at = self.nodes.get(above)?.below[side];
            if at == 0 {
                return None;
            }
            if self.nodes[at].key == key {
                break at;
            }
            (above, side) = (at, self.side(at, key));
        };
        let [mut lesser, mut greater] = self.nodes[removed].below;
        // Joins what is below: the node with the greater hash comes first.
        while lesser != 0 && greater != 0 {
            if hash(self.nodes[lesser].key) >= hash(self.nodes[greater].key) {
                self.nodes[above].below[side] = lesser;
                (above, side) = (lesser, GREATER);
                lesser = self.nodes[lesser].below[GREATER];
            } else {
                self.nodes[above].below[side] = greater;
                (above, side) = (greater, LESSER);
                greater = self.nodes[greater].below[LESSER];
            }
        }
        self.nodes[above].below[side] = lesser.max(greater);
        self.nodes[removed].below[GREATER] = self.nodes[0].below[GREATER];
        self.nodes[0].below[GREATER] = removed;
        Some(self.nodes[removed].value)
    }

    /// Returns the last entry whose key is not above this one.
    ///
    /// ```
    /// assert_eq!(limpid_markup::OrderedMap::default().up_to(7), None);
    /// ```
    pub fn up_to(&self, key: u128) -> Option<(u128, u64)> {
        self.nearest(key, LESSER)
    }

    /// Returns the first entry whose key is not below this one.
    ///
    /// ```
    /// assert_eq!(limpid_markup::OrderedMap::default().from(7), None);
    /// ```
    pub fn from(&self, key: u128) -> Option<(u128, u64)> {
        self.nearest(key, GREATER)
    }

    /// Returns the entry of a key, or the next one on a side of it.
    fn nearest(&self, key: u128, side: usize) -> Option<(u128, u64)> {
        let mut nearest = None;
        let mut at = self.nodes.first()?.below[LESSER];
        while at != 0 {
            let node = &self.nodes[at];
            let next = self.side(at, key);
            if node.key == key {
                return Some((key, node.value));
            }
            if next != side {
                nearest = Some((node.key, node.value));
            }
            at = node.below[next];
        }
        nearest
    }

    /// Returns the entries in order.
    fn entries(&self) -> impl Iterator<Item = (u128, u64)> {
        core::iter::successors(self.from(0), |(key, _)| self.from(key.checked_add(1)?))
    }

    /// Returns whether it has no entry.
    ///
    /// ```
    /// assert!(limpid_markup::OrderedMap::default().is_empty());
    /// ```
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.nodes.first().is_none_or(|first| first.below[LESSER] == 0)
    }
}

impl Clone for OrderedMap {
    // Not derived: that would be compiled by all who call it.
    #[inline(never)]
    fn clone(&self) -> OrderedMap {
        OrderedMap { nodes: self.nodes.clone() }
    }
}

impl PartialEq for OrderedMap {
    #[inline(never)]
    fn eq(&self, second: &OrderedMap) -> bool {
        self.entries().eq(second.entries())
    }
}

impl core::fmt::Debug for OrderedMap {
    #[inline(never)]
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_map().entries(self.entries()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    impl OrderedMap {
        fn depth(&self) -> usize {
            let (mut depth, mut level) = (0, vec![self.nodes[0].below[LESSER]]);
            while !level.is_empty() {
                level = level.into_iter().filter(|&node| node != 0).flat_map(|node| self.nodes[node].below).collect();
                depth += 1;
            }
            depth - 1
        }
    }

    #[test]
    fn a_map_is_one_of_the_standard_library() {
        let numbers = std::iter::successors(Some(1_u64), |last| {
            Some(last.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1))
        });
        for (few, shift) in [(4, 0), (16, 60), (100, 64), (2_000, 100)] {
            let (mut map, mut model) = (OrderedMap::default(), BTreeMap::new());
            for number in numbers.clone().take(20_000).map(|number| number >> 33) {
                let key = u128::from(number / 3 % few) << shift;
                match number % 3 {
                    0 => assert_eq!(map.remove(key), model.remove(&key)),
                    _ => {
                        map.insert(key, number);
                        model.insert(key, number);
                    }
                }
                let at = u128::from(number / 7 % few) << shift | 1;
                for at in [at, at - 1] {
                    assert_eq!(map.get(at), model.get(&at).copied());
                    assert_eq!(map.up_to(at), model.range(..=at).next_back().map(|(&key, &value)| (key, value)));
                    assert_eq!(map.from(at), model.range(at..).next().map(|(&key, &value)| (key, value)));
                }
                assert_eq!(map.is_empty(), model.is_empty());
            }
            assert!(map.entries().eq(model.iter().map(|(&key, &value)| (key, value))));
            assert!(map.nodes.len() <= few as usize + 1, "nodes are used again");
            assert_eq!(map, map.clone());
            map.insert(0, 7);
            assert_ne!(map, OrderedMap::default());
        }
    }

    #[test]
    fn ascending_and_descending_keys_are_balanced() {
        let (mut up, mut down) = (OrderedMap::default(), OrderedMap::default());
        for key in 0..10_000 {
            up.insert(key, 0);
            down.insert(10_000 - key, 0);
        }
        // The mean is about 31.
        assert!(up.depth() < 60 && down.depth() < 60, "{} {}", up.depth(), down.depth());
    }
}
