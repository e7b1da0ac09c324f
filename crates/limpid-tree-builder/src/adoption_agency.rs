//! The adoption agency algorithm for misnested formatting elements. Each method is one phase of the standard's steps.

use crate::TreeBuilder;
use crate::element_type::ElementType;
use crate::open_elements::OpenElement;
use crate::slot::Slot;
use limpid_markup::{ErrorCode, LocalName, Namespace, TreeSink};

const OUTER_LOOP_LIMIT: usize = 8;
/// The maximum number of elements between the formatting element and the furthest block that stay in the list.
const INNER_LOOP_LIMIT: usize = 3;

/// Whether a node of the inner loop stays in the list. "If inner loop counter is greater than 3 and node is in the list of
/// active formatting elements, then remove node from the list. If node is not in the list, then remove node from the
/// stack of open elements and continue."
fn stays_in_list(in_list: Slot, inner_loop_counter: usize) -> bool {
    in_list.is_some() && inner_loop_counter <= INNER_LOOP_LIMIT
}

/// The variables of one iteration of the outer loop.
struct Adoption<H> {
    /// The slot in the list of active formatting elements.
    formatting: Slot,
    /// The slot on the stack of open elements.
    formatting_slot: Slot,
    furthest_block_slot: Slot,
    furthest_block: H,
    common_ancestor: OpenElement<H>,
    /// The element of the list that the bookmark follows; `NONE` while the bookmark is at the formatting element.
    bookmark: Slot,
    last_node: H,
}

impl<S: TreeSink> TreeBuilder<S> {
    /// The [adoption agency algorithm](https://html.spec.whatwg.org/multipage/parsing.html#adoption-agency-algorithm)
    /// for a token whose tag name is `subject`, the name of a formatting element.
    pub(crate) fn adoption_agency(&mut self, subject: LocalName) {
        // "If the current node is an HTML element whose tag name is subject, and the current node is not in the list of
        // active formatting elements, then pop the current node off the stack of open elements and return."
        if let Some(current) = self.state.open.current()
            && current.is(subject)
            && current.formatting.is_none()
        {
            self.pop();
            return;
        }
        for _ in 0..OUTER_LOOP_LIMIT {
            let Some(mut adoption) = self.start_adoption(subject) else { return };
            if self.is_at_depth_limit(adoption.furthest_block_slot) {
                self.end_adoption_at_depth_limit(&adoption);
                return;
            }
            self.adopt_elements_between(&mut adoption);
            self.place_last_node(&adoption);
            self.replace_formatting_element(&adoption);
        }
    }

    /// Finds the formatting element, the furthest block and the common ancestor. Returns `None` if the algorithm ends in these steps.
    fn start_adoption(&mut self, subject: LocalName) -> Option<Adoption<S::Handle>> {
        // "Let formatting element be the last element in the list of active formatting elements that is between the end
        // of the list and the last marker, if any, and has the tag name subject. If there is no such element, then act as
        // described in the 'any other end tag' entry."
        let Some(formatting) = self.last_formatting_after_marker(subject) else {
            self.any_other_end_tag(Some(ElementType::html(subject)));
            return None;
        };
        let formatting_slot = self.state.formatting.element(formatting)?.open;
        // "If formatting element is not in the stack of open elements, then this is a parse error; remove the element from
        // the list, and return."
        if formatting_slot.is_none() {
            self.error(ErrorCode::AdoptionAgencyElementNotOpen);
            self.state.formatting.remove(formatting);
            return None;
        }
        // "If formatting element is in the stack of open elements, but the element is not in scope, then this is a parse
        // error; return."
        if !self.state.open.is_in_scope(formatting_slot) {
            self.error(ErrorCode::AdoptionAgencyElementNotInScope);
            return None;
        }
        // "If formatting element is not the current node, this is a parse error. (But do not return.)"
        if formatting_slot != self.state.open.current_slot() {
            self.error(ErrorCode::AdoptionAgencyElementNotCurrent);
        }
        // "Let furthest block be the topmost node in the stack of open elements that is lower in the stack than formatting
        // element, and is an element in the special category. If there is no furthest block, then pop all the nodes up to
        // and including formatting element, then remove formatting element from the list, and return."
        let Some(furthest_block_slot) = self.state.open.furthest_block(formatting_slot) else {
            self.pop_through(formatting_slot);
            self.state.formatting.remove(formatting);
            return None;
        };
        let furthest_block = self.state.open[furthest_block_slot].node;
        // "Let common ancestor be the element immediately above formatting element in the stack of open elements."
        let common_ancestor = self.state.open[self.state.open.previous(formatting_slot)];
        let bookmark = Slot::NONE;
        let last_node = furthest_block;
        Some(Adoption {
            formatting,
            formatting_slot,
            furthest_block_slot,
            furthest_block,
            common_ancestor,
            bookmark,
            last_node,
        })
    }

