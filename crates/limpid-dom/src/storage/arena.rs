use crate::read::attribute::AttributeName;
use crate::read::order::Order;
use crate::storage::attribute_index::{self, AttributeIndex};
use crate::storage::extras::Extras;
use crate::storage::id::{Ids, NodeId};
use crate::storage::names::Names;
use crate::storage::node::{AttributeRecord, Node, NodeFlags, NodeKind};
use crate::storage::qualifiers::Qualifiers;
use crate::storage::spans::Spans;
use crate::storage::text_buffer::{Place, TextBuffer};
use crate::storage::xml::Xml;
use core::ops::Range;
use limpid_markup::{LocalName, Namespace, ParseError, QuirksMode, ShadowRootInit};
use std::sync::OnceLock;

/// A document without its source: the buffers that nodes, attributes, names and built text live in.
///
/// Everything here takes node numbers and does what it is told: who calls keeps the tree a tree. A number that names no
/// node is ignored, which is how a document that is full goes on.
///
/// Invariants, upheld here and in `mutate.rs`, tested by `invariants.rs`:
/// 1. Node 0 is nobody; node 1 is the document.
/// 2. Links agree in both directions, and following `parent` ends at a node without one.
/// 3. Only documents, fragments, shadow roots and elements have children.
/// 4. The template contents of a `template` in the HTML namespace are the node made right after it.
/// 5. A range of attributes that more than one element uses has [`NodeFlags::SHARED_ATTRIBUTES`] on all of them, and no
///    record in it changes any more.
/// 6. A free record ([`AttributeRecord::FREE`]) is in no range but of an element with many, whose hole it is. Whoever's range
///    ends in front of one may take it.
#[derive(Clone, Debug)]
pub(crate) struct Arena {
    pub(crate) nodes: Vec<Node>,
    pub(crate) attributes: Vec<AttributeRecord>,
    pub(crate) names: Names,
    /// Made for the first name that HTML cannot have.
    pub(crate) qualifiers: Option<Box<Qualifiers>>,
    /// What is known of an XML document.
    pub(crate) xml: Option<Box<Xml>>,
    pub(crate) text: TextBuffer,
    /// Made for the first of what only some documents have.
    pub(crate) extras: Option<Box<Extras>>,
    pub(crate) root: u32,
    pub(crate) quirks_mode: QuirksMode,
    pub(crate) errors: Vec<ParseError>,
    /// Whether `errors` lacks those of the input stream, which are looked for in the source when asked.
    pub(crate) lacks_input_stream_errors: bool,
    /// The stand-in for a fragment's context element, or 0.
    pub(crate) context_element: u32,
    /// Where nodes are in the source, if that was asked for.
    pub(crate) spans: Option<Box<Spans>>,
    /// How many nodes there may be at most, node 0 included.
    pub(crate) node_limit: u32,
    /// Whether there were more.
    pub(crate) is_full: bool,
    /// Whether a parser is at work, so that nothing is known for long.
    pub(crate) is_being_built: bool,
    /// What is found out of the order of nodes when somebody goes through many of them, until one is moved.
    order: OnceLock<Option<Box<Order>>>,
    /// What the ids of its nodes have in common.
    pub(crate) ids: Ids,
}

/// An attribute count from which on [`Extras::many_attributes`] has the real one.
pub(crate) const MANY: u8 = u8::MAX;

/// What is known of an element with [`MANY`] records of attributes or more.
#[derive(Clone, Debug, Default)]
pub(crate) struct ManyAttributes {
    pub(crate) len: u32,
    /// How many of the records are free: those of attributes that were removed.
    pub(crate) holes: u32,
    /// How often one was looked for by looking at all, to change it.
    pub(crate) scans: u8,
    /// Made once there were [`SCANS`] of them.
    pub(crate) index: Option<Box<AttributeIndex>>,
}

/// So often an index would have cost more than it saves.
const SCANS: u8 = 16;

pub(crate) const DOCUMENT: u32 = 1;

/// So many errors are kept: hostile input has one for each byte, and nobody reads them.
pub(crate) const ERROR_LIMIT: usize = 1 << 20;

