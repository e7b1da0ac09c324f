//! Keeping what nodes were at the end of the parse, before they are changed.

use crate::storage::arena::Arena;
use crate::storage::changes::Was;

impl Arena {
    /// Keeps what a node was at the end of the parse, before it is changed.
    #[inline]
    pub(super) fn note_change(&mut self, number: u32) {
        if number < self.parsed_nodes {
            self.keep_former(number);
        }
    }

    #[inline(never)]
    fn keep_former(&mut self, number: u32) {
        self.is_changed = true;
        let Some(mut changes) = self.changes.take() else { return };
        changes.keep(number, || {
            let attributes = self.attribute_range(number);
            let data = self.place(number).unwrap_or_default();
            let name = self.name(number);
            Was { node: *self.node(number), name, attributes: attributes.start as u32..attributes.end as u32, data }
        });
        self.changes = Some(changes);
    }

    /// Begins to keep what nodes were, at the end of a parse.
    pub(crate) fn keep_changes(&mut self) {
        self.parsed_nodes = self.nodes.len() as u32;
        if cfg!(feature = "source-edits") && self.spans.is_some() {
            self.changes = Some(Box::default());
        } else {
            self.changes = None;
        }
    }

    /// Keeps what a parent and the ends of its children were, before it gets another last child.
    #[inline]
    pub(super) fn note_more_children(&mut self, parent: u32) {
        if parent < self.parsed_nodes {
            self.keep_former_ends(parent);
        }
    }

    #[inline(never)]
    fn keep_former_ends(&mut self, parent: u32) {
        for number in [parent, self.node(parent).first(), self.last(parent)] {
            self.note_change(number);
        }
    }
}
