//! Nodes during an evaluation: numbers that sort in document order.

/// A node as a number: the upper 32 bits are the rank of a node of the tree. The lower 32 bits are 0 for this node itself, or select a
/// namespace or an attribute of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Item(u64);

/// The kind of an item. An index selects a namespace or an attribute of an element, or a node that a function created.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ItemKind {
    Node,
    Namespace(usize),
    Attribute(usize),
    /// An element that a function created. In [`XPathNodes`](crate::XPathNodes), the index refers to the list of other nodes.
    Created(usize),
    /// The text in an element that a function created.
    CreatedText(usize),
}

/// The flag of attributes, which come after namespaces in document order.
const ATTRIBUTE: u32 = 1 << 31;

/// The rank of nodes that functions created.
const CREATED: u32 = u32::MAX;

impl Item {
    #[inline]
    pub(crate) fn node(rank: u32) -> Item {
        Item(u64::from(rank) << 32)
    }

    #[inline]
    pub(crate) fn attribute(rank: u32, slot: usize) -> Item {
        Item(u64::from(rank) << 32 | u64::from(ATTRIBUTE | slot as u32))
    }

    pub(crate) fn namespace(rank: u32, index: usize) -> Item {
        Item(u64::from(rank) << 32 | (index as u64 + 1) & u64::from(ATTRIBUTE - 1))
    }

    pub(crate) fn created(index: usize) -> Item {
        Item(u64::from(CREATED) << 32 | (index as u64) << 1 & u64::from(u32::MAX))
    }

    pub(crate) fn created_text(index: usize) -> Item {
        Item(Item::created(index).0 | 1)
    }

    #[inline]
    pub(crate) fn is_created(self) -> bool {
        self.rank() == CREATED
    }

    /// Returns the rank of the node, or of its element.
    #[inline]
    pub(crate) fn rank(self) -> u32 {
        (self.0 >> 32) as u32
    }

    /// Returns the item with another rank.
    pub(crate) fn at(self, rank: u32) -> Item {
        Item(u64::from(rank) << 32 | u64::from(self.0 as u32))
    }

    #[inline]
    pub(crate) fn kind(self) -> ItemKind {
        let index = self.0 as u32;
        if self.is_created() {
            let element = index as usize >> 1;
            if index & 1 == 0 { ItemKind::Created(element) } else { ItemKind::CreatedText(element) }
        } else if index == 0 {
            ItemKind::Node
        } else if index & ATTRIBUTE != 0 {
            ItemKind::Attribute((index & !ATTRIBUTE) as usize)
        } else {
            ItemKind::Namespace(index as usize - 1)
        }
    }

    #[inline]
    pub(crate) fn is_node(self) -> bool {
        self.kind() == ItemKind::Node
    }
}
