//! The arena: a document's buffers, and the links between its nodes.

use crate::storage::attribute::AttributeRecord;
use crate::storage::extras::Extras;
use crate::storage::id::{DocumentId, NodeId};
use crate::storage::index::Index;
use crate::storage::names::Names;
use crate::storage::node::{FAR_NAME, Node, NodeFlags, NodeKind};
use crate::storage::qualifiers::Qualifiers;
use crate::storage::spans::Spans;
use crate::storage::text_buffer::{Place, TextBuffer};
use crate::storage::xml::Xml;
use core::mem;
use limpid_markup::{LocalName, ParseError, QuirksMode};
use std::sync::OnceLock;

/// A document without its source: the buffers for nodes, attributes, names and built text.
///
/// Methods take node numbers and return 0 if there is no node. The `push` methods return the number of the new node, or [`u32::MAX`] when the
/// arena is full; other methods ignore such invalid numbers. The caller must not create cycles.
///
/// Invariants, upheld by `storage/` and by `edit/`, checked by `invariants.rs`:
/// 1. Number 0 means "no node"; node 1 is the document.
/// 2. Links exist in both directions, such as from parent to child and back. No node is its own ancestor.
/// 3. Only documents, fragments, shadow roots and elements have children.
/// 4. If a `template` in the HTML namespace has number n, its template contents have number n + 1.
/// 5. If several elements share a range of attributes, all of them have [`NodeFlags::SHARED_ATTRIBUTES`], and nothing changes the records.
/// 6. Within a range, a free record ([`AttributeRecord::FREE`]) is a hole. Only ranges of [`MANY`](crate::storage::node::MANY) or more
///    attributes have holes. A free record directly after an element's range is spare capacity of that element.
#[derive(Clone, Debug)]
pub(crate) struct Arena {
    pub(crate) nodes: Vec<Node>,
    pub(crate) attributes: Vec<AttributeRecord>,
    pub(crate) names: Names,
    pub(crate) qualifiers: Qualifiers,
    pub(crate) xml: Option<Box<Xml>>,
    pub(crate) text: TextBuffer,
    /// Rarely needed data, allocated on first use.
    pub(super) extras: Option<Box<Extras>>,
    pub(crate) root: u32,
    pub(crate) quirks_mode: QuirksMode,
    /// The quirks mode that the parser set, and the doctype that determined it, or 0.
    pub(crate) parsed_mode: (QuirksMode, u32),
    pub(crate) errors: Vec<ParseError>,
    /// Whether `errors` lacks the errors of the input stream, such as control characters. The source is searched for them on demand.
    pub(crate) lacks_input_stream_errors: bool,
    /// A node that represents the context element of a fragment parse, or 0.
    pub(crate) context_element: u32,
    pub(crate) spans: Option<Box<Spans>>,
    /// The number of nodes at the end of the parse, including node 0. During the parse it is 0.
    pub(crate) parsed_nodes: u32,
    /// Whether a node of the parsed tree was changed after the parse.
    pub(crate) is_changed: bool,
    /// Whether parsing the source again may build another tree. If so, changes cannot be written into the source.
    pub(crate) is_detached_from_source: bool,
    /// Whether nodes were renumbered after the parse.
    pub(crate) is_renumbered: bool,
    pub(crate) node_limit: u32,
    /// Whether a node was not added because of `node_limit`.
    pub(crate) is_full: bool,
    /// Whether a parser is running. Meanwhile, no facts about the tree are cached.
    pub(crate) is_being_built: bool,
    /// Boxed so that small documents do not allocate, move or drop it.
    pub(super) index: OnceLock<Box<Index>>,
    /// Identifies the document in the ids of its nodes.
    pub(crate) document_id: DocumentId,
}

pub(crate) const DOCUMENT: u32 = 1;

