//! The tree builder's operations on the list of active formatting elements. The list itself is in `active_formatting.rs`.

use crate::TreeBuilder;
use crate::active_formatting::{FormattingAttributes, FormattingElement, FormattingToken};
use crate::slot::Slot;
use limpid_markup::{ErrorCode, LocalName, Namespace, TreeSink};

/// The default limit of copied attribute bytes is `FREE_BYTES`, plus `BYTES_PER_INPUT_BYTE` for each byte of the input so far.
const FREE_BYTES: u64 = 1 << 20;
const BYTES_PER_INPUT_BYTE: u64 = 16;

impl<S: TreeSink> TreeBuilder<S> {
    /// [Reconstruct the active formatting
    /// elements](https://html.spec.whatwg.org/multipage/parsing.html#reconstruct-the-active-formatting-elements).
    #[inline(always)]
    pub(crate) fn reconstruct_the_active_formatting_elements(&mut self) {
        if self.state.formatting.needs_reconstruction() {
            self.reconstruct_closed_elements();
        }
    }

    #[inline(never)]
    fn reconstruct_closed_elements(&mut self) {
        let (first, removed_any) =
            self.state.formatting.first_to_reconstruct(self.state.options.limits.reconstructed_elements);
        if removed_any {
            self.error(ErrorCode::ReconstructionLimit);
        }
        let mut formatting = first;
        while let Some(original) = self.state.formatting.element(formatting).map(|element| element.node) {
            let next = self.state.formatting.next(formatting);
            if self.may_recreate(formatting) {
                let token = self.state.formatting.take_token(formatting);
                let node = self.insert_element(&token.tag(), Namespace::Html, false, Some(original));
                let slot = self.state.open.current_slot();
                self.state.open.set_formatting(slot, formatting);
                self.state.formatting.reopen(formatting, node, slot, token);
            } else {
                self.state.formatting.remove(formatting);
            }
            formatting = next;
        }
    }

    /// Returns whether an element of the list may be recreated, which copies its attributes. Counts the copied bytes: once they exceed the
    /// limit, only elements without attributes may be recreated.
    pub(crate) fn may_recreate(&mut self, formatting: Slot) -> bool {
        let bytes = self.state.formatting.element(formatting).map_or(0, |element| element.token.attribute_bytes);
        if bytes == 0 {
            return true;
        }
        let Some(copied) = self.state.copied_attribute_bytes else { return false };
        let copied = copied + u64::from(bytes);
        let limit = match self.state.options.limits.copied_attribute_bytes {
            // The limit depends on the start of the token, which is the same for every division of the input into chunks.
            None => FREE_BYTES + BYTES_PER_INPUT_BYTE * u64::from(self.state.token_span.start),
            Some(u32::MAX) => u64::MAX,
            Some(limit) => u64::from(limit),
        };
        let is_within_limit = copied <= limit;
        self.state.copied_attribute_bytes = is_within_limit.then_some(copied);
        if !is_within_limit {
            self.error(ErrorCode::AttributeCopyLimit);
        }
        is_within_limit
    }

    /// [Pushes](https://html.spec.whatwg.org/multipage/parsing.html#push-onto-the-list-of-active-formatting-elements) the
    /// current node, which was inserted for this token, onto the list of active formatting elements. Applies the "Noah's Ark" clause.
    #[inline(always)]
    pub(crate) fn push_onto_formatting(&mut self, node: S::Handle, token: FormattingToken) {
        let slot = self.state.open.current_slot();
        let formatting = self.state.formatting.push(FormattingElement { node, token, open: slot });
        self.state.open.set_formatting(slot, formatting);
        if formatting != Slot::FIRST
            && let Some(earliest) = self.state.formatting.earliest_of_three_duplicates(&SinkAttributes(&self.sink))
        {
            self.remove_formatting(earliest);
        }
    }

    /// [Clear the list of active formatting elements up to the last
    /// marker](https://html.spec.whatwg.org/multipage/parsing.html#clear-the-list-of-active-formatting-elements-up-to-the-last-marker).
    pub(crate) fn clear_formatting_up_to_the_last_marker(&mut self) {
        let open = &mut self.state.open;
        self.state.formatting.clear_up_to_the_last_marker(|slot| open.set_formatting(slot, Slot::NONE));
    }

    pub(crate) fn last_formatting_after_marker(&mut self, name: LocalName) -> Option<Slot> {
        self.state.formatting.last_after_marker(name, &SinkAttributes(&self.sink))
    }

    pub(crate) fn remove_formatting(&mut self, formatting: Slot) {
        if let Some(element) = self.state.formatting.remove(formatting) {
            self.state.open.set_formatting(element.open, Slot::NONE);
        }
    }
}

pub(crate) struct SinkAttributes<'s, S>(pub(crate) &'s S);

impl<S: TreeSink> FormattingAttributes<S::Handle> for SinkAttributes<'_, S> {
    #[inline]
    fn created_attributes(&self, node: S::Handle) -> impl Iterator<Item = (&str, &str)> + Clone {
        S::KEEPS_ATTRIBUTES.then(|| self.0.created_attributes(node)).into_iter().flatten()
    }
}