/// What an arena leaves for the next one: memory with nothing in it.
#[derive(Default)]
pub(crate) struct Memory {
    nodes: Vec<Node>,
    attributes: Vec<AttributeRecord>,
    names: Names,
    built: String,
    errors: Vec<ParseError>,
}

impl Arena {
    #[inline(always)]
    pub(crate) fn new(source: &str) -> Arena {
        Arena::in_memory(Memory::default(), source)
    }

    /// The memory of an arena that is not needed any more.
    pub(crate) fn into_memory(self) -> Memory {
        let Arena { mut nodes, mut attributes, names, text, mut errors, .. } = self;
        nodes.clear();
        attributes.clear();
        errors.clear();
        Memory { nodes, attributes, names: names.recycle(), built: text.into_memory(), errors }
    }

    /// An arena with a document in it.
    #[inline(always)]
    pub(crate) fn in_memory(memory: Memory, source: &str) -> Arena {
        let Memory { mut nodes, mut attributes, names, built, errors } = memory;
        // What pages hold on average. Too much costs nothing, as memory that is not touched is not there; too little
        // costs a copy. A machine that refuses gets the copies.
        let _ = nodes.try_reserve(source.len() / 20 + 8);
        nodes.push(Node::NOBODY);
        nodes.push(Node::new(NodeKind::Document));
        let _ = attributes.try_reserve(source.len() / 48);
        let text = TextBuffer::in_memory(built, source);
        Arena { nodes, attributes, names, text, errors, ..Arena::nothing(source, Ids::next()) }
    }

    /// An arena without even a document.
    #[inline(always)]
    pub(crate) fn nothing(source: &str, ids: Ids) -> Arena {
        Arena {
            nodes: Vec::new(),
            attributes: Vec::new(),
            names: Names::default(),
            qualifiers: None,
            xml: None,
            text: TextBuffer::new(source),
            extras: None,
            root: DOCUMENT,
            quirks_mode: QuirksMode::NoQuirks,
            errors: Vec::new(),
            lacks_input_stream_errors: false,
            context_element: 0,
            spans: None,
            node_limit: u32::MAX,
            is_full: false,
            is_being_built: false,
            order: OnceLock::new(),
            ids,
        }
    }

    /// The node of a number; a lone empty node for a number that names none.
    #[inline]
    pub(crate) fn node(&self, number: u32) -> &Node {
        const NOBODY: &Node = &Node::NOBODY;
        self.nodes.get(number as usize).unwrap_or(NOBODY)
    }

    #[inline]
    pub(crate) fn node_mut(&mut self, number: u32) -> Option<&mut Node> {
        self.nodes.get_mut(number as usize)
    }

    /// Whether the number names a node.
    #[inline]
    pub(crate) fn contains(&self, number: u32) -> bool {
        number != 0 && (number as usize) < self.nodes.len()
    }

    /// The id of a node; `None` for 0.
    #[inline]
    pub(crate) fn id(&self, number: u32) -> Option<NodeId> {
        NodeId::new(number, self.ids)
    }

    /// The id of a node that was just made.
    #[inline]
    pub(crate) fn id_created(&self, number: u32) -> NodeId {
        NodeId::created(number, self.ids)
    }

    /// Adds a node without links and gives its number, or [`u32::MAX`] when the arena is full.
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

    /// Adds an element, with template contents if it is a `template`.
    #[inline]
    pub(crate) fn push_element(&mut self, node: Node) -> u32 {
        let number = self.push(node);
        if node.is_html(LocalName::TEMPLATE) {
            self.push_template_contents(number);
        }
        number
    }

    #[cold]
    fn push_template_contents(&mut self, template: u32) {
        let contents = self.push(Node { name: template, ..Node::new(NodeKind::DocumentFragment) });
        if let Some(node) = self.node_mut(template)
            && contents != u32::MAX
        {
            node.flags.insert(NodeFlags::TEMPLATE_CONTENTS);
        }
    }

    /// The template contents of a `template`.
    #[inline]
    pub(crate) fn template_contents(&self, template: u32) -> Option<u32> {
        self.node(template).flags.contains(NodeFlags::TEMPLATE_CONTENTS).then(|| template + 1)
    }

