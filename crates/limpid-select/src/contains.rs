//! `:contains("text")`: elements whose text content has a text in it.
//!
//! A search looks at the texts of an element, until that has taken as many steps as the document has nodes. Then one pass through the
//! tree finds all elements that contain the text, however they are nested.

use crate::bits::NodeSet;
use crate::search::Search;
use crate::sets::top_of;
use limpid_dom::{Edge, NodeRef};

/// The number of bytes that count as a step.
const STEP: usize = 32;

impl<'d> Search<'d, '_> {
    /// Whether the text content of an element has one of the texts in it.
    pub(crate) fn contains(&mut self, index: usize, element: NodeRef<'d>) -> bool {
        let set = self.selector.complexes.len() + index;
        if self.uses_set(set) {
            return self.is_in_set(set, element, Search::make_containing);
        }
        let word = &self.selector.texts[index];
        self.steps(word.len() / STEP);
        let mut finder = Finder::new(word);
        finder.is_found()
            || element.descendants().any(|node| {
                let text = node.text().unwrap_or_default();
                self.steps(1 + text.len() / STEP);
                finder.read(text);
                finder.is_found()
            })
    }

    /// The elements that contain a text.
    fn make_containing(&mut self, set: usize, somewhere: NodeRef<'d>) -> NodeSet {
        let mut finder = Finder::new(&self.selector.texts[set - self.selector.complexes.len()]);
        let mut found = self.empty_set();
        // The positions at which the open elements start.
        let mut starts = Vec::new();
        for event in top_of(somewhere).traverse() {
            match event {
                Edge::Enter(node) => {
                    finder.read(node.text().unwrap_or_default());
                    starts.push(finder.position);
                }
                // What was found ends before here. It is in the element if it starts in there.
                Edge::Leave(node) => {
                    if let (Some(start), Some(found_at)) = (starts.pop(), finder.found_at)
                        && found_at >= start
                    {
                        found.insert(node);
                    }
                }
            }
        }
        found
    }
}

/// Finds each start of a word in text that comes in pieces, overlapping ones included, by the algorithm of Knuth, Morris and Pratt.
struct Finder<'w> {
    word: &'w [u8],
    /// For each length of a start of the word: the length of the longest shorter start that it ends with.
    borders: Vec<usize>,
    /// The length of the longest start of the word that the text ends with.
    matched: usize,
    /// The length of the text so far.
    position: usize,
    /// The last position at which the word starts in the text so far.
    found_at: Option<usize>,
}

impl<'w> Finder<'w> {
    fn new(word: &'w str) -> Finder<'w> {
        let word = word.as_bytes();
        let found_at = word.is_empty().then_some(0);
        let mut finder = Finder { word, borders: vec![0; word.len() + 1], matched: 0, position: 0, found_at };
        for length in 2..=word.len() {
            let border = finder.matched_after(finder.borders[length - 1], word[length - 1]);
            finder.borders[length] = border;
        }
        finder
    }

    fn is_found(&self) -> bool {
        self.found_at.is_some()
    }

    /// The length of the start of the word that the text ends with, after one that it ended with and a byte.
    fn matched_after(&self, mut matched: usize, byte: u8) -> usize {
        while matched > 0 && self.word.get(matched) != Some(&byte) {
            matched = self.borders[matched];
        }
        matched + usize::from(self.word.get(matched) == Some(&byte))
    }

    fn read(&mut self, text: &str) {
        for byte in text.bytes() {
            self.matched = self.matched_after(self.matched, byte);
            self.position += 1;
            if self.matched == self.word.len() {
                self.found_at = Some(self.position - self.matched);
            }
        }
    }
}
