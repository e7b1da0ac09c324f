//! Paths, step by step: each step makes of all nodes at once all nodes that it leads to.

use super::{Context, Evaluated, Evaluator};
use crate::bits::Bits;
use crate::error::XPathError;
use crate::item::{Item, ItemKind};
use crate::name_test::DocumentTest;
use crate::plan::{Axis, Comparison, NodeTest, Predicate, PredicateKind, Start, Step};
use core::ops::{ControlFlow, Range};
use limpid_markup::LocalName;

/// A scan of nodes in memory, which pays for itself in `//a`, `//text()` and `//*[@id = "a"]`.
#[derive(Clone, Copy)]
enum Scan<'e> {
    /// Elements of a name.
    Named(u32),
    /// Elements with an attribute of a value: that has a word, which the Bloom filters of the document know.
    Value(LocalName, &'e [u8], &'e [u8]),
    Element,
    Text,
}

impl<'e> Scan<'e> {
    fn of(step: &'e Step, test: &DocumentTest<'_>) -> Option<Scan<'e>> {
        if let Some((name, value)) = &step.value {
            // An id is a word as a whole.
            let word = if *name == LocalName::ID { Some(&**value) } else { value.split_ascii_whitespace().next() };
            if let Some(word) = word.filter(|word| !word.is_empty()) {
                return Some(Scan::Value(*name, word.as_bytes(), value.as_bytes()));
            }
        }
        match test {
            DocumentTest::Text => Some(Scan::Text),
            DocumentTest::Any => Some(Scan::Element),
            _ => test.element_number().map(Scan::Named),
        }
    }
}

impl Evaluator<'_, '_> {
    /// The nodes that a path leads to, in document order.
    pub(super) fn path(&mut self, start: Start, steps: Range<u32>, context: Context) -> Evaluated<Vec<Item>> {
        let mut nodes = self.start_of(start, context)?;
        for step in steps.clone() {
            if nodes.is_empty() {
                break;
            }
            nodes = match self.next_after_all(step, steps.end) {
                Some((Axis::Child, name)) => self.parents_of(step + 1, name, &nodes)?,
                Some((_, name)) => self.owners_of(name, &nodes)?,
                None => self.step(step, &nodes)?,
            };
        }
        Ok(nodes)
    }

    /// The axis of the step behind one to all nodes below, and the number of the only name that it leads to: in `//li[1]` only parents of
    /// `li` matter, in `//@href` elements with a `href`.
    fn next_after_all(&self, number: u32, end: u32) -> Option<(Axis, u32)> {
        let [step, next] = [number, number + 1].map(|number| self.plan.steps.get(number as usize));
        let (step, next) = (step?, next.filter(|_| number + 1 < end)?);
        let test = self.tests.get(number as usize + 1)?;
        let is_all = step.axis == Axis::DescendantOrSelf && step.predicates.is_empty();
        match (next.axis, &step.test) {
            (Axis::Child, NodeTest::Node) if is_all => Some((Axis::Child, test.element_number()?)),
            (Axis::Attribute, NodeTest::Any | NodeTest::Node) if is_all => {
                Some((Axis::Attribute, test.element_number()?))
            }
            _ => None,
        }
    }

    /// The elements from some nodes down that may have an attribute of a name.
    fn owners_of(&mut self, name: u32, from: &[Item]) -> Evaluated<Vec<Item>> {
        let tree = self.tree;
        let mut owners = Vec::new();
        let mut covered = 0;
        for item in from {
            if !item.is_node() || item.rank() <= covered {
                continue;
            }
            covered = tree.end(item.rank());
            self.spend(u64::from(covered - item.rank()))?;
            owners.push(*item);
            let mut below = tree.node(item.rank()).descendants();
            while let Some(element) = below.next_element_having(name) {
                owners.push(Item::node(tree.rank(element)));
            }
        }
        Ok(owners)
    }

    /// The parents of all elements of a name below some nodes that pass the test of a step.
    fn parents_of(&mut self, number: u32, name: u32, from: &[Item]) -> Evaluated<Vec<Item>> {
        let test = self.tests[number as usize];
        let tree = self.tree;
        let mut parents = Vec::new();
        let mut covered = 0;
        for item in from.iter().filter(|item| item.is_node()) {
            let end = tree.end(item.rank());
            if end <= covered {
                continue;
            }
            self.spend(u64::from(end - item.rank()))?;
            covered = end;
            let mut below = tree.node(item.rank()).descendants();
            while let Some(element) = below.next_element_named(name) {
                if test.passes(element)
                    && let Some(parent) = element.parent()
                {
                    parents.push(Item::node(tree.rank(parent)));
                }
            }
        }
        parents.sort_unstable();
        parents.dedup();
        Ok(parents)
    }

    pub(super) fn start_of(&mut self, start: Start, context: Context) -> Evaluated<Vec<Item>> {
        Ok(match start {
            Start::Root => vec![Item::node(1)],
            Start::Context => vec![context.item],
            Start::Expression(id) => self.shared_nodes(id, context)?.to_vec(),
        })
    }

