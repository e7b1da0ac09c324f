//! An anchor is an ancestor of the context node that alone determines the value of an expression. For example, the anchor of `../p[2]` is
//! the parent. Such an expression is evaluated once for each anchor. Constant expressions are evaluated once.

use super::{CREATED_NODE_BYTES, Context, Evaluated, Evaluator, Value};
use crate::item::Item;
use crate::kind::Type;
use crate::plan::{Comparison, Expression, Id};
use std::rc::Rc;

/// The memory of an entry in a map without its value, in bytes.
pub(super) const ENTRY: usize = 64;

impl<'e> Evaluator<'e, '_> {
    /// Returns the rank of the ancestor on which the value of an expression depends, or 0 for a constant. Returns `None` if the value depends
    /// on more than an ancestor.
    pub(super) fn anchor(&self, id: Id, from: Item) -> Option<u32> {
        let facts = self.plan.expressions[id as usize].facts;
        if facts.is_constant() {
            return Some(0);
        }
        if facts.level == 0 || facts.uses_position || facts.uses_last || from.is_created() {
            return None;
        }
        let mut rank = from.rank();
        for _ in u32::from(!from.is_node())..facts.level {
            rank = self.tree.parent(rank)?;
        }
        Some(rank)
    }

    /// Returns the value of an expression with an anchor. Computes it only once for each anchor. If callers need only the truth value of the
    /// expression, `compute` returns the truth value.
    pub(super) fn value_at_anchor(
        &mut self,
        id: Id,
        anchor: u32,
        compute: impl FnOnce(&mut Self) -> Evaluated<Value<'e>>,
    ) -> Evaluated<Value<'e>> {
        if let Some(value) = self.values.get(&(id, anchor)) {
            let value = value.clone();
            if let Value::Text(text) = &value {
                self.spend_on(text)?;
            }
            return Ok(value);
        }
        let value = compute(self)?;
        let mut bytes = ENTRY + value.bytes();
        // A value with nodes created by functions is cached only if it is constant, because other created nodes are released.
        let has_created = matches!(&value, Value::Nodes(nodes) if nodes.last().is_some_and(|item| item.is_created()));
        if has_created {
            let created = self.created.iter().skip(self.permanent_created);
            bytes += created.map(|(_, text)| CREATED_NODE_BYTES + text.len()).sum::<usize>();
        }
        if (!has_created || anchor == 0) && self.budget.cache(bytes) {
            if has_created {
                self.permanent_created = self.created.len();
            }
            self.values.insert((id, anchor), value.clone());
        }
        Ok(value)
    }

    /// Compares by converting the right operand to a condition on the left one. If the right operand has an anchor, the condition is reused
    /// for all nodes with this anchor. Returns `None` if the operands do not allow this.
    pub(super) fn compare_by_condition(
        &mut self,
        left: Id,
        comparison: Comparison,
        right: Id,
        context: Context,
    ) -> Evaluated<Option<bool>> {
        let [left_node, right_node] = [left, right].map(|id| &self.plan.expressions[id as usize]);
        // The right operand becomes the condition only if at least as many context nodes share its value as share the value of the left
        // operand. With a higher level, more context nodes share a value.
        if left_node.facts.level > right_node.facts.level || left_node.facts.is_constant() {
            return Ok(None);
        }
        let is_path = matches!(left_node.expression, Expression::Path(..));
        let may_be_nodes = matches!(right_node.facts.kind, None | Some(Type::Nodes));
        let anchor = self.anchor(right, context.item);
        let has_condition = match anchor {
            // A value and a constant are compared faster without a condition.
            Some(anchor) => anchor != 0 || is_path || may_be_nodes,
            None => is_path && !may_be_nodes && right_node.facts.kind != Some(Type::Boolean),
        };
        if !has_condition {
            return Ok(None);
        }
        let left_value = if is_path { None } else { Some(self.value(left, context)?) };
        if let Some(left @ Value::Boolean(_)) = left_value {
            let right = self.value(right, context)?;
            return self.compare_values(&left, comparison, &right).map(Some);
        }
        let is_number = matches!(left_value, Some(Value::Number(_)));
        let known = anchor.and_then(|anchor| self.conditions.get(&(right, anchor, is_number)));
        let condition = match known.cloned() {
            Some(condition) => condition,
            None => {
                let value = self.value(right, context)?;
                let condition = match is_number {
                    true => self.condition_on_number(comparison, value)?,
                    false => self.condition(comparison, value)?,
                };
                let Some(condition) = condition.map(Rc::new) else { return Ok(None) };
                if let Some(anchor) = anchor
                    && self.budget.cache(ENTRY + condition.bytes())
                {
                    self.conditions.insert((right, anchor, is_number), condition.clone());
                }
                condition
            }
        };
        Ok(Some(match left_value {
            Some(Value::Number(number)) => condition.holds_for_number(number),
            Some(Value::Text(text)) => condition.holds(self, &text)?,
            Some(Value::Nodes(nodes)) => self.is_any(&nodes, &condition)?,
            _ => self.leads_to(left, Some(right).filter(|_| anchor == Some(0)), &condition, context.item)?,
        }))
    }
}
