//! The rules of "in body" that common start tags share, for tokens and for tags by parts.

use crate::TreeBuilder;
use crate::insertion::StartTag;
use crate::obstacles::Obstacles;
use crate::start_rules::StartRule;
use limpid_markup::{ErrorCode, LocalName, TagSet, TreeSink};
use limpid_tokenizer::Tag;

impl<S: TreeSink> TreeBuilder<S> {
    #[inline(never)]
    pub(crate) fn common_start_tag_token(&mut self, rule: StartRule, tag: &Tag<'_>) {
        self.common_start_tag(rule, tag);
    }

    /// Processes a start tag by any rule except [`StartRule::OwnRule`], [`StartRule::Metadata`], [`StartRule::Row`] and [`StartRule::Cell`]. It
    /// is inlined into the fast path. If this method and the emission of text were function calls, parsing a page would take 4 to 5 % more
    /// instructions (`cargo xtask bench --part instructions`).
    #[inline(always)]
    pub(crate) fn common_start_tag<T: StartTag<S>>(&mut self, rule: StartRule, tag: T) {
        match rule {
            // "If the stack of open elements has a p element in button scope, then close a p element."
            StartRule::Block => self.close_p_in_button_scope(),
            StartRule::Heading => {
                self.close_p_in_button_scope();
                // "If the current node is an HTML element whose tag name is one of h1 to h6: parse error; pop it."
                if self.state.open.current_is_one_of(TagSet::HEADINGS) {
                    self.error(ErrorCode::NestedHeading);
                    self.pop();
                }
            }
            StartRule::ListItem => {
                self.close_list_item(tag.name());
                self.close_p_in_button_scope();
            }
            StartRule::Anchor => {
                // "If the list of active formatting elements contains an a element after the last marker: parse error …"
                if !self.state.formatting.is_empty() {
                    self.end_active_anchor();
                }
                self.reconstruct_the_active_formatting_elements();
            }
            _ => self.reconstruct_the_active_formatting_elements(),
        }
        let node = tag.insert(self, rule == StartRule::Void);
        match rule {
            StartRule::Anchor | StartRule::Formatting => {
                let token = tag.formatting_token();
                self.push_onto_formatting(node, token);
            }
            StartRule::Void => self.clear_frameset_ok(),
            _ => {}
        }
    }

    /// Sets the [frameset-ok flag](https://html.spec.whatwg.org/multipage/parsing.html#frameset-ok-flag) to "not ok".
    #[inline(always)]
    pub(crate) fn clear_frameset_ok(&mut self) {
        self.state.frameset_ok = false;
        self.state.obstacles = self.state.obstacles.without(Obstacles::FRAMESET_OK);
    }

    #[inline(never)]
    fn close_list_item(&mut self, name: LocalName) {
        self.clear_frameset_ok();
        // `item_closed_by` replaces the loop from the current node up to a special element other than address, div and p.
        if let Some(item) = self.state.open.item_closed_by(name) {
            self.generate_implied_end_tags_except(item);
            if !self.state.open.current_is(item) {
                self.error(ErrorCode::ListItemWithOpenElements);
            }
            self.pop_until(item);
        }
    }

    /// Ends the last active `a` element, if there is one after the last marker: "parse error; then run the adoption
    /// agency algorithm for the token, then remove that element from the list of active formatting elements and the stack
    /// of open elements if the adoption agency algorithm didn't already remove it".
    #[inline(never)]
    fn end_active_anchor(&mut self) {
        let Some(formatting) = self.last_formatting_after_marker(LocalName::A) else { return };
        self.error(ErrorCode::NestedAnchor);
        let Some(anchor) = self.state.formatting.element(formatting).map(|element| element.node) else { return };
        self.adoption_agency(LocalName::A);
        // The element is still in the list if it was not in scope.
        let Some(element) = self.state.formatting.element(formatting).filter(|element| element.node == anchor) else {
            return;
        };
        let slot = element.open;
        self.remove_formatting(formatting);
        if slot.is_some() {
            let removed = self.state.open.remove(slot);
            self.handle_popped(&removed);
        }
    }
}
