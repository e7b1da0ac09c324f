//! String-values of many elements: parts of one string, the text of the whole tree, which is searched and counted once for all.

use crate::tree::Tree;
use core::ops::Range;

/// The length of the pieces whose characters are counted, in bytes.
const PIECE: usize = 256;

/// The text of the tree. What is in an element is a part of it.
#[derive(Debug)]
pub(super) struct Texts {
    text: String,
    /// The length of the text before each rank, and of all.
    starts: Vec<usize>,
    /// The number of characters before each piece.
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
        for piece in texts.text.as_bytes().chunks(PIECE) {
            count += characters(piece);
            texts.counts.push(count);
        }
        texts
    }

    pub(super) fn of(&self, first: u32, last: u32) -> &str {
        let at = |rank: usize| self.starts.get(rank).copied().unwrap_or(self.text.len());
        self.text.get(at(first as usize)..at(last as usize + 1)).unwrap_or_default()
    }

    /// The length in bytes.
    pub(super) fn len(&self) -> usize {
        self.text.len()
    }

    /// The place of a string in memory, in bytes, if it is a part of the text.
    pub(super) fn place(&self, part: &str) -> Option<Range<usize>> {
        let start = (part.as_ptr() as usize).checked_sub(self.text.as_ptr() as usize)?;
        let end = start.checked_add(part.len())?;
        (end <= self.text.len()).then_some(start..end)
    }

    /// The number of characters at a place.
    pub(super) fn count(&self, place: &Range<usize>) -> usize {
        let before = |at: usize| {
            let piece = self.text.as_bytes().get(at / PIECE * PIECE..at).unwrap_or_default();
            self.counts.get(at / PIECE).copied().unwrap_or(0) + characters(piece)
        };
        before(place.end) - before(place.start)
    }

    /// The places at which a string begins in the text, those that overlap among them, in the time of a walk (Knuth, Morris and Pratt's).
    pub(super) fn places_of(&self, wanted: &str) -> Vec<usize> {
        let wanted = wanted.as_bytes();
        // For each start of the string the length of the longest shorter one that it ends with.
        let mut borders = vec![0];
        let matched = |borders: &[usize], mut length: usize, byte: u8| {
            while length > 0 && wanted.get(length) != Some(&byte) {
                length = borders[length - 1];
            }
            length + usize::from(wanted.get(length) == Some(&byte))
        };
        let mut length = 0;
        for byte in wanted.iter().skip(1) {
            length = matched(&borders, length, *byte);
            borders.push(length);
        }
        let mut places = Vec::new();
        length = 0;
        for (at, byte) in self.text.bytes().enumerate() {
            length = matched(&borders, length, byte);
            if length == wanted.len() {
                places.push(at + 1 - length);
            }
        }
        places
    }
}

/// The number of characters that begin in bytes of a string.
fn characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte & 0xc0 != 0x80).count()
}
