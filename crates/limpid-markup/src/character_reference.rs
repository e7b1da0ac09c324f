//! Named character references. All of them are in a perfect hash table. The most common references, named and numeric, are also in a table with a
//! faster hash function: one multiplication.

use crate::generated::MOST_USED_REFERENCES;
use crate::numeric_reference::{self, Dialect};
use crate::perfect_hash::COMMON_REFERENCE_BITS;
use crate::{generated, perfect_hash};

/// One of the 2,231 [named character references](https://html.spec.whatwg.org/multipage/named-characters.html).
///
/// ```
/// let reference = limpid_markup::character_references().find(|reference| reference.name == "euro;").unwrap();
/// assert_eq!(reference.characters, "€");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CharacterReference {
    /// The name without `&`. It includes the `;` if the name has one.
    pub name: &'static str,
    /// The one or two code points that the reference is replaced by.
    pub characters: &'static str,
}

impl CharacterReference {
    /// Returns whether the reference stays literal in an attribute's value. For [historical
    /// reasons](https://html.spec.whatwg.org/multipage/parsing.html#named-character-reference-state), a name without `;` followed by `=` or an
    /// alphanumeric is part of a URL.
    ///
    /// ```
    /// let reference = limpid_markup::longest_character_reference(b"copy=1").unwrap();
    /// assert!(reference.is_literal_in_attribute(Some(&b'=')) && !reference.is_literal_in_attribute(None));
    /// ```
    #[inline]
    pub fn is_literal_in_attribute(&self, next: Option<&u8>) -> bool {
        !self.name.ends_with(';') && next.is_some_and(|byte| *byte == b'=' || byte.is_ascii_alphanumeric())
    }
}

/// The characters that a reference is replaced by.
///
/// ```
/// use limpid_markup::ReferencedCharacters;
/// assert_eq!(ReferencedCharacters::Named("≂̸").as_str(&mut [0; 4]), "≂̸");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReferencedCharacters {
    /// One or two characters of a named reference.
    Named(&'static str),
    /// The character of a numeric reference.
    Numeric(char),
}

impl ReferencedCharacters {
    /// Appends the characters to a string.
    ///
    /// ```
    /// let mut text = "caf".to_owned();
    /// limpid_markup::ReferencedCharacters::Numeric('é').push_to(&mut text);
    /// assert_eq!(text, "café");
    /// ```
    #[inline(always)]
    pub fn push_to(self, text: &mut String) {
        match self {
            ReferencedCharacters::Named(characters) => text.push_str(characters),
            // `push` is inlined; `push_str` of a few bytes would call `memcpy`.
            ReferencedCharacters::Numeric(character) => text.push(character),
        }
    }

    /// Returns the characters as text. A numeric reference is encoded into `buffer`.
    ///
    /// ```
    /// assert_eq!(limpid_markup::ReferencedCharacters::Numeric('é').as_str(&mut [0; 4]), "é");
    /// ```
    #[inline(always)]
    pub fn as_str(self, buffer: &mut [u8; 4]) -> &str {
        match self {
            ReferencedCharacters::Named(characters) => characters,
            ReferencedCharacters::Numeric(character) => character.encode_utf8(buffer),
        }
    }
}

/// Decodes the character reference at the start of a text by the rules of the tokenizer. The text starts with the `&`.
///
/// Returns the characters and the length of the reference in bytes, or `None` if the `&` is literal.
///
/// ```
/// use limpid_markup::{ReferencedCharacters, decode_character_reference};
/// use limpid_markup::numeric_reference::Dialect;
/// let decode = |text: &str| decode_character_reference(text.as_bytes(), Dialect::Html, false);
/// assert_eq!(decode("&eacutes"), Some((ReferencedCharacters::Named("é"), 7)));
/// assert_eq!(decode("&#233;s"), Some((ReferencedCharacters::Numeric('é'), 6)));
/// assert_eq!(decode("& s"), None);
/// ```
pub fn decode_character_reference(
    text: &[u8],
    dialect: Dialect,
    in_attribute: bool,
) -> Option<(ReferencedCharacters, usize)> {
    let rest = text.strip_prefix(b"&")?;
    if rest.first() == Some(&b'#') {
        let reference = numeric_reference::read(rest, dialect)?;
        let (character, _) = numeric_reference::character(reference.code, dialect);
        return Some((ReferencedCharacters::Numeric(character), 1 + reference.length));
    }
    let reference = longest_character_reference(rest)?;
    let is_literal = in_attribute && reference.is_literal_in_attribute(rest.get(reference.name.len()));
    (!is_literal).then_some((ReferencedCharacters::Named(reference.characters), 1 + reference.name.len()))
}

