//! Character references in text and in attribute values. A reference must end before the end of the window. The states handle references with an
//! error, except a missing `;` in text.

use crate::cursor::scan;
use limpid_markup::numeric_reference::{self, Dialect, NumericReference};
use limpid_markup::{
    CHARACTER_BLOCK, ReferencedCharacters, common_character_block, longest_unterminated_reference,
    lookup_character_reference,
};

/// The meaning of a `&`.
pub(super) enum Reference {
    /// The `&` is text, without an error.
    Literal,
    /// A reference of `length` bytes, including `&` and `;`. Without `;` it is an error, which only occurs in text.
    Resolved { characters: ReferencedCharacters, length: usize, lacks_semicolon: bool },
    /// The states have to read the reference.
    Other,
}

/// A character padded with NULs, and its length in bytes.
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

/// Reads one of the most frequent references, with one multiplication. Returns its character and its length, including `&` and `;`.
#[inline(always)]
pub(super) fn common_reference(bytes: &[u8], at: usize) -> Option<(CharacterBlock, usize)> {
    let padded;
    let block = scan::chunk_or_copy!(bytes, at + 1, padded);
    let (word, length) = scan::word_through(block, b';')?;
    common_character_block(word).map(|(block, character_length)| (CharacterBlock(block, character_length), length + 2))
}

/// Reads any [character reference](https://html.spec.whatwg.org/multipage/parsing.html#character-reference-state) at a `&`.
#[inline(never)]
pub(super) fn read_any_reference(bytes: &[u8], at: usize, in_attribute: bool) -> Reference {
    let rest = bytes.get(at + 1..).unwrap_or_default();
    if rest.first() == Some(&b'#') {
        return read_number(rest);
    }
    let run = scan::alphanumeric_prefix_len(rest);
    let Some(&next) = rest.get(run) else { return Reference::Other };
    if run == 0 {
        return Reference::Literal;
    }
    if next == b';'
        && let Some(it) = lookup_character_reference(&rest[..=run])
    {
        let characters = ReferencedCharacters::Named(it.characters);
        return Reference::Resolved { characters, length: run + 2, lacks_semicolon: false };
    }
    // In an attribute, a name followed by `=` or by an alphanumeric is part of a URL and stays literal.
    if in_attribute && next != b';' && (next == b'=' || lookup_character_reference(&rest[..run]).is_none()) {
        return Reference::Literal;
    }
    match longest_unterminated_reference(&rest[..run]) {
        Some(it) if !in_attribute => Reference::Resolved {
            characters: ReferencedCharacters::Named(it.characters),
            length: it.name.len() + 1,
            lacks_semicolon: true,
        },
        None if next != b';' => Reference::Literal,
        _ => Reference::Other,
    }
}

/// Reads a numeric reference from its `#` on.
fn read_number(bytes: &[u8]) -> Reference {
    let Some(NumericReference { code, length, has_semicolon: true }) = numeric_reference::read(bytes, Dialect::Html)
    else {
        return Reference::Other;
    };
    match numeric_reference::character(code, Dialect::Html) {
        (character, None) => Reference::Resolved {
            characters: ReferencedCharacters::Numeric(character),
            length: length + 1,
            lacks_semicolon: false,
        },
        (_, Some(_)) => Reference::Other,
    }
}
