//! The appropriate place for inserting a node: foster parenting, patching, and the limit of depth.

use crate::TreeBuilder;
use crate::element_type::Flags;
use crate::open_elements::OpenElement;
use crate::slot::Slot;
use limpid_markup::{ErrorCode, Namespace, TagSet, TreeSink};
use limpid_tokenizer::Tag;

/// An [insertion location](https://html.spec.whatwg.org/multipage/parsing.html#insertion-location): the target parent,
/// and the child of it to insert before, or none to append.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InsertionLocation<H> {
    pub(crate) parent: H,
    pub(crate) before: Option<H>,
}

impl<S: TreeSink> TreeBuilder<S> {
    /// The [appropriate place for inserting a
    /// node](https://html.spec.whatwg.org/multipage/parsing.html#appropriate-place-for-inserting-a-node), and the
    /// [adjusted insertion location](https://html.spec.whatwg.org/multipage/parsing.html#adjusted-insertion-location) at
    /// once: an entry of the stack knows where its children go, the fragment for the root of a fragment parse included.
    #[inline]
    pub(crate) fn appropriate_place(&mut self) -> InsertionLocation<S::Handle> {
        match self.state.open.current() {
            Some(&entry) => self.appropriate_place_given(entry),
            None => InsertionLocation { parent: self.sink.document(), before: None },
        }
    }

    /// Returns the appropriate place with an override target, which is always an entry of the stack.
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

    /// The place before the last table, or in the last template if that comes later.
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

    /// The place after the last child of an entry, or where it keeps its content.
    #[inline]
    fn place_inside(&self, entry: OpenElement<S::Handle>) -> InsertionLocation<S::Handle> {
        let before = if entry.flags.has(Flags::PATCHING) { self.patch_end_marker(entry.node) } else { None };
        InsertionLocation { parent: entry.insertion_target, before }
    }

    // The depth of the tree. An element with n others before it on the stack is no deeper than n + 1: each is put into one
    // of those before it, and no rule moves it down again. Patching is another matter, see `stack_limit_below`. So the
    // length of the stack tells whether there is anything to look after.

    /// The place for an element where the tree may be as deep as it may be: behind the element that it would be in, whose
    /// further content goes there too.
    ///
    /// Void elements may be one level deeper, as text may, and so may elements in the contents of a template or in a
    /// shadow root, from where there is no way up.
    #[cold]
    fn place_at_depth_limit(
        &mut self,
        location: InsertionLocation<S::Handle>,
        tag: &Tag<'_>,
        namespace: Namespace,
    ) -> InsertionLocation<S::Handle> {
        let Some(&current) = self.state.open.current() else { return location };
        let is_patching = current.flags.has(Flags::PATCHING);
        let is_in_it = location.parent == current.insertion_target && (current.node == location.parent || is_patching);
        let is_void = namespace == Namespace::Html && TagSet::SERIALIZES_AS_VOID.contains(tag.name);
        let Some(parent) = self.sink.parent(location.parent).filter(|_| is_in_it) else { return location };
        if is_void && !is_patching && self.sink.parent(parent).is_some() {
            return location;
        }
        self.error(ErrorCode::DepthLimit);
        if !is_patching {
            self.state.open.retarget_current(parent, Flags::default());
        }
        InsertionLocation { parent, before: None }
    }

    /// Where the children of a `template` go that is put at a location.
    pub(crate) fn template_insertion_target(
        &mut self,
        template: S::Handle,
        location: InsertionLocation<S::Handle>,
    ) -> S::Handle {
        // In the contents of another template that is as deep as it may be, they go to those contents.
        if self.state.open.len() >= self.state.stack_limit && self.sink.parent(location.parent).is_none() {
            self.error(ErrorCode::DepthLimit);
            return location.parent;
        }
        self.sink.template_contents(template)
    }

    /// Whether what comes into an element of the stack may be too deep.
    pub(crate) fn is_at_depth_limit(&self, slot: Slot) -> bool {
        let entry = &self.state.open[slot];
        slot.index() + 1 >= self.state.stack_limit || entry.insertion_target != entry.node
    }
}
