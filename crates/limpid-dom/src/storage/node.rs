//! The 24-byte record of a node. Its fields are private to `storage/`, so that only `storage/` depends on the layout.

pub(crate) use crate::storage::flags::NodeFlags;
use crate::storage::text_buffer::Place;
use limpid_markup::{LocalName, Namespace};

/// The kind of a node.
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
    /// A document fragment: the result of a fragment parse, or the contents of a `template`.
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

/// The record of a node in the arena. A link is the number of a node, or 0 if there is no node. Two fields depend on the kind of node:
///
/// | kind | `first_or_start` | `start_or_length` |
/// | --- | --- | --- |
/// | document | first child | |
/// | element | first child | start of its attributes |
/// | fragment, shadow root | first child | its `template` or host, or 0 |
/// | text, comment | start of its text | length of its text |
/// | processing instruction | number of its target | index in `Extras::instructions` |
/// | doctype | | index in `Extras::doctypes` |
///
/// The `left` links of siblings form a ring: the first child links to the last child. So a parent needs no link to its last child.
///
/// `facts` packs the other data, from the lowest bit up:
///
/// | bits | contents |
/// | --- | --- |
/// | 4 | the type: for elements 8 plus the namespace, for other nodes the kind |
/// | 6 | [`NodeFlags`] |
/// | 6 | an element's number of attributes, or [`MANY`] |
/// | 16 | for elements the number of the name, or [`FAR_NAME`]; for processing instructions [`FAR_NAME`]; for texts [`Place::reserved`] |
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(super) parent: u32,
    /// The previous sibling, or the last sibling for a first child.
    pub(super) left: u32,
    pub(super) next: u32,
    pub(super) first_or_start: u32,
    pub(super) start_or_length: u32,
    pub(super) facts: u32,
}

const _: () = assert!(size_of::<Node>() == 24);

/// The attribute count that is stored for all elements with this many attributes or more. `Extras::many_attributes` contains their real counts.
pub(crate) const MANY: u8 = 63;

/// The name number that is stored for all elements whose real name number is this or higher. Such a name is called a far name.
/// `Extras::far_names` contains the real numbers.
pub(crate) const FAR_NAME: u32 = u16::MAX as u32;

const TYPE_BITS: u32 = 0xf;
const IS_ELEMENT: u32 = 8;
/// Types 4 to 7 are texts, comments and processing instructions, whose `first_or_start` is not a child.
const LEAF_BITS: u32 = 12;
const LEAF: u32 = 4;
const FLAGS_SHIFT: u32 = 4;
const COUNT_SHIFT: u32 = 10;
const COUNT_BITS: u32 = (MANY as u32) << COUNT_SHIFT;
const NAME_SHIFT: u32 = 16;
const NAME_BITS: u32 = FAR_NAME << NAME_SHIFT;

const fn element_type(namespace: Namespace) -> u32 {
    IS_ELEMENT | namespace as u32
}

/// Returns the namespace with a number, or [`Namespace::None`].
#[inline]
pub(super) const fn namespace_of(number: u32) -> Namespace {
    match number {
        1 => Namespace::Html,
        2 => Namespace::MathMl,
        3 => Namespace::Svg,
        4 => Namespace::XLink,
        5 => Namespace::Xml,
        6 => Namespace::XmlNs,
        7 => Namespace::Other,
        _ => Namespace::None,
    }
}

impl Node {
    /// Node 0, which represents the absence of a node. Also returned for invalid numbers.
    pub(super) const NONE: Node = Node::new(NodeKind::Comment);

    /// Creates a node without links and content. For elements, use [`element`](Self::element).
    #[inline]
    pub(crate) const fn new(kind: NodeKind) -> Node {
        Node { parent: 0, left: 0, next: 0, first_or_start: 0, start_or_length: 0, facts: kind as u32 }
    }

    /// Creates an element without attributes. The caller also has to store a far name in `Extras` (see [`FAR_NAME`]).
    #[inline]
    pub(crate) const fn element(name: u32, namespace: Namespace, flags: NodeFlags) -> Node {
        let name = if name < FAR_NAME { name } else { FAR_NAME };
        let facts = name << NAME_SHIFT | (flags.0 as u32) << FLAGS_SHIFT | element_type(namespace);
        Node { facts, ..Node::new(NodeKind::Document) }
    }

