//! Evaluates whether a path leads from a node to a node that meets a condition. After evaluations for many nodes, the set of all nodes for
//! which this is true, the origins, is computed at once. This computation starts with the last step of the path and ends with the first.

use super::axes::continue_if;
use super::candidates::Candidates;
use super::compare::Condition;
use super::{Context, Evaluated, Evaluator};
use crate::bits::Bits;
use crate::item::Item;
use crate::plan::{Axis, Expression, Id, Start, Step};
use core::ops::Range;

/// The set of all origins is computed after single evaluations have spent this many steps per node of the tree.
const STEPS_BEFORE_ORIGINS: u64 = 4;

impl Evaluator<'_, '_> {
    /// Whether a path leads from a node to a node that meets a condition.
    ///
    /// `operand` is the expression that determines the condition, if the condition is the same for all context nodes. For
    /// [`Condition::Always`], it is the path itself.
    pub(super) fn leads_to(
        &mut self,
        path: Id,
        operand: Option<Id>,
        condition: &Condition,
        from: Item,
    ) -> Evaluated<bool> {
        if matches!(condition, Condition::Never) {
            return Ok(false);
        }
        let plan = self.plan;
        let Expression::Path(start, steps) = &plan.expressions[path as usize].expression else { return Ok(false) };
        if let Some(found) = self.short_path_leads_to(*start, steps, condition, from)? {
            return Ok(found);
        }
        let Some(operand) = operand else { return self.leads_to_uncached(*start, steps.clone(), condition, from) };
        if from.is_node() {
            let cache = self.path_caches.entry((path, operand)).or_default();
            if let Some(origins) = &cache.origins {
                return Ok(origins.contains(from.rank()));
            }
            let is_worthwhile = cache.spent > STEPS_BEFORE_ORIGINS * self.tree.len() as u64;
            if is_worthwhile && self.has_origins(*start, steps.clone()) && self.budget.cache(self.tree.len() / 8) {
                let origins = self.origins(steps.clone(), condition)?;
                let is_origin = origins.contains(from.rank());
                self.path_caches.entry((path, operand)).or_default().origins = Some(origins);
                return Ok(is_origin);
            }
        }
        let before = self.budget.steps_left;
        let found = self.leads_to_uncached(*start, steps.clone(), condition, from)?;
        self.path_caches.entry((path, operand)).or_default().spent += before - self.budget.steps_left;
        Ok(found)
    }

    /// Implements [`leads_to`](Self::leads_to) for paths such as `@href` and `self::a`. Returns `None` for other paths.
    #[inline]
    fn short_path_leads_to(
        &mut self,
        start: Start,
        steps: &Range<u32>,
        condition: &Condition,
        from: Item,
    ) -> Evaluated<Option<bool>> {
        let step = &self.plan.steps[steps.start as usize..steps.end as usize];
        let [Step { axis: axis @ (Axis::Attribute | Axis::Itself), predicates, .. }] = step else { return Ok(None) };
        if start != Start::Context || !predicates.is_empty() || !from.is_node() {
            return Ok(None);
        }
        let test = self.tests[steps.start as usize];
        if *axis == Axis::Itself {
            self.spend(1)?;
            return Ok(Some(test.passes(self.tree.node(from.rank())) && condition.is_met(self, from)?));
        }
        self.spend(self.cost_of_attributes(from.rank()))?;
        let mut next = 0;
        while let Some(slot) = self.attribute_slot(&test, from.rank(), next) {
            self.spend(1)?;
            if condition.is_met(self, Item::attribute(from.rank(), slot))? {
                return Ok(Some(true));
            }
            next = slot + 1;
        }
        Ok(Some(false))
    }

