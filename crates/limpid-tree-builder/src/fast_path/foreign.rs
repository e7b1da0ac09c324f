//! The fast path of foreign content: tags and text in SVG and MathML, without the dispatcher.
//!
//! **Exits**: integration points and `annotation-xml`, where the dispatcher asks what the token is; tags that end foreign content; `script`;
//! names without an id; end tags of other elements than the current node.

use crate::TreeBuilder;
use crate::element_type::ElementType;
use crate::obstacles::Obstacles;
use limpid_markup::{HookAnswer, LocalName, Namespace, Span, Text, TreeSink};
use limpid_tokenizer::Tag;

impl<S: TreeSink> TreeBuilder<S> {
    /// Whether the dispatcher hands the next tag or text, whatever it is, to the rules for foreign content.
    #[inline]
    fn takes_foreign_content(&self) -> bool {
        let annotation = ElementType::known(Namespace::MathMl, LocalName::ANNOTATION_XML);
        let is_foreign = self.state.open.current_is_amid_foreign_content()
            && self.state.open.current().is_some_and(|entry| entry.element_type != annotation);
        is_foreign && !self.state.ignore_line_feed && self.sink.is_full().is_none()
    }

    #[inline(never)]
    pub(super) fn fast_foreign_text(&mut self, text: Text<'_>) -> HookAnswer {
        if !self.takes_foreign_content() {
            return HookAnswer::Untouched;
        }
        self.foreign_characters(text);
        HookAnswer::Taken
    }

    #[inline]
    pub(crate) fn fast_foreign_start_tag(&mut self, tag: &Tag<'_>) -> HookAnswer {
        let is_special = !tag.name.is_known() || tag.name == LocalName::SCRIPT;
        if is_special || !self.takes_foreign_content() || Self::is_breakout(tag) {
            return HookAnswer::Untouched;
        }
        self.state.token_span = tag.span;
        self.start_foreign_element(tag);
        self.state.obstacles = Obstacles::UNKNOWN;
        HookAnswer::Taken
    }

    /// Handles the end tag of the current node.
    #[inline]
    pub(crate) fn fast_foreign_end_tag(&mut self, name: LocalName, span: Span) -> HookAnswer {
        let is_current = self.state.open.current().is_some_and(|entry| entry.element_type.name() == name);
        if !is_current || !name.is_known() || name == LocalName::SCRIPT || !self.takes_foreign_content() {
            return HookAnswer::Untouched;
        }
        self.pop_without_more(Some(span));
        self.state.obstacles = Obstacles::UNKNOWN;
        HookAnswer::Taken
    }
}
