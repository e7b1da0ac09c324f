//! The fast path for leaves: elements that contain at most text. A leaf is created with its text and ended in one step, and is never on the
//! stack of open elements. About half of the elements of pages are leaves.
//!
//! An element is **not a leaf** if its start tag does more than insert the element and push it onto the list of active formatting elements, or
//! if its end tag does more than pop the element. A formatting element is not a leaf if the list is so long that a push may remove an entry.

use crate::element_type::{Flags, InScope};
use crate::fragment::content_state;
use crate::obstacles::Obstacles;
use crate::start_rules::StartRule;
use crate::{InsertionMode, ScriptingMode, TreeBuilder};
use limpid_markup::{HookResult, LeafByParts, LocalName, Span, TagSet, TreeSink};
use limpid_tokenizer::State;

/// The conditions under which an element with a given name can be a leaf.
#[derive(Clone, Copy)]
struct LeafConditions {
    /// The elements that the start tag closes if they are in scope. If one of them is in scope, the element is not a leaf.
    closes: InScope,
    /// The obstacles that rule out a leaf.
    obstacles: Obstacles,
    /// The maximum length of the list of active formatting elements.
    max_formatting: u8,
    /// Whether the insertion mode can allow a leaf despite the obstacles.
    depends_on_mode: bool,
}

/// The raw text elements that can be leaves.
const RAW_TEXT: TagSet =
    TagSet::of(&[LocalName::SCRIPT, LocalName::IFRAME, LocalName::NOSCRIPT, LocalName::STYLE, LocalName::TITLE]);

static LEAVES: [LeafConditions; TagSet::LIMIT] = {
    let none = LeafConditions {
        closes: InScope::NONE,
        obstacles: Obstacles::ALWAYS,
        max_formatting: 0,
        depends_on_mode: false,
    };
    let mut leaves = [none; TagSet::LIMIT];
    let mut index = 0;
    while index < TagSet::LIMIT {
        let name = LocalName::from_index(index);
        let rule = StartRule::of(name);
        let max_formatting = match rule {
            StartRule::Block | StartRule::Heading | StartRule::ListItem | StartRule::AnyOther => u8::MAX,
            // With 3 other entries, the "Noah's Ark" clause may remove one.
            StartRule::Formatting => 2,
            // Another entry may be an `a`, which the start tag ends.
            StartRule::Anchor => 0,
            StartRule::OwnRule | StartRule::Void | StartRule::Metadata | StartRule::Row | StartRule::Cell => {
                leaves[index].depends_on_mode = rule as u8 == StartRule::Cell as u8
                    || name.index() == LocalName::OPTION.index()
                    || RAW_TEXT.contains(name);
                index += 1;
                continue;
            }
        };
        if Flags::of_html(name).has(Flags::SIMPLE_END.with(Flags::FORMATTING)) {
            let is_form_associated = TagSet::FORM_ASSOCIATED.contains(name);
            let obstacles = Obstacles::TEXT.with_if(is_form_associated, Obstacles::FORM);
            leaves[index] = LeafConditions {
                closes: InScope::closed_by(rule, name),
                obstacles,
                max_formatting,
                depends_on_mode: false,
            };
        }
        index += 1;
    }
    leaves
};

impl<S: TreeSink> TreeBuilder<S> {
    /// Returns the tokenizer state for the content of a possible leaf. For table cells, [`fast_leaf`](Self::fast_leaf) may still decline.
    #[inline(always)]
    pub(crate) fn leaf_tokenizer_state(&self, name: LocalName) -> Option<State> {
        let leaf = &LEAVES[TagSet::row_of(name)];
        if self.state.obstacles.has(leaf.obstacles) {
            return if leaf.depends_on_mode { self.leaf_tokenizer_state_by_mode(name) } else { None };
        }
        let &[.., current] = self.state.open.entries() else { return None };
        let is_leaf = !current.in_scope.has_any(leaf.closes)
            && self.state.formatting.len() <= usize::from(leaf.max_formatting)
            && self.state.open.len() < self.state.stack_limit;
        is_leaf.then_some(State::Data)
    }

    /// Handles a leaf. [`leaf_tokenizer_state`](Self::leaf_tokenizer_state) has returned a state for its name. This method is not inlined,
    /// because the loop over tags needs the registers.
    #[inline(never)]
    pub(crate) fn fast_leaf(&mut self, leaf: LeafByParts<'_>) -> HookResult {
        if self.state.obstacles.has(Obstacles::OTHER_RULES)
            && TagSet::CELLS.contains(leaf.name)
            && !self.begins_leaf_cell(leaf.start_tag)
        {
            return HookResult::Declined;
        }
        let &[.., current] = self.state.open.entries() else { return HookResult::Declined };
        self.sink.append_leaf(current.insertion_target, leaf)
    }

    /// Like [`leaf_tokenizer_state`](Self::leaf_tokenizer_state), for cells, options and raw text elements. Their conditions depend on the
    /// insertion mode.
    #[inline(never)]
    fn leaf_tokenizer_state_by_mode(&self, name: LocalName) -> Option<State> {
        let (mode, frameset_ok) = (self.state.mode, self.state.frameset_ok);
        if TagSet::CELLS.contains(name) {
            return (self.mode_for_tags() == InsertionMode::InRow && !frameset_ok).then_some(State::Data);
        }
        let is_in_body = matches!(mode, InsertionMode::InBody | InsertionMode::InCell | InsertionMode::InCaption);
        if !(is_in_body || mode == InsertionMode::InHead)
            || !self.uses_insertion_mode()
            || self.state.open.len() >= self.state.stack_limit
        {
            return None;
        }
        if name == LocalName::OPTION {
            // An option is a leaf only if its start tag closes no element and reports no error.
            let is_leaf = is_in_body
                && !frameset_ok
                && !self.state.open.has_in_scope(LocalName::OPTION)
                && !self.state.open.current_is_one_of(TagSet::IMPLIED_END_TAGS.without(LocalName::OPTGROUP))
                && !self.state.formatting.needs_reconstruction();
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

    /// Ends the text before a cell. Returns whether the cell is in a row and can be a leaf.
    #[inline(never)]
    fn begins_leaf_cell(&mut self, start_tag: Span) -> bool {
        if self.state.mode == InsertionMode::InTableText {
            // If the cell is not a leaf, the rules call `end_table_text` again, which then has no effect.
            self.state.token_span = start_tag;
            self.end_table_text();
            self.state.obstacles = Obstacles::UNKNOWN;
        }
        self.state.mode == InsertionMode::InRow
            && self.state.open.current_is(LocalName::TR)
            && self.uses_insertion_mode()
            && self.state.open.len() < self.state.stack_limit
    }
}
