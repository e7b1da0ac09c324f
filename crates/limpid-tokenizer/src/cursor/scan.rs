//! Finding the next byte that a state has to look at: sets of bytes, blocks, finders, names.

use super::block::{BLOCK, Block};
use limpid_markup::{LocalName, TagSet};
use memchr::{memchr, memchr2};

// Sets.

/// A set of bytes, for [`find_marked`].
pub type ByteSet = [bool; 256];

/// Creates the set of these bytes.
pub const fn byte_set(bytes: &[u8]) -> ByteSet {
    let mut set = [false; 256];
    let mut i = 0;
    while i < bytes.len() {
        set[bytes[i] as usize] = true;
        i += 1;
    }
    set
}

/// Returns the position of the first byte in the set, or the end.
#[inline]
pub fn find_marked(haystack: &[u8], set: &ByteSet) -> usize {
    haystack.iter().position(|&byte| set[byte as usize]).unwrap_or(haystack.len())
}

/// Returns whether the byte is white space to the tokenizer; CR is LF by the time the standard's tokenizer sees it.
#[inline]
pub(crate) const fn is_whitespace(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\x0c' | b'\r' | b' ')
}

// Blocks.

/// Returns the bytes from `pos` on, if there are so many.
///
/// A position has 32 bits, as offsets do: the feeder limits windows, and no position is farther behind one than a byte. Told so, the compiler
/// sees that no sum wraps, and needs one comparison in place of two: 1 to 2 % of all pages (`cargo xtask bench --part instructions`).
#[inline(always)]
pub fn chunk_at<const N: usize>(bytes: &[u8], pos: usize) -> Option<&[u8; N]> {
    debug_assert!(u32::try_from(pos).is_ok(), "{pos} is no position");
    let start = pos as u32 as usize;
    match bytes.get(start..start.wrapping_add(N)) {
        Some(chunk) => chunk.first_chunk(),
        None => None,
    }
}

/// Evaluates to a reference to the bytes from a position on where they are; near the end, to a copy with zeros after it, in a variable
/// that is only set then. A function would have it set each time: 0.1 to 1 % of all pages.
macro_rules! chunk_or_copy {
    ($bytes:expr, $pos:expr, $copy:ident) => {
        match $crate::cursor::scan::chunk_at($bytes, $pos) {
            Some(chunk) => chunk,
            None => {
                $copy = $crate::cursor::scan::last_bytes($bytes, $pos);
                &$copy
            }
        }
    };
}
pub(crate) use chunk_or_copy;

/// Returns the bytes from `pos` on, with zeros after the end.
#[inline]
pub(crate) fn first_bytes<const N: usize>(bytes: &[u8], pos: usize) -> [u8; N] {
    let chunk = bytes.get(pos..).and_then(|rest| rest.first_chunk());
    chunk.copied().unwrap_or_else(|| last_bytes(bytes, pos))
}

/// Returns the bytes from `pos` on where they are fewer than `N`, with zeros after the end.
#[cold]
#[inline(never)]
pub(crate) fn last_bytes<const N: usize>(bytes: &[u8], pos: usize) -> [u8; N] {
    let mut padded = [0; N];
    let rest = bytes.get(pos..).unwrap_or_default();
    if rest.is_empty() {
        return padded;
    }
    // Two moves that overlap, without a call to copy what is so short.
    let _ = copy_ends::<16>(rest, &mut padded)
        || copy_ends::<8>(rest, &mut padded)
        || copy_ends::<4>(rest, &mut padded)
        || copy_ends::<2>(rest, &mut padded)
        || copy_ends::<1>(rest, &mut padded);
    padded
}

/// Copies text of at least `K` bytes and at most twice as many.
#[inline(always)]
fn copy_ends<const K: usize>(from: &[u8], to: &mut [u8]) -> bool {
    let (Some(first), Some(last)) = (from.first_chunk::<K>(), from.last_chunk::<K>()) else { return false };
    let Some(to) = to.get_mut(..from.len()) else { return false };
    if from.len() > 2 * K {
        return false;
    }
    if let Some(start) = to.first_chunk_mut() {
        *start = *first;
    }
    if let Some(end) = to.last_chunk_mut() {
        *end = *last;
    }
    true
}

