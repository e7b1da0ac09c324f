use crate::{generated, perfect_hash};
use core::fmt;

/// The local name of an element or an attribute as a small id.
///
/// Known names (those of HTML, SVG and MathML, see `data/`) have an id of their own, found by one perfect-hash probe;
/// all others are [`LocalName::UNKNOWN`], and whoever needs them apart keeps the text beside the id.
/// The constants are generated: `LocalName::DIV`, `LocalName::FOREIGN_OBJECT` (`foreignObject`),
/// `LocalName::FOREIGNOBJECT` (`foreignobject`, as a tokenizer sees it).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct LocalName(pub(crate) u16);

impl LocalName {
    /// A name that has no id.
    pub const UNKNOWN: LocalName = LocalName(0);

    /// How many ids there are, [`LocalName::UNKNOWN`] included; every [`index`](Self::index) is below it.
    pub const COUNT: usize = generated::NAMES.len();

    /// The id of exactly these bytes (case matters: tag names arrive lowercased), or [`LocalName::UNKNOWN`].
    #[inline]
    pub fn from_bytes(name: &[u8]) -> LocalName {
        let id = generated::NAME_TABLE.candidate(perfect_hash::hash(name));
        if generated::NAMES[id as usize].as_bytes() == name { LocalName(id) } else { LocalName::UNKNOWN }
    }

    /// The id of a name of up to sixteen bytes, given as two little-endian words: its first eight bytes and the others,
    /// with zeros behind the end. Quicker than [`from_bytes`](Self::from_bytes) for who has the words at hand.
    ///
    /// ```
    /// use limpid_markup::LocalName;
    /// assert_eq!(LocalName::from_words(u64::from(b'p'), 0), LocalName::P);
    /// assert_eq!(LocalName::from_words(u64::from(b'p'), 1), LocalName::UNKNOWN);
    /// ```
    #[inline]
    pub fn from_words(first: u64, second: u64) -> LocalName {
        let id = generated::NAME_TABLE.candidate(perfect_hash::hash_words(first, second));
        if WORDS[id as usize] == [first, second] { LocalName(id) } else { LocalName::UNKNOWN }
    }

    /// The name's text; empty for [`LocalName::UNKNOWN`].
    #[inline]
    pub fn as_str(self) -> &'static str {
        generated::NAMES[self.0 as usize]
    }

    /// The id as a number, for tables.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The name of an [`index`](Self::index), or [`LocalName::UNKNOWN`] for a number that is none.
    #[inline]
    pub const fn from_index(index: usize) -> LocalName {
        if index < Self::COUNT { LocalName(index as u16) } else { LocalName::UNKNOWN }
    }

    /// Whether the name has an id.
    #[inline]
    pub const fn is_known(self) -> bool {
        self.0 != 0
    }
}

/// The names as [`LocalName::from_words`] sees them. Longer ones have words that no name has.
static WORDS: [[u64; 2]; LocalName::COUNT] = {
    let mut table = [[u64::MAX; 2]; LocalName::COUNT];
    let mut id = 0;
    while id < LocalName::COUNT {
        let name = generated::NAMES[id].as_bytes();
        if name.len() <= 16 {
            table[id] = perfect_hash::words(name);
        }
        id += 1;
    }
    table
};

impl fmt::Debug for LocalName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_known() { self.as_str() } else { "(unknown)" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(LocalName::from_words(0, 0), LocalName::UNKNOWN);
        assert_eq!(LocalName::from_bytes(&[b'a'; 1000]), LocalName::UNKNOWN);
    }
}