    /// The shadow root of an element.
    #[inline]
    pub(crate) fn shadow_root(&self, element: u32) -> Option<u32> {
        if !self.node(element).flags.contains(NodeFlags::SHADOW_HOST) {
            return None;
        }
        self.extras.as_ref()?.shadow_root_of.get(&element).copied()
    }

    /// The `template` of template contents, the host of a shadow root; 0 for everything else.
    #[inline]
    pub(crate) fn host(&self, fragment: u32) -> u32 {
        let node = self.node(fragment);
        if matches!(node.kind, NodeKind::DocumentFragment | NodeKind::ShadowRoot) { node.name } else { 0 }
    }

    /// Gives an element without one a shadow root.
    pub(crate) fn attach_shadow_root(&mut self, host: u32, init: ShadowRootInit) -> Option<u32> {
        if !self.contains(host) || self.shadow_root(host).is_some() {
            return None;
        }
        // Each has a node, so that there are less than 2³².
        let data = self.extras.as_ref().map_or(0, |extras| extras.shadow_roots.len() as u32);
        let root = self.push(Node { name: host, data, ..Node::new(NodeKind::ShadowRoot) });
        if root == u32::MAX {
            return None;
        }
        let extras = self.extras_mut();
        extras.shadow_roots.push(init);
        extras.shadow_root_of.insert(host, root);
        if let Some(node) = self.node_mut(host) {
            node.flags.insert(NodeFlags::SHADOW_HOST);
        }
        Some(root)
    }

    /// Copies a text, comment, processing instruction or element: without its place in the tree and what is in it, a
    /// `template` with empty contents. The copy shares the text or the attributes of the original.
    pub(crate) fn clone_node(&mut self, original: u32) -> u32 {
        let Node { name, data, kind, namespace, flags, small, .. } = *self.node(original);
        let node = Node { name, data, namespace, ..Node::new(kind) };
        match kind {
            NodeKind::Element => {
                let shared = if small == 0 { NodeFlags::NONE } else { NodeFlags::SHARED_ATTRIBUTES };
                if let Some(original) = self.node_mut(original) {
                    original.flags.insert(shared);
                }
                let flags = flags.only(NodeFlags::DUPLICATE_ATTRIBUTE | NodeFlags::ALREADY_STARTED) | shared;
                let number = self.push_element(Node { flags, small, ..node });
                self.copy_attribute_count(original, number);
                self.set_qualifier_of(number, self.qualifier_of(original));
                number
            }
            NodeKind::ProcessingInstruction => {
                let place = self.extras.as_ref().and_then(|extras| extras.instructions.get(data as usize));
                place.copied().map_or(u32::MAX, |place| self.push_instruction(name, place))
            }
            _ => self.push(node),
        }
    }

    /// Makes a node the last child of another, taking it out of its old place.
    #[inline]
    pub(crate) fn append(&mut self, parent: u32, child: u32) {
        match self.nodes.get(child as usize) {
            Some(node) if node.parent == 0 => self.append_lone(parent, child),
            Some(_) if self.contains(parent) => {
                self.detach(child);
                self.append_lone(parent, child);
            }
            Some(_) => {}
            None => {}
        }
    }

    /// The order of the nodes, if they have one that is known.
    pub(crate) fn known_order(&self) -> Option<&Order> {
        self.order.get()?.as_deref()
    }

    /// The order of the nodes, if they have one.
    pub(crate) fn order(&self) -> Option<&Order> {
        if self.is_being_built {
            return None;
        }
        self.order.get_or_init(|| Order::of(self).map(Box::new)).as_deref()
    }

    /// An attribute is about to be changed.
    pub(crate) fn forget_words(&mut self) {
        if let Some(Some(order)) = self.order.get_mut() {
            order.forget_words();
        }
    }

    /// A node is about to be moved.
    #[inline]
    fn forget_order(&mut self) {
        if !self.is_being_built {
            self.order = OnceLock::new();
        }
    }

    /// Makes a node without a parent the last child of another.
    #[inline]
    fn append_lone(&mut self, parent: u32, child: u32) {
        self.forget_order();
        if parent == child {
            return;
        }
        if let Some(previous) = self.link_last(parent, child)
            && let Some(node) = self.node_mut(child)
        {
            node.parent = parent;
            node.previous = previous;
        }
    }

