//! The fast path for text in bodies, heads and elements that contain only text.

use crate::flow::is_whitespace;
use crate::obstacles::Obstacles;
use crate::{InsertionMode, TreeBuilder};
use limpid_markup::{HookResult, Span, Text, TreeSink};

impl<S: TreeSink> TreeBuilder<S> {
    /// Handles a run of characters that the input contains verbatim at `span`, if neither the rules nor the sink need to read them.
    #[inline(always)]
    pub(crate) fn fast_characters_at(&mut self, span: Span) -> HookResult {
        if self.state.obstacles.has(Obstacles::TEXT) && !self.is_text_only() && self.has_obstacle(Obstacles::TEXT) {
            return HookResult::Declined;
        }
        let Some(current) = self.state.open.current() else { return HookResult::Declined };
        self.sink.append_text_at(current.insertion_target, span)
    }

    /// Whether the next characters belong to an element that contains only text.
    #[inline(always)]
    fn is_text_only(&self) -> bool {
        self.state.mode == InsertionMode::Text && !self.state.ignore_line_feed
    }

    /// Whether the next characters are appended to the current node, whatever the characters are. Apart from that, they may only clear the
    /// frameset-ok flag.
    #[inline(always)]
    pub(crate) fn appends_characters(&mut self) -> bool {
        self.is_text_only() || !self.has_obstacle(Obstacles::OTHER_RULES.with(Obstacles::RECONSTRUCTION))
    }

    #[inline]
    pub(crate) fn fast_characters(&mut self, text: Text<'_>) -> HookResult {
        if self.has_obstacle(Obstacles::OTHER_RULES.with(Obstacles::RECONSTRUCTION)) {
            return match self.state.mode {
                InsertionMode::Initial
                | InsertionMode::BeforeHtml
                | InsertionMode::BeforeHead
                | InsertionMode::InHead
                | InsertionMode::AfterHead
                | InsertionMode::AfterBody
                | InsertionMode::AfterAfterBody => self.fast_white_space(text),
                InsertionMode::InTable | InsertionMode::InTableBody | InsertionMode::InRow => {
                    self.fast_table_text(text)
                }
                _ => HookResult::Declined,
            };
        }
        let Some(current) = self.state.open.current() else { return HookResult::Declined };
        self.sink.append_text(current.insertion_target, text);
        self.update_frameset_ok(text.text);
        self.invalidate_obstacles_if_full();
        HookResult::Handled
    }

    #[inline(always)]
    pub(crate) fn fast_characters_in_buffer(&mut self, buffer: String, start: usize, span: Span) {
        let Some(current) = self.state.open.current() else { return };
        let target = current.insertion_target;
        if self.state.mode != InsertionMode::Text {
            self.update_frameset_ok(buffer.get(start..).unwrap_or_default());
        }
        self.sink.append_text_in_buffer(target, buffer, start, span);
        self.invalidate_obstacles_if_full();
    }

    /// Clears the frameset-ok flag if the text contains characters other than white space.
    #[inline(always)]
    pub(crate) fn update_frameset_ok(&mut self, text: &str) {
        if self.state.frameset_ok && text.contains(|character| !is_whitespace(character)) {
            self.clear_frameset_ok();
        }
    }
}
