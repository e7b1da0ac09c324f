//! The changes since the parse, and where in the source they show: the parents whose children are others, the attributes.

use crate::source::tree::Tree;
use crate::storage::node::NodeKind;
use std::collections::{BTreeSet, HashSet};

pub(super) type Numbers = HashSet<u32>;

/// The changes of a document.
#[derive(Default)]
pub(super) struct Plan {
    /// Nodes that have other children, or children with another name or text.
    parents: BTreeSet<u32>,
    /// Elements with other attributes.
    attributes: BTreeSet<u32>,
    /// Nodes with another name, text or place.
    pub(super) changed: Numbers,
    /// Nodes that changes are in, the changed ones included.
    touched: Numbers,
    /// Nodes that changes were in, in the tree of the parse.
    touched_before: Numbers,
}

/// A node that is not written as others are.
pub(super) struct Unwritable(pub(super) u32);

impl Plan {
    /// Compares nodes of the two trees.
    pub(super) fn of(before: Tree<'_>, now: Tree<'_>) -> Plan {
        // As many as are around most nodes.
        let numbers_of_some = || Numbers::with_capacity(56);
        let mut plan = Plan { touched: numbers_of_some(), touched_before: numbers_of_some(), ..Plan::default() };
        for number in 1..before.parsed_nodes() {
            let is = now.node(number);
            let is_moved = before.links(number) != now.links(number);
            let has_other_children = before.ends(number) != now.ends(number);
            let is_renamed = is.kind() == NodeKind::Element && before.name_number(number) != now.name_number(number);
            let has_other_attributes = is.kind() == NodeKind::Element && !has_same_attributes(before, now, number);
            let has_other_data = !now.is_element(number) && !now.has_data_of(before, number);
            for tree in [before, now].into_iter().filter(|_| is_moved) {
                plan.change_in(tree.parent(number), before, now);
            }
            if has_other_children {
                let parent =
                    if is.may_have_children() && is.kind() != NodeKind::Element { now.owner(number) } else { number };
                plan.change_in(parent, before, now);
            }
            if is_renamed || has_other_data {
                plan.change_in(now.parent(number), before, now);
            }
            if has_other_attributes {
                plan.attributes.insert(number);
            }
            if is_moved || is_renamed || has_other_data {
                plan.changed.insert(number);
            }
            if is_renamed || has_other_data || has_other_attributes {
                plan.touch(number, now);
            }
        }
        plan
    }

    /// The nodes that have other children, or children with another name or text.
    pub(super) fn parents(&self) -> impl Iterator<Item = u32> {
        self.parents.iter().copied()
    }

    /// The elements with other attributes.
    pub(super) fn attributes(&self) -> impl Iterator<Item = u32> {
        self.attributes.iter().copied()
    }

    pub(super) fn has_other_attributes(&self, element: u32) -> bool {
        self.attributes.contains(&element)
    }

    /// Notes that the children of a node are to be written again, as far as they changed.
    fn change_in(&mut self, parent: u32, before: Tree<'_>, now: Tree<'_>) {
        if parent == 0 {
            return;
        }
        if now.is_parsed(parent) {
            self.parents.insert(parent);
            self.touch(parent, before);
        }
        self.touch(parent, now);
    }

    /// Notes a node and its ancestors in a tree.
    fn touch(&mut self, number: u32, tree: Tree<'_>) {
        let seen = if tree.is_now() { &mut self.touched } else { &mut self.touched_before };
        let mut number = number;
        while number != 0 && seen.insert(number) {
            number = tree.parent(number);
        }
    }

    /// Whether what is or was in a node is not what it was; where the node is does not matter, nor do its own attributes.
    pub(super) fn is_touched_inside(&self, number: u32) -> bool {
        self.parents.contains(&number) || self.touched_before.contains(&number)
    }

    /// Whether a node, or what is or was in it, is not what it was.
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