impl Arena {
    #[inline(always)]
    pub(crate) fn empty(document_id: DocumentId) -> Arena {
        Arena {
            nodes: Vec::new(),
            attributes: Vec::new(),
            names: Names::default(),
            qualifiers: Qualifiers::default(),
            xml: None,
            text: TextBuffer::new(""),
            extras: None,
            root: DOCUMENT,
            quirks_mode: QuirksMode::NoQuirks,
            parsed_mode: (QuirksMode::NoQuirks, 0),
            errors: Vec::new(),
            lacks_input_stream_errors: false,
            context_element: 0,
            spans: None,
            parsed_nodes: 0,
            is_changed: false,
            is_detached_from_source: false,
            is_renumbered: false,
            node_limit: u32::MAX,
            is_full: false,
            is_being_built: false,
            index: OnceLock::new(),
            document_id,
        }
    }

    /// Returns the node with a number, or [`Node::NONE`] for an invalid number.
    #[inline]
    pub(crate) fn node(&self, number: u32) -> &Node {
        const NONE: &Node = &Node::NONE;
        self.nodes.get(number as usize).unwrap_or(NONE)
    }

    /// Records that a node or its list of children will change.
    #[inline]
    pub(super) fn note_change(&mut self, number: u32) {
        self.is_changed |= number < self.parsed_nodes;
    }

    #[inline]
    pub(super) fn node_mut(&mut self, number: u32) -> Option<&mut Node> {
        self.note_change(number);
        self.nodes.get_mut(number as usize)
    }

    #[inline]
    fn change(&mut self, number: u32, change: impl FnOnce(&mut Node)) {
        if let Some(node) = self.node_mut(number) {
            change(node);
        }
    }

    #[inline]
    pub(crate) fn contains(&self, number: u32) -> bool {
        number != 0 && (number as usize) < self.nodes.len()
    }

    #[inline]
    pub(crate) fn is_text(&self, number: u32) -> bool {
        number != 0 && self.node(number).is_text()
    }

    #[inline]
    pub(crate) fn id(&self, number: u32) -> Option<NodeId> {
        NodeId::new(number, self.document_id)
    }

    /// Returns the id of a new node, which is invalid for [`u32::MAX`].
    #[inline]
    pub(crate) fn id_created(&self, number: u32) -> NodeId {
        NodeId::created(number, self.document_id)
    }

    /// Adds a node without links.
    #[inline]
    pub(crate) fn push(&mut self, node: Node) -> u32 {
        let number = self.nodes.len();
        if number >= self.node_limit as usize {
            self.is_full = true;
            return u32::MAX;
        }
        self.nodes.push(node);
        number as u32
    }

    #[inline(always)]
    pub(crate) fn push_child(&mut self, parent: u32, node: Node) -> u32 {
        self.note_change(parent);
        let child = self.nodes.len();
        if child < self.node_limit as usize
            && let Some(left) = self.link_last(parent, child as u32)
        {
            self.nodes.push(Node { parent, left, ..node });
            return child as u32;
        }
        self.is_full |= child >= self.node_limit as usize;
        u32::MAX
    }

    /// Whether [`push_leaf`](Self::push_leaf) can add two nodes below `parent`.
    #[inline(always)]
    pub(crate) fn can_push_leaf(&self, parent: u32) -> bool {
        self.nodes.len() + 1 < self.node_limit as usize && (parent as usize) < self.nodes.len()
    }

    /// Adds an element as the last child of a node, with a text node unless `text` is empty. Requires [`can_push_leaf`](Self::can_push_leaf).
    #[inline(always)]
    pub(crate) fn push_leaf(&mut self, parent: u32, element: Node, text: Place) {
        self.note_change(parent);
        let number = self.nodes.len() as u32;
        let Some(left) = self.link_last(parent, number) else { return };
        if text.len == 0 {
            self.nodes.push(Node { parent, left, ..element });
        } else {
            let child = number + 1;
            self.nodes.push(Node { parent, left, first_or_start: child, ..element });
            self.nodes.push(Node { parent: number, left: child, ..Node::text(NodeKind::Text, text) });
        }
    }