    /// The nodes that a step leads to from several nodes in document order, each once and in document order.
    pub(super) fn step(&mut self, number: u32, from: &[Item]) -> Evaluated<Vec<Item>> {
        let step = &self.plan.steps[number as usize];
        let mut found = Vec::new();
        if step.is_positional() {
            self.positioned_from_all(number, from, &mut found)?;
        } else {
            self.union(number, step, from, &mut found)?;
        }
        if !found.is_sorted() {
            found.sort_unstable();
        }
        found.dedup();
        Ok(found)
    }

    /// Adds the nodes that a step without positions leads to from several nodes. No node is looked at twice.
    fn union(&mut self, number: u32, step: &Step, from: &[Item], found: &mut Vec<Item>) -> Evaluated<()> {
        let tree = self.tree;
        match step.axis {
            Axis::Descendant | Axis::DescendantOrSelf => {
                let scan = Scan::of(step, &self.tests[number as usize]);
                let mut covered = 0;
                for item in from {
                    if !item.is_node() {
                        self.collect(number, *item, found)?;
                        continue;
                    }
                    let rank = item.rank();
                    let start = if step.axis == Axis::Descendant { rank + 1 } else { rank };
                    let end = tree.end(rank);
                    match scan {
                        Some(scan) if start == rank + 1 && covered <= rank => {
                            self.collect_scanned(number, scan, rank, found)?;
                        }
                        _ => self.collect_ranks(number, start.max(covered + 1), end, found)?,
                    }
                    covered = covered.max(end);
                }
                Ok(())
            }
            Axis::Following => {
                let starts = from.iter().map(|item| if item.is_node() { tree.end(item.rank()) } else { item.rank() });
                match starts.min() {
                    Some(last) => self.collect_ranks(number, last + 1, tree.last(), found),
                    None => Ok(()),
                }
            }
            // What precedes a node precedes each later one.
            Axis::Preceding => match from.last() {
                Some(item) => self.collect(number, *item, found),
                None => Ok(()),
            },
            Axis::Ancestor | Axis::AncestorOrSelf | Axis::FollowingSibling | Axis::PrecedingSibling => {
                self.union_of_chains(number, step.axis, from, found)
            }
            _ => {
                for item in from {
                    self.collect(number, *item, found)?;
                }
                Ok(())
            }
        }
    }

    /// Adds the nodes on an axis that goes from node to node, as to the parent: where another node was, the rest is known.
    fn union_of_chains(&mut self, number: u32, axis: Axis, from: &[Item], found: &mut Vec<Item>) -> Evaluated<()> {
        let tree = self.tree;
        let mut seen = Bits::new(tree.len());
        // Backwards from the last and forwards from the first, so that most chains end at once.
        for index in 0..from.len() {
            let item = if axis == Axis::PrecedingSibling { from[from.len() - 1 - index] } else { from[index] };
            let mut next = Some(item.rank());
            if !item.is_node() {
                let is_itself =
                    axis == Axis::AncestorOrSelf && matches!(self.tests[number as usize], DocumentTest::Node);
                if is_itself && self.meets_all(number, item)? {
                    found.push(item);
                }
                let has_siblings = matches!(axis, Axis::FollowingSibling | Axis::PrecedingSibling);
                if has_siblings || matches!(item.kind(), ItemKind::Made(_)) {
                    continue;
                }
            } else if axis != Axis::AncestorOrSelf {
                next = self.next_in_chain(axis, item.rank());
            }
            while let Some(rank) = next
                && seen.insert(rank)
            {
                self.spend(1)?;
                if self.tests[number as usize].passes(tree.node(rank)) && self.meets_all(number, Item::node(rank))? {
                    found.push(Item::node(rank));
                }
                next = self.next_in_chain(axis, rank);
            }
        }
        Ok(())
    }

    fn next_in_chain(&self, axis: Axis, rank: u32) -> Option<u32> {
        let node = self.tree.node(rank);
        let next = match axis {
            Axis::FollowingSibling => node.next_sibling(),
            Axis::PrecedingSibling => node.previous_sibling(),
            _ => node.parent(),
        };
        next.map(|node| self.tree.rank(node))
    }

    /// Adds the nodes of a step without positions from one node.
    fn collect(&mut self, number: u32, from: Item, found: &mut Vec<Item>) -> Evaluated<()> {
        self.candidates(number, from, &mut |_, item| {
            found.push(item);
            ControlFlow::Continue(())
        })
    }

    /// Adds the nodes below a node to which a step leads, which are among those that a scan finds.
    fn collect_scanned(&mut self, number: u32, scan: Scan<'_>, rank: u32, found: &mut Vec<Item>) -> Evaluated<()> {
        let test = self.tests[number as usize];
        let tree = self.tree;
        self.spend(u64::from(tree.end(rank) - rank))?;
        let mut below = tree.node(rank).descendants();
        while let Some(node) = match scan {
            Scan::Named(name) => below.next_element_named(name),
            Scan::Value(name, word, value) => below.next_element_with(name, word, |bytes| bytes == value),
            Scan::Element => below.next_element(),
            Scan::Text => below.next_text(),
        } {
            let item = Item::node(tree.rank(node));
            if test.passes(node) && self.meets_all(number, item)? {
                found.push(item);
            }
        }
        Ok(())
    }

