//! Copies of nodes, and of what is in them.

use crate::storage::arena::Arena;
use crate::storage::node::{Node, NodeFlags, NodeKind};
use crate::storage::text_buffer::Place;

impl Arena {
    /// Copies a node of any kind but the document and shadow roots: without its place in the tree and what is in it, a `template`
    /// with empty contents. The copy shares the text or the attributes of the original.
    ///
    /// Returns [`u32::MAX`] when the arena is full.
    pub(crate) fn clone_node(&mut self, original: u32) -> u32 {
        let node = *self.node(original);
        match node.kind() {
            NodeKind::Element => {
                let kept = node.flags().only(NodeFlags::KEPT_BY_COPIES);
                let clone = self.push_element(self.name(original), node.namespace(), kept);
                if clone != u32::MAX {
                    self.share_attributes(original, clone);
                    self.set_qualifier_of(clone, self.qualifiers.of_element(original));
                }
                clone
            }
            NodeKind::ProcessingInstruction => match self.place(original) {
                Some(place) => self.push_instruction(node.target(), place),
                None => u32::MAX,
            },
            NodeKind::Doctype => {
                let data = self.doctype(original).cloned().unwrap_or_default();
                self.push_doctype(data)
            }
            NodeKind::Text | NodeKind::Comment => {
                self.push(Node::text(node.kind(), Place { reserved: 0, ..node.place() }))
            }
            NodeKind::Document | NodeKind::DocumentFragment | NodeKind::ShadowRoot => {
                self.push(Node::new(NodeKind::DocumentFragment))
            }
        }
    }

    /// Copies everything in a node into another that is empty, in tree order: template contents, and of shadow roots those that were
    /// declared [clonable](https://dom.spec.whatwg.org/#shadowroot-clonable). `clone` makes the copy of a node, without what is in it.
    ///
    /// # Errors
    /// Those of `clone`, and `full` when the arena is full.
    pub(crate) fn clone_inside<E: Copy>(
        &mut self,
        original: u32,
        copy: u32,
        full: E,
        mut clone: impl FnMut(&mut Arena, u32) -> Result<u32, E>,
    ) -> Result<(), E> {
        // Roots of trees to copy, with their copies: the node itself, then contents as they are found.
        let mut trees = vec![(original, copy)];
        while let Some((top, top_copy)) = trees.pop() {
            let (mut original, mut parent) = (top, top_copy);
            loop {
                if let Some(contents) = self.template_contents(original) {
                    trees.push((contents, self.template_contents(parent).ok_or(full)?));
                }
                if let Some(root) = self.shadow_root(original)
                    && let Some(init) = self.shadow_root_init(root).filter(|init| init.clonable)
                {
                    trees.push((root, self.attach_shadow_root(parent, init).ok_or(full)?));
                }
                let mut next = self.node(original).first();
                while next == 0 && original != top {
                    next = self.node(original).next;
                    original = self.node(original).parent;
                    parent = self.node(parent).parent;
                }
                if next == 0 {
                    break;
                }
                let next_copy = clone(self, next)?;
                if !self.contains(next_copy) {
                    return Err(full);
                }
                self.append(parent, next_copy);
                (original, parent) = (next, next_copy);
            }
        }
        Ok(())
    }
}
