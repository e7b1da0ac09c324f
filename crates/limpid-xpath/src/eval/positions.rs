//! Positions on axes with many nodes. After a step has visited many nodes, its [candidates](super::candidates) are collected in a list, and
//! positions are looked up in this list.

use super::axes::continue_if;
use super::candidates::{AxisSlice, Candidates};
use super::{Context, Evaluated, Evaluator};
use crate::functions::Function;
use crate::item::Item;
use crate::kind::Type;
use crate::plan::{Axis, Comparison, Expression, Id, PredicateKind, Start, Step};
use core::ops::ControlFlow;
use std::rc::Rc;

/// After this many visits per node of the tree, the candidates of a step are listed.
const VISITS_BEFORE_LISTING: u64 = 4;

/// A size that exceeds the number of nodes on any axis.
const UNBOUNDED: usize = 1 << 31;

/// The first and the last of consecutive positions.
pub(super) type Range = (usize, usize);

/// The candidates on an axis of one node, and the positions that meet a predicate.
#[derive(Debug)]
struct Selection {
    candidates: Rc<Candidates>,
    slice: AxisSlice,
    size: usize,
    /// Sorted ranges. They may exceed the size.
    ranges: Rc<[Range]>,
}

impl Selection {
    /// Returns the ranges, limited to the size.
    fn ranges(&self) -> impl Iterator<Item = Range> + '_ {
        let ranges = self.ranges.iter().map(|(first, last)| (*first, self.size.min(*last)));
        ranges.take_while(|(first, last)| first <= last)
    }

    /// Whether the range that starts with `first` includes all later positions on an axis of any length.
    fn is_unbounded(&self, first: usize) -> bool {
        self.ranges.last() == Some(&(first, UNBOUNDED))
    }

    fn nth(&self, position: usize) -> Item {
        Item::node(self.candidates.nth(self.slice, position))
    }
}

