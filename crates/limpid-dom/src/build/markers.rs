//! The markers of content patching, by name.

use crate::read::pseudo_attributes::pseudo_attributes;
use crate::storage::arena::Arena;
use crate::storage::interner::Interner;
use crate::storage::node::{Node, NodeKind};
use core::cell::Cell;
use std::collections::{BTreeSet, HashMap};

/// The processing instructions that may be markers of content patching, by name, so that
/// [finding markers](https://html.spec.whatwg.org/multipage/scripting.html#the-template-element) need not go through the
/// whole tree each time.
#[derive(Clone, Debug, Default)]
pub(crate) struct Markers {
    /// The values of `name` of `marker` and `start` instructions, each with those that were not removed.
    names: Interner,
    named: Vec<BTreeSet<u32>>,
    /// The number of each instruction's name.
    name_of: HashMap<u32, u32>,
    /// The count of links that were followed to look for markers.
    steps: Cell<u64>,
}

/// The limit of links to follow for each node of the document: pages follow a few per marker. Hostile input that needs more finds
/// no markers from there on.
const STEPS_PER_NODE: u64 = 32;
const STEPS_AT_LEAST: u64 = 1 << 20;

const MARKER: &str = "marker";
const START: &str = "start";
const END: &str = "end";

impl Markers {
    /// Notes that a processing instruction was created.
    pub(crate) fn created(&mut self, number: u32, target: &str, data: &str) {
        if target != MARKER && target != START {
            return;
        }
        if let Some((_, name)) = pseudo_attributes(data).into_iter().find(|(key, _)| *key == "name") {
            let name = self.names.intern(&name);
            self.named.resize_with(self.names.len(), BTreeSet::new);
            self.named[name as usize].insert(number);
            self.name_of.insert(number, name);
        }
    }

    /// Notes all processing instructions again, after something else than the parser changed the tree.
    pub(crate) fn look_through(&mut self, arena: &Arena, source: &str) {
        self.names.clear();
        self.named.clear();
        self.name_of.clear();
        for number in 0..arena.nodes.len() as u32 {
            if let Some((target, data)) = arena.instruction(source, number) {
                self.created(number, target, data);
            }
        }
    }

    /// Notes that the parser removed a processing instruction, which it never puts back.
    pub(crate) fn removed(&mut self, number: u32) {
        if let Some(name) = self.name_of.remove(&number) {
            self.named[name as usize].remove(&number);
        }
    }

    /// The first marker of this name, in tree order, among the descendants of `scope`.
    pub(crate) fn first(&self, arena: &Arena, scope: u32, name: &str) -> Option<u32> {
        let mut first = None;
        for &number in self.named.get(self.names.find(name)? as usize)? {
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

    /// The instruction that ends the range of `start`: itself if it is a `marker`; 0 when there is none, and the range
    /// runs to the end of the parent.
    pub(crate) fn end(&self, arena: &Arena, start: u32) -> u32 {
        let target = |node: &Node| match node.kind() {
            NodeKind::ProcessingInstruction => Some(node.target()),
            _ => None,
        };
        let node = arena.node(start);
        if target(node).is_some_and(|target| arena.names.text(target) == MARKER) {
            return start;
        }
        let mut level = 0_u32;
        // The caller removes all nodes that this passes, so that it costs no more than building them did.
        let mut number = node.next();
        while number != 0 {
            let node = arena.node(number);
            match target(node).map(|target| arena.names.text(target)) {
                Some(START) => level += 1,
                Some(END) if level == 0 => return number,
                Some(END) => level -= 1,
                _ => {}
            }
            number = node.next();
        }
        0
    }

    /// Counts a step; `None` when there were too many.
    pub(crate) fn step(&self, arena: &Arena) -> Option<()> {
        self.steps.set(self.steps.get() + 1);
        (self.steps.get() <= STEPS_AT_LEAST + STEPS_PER_NODE * arena.nodes.len() as u64).then_some(())
    }

    /// The depth of a node below `scope`, if it is a descendant.
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

    /// Whether one node below `scope`, which has no children, comes before another.
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
        // Siblings now: look for each after the other, in turns, as they are often close together.
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
