//! Comparisons such as `@href = preceding::a/@href`: an index of the strings on the axis answers them for each node.

use super::{Context, Evaluated, Evaluator, bytes_of};
use crate::item::Item;
use crate::kind::Type;
use crate::plan::{Axis, Expression, Id, Start};
use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::rc::Rc;

/// For each string that a path leads to, and for sibling axes each parent, the step's node that the most nodes have on the axis: of those
/// before a node the one that ends first, of those after it the last one.
pub(super) type Index<'e> = HashMap<(u32, Cow<'e, str>), u32>;

/// The bytes of an entry, without its string.
const ENTRY: usize = 64;

impl<'e> Evaluator<'e, '_> {
    /// Whether a string or a node on the left is equal to a node of a path on the right that starts with a long axis before or after the
    /// context node; `None` for other operands.
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
        let Some(index) = self.index_of_axis(path, is_before, is_among_siblings)? else { return Ok(None) };
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

    /// Returns the index of a path; `None` if there is no memory for it.
    fn index_of_axis(
        &mut self,
        path: Id,
        is_before: bool,
        is_among_siblings: bool,
    ) -> Evaluated<Option<Rc<Index<'e>>>> {
        if let Some(index) = &self.states[path as usize].index_of_axis {
            return Ok(index.clone());
        }
        let plan = self.plan;
        let Expression::Path(_, steps) = &plan.expressions[path as usize].expression else { return Ok(None) };
        let tree = self.tree;
        self.spend(tree.len() as u64)?;
        let mut index = Index::new();
        let mut is_complete = true;
        'ranks: for rank in 1..=tree.last() {
            let item = Item::node(rank);
            if !self.tests[steps.start as usize].passes(tree.node(rank)) || !self.meets_all(steps.start, item)? {
                continue;
            }
            let parent = if is_among_siblings { tree.parent(rank).unwrap_or(0) } else { 0 };
            // A node precedes those after its end.
            let place = if is_before { tree.end(rank) } else { rank };
            let held = self.budget.held;
            for target in self.path(Start::Context, steps.start + 1..steps.end, Context::at(item))? {
                let text = self.string_value(target)?;
                self.spend(1)?;
                self.spend_on(&text)?;
                let bytes = ENTRY + bytes_of(&text);
                match index.entry((parent, text)) {
                    Entry::Occupied(mut entry) => {
                        let found = entry.get_mut();
                        *found = if is_before { place.min(*found) } else { place.max(*found) };
                    }
                    Entry::Vacant(_) if !self.budget.cache(bytes) => {
                        is_complete = false;
                        break 'ranks;
                    }
                    Entry::Vacant(entry) => {
                        entry.insert(place);
                    }
                }
            }
            self.budget.held = held;
        }
        let index = is_complete.then(|| Rc::new(index));
        self.states[path as usize].index_of_axis = Some(index.clone());
        Ok(index)
    }
}
