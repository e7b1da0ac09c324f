//! Comparisons. A comparison with a node-set is true if it is true for any node, or for any pair of nodes of two sets.

use super::anchors::ENTRY;
use super::{Context, Evaluated, Evaluator, TEXT_BYTES, Value};
use crate::item::Item;
use crate::kind::Type;
use crate::plan::{Comparison, Expression, Id};
use std::collections::HashSet;
use std::rc::Rc;

/// A condition on the string-value of a node.
#[derive(Debug)]
pub(super) enum Condition {
    Always,
    Never,
    Equal(Box<str>),
    NotEqual(Box<str>),
    /// Equal to one of the strings. The number is the length of the longest string in bytes.
    In(HashSet<Box<str>>, usize),
    Number(Comparison, f64),
    /// Equal to one of the numbers, given by their bits.
    InNumbers(HashSet<u64>),
}

impl Condition {
    /// Returns the memory that the condition uses, in bytes.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Condition::Always | Condition::Never | Condition::Number(..) => 0,
            Condition::Equal(text) | Condition::NotEqual(text) => text.len(),
            Condition::In(texts, _) => texts.iter().map(|text| 2 * size_of::<Box<str>>() + text.len()).sum(),
            Condition::InNumbers(numbers) => 2 * size_of::<u64>() * numbers.len(),
        }
    }

    pub(super) fn is_met(&self, evaluator: &mut Evaluator<'_, '_>, item: Item) -> Evaluated<bool> {
        match self {
            Condition::Always => Ok(true),
            Condition::Never => Ok(false),
            _ => {
                let text = evaluator.string_value(item)?;
                self.holds(evaluator, &text)
            }
        }
    }

    /// Whether a string meets the condition.
    pub(super) fn holds(&self, evaluator: &mut Evaluator<'_, '_>, text: &str) -> Evaluated<bool> {
        Ok(match self {
            Condition::Always => true,
            Condition::Never => false,
            Condition::Equal(other) => evaluator.is_equal(text, other)?,
            Condition::NotEqual(other) => !evaluator.is_equal(text, other)?,
            Condition::In(_, longest) if text.len() > *longest => false,
            Condition::In(texts, _) => {
                evaluator.spend_on(text)?;
                texts.contains(text)
            }
            Condition::Number(..) | Condition::InNumbers(_) => self.holds_for_number(evaluator.number_of_text(text)?),
        })
    }

    /// Whether a number meets a condition from [`condition_on_number`](Evaluator::condition_on_number).
    pub(super) fn holds_for_number(&self, number: f64) -> bool {
        match self {
            Condition::Always => true,
            Condition::Number(comparison, other) => comparison.holds(number, *other),
            Condition::InNumbers(numbers) => !number.is_nan() && numbers.contains(&bits_of(number)),
            Condition::Never | Condition::Equal(_) | Condition::NotEqual(_) | Condition::In(..) => false,
        }
    }
}

