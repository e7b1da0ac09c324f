use crate::TreeBuilder;
use crate::element_type::{ElementType, Flags};
use crate::modes::in_body::any_other_end_tag;
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
            && self.formatting.position(current.node).is_none()
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
        let Some(formatting_index) = self.formatting.last_after_marker(subject) else {
            any_other_end_tag(self, tag);
            return false;
        };
        let Some(element) = self.formatting.element(formatting_index) else { return false };
        let formatting_node = element.node;
        let formatting_token = element.token.clone();
        let Some(stack_index) = self.open.position(formatting_node) else {
            self.error(ErrorCode::AdoptionAgencyElementNotOpen);
            self.formatting.remove(formatting_index);
            return false;
        };
        if !self.open.is_in_scope(stack_index) {
            self.error(ErrorCode::AdoptionAgencyElementNotInScope);
            return false;
        }
        if stack_index + 1 != self.open.len() {
            self.error(ErrorCode::AdoptionAgencyElementNotCurrent);
        }

        // The furthest block: the topmost special element below the formatting element.
        let below = self.open.iter().skip(stack_index + 1);
        let Some(furthest_block_offset) = below.clone().position(|entry| entry.flags.has(Flags::SPECIAL)) else {
            self.pop_to_length(stack_index);
            self.remove_from_formatting(formatting_node);
            return false;
        };
        let mut furthest_block_index = stack_index + 1 + furthest_block_offset;
        let furthest_block = self.open[furthest_block_index].node;
        let common_ancestor = self.open[stack_index.saturating_sub(1)];

        // The bookmark: an index into the list.
        let mut bookmark = formatting_index;
        let mut last_node = furthest_block;
        let mut node_index = furthest_block_index;
        let mut inner_loop_counter = 0;
        loop {
            inner_loop_counter += 1;
            // The element above, also when the one below it has been removed.
            node_index -= 1;
            if node_index == stack_index {
                break;
            }
            let node = self.open[node_index].node;
            let mut list_index = self.formatting.position(node);
            if let Some(index) = list_index.filter(|_| inner_loop_counter > INNER_LOOP_LIMIT) {
                self.formatting.remove(index);
                bookmark -= usize::from(index < bookmark);
                list_index = None;
            }
            let Some(list_index) = list_index else {
                let removed = self.open.remove(node_index);
                self.popped(&removed);
                furthest_block_index -= 1;
                continue;
            };
            let token = match self.formatting.element(list_index) {
                Some(element) => element.token.clone(),
                None => continue,
            };
            let new_node =
                self.create_element_for_token(&token.tag(), Namespace::Html, common_ancestor.node, Some(node));
            self.formatting.replace(list_index, new_node);
            self.open.replace(node_index, new_node);
            self.sink.element_popped(node, None);
            if last_node == furthest_block {
                bookmark = list_index + 1;
            }
            self.sink.remove(last_node);
            self.sink.append(new_node, last_node);
            last_node = new_node;
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

        let new_element = self.create_element_for_token(
            &formatting_token.tag(),
            Namespace::Html,
            furthest_block,
            Some(formatting_node),
        );
        self.sink.reparent_children(furthest_block, new_element);
        self.sink.append(furthest_block, new_element);

        if let Some(index) = self.formatting.position(formatting_node) {
            self.formatting.remove(index);
            bookmark -= usize::from(index < bookmark);
        }
        self.formatting.insert(bookmark, new_element, formatting_token);

        let removed = self.open.remove(stack_index);
        self.sink.element_popped(removed.node, None);
        furthest_block_index -= 1;
        self.open.insert(furthest_block_index + 1, new_element, ElementType::html(subject));
        true
    }

    /// Removes an element from the list of active formatting elements, if it is in it.
    pub(crate) fn remove_from_formatting(&mut self, node: S::Handle) {
        if let Some(index) = self.formatting.position(node) {
            self.formatting.remove(index);
        }
    }
}
