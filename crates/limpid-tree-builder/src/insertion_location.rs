//! The appropriate place for inserting a node: foster parenting, patching, and the depth limit.

use crate::TreeBuilder;
use crate::element_type::Flags;
use crate::open_elements::OpenElement;
use crate::slot::Slot;
use limpid_markup::{ErrorCode, Namespace, TagSet, TreeSink};
use limpid_tokenizer::Tag;

/// An [insertion location](https://html.spec.whatwg.org/multipage/parsing.html#insertion-location): the parent, and the child before which the
/// node is inserted. If that child is `None`, the node is appended.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InsertionLocation<H> {
    pub(crate) parent: H,
    pub(crate) before: Option<H>,
}

impl<S: TreeSink> TreeBuilder<S> {
    /// Returns the [appropriate place for inserting a
    /// node](https://html.spec.whatwg.org/multipage/parsing.html#appropriate-place-for-inserting-a-node) as an [adjusted insertion
    /// location](https://html.spec.whatwg.org/multipage/parsing.html#adjusted-insertion-location). The `insertion_target` of the stack entry
    /// already includes the adjustment.
    #[inline]
    pub(crate) fn appropriate_place(&mut self) -> InsertionLocation<S::Handle> {
        match self.state.open.current() {
            Some(&entry) => self.appropriate_place_given(entry),
            None => InsertionLocation { parent: self.sink.document(), before: None },
        }
    }

    /// Returns the appropriate place with an override target, which is always a stack entry.
    #[inline]
    pub(crate) fn appropriate_place_given(&self, target: OpenElement<S::Handle>) -> InsertionLocation<S::Handle> {
        if self.state.foster_parenting && target.element_type.is_html_in(TagSet::TABLE_STRUCTURE) {
            self.foster_parent()
        } else {
            self.place_inside(target)
        }
    }

    #[inline]
    pub(crate) fn appropriate_place_for_element(
        &mut self,
        tag: &Tag<'_>,
        namespace: Namespace,
    ) -> InsertionLocation<S::Handle> {
        let location = self.appropriate_place();
        if self.state.open.len() < self.state.stack_limit {
            location
        } else {
            self.place_at_depth_limit(location, tag, namespace)
        }
    }

    /// Returns the place before the last table, or in the last template if that is later on the stack.
    fn foster_parent(&self) -> InsertionLocation<S::Handle> {
        let last = self.state.open.last_table_or_template();
        if last.is_none() {
            // The fragment case.
            return self.place_inside(self.state.open[Slot::FIRST]);
        }
        let entry = self.state.open[last];
        if entry.is_template() {
            return self.place_inside(entry);
        }
        let previous = self.state.open[self.state.open.previous(last)];
        match self.sink.foster_parent(entry.node, previous.node) {
            Some(parent) => match self.sink.template_contents_if_template(parent) {
                Some(contents) => InsertionLocation { parent: contents, before: None },
                None => InsertionLocation { parent, before: Some(entry.node) },
            },
            None => self.place_inside(previous),
        }
    }

    /// Returns the place for the children of an entry: the end of its insertion target, or before the end marker of a patch.
    #[inline]
    fn place_inside(&self, entry: OpenElement<S::Handle>) -> InsertionLocation<S::Handle> {
        let before = if entry.flags.has(Flags::PATCHING) { self.patch_end_marker(entry.node) } else { None };
        InsertionLocation { parent: entry.insertion_target, before }
    }

    // The length of the stack bounds the depth of the tree: each element is inserted into an entry before it on the stack, and no rule later moves it
    // deeper into the tree. For patching, see `stack_limit_below`.

    /// Returns the place for an element when the stack is at its limit. An element that would exceed the maximum depth becomes a sibling of
    /// the current node instead of its child, and so does the later content of the current node.
    ///
    /// Void elements and text may be one level deeper. Elements at the top level of template contents or of a shadow root may also be one level
    /// deeper, because the template contents and the shadow root have no parent that could receive the elements.
    #[cold]
    fn place_at_depth_limit(
        &mut self,
        location: InsertionLocation<S::Handle>,
        tag: &Tag<'_>,
        namespace: Namespace,
    ) -> InsertionLocation<S::Handle> {
        let Some(&current) = self.state.open.current() else { return location };
        let is_patching = current.flags.has(Flags::PATCHING);
        let would_be_child =
            location.parent == current.insertion_target && (current.node == location.parent || is_patching);
        let is_void = namespace == Namespace::Html && TagSet::SERIALIZES_AS_VOID.contains(tag.name);
        let Some(parent) = self.sink.parent(location.parent).filter(|_| would_be_child) else { return location };
        if is_void && !is_patching && self.sink.parent(parent).is_some() {
            return location;
        }
        self.error(ErrorCode::DepthLimit);
        if !is_patching {
            self.state.open.retarget_current(parent, Flags::default());
        }
        InsertionLocation { parent, before: None }
    }

    /// Returns the node that receives the children of a `template` inserted at a location.
    pub(crate) fn template_insertion_target(
        &mut self,
        template: S::Handle,
        location: InsertionLocation<S::Handle>,
    ) -> S::Handle {
        // In the contents of another template at the maximum depth, the children become siblings of the template.
        if self.state.open.len() >= self.state.stack_limit && self.sink.parent(location.parent).is_none() {
            self.error(ErrorCode::DepthLimit);
            return location.parent;
        }
        self.sink.template_contents(template)
    }

    /// Whether children of an element on the stack may exceed the maximum depth.
    pub(crate) fn is_at_depth_limit(&self, slot: Slot) -> bool {
        let entry = &self.state.open[slot];
        slot.index() + 1 >= self.state.stack_limit || entry.insertion_target != entry.node
    }
}
