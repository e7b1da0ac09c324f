//! Obstacles: cached reasons why the next token cannot use the fast path.

use crate::element_type::Flags;
use crate::{InsertionMode, TreeBuilder};
use limpid_markup::TreeSink;

/// A set of reasons why tokens cannot use the fast path. The rules reset it to [`UNKNOWN`](Self::UNKNOWN), and the next query computes it
/// again. The fast path keeps it up to date.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Obstacles(u8);

impl Obstacles {
    /// The next token is not processed by the rules of "in body" for HTML content.
    pub(crate) const OTHER_RULES: Obstacles = Obstacles(1);
    /// There are active formatting elements to reconstruct.
    pub(crate) const RECONSTRUCTION: Obstacles = Obstacles(1 << 1);
    /// The [frameset-ok flag](https://html.spec.whatwg.org/multipage/parsing.html#frameset-ok-flag) is set.
    pub(crate) const FRAMESET_OK: Obstacles = Obstacles(1 << 2);
    /// Form-associated elements have to be associated with a form.
    pub(crate) const FORM: Obstacles = Obstacles(1 << 3);
    /// The obstacles for characters. Without them, a run of characters is appended to the current node, and nothing else happens.
    pub(crate) const TEXT: Obstacles =
        Obstacles::OTHER_RULES.with(Obstacles::RECONSTRUCTION).with(Obstacles::FRAMESET_OK);
    /// An obstacle that is always present.
    pub(crate) const ALWAYS: Obstacles = Obstacles(1 << 6);
    /// The obstacles must be computed again.
    const STALE: Obstacles = Obstacles(1 << 7);
    /// All obstacles, because any may be present after a change.
    pub(crate) const UNKNOWN: Obstacles = Obstacles(u8::MAX);

    #[inline(always)]
    pub(crate) const fn has(self, any: Obstacles) -> bool {
        self.0 & any.0 != 0
    }

    #[inline(always)]
    pub(crate) const fn with(self, other: Obstacles) -> Obstacles {
        Obstacles(self.0 | other.0)
    }

    #[inline(always)]
    pub(crate) const fn without(self, other: Obstacles) -> Obstacles {
        Obstacles(self.0 & !other.0)
    }

    #[inline(always)]
    pub(crate) const fn with_if(self, condition: bool, other: Obstacles) -> Obstacles {
        if condition { self.with(other) } else { self }
    }
}

impl<S: TreeSink> TreeBuilder<S> {
    /// Whether any of these obstacles is present. Computes them if they are unknown.
    #[inline(always)]
    pub(crate) fn has_obstacle(&mut self, obstacles: Obstacles) -> bool {
        self.state.obstacles.has(obstacles) && self.recheck_obstacles(obstacles)
    }

    #[inline(never)]
    fn recheck_obstacles(&mut self, obstacles: Obstacles) -> bool {
        if self.state.obstacles.has(Obstacles::STALE) && obstacles != Obstacles::ALWAYS {
            self.compute_obstacles();
        }
        self.state.obstacles.has(obstacles)
    }

    fn compute_obstacles(&mut self) {
        let state = &self.state;
        let is_in_body = matches!(state.mode, InsertionMode::InBody | InsertionMode::InCell | InsertionMode::InCaption);
        let uses_in_body = is_in_body && self.uses_insertion_mode();
        self.state.obstacles = self
            .obstacles_in_new_cell()
            .with_if(!uses_in_body, Obstacles::OTHER_RULES)
            .with_if(state.formatting.needs_reconstruction(), Obstacles::RECONSTRUCTION);
    }

    /// Returns the obstacles in a new cell: "in body" processes its content, and after its marker there are no elements to reconstruct.
    #[inline(always)]
    pub(crate) fn obstacles_in_new_cell(&self) -> Obstacles {
        Obstacles::ALWAYS
            .with_if(self.state.frameset_ok, Obstacles::FRAMESET_OK)
            .with_if(self.form_to_associate_with().is_some(), Obstacles::FORM)
    }

    /// Whether the dispatcher passes the next token to the insertion mode, whatever it is, and new children are inserted at the end of the
    /// current node.
    #[inline]
    pub(crate) fn uses_insertion_mode(&self) -> bool {
        !self.state.ignore_line_feed && self.sink.is_full().is_none() && self.current_has_html_content()
    }

    /// Like [`uses_insertion_mode`](Self::uses_insertion_mode), but also true for an empty stack, before the first element.
    #[inline]
    pub(crate) fn uses_insertion_mode_or_is_empty(&self) -> bool {
        self.uses_insertion_mode() || (self.state.open.entries().is_empty() && self.sink.is_full().is_none())
    }

    /// Whether the next token, whatever it is, is processed by the rules of "in head" or "in body".
    #[inline]
    pub(crate) fn is_in_head_or_body(&mut self) -> bool {
        match self.state.mode {
            InsertionMode::InHead => self.uses_insertion_mode(),
            _ => !self.has_obstacle(Obstacles::OTHER_RULES),
        }
    }

    /// Whether the current node is an HTML element, and new children are inserted at its end.
    #[inline(always)]
    pub(crate) fn current_has_html_content(&self) -> bool {
        let flags = Flags::HTML_CONTENT.with(Flags::PATCHING);
        self.state.open.current().is_some_and(|entry| entry.flags.has_only(Flags::HTML_CONTENT, flags))
    }

    #[inline(always)]
    pub(crate) fn invalidate_obstacles_if_full(&mut self) {
        if self.sink.is_full().is_some() {
            self.state.obstacles = Obstacles::UNKNOWN;
        }
    }
}
