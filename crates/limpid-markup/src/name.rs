//! Local names as ids. All names are in a perfect hash table. The most common names are also in a table with a faster hash function: one
//! multiplication.

use crate::generated::{COMMON_NAMES, MOST_USED_ATTRIBUTES, NAME_WORDS};
use crate::perfect_hash::{COMMON_NAME_BITS, FILTER_BITS};
use crate::{Namespace, generated, perfect_hash};
use core::fmt;

/// The local name of an element or an attribute as a small id.
///
/// Each name of HTML, SVG and MathML has its own id. All other names have the id [`LocalName::UNKNOWN`], so code that must
/// distinguish them also stores their text.
///
/// The names are constants: `LocalName::DIV`, `LocalName::FOREIGN_OBJECT` (`foreignObject`),
/// `LocalName::FOREIGNOBJECT` (`foreignobject`, the lowercase tag name).
///
/// ```
/// # use limpid_markup as limpid;
/// use limpid::LocalName;
/// assert_eq!(LocalName::from_bytes(b"div"), LocalName::DIV);
/// assert_eq!(LocalName::DIV.to_string(), "div");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct LocalName(pub(crate) u16);

impl LocalName {
    /// The id of all unknown names.
    pub const UNKNOWN: LocalName = LocalName(0);

    /// The number of ids, including [`LocalName::UNKNOWN`]. Every [`index`](Self::index) is below it.
    pub const COUNT: usize = generated::NAMES.len();

    /// Returns the id of a name, or [`LocalName::UNKNOWN`]. The comparison is case-sensitive. Tag names of HTML are lowercase.
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// use limpid::LocalName;
    /// assert_eq!(LocalName::from_bytes(b"href"), LocalName::HREF);
    /// assert_eq!(LocalName::from_bytes(b"HREF"), LocalName::UNKNOWN);
    /// ```
    #[inline]
    pub fn from_bytes(name: &[u8]) -> LocalName {
        if name.len() <= 16 {
            let [first, second] = perfect_hash::words(name);
            // A NUL at the end of the name looks like padding in the words. No known name has one.
            return if name.last() == Some(&0) { LocalName::UNKNOWN } else { LocalName::from_words(first, second) };
        }
        let id = generated::NAME_TABLE.candidate(perfect_hash::hash(name));
        if generated::NAMES[id as usize].as_bytes() == name { LocalName(id) } else { LocalName::UNKNOWN }
    }

    /// Returns the id of a name of up to 16 bytes, given as two little-endian words of 8 bytes, padded with zeros. It is faster than
    /// [`from_bytes`](Self::from_bytes) if the caller already has the words.
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// use limpid::LocalName;
    /// assert_eq!(LocalName::from_words(u64::from(b'p'), 0), LocalName::P);
    /// assert_eq!(LocalName::from_words(u64::from(b'p'), 1), LocalName::UNKNOWN);
    /// ```
    #[inline]
    pub fn from_words(first: u64, second: u64) -> LocalName {
        match LocalName::from_common_word(first) {
            Some((name, _)) if second == 0 => name,
            _ => LocalName::from_words_by_hash(first, second),
        }
    }

    /// Returns the id and the [`filter_bit`](Self::filter_bit) of a common name of up to 8 bytes. The name is given as a little-endian word, padded
    /// with zeros. The lookup takes one multiplication. If it returns `None`, use [`from_words`](Self::from_words), because the name may still have
    /// an id.
    ///
    /// For a name with ASCII capitals, it always returns `None`. So a tokenizer can pass bytes of the input without converting them to lowercase.
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// use limpid::LocalName;
    /// let (viewbox, bit) = LocalName::from_common_word(u64::from_le_bytes(*b"viewbox\0")).unwrap();
    /// assert_eq!((viewbox, bit), (LocalName::VIEWBOX, LocalName::VIEWBOX.filter_bit()));
    /// assert!(LocalName::from_common_word(u64::from_le_bytes(*b"viewBox\0")).is_none());
    /// ```
    #[inline]
    pub fn from_common_word(word: u64) -> Option<(LocalName, u64)> {
        let common = &COMMON_TABLE[common_slot(word)];
        (common.word == word).then_some((common.name, 1 << common.filter_shift))
    }

