use crate::TreeBuilder;
use crate::builder::SinkAttributes;
use crate::modes::in_body::any_other_end_tag;
use crate::slot::Slot;
use limpid_markup::{ErrorCode, LocalName, Namespace, TreeSink};
use limpid_tokenizer::Tag;

/// How often the outer loop of the algorithm may run.
const OUTER_LOOP_LIMIT: usize = 8;
/// How many elements between the formatting element and the furthest block stay in the list.
const INNER_LOOP_LIMIT: usize = 3;

impl<S: TreeSink> TreeBuilder<S> {
    /// The [adoption agency algorithm](https://html.spec.whatwg.org/multipage/parsing.html#adoption-agency-algorithm).
    pub(crate) fn adoption_agency(&mut self, tag: &Tag<'_>) {
        let subject = tag.name;
        if let Some(current) = self.open.current()
            && current.is(subject)
            && current.formatting.is_none()
        {
            self.pop();
            return;
        }
        for _ in 0..OUTER_LOOP_LIMIT {
            if !self.adopt_once(tag, subject) {
                return;
            }
        }
    }

    /// One run of the outer loop; whether there may be another.
    fn adopt_once(&mut self, tag: &Tag<'_>, subject: LocalName) -> bool {
        // The formatting element: the last of that name, after the last marker.
        let Some(formatting) = self.last_formatting_after_marker(subject) else {
            any_other_end_tag(self, tag);
            return false;
        };
        let Some(element) = self.formatting.element(formatting) else { return false };
        let (formatting_node, formatting_slot) = (element.node, element.open);
        if formatting_slot.is_none() {
            self.error(ErrorCode::AdoptionAgencyElementNotOpen);
            self.formatting.remove(formatting);
            return false;
        }
        if !self.open.is_in_scope(formatting_slot) {
            self.error(ErrorCode::AdoptionAgencyElementNotInScope);
            return false;
        }
        if formatting_slot != self.open.current_slot() {
            self.error(ErrorCode::AdoptionAgencyElementNotCurrent);
        }

        let Some(furthest_block_slot) = self.open.furthest_block(formatting_slot) else {
            self.pop_through(formatting_slot);
            self.formatting.remove(formatting);
            return false;
        };
        let is_at_depth_limit = self.is_at_depth_limit(furthest_block_slot);
        let furthest_block = self.open[furthest_block_slot].node;
        let common_ancestor = self.open[self.open.before(formatting_slot)];

        // The bookmark: behind which element of the list, or where the formatting element is.
        let mut bookmark = Slot::NONE;
        let mut last_node = furthest_block;
        let mut next_slot = self.open.before(furthest_block_slot);
        let mut inner_loop_counter = 0;
        while next_slot != formatting_slot {
            let slot = next_slot;
            let node = self.open[slot];
            // The element before, also when this one is removed.
            next_slot = self.open.before(slot);
            inner_loop_counter += 1;
            if inner_loop_counter > INNER_LOOP_LIMIT && node.formatting.is_some() {
                self.remove_formatting(node.formatting);
            }
            let in_list = self.open[slot].formatting;
            if in_list.is_none() {
                let removed = self.open.remove(slot);
                self.popped(&removed);
                continue;
            }
            if is_at_depth_limit {
                continue;
            }
            let new_node = self.recreate_formatting_element(in_list, common_ancestor.node);
            self.open.replace(slot, new_node);
            self.sink.element_popped(node.node, None);
            if last_node == furthest_block {
                bookmark = in_list;
            }
            self.sink.remove(last_node);
            self.sink.append(new_node, last_node);
            last_node = new_node;
        }
        if is_at_depth_limit {
            // What is in the block stays as it is, without the formatting element.
            self.error(ErrorCode::DepthLimit);
            let removed = self.open.remove(formatting_slot);
            self.popped(&removed);
            self.formatting.remove(formatting);
            return false;
        }

        let location = self.appropriate_place_given(common_ancestor);
        if self.sink.parent(last_node).is_some() {
            self.sink.remove(last_node);
        }
        let reference_is_there = location.before.is_none_or(|before| self.sink.parent(before) == Some(location.parent));
        if reference_is_there
            && !self.is_refused_by_document(location)
            && !self.sink.is_host_including_inclusive_ancestor(last_node, location.parent)
        {
            self.insert_at(location, last_node);
        }

        let new_element = self.recreate_formatting_element(formatting, furthest_block);
        self.sink.reparent_children(furthest_block, new_element);
        self.sink.append(furthest_block, new_element);
        self.sink_popped(formatting_node, self.open[formatting_slot].element_type);

        let moved = self.open.move_after_furthest_block(formatting_slot, furthest_block_slot, new_element);
        for slot in moved.map(Slot::new).chain([furthest_block_slot]) {
            self.formatting.set_open(self.open[slot].formatting, slot);
        }
        if bookmark.is_some() {
            let moved = self.formatting.move_behind(formatting, bookmark);
            for slot in moved.map(Slot::new).chain([bookmark]) {
                if let Some(element) = self.formatting.element(slot) {
                    self.open.set_formatting(element.open, slot);
                }
            }
        }
        true
    }

    /// Creates an element for the token of an open element in the list of active formatting elements, and puts it there in
    /// the place of that.
    fn recreate_formatting_element(&mut self, formatting: Slot, parent: S::Handle) -> S::Handle {
        let Some(element) = self.formatting.element(formatting) else { return parent };
        let (original, open) = (element.node, element.open);
        let token = self.formatting.take_token(formatting);
        let node = self.create_element_for_token(&token.tag(), Namespace::Html, parent, Some(original));
        self.formatting.reopen(formatting, node, open, token);
        node
    }

    /// The last element of this name in the list of active formatting elements, after its last marker.
    pub(crate) fn last_formatting_after_marker(&mut self, name: LocalName) -> Option<Slot> {
        self.formatting.last_after_marker(name, &SinkAttributes(&self.sink))
    }

    /// Removes an element from the list of active formatting elements.
    pub(crate) fn remove_formatting(&mut self, formatting: Slot) {
        if let Some(element) = self.formatting.remove(formatting) {
            self.open.set_formatting(element.open, Slot::NONE);
        }
    }
}
