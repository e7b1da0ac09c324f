//! An index of the markers of content patching.

use crate::read::pseudo_attributes::pseudo_attributes;
use crate::storage::arena::Arena;
use crate::storage::interner::Interner;
use crate::storage::node::{Node, NodeKind};
use core::cell::Cell;
use std::collections::{BTreeSet, HashMap};

/// An index of `marker` and `start` processing instructions by name, so that
/// [finding markers](https://html.spec.whatwg.org/multipage/scripting.html#the-template-element) need not search the whole tree.
#[derive(Clone, Debug, Default)]
pub(crate) struct Markers {
    /// The values of the `name` pseudo-attribute.
    names: Interner,
    /// The instructions that have each name, by its number in `names`. Instructions that the parser removed are not included.
    instructions: Vec<BTreeSet<u32>>,
    /// The number of each instruction's name in `names`.
    name_of: HashMap<u32, u32>,
    /// The number of links that were followed to find markers.
    steps: Cell<u64>,
}

/// The maximum number of steps, per node of the document. Pages need a few for each marker. Beyond the limit, no markers are found.
const STEPS_PER_NODE: u64 = 32;
const MIN_STEP_LIMIT: u64 = 1 << 20;

const MARKER: &str = "marker";
const START: &str = "start";
const END: &str = "end";

impl Markers {
    pub(crate) fn instruction_created(&mut self, number: u32, target: &str, data: &str) {
        if target != MARKER && target != START {
            return;
        }
        if let Some((_, name)) = pseudo_attributes(data).into_iter().find(|(key, _)| *key == "name") {
            let name = self.names.intern(&name);
            self.instructions.resize_with(self.names.len(), BTreeSet::new);
            self.instructions[name as usize].insert(number);
            self.name_of.insert(number, name);
        }
    }

    /// Rebuilds the index after code other than the parser may have changed the tree.
    pub(crate) fn rebuild(&mut self, arena: &Arena, source: &str) {
        self.names.clear();
        self.instructions.clear();
        self.name_of.clear();
        for number in 0..arena.nodes.len() as u32 {
            if let Some((target, data)) = arena.instruction(source, number) {
                self.instruction_created(number, target, data);
            }
        }
    }

    /// Removes a processing instruction that the parser removed. The parser never inserts it again.
    pub(crate) fn instruction_removed(&mut self, number: u32) {
        if let Some(name) = self.name_of.remove(&number) {
            self.instructions[name as usize].remove(&number);
        }
    }

    /// Returns the first marker with this name, in tree order, among the descendants of `scope`.
    pub(crate) fn first(&self, arena: &Arena, scope: u32, name: &str) -> Option<u32> {
        let mut first = None;
        for &number in self.instructions.get(self.names.find(name)? as usize)? {
            if self.depth_below(arena, scope, number)?.is_none() {
                continue;
            }
            first = match first {
                Some(first) if self.is_before(arena, scope, first, number)? => Some(first),
                _ => Some(number),
            };
        }
        first
    }

    /// Returns the instruction that ends the range of `start`: the matching `end`, or `start` itself if it is a `marker`. Returns 0 if there is no
    /// such instruction. The range then extends to the end of the parent.
    pub(crate) fn end(&self, arena: &Arena, start: u32) -> u32 {
        let target = |node: &Node| match node.kind() {
            NodeKind::ProcessingInstruction => Some(node.target()),
            _ => None,
        };
        let node = arena.node(start);
        if target(node).is_some_and(|target| arena.names.text(target) == MARKER) {
            return start;
        }
        let mut nesting = 0_u32;
        // The caller removes all nodes that this loop visits, so the total cost is linear in the number of created nodes.
        let mut number = node.next();
        while number != 0 {
            let node = arena.node(number);
            match target(node).map(|target| arena.names.text(target)) {
                Some(START) => nesting += 1,
                Some(END) if nesting == 0 => return number,
                Some(END) => nesting -= 1,
                _ => {}
            }
            number = node.next();
        }
        0
    }

    /// Counts a step. Returns `None` if the limit is exceeded.
    pub(crate) fn step(&self, arena: &Arena) -> Option<()> {
        self.steps.set(self.steps.get() + 1);
        (self.steps.get() <= MIN_STEP_LIMIT + STEPS_PER_NODE * arena.nodes.len() as u64).then_some(())
    }

    /// Returns the depth of a node below `scope`. The inner value is `None` if it is not a descendant.
    fn depth_below(&self, arena: &Arena, scope: u32, mut number: u32) -> Option<Option<u32>> {
        let mut depth = 0;
        while number != scope {
            self.step(arena)?;
            number = arena.node(number).parent();
            if number == 0 {
                return Some(None);
            }
            depth += 1;
        }
        Some(Some(depth))
    }

    /// Whether `one` precedes `other` in tree order. Both are descendants of `scope`, and have no children.
    fn is_before(&self, arena: &Arena, scope: u32, mut one: u32, mut other: u32) -> Option<bool> {
        let mut one_depth = self.depth_below(arena, scope, one)?;
        let mut other_depth = self.depth_below(arena, scope, other)?;
        while one_depth > other_depth {
            self.step(arena)?;
            one = arena.node(one).parent();
            one_depth = one_depth.map(|depth| depth - 1);
        }
        while other_depth > one_depth {
            self.step(arena)?;
            other = arena.node(other).parent();
            other_depth = other_depth.map(|depth| depth - 1);
        }
        while arena.node(one).parent() != arena.node(other).parent() {
            self.step(arena)?;
            (one, other) = (arena.node(one).parent(), arena.node(other).parent());
        }
        // They are siblings now. Walk forward from both in turns, because they are often close together.
        let (mut after_one, mut after_other) = (one, other);
        while after_one != 0 && after_other != 0 {
            self.step(arena)?;
            after_one = arena.node(after_one).next();
            if after_one == other {
                return Some(true);
            }
            after_other = arena.node(after_other).next();
            if after_other == one {
                return Some(false);
            }
        }
        Some(after_other == 0)
    }
}
