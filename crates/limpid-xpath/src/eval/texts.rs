//! String-values of many elements: parts of one string, the text of the whole tree.

use crate::tree::Tree;

/// The text of the tree. What is in an element is a part of it.
#[derive(Debug)]
pub(super) struct Texts {
    text: String,
    /// The length of the text before each rank, and of all.
    starts: Vec<usize>,
}

impl Texts {
    pub(super) fn new(tree: &Tree<'_>) -> Texts {
        let mut texts = Texts { text: String::new(), starts: vec![0] };
        for rank in 1..=tree.last() {
            texts.starts.push(texts.text.len());
            texts.text.push_str(tree.node(rank).text().unwrap_or_default());
        }
        texts.starts.push(texts.text.len());
        texts
    }

    pub(super) fn of(&self, first: u32, last: u32) -> &str {
        let at = |rank: usize| self.starts.get(rank).copied().unwrap_or(self.text.len());
        self.text.get(at(first as usize)..at(last as usize + 1)).unwrap_or_default()
    }
}
