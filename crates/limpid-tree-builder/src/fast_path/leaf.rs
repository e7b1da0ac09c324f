//! The fast path of leaves: elements that contain only text, if anything, with their end tags. They never come onto the stack of open
//! elements.
//!
//! **Exits**: start tags whose rule does more than insert an element and push it onto the list of active formatting elements; end tags that do
//! more than pop it; lists that are so long that a push may make an earlier entry leave. All others are half of the elements of pages.

use crate::element_type::{Flags, InScope};
use crate::insertion::OutOfLine;
use crate::obstacles::Obstacles;
use crate::start_rules::StartRule;
use crate::{InsertionMode, TreeBuilder};
use limpid_markup::{HookAnswer, LeafByParts, LocalName, TagSet, TreeSink};

/// The circumstances in which an element of a name can be a leaf.
#[derive(Clone, Copy)]
struct Leaf {
    /// The elements in scope that its start tag would close.
    closes: InScope,
    /// The obstacles that keep it from being one.
    obstacles: Obstacles,
    /// The most active formatting elements there may be.
    formatting: u8,
}

static LEAVES: [Leaf; TagSet::LIMIT] = {
    let none = Leaf { closes: InScope::NONE, obstacles: Obstacles::ALWAYS, formatting: 0 };
    let mut leaves = [none; TagSet::LIMIT];
    let mut index = 0;
    while index < TagSet::LIMIT {
        let name = LocalName::from_index(index);
        let rule = StartRule::of(name);
        let formatting = match rule {
            StartRule::Block | StartRule::Heading | StartRule::ListItem | StartRule::AnyOther => u8::MAX,
            // The "Noah's Ark" clause makes one of three others leave.
            StartRule::Formatting => 2,
            // One of the others may be an `a` that ends.
            StartRule::Anchor => 0,
            StartRule::OwnRule | StartRule::Void | StartRule::Metadata | StartRule::Row | StartRule::Cell => {
                index += 1;
                continue;
            }
        };
        if Flags::of_html(name).has(Flags::SIMPLE_END.with(Flags::FORMATTING)) {
            let is_form_associated = TagSet::FORM_ASSOCIATED.contains(name);
            let obstacles = Obstacles::TEXT.with_if(is_form_associated, Obstacles::FORM);
            leaves[index] = Leaf { closes: InScope::closed_by(rule, name), obstacles, formatting };
        }
        index += 1;
    }
    leaves
};

impl<S: TreeSink> TreeBuilder<S> {
    /// Whether an element of this name, whose start tag comes next, would be a leaf if there were only text up to its end tag. Of a cell it is
    /// only probable.
    #[inline(always)]
    pub(crate) fn takes_leaf(&self, name: LocalName) -> bool {
        let leaf = &LEAVES[TagSet::row_of(name)];
        if self.state.obstacles.has(leaf.obstacles) {
            return TagSet::CELLS.contains(name) && self.takes_leaf_cell();
        }
        let &[.., current] = self.state.open.entries() else { return false };
        !current.in_scope.has_any(leaf.closes)
            && self.state.formatting.len() <= usize::from(leaf.formatting)
            && self.state.open.len() < self.state.stack_limit
    }

    /// Handles a leaf of which [`takes_leaf`](Self::takes_leaf) was asked.
    #[inline(never)]
    pub(crate) fn fast_leaf(&mut self, leaf: LeafByParts<'_>) -> HookAnswer {
        if self.state.obstacles.has(Obstacles::OTHER_RULES) {
            return self.fast_leaf_cell(OutOfLine { tag: leaf, rule: StartRule::Cell });
        }
        let &[.., current] = self.state.open.entries() else { return HookAnswer::Untouched };
        self.sink.append_leaf(current.insertion_target, leaf)
    }

    #[inline(never)]
    fn takes_leaf_cell(&self) -> bool {
        self.mode_for_tags() == InsertionMode::InRow && !self.state.frameset_ok
    }

    /// Handles a cell that is a leaf.
    #[inline(never)]
    fn fast_leaf_cell(&mut self, OutOfLine { tag: leaf, .. }: OutOfLine<LeafByParts<'_>>) -> HookAnswer {
        if self.state.mode == InsertionMode::InTableText {
            // Every tag does this first, and it does nothing a second time.
            self.state.token_span = leaf.start_tag;
            self.end_table_text();
            self.state.obstacles = Obstacles::UNKNOWN;
        }
        let is_in_row = self.state.mode == InsertionMode::InRow && self.state.open.current_is(LocalName::TR);
        if !is_in_row || !self.takes_html_content() || self.state.open.len() >= self.state.stack_limit {
            return HookAnswer::Untouched;
        }
        let &[.., current] = self.state.open.entries() else { return HookAnswer::Untouched };
        self.sink.append_leaf(current.insertion_target, leaf)
    }
}
