//! Positions on long axes: once a step has been walked for many nodes, its candidates are listed, and positions are found in the list.

use super::axes::go_on_if;
use super::candidates::{Candidates, Line};
use super::{Context, Evaluated, Evaluator};
use crate::functions::Function;
use crate::item::Item;
use crate::kind::Type;
use crate::plan::{Axis, Comparison, Expression, Id, PredicateKind, Start, Step};
use core::ops::ControlFlow;
use std::rc::Rc;

/// The number of looks at a node, per node of the tree, after which the candidates of a step are listed.
const PATIENCE: u64 = 4;

/// The size of an axis that has no end.
const UNBOUNDED: usize = 1 << 31;

/// The first and the last of some positions in a row.
pub(super) type Range = (usize, usize);

/// The candidates on an axis of one node, and the positions on it that meet a predicate.
#[derive(Debug)]
struct Chosen {
    candidates: Rc<Candidates>,
    line: Line,
    size: usize,
    /// In order. They may go beyond the size.
    ranges: Rc<[Range]>,
}

impl Chosen {
    /// The positions up to the size.
    fn ranges(&self) -> impl Iterator<Item = Range> + '_ {
        let ranges = self.ranges.iter().map(|(first, last)| (*first, self.size.min(*last)));
        ranges.take_while(|(first, last)| first <= last)
    }

    /// Whether the positions from one on are in the same range on each axis, however long.
    fn is_open(&self, first: usize) -> bool {
        self.ranges.last() == Some(&(first, UNBOUNDED))
    }

    fn nth(&self, position: usize) -> Item {
        Item::node(self.candidates.nth(self.line, position))
    }
}

/// Ranges in order, with those that overlap or touch joined.
fn joined(mut ranges: Vec<Range>) -> Vec<Range> {
    ranges.retain(|(first, last)| first <= last);
    ranges.sort_unstable();
    ranges.dedup_by(|next, range| {
        let overlaps = next.0 <= range.1 + 1;
        if overlaps {
            range.1 = range.1.max(next.1);
        }
        overlaps
    });
    ranges
}

/// The positions from 1 up to a size that are in none of some ranges.
fn others(ranges: Vec<Range>, size: usize) -> Vec<Range> {
    let mut others = Vec::new();
    let mut next = 1;
    for (first, last) in joined(ranges) {
        others.push((next, first - 1));
        next = last + 1;
    }
    others.push((next, size));
    others.retain(|(first, last)| first <= last);
    others
}

/// The context of an expression that depends on the size at most.
fn of_size(size: usize) -> Context {
    Context { size, ..Context::at(Item::node(1)) }
}

impl Evaluator<'_, '_> {
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

    /// The positions that meet a predicate of the kind [`PredicateKind::Ranges`], among so many. They may go beyond the size.
    pub(super) fn ranges(&mut self, id: Id, size: usize) -> Evaluated<Rc<[Range]>> {
        let facts = self.plan.expressions[id as usize].facts;
        let size = if facts.uses_last { size } else { UNBOUNDED };
        if let Some((known, ranges)) = &self.states[id as usize].ranges
            && *known == size
        {
            return Ok(ranges.clone());
        }
        let ranges: Rc<[Range]> = match facts.kind {
            Some(Type::Number) => self.positions(Comparison::Equal, id, size)?,
            _ => self.ranges_of(id, size)?,
        }
        .into();
        self.states[id as usize].ranges = Some((size, ranges.clone()));
        Ok(ranges)
    }

    /// The positions that compare so with a number.
    fn positions(&mut self, comparison: Comparison, number: Id, size: usize) -> Evaluated<Vec<Range>> {
        let number = self.number(number, of_size(size))?;
        let end = size as f64;
        let (first, last) = match comparison {
            _ if number.is_nan() => (1.0, 0.0),
            Comparison::Equal | Comparison::NotEqual => (number.ceil(), number.floor()),
            Comparison::Less => (1.0, number.ceil() - 1.0),
            Comparison::LessOrEqual => (1.0, number.floor()),
            Comparison::Greater => (number.floor() + 1.0, end),
            Comparison::GreaterOrEqual => (number.ceil(), end),
        };
        let range = (first.max(1.0) as usize, last.clamp(0.0, end) as usize);
        let ranges = if range.0 <= range.1 { vec![range] } else { Vec::new() };
        Ok(if comparison == Comparison::NotEqual { others(ranges, size) } else { ranges })
    }

    fn ranges_of(&mut self, id: Id, size: usize) -> Evaluated<Vec<Range>> {
        let plan = self.plan;
        if let Some((comparison, number)) = plan.comparison_of_position(id) {
            return self.positions(comparison, number, size);
        }
        let ranges = match &plan.expressions[id as usize].expression {
            _ if plan.is_of_size(id) => joined(vec![(1, if self.truth(id, of_size(size))? { size } else { 0 })]),
            Expression::Or(list) => {
                let mut all = Vec::new();
                for part in list {
                    all.append(&mut self.ranges_of(*part, size)?);
                }
                joined(all)
            }
            Expression::And(list) => {
                let mut all = Vec::new();
                for part in list {
                    all.append(&mut others(self.ranges_of(*part, size)?, size));
                }
                others(all, size)
            }
            Expression::Call(Function::Not, arguments) => others(self.ranges_of(arguments[0], size)?, size),
            Expression::Call(_, arguments) => self.ranges_of(arguments[0], size)?,
            _ => Vec::new(),
        };
        self.spend(1 + ranges.len() as u64)?;
        Ok(ranges)
    }

