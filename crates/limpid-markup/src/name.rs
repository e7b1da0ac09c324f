//! Local names as ids: by one multiplication for most, by a perfect hash for the others.

use crate::generated::{COMMON_NAMES, MOST_USED_ATTRIBUTES, NAME_WORDS};
use crate::perfect_hash::{COMMON_NAME_BITS, FILTER_BITS};
use crate::{Namespace, generated, perfect_hash};
use core::fmt;

/// The local name of an element or an attribute as a small id.
///
/// Known names (those of HTML, SVG and MathML, see `data/`) have an id of their own, found by one perfect-hash probe;
/// all others are [`LocalName::UNKNOWN`], and code that tells them apart keeps the text beside the id.
/// The constants are generated: `LocalName::DIV`, `LocalName::FOREIGN_OBJECT` (`foreignObject`),
/// `LocalName::FOREIGNOBJECT` (`foreignobject`, as a tokenizer sees it).
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
    /// A name that has no id.
    pub const UNKNOWN: LocalName = LocalName(0);

    /// The number of ids, [`LocalName::UNKNOWN`] included; every [`index`](Self::index) is below it.
    pub const COUNT: usize = generated::NAMES.len();

    /// The id of exactly these bytes (case matters: tag names arrive lowercased), or [`LocalName::UNKNOWN`].
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
            // Zeros at its end are not to be seen in the words, and in no name.
            return if name.last() == Some(&0) { LocalName::UNKNOWN } else { LocalName::from_words(first, second) };
        }
        let id = generated::NAME_TABLE.candidate(perfect_hash::hash(name));
        if generated::NAMES[id as usize].as_bytes() == name { LocalName(id) } else { LocalName::UNKNOWN }
    }

    /// The id of a name of up to sixteen bytes, given as two little-endian words: its first eight bytes and the others,
    /// with zeros after the end. Quicker than [`from_bytes`](Self::from_bytes) for callers that have the words at hand.
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
            _ => LocalName::from_any_words(first, second),
        }
    }

    /// The id of a name of up to eight bytes without ASCII capitals, given as a little-endian word with zeros after the end,
    /// if one multiplication finds it, and its [`filter_bit`](Self::filter_bit); else [`from_words`](Self::from_words) decides.
    ///
    /// A word with a capital is never found here, so a tokenizer can ask with a word as the input holds it: what is found
    /// is in lowercase already.
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
        let common = &COMMON[common_slot(word)];
        (common.word == word).then_some((common.name, 1 << common.filter_shift))
    }

    #[inline(never)]
    fn from_any_words(first: u64, second: u64) -> LocalName {
        let id = generated::NAME_TABLE.candidate(perfect_hash::hash_words(first, second));
        if NAME_WORDS[id as usize] == [first, second] { LocalName(id) } else { LocalName::UNKNOWN }
    }

    /// The name's text; empty for [`LocalName::UNKNOWN`].
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

    /// The id as a number, for tables.
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

    /// The name of an [`index`](Self::index), or [`LocalName::UNKNOWN`] for a number that is none.
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

    /// Returns a bit for a Bloom filter over the attributes of a tag: names without a common bit differ. The most used
    /// attributes have a bit of their own each, so that the filter answers for nearly all tags.
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

    /// Whether the name has an id.
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

const _: () = assert!(perfect_hash::FILTERED <= MOST_USED_ATTRIBUTES.len());

/// A short name that is looked up often.
#[derive(Clone, Copy)]
struct Common {
    word: u64,
    name: LocalName,
    filter_shift: u8,
}

const COMMON_SLOTS: usize = 1 << COMMON_NAME_BITS;

/// One multiplication leads to nearly all names of up to eight bytes without capitals: those that found their slot free, the
/// most used attributes first and then in the order of the ids. It saves the perfect hash half of its instructions, as
/// `cargo xtask bench` shows on every page. No two of the most used attributes and of the elements of HTML meet. A page uses few of
/// the slots, so that the size of the table costs no cache.
static COMMON: [Common; COMMON_SLOTS] = {
    // The word of a slot that stays empty leads to another slot, so nothing is found there.
    let mut table = [Common { word: 0, name: LocalName::UNKNOWN, filter_shift: 0 }; COMMON_SLOTS];
    assert!(common_slot(0) == 0 && common_slot(1) != 0);
    table[0].word = 1;
    let mut index = 0;
    while index < COMMON_NAMES.len() {
        let name = LocalName(COMMON_NAMES[index]);
        let [word, _] = NAME_WORDS[name.index()];
        table[common_slot(word)] = Common { word, name, filter_shift: name.filter_shift() };
        index += 1;
    }
    table
};

#[inline]
const fn common_slot(word: u64) -> usize {
    perfect_hash::multiply_shift(word, generated::COMMON_NAME_FACTOR, COMMON_NAME_BITS)
}

/// Writes the name; nothing for a name without an id.
impl fmt::Display for LocalName {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Reads a name that has an id.
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

/// The error of parsing a name that is not in a fixed list: a [`LocalName`] that is not built in, or no
/// [`ErrorCode`](crate::ErrorCode).
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
        f.write_str("the name is not in the list; compare it as text")
    }
}

impl core::error::Error for UnknownName {}

impl fmt::Debug for LocalName {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_known() { self.as_str() } else { "(unknown)" })
    }
}

/// An attribute name that belongs to a namespace on a foreign element:
/// [adjust foreign attributes](https://html.spec.whatwg.org/multipage/parsing.html#adjust-foreign-attributes).
///
/// ```
/// use limpid_markup::{LocalName, adjust_foreign_attribute};
/// let attribute = adjust_foreign_attribute(LocalName::from_bytes(b"xml:lang")).unwrap();
/// assert_eq!((attribute.prefix, attribute.local_name.as_str()), ("xml", "lang"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ForeignAttribute {
    /// `xlink`, `xml`, `xmlns`, or empty.
    pub prefix: &'static str,
    /// The name after the prefix.
    pub local_name: LocalName,
    /// The namespace that the attribute is in.
    pub namespace: Namespace,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_use_are_found_at_once() {
        let tags = (1..=LocalName::SVG.index()).map(LocalName::from_index);
        for name in tags.chain(MOST_USED_ATTRIBUTES) {
            let [word, second] = perfect_hash::words(name.as_str().as_bytes());
            if second == 0 {
                assert_eq!(LocalName::from_common_word(word), Some((name, name.filter_bit())));
            }
        }
    }

    #[test]
    fn the_most_used_attributes_have_a_bit_of_their_own() {
        let bits = MOST_USED_ATTRIBUTES.iter().take(perfect_hash::FILTERED).map(|name| name.filter_bit());
        assert_eq!(bits.fold(0, |all: u64, bit| all | bit).count_ones() as usize, perfect_hash::FILTERED);
    }

    #[test]
    fn names_with_capitals_are_not_found_at_once() {
        for name in (1..LocalName::COUNT).map(LocalName::from_index) {
            let [word, second] = perfect_hash::words(name.as_str().as_bytes());
            if second == 0 && name.as_str().bytes().any(|byte| byte.is_ascii_uppercase()) {
                assert_eq!(LocalName::from_common_word(word), None, "{name:?}");
            }
        }
    }

    #[test]
    fn every_name_finds_itself_and_nothing_else() {
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
