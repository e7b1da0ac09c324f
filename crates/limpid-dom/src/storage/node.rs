//! The records that an arena is made of: nodes and attributes.

use crate::storage::text_buffer::Place;
use limpid_markup::{LocalName, Namespace};

/// What a node is.
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

/// A node as the arena keeps it. What [`name`](Self::name), [`data`](Self::data) and [`small`](Self::small) mean:
///
/// | kind | `name` | `data` | `small` |
/// | --- | --- | --- | --- |
/// | element | its name | where its attributes start | how many, or `MANY` |
/// | text, comment | where its text starts | its length | what is reserved, see [`Place`] |
/// | processing instruction | its target | its index in the arena's `instructions` | |
/// | doctype | | its index in the arena's `doctypes` | |
/// | fragment | its `template`, or 0 | | |
/// | shadow root | its host | its index in the arena's `shadow_roots` | |
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) parent: u32,
    pub(crate) previous: u32,
    pub(crate) next: u32,
    pub(crate) first: u32,
    pub(crate) last: u32,
    pub(crate) name: u32,
    pub(crate) data: u32,
    pub(crate) kind: NodeKind,
    pub(crate) namespace: Namespace,
    pub(crate) flags: NodeFlags,
    pub(crate) small: u8,
}

const _: () = assert!(size_of::<Node>() == 32);

impl Node {
    /// What stands at number 0 and for every number that names no node.
    pub(crate) const NOBODY: Node = Node::new(NodeKind::Comment);

    #[inline]
    pub(crate) const fn new(kind: NodeKind) -> Node {
        Node {
            parent: 0,
            previous: 0,
            next: 0,
            first: 0,
            last: 0,
            name: 0,
            data: 0,
            kind,
            namespace: Namespace::None,
            flags: NodeFlags::NONE,
            small: 0,
        }
    }

    #[inline]
    pub(crate) const fn with_place(kind: NodeKind, place: Place) -> Node {
        Node { name: place.start, data: place.len, small: place.reserved, ..Node::new(kind) }
    }

    #[inline]
    pub(crate) const fn place(&self) -> Place {
        Place { start: self.name, len: self.data, reserved: self.small }
    }

    #[inline]
    pub(crate) const fn set_place(&mut self, place: Place) {
        self.name = place.start;
        self.data = place.len;
        self.small = place.reserved;
    }

    #[inline]
    pub(crate) fn is_html(&self, name: LocalName) -> bool {
        self.kind == NodeKind::Element && self.namespace == Namespace::Html && self.name == name.index() as u32
    }

    #[inline]
    pub(crate) const fn may_have_children(&self) -> bool {
        matches!(self.kind, NodeKind::Document | NodeKind::DocumentFragment | NodeKind::ShadowRoot | NodeKind::Element)
    }
}

/// What else is true of an element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NodeFlags(u8);

impl NodeFlags {
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

    pub(crate) const NONE: NodeFlags = NodeFlags(0);

    #[inline]
    pub(crate) const fn contains(self, flags: NodeFlags) -> bool {
        self.0 & flags.0 == flags.0
    }

    #[inline]
    pub(crate) const fn intersects(self, flags: NodeFlags) -> bool {
        self.0 & flags.0 != 0
    }

    /// Those of the flags that are among others.
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

/// An attribute as the arena keeps it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct AttributeRecord {
    pub(crate) name: u32,
    pub(crate) start: u32,
    pub(crate) len: u32,
    /// Its prefix and namespace as a number, see [`Qualifiers`](crate::storage::qualifiers::Qualifiers); 0 for nearly all.
    pub(crate) qualifier: u32,
}

const _: () = assert!(size_of::<AttributeRecord>() == 16);

impl AttributeRecord {
    /// A record that is no attribute: [`Arena::push_attribute`](crate::storage::arena::Arena::push_attribute) has what it is for.
    pub(crate) const FREE: AttributeRecord = AttributeRecord { name: u32::MAX, start: 0, len: 0, qualifier: 0 };

    #[inline]
    pub(crate) fn is_free(&self) -> bool {
        self.name == u32::MAX
    }

    #[inline]
    pub(crate) fn place(&self) -> Place {
        Place { start: self.start, len: self.len, reserved: 0 }
    }
}
