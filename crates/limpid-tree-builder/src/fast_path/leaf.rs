//! The fast path of leaves: elements that contain only text, if anything, with their end tags. They never come onto the stack of open
//! elements.
//!
//! **Exits**: start tags whose rule does more than insert an element and push it onto the list of active formatting elements; end tags that do
//! more than pop it; lists that are so long that a push may make an earlier entry leave. All others are half of the elements of pages.

use crate::element_type::{Flags, InScope};
use crate::fragment::content_state;
use crate::obstacles::Obstacles;
use crate::start_rules::StartRule;
use crate::{InsertionMode, ScriptingMode, TreeBuilder};
use limpid_markup::{HookAnswer, LeafByParts, LocalName, Span, TagSet, TreeSink};
use limpid_tokenizer::State;

/// The circumstances in which an element of a name can be a leaf.
#[derive(Clone, Copy)]
struct Leaf {
    /// The elements in scope that its start tag would close.
    closes: InScope,
    /// The obstacles that keep it from being one.
    obstacles: Obstacles,
    /// The most active formatting elements there may be.
    formatting: u8,
    /// Whether there are other places for it, or only others.
    is_elsewhere: bool,
}

/// The raw text elements that can be leaves.
const RAW_TEXT: TagSet =
    TagSet::of(&[LocalName::SCRIPT, LocalName::IFRAME, LocalName::NOSCRIPT, LocalName::STYLE, LocalName::TITLE]);

static LEAVES: [Leaf; TagSet::LIMIT] = {
    let none = Leaf { closes: InScope::NONE, obstacles: Obstacles::ALWAYS, formatting: 0, is_elsewhere: false };
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
                leaves[index].is_elsewhere = rule as u8 == StartRule::Cell as u8
                    || name.index() == LocalName::OPTION.index()
                    || RAW_TEXT.contains(name);
                index += 1;
                continue;
            }
        };
        if Flags::of_html(name).has(Flags::SIMPLE_END.with(Flags::FORMATTING)) {
            let is_form_associated = TagSet::FORM_ASSOCIATED.contains(name);
            let obstacles = Obstacles::TEXT.with_if(is_form_associated, Obstacles::FORM);
            leaves[index] = Leaf { closes: InScope::closed_by(rule, name), obstacles, formatting, is_elsewhere: false };
        }
        index += 1;
    }
    leaves
};

impl<S: TreeSink> TreeBuilder<S> {
    /// Returns the state for the text of an element of this name, whose start tag comes next, if it is a leaf once there is only text up to
    /// its end tag. Of a cell that is only probable.
    #[inline(always)]
    pub(crate) fn takes_leaf(&self, name: LocalName) -> Option<State> {
        let leaf = &LEAVES[TagSet::row_of(name)];
        if self.state.obstacles.has(leaf.obstacles) {
            return if leaf.is_elsewhere { self.takes_leaf_elsewhere(name) } else { None };
        }
        let &[.., current] = self.state.open.entries() else { return None };
        let is_leaf = !current.in_scope.has_any(leaf.closes)
            && self.state.formatting.len() <= usize::from(leaf.formatting)
            && self.state.open.len() < self.state.stack_limit;
        is_leaf.then_some(State::Data)
    }

    /// Handles a leaf of which [`takes_leaf`](Self::takes_leaf) was asked. It is not inlined where tags are read, which leaves the registers
    /// to that.
    #[inline(never)]
    pub(crate) fn fast_leaf(&mut self, leaf: LeafByParts<'_>) -> HookAnswer {
        if self.state.obstacles.has(Obstacles::OTHER_RULES)
            && TagSet::CELLS.contains(leaf.name)
            && !self.begins_leaf_cell(leaf.start_tag)
        {
            return HookAnswer::Untouched;
        }
        let &[.., current] = self.state.open.entries() else { return self.fast_first_leaf(leaf) };
        self.sink.append_leaf(current.insertion_target, leaf)
    }

    /// Does the same for cells in rows, options in lists of them, and for elements with raw text in a head or a body.
    #[inline(never)]
    fn takes_leaf_elsewhere(&self, name: LocalName) -> Option<State> {
        let (mode, frameset_ok) = (self.state.mode, self.state.frameset_ok);
        if TagSet::CELLS.contains(name) {
            return (self.mode_for_tags() == InsertionMode::InRow && !frameset_ok).then_some(State::Data);
        }
        let is_in_body = matches!(mode, InsertionMode::InBody | InsertionMode::InCell | InsertionMode::InCaption);
        if !(is_in_body || matches!(mode, InsertionMode::InHead | InsertionMode::BeforeHtml))
            || !self.takes_a_page()
            || self.state.open.len() >= self.state.stack_limit
        {
            return None;
        }
        if name == LocalName::OPTION {
            // Its start tag closes nothing, and reports nothing.
            let is_leaf = is_in_body
                && !frameset_ok
                && !self.state.open.has_in_scope(LocalName::OPTION)
                && !self.state.open.current_is_one_of(TagSet::IMPLIED_END_TAGS.without(LocalName::OPTGROUP))
                && !self.state.formatting.has_something_to_reconstruct();
            return is_leaf.then_some(State::Data);
        }
        let options = &self.state.options;
        let is_raw = match name {
            LocalName::SCRIPT => options.scripting != ScriptingMode::Inert && !options.suspend_at_scripts,
            LocalName::NOSCRIPT => options.scripting != ScriptingMode::Disabled,
            LocalName::IFRAME => is_in_body && !frameset_ok,
            _ => true,
        };
        (is_raw && RAW_TEXT.contains(name)).then(|| content_state(name, true))
    }

    /// Ends the text before a cell, and returns whether it is in a row.
    #[inline(never)]
    fn begins_leaf_cell(&mut self, start_tag: Span) -> bool {
        if self.state.mode == InsertionMode::InTableText {
            // Every tag does this first, and it does nothing a second time.
            self.state.token_span = start_tag;
            self.end_table_text();
            self.state.obstacles = Obstacles::UNKNOWN;
        }
        self.state.mode == InsertionMode::InRow
            && self.state.open.current_is(LocalName::TR)
            && self.takes_html_content()
            && self.state.open.len() < self.state.stack_limit
    }
}
