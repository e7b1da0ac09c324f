//! The nodes of a parse: the sink's handles by number, and the parent of each node.

/// The tree builder's handle of a node: a number that identifies a handle of the sink. Unlike the sink's handles, it is `Copy`.
///
/// ```
/// use limpid_markup::TreeSink;
/// use limpid_markup5ever::{Adapter, AdapterOptions, Attachment, NodeNumber};
/// use markup5ever_rcdom::RcDom;
/// let mut adapter = Adapter::new(RcDom::default(), AdapterOptions::default());
/// let number: NodeNumber = adapter.document();
/// assert!(adapter.0.session().handle(number).children.borrow().is_empty());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NodeNumber(u32);

/// The sink's handles by number, and the parent of each node as the tree builder has set it. If a script moves a node, this parent does not
/// change.
#[derive(Debug)]
pub(crate) struct Nodes<H> {
    entries: Vec<Entry<H>>,
    /// The groups of siblings. With groups, moving all children of a node takes constant time.
    groups: Vec<Group>,
}

#[derive(Debug)]
struct Entry<H> {
    handle: H,
    /// The group that contains the node, or `NO_GROUP`.
    siblings: u32,
    /// The group of the node's children, or `NO_GROUP`.
    children: u32,
}

#[derive(Clone, Copy, Debug)]
enum Group {
    ChildrenOf(NodeNumber),
    /// The nodes were moved to the parent of this other group.
    JoinedTo(u32),
}

const NO_GROUP: u32 = u32::MAX;

impl<H> Nodes<H> {
    pub(crate) fn new() -> Nodes<H> {
        Nodes { entries: Vec::new(), groups: Vec::new() }
    }

    #[inline]
    pub(crate) fn add(&mut self, handle: H) -> NodeNumber {
        let number = NodeNumber(self.entries.len() as u32);
        self.entries.push(Entry { handle, siblings: NO_GROUP, children: NO_GROUP });
        number
    }

    #[inline]
    pub(crate) fn handle(&self, node: NodeNumber) -> &H {
        &self.entries[node.0 as usize].handle
    }

    pub(crate) fn handles(&self) -> impl Iterator<Item = &H> {
        self.entries.iter().map(|entry| &entry.handle)
    }

    #[inline]
    pub(crate) fn set_parent(&mut self, node: NodeNumber, parent: NodeNumber) {
        let mut group = self.entries[parent.0 as usize].children;
        if group == NO_GROUP {
            group = self.groups.len() as u32;
            self.groups.push(Group::ChildrenOf(parent));
            self.entries[parent.0 as usize].children = group;
        }
        self.entries[node.0 as usize].siblings = group;
    }

    /// Records that a node has no parent.
    pub(crate) fn remove(&mut self, node: NodeNumber) {
        self.entries[node.0 as usize].siblings = NO_GROUP;
    }

    pub(crate) fn parent(&self, node: NodeNumber) -> Option<NodeNumber> {
        let mut group = self.entries[node.0 as usize].siblings;
        loop {
            match self.groups.get(group as usize)? {
                Group::ChildrenOf(parent) => return Some(*parent),
                Group::JoinedTo(other) => group = *other,
            }
        }
    }

    pub(crate) fn reparent_children(&mut self, from: NodeNumber, to: NodeNumber) {
        let moved = std::mem::replace(&mut self.entries[from.0 as usize].children, NO_GROUP);
        if moved == NO_GROUP {
            return;
        }
        let children = &mut self.entries[to.0 as usize].children;
        if *children == NO_GROUP {
            *children = moved;
            self.groups[moved as usize] = Group::ChildrenOf(to);
        } else {
            self.groups[moved as usize] = Group::JoinedTo(*children);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reparenting_moves_all_children() {
        let mut nodes = Nodes::new();
        let [a, b, c, d, e] = ["a", "b", "c", "d", "e"].map(|handle| nodes.add(handle));
        nodes.set_parent(b, a);
        nodes.set_parent(c, a);
        assert_eq!((nodes.parent(b), nodes.parent(a)), (Some(a), None));
        nodes.reparent_children(a, d);
        assert_eq!((nodes.parent(b), nodes.parent(c)), (Some(d), Some(d)));
        nodes.set_parent(e, a);
        nodes.reparent_children(d, a);
        assert_eq!([b, c, e].map(|node| nodes.parent(node)), [Some(a); 3]);
        nodes.remove(c);
        assert_eq!((nodes.parent(c), nodes.parent(b)), (None, Some(a)));
        nodes.reparent_children(d, b);
        assert_eq!(nodes.handles().count(), 5);
        assert_eq!(*nodes.handle(e), "e");
    }
}
