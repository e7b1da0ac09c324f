//! The axes: visits the nodes on an axis of one node, in the order of their positions.

use super::{Evaluated, Evaluator};
use crate::item::{Item, ItemKind};
use crate::name_test::DocumentTest;
use crate::plan::Axis;
use core::ops::ControlFlow;

/// Whether a traversal continues. `Break(Ok(()))` means that enough nodes were found.
pub(super) type Flow = ControlFlow<Evaluated<()>>;

/// Continues a traversal if the result is true.
pub(super) fn continue_if(result: Evaluated<bool>) -> Flow {
    match result {
        Ok(true) => ControlFlow::Continue(()),
        Ok(false) => ControlFlow::Break(Ok(())),
        Err(error) => ControlFlow::Break(Err(error)),
    }
}

impl<'e, 'd> Evaluator<'e, 'd> {
    /// Calls `visit` with the nodes on the axis of a step that pass its test, until `visit` breaks. Spends a step for each visited node.
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
        self.step_caches[number as usize].visited += seen;
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
        if from.is_created() {
            return self.walk_created(axis, test, from, seen, visit);
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
                // The content of an element follows its attributes.
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

    /// Returns the cost, in steps, of a search among the attributes of a node. Skipping an attribute costs much less than a step.
    #[inline]
    pub(super) fn cost_of_attributes(&self, rank: u32) -> u64 {
        1 + self.tree.node(rank).attribute_slots() as u64 / 16
    }

    /// Returns the first slot, starting at `slot`, whose attribute passes a test.
    #[inline]
    pub(super) fn attribute_slot(&self, test: &DocumentTest<'e>, rank: u32, mut slot: usize) -> Option<usize> {
        let node = self.tree.node(rank);
        let name = test.attribute_number(node);
        loop {
            if let Some(name) = name {
                let (named, is_unqualified) = node.attribute_slot_named(name, slot)?;
                slot = named;
                if is_unqualified && !test.has_prefix() {
                    return Some(slot);
                }
            } else if slot >= node.attribute_slots() {
                return None;
            }
            // The slots of removed attributes are empty.
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
            ItemKind::Created(index) => test.passes_created(self.created.get(index).map_or("", |(name, _)| name)),
            ItemKind::CreatedText(_) => matches!(test, DocumentTest::Node | DocumentTest::Text),
            // The principal node type of these axes is element. Attributes and namespaces pass only `node()`.
            _ => matches!(test, DocumentTest::Node),
        };
        if passes { visit(self, item) } else { ControlFlow::Continue(()) }
    }

    /// Visits the nodes on an axis of a node that a function created. Such a node is an element that contains a text, or this text.
    fn walk_created(
        &mut self,
        axis: Axis,
        test: DocumentTest<'e>,
        from: Item,
        seen: &mut u64,
        visit: &mut impl FnMut(&mut Self, Item) -> Flow,
    ) -> Flow {
        let (child, parent) = match from.kind() {
            ItemKind::Created(index) => (Some(Item::created_text(index)), None),
            ItemKind::CreatedText(index) => (None, Some(Item::created(index))),
            _ => (None, None),
        };
        let (includes_self, other) = match axis {
            Axis::Itself => (true, None),
            Axis::Child | Axis::Descendant => (false, child),
            Axis::DescendantOrSelf => (true, child),
            Axis::Parent | Axis::Ancestor => (false, parent),
            Axis::AncestorOrSelf => (true, parent),
            _ => (false, None),
        };
        for item in includes_self.then_some(from).into_iter().chain(other) {
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

    /// Visits the preceding nodes, the nearest first. They are the subtrees of the preceding siblings of the node and of its ancestors.
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
