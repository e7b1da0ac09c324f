//! Expressions that depend on an ancestor of the context node alone, such as `../p[2]`: they are evaluated once for each ancestor.

use super::{Context, Evaluated, Evaluator, Value};
use crate::item::Item;
use crate::kind::Type;
use crate::plan::{Comparison, Expression, Id};
use std::rc::Rc;

/// The bytes of an entry in a map, without its value.
const ENTRY: usize = 64;

impl<'e> Evaluator<'e, '_> {
    /// Returns the rank of the ancestor on which the value of an expression depends, or 0 if it does not depend on the context.
    pub(super) fn anchor(&self, id: Id, from: Item) -> Option<u32> {
        let facts = self.plan.expressions[id as usize].facts;
        if facts.is_constant() {
            return Some(0);
        }
        if facts.level == 0 || facts.uses_position || facts.uses_last || from.is_made() {
            return None;
        }
        let mut rank = from.rank();
        for _ in u32::from(!from.is_node())..facts.level {
            rank = self.tree.parent(rank)?;
        }
        Some(rank)
    }

    /// Returns the value of an expression that an anchor determines, and computes it once for each anchor.
    pub(super) fn value_at_anchor(
        &mut self,
        id: Id,
        anchor: u32,
        compute: impl FnOnce(&mut Self) -> Evaluated<Value<'e>>,
    ) -> Evaluated<Value<'e>> {
        if let Some(value) = self.states[id as usize].values_of_anchors.get(&anchor) {
            let value = value.clone();
            if let Value::Text(text) = &value {
                self.spend_on(text)?;
            }
            return Ok(value);
        }
        let value = compute(self)?;
        // The nodes that functions made go with the subexpression.
        let has_made = matches!(&value, Value::Nodes(nodes) if nodes.last().is_some_and(|item| item.is_made()));
        if !has_made && self.budget.cache(ENTRY + value.bytes()) {
            self.states[id as usize].values_of_anchors.insert(anchor, value.clone());
        }
        Ok(value)
    }

    /// Returns the truth of an expression that an anchor determines, and computes it once for each anchor.
    pub(super) fn truth_at_anchor(
        &mut self,
        id: Id,
        anchor: u32,
        compute: impl FnOnce(&mut Self) -> Evaluated<bool>,
    ) -> Evaluated<bool> {
        if let Some(is_true) = self.states[id as usize].truths_of_anchors.get(&anchor) {
            return Ok(*is_true);
        }
        let is_true = compute(self)?;
        if self.budget.cache(ENTRY) {
            self.states[id as usize].truths_of_anchors.insert(anchor, is_true);
        }
        Ok(is_true)
    }

    /// Compares a value of the context node on the left with an expression that an anchor determines; `None` for other operands.
    pub(super) fn compare_with_anchored(
        &mut self,
        left: Id,
        comparison: Comparison,
        right: Id,
        context: Context,
    ) -> Evaluated<Option<bool>> {
        let [left_node, right_node] = [left, right].map(|id| &self.plan.expressions[id as usize]);
        let is_path = matches!(left_node.expression, Expression::Path(..));
        // A literal needs no map, and from a path to a constant there may be a faster way.
        let is_set = !is_path && matches!(right_node.facts.kind, None | Some(Type::Nodes));
        let is_known_longer = left_node.facts.level > right_node.facts.level;
        if left_node.facts.is_constant() || is_known_longer || (right_node.facts.is_constant() && !is_set) {
            return Ok(None);
        }
        let Some(anchor) = self.anchor(right, context.item) else { return Ok(None) };
        let left_value = if is_path { None } else { Some(self.value(left, context)?) };
        let is_number = matches!(left_value, Some(Value::Number(_)));
        if let Some(left @ Value::Boolean(_)) = left_value {
            let right = self.value(right, context)?;
            return self.compare_values(&left, comparison, &right).map(Some);
        }
        let condition = match self.states[right as usize].conditions_of_anchors.get(&(anchor, is_number)) {
            Some(condition) => condition.clone(),
            None => {
                let value = self.value(right, context)?;
                let condition = match is_number {
                    true => self.condition_on_number(comparison, value)?,
                    false => self.condition(comparison, value)?,
                };
                let Some(condition) = condition else { return Ok(None) };
                let condition = Rc::new(condition);
                if self.budget.cache(ENTRY + condition.bytes()) {
                    self.states[right as usize].conditions_of_anchors.insert((anchor, is_number), condition.clone());
                }
                condition
            }
        };
        Ok(Some(match left_value {
            Some(Value::Number(number)) => condition.holds_for_number(number),
            Some(Value::Text(text)) => condition.holds(self, &text)?,
            Some(Value::Nodes(nodes)) => self.is_any(&nodes, &condition)?,
            _ => self.leads_to_now(left, &condition, context.item)?,
        }))
    }
}
