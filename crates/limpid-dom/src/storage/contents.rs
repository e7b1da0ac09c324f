//! Nodes with data outside of their records: template contents, shadow roots, doctypes, processing instructions.

use crate::storage::arena::Arena;
use crate::storage::extras::{DoctypeData, Extras, HTML_DOCTYPE};
use crate::storage::node::{FAR_NAME, Node, NodeFlags, NodeKind};
use crate::storage::text_buffer::Place;
use limpid_markup::{LocalName, Namespace, ShadowRootInit};

const HTML_DOCTYPE_INDEX: u32 = u32::MAX;

/// The sizes of an arena's buffers, for [`Arena::roll_back`].
#[derive(Clone, Copy)]
pub(crate) struct Checkpoint {
    nodes: usize,
    attributes: usize,
    built: usize,
    is_full: bool,
}

impl Arena {
    #[inline]
    pub(super) fn extras_mut(&mut self) -> &mut Extras {
        self.extras.get_or_insert_default()
    }

    pub(crate) fn checkpoint(&self) -> Checkpoint {
        let Arena { nodes, attributes, text, is_full, .. } = self;
        Checkpoint { nodes: nodes.len(), attributes: attributes.len(), built: text.built_len(), is_full: *is_full }
    }

    /// Removes all nodes that were added after the checkpoint. None of them may be in a tree.
    #[cold]
    #[inline]
    pub(crate) fn roll_back(&mut self, checkpoint: Checkpoint) {
        self.nodes.truncate(checkpoint.nodes);
        self.attributes.truncate(checkpoint.attributes);
        if let Some(spans) = &mut self.spans {
            spans.truncate_attributes(checkpoint.attributes);
        }
        self.text.truncate(checkpoint.built);
        self.is_full = checkpoint.is_full;
        self.qualifiers.truncate_elements(checkpoint.nodes);
        if let Some(extras) = &mut self.extras {
            extras.many_attributes.retain(|&element, _| element < checkpoint.nodes as u32);
            extras.far_names.retain(|&element, _| element < checkpoint.nodes as u32);
            extras.shadow_roots.retain(|&root, _| root < checkpoint.nodes as u32);
            extras.shadow_root_of.retain(|&host, _| host < checkpoint.nodes as u32);
        }
    }

    /// Adds an element, with template contents if it is a `template`.
    #[inline]
    pub(crate) fn push_element(&mut self, name: u32, namespace: Namespace, flags: NodeFlags) -> u32 {
        let number = self.push_element_without_contents(name, namespace, flags);
        if Node::element(name, namespace, flags).is_html(LocalName::TEMPLATE) {
            self.push_template_contents(number);
        }
        number
    }

    #[inline]
    pub(crate) fn push_element_without_contents(&mut self, name: u32, namespace: Namespace, flags: NodeFlags) -> u32 {
        let number = self.push(Node::element(name, namespace, flags));
        self.note_far_name(number, name);
        number
    }

    /// Stores the number of an element's name in `Extras`, if it does not fit into the record.
    #[inline]
    pub(crate) fn note_far_name(&mut self, element: u32, name: u32) {
        if name >= FAR_NAME {
            self.insert_far_name(element, name);
        }
    }

    #[cold]
    fn insert_far_name(&mut self, element: u32, name: u32) {
        if self.contains(element) {
            self.extras_mut().far_names.insert(element, name);
        }
    }

    /// Returns the number of a name that does not fit into the element's record, or of a processing instruction's target.
    #[cold]
    pub(super) fn far_name(&self, number: u32) -> u32 {
        let node = self.node(number);
        if node.kind() == NodeKind::ProcessingInstruction {
            return node.target();
        }
        self.extras.as_ref().and_then(|extras| extras.far_names.get(&number)).copied().unwrap_or(u32::MAX)
    }

    #[cold]
    fn push_template_contents(&mut self, template: u32) {
        if self.push(Node::with_index(NodeKind::DocumentFragment, 0, template)) != u32::MAX {
            self.set_flags(template, NodeFlags::TEMPLATE_CONTENTS);
        }
    }

    #[inline]
    pub(crate) fn template_contents(&self, template: u32) -> Option<u32> {
        self.node(template).flags().contains(NodeFlags::TEMPLATE_CONTENTS).then(|| template + 1)
    }

    #[inline]
    pub(crate) fn shadow_root(&self, element: u32) -> Option<u32> {
        if !self.node(element).flags().contains(NodeFlags::SHADOW_HOST) {
            return None;
        }
        self.extras.as_ref()?.shadow_root_of.get(&element).copied()
    }

    pub(crate) fn shadow_root_init(&self, root: u32) -> Option<ShadowRootInit> {
        self.extras.as_ref()?.shadow_roots.get(&root).copied()
    }

    /// Adds a shadow root to an element. Returns `None` if the element has one already, or the arena is full.
    pub(crate) fn attach_shadow_root(&mut self, host: u32, init: ShadowRootInit) -> Option<u32> {
        if !self.contains(host) || self.shadow_root(host).is_some() {
            return None;
        }
        let root = self.push(Node::with_index(NodeKind::ShadowRoot, 0, host));
        if root == u32::MAX {
            return None;
        }
        let extras = self.extras_mut();
        extras.shadow_roots.insert(root, init);
        extras.shadow_root_of.insert(host, root);
        self.set_flags(host, NodeFlags::SHADOW_HOST);
        Some(root)
    }