/// The length in bytes of the longest name, including its `;`.
pub const LONGEST_CHARACTER_REFERENCE: usize = generated::LONGEST_CHARACTER_REFERENCE;

/// Returns the reference with exactly this name (without `&`; with `;` if it has one).
///
/// ```
/// use limpid_markup::lookup_character_reference;
/// assert_eq!(lookup_character_reference(b"notin;").unwrap().characters, "∉");
/// assert!(lookup_character_reference(b"notin").is_none());
/// ```
#[inline]
pub fn lookup_character_reference(name: &[u8]) -> Option<CharacterReference> {
    let index = generated::CHARACTER_REFERENCE_TABLE.candidate(perfect_hash::hash(name));
    // Key indices start at 1. Empty slots are 0.
    let (candidate, characters) = *generated::CHARACTER_REFERENCES.get((index as usize).checked_sub(1)?)?;
    (candidate.as_bytes() == name).then_some(CharacterReference { name: candidate, characters })
}

/// Returns the reference with the longest name that is a prefix of a text. The text starts after the `&`.
///
/// If a `;` follows the leading alphanumerics, the first lookup includes it. If that fails, there is one lookup for each possible length of a name
/// without `;`. These names are short.
///
/// ```
/// use limpid_markup::longest_character_reference;
/// assert_eq!(longest_character_reference(b"notin;").unwrap().characters, "∉");
/// assert_eq!(longest_character_reference(b"notit;").unwrap().name, "not");
/// ```
pub fn longest_character_reference(text: &[u8]) -> Option<CharacterReference> {
    let longest = &text[..text.len().min(LONGEST_CHARACTER_REFERENCE)];
    let run = longest.iter().position(|byte| !byte.is_ascii_alphanumeric()).unwrap_or(longest.len());
    if text.get(run) == Some(&b';')
        && let Some(reference) = lookup_character_reference(&text[..=run])
    {
        return Some(reference);
    }
    longest_unterminated_reference(&text[..run])
}

/// Returns the reference with the longest name that has no `;` and is a prefix of `run`, which contains only alphanumerics.
///
/// ```
/// use limpid_markup::longest_unterminated_reference;
/// assert_eq!(longest_unterminated_reference(b"notit").unwrap().characters, "¬");
/// assert!(longest_unterminated_reference(b"hellip").is_none());
/// ```
pub fn longest_unterminated_reference(run: &[u8]) -> Option<CharacterReference> {
    let &[first, second, ..] = run else { return None };
    // Bit `n` is set if a name of `n` bytes without `;` may start with these two bytes. No other lengths need a lookup.
    let mut lengths = generated::UNTERMINATED_LENGTHS[perfect_hash::unterminated_slot(first, second)];
    while let Some(length) = lengths.checked_ilog2() {
        if let Some(reference) = run.get(..length as usize).and_then(lookup_character_reference) {
            return Some(reference);
        }
        lengths ^= 1 << length;
    }
    None
}

/// Returns the character of one of the most used references, named or numeric. It is faster than [`lookup_character_reference`].
///
/// `word` is the reference of up to 8 bytes (without `&`, with `;`) as a little-endian word, padded with zeros. The result is the character,
/// padded with NULs to [`CHARACTER_BLOCK`] bytes, and its length. A caller can copy the whole block and then truncate the copy. This needs no
/// branch on the length, which would be unpredictable.
///
/// ```
/// use limpid_markup::common_character_block;
/// assert_eq!(common_character_block(u64::from_le_bytes(*b"nbsp;\0\0\0")), Some(("\u{a0}\0\0", 2)));
/// assert_eq!(common_character_block(u64::from_le_bytes(*b"#8217;\0\0")), Some(("’\0", 3)));
/// assert_eq!(common_character_block(u64::from_le_bytes(*b"notin;\0\0")), None);
/// ```
#[doc(hidden)]
#[inline]
pub fn common_character_block(word: u64) -> Option<(&'static str, usize)> {
    let common = &COMMON_TABLE[common_slot(word)];
    (common.word == word).then(|| (BLOCKS[usize::from(common.block)], usize::from(common.length)))
}

/// The length in bytes of the blocks that [`common_character_block`] returns.
#[doc(hidden)]
pub const CHARACTER_BLOCK: usize = 4;

#[derive(Clone, Copy)]
struct CommonReference {
    word: u64,
    /// The index in [`BLOCKS`].
    block: u8,
    /// The length of the character in bytes.
    length: u8,
}

const COMMON_SLOTS: usize = 1 << COMMON_REFERENCE_BITS;

#[inline]
const fn common_slot(word: u64) -> usize {
    perfect_hash::multiply_shift(word, generated::COMMON_REFERENCE_FACTOR, COMMON_REFERENCE_BITS)
}