    /// The positions that a step with positions has chosen on the line from a node, before its other predicates.
    fn chosen(&mut self, number: u32, from: Item) -> Evaluated<Option<Chosen>> {
        let plan = self.plan;
        let predicates = &plan.steps[number as usize].predicates;
        let Some(predicate) = predicates.iter().find(|predicate| predicate.kind != PredicateKind::Boolean) else {
            return Ok(None);
        };
        if predicate.kind == PredicateKind::General {
            return Ok(None);
        }
        let Some((candidates, line)) = self.line(number, from)? else { return Ok(None) };
        let size = candidates.size(line);
        let ranges = self.ranges(predicate.expression, size)?;
        self.spend(ranges.len() as u64 / 4)?;
        Ok(Some(Chosen { candidates, line, size, ranges }))
    }

    /// Adds the nodes that a step with positions leads to from a node; false, without having added any, if its candidates are not listed.
    pub(super) fn positioned_by_line(&mut self, number: u32, from: Item, found: &mut Vec<Item>) -> Evaluated<bool> {
        let Some(chosen) = self.chosen(number, from)? else { return Ok(false) };
        let mut nodes = Vec::new();
        for (first, last) in chosen.ranges() {
            self.spend((last + 1 - first) as u64)?;
            nodes.extend((first..=last).map(|position| chosen.nth(position)));
        }
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
        let mut runs: Vec<Range> = Vec::new();
        let mut last_preceding = None;
        let (mut seen, mut visited) = (None, Vec::new());
        let held = self.budget.held;
        let (mut most, mut most_runs) = (1 << 16, 1 << 16);
        for item in from {
            // Nodes that were found from several nodes are removed whenever the list has doubled.
            if found.len() > most {
                self.sort(found)?;
                most = 2 * found.len().max(1 << 15);
            }
            if runs.len() > most_runs {
                self.spend(runs.len() as u64)?;
                runs = joined(runs);
                most_runs = 2 * runs.len().max(1 << 15);
            }
            self.budget.held = held;
            self.hold(size_of_val(&**found) + size_of_val(&*runs))?;
            let chosen = if is_last { self.chosen(number, *item)? } else { None };
            let Some(chosen) = chosen else {
                self.positioned(number, *item, found)?;
                continue;
            };
            for (first, last) in chosen.ranges() {
                let candidates = &chosen.candidates;
                let is_open = chosen.is_open(first);
                match chosen.line {
                    Line::Run { start, end, is_reversed, .. } => runs.push(if is_reversed {
                        (end - last, end - first)
                    } else {
                        (start + first - 1, start + last - 1)
                    }),
                    // All that one node leaves behind itself, each later one does.
                    Line::Preceding { before, ancestor } if is_open => {
                        last_preceding = Some((before, ancestor, first, item.rank()));
                    }
                    Line::Ancestors { .. } if is_open => {
                        let seen = match &mut seen {
                            Some(seen) => seen,
                            None => seen.insert(self.empty_bits()?),
                        };
                        let mut current = candidates.index_of(candidates.nth(chosen.line, first)) as u32;
                        while let Some(link) = candidates.chain.get(current as usize)
                            && seen.insert(candidates.ranks[current as usize])
                        {
                            visited.push(candidates.ranks[current as usize]);
                            current = link.above;
                        }
                    }
                    Line::Preceding { .. } | Line::Ancestors { .. } => {
                        self.spend(4 * (last + 1 - first) as u64)?;
                        found.extend((first..=last).map(|position| chosen.nth(position)));
                    }
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
        for (first, last) in joined(runs) {
            found.extend((first..=last).map(|index| Item::node(candidates.rank_in_run(index, is_by_parent))));
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
        let plan = self.plan;
        if let Expression::Union(parts) = &plan.expressions[id as usize].expression {
            return self.count_of_union(parts, context);
        }
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

    /// The number of nodes of a union, without a look at all nodes of its largest part.
    fn count_of_union(&mut self, parts: &[Id], context: Context) -> Evaluated<usize> {
        let mut sets = Vec::with_capacity(parts.len());
        for part in parts {
            sets.push(self.shared_nodes(*part, context)?);
        }
        sets.sort_by_key(|set| set.len());
        let Some(largest) = sets.pop() else { return Ok(0) };
        let mut others = Vec::new();
        for set in sets {
            // Searches take a logarithmic time.
            self.spend(4 * set.len() as u64)?;
            others.extend(set.iter().filter(|item| largest.binary_search(item).is_err()));
        }
        self.hold(others.len() * size_of::<Item>())?;
        self.sort(&mut others)?;
        Ok(largest.len() + others.len())
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
            go_on_if(Ok(!is_forward))
        })?;
        Ok(first)
    }
}
