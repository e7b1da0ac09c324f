//! String-values of many elements: parts of one string, the text of the whole tree.

use super::Evaluator;
use crate::tree::Tree;
use crate::value::string_value;
use limpid_dom::NodeKind;
use std::borrow::Cow;

/// The number of looks at a node, per node of the tree, after which the text of the tree is put together.
const PATIENCE: u64 = 2;

/// The text of the tree. What is in an element is a part of it.
#[derive(Debug)]
pub(super) struct Texts {
    text: String,
    /// The length of the text before each rank, and of all.
    starts: Vec<usize>,
}

impl Texts {
    fn new(tree: &Tree<'_>) -> Texts {
        let mut texts = Texts { text: String::new(), starts: vec![0] };
        for rank in 1..=tree.last() {
            texts.starts.push(texts.text.len());
            texts.text.push_str(tree.node(rank).text().unwrap_or_default());
        }
        texts.starts.push(texts.text.len());
        texts
    }

    fn of(&self, first: u32, last: u32) -> &str {
        let at = |rank: usize| self.starts.get(rank).copied().unwrap_or(self.text.len());
        self.text.get(at(first as usize)..at(last as usize + 1)).unwrap_or_default()
    }
}

impl<'e> Evaluator<'e, '_> {
    /// The string-value of a node of the tree. What it costs is taken from the budget, of which at least nothing is left.
    pub(super) fn string_value_of_node(&mut self, rank: u32) -> Cow<'e, str> {
        let tree = self.tree;
        let node = tree.node(rank);
        if !matches!(node.kind(), NodeKind::Element | NodeKind::Document | NodeKind::DocumentFragment) {
            return string_value(node);
        }
        let texts = self.texts;
        if self.spent_on_texts > PATIENCE * tree.len() as u64 {
            return Cow::Borrowed(texts.get_or_init(|| Texts::new(tree)).of(rank, tree.end(rank)));
        }
        let text = string_value(node);
        let cost = u64::from(tree.end(rank) - rank) + text.len() as u64 / 16;
        self.spent_on_texts += cost;
        self.steps_left = self.steps_left.saturating_sub(cost);
        text
    }
}