/// Returns a bit for each position of an `a` or a `b`.
#[inline(always)]
pub(crate) fn positions_of2(block: &[u8; BLOCK], a: u8, b: u8) -> u32 {
    let block = Block::new(block);
    (block.equal(a) | block.equal(b)).positions()
}

// Finders.

/// Below this length a call of memchr costs more than it saves.
const SHORT_TEXT: usize = 256;

/// The number of bytes that are compared with the end of a text at once, behind its first block.
const BLOCKS: usize = 4 * BLOCK;

/// After this many times as many bytes without a find the text is a long one, and a call of memchr pays.
const BLOCKS_BEFORE_MEMCHR: usize = 4;

/// Returns whether there is a CR or NUL: the bytes that cannot be taken verbatim.
pub fn has_cr_or_nul(text: &[u8]) -> bool {
    if text.len() > SHORT_TEXT {
        return memchr2(b'\r', 0, text).is_some();
    }
    let has = |block: &[u8; BLOCK]| positions_of2(block, b'\r', 0) != 0;
    match text.last_chunk() {
        // The last block overlaps the one before.
        Some(last) => text.as_chunks().0.iter().any(has) || has(last),
        None => find_in_tail(text, text.len(), |block| positions_of2(block, b'\r', 0)) != text.len(),
    }
}

/// Returns the position, from `pos` on, of the first `needle`, or the end. Other bytes than the needle are many.
#[inline]
pub(crate) fn find(bytes: &[u8], pos: usize, needle: u8) -> usize {
    let rest = bytes.get(pos..).unwrap_or_default();
    pos + memchr(needle, rest).unwrap_or(rest.len())
}

/// Returns the position, from `pos` on, of the first byte that is no white space, or the end.
#[inline]
pub(crate) fn skip_whitespace(bytes: &[u8], pos: usize) -> usize {
    match chunk_at(bytes, pos) {
        Some(&[first, second]) if !is_whitespace(second) => pos + usize::from(is_whitespace(first)),
        _ => skip_much_whitespace(bytes, pos),
    }
}

/// Does the same by blocks, as attributes on lines of their own are indented far.
#[inline(never)]
fn skip_much_whitespace(bytes: &[u8], mut pos: usize) -> usize {
    loop {
        let block = Block::new(&first_bytes(bytes, pos));
        // From tab to CR, but for VT.
        let controls = block.less(b'\t').at_most(b'\r' - b'\t').positions() & !block.equal(0x0b).positions();
        let length = (controls | block.equal(b' ').positions()).trailing_ones() as usize;
        pos += length;
        if length < BLOCK {
            return pos;
        }
    }
}

/// Returns the number of ASCII alphanumerics that a text starts with.
#[inline]
pub(crate) fn alphanumerics(text: &[u8]) -> usize {
    let mut pos = 0;
    loop {
        let block = Block::new(&first_bytes(text, pos));
        // Without this bit, small letters are capitals.
        let letters = block.masked(!0x20).less(b'A').at_most(25);
        let length = (letters | block.less(b'0').at_most(9)).positions().trailing_ones() as usize;
        pos += length;
        if length < BLOCK {
            return pos;
        }
    }
}

/// Returns the position, from `pos` on, of the first `a` or `b`, or the end.
#[inline(always)]
pub fn find2(bytes: &[u8], mut pos: usize, a: u8, b: u8) -> usize {
    let Some(block) = chunk_at(bytes, pos) else { return find2_far(bytes, pos, a, b) };
    let found = positions_of2(block, a, b);
    if found != 0 {
        return pos + found.trailing_zeros() as usize;
    }
    pos += BLOCK;
    for _ in 0..BLOCKS_BEFORE_MEMCHR {
        let Some(blocks) = chunk_at::<BLOCKS>(bytes, pos) else { break };
        let mut found = 0;
        for (index, block) in blocks.as_chunks().0.iter().enumerate() {
            found |= u64::from(positions_of2(block, a, b)) << (index * BLOCK);
        }
        if found != 0 {
            return pos + found.trailing_zeros() as usize;
        }
        pos += BLOCKS;
    }
    find2_far(bytes, pos, a, b)
}

