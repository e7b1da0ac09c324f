//! Paths that start with `..`: their nodes are the same for all children of a node, and found once.

use super::{Context, Evaluated, Evaluator, Value};
use crate::item::Item;
use crate::kind::Type;
use crate::plan::{Axis, Comparison, Expression, Id, NodeTest, Start};
use std::rc::Rc;

/// The bytes of an entry in a map, without its value.
const ENTRY: usize = 64;

impl Evaluator<'_, '_> {
    /// Returns the rank of the node to which the first steps of a path lead if these are `..`, with more steps after them.
    pub(super) fn anchor(&self, id: Id, from: Item) -> Option<u32> {
        let Expression::Path(Start::Context, steps) = &self.plan.expressions[id as usize].expression else {
            return None;
        };
        let mut steps = self.plan.steps[steps.start as usize..steps.end as usize].iter();
        if from.is_made() {
            return None;
        }
        let mut item = from;
        let mut rest = steps.len();
        while let Some(step) = steps.next()
            && step.axis == Axis::Parent
            && step.test == NodeTest::Node
            && step.predicates.is_empty()
        {
            item = Item::node(if item.is_node() { self.tree.parent(item.rank())? } else { item.rank() });
            rest = steps.len();
        }
        (item != from && rest > 0).then_some(item.rank())
    }

    pub(super) fn nodes_of_path(&mut self, id: Id, context: Context) -> Evaluated<Rc<Vec<Item>>> {
        let anchor = self.anchor(id, context.item);
        if let Some(anchor) = anchor
            && let Some(nodes) = self.states[id as usize].nodes_of_anchors.get(&anchor)
        {
            return Ok(nodes.clone());
        }
        let nodes = Rc::new(self.nodes(id, context)?);
        if let Some(anchor) = anchor
            && self.budget.cache(ENTRY + nodes.len() * size_of::<Item>())
        {
            self.states[id as usize].nodes_of_anchors.insert(anchor, nodes.clone());
        }
        Ok(nodes)
    }

    /// Returns a number that depends on the anchor alone, if there is one, and computes it once for each.
    pub(super) fn number_of_anchor(
        &mut self,
        id: Id,
        anchor: Option<u32>,
        compute: impl FnOnce(&mut Self) -> Evaluated<f64>,
    ) -> Evaluated<f64> {
        if let Some(number) = anchor.and_then(|anchor| self.states[id as usize].numbers_of_anchors.get(&anchor)) {
            return Ok(*number);
        }
        let number = compute(self)?;
        if let Some(anchor) = anchor
            && self.budget.cache(ENTRY)
        {
            self.states[id as usize].numbers_of_anchors.insert(anchor, number);
        }
        Ok(number)
    }

    /// Compares a string or nodes on the left with the nodes of a path that starts with `..`; `None` for other operands.
    pub(super) fn compare_with_anchored(
        &mut self,
        left: Id,
        comparison: Comparison,
        path: Id,
        context: Context,
    ) -> Evaluated<Option<bool>> {
        let left_node = &self.plan.expressions[left as usize];
        let kind = left_node.facts.kind;
        if left_node.facts.is_constant() || !matches!(kind, Some(Type::Nodes | Type::Text)) {
            return Ok(None);
        }
        let Some(anchor) = self.anchor(path, context.item) else { return Ok(None) };
        let condition = match self.states[path as usize].conditions_of_anchors.get(&anchor) {
            Some(condition) => condition.clone(),
            None => {
                let nodes = self.shared_nodes(path, context)?;
                let Some(condition) = self.condition(comparison, Value::Nodes(nodes))? else { return Ok(None) };
                let condition = Rc::new(condition);
                if self.budget.cache(ENTRY + condition.bytes()) {
                    self.states[path as usize].conditions_of_anchors.insert(anchor, condition.clone());
                }
                condition
            }
        };
        let is_met = if kind == Some(Type::Text) {
            let text = self.text(left, context)?;
            condition.holds(self, &text)?
        } else if matches!(left_node.expression, Expression::Path(..)) {
            self.leads_to_now(left, &condition, context.item)?
        } else {
            let nodes = self.shared_nodes(left, context)?;
            self.is_any(&nodes, &condition)?
        };
        Ok(Some(is_met))
    }
}