    /// Adds the nodes of a step without positions in a range of ranks.
    fn collect_ranks(&mut self, number: u32, start: u32, end: u32, found: &mut Vec<Item>) -> Evaluated<()> {
        let test = self.tests[number as usize];
        let mut failure = None;
        let mut seen = 0;
        let _ = self.walk_ranks(test, start, end, &mut seen, &mut |this, item| {
            this.visit_if_met(number, item, &mut failure, &mut |_, item| {
                found.push(item);
                ControlFlow::Continue(())
            })
        });
        failure.map_or(Ok(()), Err)?;
        self.spend(seen)
    }

    /// Gives the nodes of a step without positions from one node to `visit`, in the order of the axis.
    pub(super) fn candidates(
        &mut self,
        number: u32,
        from: Item,
        visit: &mut impl FnMut(&mut Self, Item) -> ControlFlow<()>,
    ) -> Evaluated<()> {
        let axis = self.plan.steps[number as usize].axis;
        let test = self.tests[number as usize];
        let mut failure = None;
        let seen = self.walk(axis, test, from, &mut |this, item| this.visit_if_met(number, item, &mut failure, visit));
        failure.map_or(Ok(()), Err)?;
        self.note_walk(number, seen);
        self.spend(seen)
    }

    fn visit_if_met(
        &mut self,
        number: u32,
        item: Item,
        failure: &mut Option<XPathError>,
        visit: &mut impl FnMut(&mut Self, Item) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match self.meets_all(number, item) {
            Ok(true) => visit(self, item),
            Ok(false) => ControlFlow::Continue(()),
            Err(error) => {
                *failure = Some(error);
                ControlFlow::Break(())
            }
        }
    }

    /// Whether a node meets all predicates of a step, none of which depends on positions.
    #[inline]
    pub(super) fn meets_all(&mut self, number: u32, item: Item) -> Evaluated<bool> {
        for predicate in &self.plan.steps[number as usize].predicates {
            if !self.meets_boolean(predicate.expression, item)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Adds the nodes that a step with positions leads to from one node, in the order of its axis.
    pub(super) fn positioned(&mut self, number: u32, from: Item, found: &mut Vec<Item>) -> Evaluated<()> {
        let plan = self.plan;
        let Step { axis, predicates, .. } = &plan.steps[number as usize];
        let is_barren =
            *axis == Axis::Child && (!from.is_node() || self.tree.node(from.rank()).first_child().is_none());
        if is_barren || self.positioned_by_line(number, from, found)? {
            return Ok(());
        }
        let test = self.tests[number as usize];
        // Predicates up to the first that asks for the size are tried on each node as it comes.
        let uses_last = |predicate: &Predicate| plan.expressions[predicate.expression as usize].facts.uses_last;
        let early = predicates.iter().position(uses_last).unwrap_or(predicates.len());
        let (early, late) = predicates.split_at(early);
        let mut counts = vec![0_usize; early.len()];
        let mut nodes = Vec::new();
        let mut failure = None;
        let seen = self.walk(*axis, test, from, &mut |this, item| match this.meets_early(early, &mut counts, item) {
            Ok((is_met, goes_on)) => {
                if is_met {
                    nodes.push(item);
                }
                if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            }
            Err(error) => {
                failure = Some(error);
                ControlFlow::Break(())
            }
        });
        failure.map_or(Ok(()), Err)?;
        self.note_walk(number, seen);
        self.spend(seen)?;
        for predicate in late {
            nodes = self.filter(nodes, predicate)?;
        }
        found.append(&mut nodes);
        Ok(())
    }

    /// Whether the next node meets predicates that do not ask for the size, and whether another one can.
    fn meets_early(&mut self, predicates: &[Predicate], counts: &mut [usize], item: Item) -> Evaluated<(bool, bool)> {
        let mut goes_on = true;
        for (predicate, count) in predicates.iter().zip(counts) {
            *count += 1;
            let position = *count;
            let context = Context { item, position, size: 0 };
            let is_met = match predicate.kind {
                PredicateKind::Range(comparison, number) => {
                    let number = self.number(number, context)?;
                    let next = position as f64 + 1.0;
                    goes_on &= match comparison {
                        Comparison::Equal => next <= number,
                        Comparison::Less | Comparison::LessOrEqual => comparison.holds(next, number),
                        _ => true,
                    };
                    comparison.holds(position as f64, number)
                }
                _ => self.meets(predicate, context)?,
            };
            if !is_met {
                return Ok((false, goes_on));
            }
        }
        Ok((true, goes_on))
    }
}
