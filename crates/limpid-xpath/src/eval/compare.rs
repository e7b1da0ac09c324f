//! Comparisons. Of node-sets they ask whether there is a node, or a pair, for which they hold.

use super::{Context, Evaluated, Evaluator, Value};
use crate::item::Item;
use crate::kind::Type;
use crate::number::number_of;
use crate::plan::{Comparison, Expression, Id};
use std::borrow::Cow;
use std::collections::HashSet;
use std::rc::Rc;

#[derive(Debug)]
pub(super) enum Condition {
    Any,
    Never,
    Equal(Box<str>),
    NotEqual(Box<str>),
    In(HashSet<Box<str>>),
    Number(Comparison, f64),
}

impl Condition {
    pub(super) fn is_met(&self, evaluator: &mut Evaluator<'_, '_>, item: Item) -> bool {
        match self {
            Condition::Any => true,
            Condition::Never => false,
            Condition::Equal(text) => *evaluator.string_value(item) == **text,
            Condition::NotEqual(text) => *evaluator.string_value(item) != **text,
            Condition::In(texts) => texts.contains(&*evaluator.string_value(item)),
            Condition::Number(comparison, number) => {
                comparison.holds(number_of(&evaluator.string_value(item)), *number)
            }
        }
    }
}

impl<'e> Evaluator<'e, '_> {
    /// Compares from left to right.
    pub(super) fn compare_all(
        &mut self,
        first: Id,
        list: &[(Comparison, Id)],
        key: Id,
        context: Context,
    ) -> Evaluated<bool> {
        if let [(comparison, right)] = list {
            return self.compare(first, *comparison, *right, key, context);
        }
        let mut left = self.value(first, context)?;
        for (comparison, right) in list {
            let right = self.value(*right, context)?;
            left = Value::Boolean(self.compare_values(&left, *comparison, &right)?);
        }
        Ok(matches!(left, Value::Boolean(true)))
    }

    fn compare(&mut self, left: Id, comparison: Comparison, right: Id, key: Id, context: Context) -> Evaluated<bool> {
        for (path, comparison, value) in [(left, comparison, right), (right, comparison.reversed(), left)] {
            let [path_node, value_node] = [path, value].map(|id| &self.plan.expressions[id as usize]);
            let is_path = matches!(path_node.expression, Expression::Path(..)) && !path_node.facts.is_constant();
            if !is_path {
                continue;
            }
            let is_constant = value_node.facts.is_constant();
            if is_constant && let Some(condition) = self.states[key as usize].condition.clone() {
                return self.leads_to(path, key, &condition, context.item);
            }
            if !is_constant && matches!(value_node.facts.kind, None | Some(Type::Nodes | Type::Boolean)) {
                continue;
            }
            let value = self.value(value, context)?;
            let Some(condition) = self.condition(comparison, value) else { continue };
            if !is_constant {
                return self.leads_to_now(path, &condition, context.item);
            }
            let condition = Rc::new(condition);
            self.states[key as usize].condition = Some(condition.clone());
            return self.leads_to(path, key, &condition, context.item);
        }
        let left = self.value(left, context)?;
        let right = self.value(right, context)?;
        self.compare_values(&left, comparison, &right)
    }

    /// The condition on nodes that compare so with a value; `None` for a truth value, which is compared with the set of them.
    fn condition(&mut self, comparison: Comparison, value: Value<'e>) -> Option<Condition> {
        Some(match (value, comparison) {
            (Value::Boolean(_), _) => return None,
            (Value::Number(number), _) => Condition::Number(comparison, number),
            (Value::Text(text), Comparison::Equal) => Condition::Equal(text.into()),
            (Value::Text(text), Comparison::NotEqual) => Condition::NotEqual(text.into()),
            (Value::Text(text), _) => Condition::Number(comparison, number_of(&text)),
            (Value::Nodes(nodes), Comparison::Equal) => {
                Condition::In(nodes.iter().map(|item| self.string_value(*item).into()).collect())
            }
            (Value::Nodes(nodes), Comparison::NotEqual) => {
                let mut texts = nodes.iter().map(|item| self.string_value(*item));
                match texts.next() {
                    None => Condition::Never,
                    Some(first) if texts.all(|text| text == first) => Condition::NotEqual(first.into()),
                    Some(_) => Condition::Any,
                }
            }
            (Value::Nodes(nodes), _) => match self.bound(&nodes, comparison) {
                Some(bound) => Condition::Number(comparison, bound),
                None => Condition::Never,
            },
        })
    }

    /// The number of a set for which a comparison with it on the right holds if it holds for any.
    fn bound(&mut self, nodes: &[Item], comparison: Comparison) -> Option<f64> {
        let is_upper = matches!(comparison, Comparison::Less | Comparison::LessOrEqual);
        let numbers = nodes.iter().map(|item| number_of(&self.string_value(*item))).filter(|number| !number.is_nan());
        numbers.reduce(|one, other| if is_upper { one.max(other) } else { one.min(other) })
    }

    fn compare_values(&mut self, left: &Value<'e>, comparison: Comparison, right: &Value<'e>) -> Evaluated<bool> {
        let is_equality = matches!(comparison, Comparison::Equal | Comparison::NotEqual);
        match (left, right) {
            (Value::Nodes(left), Value::Nodes(right)) => {
                self.spend((left.len() + right.len()) as u64)?;
                Ok(self.compare_sets(left, comparison, right))
            }
            (Value::Nodes(nodes), value) if !matches!(value, Value::Boolean(_)) => {
                self.spend(nodes.len() as u64)?;
                Ok(self.compare_set(nodes, comparison, value.clone()))
            }
            (value, Value::Nodes(nodes)) if !matches!(value, Value::Boolean(_)) => {
                self.spend(nodes.len() as u64)?;
                Ok(self.compare_set(nodes, comparison.reversed(), value.clone()))
            }
            (Value::Boolean(_), Value::Nodes(_)) | (Value::Nodes(_), Value::Boolean(_)) => {
                let [left, right] = [left, right].map(|value| f64::from(u8::from(is_true(value))));
                Ok(comparison.holds(left, right))
            }
            (Value::Boolean(_), _) | (_, Value::Boolean(_)) if is_equality => {
                let [left, right] = [left, right].map(|value| f64::from(u8::from(is_true(value))));
                Ok(comparison.holds(left, right))
            }
            (Value::Text(left), Value::Text(right)) if is_equality => {
                Ok((left == right) == (comparison == Comparison::Equal))
            }
            _ => Ok(comparison.holds(self.number_of(left), self.number_of(right))),
        }
    }

    fn compare_set(&mut self, nodes: &[Item], comparison: Comparison, value: Value<'e>) -> bool {
        let Some(condition) = self.condition(comparison, value) else { return false };
        nodes.iter().any(|item| condition.is_met(self, *item))
    }

    fn compare_sets(&mut self, left: &[Item], comparison: Comparison, right: &[Item]) -> bool {
        match comparison {
            Comparison::Equal => {
                let (few, many) = if left.len() <= right.len() { (left, right) } else { (right, left) };
                let texts: HashSet<Cow<'e, str>> = few.iter().map(|item| self.string_value(*item)).collect();
                many.iter().any(|item| texts.contains(&self.string_value(*item)))
            }
            Comparison::NotEqual => {
                let (Some(first), Some(_)) = (left.first(), right.first()) else { return false };
                let first = self.string_value(*first);
                left.iter().chain(right).any(|item| self.string_value(*item) != first)
            }
            _ => {
                let (Some(left), Some(right)) =
                    (self.bound(left, comparison.reversed()), self.bound(right, comparison))
                else {
                    return false;
                };
                comparison.holds(left, right)
            }
        }
    }
}

pub(super) fn is_true(value: &Value<'_>) -> bool {
    match value {
        Value::Nodes(nodes) => !nodes.is_empty(),
        Value::Number(number) => *number != 0.0 && !number.is_nan(),
        Value::Text(text) => !text.is_empty(),
        Value::Boolean(boolean) => *boolean,
    }
}
