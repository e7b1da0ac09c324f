//! The axes: the nodes on an axis of one node, in the order in which positions count.

use super::{Evaluated, Evaluator};
use crate::item::{Item, ItemKind};
use crate::name_test::DocumentTest;
use crate::plan::Axis;
use core::ops::ControlFlow;

/// Whether a walk goes on; if not, an error or that enough was found.
pub(super) type Flow = ControlFlow<Evaluated<()>>;

/// Goes on with a walk if a result is true.
pub(super) fn go_on_if(result: Evaluated<bool>) -> Flow {
    match result {
        Ok(true) => ControlFlow::Continue(()),
        Ok(false) => ControlFlow::Break(Ok(())),
        Err(error) => ControlFlow::Break(Err(error)),
    }
}

impl<'e, 'd> Evaluator<'e, 'd> {
    /// Gives the nodes on the axis of a step that pass its test to `visit`, until it breaks off, and counts the nodes that it looked at.
    pub(super) fn walk(
        &mut self,
        number: u32,
        from: Item,
        visit: &mut impl FnMut(&mut Self, Item) -> Flow,
    ) -> Evaluated<()> {
        let axis = self.plan.steps[number as usize].axis;
        let mut seen = 0;
        if let ControlFlow::Break(end) = self.walk_on(axis, self.tests[number as usize], from, &mut seen, visit) {
            end?;
        }
        self.walks[number as usize].spent += seen;
        self.spend(seen)
    }

    fn walk_on(
        &mut self,
        axis: Axis,
        test: DocumentTest<'e>,
        from: Item,
        seen: &mut u64,
        visit: &mut impl FnMut(&mut Self, Item) -> Flow,
    ) -> Flow {
        let tree = self.tree;
        let rank = from.rank();
        let is_node = from.is_node();
        if from.is_made() {
            return self.walk_made(axis, test, from, seen, visit);
        }
        match axis {
            Axis::Itself => self.walk_self(axis, test, from, seen, visit),
            Axis::Child if is_node => self.walk_siblings(test, tree.node(rank).first_child(), true, seen, visit),
            Axis::FollowingSibling if is_node => {
                self.walk_siblings(test, tree.node(rank).next_sibling(), true, seen, visit)
            }
            Axis::PrecedingSibling if is_node => {
                self.walk_siblings(test, tree.node(rank).previous_sibling(), false, seen, visit)
            }
            Axis::Descendant if is_node => self.walk_ranks(test, rank + 1, tree.end(rank), seen, visit),
            Axis::DescendantOrSelf => {
                self.walk_self(axis, test, from, seen, visit)?;
                if is_node {
                    self.walk_ranks(test, rank + 1, tree.end(rank), seen, visit)
                } else {
                    ControlFlow::Continue(())
                }
            }
            Axis::Following => {
                // What is in an element follows its attributes.
                let start = if is_node { tree.end(rank) + 1 } else { rank + 1 };
                self.walk_ranks(test, start, tree.last(), seen, visit)
            }
            Axis::Preceding => self.walk_preceding(test, rank, seen, visit),
            Axis::Parent | Axis::Ancestor | Axis::AncestorOrSelf => {
                if axis == Axis::AncestorOrSelf {
                    self.walk_self(axis, test, from, seen, visit)?;
                }
                let mut ancestor = if is_node { tree.parent(rank) } else { Some(rank) };
                while let Some(rank) = ancestor {
                    *seen += 1;
                    let node = tree.node(rank);
                    if test.passes(node) {
                        visit(self, Item::node(rank))?;
                    }
                    if axis == Axis::Parent {
                        break;
                    }
                    ancestor = node.parent().map(|parent| tree.rank(parent));
                }
                ControlFlow::Continue(())
            }
            Axis::Attribute if is_node => {
                *seen += self.cost_of_attributes(rank);
                let mut next = 0;
                while let Some(slot) = self.attribute_slot(&test, rank, next) {
                    *seen += 1;
                    visit(self, Item::attribute(rank, slot))?;
                    next = slot + 1;
                }
                ControlFlow::Continue(())
            }
            Axis::Namespace if is_node && tree.node(rank).is_element() => {
                let scope = match self.scope(rank) {
                    Ok(scope) => scope,
                    Err(error) => return ControlFlow::Break(Err(error)),
                };
                for (index, (prefix, _)) in scope.iter().enumerate() {
                    *seen += 1;
                    if test.passes_namespace(prefix) {
                        visit(self, Item::namespace(rank, index))?;
                    }
                }
                ControlFlow::Continue(())
            }
            _ => ControlFlow::Continue(()),
        }
    }

    /// The steps of a search among the attributes of a node. Attributes of other names take less than a step.
    #[inline]
    pub(super) fn cost_of_attributes(&self, rank: u32) -> u64 {
        1 + self.tree.node(rank).attribute_slots() as u64 / 16
    }

