//! Cloning of nodes and subtrees.

use crate::storage::arena::Arena;
use crate::storage::node::{Node, NodeFlags, NodeKind};
use crate::storage::text_buffer::Place;

impl Arena {
    /// Clones a node without its children. The clone has no parent and shares the text or the attributes of the original. The clone of a
    /// `template` has empty contents. The clone of a document or shadow root is a fragment.
    pub(crate) fn clone_node(&mut self, original: u32) -> u32 {
        let node = *self.node(original);
        match node.kind() {
            NodeKind::Element => {
                let kept = node.flags().intersection(NodeFlags::KEPT_BY_COPIES);
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

    /// Clones the descendants of a node into an empty node, in tree order, including template contents and
    /// [clonable](https://dom.spec.whatwg.org/#shadowroot-clonable) shadow roots. `clone` clones one node without its children.
    ///
    /// # Errors
    /// The errors of `clone`, and `full` when the arena is full.
    pub(crate) fn clone_inside<E: Copy>(
        &mut self,
        original: u32,
        copy: u32,
        full: E,
        mut clone: impl FnMut(&mut Arena, u32) -> Result<u32, E>,
    ) -> Result<(), E> {
        // The roots of trees to clone, with their clones: first the node itself, then template contents and shadow roots.
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