    #[inline(never)]
    fn from_words_by_hash(first: u64, second: u64) -> LocalName {
        let id = generated::NAME_TABLE.candidate(perfect_hash::hash_words(first, second));
        if NAME_WORDS[id as usize] == [first, second] { LocalName(id) } else { LocalName::UNKNOWN }
    }

    /// Returns the name as text; empty for [`LocalName::UNKNOWN`].
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// use limpid::LocalName;
    /// assert_eq!((LocalName::FOREIGN_OBJECT.as_str(), LocalName::UNKNOWN.as_str()), ("foreignObject", ""));
    /// ```
    #[inline]
    pub const fn as_str(self) -> &'static str {
        generated::NAMES[self.0 as usize]
    }

    /// Returns the id as an index for tables.
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// use limpid::LocalName;
    /// assert_eq!(LocalName::from_index(LocalName::DIV.index()), LocalName::DIV);
    /// ```
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the name with an [`index`](Self::index), or [`LocalName::UNKNOWN`] if there is no such name.
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// use limpid::LocalName;
    /// assert_eq!(LocalName::from_index(usize::MAX), LocalName::UNKNOWN);
    /// ```
    #[inline]
    pub const fn from_index(index: usize) -> LocalName {
        if index < Self::COUNT { LocalName(index as u16) } else { LocalName::UNKNOWN }
    }

    /// Returns the name's bit for a Bloom filter of a tag's attributes. The most common attributes all have different bits. So for nearly all tags,
    /// the filter alone shows that there is no duplicate attribute.
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// use limpid::LocalName;
    /// let filter = LocalName::ID.filter_bit() | LocalName::CLASS.filter_bit();
    /// assert!(filter & LocalName::ID.filter_bit() != 0 && filter & LocalName::HREF.filter_bit() == 0);
    /// ```
    #[inline]
    pub const fn filter_bit(self) -> u64 {
        1 << self.filter_shift()
    }

    const fn filter_shift(self) -> u8 {
        perfect_hash::multiply_shift(self.0 as u64, generated::FILTER_FACTOR, FILTER_BITS) as u8
    }

    /// Returns whether the name has an id, that is, is not [`LocalName::UNKNOWN`].
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// use limpid::LocalName;
    /// assert!(LocalName::from_bytes(b"table").is_known() && !LocalName::from_bytes(b"x-tea").is_known());
    /// ```
    #[inline]
    pub const fn is_known(self) -> bool {
        self.0 != 0
    }
}

const _: () = assert!(perfect_hash::ATTRIBUTES_WITH_OWN_BIT <= MOST_USED_ATTRIBUTES.len());

#[derive(Clone, Copy)]
struct CommonName {
    word: u64,
    name: LocalName,
    filter_shift: u8,
}

const COMMON_SLOTS: usize = 1 << COMMON_NAME_BITS;

/// Names of up to 8 bytes without capitals, indexed by [`common_slot`]. The generated factor makes sure that no two HTML elements or common
/// attributes have the same slot. Other names are in the table if their slot is free.
///
/// A lookup takes half as many instructions as a lookup with the perfect hash. The names in a page use few slots, so most of the table need not be
/// in the cache.
static COMMON_TABLE: [CommonName; COMMON_SLOTS] = {
    // An empty slot contains a word that belongs to another slot, so that no lookup finds it. Slot 0, to which the word 0 belongs, contains 1. All
    // other empty slots contain 0.
    let mut table = [CommonName { word: 0, name: LocalName::UNKNOWN, filter_shift: 0 }; COMMON_SLOTS];
    assert!(common_slot(0) == 0 && common_slot(1) != 0);
    table[0].word = 1;
    let mut index = 0;
    while index < COMMON_NAMES.len() {
        let name = LocalName(COMMON_NAMES[index]);
        let [word, _] = NAME_WORDS[name.index()];
        table[common_slot(word)] = CommonName { word, name, filter_shift: name.filter_shift() };
        index += 1;
    }
    table
};

#[inline]
const fn common_slot(word: u64) -> usize {
    perfect_hash::multiply_shift(word, generated::COMMON_NAME_FACTOR, COMMON_NAME_BITS)
}

/// Writes the name, or nothing for [`LocalName::UNKNOWN`].
impl fmt::Display for LocalName {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Parses a known name.
///
/// ```
/// # use limpid_markup as limpid;
/// use limpid::LocalName;
/// assert_eq!("li".parse(), Ok(LocalName::LI));
/// assert!("my-widget".parse::<LocalName>().is_err());
/// ```
impl core::str::FromStr for LocalName {
    type Err = UnknownName;

