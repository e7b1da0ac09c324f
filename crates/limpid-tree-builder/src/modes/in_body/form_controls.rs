//! The rules of "in body" for the start tags of form controls.

use crate::TreeBuilder;
use crate::start_rules::StartRule;
use limpid_markup::{ErrorCode, LocalName, TokenAttributes, TreeSink};
use limpid_tokenizer::Tag;

impl<S: TreeSink> TreeBuilder<S> {
    /// A start tag whose tag name is "button".
    pub(super) fn start_button(&mut self, tag: &Tag<'_>) {
        if self.state.open.has_in_scope(LocalName::BUTTON) {
            self.error(ErrorCode::NestedButton);
            self.generate_implied_end_tags();
            self.pop_until(LocalName::BUTTON);
        }
        self.common_start_tag_token(StartRule::AnyOther, tag);
        self.state.frameset_ok = false;
    }

    /// A start tag whose tag name is "input".
    pub(super) fn start_input(&mut self, tag: &Tag<'_>) {
        if self.fragment_context_is(LocalName::SELECT) {
            return self.error(ErrorCode::InputInSelectFragment);
        }
        if self.state.open.has_in_scope(LocalName::SELECT) {
            self.error(ErrorCode::InputInSelect);
            self.pop_until(LocalName::SELECT);
        }
        self.reconstruct_the_active_formatting_elements();
        self.insert_void_element(tag);
        if !is_hidden_input(&tag.attributes) {
            self.state.frameset_ok = false;
        }
    }

    /// A start tag whose tag name is "select".
    pub(super) fn start_select(&mut self, tag: &Tag<'_>) {
        if self.fragment_context_is(LocalName::SELECT) {
            self.error(ErrorCode::SelectInSelectFragment);
        } else if self.state.open.has_in_scope(LocalName::SELECT) {
            self.error(ErrorCode::NestedSelect);
            self.pop_until(LocalName::SELECT);
        } else {
            self.common_start_tag_token(StartRule::AnyOther, tag);
            self.state.frameset_ok = false;
        }
    }

    /// A start tag whose tag name is "option".
    pub(super) fn start_option(&mut self, tag: &Tag<'_>) {
        if self.state.open.has_in_scope(LocalName::SELECT) {
            self.generate_implied_end_tags_except(LocalName::OPTGROUP);
            if self.state.open.has_in_scope(LocalName::OPTION) {
                self.error(ErrorCode::OptionWithOpenOption);
            }
        } else if self.state.open.current_is(LocalName::OPTION) {
            self.pop();
        }
        self.common_start_tag_token(StartRule::AnyOther, tag);
    }

    /// A start tag whose tag name is "optgroup".
    pub(super) fn start_optgroup(&mut self, tag: &Tag<'_>) {
        if self.state.open.has_in_scope(LocalName::SELECT) {
            self.generate_implied_end_tags();
            self.check_that_no_option_is_open(ErrorCode::OptgroupWithOpenOption);
        } else if self.state.open.current_is(LocalName::OPTION) {
            self.pop();
        }
        self.common_start_tag_token(StartRule::AnyOther, tag);
    }

    /// "If the stack of open elements has an option element in scope or has an optgroup element in scope, then this is a
    /// parse error."
    pub(super) fn check_that_no_option_is_open(&mut self, code: ErrorCode) {
        if self.state.open.has_in_scope(LocalName::OPTION) || self.state.open.has_in_scope(LocalName::OPTGROUP) {
            self.error(code);
        }
    }
}

pub(crate) fn is_hidden_input(attributes: &TokenAttributes<'_>) -> bool {
    attributes.get(LocalName::TYPE).is_some_and(|value| value.value().eq_ignore_ascii_case("hidden"))
}
