//! Positions on long axes: once a step has been walked for many nodes, its candidates are listed, and positions are found in the list.

use super::candidates::{Candidates, Line};
use super::{Context, Evaluated, Evaluator};
use crate::item::Item;
use crate::plan::{Axis, Comparison, Expression, Id, PredicateKind, Start, Step};
use core::ops::ControlFlow;
use std::rc::Rc;

/// The number of looks at a node, per node of the tree, after which the candidates of a step are listed.
const PATIENCE: u64 = 4;

/// Positions on a line that meet a predicate, from the first to the last.
#[derive(Clone, Copy, Debug)]
struct Chosen {
    line: Line,
    first: usize,
    last: usize,
}

impl Evaluator<'_, '_> {
    /// Notes that nodes were looked at for a step from one node.
    pub(super) fn note_walk(&mut self, number: u32, seen: u64) {
        self.walks[number as usize].spent += seen;
    }

    /// The candidates of a step, once it has been walked far enough.
    fn candidates_of(&mut self, number: u32) -> Evaluated<Option<Rc<Candidates>>> {
        let walk = &self.walks[number as usize];
        if !self.plan.steps[number as usize].axis.is_listed() {
            return Ok(None);
        }
        if walk.candidates.is_some() || walk.spent <= PATIENCE * self.tree.len() as u64 {
            return Ok(walk.candidates.clone());
        }
        let tree = self.tree;
        self.spend(tree.len() as u64)?;
        let plan = self.plan;
        let step = &plan.steps[number as usize];
        let before = step.predicates.iter().take_while(|predicate| predicate.kind == PredicateKind::Boolean);
        let before: Vec<Id> = before.map(|predicate| predicate.expression).collect();
        let mut ranks = Vec::new();
        'ranks: for rank in 1..=tree.last() {
            if self.tests[number as usize].passes(tree.node(rank)) {
                for predicate in &before {
                    if !self.meets_boolean(*predicate, Item::node(rank))? {
                        continue 'ranks;
                    }
                }
                ranks.push(rank);
            }
        }
        if !self.budget.cache(ranks.len() * Candidates::BYTES) {
            // It may be tried again after as many steps.
            self.walks[number as usize].spent = 0;
            return Ok(None);
        }
        let candidates = Rc::new(Candidates::new(step.axis, ranks, tree));
        self.walks[number as usize].candidates = Some(candidates.clone());
        Ok(Some(candidates))
    }

    /// The line of a step from a node, if its candidates are listed.
    fn line(&mut self, number: u32, from: Item) -> Evaluated<Option<(Rc<Candidates>, Line)>> {
        if from.is_made() {
            return Ok(None);
        }
        let Some(candidates) = self.candidates_of(number)? else { return Ok(None) };
        // Searches in the list take a logarithmic time.
        self.spend(4)?;
        let line = candidates.line(self.plan.steps[number as usize].axis, from, self.tree);
        Ok(line.map(|line| (candidates, line)))
    }

    /// The positions that meet a comparison with a number, from the first to the last.
    pub(super) fn positions(
        &mut self,
        comparison: Comparison,
        number: Id,
        size: usize,
        item: Item,
    ) -> Evaluated<(usize, usize)> {
        let number = self.number(number, Context { item, position: 1, size })?;
        let whole = |number: f64| number.clamp(0.0, size as f64 + 1.0) as usize;
        Ok(match comparison {
            _ if number.is_nan() => (1, 0),
            Comparison::Equal if number.fract() != 0.0 || number > size as f64 => (1, 0),
            Comparison::Equal => (whole(number).max(1), whole(number)),
            Comparison::Less => (1, whole(number.ceil() - 1.0).min(size)),
            Comparison::LessOrEqual => (1, whole(number.floor()).min(size)),
            Comparison::Greater => (whole(number.floor() + 1.0).max(1), size),
            Comparison::GreaterOrEqual => (whole(number.ceil()).max(1), size),
            Comparison::NotEqual => (1, size),
        })
    }

    /// The positions that a step with positions has chosen on the line from a node, before its other predicates.
    fn chosen(&mut self, number: u32, from: Item) -> Evaluated<Option<(Rc<Candidates>, Chosen)>> {
        let plan = self.plan;
        let predicates = &plan.steps[number as usize].predicates;
        let first = predicates.iter().map(|predicate| predicate.kind).find(|kind| *kind != PredicateKind::Boolean);
        let Some(PredicateKind::Range(comparison, bound)) = first else { return Ok(None) };
        let Some((candidates, line)) = self.line(number, from)? else { return Ok(None) };
        let size = candidates.size(line);
        let (first, last) = self.positions(comparison, bound, size, from)?;
        Ok(Some((candidates, Chosen { line, first, last })))
    }

    /// Adds the nodes that a step with positions leads to from a node; false, without having added any, if its candidates are not listed.
    pub(super) fn positioned_by_line(&mut self, number: u32, from: Item, found: &mut Vec<Item>) -> Evaluated<bool> {
        let Some((candidates, Chosen { line, first, last })) = self.chosen(number, from)? else { return Ok(false) };
        self.spend((last + 1).saturating_sub(first) as u64)?;
        let mut nodes = (first..=last).map(|position| Item::node(candidates.nth(line, position))).collect();
        let predicates = &self.plan.steps[number as usize].predicates;
        let ranged = predicates.iter().position(|predicate| predicate.kind != PredicateKind::Boolean);
        for predicate in predicates.iter().skip(ranged.unwrap_or(0) + 1) {
            nodes = self.filter(nodes, predicate)?;
        }
        found.append(&mut nodes);
        Ok(true)
    }

    /// Adds the nodes that a step with positions leads to from nodes in document order. Nodes are added once where runs of several
    /// nodes overlap.
    pub(super) fn positioned_from_all(&mut self, number: u32, from: &[Item], found: &mut Vec<Item>) -> Evaluated<()> {
        let predicates = &self.plan.steps[number as usize].predicates;
        let is_last = predicates.iter().skip_while(|it| it.kind == PredicateKind::Boolean).count() == 1;
        let is_open = predicates.last().is_some_and(|predicate| match predicate.kind {
            PredicateKind::Range(Comparison::Greater | Comparison::GreaterOrEqual, bound) => {
                !self.plan.expressions[bound as usize].facts.uses_last
            }
            _ => false,
        });
        let mut runs: Vec<(usize, usize)> = Vec::new();
        let mut last_preceding = None;
        let (mut seen, mut visited) = (None, Vec::new());
        let held = self.budget.held;
        let mut most = 1 << 16;
        for item in from {
            // Nodes that were found from several nodes are removed whenever the list has doubled.
            if found.len() > most {
                self.sort(found)?;
                most = 2 * found.len().max(1 << 15);
            }
            self.budget.held = held;
            self.hold(found.len() * size_of::<Item>())?;
            let chosen = if is_last { self.chosen(number, *item)? } else { None };
            match chosen {
                None => self.positioned(number, *item, found)?,
                Some((_, Chosen { first, last, .. })) if first > last => {}
                Some((_, Chosen { line: Line::Run { start, end, is_reversed, .. }, first, last })) => runs
                    .push(if is_reversed { (end - last, end - first + 1) } else { (start + first - 1, start + last) }),
                // All that one node leaves behind itself, each later one does.
                Some((_, Chosen { line: Line::Preceding { before, ancestor }, first, .. })) if is_open => {
                    last_preceding = Some((before, ancestor, first, item.rank()));
                }
                Some((candidates, Chosen { line: line @ Line::Ancestors { .. }, first, .. })) if is_open => {
                    let seen = match &mut seen {
                        Some(seen) => seen,
                        None => seen.insert(self.empty_bits()?),
                    };
                    let mut current = candidates.index_of(candidates.nth(line, first)) as u32;
                    while let Some(link) = candidates.chain.get(current as usize)
                        && seen.insert(candidates.ranks[current as usize])
                    {
                        visited.push(candidates.ranks[current as usize]);
                        current = link.above;
                    }
                }
                Some((candidates, Chosen { line, first, last })) => {
                    self.spend(4 * (last + 1 - first) as u64)?;
                    found.extend((first..=last).map(|position| Item::node(candidates.nth(line, position))));
                }
            }
        }
        found.extend(visited.iter().map(|rank| Item::node(*rank)));
        if let Some(seen) = seen {
            self.recycle(seen, &visited);
        }
        let Some(candidates) = self.walks[number as usize].candidates.clone() else { return Ok(()) };
        if let Some((before, ancestor, first, rank)) = last_preceding {
            let top = candidates.preceding(before, ancestor, first);
            let no_ancestor = candidates.ranks[..=top].iter().filter(|it| self.tree.end(**it) < rank);
            found.extend(no_ancestor.map(|rank| Item::node(*rank)));
        }
        let is_by_parent = !candidates.by_parent.is_empty();
        runs.sort_unstable();
        let mut done = 0;
        for (start, end) in runs {
            found.extend((start.max(done)..end).map(|index| Item::node(candidates.rank_in_run(index, is_by_parent))));
            done = done.max(end);
        }
        self.spend(found.len() as u64)
    }

    /// The only step of an expression that is a path of one step without positions from the context node.
    fn single_step(&self, id: Id) -> Option<u32> {
        match &self.plan.expressions[id as usize].expression {
            Expression::Path(Start::Context, steps) if steps.len() == 1 => {
                (!self.plan.steps[steps.start as usize].is_positional()).then_some(steps.start)
            }
            _ => None,
        }
    }

    /// The number of nodes of an expression.
    pub(super) fn count(&mut self, id: Id, context: Context) -> Evaluated<usize> {
        let Some(number) = self.single_step(id) else { return Ok(self.shared_nodes(id, context)?.len()) };
        if let Some((candidates, line)) = self.line(number, context.item)? {
            return Ok(candidates.size(line));
        }
        let mut count = 0;
        self.candidates(number, context.item, &mut |_, _| {
            count += 1;
            ControlFlow::Continue(())
        })?;
        Ok(count)
    }

    pub(super) fn first_node(&mut self, id: Id, context: Context) -> Evaluated<Option<Item>> {
        let Some(number) = self.single_step(id) else { return Ok(self.shared_nodes(id, context)?.first().copied()) };
        let Step { axis, predicates, .. } = &self.plan.steps[number as usize];
        if *axis == Axis::Attribute && predicates.is_empty() && context.item.is_node() {
            self.spend(1)?;
            let rank = context.item.rank();
            let slot = self.attribute_slot(&self.tests[number as usize], rank, 0);
            return Ok(slot.map(|slot| Item::attribute(rank, slot)));
        }
        let is_forward = axis.is_forward();
        if let Some((candidates, line)) = self.line(number, context.item)? {
            let size = candidates.size(line);
            let rank = (size > 0).then(|| candidates.nth(line, if is_forward { 1 } else { size }));
            return Ok(rank.map(Item::node));
        }
        let mut first = None;
        self.candidates(number, context.item, &mut |_, item| {
            first = Some(item);
            if is_forward { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        Ok(first)
    }
}
