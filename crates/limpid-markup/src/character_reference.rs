//! Named character references: the most used by one multiplication, all by a perfect hash.

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
    /// The name without `&`, with `;` where the name has one.
    pub name: &'static str,
    /// The one or two code points that it stands for.
    pub characters: &'static str,
}

impl CharacterReference {
    /// Whether a reference in an attribute's value is not one because of the byte after its name: for [historical
    /// reasons](https://html.spec.whatwg.org/multipage/parsing.html#named-character-reference-state), a name without `;` followed by `=` or an
    /// alphanumeric is part of a URL and stays literal.
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

/// The characters that a reference stands for.
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
    /// Appends the characters to a text.
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
            // Pushed as it is, because copying a few bytes would be a call.
            ReferencedCharacters::Numeric(character) => text.push(character),
        }
    }

    /// Returns the characters as text, which may be written to `buffer`.
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

/// Decodes the reference at the start of a text, from its `&` on, as the tokenizer does in text or in an attribute's value. Returns the
/// characters and the length of the reference in bytes; `None` if the `&` is literal.
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

/// The length in bytes of the longest name, its `;` included.
pub const LONGEST_CHARACTER_REFERENCE: usize = generated::LONGEST_CHARACTER_REFERENCE;

/// Returns the reference of exactly this name (without `&`; with `;` if it has one).
///
/// ```
/// use limpid_markup::lookup_character_reference;
/// assert_eq!(lookup_character_reference(b"notin;").unwrap().characters, "∉");
/// assert!(lookup_character_reference(b"notin").is_none());
/// ```
#[inline]
pub fn lookup_character_reference(name: &[u8]) -> Option<CharacterReference> {
    let index = generated::CHARACTER_REFERENCE_TABLE.candidate(perfect_hash::hash(name));
    // Index 0 is no key; the list starts at 1.
    let (candidate, characters) = *generated::CHARACTER_REFERENCES.get((index as usize).checked_sub(1)?)?;
    (candidate.as_bytes() == name).then_some(CharacterReference { name: candidate, characters })
}

/// Returns the reference with the longest name (without `&`) that a text starts with.
///
/// A name that ends in `;` is the whole run of alphanumerics before that `;`; all others are short. So it takes one look-up for
/// the run, and one for each short prefix of it.
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

/// Returns the reference with the longest name without `;` that a run of alphanumerics starts with.
///
/// ```
/// use limpid_markup::longest_unterminated_reference;
/// assert_eq!(longest_unterminated_reference(b"notit").unwrap().characters, "¬");
/// assert!(longest_unterminated_reference(b"hellip").is_none());
/// ```
pub fn longest_unterminated_reference(run: &[u8]) -> Option<CharacterReference> {
    let &[first, second, ..] = run else { return None };
    // A bit for each length that a name which starts like this and needs no `;` has. It saves a look-up for each other length, as
    // `cargo xtask bench` shows on the page of references.
    let mut lengths = generated::UNTERMINATED_LENGTHS[perfect_hash::unterminated_slot(first, second)];
    while let Some(length) = lengths.checked_ilog2() {
        if let Some(it) = run.get(..length as usize).and_then(lookup_character_reference) {
            return Some(it);
        }
        lengths ^= 1 << length;
    }
    None
}

/// Returns the character of one of the most used references, by name or by number, which has up to eight bytes (without `&`, with `;`) and
/// is given as a little-endian word with zeros after the end. Quicker than [`lookup_character_reference`], which knows all names.
///
/// The character is a block of [`CHARACTER_BLOCK`] bytes, NULs after it, and its length. To copy the block and cut it takes no
/// branch by the length, which no processor can foresee.
///
/// ```
/// use limpid_markup::common_character_block;
/// assert_eq!(common_character_block(u64::from_le_bytes(*b"nbsp;\0\0\0")), Some(("\u{a0}\0\0", 2)));
/// assert_eq!(common_character_block(u64::from_le_bytes(*b"#8217;\0\0")), Some(("’\0", 3)));
/// assert_eq!(common_character_block(u64::from_le_bytes(*b"notin;\0\0")), None);
/// ```
// For the tokenizer of HTML, which copies blocks.
#[doc(hidden)]
#[inline]
pub fn common_character_block(word: u64) -> Option<(&'static str, usize)> {
    let common = &COMMON[common_slot(word)];
    (common.word == word).then(|| (BLOCKS[usize::from(common.block)], usize::from(common.length)))
}

/// The bytes of a block that [`common_character_block`] returns.
#[doc(hidden)]
pub const CHARACTER_BLOCK: usize = 4;

#[derive(Clone, Copy)]
struct Common {
    word: u64,
    /// The index of the block of its character.
    block: u8,
    /// The bytes of the character.
    length: u8,
}

const COMMON_SLOTS: usize = 1 << COMMON_REFERENCE_BITS;

#[inline]
const fn common_slot(word: u64) -> usize {
    perfect_hash::multiply_shift(word, generated::COMMON_REFERENCE_FACTOR, COMMON_REFERENCE_BITS)
}

/// The references that one multiplication leads to: no two of the most used ones meet.
static COMMON: [Common; COMMON_SLOTS] = {
    // The word of a slot that stays empty leads to another slot, so nothing is found there.
    let mut table = [Common { word: 0, block: 0, length: 0 }; COMMON_SLOTS];
    assert!(common_slot(0) == 0 && common_slot(1) != 0);
    table[0].word = 1;
    let mut index = 0;
    while index < MOST_USED_REFERENCES.len() {
        let (word, character) = MOST_USED_REFERENCES[index];
        table[common_slot(word)] = Common { word, block: index as u8, length: character.len_utf8() as u8 };
        index += 1;
    }
    table
};

/// The blocks of the most used references, by their index.
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
            Err(_) => panic!("no UTF-8"),
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
    fn all_of_them() {
        assert_eq!(character_references().count(), 2231);
        for reference in character_references() {
            assert_eq!(lookup_character_reference(reference.name.as_bytes()), Some(reference));
        }
        assert_eq!(lookup_character_reference(b""), None);
        assert_eq!(lookup_character_reference(b"nosuchname;"), None);
    }

    #[test]
    fn most_used_ones_are_found_at_once() {
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
    fn the_longest_name_is_found() {
        for reference in character_references() {
            for more in ["", "x", "x;", ";", "1", "=", "t;"] {
                let text = format!("{}{more}", reference.name);
                let prefixes = (1..=text.len()).rev().map(|length| &text.as_bytes()[..length]);
                let expected = prefixes.clone().find_map(lookup_character_reference);
                assert_eq!(longest_character_reference(text.as_bytes()), expected, "{text}");
            }
        }
    }

    /// The tokenizer looks up the whole run of alphanumerics before a `;`.
    #[test]
    fn names_are_alphanumeric() {
        for reference in character_references() {
            let bare = reference.name.strip_suffix(';').unwrap_or(reference.name);
            assert!(bare.bytes().all(|b| b.is_ascii_alphanumeric()));
            assert!(reference.name.len() <= LONGEST_CHARACTER_REFERENCE);
        }
    }
}
