//! The text of the whole tree as one string. String-values of elements are slices of it, for which searches and counts share their work.

use crate::tree::Tree;
use core::ops::Range;

/// The length in bytes of the blocks whose characters are counted.
const BLOCK: usize = 256;

#[derive(Debug)]
pub(super) struct Texts {
    text: String,
    /// The byte offset at which the text of each rank starts, and the length of the whole text.
    starts: Vec<usize>,
    /// The number of characters before each block.
    counts: Vec<usize>,
}

impl Texts {
    pub(super) fn new(tree: &Tree<'_>) -> Texts {
        let mut texts = Texts { text: String::new(), starts: vec![0], counts: vec![0] };
        for rank in 1..=tree.last() {
            texts.starts.push(texts.text.len());
            texts.text.push_str(tree.node(rank).text().unwrap_or_default());
        }
        texts.starts.push(texts.text.len());
        let mut count = 0;
        for block in texts.text.as_bytes().chunks(BLOCK) {
            count += characters(block);
            texts.counts.push(count);
        }
        texts
    }

    /// Returns the text of the nodes with ranks from `first` to `last`.
    pub(super) fn text_of_ranks(&self, first: u32, last: u32) -> &str {
        let at = |rank: usize| self.starts.get(rank).copied().unwrap_or(self.text.len());
        self.text.get(at(first as usize)..at(last as usize + 1)).unwrap_or_default()
    }

    pub(super) fn len(&self) -> usize {
        self.text.len()
    }

    /// Returns the byte range of a string that is a slice of the text, by its address in memory.
    pub(super) fn range_of(&self, part: &str) -> Option<Range<usize>> {
        let start = (part.as_ptr() as usize).checked_sub(self.text.as_ptr() as usize)?;
        let end = start.checked_add(part.len())?;
        (end <= self.text.len()).then_some(start..end)
    }

    pub(super) fn count_characters(&self, range: &Range<usize>) -> usize {
        let before = |at: usize| {
            let block = self.text.as_bytes().get(at / BLOCK * BLOCK..at).unwrap_or_default();
            self.counts.get(at / BLOCK).copied().unwrap_or(0) + characters(block)
        };
        before(range.end) - before(range.start)
    }

    /// Returns the byte offsets of all occurrences of a string, also overlapping ones, in linear time (Knuth–Morris–Pratt algorithm).
    pub(super) fn occurrences(&self, needle: &str) -> Vec<usize> {
        let needle = needle.as_bytes();
        // For each prefix of the needle, the length of its longest border: a shorter prefix that is also a suffix of it.
        let mut borders = vec![0];
        let matched = |borders: &[usize], mut length: usize, byte: u8| {
            while length > 0 && needle.get(length) != Some(&byte) {
                length = borders[length - 1];
            }
            length + usize::from(needle.get(length) == Some(&byte))
        };
        let mut length = 0;
        for byte in needle.iter().skip(1) {
            length = matched(&borders, length, *byte);
            borders.push(length);
        }
        let mut occurrences = Vec::new();
        length = 0;
        for (at, byte) in self.text.bytes().enumerate() {
            length = matched(&borders, length, byte);
            if length == needle.len() {
                occurrences.push(at + 1 - length);
            }
        }
        occurrences
    }
}

/// Returns the number of characters that start in a part of a UTF-8 string.
fn characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte & 0xc0 != 0x80).count()
}