/// Sorts ranges and merges overlapping and adjacent ones.
fn merged(mut ranges: Vec<Range>) -> Vec<Range> {
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

/// Returns the positions from 1 to `size` that are in none of the ranges.
fn complement(ranges: Vec<Range>, size: usize) -> Vec<Range> {
    let mut complement = Vec::new();
    let mut next = 1;
    for (first, last) in merged(ranges) {
        complement.push((next, first - 1));
        next = last + 1;
    }
    complement.push((next, size));
    complement.retain(|(first, last)| first <= last);
    complement
}

/// Returns a context for expressions that depend only on the size.
fn context_of_size(size: usize) -> Context {
    Context { size, ..Context::at(Item::node(1)) }
}

impl Evaluator<'_, '_> {
    /// Returns the candidates of a step if they are listed, or lists them if the step has visited enough nodes.
    fn listed_candidates(&mut self, number: u32) -> Evaluated<Option<Rc<Candidates>>> {
        let cache = &self.step_caches[number as usize];
        if !self.plan.steps[number as usize].axis.has_candidates() {
            return Ok(None);
        }
        if cache.candidates.is_some() || cache.visited <= VISITS_BEFORE_LISTING * self.tree.len() as u64 {
            return Ok(cache.candidates.clone());
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
            // The next attempt follows after the same number of visits.
            self.step_caches[number as usize].visited = 0;
            return Ok(None);
        }
        let candidates = Rc::new(Candidates::new(step.axis, ranks, tree));
        self.step_caches[number as usize].candidates = Some(candidates.clone());
        Ok(Some(candidates))
    }

    /// Returns the candidates of a step on the axis of a node, if they are listed.
    fn candidates_from(&mut self, number: u32, from: Item) -> Evaluated<Option<(Rc<Candidates>, AxisSlice)>> {
        if from.is_created() {
            return Ok(None);
        }
        let Some(candidates) = self.listed_candidates(number)? else { return Ok(None) };
        // The cost of binary searches in the list.
        self.spend(4)?;
        let slice = candidates.slice(self.plan.steps[number as usize].axis, from, self.tree);
        Ok(slice.map(|slice| (candidates, slice)))
    }

    /// Returns the positions that meet a predicate of the kind [`PredicateKind::Ranges`]. They may exceed the size.
    pub(super) fn ranges(&mut self, id: Id, size: usize) -> Evaluated<Rc<[Range]>> {
        let facts = self.plan.expressions[id as usize].facts;
        let size = if facts.uses_last { size } else { UNBOUNDED };
        if let Some((known, ranges)) = &self.expression_caches[id as usize].ranges
            && *known == size
        {
            return Ok(ranges.clone());
        }
        let ranges: Rc<[Range]> = match facts.kind {
            Some(Type::Number) => self.compared_positions(Comparison::Equal, id, size)?,
            _ => self.compute_ranges(id, size)?,
        }
        .into();
        self.expression_caches[id as usize].ranges = Some((size, ranges.clone()));
        Ok(ranges)
    }

    /// Returns the positions for which a comparison with a number is true.
    fn compared_positions(&mut self, comparison: Comparison, number: Id, size: usize) -> Evaluated<Vec<Range>> {
        let number = self.number(number, context_of_size(size))?;
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
        Ok(if comparison == Comparison::NotEqual { complement(ranges, size) } else { ranges })
    }

    fn compute_ranges(&mut self, id: Id, size: usize) -> Evaluated<Vec<Range>> {
        let plan = self.plan;
        if let Some((comparison, number)) = plan.position_comparison(id) {
            return self.compared_positions(comparison, number, size);
        }
        let ranges = match &plan.expressions[id as usize].expression {
            _ if plan.uses_only_size(id) => {
                merged(vec![(1, if self.truth(id, context_of_size(size))? { size } else { 0 })])
            }
            Expression::Or(list) => {
                let mut all = Vec::new();
                for part in list {
                    all.append(&mut self.compute_ranges(*part, size)?);
                }
                merged(all)
            }
            Expression::And(list) => {
                let mut all = Vec::new();
                for part in list {
                    all.append(&mut complement(self.compute_ranges(*part, size)?, size));
                }
                complement(all, size)
            }
            Expression::Call(Function::Not, arguments) => complement(self.compute_ranges(arguments[0], size)?, size),
            Expression::Call(_, arguments) => self.compute_ranges(arguments[0], size)?,
            _ => Vec::new(),
        };
        self.spend(1 + ranges.len() as u64)?;
        Ok(ranges)
    }

    /// Returns the candidates on the axis of the context node `from`, and the positions that meet the first positional predicate of the step.
    /// Returns `None` if the candidates are not listed, or if the predicate is not of the kind [`PredicateKind::Ranges`].
    fn selection(&mut self, number: u32, from: Item) -> Evaluated<Option<Selection>> {
        let plan = self.plan;
        let predicates = &plan.steps[number as usize].predicates;
        let Some(predicate) = predicates.iter().find(|predicate| predicate.kind != PredicateKind::Boolean) else {
            return Ok(None);
        };
        if predicate.kind == PredicateKind::General {
            return Ok(None);
        }
        let Some((candidates, slice)) = self.candidates_from(number, from)? else { return Ok(None) };
        let size = candidates.size(slice);
        let ranges = self.ranges(predicate.expression, size)?;
        self.spend(ranges.len() as u64 / 4)?;
        Ok(Some(Selection { candidates, slice, size, ranges }))
    }

    /// Adds the nodes that a positional step selects for a context node. If there is no [`selection`](Self::selection), returns false and adds
    /// nothing.
    pub(super) fn positioned_in_candidates(
        &mut self,
        number: u32,
        from: Item,
        found: &mut Vec<Item>,
    ) -> Evaluated<bool> {
        let Some(selection) = self.selection(number, from)? else { return Ok(false) };
        let mut nodes = Vec::new();
        for (first, last) in selection.ranges() {
            self.spend((last + 1 - first) as u64)?;
            nodes.extend((first..=last).map(|position| selection.nth(position)));
        }
        let predicates = &self.plan.steps[number as usize].predicates;
        let first_positional = predicates.iter().position(|predicate| predicate.kind != PredicateKind::Boolean);
        for predicate in predicates.iter().skip(first_positional.unwrap_or(0) + 1) {
            nodes = self.filter(nodes, predicate)?;
        }
        found.append(&mut nodes);
        Ok(true)
    }

    /// Adds the nodes that a positional step selects for context nodes in document order. Where the axes of several context nodes overlap in
    /// a run of candidates, nodes are added only once.
    pub(super) fn positioned_from_all(&mut self, number: u32, from: &[Item], found: &mut Vec<Item>) -> Evaluated<()> {
        let predicates = &self.plan.steps[number as usize].predicates;
        let is_last_predicate = predicates.iter().skip_while(|it| it.kind == PredicateKind::Boolean).count() == 1;
        let mut runs: Vec<Range> = Vec::new();
        let mut last_preceding = None;
        let (mut seen, mut visited) = (None, Vec::new());
        let held = self.budget.held;
        let (mut max_found, mut max_runs) = (1 << 16, 1 << 16);
        for item in from {
            // Duplicates are removed whenever the length has doubled.
            if found.len() > max_found {
                self.sort(found)?;
                max_found = 2 * found.len().max(1 << 15);
            }
            if runs.len() > max_runs {
                self.spend(runs.len() as u64)?;
                runs = merged(runs);
                max_runs = 2 * runs.len().max(1 << 15);
            }
            self.budget.held = held;
            self.hold(size_of_val(&**found) + size_of_val(&*runs))?;
            let selection = if is_last_predicate { self.selection(number, *item)? } else { None };
            let Some(selection) = selection else {
                self.positioned(number, *item, found)?;
                continue;
            };
            for (first, last) in selection.ranges() {
                let candidates = &selection.candidates;
                let is_unbounded = selection.is_unbounded(first);
                match selection.slice {
                    AxisSlice::Run { start, end, is_reversed, .. } => runs.push(if is_reversed {
                        (end - last, end - first)
                    } else {
                        (start + first - 1, start + last - 1)
                    }),
                    // If the range has no upper bound, the last context node selects all nodes that the earlier context nodes select.
                    AxisSlice::Preceding { before, ancestor } if is_unbounded => {
                        last_preceding = Some((before, ancestor, first, item.rank()));
                    }
                    AxisSlice::Ancestors { .. } if is_unbounded => {
                        let seen = match &mut seen {
                            Some(seen) => seen,
                            None => seen.insert(self.empty_bits()?),
                        };
                        let mut current = candidates.index_of(candidates.nth(selection.slice, first)) as u32;
                        while let Some(link) = candidates.chain.get(current as usize)
                            && seen.insert(candidates.ranks[current as usize])
                        {
                            visited.push(candidates.ranks[current as usize]);
                            current = link.nearest_ancestor;
                        }
                    }
                    AxisSlice::Preceding { .. } | AxisSlice::Ancestors { .. } => {
                        self.spend(4 * (last + 1 - first) as u64)?;
                        found.extend((first..=last).map(|position| selection.nth(position)));
                    }
                }
            }
        }
        found.extend(visited.iter().map(|rank| Item::node(*rank)));
        if let Some(seen) = seen {
            self.recycle(seen, &visited);
        }
        let Some(candidates) = self.step_caches[number as usize].candidates.clone() else { return Ok(()) };
        if let Some((before, ancestor, first, rank)) = last_preceding {
            let nearest = candidates.preceding(before, ancestor, first);
            let preceding = candidates.ranks[..=nearest].iter().filter(|it| self.tree.end(**it) < rank);
            found.extend(preceding.map(|rank| Item::node(*rank)));
        }
        let is_by_parent = !candidates.by_parent.is_empty();
        for (first, last) in merged(runs) {
            found.extend((first..=last).map(|index| Item::node(candidates.rank_in_run(index, is_by_parent))));
        }
        self.spend(found.len() as u64)
    }

    /// If an expression is a path that starts at the context node and consists of one step without positional predicates, returns the step.
    fn single_step(&self, id: Id) -> Option<u32> {
        match &self.plan.expressions[id as usize].expression {
            Expression::Path(Start::Context, steps) if steps.len() == 1 => {
                (!self.plan.steps[steps.start as usize].is_positional()).then_some(steps.start)
            }
            _ => None,
        }
    }

    /// Returns the number of nodes in the value of an expression.
    pub(super) fn count(&mut self, id: Id, context: Context) -> Evaluated<usize> {
        let plan = self.plan;
        if let Expression::Union(parts) = &plan.expressions[id as usize].expression {
            return self.count_of_union(parts, context);
        }
        let Some(number) = self.single_step(id) else { return Ok(self.shared_nodes(id, context)?.len()) };
        if let Some((candidates, slice)) = self.candidates_from(number, context.item)? {
            return Ok(candidates.size(slice));
        }
        let mut count = 0;
        self.visit_step(number, context.item, &mut |_, _| {
            count += 1;
            ControlFlow::Continue(())
        })?;
        Ok(count)
    }

    /// Returns the number of nodes in a union, without visiting all nodes of its largest part.
    fn count_of_union(&mut self, parts: &[Id], context: Context) -> Evaluated<usize> {
        let mut sets = Vec::with_capacity(parts.len());
        for part in parts {
            sets.push(self.shared_nodes(*part, context)?);
        }
        sets.sort_by_key(|set| set.len());
        let Some(largest) = sets.pop() else { return Ok(0) };
        let mut others = Vec::new();
        for set in sets {
            // The cost of binary searches.
            self.spend(4 * set.len() as u64)?;
            others.extend(set.iter().filter(|item| largest.binary_search(item).is_err()));
        }
        self.hold(others.len() * size_of::<Item>())?;
        self.sort(&mut others)?;
        Ok(largest.len() + others.len())
    }

    /// Returns the first node, in document order, in the value of an expression.
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
        if let Some((candidates, slice)) = self.candidates_from(number, context.item)? {
            let size = candidates.size(slice);
            let rank = (size > 0).then(|| candidates.nth(slice, if is_forward { 1 } else { size }));
            return Ok(rank.map(Item::node));
        }
        let mut first = None;
        self.visit_step(number, context.item, &mut |_, item| {
            first = Some(item);
            continue_if(Ok(!is_forward))
        })?;
        Ok(first)
    }
}