impl<'e> Evaluator<'e, '_> {
    /// Evaluates a chain of comparisons from left to right.
    pub(super) fn compare_all(&mut self, first: Id, list: &[(Comparison, Id)], context: Context) -> Evaluated<bool> {
        if let [(comparison, right)] = list {
            return self.compare(first, *comparison, *right, context);
        }
        let mut left = self.value(first, context)?;
        for (comparison, right) in list {
            let right = self.value(*right, context)?;
            left = Value::Boolean(self.compare_values(&left, *comparison, &right)?);
        }
        Ok(matches!(left, Value::Boolean(true)))
    }

    fn compare(&mut self, left: Id, comparison: Comparison, right: Id, context: Context) -> Evaluated<bool> {
        for (left, comparison, right) in [(left, comparison, right), (right, comparison.reversed(), left)] {
            if let Some(parts) = self.parts_to_compare(left, right, context)? {
                for part in parts {
                    if self.compare_with_part(left, comparison, *part, context)? {
                        return Ok(true);
                    }
                }
                return Ok(false);
            }
            if comparison == Comparison::Equal
                && let Some(is_met) = self.is_equal_on_axis(left, right, context)?
            {
                return Ok(is_met);
            }
        }
        for (left, comparison, right) in [(left, comparison, right), (right, comparison.reversed(), left)] {
            if let Some(is_met) = self.compare_by_condition(left, comparison, right, context)? {
                return Ok(is_met);
            }
        }
        let left = self.value(left, context)?;
        let right = self.value(right, context)?;
        self.compare_values(&left, comparison, &right)
    }

    /// Compares with a part of a union. If both operands have an [anchor](super::anchors), compares only once for each pair of anchors.
    fn compare_with_part(&mut self, left: Id, comparison: Comparison, part: Id, context: Context) -> Evaluated<bool> {
        let anchors = self.anchor(left, context.item).zip(self.anchor(part, context.item));
        let Some((left_anchor, part_anchor)) = anchors else { return self.compare(left, comparison, part, context) };
        let key = [(left, left_anchor), (part, part_anchor)];
        if let Some(holds) = self.comparisons.get(&key) {
            return Ok(*holds);
        }
        let holds = self.compare(left, comparison, part, context)?;
        if self.budget.cache(ENTRY) {
            self.comparisons.insert(key, holds);
        }
        Ok(holds)
    }

    /// If the right operand is a union and some, but not all, of its parts have an anchor, returns the parts to compare one by one.
    fn parts_to_compare(&mut self, left: Id, right: Id, context: Context) -> Evaluated<Option<&'e [Id]>> {
        let plan = self.plan;
        let Expression::Union(parts) = &plan.expressions[right as usize].expression else { return Ok(None) };
        let is_shared = |id: &Id| self.anchor(*id, context.item).is_some();
        if is_shared(&right) || !parts.iter().any(is_shared) {
            return Ok(None);
        }
        let facts = plan.expressions[left as usize].facts;
        let is_boolean = match facts.kind {
            None if facts.is_constant() => matches!(self.value(left, context)?, Value::Boolean(_)),
            kind => !matches!(kind, Some(Type::Nodes | Type::Number | Type::Text)),
        };
        Ok((!is_boolean).then_some(parts))
    }

    /// Returns the condition under which the comparison of a number with `value` is true. Returns `None` if `value` is a boolean.
    pub(super) fn condition_on_number(
        &mut self,
        comparison: Comparison,
        value: Value<'e>,
    ) -> Evaluated<Option<Condition>> {
        let Value::Nodes(nodes) = &value else {
            let is_boolean = matches!(value, Value::Boolean(_));
            return Ok((!is_boolean).then_some(Condition::Number(comparison, self.number_of(&value)?)));
        };
        if !matches!(comparison, Comparison::Equal | Comparison::NotEqual) {
            return self.condition(comparison, value);
        }
        let mut numbers = HashSet::new();
        let mut has_nan = false;
        for item in nodes.iter() {
            self.spend(1)?;
            let number = self.number_of_node(*item)?;
            if number.is_nan() {
                has_nan = true;
            } else if numbers.insert(bits_of(number)) {
                self.hold(2 * size_of::<u64>())?;
            }
        }
        Ok(Some(match comparison {
            Comparison::Equal => Condition::InNumbers(numbers),
            _ if has_nan || numbers.len() > 1 => Condition::Always,
            _ => match numbers.into_iter().next() {
                Some(number) => Condition::Number(comparison, f64::from_bits(number)),
                None => Condition::Never,
            },
        }))
    }

    /// Returns the condition under which the comparison of a node with `value` is true. Returns `None` if `value` is a boolean, because a
    /// boolean is compared with a whole node-set.
    pub(super) fn condition(&mut self, comparison: Comparison, value: Value<'e>) -> Evaluated<Option<Condition>> {
        Ok(Some(match (value, comparison) {
            (Value::Boolean(_), _) => return Ok(None),
            (Value::Number(number), _) => Condition::Number(comparison, number),
            (Value::Text(text), Comparison::Equal) => Condition::Equal(text.into()),
            (Value::Text(text), Comparison::NotEqual) => Condition::NotEqual(text.into()),
            (Value::Text(text), _) => Condition::Number(comparison, self.number_of_text(&text)?),
            (Value::Nodes(nodes), Comparison::Equal) => {
                let (mut texts, mut longest) = (HashSet::new(), 0);
                for item in nodes.iter() {
                    let text = self.string_value(*item)?;
                    self.spend(1)?;
                    self.spend_on(&text)?;
                    longest = longest.max(text.len());
                    if !texts.contains(&*text) {
                        self.hold(2 * size_of::<Box<str>>() + text.len())?;
                        texts.insert(text.into());
                    }
                }
                if texts.is_empty() { Condition::Never } else { Condition::In(texts, longest) }
            }
            (Value::Nodes(nodes), Comparison::NotEqual) => {
                let Some(first) = nodes.first() else { return Ok(Some(Condition::Never)) };
                let first = self.string_value(*first)?;
                match self.is_any_different(&nodes, &first)? {
                    false => Condition::NotEqual(first.into()),
                    true => Condition::Always,
                }
            }
            (Value::Nodes(nodes), _) => match self.bound(&nodes, comparison)? {
                Some(bound) => Condition::Number(comparison, bound),
                None => Condition::Never,
            },
        }))
    }

    fn is_any_different(&mut self, nodes: &[Item], text: &str) -> Evaluated<bool> {
        for item in nodes {
            let other = self.string_value(*item)?;
            self.spend(1)?;
            if !self.is_equal(&other, text)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether two strings are equal. Only strings of the same length are read.
    fn is_equal(&mut self, one: &str, other: &str) -> Evaluated<bool> {
        if one.len() != other.len() {
            return Ok(false);
        }
        self.spend((one.len() / (4 * TEXT_BYTES)) as u64)?;
        Ok(one == other)
    }

    /// Returns the number in a set that decides whether a comparison is true for any number in the set: the largest number for `<` and `<=`,
    /// the smallest number for `>` and `>=`. The set is the right operand.
    fn bound(&mut self, nodes: &[Item], comparison: Comparison) -> Evaluated<Option<f64>> {
        let is_upper = matches!(comparison, Comparison::Less | Comparison::LessOrEqual);
        let mut bound: Option<f64> = None;
        for item in nodes {
            self.spend(1)?;
            let number = self.number_of_node(*item)?;
            if !number.is_nan() {
                bound =
                    Some(bound.map_or(number, |bound| if is_upper { bound.max(number) } else { bound.min(number) }));
            }
        }
        Ok(bound)
    }

    pub(super) fn compare_values(
        &mut self,
        left: &Value<'e>,
        comparison: Comparison,
        right: &Value<'e>,
    ) -> Evaluated<bool> {
        let is_equality = matches!(comparison, Comparison::Equal | Comparison::NotEqual);
        match (left, right) {
            (Value::Nodes(left), Value::Nodes(right)) => self.compare_sets(left, comparison, right),
            (Value::Nodes(nodes), value) if !matches!(value, Value::Boolean(_)) => {
                self.compare_set(nodes, comparison, value.clone())
            }
            (value, Value::Nodes(nodes)) if !matches!(value, Value::Boolean(_)) => {
                self.compare_set(nodes, comparison.reversed(), value.clone())
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
                Ok(self.is_equal(left, right)? == (comparison == Comparison::Equal))
            }
            _ => Ok(comparison.holds(self.number_of(left)?, self.number_of(right)?)),
        }
    }

    fn compare_set(&mut self, nodes: &[Item], comparison: Comparison, value: Value<'e>) -> Evaluated<bool> {
        if let Value::Text(text) = &value {
            self.spend_on(text)?;
        }
        match self.condition(comparison, value)? {
            Some(condition) => self.is_any(nodes, &condition),
            None => Ok(false),
        }
    }

    fn compare_sets(&mut self, left: &Rc<Vec<Item>>, comparison: Comparison, right: &Rc<Vec<Item>>) -> Evaluated<bool> {
        match comparison {
            Comparison::Equal => {
                let (few, many) = if left.len() <= right.len() { (left, right) } else { (right, left) };
                self.compare_set(many, comparison, Value::Nodes(few.clone()))
            }
            Comparison::NotEqual => {
                let (Some(first), Some(_)) = (left.first(), right.first()) else { return Ok(false) };
                let first = self.string_value(*first)?;
                Ok(self.is_any_different(left, &first)? || self.is_any_different(right, &first)?)
            }
            _ => {
                let (Some(left), Some(right)) =
                    (self.bound(left, comparison.reversed())?, self.bound(right, comparison)?)
                else {
                    return Ok(false);
                };
                Ok(comparison.holds(left, right))
            }
        }
    }
}

/// Returns the bits of a number. Both zeros have the same bits.
fn bits_of(number: f64) -> u64 {
    (number + 0.0).to_bits()
}

pub(super) fn is_true(value: &Value<'_>) -> bool {
    match value {
        Value::Nodes(nodes) => !nodes.is_empty(),
        Value::Number(number) => *number != 0.0 && !number.is_nan(),
        Value::Text(text) => !text.is_empty(),
        Value::Boolean(boolean) => *boolean,
    }
}
