//! Evaluates paths step by step. Each step is evaluated for a set of context nodes at once, and results in the set of all selected nodes.

use super::axes::{Flow, continue_if};
use super::{Context, Evaluated, Evaluator};
use crate::bits::Bits;
use crate::item::Item;
use crate::name_test::DocumentTest;
use crate::plan::{Axis, NodeTest, Predicate, PredicateKind, Start, Step};
use core::ops::{ControlFlow, Range};
use limpid_dom::NodeRef;
use limpid_markup::LocalName;

/// The number of nodes whose memory is counted at once.
const BATCH: usize = 1024;

/// A fast search among the descendants of a node, for steps such as `//a`, `//text()` and `//*[@id = "a"]`.
#[derive(Clone, Copy)]
enum Scan<'e> {
    /// Elements with this name number.
    Named(u32),
    /// Elements that have an attribute with this value. The first byte string is a word of the value, by which the document's Bloom filters
    /// find elements. The second is the whole value.
    Value(LocalName, &'e [u8], &'e [u8]),
    Element,
    Text,
}

impl<'e> Scan<'e> {
    fn of(step: &'e Step, test: &DocumentTest<'_>) -> Option<Scan<'e>> {
        if let Some((name, value)) = &step.value {
            // A Bloom filter contains an `id` as a whole, and each class of a `class` attribute separately.
            let word = if *name == LocalName::ID { Some(&**value) } else { value.split_ascii_whitespace().next() };
            if let Some(word) = word.filter(|word| !word.is_empty()) {
                return Some(Scan::Value(*name, word.as_bytes(), value.as_bytes()));
            }
        }
        Scan::of_test(test)
    }

    fn of_test(test: &DocumentTest<'_>) -> Option<Scan<'e>> {
        match test {
            DocumentTest::Text => Some(Scan::Text),
            DocumentTest::Any => Some(Scan::Element),
            _ => test.element_number().map(Scan::Named),
        }
    }

    /// Calls `visit` with each descendant of a node that the scan finds. The scan finds all nodes that the step selects, and may find others.
    #[inline]
    fn each<'d>(self, top: NodeRef<'d>, mut visit: impl FnMut(NodeRef<'d>)) {
        let mut descendants = top.descendants();
        match self {
            Scan::Named(name) => descendants.each_element_named(name, visit),
            Scan::Element => descendants.each_element(visit),
            Scan::Text => descendants.each_text(visit),
            Scan::Value(name, word, value) => {
                while let Some(node) = descendants.next_element_with(name, word, |bytes| bytes == value) {
                    visit(node);
                }
            }
        }
    }
}