    /// Sets an element's range of attributes. `count` may be [`MANY`].
    #[inline]
    pub(crate) const fn with_attributes(self, start: u32, count: u8) -> Node {
        let facts = self.facts & !COUNT_BITS | (count as u32) << COUNT_SHIFT;
        Node { start_or_length: start, facts, ..self }
    }

    /// Creates a text node or a comment.
    #[inline]
    pub(crate) const fn text(kind: NodeKind, place: Place) -> Node {
        let facts = kind as u32 | (place.reserved as u32) << NAME_SHIFT;
        Node { first_or_start: place.start, start_or_length: place.len, facts, ..Node::new(kind) }
    }

    /// Creates a node that stores an index into a list of `Extras`, or the number of its host.
    pub(super) const fn with_index(kind: NodeKind, target: u32, index_or_host: u32) -> Node {
        // `Arena::far_name` returns the target of an instruction.
        let name = if matches!(kind, NodeKind::ProcessingInstruction) { FAR_NAME } else { 0 };
        let facts = kind as u32 | name << NAME_SHIFT;
        Node { first_or_start: target, start_or_length: index_or_host, facts, ..Node::new(kind) }
    }

    #[inline]
    pub(crate) const fn kind(&self) -> NodeKind {
        match self.facts & TYPE_BITS {
            0 => NodeKind::Document,
            1 => NodeKind::DocumentFragment,
            2 => NodeKind::ShadowRoot,
            3 => NodeKind::Doctype,
            5 => NodeKind::Text,
            6 => NodeKind::Comment,
            7 => NodeKind::ProcessingInstruction,
            _ => NodeKind::Element,
        }
    }

    #[inline]
    pub(crate) const fn is_element(&self) -> bool {
        self.facts & IS_ELEMENT != 0
    }

    #[inline]
    pub(crate) const fn is_text(&self) -> bool {
        self.facts & TYPE_BITS == NodeKind::Text as u32
    }

    #[inline]
    pub(crate) const fn parent(&self) -> u32 {
        self.parent
    }

    #[inline]
    pub(crate) const fn left(&self) -> u32 {
        self.left
    }

    #[inline]
    pub(crate) const fn next(&self) -> u32 {
        self.next
    }

    #[inline]
    pub(crate) const fn first(&self) -> u32 {
        if self.is_leaf() { 0 } else { self.first_or_start }
    }

    /// Whether `first_or_start` is not a child.
    #[inline]
    pub(super) const fn is_leaf(&self) -> bool {
        self.facts & LEAF_BITS == LEAF
    }

    /// Returns the number of an element's name, or [`FAR_NAME`]. [`Arena::name`](super::arena::Arena::name) returns the real number.
    #[inline]
    pub(crate) const fn name_or_far(&self) -> u32 {
        self.facts >> NAME_SHIFT
    }

    /// Whether it is an element with this name number. For [`FAR_NAME`], whether it is an element with any far name.
    #[inline]
    pub(crate) const fn has_name_or_far(&self, name: u32) -> bool {
        self.facts & (NAME_BITS | IS_ELEMENT) == name << NAME_SHIFT | IS_ELEMENT
    }

    /// Renames an element. The caller also has to store a far name in `Extras` (see [`FAR_NAME`]).
    #[inline]
    pub(super) const fn set_name(&mut self, name: u32) {
        let name = if name < FAR_NAME { name } else { FAR_NAME };
        self.facts = self.facts & !NAME_BITS | name << NAME_SHIFT;
    }

    #[inline]
    pub(crate) const fn target(&self) -> u32 {
        self.first_or_start
    }

    /// Returns [`Namespace::None`] for nodes other than elements.
    #[inline]
    pub(crate) const fn namespace(&self) -> Namespace {
        namespace_of((self.facts & TYPE_BITS).wrapping_sub(IS_ELEMENT))
    }

    #[inline]
    pub(crate) const fn flags(&self) -> NodeFlags {
        NodeFlags((self.facts >> FLAGS_SHIFT) as u8 & NodeFlags::ALL)
    }

    #[inline]
    pub(super) const fn insert_flags(&mut self, flags: NodeFlags) {
        self.facts |= (flags.0 as u32) << FLAGS_SHIFT;
    }