#[cold]
#[inline(never)]
fn find2_far(bytes: &[u8], mut pos: usize, a: u8, b: u8) -> usize {
    let mut len = bytes.len().saturating_sub(pos);
    if len >= BLOCKS {
        return find2_by_memchr(bytes, pos, a, b);
    }
    while let Some(block) = chunk_at(bytes, pos) {
        let found = positions_of2(block, a, b);
        if found != 0 {
            return pos + found.trailing_zeros() as usize;
        }
        pos += BLOCK;
        len -= BLOCK;
    }
    match bytes.last_chunk() {
        _ if len == 0 => pos,
        Some(block) => end_of_tail(bytes, len, positions_of2(block, a, b) >> (BLOCK - len)),
        None => find2_in_few(bytes, len, a, b),
    }
}

/// The call in it is kept out of what short texts take.
#[cold]
#[inline(never)]
fn find2_in_few(bytes: &[u8], len: usize, a: u8, b: u8) -> usize {
    find_in_tail(bytes, len, |block| positions_of2(block, a, b))
}

#[inline(never)]
fn find2_by_memchr(bytes: &[u8], pos: usize, a: u8, b: u8) -> usize {
    let rest = bytes.get(pos..).unwrap_or_default();
    pos + memchr2(a, b, rest).unwrap_or(rest.len())
}

/// Returns the position, from `pos` on, of the first `a`, `b`, CR or NUL, or the end. Where there are CRs, lines are short.
#[inline]
pub(crate) fn find2_cr_nul(bytes: &[u8], mut pos: usize, a: u8, b: u8) -> usize {
    while let Some(block) = chunk_at(bytes, pos) {
        let found = positions_of2(block, a, b) | positions_of2(block, b'\r', 0);
        if found != 0 {
            return pos + found.trailing_zeros() as usize;
        }
        pos += BLOCK;
    }
    find2_cr_nul_in_tail(bytes, pos, a, b)
}

#[cold]
#[inline(never)]
fn find2_cr_nul_in_tail(bytes: &[u8], pos: usize, a: u8, b: u8) -> usize {
    let len = bytes.len().saturating_sub(pos);
    find_in_tail(bytes, len, |block| positions_of2(block, a, b) | positions_of2(block, b'\r', 0))
}

/// Returns the position of the first byte that `positions` finds in the last `len` bytes, fewer than a block, or the end.
#[inline(always)]
fn find_in_tail(bytes: &[u8], len: usize, positions: impl Fn(&[u8; BLOCK]) -> u32) -> usize {
    if len == 0 {
        return bytes.len();
    }
    let found = match bytes.last_chunk() {
        Some(block) => positions(block) >> (BLOCK - len),
        None => positions(&last_bytes(bytes, bytes.len() - len)) & !(u32::MAX << len),
    };
    end_of_tail(bytes, len, found)
}

/// Returns the position in the last `len` bytes that the first bit stands for, or the end if there is none.
#[inline(always)]
fn end_of_tail(bytes: &[u8], len: usize, found: u32) -> usize {
    if found == 0 { bytes.len() } else { bytes.len() - len + found.trailing_zeros() as usize }
}

// Names.

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
    let [first, second] = {
        let (first, second) = block.split_at(8);
        [first, second].map(|half| half.first_chunk().map_or(0, |half| u64::from_le_bytes(*half)))
    };
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

/// Returns the length of this name if a text that starts with `</` goes on with it, in lowercase, and `>`. It is one
/// comparison, for names of less than eight bytes.
#[inline(always)]
pub(crate) fn length_in_end_tag<const N: usize>(name: LocalName, text: &[u8; N]) -> Option<usize> {
    let tag = END_TAGS[TagSet::row_of(name)];
    let word = text[2..].first_chunk().map_or(0, |word| u64::from_le_bytes(*word));
    (word << tag.rest == tag.word).then_some(7 - tag.rest as usize / 8)
}

