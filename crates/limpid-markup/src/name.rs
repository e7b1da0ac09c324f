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
            let longer = format!("{}x-", name.as_str());
            assert_eq!(LocalName::from_bytes(longer.as_bytes()), LocalName::UNKNOWN, "{longer}");
        }
        assert_eq!(LocalName::from_bytes(b""), LocalName::UNKNOWN);
        assert_eq!(LocalName::from_bytes(&[b'a'; 1000]), LocalName::UNKNOWN);
    }
}
