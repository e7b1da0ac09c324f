//! The difference between the parsed and the current tree.

use crate::source::tree::Tree;
use crate::storage::node::NodeKind;
use std::collections::{BTreeSet, HashSet};

pub(super) type NodeSet = HashSet<u32>;

#[derive(Default)]
pub(super) struct Changes {
    /// Nodes whose list of children changed, or the name or the data of a child.
    parents: BTreeSet<u32>,
    /// Elements whose attributes changed.
    attributes: BTreeSet<u32>,
    /// Nodes whose name, data or position in the tree changed.
    pub(super) changed: NodeSet,
    /// Changed nodes and their ancestors in the current tree.
    touched: NodeSet,
    /// Changed nodes and their ancestors in the parsed tree.
    touched_before: NodeSet,
}

/// The error for a node whose markup cannot be written.
pub(super) struct Unwritable(pub(super) u32);

impl Changes {
    pub(super) fn of(before: Tree<'_>, now: Tree<'_>) -> Changes {
        // Most nodes have fewer ancestors than this.
        let with_capacity = || NodeSet::with_capacity(56);
        let mut changes = Changes { touched: with_capacity(), touched_before: with_capacity(), ..Changes::default() };
        for number in 1..before.parsed_nodes() {
            let node = now.node(number);
            let is_moved = before.links(number) != now.links(number);
            let has_other_children = before.ends(number) != now.ends(number);
            let is_renamed = node.kind() == NodeKind::Element && before.name_number(number) != now.name_number(number);
            let has_other_attributes = node.kind() == NodeKind::Element && !has_same_attributes(before, now, number);
            let has_other_data = !now.is_element(number) && !now.has_data_of(before, number);
            for tree in [before, now].into_iter().filter(|_| is_moved) {
                changes.note_child_change(tree.parent(number), before, now);
            }
            if has_other_children {
                let parent = if node.may_have_children() && node.kind() != NodeKind::Element {
                    now.owner(number)
                } else {
                    number
                };
                changes.note_child_change(parent, before, now);
            }
            if is_renamed || has_other_data {
                changes.note_child_change(now.parent(number), before, now);
            }
            if has_other_attributes {
                changes.attributes.insert(number);
            }
            if is_moved || is_renamed || has_other_data {
                changes.changed.insert(number);
            }
            if is_renamed || has_other_data || has_other_attributes {
                changes.touch(number, now);
            }
        }
        changes
    }

    pub(super) fn parents(&self) -> impl Iterator<Item = u32> {
        self.parents.iter().copied()
    }

    pub(super) fn attributes(&self) -> impl Iterator<Item = u32> {
        self.attributes.iter().copied()
    }

    pub(super) fn has_other_attributes(&self, element: u32) -> bool {
        self.attributes.contains(&element)
    }

    fn note_child_change(&mut self, parent: u32, before: Tree<'_>, now: Tree<'_>) {
        if parent == 0 {
            return;
        }
        if now.is_parsed(parent) {
            self.parents.insert(parent);
            self.touch(parent, before);
        }
        self.touch(parent, now);
    }

    /// Records a node and its ancestors in a tree.
    fn touch(&mut self, number: u32, tree: Tree<'_>) {
        let touched = if tree.is_now() { &mut self.touched } else { &mut self.touched_before };
        let mut number = number;
        while number != 0 && touched.insert(number) {
            number = tree.parent(number);
        }
    }

    /// Whether the descendants of a node changed, ignoring its own position and attributes.
    pub(super) fn is_touched_inside(&self, number: u32) -> bool {
        self.parents.contains(&number) || self.touched_before.contains(&number)
    }

    /// Whether a node or its descendants changed.
    pub(super) fn is_touched(&self, number: u32) -> bool {
        self.touched.contains(&number) || self.touched_before.contains(&number)
    }
}

fn has_same_attributes(before: Tree<'_>, now: Tree<'_>, element: u32) -> bool {
    let (mut was, mut is) = (before.attributes(element), now.attributes(element));
    loop {
        match (was.next(), is.next()) {
            (None, None) => return true,
            (Some(was), Some(is)) if was.name == is.name && now.has_value_of(before, is, was) => {}
            _ => return false,
        }
    }
}