impl<'d> Evaluator<'_, 'd> {
    /// Returns the nodes that a path leads to, in document order.
    pub(super) fn path(&mut self, start: Start, steps: Range<u32>, context: Context) -> Evaluated<Vec<Item>> {
        let mut nodes = self.start_of(start, context)?;
        let mut number = steps.start;
        let held = self.budget.held;
        while number < steps.end && !nodes.is_empty() {
            self.budget.held = held;
            self.hold(nodes.len() * size_of::<Item>())?;
            match self.two_steps(number, steps.end, &nodes)? {
                Some(found) => (nodes, number) = (found, number + 2),
                None => (nodes, number) = (self.step(number, &nodes)?, number + 1),
            }
        }
        Ok(nodes)
    }

    /// Returns the nodes that a `descendant-or-self` step and the next step lead to, if one scan finds them, as for `//li[1]` and `//@href`.
    fn two_steps(&mut self, number: u32, end: u32, from: &[Item]) -> Evaluated<Option<Vec<Item>>> {
        let plan = self.plan;
        let [step, next] = [number, number + 1].map(|number| plan.steps.get(number as usize));
        let (Some(step), Some(next)) = (step, next.filter(|_| number + 1 < end)) else { return Ok(None) };
        let has_created = from.last().is_some_and(|item| item.is_created());
        if step.axis != Axis::DescendantOrSelf || !step.predicates.is_empty() || has_created {
            return Ok(None);
        }
        let test = self.tests[number as usize + 1];
        let mut found = match (next.axis, &step.test, Scan::of_test(&test), test.element_number()) {
            (Axis::Child, NodeTest::Node, Some(scan), _) if next.is_positional() => {
                self.positioned_below(number + 1, scan, from)?
            }
            (Axis::Attribute, NodeTest::Any | NodeTest::Node, _, Some(name)) if !next.is_positional() => {
                self.attributes_below(number + 1, name, from)?
            }
            _ => return Ok(None),
        };
        self.sort(&mut found)?;
        Ok(Some(found))
    }

    /// Returns the nodes in a set that are nodes of the tree and have no ancestor in the set.
    fn topmost(&mut self, from: &[Item]) -> Evaluated<Vec<NodeRef<'d>>> {
        let tree = self.tree;
        let mut tops = Vec::new();
        let mut covered = 0;
        for item in from.iter().filter(|item| item.is_node()) {
            if item.rank() > covered {
                covered = tree.end(item.rank());
                self.spend(u64::from(covered - item.rank()) + 1)?;
                tops.push(tree.node(item.rank()));
            }
        }
        Ok(tops)
    }

    /// Returns the attributes with a name that a step selects on some nodes and all their descendants.
    fn attributes_below(&mut self, number: u32, name: u32, from: &[Item]) -> Evaluated<Vec<Item>> {
        let test = self.tests[number as usize];
        let tree = self.tree;
        let mut found = Vec::new();
        for top in self.topmost(from)? {
            let rank = tree.rank(top);
            let mut next = 0;
            while let Some(slot) = self.attribute_slot(&test, rank, next) {
                found.push(Item::attribute(rank, slot));
                next = slot + 1;
            }
            top.descendants().each_attribute_named(name, |owner, slot, is_unqualified| {
                let passes = || owner.attribute_in_slot(slot).is_some_and(|it| test.passes_attribute(owner, &it));
                if (is_unqualified && !test.has_prefix()) || passes() {
                    found.push(Item::attribute(tree.rank(owner), slot));
                }
            });
        }
        self.apply_predicates(number, &mut found)?;
        Ok(found)
    }

    /// Returns the nodes that a positional child step selects among the children of some nodes and of all their descendants. A scan finds all
    /// nodes that pass the test of the step, and the predicates are applied to the found children of each parent.
    fn positioned_below(&mut self, number: u32, scan: Scan<'_>, from: &[Item]) -> Evaluated<Vec<Item>> {
        let test = self.tests[number as usize];
        let tree = self.tree;
        // The ranks of parents and children.
        let mut children: Vec<(u32, u32)> = Vec::new();
        for top in self.topmost(from)? {
            scan.each(top, |node| {
                if test.passes(node)
                    && let Some(parent) = node.parent()
                {
                    children.push((tree.rank(parent), tree.rank(node)));
                }
            });
        }
        self.spend(children.len() as u64)?;
        self.hold(children.len() * (size_of::<(u32, u32)>() + size_of::<Item>()))?;
        children.sort_unstable();
        let plan = self.plan;
        let mut found = Vec::new();
        for siblings in children.chunk_by(|one, next| one.0 == next.0) {
            let mut nodes = siblings.iter().map(|(_, rank)| Item::node(*rank)).collect();
            for predicate in &plan.steps[number as usize].predicates {
                nodes = self.filter(nodes, predicate)?;
            }
            found.append(&mut nodes);
        }
        Ok(found)
    }

    pub(super) fn start_of(&mut self, start: Start, context: Context) -> Evaluated<Vec<Item>> {
        Ok(match start {
            Start::Root => vec![Item::node(1)],
            Start::Context => vec![context.item],
            Start::Expression(id) => self.copied_nodes(id, context)?,
        })
    }

    /// Returns the nodes that a step selects for context nodes in document order. The result is in document order and has no duplicates.
    pub(super) fn step(&mut self, number: u32, from: &[Item]) -> Evaluated<Vec<Item>> {
        let step = &self.plan.steps[number as usize];
        let mut found = Vec::new();
        if step.is_positional() {
            self.positioned_from_all(number, from, &mut found)?;
        } else {
            self.collect_from_all(number, from, &mut found)?;
        }
        self.sort(&mut found)?;
        if !step.is_positional() {
            self.apply_predicates(number, &mut found)?;
        }
        Ok(found)
    }

    /// Adds the nodes on the axes of several context nodes that pass the test of a step. Does not apply predicates. Visits no node twice on
    /// long axes.
    fn collect_from_all(&mut self, number: u32, from: &[Item], found: &mut Vec<Item>) -> Evaluated<()> {
        let tree = self.tree;
        let step = &self.plan.steps[number as usize];
        let (from, created) = from.split_at(from.partition_point(|item| !item.is_created()));
        for item in created {
            self.collect(number, *item, found)?;
        }
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
            // A node that precedes any node of the set also precedes the last one.
            Axis::Preceding => match from.last() {
                Some(item) => self.collect(number, *item, found),
                None => Ok(()),
            },
            Axis::Ancestor | Axis::AncestorOrSelf | Axis::FollowingSibling | Axis::PrecedingSibling => {
                self.collect_chains(number, step.axis, from, found)
            }
            Axis::Child => {
                let test = self.tests[number as usize];
                let mut seen = 0;
                for item in from.iter().filter(|item| item.is_node()) {
                    let mut next = tree.node(item.rank()).first_child();
                    while let Some(child) = next {
                        seen += 1;
                        if test.passes(child) {
                            found.push(Item::node(tree.rank(child)));
                        }
                        next = child.next_sibling();
                    }
                }
                self.spend(seen)
            }
            Axis::Attribute => {
                let test = self.tests[number as usize];
                for item in from.iter().filter(|item| item.is_node()) {
                    self.spend(self.cost_of_attributes(item.rank()))?;
                    let mut next = 0;
                    while let Some(slot) = self.attribute_slot(&test, item.rank(), next) {
                        found.push(Item::attribute(item.rank(), slot));
                        next = slot + 1;
                    }
                }
                self.spend(found.len() as u64)
            }
            _ => {
                for item in from {
                    self.collect(number, *item, found)?;
                }
                Ok(())
            }
        }
    }

    /// Adds the nodes on an axis of ancestors or siblings. The search for each context node ends at the first node that an earlier search has
    /// visited.
    fn collect_chains(&mut self, number: u32, axis: Axis, from: &[Item], found: &mut Vec<Item>) -> Evaluated<()> {
        let tree = self.tree;
        let mut seen = self.empty_bits()?;
        let mut visited = Vec::new();
        // For preceding siblings, the last context node comes first. For the other axes, the first context node comes first. In this order,
        // most searches end immediately.
        for index in 0..from.len() {
            let item = if axis == Axis::PrecedingSibling { from[from.len() - 1 - index] } else { from[index] };
            let mut next = Some(item.rank());
            if !item.is_node() {
                let is_itself =
                    axis == Axis::AncestorOrSelf && matches!(self.tests[number as usize], DocumentTest::Node);
                if is_itself {
                    found.push(item);
                }
                if matches!(axis, Axis::FollowingSibling | Axis::PrecedingSibling) {
                    continue;
                }
            } else if axis != Axis::AncestorOrSelf {
                next = self.next_in_chain(axis, item.rank());
            }
            while let Some(rank) = next
                && seen.insert(rank)
            {
                visited.push(rank);
                if self.tests[number as usize].passes(tree.node(rank)) {
                    found.push(Item::node(rank));
                }
                next = self.next_in_chain(axis, rank);
            }
        }
        self.recycle(seen, &visited);
        self.spend((from.len() + visited.len()) as u64)
    }

    pub(super) fn empty_bits(&mut self) -> Evaluated<Bits> {
        if let Some(bits) = self.bits_pool.pop() {
            return Ok(bits);
        }
        self.spend(self.tree.len() as u64 / 512)?;
        Ok(Bits::new(self.tree.len()))
    }

    /// Removes `ranks`, which must be all ranks of the set, and keeps the empty set for [`empty_bits`](Self::empty_bits).
    pub(super) fn recycle(&mut self, mut bits: Bits, ranks: &[u32]) {
        for rank in ranks {
            bits.remove(*rank);
        }
        self.bits_pool.push(bits);
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

    /// Adds the nodes on the axis of one context node that pass the test of a step.
    fn collect(&mut self, number: u32, from: Item, found: &mut Vec<Item>) -> Evaluated<()> {
        self.walk(number, from, &mut |_, item| {
            found.push(item);
            ControlFlow::Continue(())
        })
    }

    /// Adds the descendants of a node that a scan finds and that pass the test of a step.
    fn collect_scanned(&mut self, number: u32, scan: Scan<'_>, rank: u32, found: &mut Vec<Item>) -> Evaluated<()> {
        let test = self.tests[number as usize];
        let tree = self.tree;
        self.spend(u64::from(tree.end(rank) - rank))?;
        // These scans find only nodes that pass the test.
        let is_exact = matches!(scan, Scan::Element | Scan::Text);
        scan.each(tree.node(rank), |node| {
            if is_exact || test.passes(node) {
                found.push(Item::node(tree.rank(node)));
            }
        });
        Ok(())
    }

    /// Keeps the nodes that meet all predicates of a step that is not positional.
    fn apply_predicates(&mut self, number: u32, nodes: &mut Vec<Item>) -> Evaluated<()> {
        if self.plan.steps[number as usize].predicates.is_empty() {
            return Ok(());
        }
        self.hold(nodes.len() * size_of::<Item>())?;
        let mut kept = 0;
        for index in 0..nodes.len() {
            if self.meets_all(number, nodes[index])? {
                nodes[kept] = nodes[index];
                kept += 1;
            }
        }
        nodes.truncate(kept);
        Ok(())
    }

    /// Adds the nodes with ranks from `start` to `end` that pass the test of a step.
    fn collect_ranks(&mut self, number: u32, start: u32, end: u32, found: &mut Vec<Item>) -> Evaluated<()> {
        let test = self.tests[number as usize];
        let mut seen = 0;
        let _ = self.walk_ranks(test, start, end, &mut seen, &mut |_, item| {
            found.push(item);
            ControlFlow::Continue(())
        });
        self.spend(seen)
    }

    /// Calls `visit` with the nodes that a step selects for one context node, in the order of the axis. The step must not be positional.
    pub(super) fn visit_step(
        &mut self,
        number: u32,
        from: Item,
        visit: &mut impl FnMut(&mut Self, Item) -> Flow,
    ) -> Evaluated<()> {
        self.walk(number, from, &mut |this, item| match this.meets_all(number, item) {
            Ok(true) => visit(this, item),
            unmet => continue_if(unmet.map(|_| true)),
        })
    }

    /// Whether a node meets all predicates of a step that is not positional.
    #[inline]
    pub(super) fn meets_all(&mut self, number: u32, item: Item) -> Evaluated<bool> {
        for predicate in &self.plan.steps[number as usize].predicates {
            if !self.meets_boolean(predicate.expression, item)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Adds the nodes that a positional step selects for one context node, in the order of its axis.
    pub(super) fn positioned(&mut self, number: u32, from: Item, found: &mut Vec<Item>) -> Evaluated<()> {
        let plan = self.plan;
        let Step { axis, predicates, .. } = &plan.steps[number as usize];
        let has_child = |item: Item| item.is_node() && self.tree.node(item.rank()).first_child().is_some();
        let has_no_child = *axis == Axis::Child && !from.is_created() && !has_child(from);
        if has_no_child || self.positioned_in_candidates(number, from, found)? {
            return Ok(());
        }
        // The predicates before the first that uses the size are applied during the traversal.
        let uses_last = |predicate: &Predicate| plan.expressions[predicate.expression as usize].facts.uses_last;
        let early = predicates.iter().position(uses_last).unwrap_or(predicates.len());
        let (early, late) = predicates.split_at(early);
        let mut counts = vec![0_usize; early.len()];
        let mut nodes = Vec::new();
        self.walk(number, from, &mut |this, item| {
            continue_if(this.meets_early(early, &mut counts, item).and_then(|(is_met, may_continue)| {
                if is_met {
                    nodes.push(item);
                    // Most steps find fewer nodes than a batch, so that their memory is not counted.
                    if nodes.len() % BATCH == 0 {
                        this.hold(BATCH * size_of::<Item>())?;
                    }
                }
                Ok(may_continue)
            }))
        })?;
        self.spend(1)?;
        for predicate in late {
            nodes = self.filter(nodes, predicate)?;
        }
        found.append(&mut nodes);
        Ok(())
    }

    /// Returns whether the next node meets predicates that do not use the size, and whether a later node can meet them. `counts` are the
    /// numbers of nodes that have reached each predicate.
    fn meets_early(&mut self, predicates: &[Predicate], counts: &mut [usize], item: Item) -> Evaluated<(bool, bool)> {
        let mut may_continue = true;
        for (predicate, count) in predicates.iter().zip(counts) {
            *count += 1;
            let position = *count;
            let context = Context { item, position, size: 0 };
            let is_met = match predicate.kind {
                PredicateKind::Ranges => {
                    let ranges = self.ranges(predicate.expression, 0)?;
                    may_continue &= ranges.last().is_some_and(|(_, last)| position < *last);
                    ranges.iter().any(|(first, last)| (*first..=*last).contains(&position))
                }
                _ => self.meets(predicate, context)?,
            };
            if !is_met {
                return Ok((false, may_continue));
            }
        }
        Ok((true, may_continue))
    }
}
