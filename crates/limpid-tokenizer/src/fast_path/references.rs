//! Character references whose end is in the window, for text and values alike: without errors, except that in text the `;`
//! may be missing.

use crate::cursor::numeric_reference::{self, Dialect};
use crate::cursor::scan;
use limpid_markup::{
    CHARACTER_BLOCK, common_character_block, longest_unterminated_reference, lookup_character_reference,
};

/// The meaning of a `&`.
pub(super) enum Reference {
    /// It stands for itself, and that is no error.
    Literal,
    /// It starts a reference of this many bytes with both ends. In text it may lack its `;`, which is an error.
    Resolved { characters: Characters, length: usize, lacks_semicolon: bool },
    /// The states decide.
    Other,
}

/// The characters that a reference stands for.
pub(super) enum Characters {
    Named(&'static str),
    One(char),
}

impl Characters {
    /// Adds them to a text. One character is pushed as it is: a copy of a few bytes would be a call.
    #[inline(always)]
    pub(super) fn push_to(self, text: &mut String) {
        match self {
            Characters::Named(characters) => text.push_str(characters),
            Characters::One(character) => text.push(character),
        }
    }

    /// Returns them as a text, which `buffer` has room for.
    #[inline(always)]
    pub(super) fn text(self, buffer: &mut [u8; 4]) -> &str {
        match self {
            Characters::Named(characters) => characters,
            Characters::One(character) => character.encode_utf8(buffer),
        }
    }
}

/// Reads the [character reference](https://html.spec.whatwg.org/multipage/parsing.html#character-reference-state) at a `&`.
#[inline(always)]
pub(super) fn read_reference(bytes: &[u8], at: usize, in_attribute: bool) -> Reference {
    match common_reference(bytes, at) {
        Some((CharacterBlock(block, cut), length)) => {
            let characters = Characters::Named(block.get(..cut).unwrap_or_default());
            Reference::Resolved { characters, length, lacks_semicolon: false }
        }
        None => read_any_reference(bytes, at, in_attribute),
    }
}

/// A character with NULs after it, and its length.
#[derive(Clone, Copy)]
pub(super) struct CharacterBlock(&'static str, usize);

impl CharacterBlock {
    #[inline(always)]
    pub(super) fn push_to(self, text: &mut String) {
        let CharacterBlock(block, length) = self;
        if block.len() == CHARACTER_BLOCK {
            let end = text.len() + length;
            text.push_str(block);
            text.truncate(end);
        }
    }
}

/// Reads one of the most used references at a `&`, by one multiplication. Returns its character and its length with both ends.
#[inline(always)]
pub(super) fn common_reference(bytes: &[u8], at: usize) -> Option<(CharacterBlock, usize)> {
    let padded;
    let block = scan::chunk_or_copy!(bytes, at + 1, padded);
    let (word, length) = scan::word_through(block, b';')?;
    common_character_block(word).map(|(block, cut)| (CharacterBlock(block, cut), length + 2))
}

#[inline(never)]
pub(super) fn read_any_reference(bytes: &[u8], at: usize, in_attribute: bool) -> Reference {
    let rest = bytes.get(at + 1..).unwrap_or_default();
    if rest.first() == Some(&b'#') {
        return read_number(rest);
    }
    let run = scan::alphanumerics(rest);
    let Some(&next) = rest.get(run) else { return Reference::Other };
    if run == 0 {
        return Reference::Literal;
    }
    if next == b';'
        && let Some(it) = lookup_character_reference(&rest[..=run])
    {
        let characters = Characters::Named(it.characters);
        return Reference::Resolved { characters, length: run + 2, lacks_semicolon: false };
    }
    // In an attribute, what looks like the name of a parameter in a URL is left alone; and a name that goes on is none.
    if in_attribute && next != b';' && (next == b'=' || lookup_character_reference(&rest[..run]).is_none()) {
        return Reference::Literal;
    }
    match longest_unterminated_reference(&rest[..run]) {
        Some(it) if !in_attribute => Reference::Resolved {
            characters: Characters::Named(it.characters),
            length: it.name.len() + 1,
            lacks_semicolon: true,
        },
        None if next != b';' => Reference::Literal,
        _ => Reference::Other,
    }
}

/// Reads a reference by a number from its `#` on.
fn read_number(bytes: &[u8]) -> Reference {
    let Some((code, length)) = numeric_reference::read(bytes, Dialect::Html) else { return Reference::Other };
    match numeric_reference::character(code, Dialect::Html) {
        (character, None) => {
            Reference::Resolved { characters: Characters::One(character), length: length + 1, lacks_semicolon: false }
        }
        (_, Some(_)) => Reference::Other,
    }
}