    /// Updates the links of a parent and its children for a new last child, and returns the `left` link of the new child. The caller sets the links
    /// of the new child, and calls [`note_change`](Self::note_change).
    #[inline(always)]
    fn link_last(&mut self, parent: u32, child: u32) -> Option<u32> {
        let parent_node = self.nodes.get_mut(parent as usize)?;
        debug_assert!(!parent_node.is_leaf(), "a {:?} has no children", parent_node.kind());
        let first = parent_node.first_or_start;
        if first == 0 {
            parent_node.first_or_start = child;
            return Some(child);
        }
        let last = mem::replace(&mut self.nodes.get_mut(first as usize)?.left, child);
        if let Some(node) = self.nodes.get_mut(last as usize) {
            node.next = child;
        }
        Some(last)
    }

    #[inline]
    pub(crate) fn last(&self, parent: u32) -> u32 {
        // Without children, `first` is node 0, whose links are 0.
        self.node(self.node(parent).first()).left
    }

    /// Like [`last`](Self::last), but does not check the kind of the node, which must be able to have children.
    #[inline]
    pub(crate) fn last_in(&self, parent: u32) -> u32 {
        self.node(self.node(parent).first_or_start).left
    }

    #[inline]
    pub(crate) fn previous(&self, number: u32) -> u32 {
        let left = self.node(number).left;
        // The first child links to the last one, which has no next sibling.
        if self.node(left).next == 0 { 0 } else { left }
    }

    /// Returns the number of an element's name, or of a processing instruction's target.
    #[inline]
    pub(crate) fn name(&self, number: u32) -> u32 {
        match self.node(number).name_or_far() {
            FAR_NAME => self.far_name(number),
            name => name,
        }
    }

    #[inline]
    pub(crate) fn set_flags(&mut self, number: u32, flags: NodeFlags) {
        self.change(number, |node| node.insert_flags(flags));
    }

    #[inline]
    pub(crate) fn set_name(&mut self, element: u32, name: u32) {
        self.change(element, |node| node.set_name(name));
        self.note_far_name(element, name);
    }

    /// Moves a node to the end of another node's children.
    #[inline]
    pub(crate) fn append(&mut self, parent: u32, child: u32) {
        if !self.contains(child) || !self.contains(parent) || parent == child || self.node(parent).is_leaf() {
            return;
        }
        if self.node(child).parent != 0 {
            self.detach(child);
        }
        self.invalidate_tree();
        self.note_change(parent);
        if let Some(left) = self.link_last(parent, child) {
            self.change(child, |node| (node.parent, node.left) = (parent, left));
        }
    }

    /// Moves `child` before `sibling`. If `sibling` has no parent, `child` is only detached.
    pub(crate) fn insert_before(&mut self, sibling: u32, child: u32) {
        if sibling == child || !self.contains(child) || !self.contains(sibling) {
            return;
        }
        self.detach(child);
        let parent = self.node(sibling).parent;
        if parent != 0 {
            self.invalidate_tree();
            self.change(child, |node| node.parent = parent);
            self.link(parent, child, child, sibling);
        }
    }

    pub(crate) fn detach(&mut self, child: u32) {
        self.invalidate_tree();
        let Some(node) = self.node_mut(child) else { return };
        let Node { parent, left, next, .. } = *node;
        if parent == 0 {
            return;
        }
        (node.parent, node.left, node.next) = (0, 0, 0);
        let first = self.node(parent).first();
        self.note_change(parent);
        match first == child {
            true => self.change(parent, |node| node.first_or_start = next),
            false => self.change(left, |node| node.next = next),
        }
        let right = if next == 0 { first } else { next };
        if right != child {
            self.change(right, |node| node.left = left);
        }
    }

    pub(crate) fn detach_children(&mut self, parent: u32) {
        while let first @ 1.. = self.node(parent).first() {
            self.detach(first);
        }
    }

