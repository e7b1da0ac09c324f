//! `:contains("text")`: matches elements whose text content contains a text.
//!
//! At first, a search reads the text of each tested element. This counts as steps of the search (see [`crate::search`]). When no steps are left, the
//! search computes the set of all elements that contain the text, in one pass over the tree.

use crate::bits::NodeSet;
use crate::search::Search;
use crate::sets::root_of;
use limpid_dom::{Edge, NodeRef};

/// The number of bytes that count as one step.
const BYTES_PER_STEP: usize = 32;

impl<'d> Search<'d, '_> {
    /// Returns whether the text content of an element contains the text at `index`.
    pub(crate) fn contains(&mut self, index: usize, element: NodeRef<'d>) -> bool {
        let set = self.selector.complexes.len() + index;
        if self.uses_set(set) {
            return self.is_in_set(set, element, Search::build_containing);
        }
        let word = &self.selector.texts[index];
        self.steps(word.len() / BYTES_PER_STEP);
        let mut finder = Finder::new(word);
        finder.is_found()
            || element.descendants().any(|node| {
                let text = node.text().unwrap_or_default();
                self.steps(1 + text.len() / BYTES_PER_STEP);
                finder.read(text);
                finder.is_found()
            })
    }

    /// Returns the set of elements that contain a text.
    fn build_containing(&mut self, set: usize, node_in_tree: NodeRef<'d>) -> NodeSet {
        let mut finder = Finder::new(&self.selector.texts[set - self.selector.complexes.len()]);
        let mut found = self.empty_set();
        // The positions in the text at which the open elements start.
        let mut starts = Vec::new();
        for event in root_of(node_in_tree).traverse() {
            match event {
                Edge::Enter(node) => {
                    finder.read(node.text().unwrap_or_default());
                    starts.push(finder.position);
                }
                // The last occurrence ends before this point, so it is in the element if it starts after the element's start.
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

/// Finds all occurrences of a word in text that arrives in parts, including overlapping ones, with the Knuth-Morris-Pratt algorithm.
struct Finder<'w> {
    word: &'w [u8],
    /// For each length of a prefix of the word: the length of the longest shorter prefix that is also a suffix of this prefix.
    borders: Vec<usize>,
    /// The length of the longest prefix of the word that the text ends with.
    matched: usize,
    /// The length of the text so far.
    position: usize,
    /// The position of the last occurrence in the text so far.
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

    /// Returns the next value of `matched` after reading a byte.
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