    #[inline]
    fn from_str(name: &str) -> Result<LocalName, UnknownName> {
        Some(LocalName::from_bytes(name.as_bytes())).filter(|name| name.is_known()).ok_or(UnknownName)
    }
}

/// The error of parsing a [`LocalName`] or an [`ErrorCode`](crate::ErrorCode) from an unknown name.
///
/// ```
/// # use limpid_markup as limpid;
/// use limpid::{ErrorCode, LocalName, UnknownName};
/// assert_eq!("x-tea".parse::<LocalName>(), Err(UnknownName));
/// assert_eq!("no-tea".parse::<ErrorCode>(), Err(UnknownName));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownName;

impl fmt::Display for UnknownName {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "this name is unknown to limpid, so it has no constant; check the spelling, or keep the name as a string",
        )
    }
}

impl core::error::Error for UnknownName {}

impl fmt::Debug for LocalName {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_known() { self.as_str() } else { "(unknown)" })
    }
}

/// The name of an attribute that has a namespace on foreign elements:
/// [adjust foreign attributes](https://html.spec.whatwg.org/multipage/parsing.html#adjust-foreign-attributes).
///
/// ```
/// use limpid_markup::{LocalName, adjust_foreign_attribute};
/// let attribute = adjust_foreign_attribute(LocalName::from_bytes(b"xml:lang")).unwrap();
/// assert_eq!((attribute.prefix, attribute.local_name.as_str()), ("xml", "lang"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ForeignAttribute {
    /// The prefix: `xlink`, `xml`, `xmlns`, or empty.
    pub prefix: &'static str,
    /// The name without the prefix.
    pub local_name: LocalName,
    /// The namespace of the attribute.
    pub namespace: Namespace,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn from_common_word_finds_elements_and_the_most_used_attributes() {
        let tags = (1..=LocalName::SVG.index()).map(LocalName::from_index);
        for name in tags.chain(MOST_USED_ATTRIBUTES) {
            let [word, second] = perfect_hash::words(name.as_str().as_bytes());
            if second == 0 {
                assert_eq!(LocalName::from_common_word(word), Some((name, name.filter_bit())));
            }
        }
    }

    #[test]
    fn the_most_used_attributes_have_bits_of_their_own() {
        let count = perfect_hash::ATTRIBUTES_WITH_OWN_BIT;
        let bits = MOST_USED_ATTRIBUTES.iter().take(count).map(|name| name.filter_bit());
        assert_eq!(bits.fold(0, |all: u64, bit| all | bit).count_ones() as usize, count);
    }

    #[test]
    fn from_common_word_finds_no_names_with_capitals() {
        for name in (1..LocalName::COUNT).map(LocalName::from_index) {
            let [word, second] = perfect_hash::words(name.as_str().as_bytes());
            if second == 0 && name.as_str().bytes().any(|byte| byte.is_ascii_uppercase()) {
                assert_eq!(LocalName::from_common_word(word), None, "{name:?}");
            }
        }
    }

    #[test]
    fn every_lookup_finds_exactly_its_name() {
        for index in 1..LocalName::COUNT {
            let name = LocalName::from_index(index);
            assert_eq!(LocalName::from_bytes(name.as_str().as_bytes()), name);
            let [first, second] = perfect_hash::words(name.as_str().as_bytes());
            let is_short = name.as_str().len() <= 16;
            assert_eq!(LocalName::from_words(first, second), if is_short { name } else { LocalName::UNKNOWN });
            let longer = format!("{}x-", name.as_str());
            assert_eq!(LocalName::from_bytes(longer.as_bytes()), LocalName::UNKNOWN, "{longer}");
        }
        assert_eq!(LocalName::from_bytes(b""), LocalName::UNKNOWN);
        assert_eq!(LocalName::from_bytes(b"\0"), LocalName::UNKNOWN);
        assert_eq!(LocalName::from_bytes(b"div\0"), LocalName::UNKNOWN);
        assert_eq!(LocalName::from_words(0, 0), LocalName::UNKNOWN);
        assert_eq!(LocalName::from_words(1, 0), LocalName::UNKNOWN);
        assert_eq!(LocalName::from_bytes(&[b'a'; 1000]), LocalName::UNKNOWN);
    }
}
