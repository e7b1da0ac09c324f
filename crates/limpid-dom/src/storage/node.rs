//! The record of a node, 32 bytes. Its fields are private to the storage room, so that a change of its layout stays in here.

use crate::storage::text_buffer::Place;
use limpid_markup::{LocalName, Namespace};

/// The kinds of nodes.
///
/// ```
/// use limpid::NodeKind;
/// let document = limpid::parse_fragment("Tea<!--x--><br>", "body");
/// let kinds: Vec<_> = document.root().children().map(|node| node.kind()).collect();
/// assert_eq!(kinds, [NodeKind::Text, NodeKind::Comment, NodeKind::Element]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum NodeKind {
    /// The document.
    Document,
    /// A document fragment: what a fragment parse fills, or the contents of a `template`.
    DocumentFragment,
    /// A shadow root, from a `template` with `shadowrootmode`.
    ShadowRoot,
    /// A doctype.
    Doctype,
    /// An element.
    Element,
    /// A text node.
    Text,
    /// A comment.
    Comment,
    /// A processing instruction.
    ProcessingInstruction,
}

/// A node as the arena keeps it: its links, by number, and what its kind needs in three fields that change their meaning:
///
/// | kind | `name_or_start` | `length_or_index` | `count_or_reserved` |
/// | --- | --- | --- | --- |
/// | element | its name | the start of its attributes | their count, or [`MANY`] |
/// | text, comment | the start of its text | its length | what is reserved, see [`Place`] |
/// | processing instruction | its target | its index in `Extras::instructions` | |
/// | doctype | | its index in `Extras::doctypes` | |
/// | fragment | its `template`, or 0 | | |
/// | shadow root | its host | its index in `Extras::shadow_roots` | |
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(super) parent: u32,
    pub(super) previous: u32,
    pub(super) next: u32,
    pub(super) first: u32,
    pub(super) last: u32,
    pub(super) name_or_start: u32,
    pub(super) length_or_index: u32,
    pub(super) kind: NodeKind,
    pub(super) namespace: Namespace,
    pub(super) flags: NodeFlags,
    pub(super) count_or_reserved: u8,
}

const _: () = assert!(size_of::<Node>() == 32);

/// An attribute count from which on `Extras::many_attributes` has the real one.
pub(crate) const MANY: u8 = u8::MAX;

impl Node {
    /// The node at number 0, which stands for every number that names no node.
    pub(super) const NONE: Node = Node::new(NodeKind::Comment);

    /// A node without links and content.
    #[inline]
    pub(crate) const fn new(kind: NodeKind) -> Node {
        Node {
            parent: 0,
            previous: 0,
            next: 0,
            first: 0,
            last: 0,
            name_or_start: 0,
            length_or_index: 0,
            kind,
            namespace: Namespace::None,
            flags: NodeFlags::NONE,
            count_or_reserved: 0,
        }
    }

    /// An element without attributes.
    #[inline]
    pub(crate) const fn element(name: u32, namespace: Namespace, flags: NodeFlags) -> Node {
        Node { name_or_start: name, namespace, flags, ..Node::new(NodeKind::Element) }
    }

    /// The element with a range of attributes: fewer than [`MANY`].
    #[inline]
    pub(crate) const fn with_attributes(self, start: u32, count: u8) -> Node {
        Node { length_or_index: start, count_or_reserved: count, ..self }
    }

    /// A text node or a comment.
    #[inline]
    pub(crate) const fn text(kind: NodeKind, place: Place) -> Node {
        Node {
            name_or_start: place.start,
            length_or_index: place.len,
            count_or_reserved: place.reserved,
            ..Node::new(kind)
        }
    }

    /// A node of a kind that has an entry in `Extras`.
    pub(super) const fn with_index(kind: NodeKind, name_or_host: u32, index: u32) -> Node {
        Node { name_or_start: name_or_host, length_or_index: index, ..Node::new(kind) }
    }

    #[inline]
    pub(crate) const fn kind(&self) -> NodeKind {
        self.kind
    }

    /// The number of its parent; 0 for none, as for all links.
    #[inline]
    pub(crate) const fn parent(&self) -> u32 {
        self.parent
    }

    #[inline]
    pub(crate) const fn previous(&self) -> u32 {
        self.previous
    }

