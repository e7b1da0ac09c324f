//! Checks the invariants of a document, for tests.

use crate::read::document::Document;
use crate::storage::node::{NodeFlags, NodeKind};
use limpid_markup::{LocalName, Namespace};
use std::collections::BTreeMap;

/// Checks the invariants of a document's buffers: links between nodes are consistent and have no cycles, and texts and attributes are within
/// bounds.
///
/// An error is a bug in limpid. Its message names the node and the broken invariant. Takes time linear in the document's size.
///
/// ```
/// assert_eq!(limpid_dom::invariants::check(&limpid::parse("<b><p>Tea</b>")), Ok(()));
/// ```
pub fn check(document: &Document<'_>) -> Result<(), String> {
    let checker = Checker { document };
    checker.links()?;
    checker.cycles()?;
    checker.contents()?;
    checker.texts()?;
    checker.attributes()?;
    checker.qualifiers()?;
    checker.order()
}

struct Checker<'d> {
    document: &'d Document<'d>,
}

fn ensure(holds: bool, message: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(message()) }
}

impl Checker<'_> {
    fn numbers(&self) -> core::ops::Range<u32> {
        1..self.document.arena.nodes.len() as u32
    }

    /// Checks that links exist in both directions: between parent and child, and between siblings.
    fn links(&self) -> Result<(), String> {
        let arena = &self.document.arena;
        let null = arena.node(0);
        ensure([null.parent(), null.left(), null.next(), null.first()] == [0; 4], || "node 0 has links".into())?;
        for number in self.numbers() {
            let node = arena.node(number);
            for link in [node.parent(), node.left(), node.next(), node.first()] {
                ensure(link == 0 || arena.contains(link), || {
                    format!("#{number} links to #{link}, which does not exist")
                })?;
            }
            if node.first() != 0 {
                ensure(arena.node(node.first()).parent() == number, || {
                    format!("child #{} of #{number} has another parent", node.first())
                })?;
            }
            if node.parent() == 0 {
                ensure((node.left(), node.next()) == (0, 0), || format!("#{number} has siblings but no parent"))?;
                continue;
            }
            let parent = arena.node(node.parent());
            ensure(parent.may_have_children(), || format!("the parent of #{number} cannot have children"))?;
            // The `left` links of siblings form a ring: the first child links to the last.
            let (left, right) = (arena.node(node.left()), arena.node(node.next()));
            ensure(left.parent() == node.parent(), || {
                format!("siblings #{number} and #{} have two parents", node.left())
            })?;
            match parent.first() == number {
                true => ensure(left.next() == 0, || format!("#{} is not the last of its siblings", node.left()))?,
                false => ensure(left.next() == number, || {
                    format!("sibling #{} of #{number} does not link back", node.left())
                })?,
            }
            let is_linked = match node.next() {
                0 => arena.last(node.parent()) == number,
                _ => right.left() == number && right.parent() == node.parent(),
            };
            ensure(is_linked, || format!("the node after #{number} does not link back"))?;
        }
        Ok(())
    }

    /// Checks that each node is in exactly one tree, and that no node is its own ancestor.
    fn cycles(&self) -> Result<(), String> {
        let arena = &self.document.arena;
        let mut reached = vec![false; arena.nodes.len()];
        for top in self.numbers() {
            if arena.node(top).parent() != 0 {
                continue;
            }
            let mut number = top;
            while number != 0 {
                let seen = core::mem::replace(&mut reached[number as usize], true);
                ensure(!seen, || format!("#{number} is in the tree twice"))?;
                number = arena.next_in_order(number, top);
            }
        }
        ensure(reached.iter().skip(1).all(|&reached| reached), || "some nodes are in a cycle".into())?;
        // Here, a host counts as the parent of its template contents or shadow root.
        let mut state = vec![0_u8; arena.nodes.len()];
        for start in self.numbers() {
            let up = |number: u32| match arena.node(number).parent() {
                0 => arena.host(number),
                parent => parent,
            };
            let mut number = start;
            while number != 0 && state[number as usize] == 0 {
                state[number as usize] = 1;
                number = up(number);
            }
            ensure(number == 0 || state[number as usize] == 2, || {
                format!("#{number} is a descendant of its own contents")
            })?;
            let mut number = start;
            while number != 0 && state[number as usize] == 1 {
                state[number as usize] = 2;
                number = up(number);
            }
        }
        Ok(())
    }

    /// Checks that template contents and shadow roots link to their hosts, and the hosts to them.
    fn contents(&self) -> Result<(), String> {
        let arena = &self.document.arena;
        ensure(arena.contains(arena.root), || "the root does not exist".into())?;
        ensure(arena.node(1).kind() == NodeKind::Document, || "node 1 is not the document".into())?;
        for number in self.numbers() {
            let node = arena.node(number);
            match node.kind() {
                NodeKind::DocumentFragment | NodeKind::ShadowRoot => {
                    ensure(node.parent() == 0, || format!("fragment #{number} has a parent"))?;
                    let host = arena.host(number);
                    let content = match node.kind() {
                        NodeKind::ShadowRoot => arena.shadow_root(host),
                        _ if host == 0 => Some(number),
                        _ => arena.template_contents(host),
                    };
                    ensure(content == Some(number), || format!("the host of #{number} has other contents"))?;
                }
                NodeKind::Document => ensure(number == 1, || format!("#{number} is a second document"))?,
                _ => {}
            }
            if node.flags().contains(NodeFlags::TEMPLATE_CONTENTS) {
                ensure(node.is_html(LocalName::TEMPLATE), || format!("#{number} has contents but is not a template"))?;
                ensure(arena.host(number + 1) == number, || format!("#{number} has lost its contents"))?;
            }
            if node.flags().contains(NodeFlags::SHADOW_HOST) {
                let root = arena.shadow_root(number).unwrap_or(0);
                ensure(arena.node(root).kind() == NodeKind::ShadowRoot, || {
                    format!("#{number} has lost its shadow root")
                })?;
            }
        }
        Ok(())
    }

    /// Checks that texts are within bounds, on char boundaries, and do not overlap the unused reserved bytes of another text. Several texts may
    /// use the same bytes, such as the texts of clones.
    fn texts(&self) -> Result<(), String> {
        let arena = &self.document.arena;
        let source = &self.document.source;
        let mut reserved = BTreeMap::new();
        for number in self.numbers() {
            let Some(place) = arena.place(number) else { continue };
            ensure(arena.text.is_valid(source, place), || format!("the text of #{number} is out of bounds"))?;
            if place.reserved != 0 {
                reserved.insert(place.start + place.len, (place.start + (1 << place.reserved), number));
            }
        }
        for number in self.numbers() {
            let Some(place) = arena.place(number) else { continue };
            let end = place.start + place.len;
            if let Some((_, &(reserved_end, owner))) = reserved.range(..end).next_back() {
                ensure(place.start >= reserved_end || owner == number || place.len == 0, || {
                    format!("the text of #{number} overlaps the bytes reserved for #{owner}")
                })?;
            }
        }
        Ok(())
    }

    /// Checks that only elements have qualifiers, and that an element's namespace is the namespace of its qualifier.
    fn qualifiers(&self) -> Result<(), String> {
        let arena = &self.document.arena;
        for (number, qualifier) in arena.qualifiers.elements() {
            ensure(arena.node(number).kind() == NodeKind::Element, || {
                format!("#{number} has a prefix but is not an element")
            })?;
            let qualifier = arena.qualifiers.own(qualifier);
            ensure(qualifier.is_some(), || format!("the namespace of #{number} is unknown"))?;
            ensure(qualifier.is_some_and(|it| it.namespace() == arena.node(number).namespace()), || {
                format!("#{number} has two namespaces")
            })?;
        }
        for number in self.numbers().filter(|&number| arena.node(number).namespace() == Namespace::Other) {
            ensure(arena.qualifiers.of_element(number) != 0, || format!("#{number} is in a namespace without a URL"))?;
        }
        Ok(())
    }

    /// Checks that attributes are within bounds, and that elements which share a range have [`NodeFlags::SHARED_ATTRIBUTES`].
    fn attributes(&self) -> Result<(), String> {
        let arena = &self.document.arena;
        let source = &self.document.source;
        let mut owners = vec![0_u32; arena.attributes.len()];
        for number in self.numbers() {
            let node = arena.node(number);
            let range = arena.attribute_range(number);
            if node.kind() != NodeKind::Element || range.is_empty() {
                continue;
            }
            ensure(range.end <= arena.attributes.len(), || format!("attributes of #{number} are out of bounds"))?;
            // If two elements share a record, they share the whole range. So testing the first record finds them, in linear time.
            let first_owner = owners[range.start];
            if first_owner != 0 {
                let shared = |number: u32| arena.node(number).flags().contains(NodeFlags::SHARED_ATTRIBUTES);
                ensure(shared(number) && shared(first_owner), || {
                    format!("#{number} and #{first_owner} use the same attributes")
                })?;
                continue;
            }
            let records = arena.attributes(number);
            let holes = records.iter().filter(|record| record.is_free()).count();
            ensure(holes == arena.attribute_holes(number) as usize, || {
                format!("#{number} has {holes} attribute holes, which is not its stored count")
            })?;
            if let Some(index) = arena.many_attributes(number).and_then(|many| many.index.get()) {
                let rebuilt = arena.make_attribute_index(number, index.hashes.clone());
                ensure(index.positions == rebuilt.positions, || format!("the attribute index of #{number} is wrong"))?;
            }
            for at in range {
                ensure(owners[at] == 0, || format!("attributes of #{number} and #{} overlap", owners[at]))?;
                owners[at] = number;
                let record = arena.attributes[at];
                if record.is_free() {
                    continue;
                }
                ensure((arena.qualifiers.local_name(&record) as usize) < arena.names.count(), || {
                    format!("an attribute of #{number} has no name")
                })?;
                ensure((arena.qualifiers.of_record(&record) as usize) < arena.qualifiers.count(), || {
                    format!("an attribute of #{number} has no namespace")
                })?;
                ensure(arena.text.is_valid(source, record.place()), || {
                    format!("the value of an attribute of #{number} is out of bounds")
                })?;
            }
        }
        Ok(())
    }

    /// Checks the cached order of nodes, and the word filters, against the tree.
    fn order(&self) -> Result<(), String> {
        let arena = &self.document.arena;
        let Some(order) = arena.known_order() else { return Ok(()) };
        let mut number = arena.root;
        while number != 0 {
            let next = arena.next_in_order(number, arena.root);
            let run_end = order.run_end(number, arena.root).unwrap_or(0);
            ensure(number < run_end, || format!("#{number} is outside of the order's ranges for the tree"))?;
            ensure(next > number || next == 0, || {
                format!("#{next} follows #{number} in the tree, but has a lower number")
            })?;
            ensure((next == number + 1) == (number + 1 < run_end), || {
                format!("after #{number} the order differs from the tree")
            })?;
            number = next;
        }
        ensure(arena.word_filters_are_valid(&self.document.source), || {
            "the word filters differ from the attributes".into()
        })
    }
}
