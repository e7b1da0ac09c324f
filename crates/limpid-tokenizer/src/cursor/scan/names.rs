//! Names of tags, attributes and references, by blocks and words.

use super::blocks::chunk_at;
use super::finders::{ByteSet, byte_set, find_marked};
use crate::cursor::block::{BLOCK, Block};
use limpid_markup::{LocalName, TagSet};

/// The start of a name: its length, and what identifies it.
#[derive(Clone, Copy)]
pub(crate) struct NameStart {
    /// The bytes of the name, or [`BLOCK`] if it does not end before.
    pub(crate) len: usize,
    /// The first eight bytes in lowercase, little-endian, zeros after the end of the name; and the others.
    pub(crate) words: [u64; 2],
    /// The id of these words.
    pub(crate) id: LocalName,
}

/// Looks at what may be a tag or attribute name: up to white space, `/`, `<`, `=`, `>`, `?`, and everything below `-`,
/// which holds NUL and quotes. By vector and by word (SWAR), where a loop would look at each byte; `cargo xtask bench`
/// shows what it saves on every page with tags:
///
/// ```text
/// ends = for each byte: byte < '-' or byte == '/' or byte in '<' '=' '>' '?'    (these four differ in two bits)
/// len = the position of the first end
/// words = the bytes | 0x20, those after the name cut off
/// ```
#[inline(always)]
pub(crate) fn name_start(block: &[u8; BLOCK]) -> NameStart {
    let bytes = Block::new(block);
    let is_less_to_question_mark = bytes.masked(0xfc).equal(b'<');
    let ends = (bytes.at_most(b'-' - 1) | bytes.equal(b'/') | is_less_to_question_mark).positions();
    let len = (ends | 1 << BLOCK).trailing_zeros();
    // A letter or digit in lowercase has this bit, and so do `-`, `.` and `:`; what gets it wrongly is in no known name.
    const LOWERCASE: u64 = u64::from_le_bytes([0x20; 8]);
    let [first, second] = [block.first_chunk(), block.last_chunk()].map(little_endian);
    let (words, id) = if len <= 8 {
        // For `len == 0` the shift wraps and the word is that of eight bytes; callers check `len`.
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

/// The end tag of a name, as it follows `</`.
#[derive(Clone, Copy)]
struct EndTag {
    /// The name and `>`, the last bytes of a word.
    word: u64,
    /// The bits of a word that are behind them.
    rest: u32,
}

/// The end tags of names of less than eight bytes. No text has the word of other names.
static END_TAGS: [EndTag; TagSet::LIMIT] = {
    let mut tags = [EndTag { word: u64::MAX, rest: 0 }; TagSet::LIMIT];
    let mut index = 1;
    while index < TagSet::LIMIT {
        let name = LocalName::from_index(index).as_str().as_bytes();
        if name.len() < 8 {
            let mut word = [0; 8];
            let (_, end) = word.split_at_mut(7 - name.len());
            end.split_at_mut(name.len()).0.copy_from_slice(name);
            word[7] = b'>';
            tags[index] = EndTag { word: u64::from_le_bytes(word), rest: 56 - 8 * name.len() as u32 };
        }
        index += 1;
    }
    tags
};

/// Returns the length of the end tag of this name at a position, if it is complete, in lowercase, and contains nothing else. It takes one
/// comparison, for names of less than eight bytes.
#[inline(always)]
pub(crate) fn end_tag_len(bytes: &[u8], pos: usize, name: LocalName) -> Option<usize> {
    let text: &[u8; 10] = chunk_at(bytes, pos)?;
    if text[..2] != *b"</" {
        return None;
    }
    let tag = END_TAGS[TagSet::row_of(name)];
    let word = little_endian(text[2..].first_chunk());
    (word << tag.rest == tag.word).then_some(10 - tag.rest as usize / 8)
}

/// Returns the bytes before the first `end`, of which there are eight at most, as a little-endian word with zeros after them, and
/// their number. For none the word is that of eight bytes, the `end` among them.
#[inline(always)]
pub(crate) fn word_before(block: &[u8; BLOCK], end: u8) -> Option<(u64, usize)> {
    let len = Block::new(block).equal(end).positions().trailing_zeros();
    let word = little_endian(block.first_chunk());
    (len <= 8).then(|| (word & (u64::MAX >> ((64 - 8 * len) % 64)), len as usize))
}

/// Returns the bytes up to and with the first `end`, of which there are eight at most, as a little-endian word with zeros after
/// them, and the number of those before it.
#[inline(always)]
pub(crate) fn word_through(block: &[u8; BLOCK], end: u8) -> Option<(u64, usize)> {
    let len = Block::new(block).equal(end).positions().trailing_zeros();
    let word = little_endian(block.first_chunk());
    (len < 8).then(|| (word & (u64::MAX >> (56 - 8 * len)), len as usize))
}

/// Returns the end of a name that has at least [`BLOCK`] bytes from `start` on.
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
    start + BLOCK + find_marked(rest, &NAME_END)
}

/// Returns whether the name at a range has an ASCII upper alpha.
#[inline]
pub(crate) fn has_uppercase(bytes: &[u8], start: usize, end: usize) -> bool {
    bytes.get(start..end).unwrap_or_default().iter().fold(false, |has, byte| has | byte.is_ascii_uppercase())
}

/// Returns whether one of the first `len` bytes of a block is an ASCII upper alpha.
#[inline(always)]
pub(crate) fn has_uppercase_before(block: &[u8; BLOCK], len: usize) -> bool {
    // A byte less than `A` wraps around.
    Block::new(block).less(b'A').at_most(25).positions() & !(u32::MAX << len) != 0
}
