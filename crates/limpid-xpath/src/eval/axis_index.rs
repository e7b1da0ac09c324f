//! Comparisons such as `@href = preceding::a/@href`. They look up strings in an index of the axis.

use super::{Context, Evaluated, Evaluator, bytes_of};
use crate::item::Item;
use crate::kind::Type;
use crate::plan::{Axis, Expression, Id, Start};
use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::rc::Rc;

/// The index of a path whose first step has a preceding or following axis.
///
/// A key is the string-value of a node at the end of the path. For sibling axes, the key also contains the rank of the parent, otherwise 0.
///
/// Several nodes of the first step may lead to the same string-value. The entry describes only one of them. For preceding axes, this is the
/// node whose subtree ends first, because it precedes more context nodes than the others. The value is the last rank of its subtree. For
/// following axes, this is the last node, because it follows more context nodes than the others. The value is its rank.
pub(super) type AxisIndex<'e> = HashMap<(u32, Cow<'e, str>), u32>;

/// The memory of an entry without its string, in bytes.
const ENTRY: usize = 64;

impl<'e> Evaluator<'e, '_> {
    /// Whether the left operand, a string or node-set, is equal to a node of the right operand, a path that starts with a preceding or
    /// following axis. Returns `None` for other operands.
    pub(super) fn is_equal_on_axis(&mut self, left: Id, path: Id, context: Context) -> Evaluated<Option<bool>> {
        let plan = self.plan;
        let left_node = &plan.expressions[left as usize];
        let Expression::Path(Start::Context, steps) = &plan.expressions[path as usize].expression else {
            return Ok(None);
        };
        let step = &plan.steps[steps.start as usize];
        let (is_before, is_among_siblings) = match step.axis {
            Axis::Preceding => (true, false),
            Axis::PrecedingSibling => (true, true),
            Axis::Following => (false, false),
            Axis::FollowingSibling => (false, true),
            _ => return Ok(None),
        };
        let kind = left_node.facts.kind;
        let is_comparable = !left_node.facts.is_constant() && matches!(kind, Some(Type::Nodes | Type::Text));
        if !is_comparable || step.is_positional() || !context.item.is_node() {
            return Ok(None);
        }
        let Some(index) = self.axis_index(path, is_before, is_among_siblings)? else { return Ok(None) };
        let tree = self.tree;
        let rank = context.item.rank();
        let parent = if is_among_siblings { tree.parent(rank).unwrap_or(0) } else { 0 };
        let is_on_axis = |text: Cow<'_, str>| {
            let index: &HashMap<(u32, Cow<'_, str>), u32> = &index;
            index.get(&(parent, text)).is_some_and(|found| match step.axis {
                Axis::Following => *found > tree.end(rank),
                Axis::FollowingSibling => *found > rank,
                _ => *found < rank,
            })
        };
        if kind == Some(Type::Text) {
            let text = self.text(left, context)?;
            self.spend_on(&text)?;
            return Ok(Some(is_on_axis(text)));
        }
        for item in self.shared_nodes(left, context)?.iter() {
            let text = self.string_value(*item)?;
            self.spend(1)?;
            self.spend_on(&text)?;
            if is_on_axis(text) {
                return Ok(Some(true));
            }
        }
        Ok(Some(false))
    }

    /// Returns the index of a path, or `None` if it takes too much memory.
    fn axis_index(
        &mut self,
        path: Id,
        is_before: bool,
        is_among_siblings: bool,
    ) -> Evaluated<Option<Rc<AxisIndex<'e>>>> {
        if let Some(index) = &self.expression_caches[path as usize].axis_index {
            return Ok(index.clone());
        }
        let plan = self.plan;
        let Expression::Path(_, steps) = &plan.expressions[path as usize].expression else { return Ok(None) };
        let tree = self.tree;
        self.spend(tree.len() as u64)?;
        let mut index = AxisIndex::new();
        let mut is_complete = true;
        'ranks: for rank in 1..=tree.last() {
            let item = Item::node(rank);
            if !self.tests[steps.start as usize].passes(tree.node(rank)) || !self.meets_all(steps.start, item)? {
                continue;
            }
            let parent = if is_among_siblings { tree.parent(rank).unwrap_or(0) } else { 0 };
            // A node precedes all nodes after the end of its subtree.
            let rank_on_axis = if is_before { tree.end(rank) } else { rank };
            let held = self.budget.held;
            for target in self.path(Start::Context, steps.start + 1..steps.end, Context::at(item))? {
                let text = self.string_value(target)?;
                self.spend(1)?;
                self.spend_on(&text)?;
                let bytes = ENTRY + bytes_of(&text);
                match index.entry((parent, text)) {
                    Entry::Occupied(mut entry) => {
                        let found = entry.get_mut();
                        *found = if is_before { rank_on_axis.min(*found) } else { rank_on_axis.max(*found) };
                    }
                    Entry::Vacant(_) if !self.budget.cache(bytes) => {
                        is_complete = false;
                        break 'ranks;
                    }
                    Entry::Vacant(entry) => {
                        entry.insert(rank_on_axis);
                    }
                }
            }
            self.budget.held = held;
        }
        let index = is_complete.then(|| Rc::new(index));
        self.expression_caches[path as usize].axis_index = Some(index.clone());
        Ok(index)
    }
}
