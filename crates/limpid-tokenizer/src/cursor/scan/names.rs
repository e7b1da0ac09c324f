//! Reading the names of tags, attributes and references by blocks and words.

use super::blocks::chunk_at;
use super::finders::{ByteSet, byte_set, find_in_set};
use crate::cursor::block::{BLOCK, Block};
use limpid_markup::{LocalName, TagSet};

/// The first block of a name.
#[derive(Clone, Copy)]
pub(crate) struct NameStart {
    /// The length of the name in bytes, at most [`BLOCK`].
    pub(crate) len: usize,
    /// The first and second eight bytes in lowercase, little-endian, padded with zeros.
    pub(crate) words: [u64; 2],
    /// The id of the name.
    pub(crate) id: LocalName,
}

/// Reads a possible tag or attribute name. The name ends at `/`, `<`, `=`, `>`, `?` and all bytes below `-`, such as white space,
/// NUL and quotes. It compares vectors and words (SWAR) instead of single bytes:
///
/// ```text
/// ends = for each byte: byte < '-' or byte == '/' or byte in '<' '=' '>' '?'    (these four differ only in the two lowest bits)
/// len = the position of the first end
/// words = the bytes | 0x20, with zeros after the name
/// ```
#[inline(always)]
pub(crate) fn name_start(block: &[u8; BLOCK]) -> NameStart {
    let bytes = Block::new(block);
    let is_0x3c_to_0x3f = bytes.and(0xfc).equal(b'<');
    let ends = (bytes.at_most(b'-' - 1) | bytes.equal(b'/') | is_0x3c_to_0x3f).positions();
    let len = (ends | 1 << BLOCK).trailing_zeros();
    // All bytes of lowercase known names have this bit. Setting the bit in the input converts uppercase letters to lowercase. It changes no other
    // byte to a byte that occurs in known names.
    const LOWERCASE: u64 = u64::from_le_bytes([0x20; 8]);
    let [first, second] = [block.first_chunk(), block.last_chunk()].map(little_endian);
    let (words, id) = if len <= 8 {
        // For `len == 0` the shift wraps and the word has eight bytes of the block. Callers check `len`.
        let word = (first | LOWERCASE) & (u64::MAX >> ((64 - 8 * len) % 64));
        ([word, 0], LocalName::from_words(word, 0))
    } else {
        let words = [first | LOWERCASE, (second | LOWERCASE) & (u64::MAX >> ((128 - 8 * len) % 64))];
        (words, LocalName::from_words(words[0], words[1]))
    };
    NameStart { len: len as usize, words, id }
}

#[inline(always)]
fn little_endian(word: Option<&[u8; 8]>) -> u64 {
    word.map_or(0, |word| u64::from_le_bytes(*word))
}

/// The part of an end tag after `</`.
#[derive(Clone, Copy)]
struct EndTag {
    /// The name and `>`, as the last bytes of a word.
    word: u64,
    /// The left shift that moves the name and `>` to the end of a word.
    shift: u32,
}

/// The end tags of all names of fewer than 8 bytes. Names of 8 or more bytes have a word that matches no input.
static END_TAGS: [EndTag; TagSet::LIMIT] = {
    let mut tags = [EndTag { word: u64::MAX, shift: 0 }; TagSet::LIMIT];
    let mut index = 1;
    while index < TagSet::LIMIT {
        let name = LocalName::from_index(index).as_str().as_bytes();
        if name.len() < 8 {
            let mut word = [0; 8];
            let (_, end) = word.split_at_mut(7 - name.len());
            end.split_at_mut(name.len()).0.copy_from_slice(name);
            word[7] = b'>';
            tags[index] = EndTag { word: u64::from_le_bytes(word), shift: 56 - 8 * name.len() as u32 };
        }
        index += 1;
    }
    tags
};

/// Returns the length of the end tag with this name at `pos`, if the tag is complete, in lowercase, and consists only of the name.
/// It compares one word, and returns `None` for names of 8 or more bytes.
#[inline(always)]
pub(crate) fn end_tag_len(bytes: &[u8], pos: usize, name: LocalName) -> Option<usize> {
    let text: &[u8; 10] = chunk_at(bytes, pos)?;
    if text[..2] != *b"</" {
        return None;
    }
    let tag = END_TAGS[TagSet::row_of(name)];
    let word = little_endian(text[2..].first_chunk());
    (word << tag.shift == tag.word).then_some(10 - tag.shift as usize / 8)
}

/// Returns the bytes before the first `end` as a little-endian word padded with zeros, and their number. Returns `None` if there are more than 8
/// bytes. If `end` is the first byte of the block, the word contains the first 8 bytes of the block instead.
#[inline(always)]
pub(crate) fn word_before(block: &[u8; BLOCK], end: u8) -> Option<(u64, usize)> {
    let len = Block::new(block).equal(end).positions().trailing_zeros();
    let word = little_endian(block.first_chunk());
    (len <= 8).then(|| (word & (u64::MAX >> ((64 - 8 * len) % 64)), len as usize))
}

/// Returns the bytes up to and including the first `end` as a little-endian word padded with zeros, and the number of bytes before the `end`. Returns
/// `None` if the word would need more than 8 bytes.
#[inline(always)]
pub(crate) fn word_through(block: &[u8; BLOCK], end: u8) -> Option<(u64, usize)> {
    let len = Block::new(block).equal(end).positions().trailing_zeros();
    let word = little_endian(block.first_chunk());
    (len < 8).then(|| (word & (u64::MAX >> (56 - 8 * len)), len as usize))
}

/// Returns the end of a name of at least [`BLOCK`] bytes that starts at `start`.
#[cold]
pub(crate) fn long_name_end(bytes: &[u8], start: usize) -> usize {
    /// The bytes at which [`name_start`] ends a name.
    const NAME_END: ByteSet = {
        let mut set = byte_set(b"/<=>?");
        let mut byte = 0;
        while byte < b'-' as usize {
            set[byte] = true;
            byte += 1;
        }
        set
    };
    let rest = bytes.get(start + BLOCK..).unwrap_or_default();
    start + BLOCK + find_in_set(rest, &NAME_END)
}

/// Whether the name at a range contains an ASCII upper alpha.
#[inline]
pub(crate) fn has_uppercase(bytes: &[u8], start: usize, end: usize) -> bool {
    bytes.get(start..end).unwrap_or_default().iter().fold(false, |has, byte| has | byte.is_ascii_uppercase())
}

/// Whether the first `len` bytes of a block contain an ASCII upper alpha.
#[inline(always)]
pub(crate) fn has_uppercase_before(block: &[u8; BLOCK], len: usize) -> bool {
    // Bytes below `A` wrap around.
    Block::new(block).wrapping_sub(b'A').at_most(25).positions() & !(u32::MAX << len) != 0
}