    /// Inserts siblings, which are already linked to each other, into the children of a parent: before its child `next`, or at the end if `next`
    /// is 0.
    fn link(&mut self, parent: u32, first: u32, last: u32, next: u32) {
        let head = self.node(parent).first();
        self.note_change(parent);
        if head == 0 {
            self.change(parent, |node| node.first_or_start = first);
            self.change(first, |node| node.left = last);
            return;
        }
        let right = if next == 0 { head } else { next };
        let left = self.node(right).left;
        self.change(right, |node| node.left = last);
        self.change(first, |node| node.left = left);
        self.change(last, |node| node.next = next);
        match next == head {
            true => self.change(parent, |node| node.first_or_start = first),
            false => self.change(left, |node| node.next = first),
        }
    }

    pub(crate) fn reparent_children(&mut self, from: u32, to: u32) {
        if from != to && self.contains(to) {
            self.move_children(from, to, 0);
        }
    }

    #[inline]
    pub(crate) fn insert_children_before(&mut self, sibling: u32, from: u32) {
        let parent = self.node(sibling).parent;
        if parent != 0 && parent != from {
            self.move_children(from, parent, sibling);
        }
    }

    /// Moves all children of the node `from` into the node `to`: before its child `next`, or to the end if `next` is 0.
    fn move_children(&mut self, from: u32, to: u32, next: u32) {
        self.invalidate_tree();
        let (first, last) = (self.node(from).first(), self.last(from));
        if first == 0 {
            return;
        }
        self.change(from, |node| node.first_or_start = 0);
        let mut child = first;
        while let Some(node) = self.node_mut(child)
            && child != 0
        {
            node.parent = to;
            child = node.next;
        }
        self.link(to, first, last, next);
    }

    /// Returns the next node in tree order within the subtree of `top`.
    #[inline]
    pub(crate) fn next_in_order(&self, mut number: u32, top: u32) -> u32 {
        let (first, next) = (self.node(number).first(), self.node(number).next);
        // Whether a node has children is hard to predict, so the first child or the next sibling is selected without a branch. The branch below
        // is predictable, because most nodes have one of the two.
        let candidate = if first != 0 { first } else { next };
        if candidate != 0 && (first != 0 || number != top) {
            return candidate;
        }
        while number != top && number != 0 {
            let node = self.node(number);
            if node.next != 0 {
                return node.next;
            }
            number = node.parent;
        }
        0
    }

    /// Whether `ancestor` is a
    /// [host-including inclusive ancestor](https://dom.spec.whatwg.org/#concept-tree-host-including-inclusive-ancestor)
    /// of `number`.
    ///
    /// Alternates between walking up from `number` and walking through the subtree of `ancestor`. So the cost depends only on the shorter walk.
    pub(crate) fn is_host_including_inclusive_ancestor(&self, ancestor: u32, number: u32) -> bool {
        let has_contents =
            |number| self.node(number).flags().intersects(NodeFlags::TEMPLATE_CONTENTS | NodeFlags::SHADOW_HOST);
        let mut upwards = number;
        let mut downwards = Some(ancestor);
        while upwards != 0 {
            if upwards == ancestor || downwards == Some(number) {
                return true;
            }
            let parent = self.node(upwards).parent;
            upwards = if parent != 0 { parent } else { self.host(upwards) };
            // The walk through the subtree does not enter contents and shadow roots, so it stops at their hosts.
            downwards = match downwards {
                Some(0) => return false,
                Some(node) if !has_contents(node) => Some(self.next_in_order(node, ancestor)),
                _ => None,
            };
        }
        false
    }

    /// Returns the `template` of template contents, or the host of a shadow root.
    #[inline]
    pub(crate) fn host(&self, fragment: u32) -> u32 {
        let node = self.node(fragment);
        match node.kind() {
            NodeKind::DocumentFragment | NodeKind::ShadowRoot => node.start_or_length,
            _ => 0,
        }
    }

    #[inline]
    pub(crate) fn text<'a>(&'a self, source: &'a str, place: Place) -> &'a str {
        self.text.get(source, place)
    }

    #[inline]
    pub(crate) fn is_html_element(&self, number: u32) -> bool {
        self.node(number).is_html_element()
    }

    #[inline]
    pub(crate) fn is_html(&self, number: u32, name: LocalName) -> bool {
        self.node(number).is_html(name)
    }
}