    fn leads_to_uncached(
        &mut self,
        start: Start,
        steps: Range<u32>,
        condition: &Condition,
        from: Item,
    ) -> Evaluated<bool> {
        let Some(last) = steps.end.checked_sub(1).filter(|last| *last >= steps.start) else {
            // The path is `/`.
            let nodes = self.start_of(start, Context::at(from))?;
            return self.is_any(&nodes, condition);
        };
        if start == Start::Context && steps.len() == 1 {
            return self.step_leads_to(last, from, condition);
        }
        let nodes = self.path(start, steps.start..last, Context::at(from))?;
        self.hold(nodes.len() * size_of::<Item>())?;
        for item in nodes {
            if self.step_leads_to(last, item, condition)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether any of the nodes meets a condition.
    pub(super) fn is_any(&mut self, nodes: &[Item], condition: &Condition) -> Evaluated<bool> {
        for item in nodes {
            self.spend(1)?;
            if condition.is_met(self, *item)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn step_leads_to(&mut self, number: u32, from: Item, condition: &Condition) -> Evaluated<bool> {
        if self.plan.steps[number as usize].is_positional() {
            let mut nodes = Vec::new();
            self.positioned(number, from, &mut nodes)?;
            return self.is_any(&nodes, condition);
        }
        let mut is_found = false;
        self.visit_step(number, from, &mut |this, item| {
            continue_if(condition.is_met(this, item).map(|is_met| {
                is_found = is_met;
                !is_met
            }))
        })?;
        Ok(is_found)
    }

    /// Whether [`origins`](Self::origins) supports a path. The path must start at the context node, and each step must have an inverse. Only
    /// child, self and parent steps may be positional.
    fn has_origins(&self, start: Start, steps: Range<u32>) -> bool {
        let last = steps.end.saturating_sub(1);
        start == Start::Context
            && steps.into_iter().all(|number| {
                let step = &self.plan.steps[number as usize];
                let may_be_positional = matches!(step.axis, Axis::Child | Axis::Itself | Axis::Parent);
                match step.axis {
                    Axis::Namespace => false,
                    Axis::Attribute => number == last,
                    _ => may_be_positional || !step.is_positional(),
                }
            })
    }

    /// Returns the origins: the nodes from which the steps lead to a node that meets a condition.
    fn origins(&mut self, steps: Range<u32>, condition: &Condition) -> Evaluated<Bits> {
        let mut reached: Option<Bits> = None;
        for number in steps.rev() {
            self.spend(self.tree.len() as u64)?;
            let step = &self.plan.steps[number as usize];
            let mut targets = Bits::new(self.tree.len());
            let is_target = |this: &mut Self, item: Item| match &reached {
                None => condition.is_met(this, item),
                Some(reached) => Ok(reached.contains(item.rank())),
            };
            if step.axis == Axis::Attribute {
                // This is the last step of the path, and its origins are the owner elements.
                for rank in 1..=self.tree.last() {
                    if self.tree.node(rank).is_element() && self.step_leads_to(number, Item::node(rank), condition)? {
                        targets.insert(rank);
                    }
                }
                reached = Some(targets);
                continue;
            }
            if step.is_positional() && step.axis == Axis::Child {
                let mut children = Vec::new();
                for rank in 1..=self.tree.last() {
                    if self.tree.node(rank).first_child().is_some() {
                        self.positioned(number, Item::node(rank), &mut children)?;
                    }
                }
                for item in children {
                    if is_target(self, item)? {
                        targets.insert(item.rank());
                    }
                }
            } else {
                for rank in 1..=self.tree.last() {
                    let item = Item::node(rank);
                    if self.tests[number as usize].passes(self.tree.node(rank))
                        && (reached.is_none() || is_target(self, item)?)
                        && self.meets_as_only_node(number, item)?
                        && (reached.is_some() || is_target(self, item)?)
                    {
                        targets.insert(rank);
                    }
                }
            }
            reached = Some(self.with_target_on_axis(step.axis, &targets));
        }
        Ok(reached.unwrap_or_default())
    }

    /// Whether a node meets the predicates of a step if the step selects no other node, so that position and size are 1.
    fn meets_as_only_node(&mut self, number: u32, item: Item) -> Evaluated<bool> {
        for predicate in &self.plan.steps[number as usize].predicates {
            if !self.meets(predicate, Context::at(item))? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns the nodes that have a target on their axis.
    fn with_target_on_axis(&self, axis: Axis, targets: &Bits) -> Bits {
        let tree = self.tree;
        let ranks = (1..=tree.last()).filter(|rank| targets.contains(*rank)).collect();
        let candidates = Candidates::new(axis, ranks, tree);
        let mut origins = Bits::new(tree.len());
        for rank in 1..=tree.last() {
            let slice = candidates.slice(axis, Item::node(rank), tree);
            if slice.is_some_and(|slice| candidates.size(slice) > 0) {
                origins.insert(rank);
            }
        }
        origins
    }
}