    /// The first slot from one on with an attribute that passes the test of a step.
    #[inline]
    pub(super) fn attribute_slot(&self, test: &DocumentTest<'e>, rank: u32, mut slot: usize) -> Option<usize> {
        let node = self.tree.node(rank);
        let name = test.attribute_number(node);
        loop {
            if let Some(name) = name {
                let (named, is_bare) = node.attribute_slot_named(name, slot)?;
                slot = named;
                if is_bare && !test.has_prefix() {
                    return Some(slot);
                }
            } else if slot >= node.attribute_slots() {
                return None;
            }
            // Where attributes were removed, slots are free.
            if node.attribute_in_slot(slot).is_some_and(|attribute| test.passes_attribute(node, &attribute)) {
                return Some(slot);
            }
            slot += 1;
        }
    }

    fn walk_self(
        &mut self,
        axis: Axis,
        test: DocumentTest<'e>,
        item: Item,
        seen: &mut u64,
        visit: &mut impl FnMut(&mut Self, Item) -> Flow,
    ) -> Flow {
        debug_assert!(matches!(axis, Axis::Itself | Axis::DescendantOrSelf | Axis::AncestorOrSelf));
        *seen += 1;
        let passes = match item.kind() {
            ItemKind::Node => test.passes(self.tree.node(item.rank())),
            ItemKind::Made(index) => test.passes_made(self.made.get(index).map_or("", |(name, _)| name)),
            ItemKind::MadeText(_) => matches!(test, DocumentTest::Node | DocumentTest::Text),
            // The principal type of these axes is elements: of attributes and namespaces only `node()` is true.
            _ => matches!(test, DocumentTest::Node),
        };
        if passes { visit(self, item) } else { ControlFlow::Continue(()) }
    }

    /// Gives the nodes on an axis of a node that a function made: an element with a text in it.
    fn walk_made(
        &mut self,
        axis: Axis,
        test: DocumentTest<'e>,
        from: Item,
        seen: &mut u64,
        visit: &mut impl FnMut(&mut Self, Item) -> Flow,
    ) -> Flow {
        let (inside, outside) = match from.kind() {
            ItemKind::Made(index) => (Some(Item::made_text(index)), None),
            ItemKind::MadeText(index) => (None, Some(Item::made(index))),
            _ => (None, None),
        };
        let (has_itself, further) = match axis {
            Axis::Itself => (true, None),
            Axis::Child | Axis::Descendant => (false, inside),
            Axis::DescendantOrSelf => (true, inside),
            Axis::Parent | Axis::Ancestor => (false, outside),
            Axis::AncestorOrSelf => (true, outside),
            _ => (false, None),
        };
        for item in has_itself.then_some(from).into_iter().chain(further) {
            self.walk_self(Axis::Itself, test, item, seen, visit)?;
        }
        ControlFlow::Continue(())
    }

    fn walk_siblings(
        &mut self,
        test: DocumentTest<'e>,
        first: Option<limpid_dom::NodeRef<'d>>,
        is_forward: bool,
        seen: &mut u64,
        visit: &mut impl FnMut(&mut Self, Item) -> Flow,
    ) -> Flow {
        let mut next = first;
        while let Some(node) = next {
            *seen += 1;
            if test.passes(node) {
                let item = Item::node(self.tree.rank(node));
                visit(self, item)?;
            }
            next = if is_forward { node.next_sibling() } else { node.previous_sibling() };
        }
        ControlFlow::Continue(())
    }

    pub(super) fn walk_ranks(
        &mut self,
        test: DocumentTest<'e>,
        start: u32,
        end: u32,
        seen: &mut u64,
        visit: &mut impl FnMut(&mut Self, Item) -> Flow,
    ) -> Flow {
        let tree = self.tree;
        for rank in start..=end {
            *seen += 1;
            if test.passes(tree.node(rank)) {
                visit(self, Item::node(rank))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The nodes before one without its ancestors, the nearest first: the subtrees of the preceding siblings of it and its ancestors.
    fn walk_preceding(
        &mut self,
        test: DocumentTest<'e>,
        rank: u32,
        seen: &mut u64,
        visit: &mut impl FnMut(&mut Self, Item) -> Flow,
    ) -> Flow {
        let tree = self.tree;
        let mut current = Some(tree.node(rank));
        while let Some(node) = current {
            *seen += 1;
            if let Some(sibling) = node.previous_sibling() {
                let first = tree.rank(sibling);
                for rank in (first..=tree.end(first)).rev() {
                    *seen += 1;
                    if test.passes(tree.node(rank)) {
                        visit(self, Item::node(rank))?;
                    }
                }
                current = Some(sibling);
            } else {
                current = node.parent();
            }
        }
        ControlFlow::Continue(())
    }
}