    /// Adds a node that refers to the next entry of a list in [`Extras`]. `len` returns the length of the list. The caller then adds the entry.
    fn push_indexed(&mut self, kind: NodeKind, target: u32, len: impl FnOnce(&Extras) -> usize) -> u32 {
        // Each entry belongs to a node, so there are fewer than 2³².
        let index = self.extras.as_deref().map_or(0, len) as u32;
        self.push(Node::with_index(kind, target, index))
    }

    /// Returns the index of a node's data in a list in [`Extras`], if the node has this kind.
    fn index_of(&self, number: u32, kind: NodeKind) -> Option<usize> {
        let node = self.node(number);
        (node.kind() == kind).then_some(node.start_or_length as usize)
    }

    pub(crate) fn push_doctype(&mut self, doctype: DoctypeData) -> u32 {
        if doctype == HTML_DOCTYPE {
            return self.push(Node::with_index(NodeKind::Doctype, 0, HTML_DOCTYPE_INDEX));
        }
        let number = self.push_indexed(NodeKind::Doctype, 0, |extras| extras.doctypes.len());
        if number != u32::MAX {
            self.extras_mut().doctypes.push(doctype);
        }
        number
    }

    pub(crate) fn doctype(&self, number: u32) -> Option<&DoctypeData> {
        match self.index_of(number, NodeKind::Doctype)? {
            index if index == HTML_DOCTYPE_INDEX as usize => Some(&HTML_DOCTYPE),
            index => self.extras.as_ref()?.doctypes.get(index),
        }
    }

    pub(crate) fn push_instruction(&mut self, target: u32, data: Place) -> u32 {
        let number = self.push_indexed(NodeKind::ProcessingInstruction, target, |extras| extras.instructions.len());
        if number != u32::MAX {
            self.extras_mut().instructions.push(data);
        }
        number
    }

    /// Returns the place of the text of a text node or comment, or of a processing instruction's data.
    #[inline]
    pub(crate) fn place(&self, number: u32) -> Option<Place> {
        let node = self.node(number);
        match node.kind() {
            NodeKind::Text | NodeKind::Comment => Some(node.place()),
            NodeKind::ProcessingInstruction => {
                self.extras.as_ref()?.instructions.get(node.start_or_length as usize).copied()
            }
            _ => None,
        }
    }

    pub(crate) fn instruction<'a>(&'a self, source: &'a str, number: u32) -> Option<(&'a str, &'a str)> {
        let data = *self.extras.as_ref()?.instructions.get(self.index_of(number, NodeKind::ProcessingInstruction)?)?;
        Some((self.names.text(self.node(number).target()), self.text(source, data)))
    }

    #[inline]
    pub(crate) fn set_place(&mut self, number: u32, place: Place) {
        if let Some(index) = self.index_of(number, NodeKind::ProcessingInstruction) {
            self.note_change(number);
            if let Some(data) = self.extras_mut().instructions.get_mut(index) {
                *data = place;
            }
        } else if let Some(node) = self.node_mut(number)
            && matches!(node.kind(), NodeKind::Text | NodeKind::Comment)
        {
            node.set_place(place);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::memory::DocumentMemory;
    use limpid_markup::ShadowRootMode;

    #[test]
    fn roll_back_removes_extras() {
        let mut arena = Arena::new("", DocumentMemory::default());
        let kept = arena.push_element(FAR_NAME, Namespace::Html, NodeFlags::NONE);
        let checkpoint = arena.checkpoint();
        let element = arena.push_element(FAR_NAME + 1, Namespace::Svg, NodeFlags::NONE);
        arena.attach_shadow_root(element, ShadowRootInit::new(ShadowRootMode::Open)).unwrap();
        assert_eq!([kept, element].map(|number| arena.name(number)), [FAR_NAME, FAR_NAME + 1]);
        arena.roll_back(checkpoint);
        let extras = arena.extras.as_deref().unwrap();
        assert_eq!(extras.far_names.get(&kept), Some(&FAR_NAME));
        assert!(!extras.far_names.contains_key(&element) && !extras.shadow_root_of.contains_key(&element));
        assert!(!extras.shadow_roots.contains_key(&(element + 1)));
        let again = arena.push_element(FAR_NAME - 1, Namespace::Html, NodeFlags::NONE);
        assert_eq!((again, arena.name(again), arena.shadow_root(again)), (element, FAR_NAME - 1, None));
    }

    #[test]
    fn the_name_of_an_instruction_is_its_target() {
        let mut arena = Arena::new("", DocumentMemory::default());
        for target in [1, FAR_NAME - 1, FAR_NAME, FAR_NAME + 1] {
            let number = arena.push_instruction(target, Place::default());
            let copy = arena.clone_node(number);
            assert_eq!([number, copy].map(|number| arena.name(number)), [target; 2]);
            assert_eq!(arena.node(number).kind(), NodeKind::ProcessingInstruction);
            assert_eq!((arena.node(number).first(), arena.node(number).attributes().1), (0, 0));
        }
    }
}