    #[inline]
    pub(crate) const fn next(&self) -> u32 {
        self.next
    }

    #[inline]
    pub(crate) const fn first(&self) -> u32 {
        self.first
    }

    #[inline]
    pub(crate) const fn last(&self) -> u32 {
        self.last
    }

    /// The number of an element's name, or of a processing instruction's target.
    #[inline]
    pub(crate) const fn name(&self) -> u32 {
        self.name_or_start
    }

    /// An element's namespace; [`Namespace::None`] for other nodes.
    #[inline]
    pub(crate) const fn namespace(&self) -> Namespace {
        self.namespace
    }

    #[inline]
    pub(crate) const fn flags(&self) -> NodeFlags {
        self.flags
    }

    /// The start of an element's attributes, and their count, or [`MANY`]; a count of 0 for other nodes.
    #[inline]
    pub(crate) fn attributes(&self) -> (usize, u8) {
        let count = if self.kind == NodeKind::Element { self.count_or_reserved } else { 0 };
        (self.length_or_index as usize, count)
    }

    /// The place of the text of a text node or a comment.
    #[inline]
    pub(crate) const fn place(&self) -> Place {
        Place { start: self.name_or_start, len: self.length_or_index, reserved: self.count_or_reserved }
    }

    #[inline]
    pub(crate) const fn set_place(&mut self, place: Place) {
        self.name_or_start = place.start;
        self.length_or_index = place.len;
        self.count_or_reserved = place.reserved;
    }

    #[inline]
    pub(crate) fn is_html(&self, name: LocalName) -> bool {
        self.is_html_element() && self.name_or_start == name.index() as u32
    }

    #[inline]
    pub(crate) fn is_html_element(&self) -> bool {
        self.kind == NodeKind::Element && self.namespace == Namespace::Html
    }

    #[inline]
    pub(crate) const fn may_have_children(&self) -> bool {
        matches!(self.kind, NodeKind::Document | NodeKind::DocumentFragment | NodeKind::ShadowRoot | NodeKind::Element)
    }
}

/// Further facts about an element, a bit for each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NodeFlags(u8);

impl NodeFlags {
    pub(crate) const NONE: NodeFlags = NodeFlags(0);
    /// It is a `template`, and the node after it is its template contents.
    pub(crate) const TEMPLATE_CONTENTS: NodeFlags = NodeFlags(1);
    /// It has a shadow root.
    pub(crate) const SHADOW_HOST: NodeFlags = NodeFlags(2);
    /// Other elements use its attribute range as well.
    pub(crate) const SHARED_ATTRIBUTES: NodeFlags = NodeFlags(4);
    /// Its tag repeated an attribute name.
    pub(crate) const DUPLICATE_ATTRIBUTE: NodeFlags = NodeFlags(8);
    /// It is a `script` that shall not run again.
    pub(crate) const ALREADY_STARTED: NodeFlags = NodeFlags(16);
    /// Its attributes were changed, so that they are not those of its tag any more.
    pub(crate) const CHANGED_ATTRIBUTES: NodeFlags = NodeFlags(32);

    /// The flags that a copy of an element has, too.
    pub(crate) const KEPT_BY_COPIES: NodeFlags = NodeFlags(8 | 16 | 32);

    #[inline]
    pub(crate) const fn contains(self, flags: NodeFlags) -> bool {
        self.0 & flags.0 == flags.0
    }

    #[inline]
    pub(crate) const fn intersects(self, flags: NodeFlags) -> bool {
        self.0 & flags.0 != 0
    }

    /// The flags that are among others, too.
    #[inline]
    pub(crate) const fn only(self, flags: NodeFlags) -> NodeFlags {
        NodeFlags(self.0 & flags.0)
    }

    #[inline]
    pub(crate) const fn insert(&mut self, flags: NodeFlags) {
        self.0 |= flags.0;
    }

    #[inline]
    pub(crate) const fn remove(&mut self, flags: NodeFlags) {
        self.0 &= !flags.0;
    }
}

impl core::ops::BitOr for NodeFlags {
    type Output = NodeFlags;

    #[inline]
    fn bitor(self, other: NodeFlags) -> NodeFlags {
        NodeFlags(self.0 | other.0)
    }
}