    /// Adds a node as the last child of another and gives its number, or [`u32::MAX`] when the arena is full.
    #[inline(always)]
    pub(crate) fn push_child(&mut self, parent: u32, node: Node) -> u32 {
        let child = self.nodes.len();
        if child < self.node_limit as usize
            && let Some(previous) = self.link_last(parent, child as u32)
        {
            self.nodes.push(Node { parent, previous, ..node });
            return child as u32;
        }
        self.is_full |= child >= self.node_limit as usize;
        u32::MAX
    }

    /// Links a parent and its last child to a new last child, which has to link back: to the parent and to the node
    /// whose number this returns, or 0.
    #[inline(always)]
    fn link_last(&mut self, parent: u32, child: u32) -> Option<u32> {
        let parent_node = self.node_mut(parent)?;
        let previous = core::mem::replace(&mut parent_node.last, child);
        if previous == 0 {
            parent_node.first = child;
        } else if let Some(node) = self.node_mut(previous) {
            node.next = child;
        }
        Some(previous)
    }

    /// Inserts a node before another that has a parent, taking it out of its old place.
    pub(crate) fn insert_before(&mut self, sibling: u32, child: u32) {
        if sibling == child || !self.contains(child) || !self.contains(sibling) {
            return;
        }
        self.detach(child);
        let Node { parent, previous, .. } = *self.node(sibling);
        if parent == 0 {
            return;
        }
        self.forget_order();
        if let Some(node) = self.node_mut(child) {
            node.parent = parent;
            node.previous = previous;
            node.next = sibling;
        }
        if let Some(node) = self.node_mut(sibling) {
            node.previous = child;
        }
        if previous != 0 {
            if let Some(node) = self.node_mut(previous) {
                node.next = child;
            }
        } else if let Some(node) = self.node_mut(parent) {
            node.first = child;
        }
    }

    /// Takes a node out of its parent, if it has one.
    pub(crate) fn detach(&mut self, child: u32) {
        self.forget_order();
        let Some(node) = self.node_mut(child) else { return };
        let Node { parent, previous, next, .. } = *node;
        if parent == 0 {
            return;
        }
        node.parent = 0;
        node.previous = 0;
        node.next = 0;
        if previous != 0 {
            if let Some(node) = self.node_mut(previous) {
                node.next = next;
            }
        } else if let Some(node) = self.node_mut(parent) {
            node.first = next;
        }
        if next != 0 {
            if let Some(node) = self.node_mut(next) {
                node.previous = previous;
            }
        } else if let Some(node) = self.node_mut(parent) {
            node.last = previous;
        }
    }

    /// Moves all children of one node behind those of another.
    pub(crate) fn reparent_children(&mut self, from: u32, to: u32) {
        if from != to && self.contains(to) {
            self.move_children(from, to, 0);
        }
    }

    /// Moves all children of one node in front of another that has a parent.
    pub(crate) fn insert_children_before(&mut self, sibling: u32, from: u32) {
        let parent = self.node(sibling).parent;
        if parent != 0 && parent != from {
            self.move_children(from, parent, sibling);
        }
    }

    /// Moves all children of one node into another, in front of a child of it or, for 0, to the end.
    fn move_children(&mut self, from: u32, to: u32, next: u32) {
        self.forget_order();
        let Some(from_node) = self.node_mut(from) else { return };
        let first = core::mem::take(&mut from_node.first);
        let last = core::mem::take(&mut from_node.last);
        if first == 0 {
            return;
        }
        let mut child = first;
        while let Some(node) = self.node_mut(child)
            && child != 0
        {
            node.parent = to;
            child = node.next;
        }
        let previous = if next == 0 { self.node(to).last } else { self.node(next).previous };
        if let Some(node) = self.node_mut(first) {
            node.previous = previous;
        }
        if let Some(node) = self.node_mut(last) {
            node.next = next;
        }
        if previous != 0 {
            if let Some(node) = self.node_mut(previous) {
                node.next = first;
            }
        } else if let Some(node) = self.node_mut(to) {
            node.first = first;
        }
        if next != 0 {
            if let Some(node) = self.node_mut(next) {
                node.previous = last;
            }
        } else if let Some(node) = self.node_mut(to) {
            node.last = last;
        }
    }

