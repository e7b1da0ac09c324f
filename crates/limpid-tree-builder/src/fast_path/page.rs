//! The fast path for metadata, and for white space around the content of a page.

use crate::flow::{error_span, is_all_whitespace};
use crate::insertion::{OutOfLine, StartTag};
use crate::obstacles::Obstacles;
use crate::{InsertionMode, TreeBuilder};
use limpid_markup::{HookResult, LocalName, TagByParts, Text, TreeSink};
use limpid_tokenizer::Token;

impl<S: TreeSink> TreeBuilder<S> {
    /// Handles a `link`, or a `meta` that does not suspend the tokenizer, in a head or a body. The rules insert these elements and do nothing
    /// else.
    #[inline(never)]
    pub(super) fn fast_metadata(&mut self, OutOfLine { ref tag, .. }: OutOfLine<TagByParts<'_>>) -> HookResult {
        if !self.is_in_head_or_body()
            || (tag.name == LocalName::META && self.state.options.suspend_at_encoding_declarations)
        {
            return HookResult::Declined;
        }
        self.state.token_span = tag.span;
        tag.insert(self, true);
        HookResult::Handled
    }

    /// Handles white space outside of the body. White space before the head is ignored. White space in or after the head is inserted. White
    /// space after the body is inserted into the body.
    pub(super) fn fast_white_space(&mut self, text: Text<'_>) -> HookResult {
        if !is_all_whitespace(text.text) || !self.uses_insertion_mode_or_is_empty() {
            return HookResult::Declined;
        }
        if self.state.mode != InsertionMode::InHead {
            self.sink.token(text.span, true);
        }
        match self.state.mode {
            InsertionMode::InHead | InsertionMode::AfterHead => self.insert_characters(text),
            InsertionMode::AfterBody | InsertionMode::AfterAfterBody => {
                self.state.token_span = error_span(&Token::Characters(text));
                self.in_body_characters(text);
                self.state.obstacles = Obstacles::UNKNOWN;
            }
            _ => {}
        }
        self.invalidate_obstacles_if_full();
        HookResult::Handled
    }
}