/// The most common references, indexed by [`common_slot`]. The generated factor makes sure that no two of them have the same slot.
static COMMON_TABLE: [CommonReference; COMMON_SLOTS] = {
    // An empty slot contains a word that belongs to another slot, so that no lookup finds it. Slot 0, to which the word 0 belongs, contains 1. All
    // other empty slots contain 0.
    let mut table = [CommonReference { word: 0, block: 0, length: 0 }; COMMON_SLOTS];
    assert!(common_slot(0) == 0 && common_slot(1) != 0);
    table[0].word = 1;
    let mut index = 0;
    while index < MOST_USED_REFERENCES.len() {
        let (word, character) = MOST_USED_REFERENCES[index];
        table[common_slot(word)] = CommonReference { word, block: index as u8, length: character.len_utf8() as u8 };
        index += 1;
    }
    table
};

/// The characters of [`MOST_USED_REFERENCES`] as padded blocks.
static BLOCKS: [&str; 256] = {
    static BYTES: [[u8; CHARACTER_BLOCK]; MOST_USED_REFERENCES.len()] = {
        let mut bytes = [[0; CHARACTER_BLOCK]; MOST_USED_REFERENCES.len()];
        let mut index = 0;
        while index < bytes.len() {
            MOST_USED_REFERENCES[index].1.encode_utf8(&mut bytes[index]);
            index += 1;
        }
        bytes
    };
    let mut blocks = [""; 256];
    let mut index = 0;
    while index < BYTES.len() {
        blocks[index] = match core::str::from_utf8(&BYTES[index]) {
            Ok(block) => block,
            Err(_) => panic!("not UTF-8"),
        };
        index += 1;
    }
    blocks
};

/// Returns all named character references, sorted by name.
///
/// ```
/// assert_eq!(limpid_markup::character_references().count(), 2231);
/// ```
pub fn character_references() -> impl Iterator<Item = CharacterReference> {
    generated::CHARACTER_REFERENCES.iter().map(|&(name, characters)| CharacterReference { name, characters })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn common_character(word: u64) -> Option<char> {
        common_character_block(word)?.0.chars().next()
    }

    #[test]
    fn lookup_finds_every_name() {
        assert_eq!(character_references().count(), 2231);
        for reference in character_references() {
            assert_eq!(lookup_character_reference(reference.name.as_bytes()), Some(reference));
        }
        assert_eq!(lookup_character_reference(b""), None);
        assert_eq!(lookup_character_reference(b"nosuchname;"), None);
    }

    #[test]
    fn common_character_block_finds_the_most_used_references() {
        for reference in character_references() {
            let name = reference.name;
            let [word, second] = perfect_hash::words(name.as_bytes());
            let found = common_character(word).filter(|_| second == 0).map(String::from);
            assert_eq!(
                found.as_deref(),
                MOST_USED_REFERENCES
                    .iter()
                    .any(|&(used, _)| used == word && second == 0)
                    .then_some(reference.characters),
                "{name}"
            );
        }
        for &(word, character) in &MOST_USED_REFERENCES {
            let (block, length) = common_character_block(word).unwrap();
            assert_eq!((block.len(), &block[..length]), (CHARACTER_BLOCK, &*String::from(character)));
            assert_eq!(block[length..].trim_matches('\0'), "");
        }
        assert_eq!(common_character_block(0), None);
        let words = |number: String| perfect_hash::words(number.as_bytes())[0];
        for code in 0..10_000 {
            for number in [format!("#{code};"), format!("#x{code:x};"), format!("#x{code:X};")] {
                let found = common_character(words(number));
                assert!(found.is_none() || found.map(u32::from) == Some(code), "{code}");
            }
        }
    }

    #[test]
    fn finds_the_longest_name() {
        for reference in character_references() {
            for suffix in ["", "x", "x;", ";", "1", "=", "t;"] {
                let text = format!("{}{suffix}", reference.name);
                let prefixes = (1..=text.len()).rev().map(|length| &text.as_bytes()[..length]);
                let expected = prefixes.clone().find_map(lookup_character_reference);
                assert_eq!(longest_character_reference(text.as_bytes()), expected, "{text}");
            }
        }
    }

    /// `longest_character_reference` relies on this property.
    #[test]
    fn names_are_alphanumeric() {
        for reference in character_references() {
            let bare = reference.name.strip_suffix(';').unwrap_or(reference.name);
            assert!(bare.bytes().all(|b| b.is_ascii_alphanumeric()));
            assert!(reference.name.len() <= LONGEST_CHARACTER_REFERENCE);
        }
    }
}