    /// The node after this one in tree order, without leaving `top`; 0 at the end.
    #[inline]
    pub(crate) fn next_in_order(&self, mut number: u32, top: u32) -> u32 {
        let &Node { first, next, .. } = self.node(number);
        // Which of the two it is cannot be predicted; that there is one mostly can.
        let near = if first != 0 { first } else { next };
        if near != 0 && (first != 0 || number != top) {
            return near;
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
    /// It goes up from the one and through the other in turns, so that neither a deep tree nor a large one alone takes long.
    pub(crate) fn is_host_including_inclusive_ancestor(&self, ancestor: u32, number: u32) -> bool {
        let has_contents =
            |number| self.node(number).flags.intersects(NodeFlags::TEMPLATE_CONTENTS | NodeFlags::SHADOW_HOST);
        let mut above = number;
        let mut inside = Some(ancestor);
        while above != 0 {
            if above == ancestor || inside == Some(number) {
                return true;
            }
            let parent = self.node(above).parent;
            above = if parent != 0 { parent } else { self.host(above) };
            // What is in contents is not found from inside.
            inside = match inside {
                Some(0) => return false,
                Some(inside) if !has_contents(inside) => Some(self.next_in_order(inside, ancestor)),
                _ => None,
            };
        }
        false
    }

    /// The range of an element's attributes.
    #[inline]
    pub(crate) fn attribute_range(&self, element: u32) -> Range<usize> {
        let node = self.node(element);
        if node.kind != NodeKind::Element {
            return 0..0;
        }
        let count = match node.small {
            MANY => self.many_attributes(element).map_or(0, |many| many.len as usize),
            count => usize::from(count),
        };
        node.data as usize..node.data as usize + count
    }

    /// The range of the attributes that an element was created with.
    pub(crate) fn parsed_attribute_range(&self, element: u32) -> Range<usize> {
        match self.extras.as_ref().and_then(|extras| extras.parsed_attributes.as_ref()) {
            Some(parsed) if self.node(element).flags.contains(NodeFlags::CHANGED_ATTRIBUTES) => {
                parsed.get(&element).cloned().unwrap_or_default()
            }
            _ => self.attribute_range(element),
        }
    }

    /// Whether two elements were created with the same attributes, in whatever order.
    pub(crate) fn has_same_parsed_attributes(&self, source: &str, a: u32, b: u32) -> bool {
        /// Up to so many are compared each with each.
        const FEW: usize = 8;

        let records = |element| self.attributes.get(self.parsed_attribute_range(element)).unwrap_or_default();
        let (a, b) = (records(a), records(b));
        if a.len() != b.len() {
            return false;
        }
        let is_same = |a: &AttributeRecord, b: &AttributeRecord| {
            a.name == b.name && self.text(source, a.place()) == self.text(source, b.place())
        };
        if a.len() <= FEW {
            return a.iter().all(|a| b.iter().any(|b| is_same(a, b)));
        }
        let by_name = |records: &[AttributeRecord]| {
            let mut sorted = records.to_vec();
            sorted.sort_unstable_by_key(|record| record.name);
            sorted
        };
        by_name(a).iter().zip(&by_name(b)).all(|(a, b)| is_same(a, b))
    }

    /// A hash of the attributes that an element was created with, whatever their order.
    pub(crate) fn parsed_attributes_hash(&self, source: &str, element: u32) -> u64 {
        let records = self.attributes.get(self.parsed_attribute_range(element)).unwrap_or_default();
        let hash = |record: &AttributeRecord| self.names.hash_of(record.name, self.text(source, record.place()));
        records.iter().map(hash).fold(0, u64::wrapping_add)
    }

    /// An element's attributes.
    #[inline]
    pub(crate) fn attributes(&self, element: u32) -> &[AttributeRecord] {
        self.attributes.get(self.attribute_range(element)).unwrap_or_default()
    }

    /// How many of the records of an element's attributes are free.
    #[inline]
    pub(crate) fn attribute_holes(&self, element: u32) -> u32 {
        match self.node(element).small {
            MANY => self.many_attributes(element).map_or(0, |many| many.holes),
            _ => 0,
        }
    }

    /// The position of the first attribute of an element that has a name, to change it.
    pub(crate) fn attribute_position(&mut self, element: u32, name: AttributeName<'_>) -> Option<usize> {
        // Only this stands for many names.
        let is_any_other = matches!(name, AttributeName::In(Namespace::Other, _));
        let scanned = |arena: &Arena| name.position(arena, arena.attributes(element));
        if self.node(element).small != MANY || is_any_other {
            return scanned(self);
        }
        let many = self.many_attributes_mut(element)?;
        if many.index.is_none() {
            many.scans += 1;
            if many.scans < SCANS {
                return scanned(self);
            }
            let index = AttributeIndex::of(self, self.attributes(element));
            let many = self.many_attributes_mut(element)?;
            (many.scans, many.index) = (0, Some(Box::new(index)));
        }
        let (key, records) = (attribute_index::key(self, name)?, self.attributes(element));
        let index = self.many_attributes(element)?.index.as_ref()?;
        index.positions(key).find(|&at| records.get(at..=at).is_some_and(|one| name.position(self, one).is_some()))
    }

    /// Tells an element that shares the attributes of another how many they are, where the node itself cannot.
    pub(crate) fn copy_attribute_count(&mut self, original: u32, element: u32) {
        if let (MANY, Some(many)) = (self.node(original).small, self.many_attributes(original)) {
            let (len, holes) = (many.len, many.holes);
            let copy = ManyAttributes { len, holes, ..ManyAttributes::default() };
            self.extras_mut().many_attributes.insert(element, copy);
        }
    }

    /// Tells an element how many records of attributes its range has.
    pub(crate) fn set_attribute_count(&mut self, element: u32, len: u32) {
        let small = u8::try_from(len).unwrap_or(MANY);
        if let Some(node) = self.node_mut(element) {
            node.small = small;
        }
        if small == MANY {
            self.extras_mut().many_attributes.entry(element).or_default().len = len;
        } else if let Some(extras) = &mut self.extras {
            extras.many_attributes.remove(&element);
        }
    }

    /// Moves an element's attributes to the end of the arena if others share them.
    pub(crate) fn own_attributes(&mut self, element: u32) -> bool {
        if !self.node(element).flags.contains(NodeFlags::SHARED_ATTRIBUTES) {
            return true;
        }
        self.move_attributes(element, self.attribute_range(element))
    }

    /// Copies a range of attributes to the end of the arena for an element to own.
    fn move_attributes(&mut self, element: u32, range: Range<usize>) -> bool {
        let start = self.attributes.len();
        if start + range.len() > u32::MAX as usize {
            return false;
        }
        if let Some(spans) = &mut self.spans {
            spans.copy_attributes(range.clone(), start);
        }
        self.attributes.extend_from_within(range);
        if let Some(node) = self.node_mut(element) {
            node.data = start as u32;
            node.flags.remove(NodeFlags::SHARED_ATTRIBUTES);
        }
        true
    }

    /// Adds an attribute to an element; false when the arena is full.
    ///
    /// Amortised constant time: an element with few attributes moves them at most [`MANY`] times, one with many takes
    /// as much room again: free records behind its range.
    pub(crate) fn push_attribute(&mut self, element: u32, record: AttributeRecord) -> bool {
        let range = self.attribute_range(element);
        let len = range.len() as u32;
        let shared = self.node(element).flags.contains(NodeFlags::SHARED_ATTRIBUTES);
        if let Some(next) = self.attributes.get_mut(range.end)
            && next.is_free()
            && !shared
        {
            *next = record;
        } else {
            if self.attributes.len() >= u32::MAX as usize {
                return false;
            }
            if (shared || range.end != self.attributes.len()) && !self.move_attributes(element, range) {
                return false;
            }
            self.attributes.push(record);
            let with_room = self.attributes.len() + len as usize + 1;
            if len + 1 >= u32::from(MANY) && with_room <= u32::MAX as usize {
                self.attributes.resize(with_room, AttributeRecord::FREE);
            }
        }
        self.set_attribute_count(element, len + 1);
        self.change_index(element, &record, |index, keys| index.insert(keys, len));
        true
    }

    /// Changes the index of an element's attributes, if there is one, for a record.
    fn change_index(
        &mut self,
        element: u32,
        record: &AttributeRecord,
        change: impl FnOnce(&mut AttributeIndex, [u64; 2]),
    ) {
        if self.many_attributes(element).is_some_and(|many| many.index.is_some()) {
            let keys = attribute_index::keys(self, record);
            if let Some(index) = self.many_attributes_mut(element).and_then(|many| many.index.as_mut()) {
                change(index, keys);
            }
        }
    }

    /// Removes an element's attribute at a position in its range; false when the arena is full.
    ///
    /// Where there are many, it leaves a hole: amortised logarithmic time.
    pub(crate) fn remove_attribute(&mut self, element: u32, position: usize) -> bool {
        if !self.own_attributes(element) {
            return false;
        }
        let range = self.attribute_range(element);
        let Some(&record) = self.attributes.get(range.clone()).and_then(|records| records.get(position)) else {
            return true;
        };
        if range.len() < usize::from(MANY) {
            self.attributes.copy_within(range.start + position + 1..range.end, range.start + position);
            self.attributes[range.end - 1] = AttributeRecord::FREE;
            self.set_attribute_count(element, range.len() as u32 - 1);
            return true;
        }
        self.change_index(element, &record, |index, keys| index.remove(keys, position as u32));
        self.attributes[range.start + position] = AttributeRecord::FREE;
        if let Some(many) = self.many_attributes_mut(element) {
            many.holes += 1;
            if many.holes > many.len / 2 || many.len - many.holes < u32::from(MANY) {
                self.keep_attributes(element, |_| true);
            }
        }
        true
    }

    /// Removes those of an element's attributes that are not to be kept; false when the arena is full.
    pub(crate) fn retain_attributes(&mut self, element: u32, kept: &[bool]) -> bool {
        if !self.own_attributes(element) {
            return false;
        }
        self.keep_attributes(element, |at| kept.get(at) == Some(&true));
        true
    }

    /// Closes the holes in the range of an element's attributes, and removes those that are not to be kept.
    fn keep_attributes(&mut self, element: u32, is_kept: impl Fn(usize) -> bool) {
        let range = self.attribute_range(element);
        let Some(records) = self.attributes.get_mut(range) else { return };
        let (mut used, mut len) = (0, 0);
        for at in 0..records.len() {
            let record = core::mem::replace(&mut records[at], AttributeRecord::FREE);
            if record.is_free() {
                continue;
            }
            if is_kept(used) {
                records[len] = record;
                len += 1;
            }
            used += 1;
        }
        if let Some(extras) = &mut self.extras {
            extras.many_attributes.remove(&element);
        }
        self.set_attribute_count(element, len as u32);
    }

    /// Where the text of a text node or comment, or the data of a processing instruction is.
    #[inline]
    pub(crate) fn place(&self, number: u32) -> Option<Place> {
        let node = self.node(number);
        match node.kind {
            NodeKind::Text | NodeKind::Comment => Some(node.place()),
            NodeKind::ProcessingInstruction => self.extras.as_ref()?.instructions.get(node.data as usize).copied(),
            _ => None,
        }
    }

    /// Changes where the text of a text node or comment, or the data of a processing instruction is.
    pub(crate) fn set_place(&mut self, number: u32, place: Place) {
        let Some(node) = self.nodes.get_mut(number as usize) else { return };
        match node.kind {
            NodeKind::Text | NodeKind::Comment => node.set_place(place),
            NodeKind::ProcessingInstruction => {
                if let Some(data) = self.extras.as_mut().and_then(|it| it.instructions.get_mut(node.data as usize)) {
                    *data = place;
                }
            }
            _ => {}
        }
    }

    /// The text at a place.
    #[inline]
    pub(crate) fn text<'a>(&'a self, source: &'a str, place: Place) -> &'a str {
        self.text.get(source, place)
    }

    /// Whether a node is an element of this name in the HTML namespace.
    #[inline]
    pub(crate) fn is_html(&self, number: u32, name: LocalName) -> bool {
        self.node(number).is_html(name)
    }

    /// Whether a node is an element in the HTML namespace.
    #[inline]
    pub(crate) fn is_html_element(&self, number: u32) -> bool {
        let node = self.node(number);
        node.kind == NodeKind::Element && node.namespace == Namespace::Html
    }
}
