use crate::LocalName;

/// A constant bitset of tag names, for rules of the standard that list elements.
///
/// It contains names without namespaces; the caller checks the namespace. The standard's own sets are generated:
/// `TagSet::SPECIAL`, `TagSet::FORMATTING`, `TagSet::IMPLIED_END_TAGS` and others. Their MathML and SVG parts are sets with names
/// like `TagSet::SPECIAL_MATHML`.
///
/// ```
/// use limpid_markup::{LocalName, TagSet};
/// const LISTS: TagSet = TagSet::of(&[LocalName::UL, LocalName::OL]);
/// assert!(LISTS.contains(LocalName::OL) && !TagSet::SPECIAL.without(LocalName::UL).contains(LocalName::UL));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TagSet(pub(crate) [u64; 4]);

impl TagSet {
    /// Only names with an [`index`](LocalName::index) below this limit can be in a set. `cargo codegen` gives the lowest indices to HTML elements
    /// and to the other names that occur in sets.
    pub const LIMIT: usize = 256;

    /// Makes the set of these names.
    ///
    /// # Panics
    /// Panics if a name's index is 0 or not below [`TagSet::LIMIT`]. For a constant, this is a compile error.
    ///
    /// ```
    /// use limpid_markup::{LocalName, TagSet};
    /// assert_eq!(TagSet::of(&[LocalName::TD, LocalName::TH]).iter().count(), 2);
    /// ```
    pub const fn of(names: &[LocalName]) -> TagSet {
        let mut words = [0; 4];
        let mut i = 0;
        while i < names.len() {
            let index = names[i].index();
            assert!(index != 0 && index < TagSet::LIMIT);
            words[index / 64] |= 1 << (index % 64);
            i += 1;
        }
        TagSet(words)
    }

    /// Returns the row of a name in a table with [`LIMIT`](Self::LIMIT) rows. Names that cannot be in a set share the row of unknown names.
    ///
    /// ```
    /// use limpid_markup::{LocalName, TagSet};
    /// assert_eq!(TagSet::row_of(LocalName::DIV), LocalName::DIV.index());
    /// assert_eq!(TagSet::row_of(LocalName::VIEWBOX), LocalName::UNKNOWN.index());
    /// ```
    #[inline]
    pub const fn row_of(name: LocalName) -> usize {
        if name.index() < TagSet::LIMIT { name.index() } else { LocalName::UNKNOWN.index() }
    }

    /// Returns whether the name is in the set.
    ///
    /// ```
    /// use limpid_markup::{LocalName, TagSet};
    /// assert!(TagSet::FORMATTING.contains(LocalName::B) && !TagSet::FORMATTING.contains(LocalName::P));
    /// ```
    #[inline]
    pub const fn contains(self, name: LocalName) -> bool {
        let index = name.index();
        index < TagSet::LIMIT && self.0[index / 64] >> (index % 64) & 1 != 0
    }

    /// Returns the set without one name.
    ///
    /// ```
    /// use limpid_markup::{LocalName, TagSet};
    /// assert!(!TagSet::IMPLIED_END_TAGS.without(LocalName::P).contains(LocalName::P));
    /// ```
    #[inline]
    pub const fn without(mut self, name: LocalName) -> TagSet {
        let index = name.index();
        if index < TagSet::LIMIT {
            self.0[index / 64] &= !(1 << (index % 64));
        }
        self
    }

    /// Iterates over the names in the set, in id order.
    ///
    /// ```
    /// use limpid_markup::{LocalName, TagSet};
    /// assert!(TagSet::FORMATTING.iter().any(|name| name == LocalName::NOBR));
    /// ```
    pub fn iter(self) -> impl Iterator<Item = LocalName> {
        self.0.into_iter().enumerate().flat_map(|(at, mut word)| {
            core::iter::from_fn(move || {
                let bit = word.trailing_zeros() as usize;
                word &= word.wrapping_sub(1);
                (bit < 64).then(|| LocalName::from_index(64 * at + bit))
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_contains_and_without() {
        const SET: TagSet = TagSet::of(&[LocalName::P, LocalName::XMP]);
        assert!(SET.contains(LocalName::P) && SET.contains(LocalName::XMP));
        assert!(!SET.contains(LocalName::DIV) && !SET.contains(LocalName::UNKNOWN));
        assert!(!SET.without(LocalName::P).contains(LocalName::P));
        assert_eq!(SET.iter().count(), 2);
    }
}