/// Returns the length of the end tag of this name that is at a position, if it is there whole, in lowercase, and without anything else in it.
#[inline(always)]
pub(crate) fn length_of_end_tag(bytes: &[u8], pos: usize, name: LocalName) -> Option<usize> {
    let text: &[u8; 10] = chunk_at(bytes, pos)?;
    if text[..2] != *b"</" {
        return None;
    }
    length_in_end_tag(name, text).map(|length| length + 3)
}

/// Returns the bytes before the first `end`, of which there are eight at most, as a little-endian word with zeros after them, and
/// their number. For none the word is that of eight bytes, the `end` among them.
#[inline(always)]
pub(crate) fn word_before(block: &[u8; BLOCK], end: u8) -> Option<(u64, usize)> {
    let len = Block::new(block).equal(end).positions().trailing_zeros();
    let word = block.first_chunk().map_or(0, |word| u64::from_le_bytes(*word));
    (len <= 8).then(|| (word & (u64::MAX >> ((64 - 8 * len) % 64)), len as usize))
}

/// Returns the bytes up to and with the first `end`, of which there are eight at most, as a little-endian word with zeros after
/// them, and the number of those before it.
#[inline(always)]
pub(crate) fn word_through(block: &[u8; BLOCK], end: u8) -> Option<(u64, usize)> {
    let len = Block::new(block).equal(end).positions().trailing_zeros();
    let word = block.first_chunk().map_or(0, |word| u64::from_le_bytes(*word));
    (len < 8).then(|| (word & (u64::MAX >> (56 - 8 * len)), len as usize))
}

/// Returns a bit for each byte that ends an unquoted value of an attribute or is not usual in one: those up to `'`, `<`, `=`,
/// `>`, `?`, and a grave accent.
#[inline(always)]
pub(crate) fn ends_of_unquoted(block: &[u8; BLOCK]) -> u32 {
    let bytes = Block::new(block);
    let is_less_to_question_mark = bytes.masked(0xfc).equal(b'<');
    (bytes.at_most(b'\'') | is_less_to_question_mark | bytes.equal(b'`')).positions()
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
    let mut at = start;
    while at < end {
        if has_uppercase_before(&first_bytes(bytes, at), (end - at).min(BLOCK)) {
            return true;
        }
        at += BLOCK;
    }
    false
}

/// Returns whether one of the first `len` bytes of a block is an ASCII upper alpha.
#[inline(always)]
pub(crate) fn has_uppercase_before(block: &[u8; BLOCK], len: usize) -> bool {
    // A byte less than `A` wraps around.
    Block::new(block).less(b'A').at_most(25).positions() & !(u32::MAX << len) != 0
}

#[cfg(test)]
mod tests {
    use super::{find2, find2_cr_nul};

    #[test]
    fn finders_find_at_every_distance_from_either_end() {
        for length in (0..200).chain([255, 256, 257, 320, 335, 336, 337, 400]) {
            let text = vec![b'x'; length];
            for start in (0..=length).step_by(if length < 100 { 1 } else { 7 }) {
                let found = [find2(&text, start, b'<', b'&'), find2_cr_nul(&text, start, b'<', b'&')];
                assert_eq!(found, [length; 2], "nothing from {start} on in {length}");
            }
            for at in 0..length {
                let mut text = text.clone();
                text[at] = [b'<', b'&'][at % 2];
                if let Some(behind) = text.get_mut(at + 1) {
                    *behind = b'<';
                }
                for start in [0, at / 2, at.saturating_sub(16), at] {
                    assert_eq!(find2(&text, start, b'<', b'&'), at, "from {start} on in {length}");
                    assert_eq!(find2_cr_nul(&text, start, b'<', b'&'), at, "from {start} on in {length}");
                }
            }
        }
    }
}