    #[inline]
    pub(super) const fn remove_flags(&mut self, flags: NodeFlags) {
        self.facts &= !((flags.0 as u32) << FLAGS_SHIFT);
    }

    /// Returns the start and the stored count of an element's attributes. The count may be [`MANY`]. For other nodes it is 0.
    #[inline]
    pub(crate) const fn attributes(&self) -> (usize, u8) {
        (self.start_or_length as usize, (self.facts >> COUNT_SHIFT) as u8 & MANY)
    }

    /// Returns the place of the text of a text node or comment.
    #[inline]
    pub(crate) const fn place(&self) -> Place {
        Place { start: self.first_or_start, len: self.start_or_length, reserved: (self.facts >> NAME_SHIFT) as u8 }
    }

    #[inline]
    pub(crate) const fn set_place(&mut self, place: Place) {
        self.first_or_start = place.start;
        self.start_or_length = place.len;
        self.facts = self.facts & !NAME_BITS | (place.reserved as u32) << NAME_SHIFT;
    }

    #[inline]
    pub(crate) const fn is_html(&self, name: LocalName) -> bool {
        let html = (name.index() as u32) << NAME_SHIFT | element_type(Namespace::Html);
        self.facts & (NAME_BITS | TYPE_BITS) == html
    }

    #[inline]
    pub(crate) const fn is_html_element(&self) -> bool {
        self.facts & TYPE_BITS == element_type(Namespace::Html)
    }

    #[inline]
    pub(crate) const fn may_have_children(&self) -> bool {
        matches!(
            self.kind(),
            NodeKind::Document | NodeKind::DocumentFragment | NodeKind::ShadowRoot | NodeKind::Element
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_facts_are_independent() {
        let kinds = [
            NodeKind::Document,
            NodeKind::DocumentFragment,
            NodeKind::ShadowRoot,
            NodeKind::Doctype,
            NodeKind::Text,
            NodeKind::Comment,
            NodeKind::ProcessingInstruction,
        ];
        for kind in kinds {
            let node = Node::new(kind);
            assert_eq!((node.kind(), node.namespace(), node.flags()), (kind, Namespace::None, NodeFlags::NONE));
            assert_eq!((node.is_element(), node.is_text(), node.attributes().1), (false, kind == NodeKind::Text, 0));
            assert_eq!(node.first(), 0);
        }
        for kind in [NodeKind::Text, NodeKind::Comment] {
            for reserved in 0..32 {
                let place = Place { start: u32::MAX, len: 7, reserved };
                let mut node = Node::text(kind, place);
                assert_eq!((node.kind(), node.first(), node.place()), (kind, 0, place));
                node.set_place(Place { reserved: 0, ..place });
                assert_eq!((node.kind(), node.place().reserved, node.attributes().1), (kind, 0, 0));
            }
        }
        let namespaces = [
            Namespace::None,
            Namespace::Html,
            Namespace::MathMl,
            Namespace::Svg,
            Namespace::XLink,
            Namespace::Xml,
            Namespace::XmlNs,
            Namespace::Other,
        ];
        let all_flags = NodeFlags(NodeFlags::ALL);
        for namespace in namespaces {
            for (name, count, flags) in
                [(0, 0, NodeFlags::NONE), (FAR_NAME - 1, MANY, all_flags), (5, 1, NodeFlags::SHADOW_HOST)]
            {
                let mut node = Node::element(name, namespace, flags).with_attributes(9, count);
                for _ in 0..2 {
                    assert_eq!(
                        (node.kind(), node.namespace(), node.name_or_far()),
                        (NodeKind::Element, namespace, name)
                    );
                    assert_eq!((node.flags(), node.attributes(), node.is_element()), (flags, (9, count), true));
                    assert_eq!(node.is_html(LocalName::from_index(5)), namespace == Namespace::Html && name == 5);
                    assert!(node.has_name_or_far(name) && !node.has_name_or_far(name ^ 1) && !node.is_text());
                    // Change every part and change it back.
                    node.set_name(u32::MAX);
                    assert_eq!(node.name_or_far(), FAR_NAME);
                    node.set_name(name);
                    node.remove_flags(all_flags);
                    assert_eq!(node.flags(), NodeFlags::NONE);
                    node.insert_flags(flags);
                    node = node.with_attributes(1, MANY).with_attributes(9, count);
                }
            }
        }
    }
}