    /// The inner loop. If a node is not in the list, removes it from the stack. Otherwise, recreates the node as the parent of the last node.
    fn adopt_elements_between(&mut self, adoption: &mut Adoption<S::Handle>) {
        let mut next_slot = self.state.open.previous(adoption.furthest_block_slot);
        let mut inner_loop_counter = 0;
        while next_slot != adoption.formatting_slot {
            let slot = next_slot;
            // "Let node be the element immediately above node in the stack of open elements, or if node is no longer in
            // the stack, the element that was immediately above node before node was removed."
            next_slot = self.state.open.previous(slot);
            inner_loop_counter += 1;
            let in_list = self.state.open[slot].formatting;
            if !stays_in_list(in_list, inner_loop_counter) || !self.may_recreate(in_list) {
                self.remove_from_list_and_stack(in_list, slot);
                continue;
            }
            // "Create an element for the token for which the element node was created, with common ancestor as the
            // intended parent; replace the entries for node in the list and in the stack with the new element."
            let node = self.state.open[slot].node;
            let new_node = self.recreate_formatting_element(in_list, adoption.common_ancestor.node);
            self.state.open.replace(slot, new_node);
            self.sink.element_popped(node, None);
            // "If last node is furthest block, then move the bookmark to be immediately after the new node in the list."
            if adoption.last_node == adoption.furthest_block {
                adoption.bookmark = in_list;
            }
            // "Append last node to node. Set last node to node."
            self.sink.remove(adoption.last_node);
            self.sink.append(new_node, adoption.last_node);
            adoption.last_node = new_node;
        }
    }

    fn remove_from_list_and_stack(&mut self, in_list: Slot, slot: Slot) {
        if in_list.is_some() {
            self.remove_formatting(in_list);
        }
        let removed = self.state.open.remove(slot);
        self.handle_popped(&removed);
    }

    /// "Insert whatever last node ended up being in the previous step at the appropriate place for inserting a node, but
    /// using common ancestor as the override target."
    fn place_last_node(&mut self, adoption: &Adoption<S::Handle>) {
        let location = self.appropriate_place_given(adoption.common_ancestor);
        let last_node = adoption.last_node;
        if self.sink.parent(last_node).is_some() {
            self.sink.remove(last_node);
        }
        let reference_is_child = location.before.is_none_or(|before| self.sink.parent(before) == Some(location.parent));
        if reference_is_child
            && !self.would_add_second_root(location)
            && !self.sink.is_host_including_inclusive_ancestor(last_node, location.parent)
        {
            self.insert_at(location, last_node);
        }
    }

    /// Recreates the formatting element inside the furthest block and moves the block's children into it. Then inserts it into the list at
    /// the bookmark, and into the stack below the furthest block. If the element may not be recreated, removes it from both.
    fn replace_formatting_element(&mut self, adoption: &Adoption<S::Handle>) {
        let &Adoption { formatting, formatting_slot, furthest_block_slot, furthest_block, bookmark, .. } = adoption;
        if !self.may_recreate(formatting) {
            self.remove_from_list_and_stack(formatting, formatting_slot);
            return;
        }
        let replaced = self.state.open[formatting_slot];
        let new_element = self.recreate_formatting_element(formatting, furthest_block);
        // "Take all of the child nodes of furthest block and append them to the new element. Append that new element to
        // furthest block."
        self.sink.reparent_children(furthest_block, new_element);
        self.sink.append(furthest_block, new_element);
        self.notify_popped(replaced.node, replaced.element_type);
        // "Remove formatting element from the stack, and insert the new element into the stack immediately below the
        // position of furthest block."
        let moved = self.state.open.move_after_furthest_block(formatting_slot, furthest_block_slot, new_element);
        for slot in (moved.start..moved.end + 1).map(Slot::new) {
            self.state.formatting.set_open(self.state.open[slot].formatting, slot);
        }
        // "Remove formatting element from the list, and insert the new element into the list at the position of the
        // bookmark."
        if bookmark.is_some() {
            let moved = self.state.formatting.move_after(formatting, bookmark);
            for slot in (moved.start..moved.end + 1).map(Slot::new) {
                if let Some(element) = self.state.formatting.element(slot) {
                    self.state.open.set_formatting(element.open, slot);
                }
            }
        }
    }

    /// Removes the formatting element from the stack. Also removes those elements between it and the furthest block that the inner loop would remove.
    /// The content of the block is not wrapped, because the tree would exceed the maximum depth.
    fn end_adoption_at_depth_limit(&mut self, adoption: &Adoption<S::Handle>) {
        let mut next_slot = self.state.open.previous(adoption.furthest_block_slot);
        let mut inner_loop_counter = 0;
        while next_slot != adoption.formatting_slot {
            let slot = next_slot;
            next_slot = self.state.open.previous(slot);
            inner_loop_counter += 1;
            let in_list = self.state.open[slot].formatting;
            if !stays_in_list(in_list, inner_loop_counter) {
                self.remove_from_list_and_stack(in_list, slot);
            }
        }
        self.error(ErrorCode::DepthLimit);
        self.remove_from_list_and_stack(adoption.formatting, adoption.formatting_slot);
    }

    /// Creates an element for the token of an open element in the list, and replaces the old element in the list.
    fn recreate_formatting_element(&mut self, formatting: Slot, parent: S::Handle) -> S::Handle {
        let Some(element) = self.state.formatting.element(formatting) else { return parent };
        let (original, open) = (element.node, element.open);
        let token = self.state.formatting.take_token(formatting);
        let node = self.create_element_for_token(&token.tag(), Namespace::Html, parent, Some(original));
        self.state.formatting.reopen(formatting, node, open, token);
        node
    }
}
