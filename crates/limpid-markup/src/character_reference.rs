use crate::{generated, perfect_hash};

/// One of the 2,231 [named character references](https://html.spec.whatwg.org/multipage/named-characters.html).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CharacterReference {
    /// The name without `&`, with `;` where the name has one.
    pub name: &'static str,
    /// The one or two code points that it stands for.
    pub characters: &'static str,
}

/// The length in bytes of the longest name, its `;` included.
pub const LONGEST_CHARACTER_REFERENCE: usize = generated::LONGEST_CHARACTER_REFERENCE;

/// The length in bytes of the longest name that needs no `;`.
pub const LONGEST_UNTERMINATED_REFERENCE: usize = generated::LONGEST_UNTERMINATED_REFERENCE;

/// The reference of exactly this name (without `&`; with `;` if it has one).
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

/// All named character references, sorted by name.
pub fn character_references() -> impl Iterator<Item = CharacterReference> {
    generated::CHARACTER_REFERENCES.iter().map(|&(name, characters)| CharacterReference { name, characters })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_of_them() {
        assert_eq!(character_references().count(), 2231);
        for reference in character_references() {
            assert_eq!(lookup_character_reference(reference.name.as_bytes()), Some(reference));
        }
        assert_eq!(lookup_character_reference(b""), None);
        assert_eq!(lookup_character_reference(b"nosuchname;"), None);
    }

    /// The tokenizer tries a whole run with `;` and then short prefixes, which is the longest match only so.
    #[test]
    fn names_are_alphanumeric_and_unterminated_ones_are_short() {
        for reference in character_references() {
            let bare = reference.name.strip_suffix(';').unwrap_or(reference.name);
            assert!(bare.bytes().all(|b| b.is_ascii_alphanumeric()));
            assert!(reference.name.len() <= LONGEST_CHARACTER_REFERENCE);
            if bare.len() == reference.name.len() {
                assert!(bare.len() <= LONGEST_UNTERMINATED_REFERENCE);
            }
        }
    }
}
