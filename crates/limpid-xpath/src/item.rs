//! Nodes during an evaluation: numbers whose order is document order.

/// A node: a rank in the tree, and below it nothing, a namespace or an attribute of the element at that rank.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Item(u64);

/// The kinds of items, with the index of what is no node of the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ItemKind {
    Node,
    Namespace(usize),
    Attribute(usize),
    /// An element that a function made, or something that is not in the tree.
    Made(usize),
    /// The text in an element that a function made.
    MadeText(usize),
}

/// The flag of attributes: they come behind namespaces.
const ATTRIBUTE: u32 = 1 << 31;

/// The rank of nodes that functions made.
const MADE: u32 = u32::MAX;

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

    pub(crate) fn made(index: usize) -> Item {
        Item(u64::from(MADE) << 32 | (index as u64) << 1 & u64::from(u32::MAX))
    }

    pub(crate) fn made_text(index: usize) -> Item {
        Item(Item::made(index).0 | 1)
    }

    /// Whether a function made it.
    #[inline]
    pub(crate) fn is_made(self) -> bool {
        self.rank() == MADE
    }

    /// Its rank, or that of its element.
    #[inline]
    pub(crate) fn rank(self) -> u32 {
        (self.0 >> 32) as u32
    }

    /// The node, or the attribute at its place, at another rank.
    pub(crate) fn at(self, rank: u32) -> Item {
        Item(u64::from(rank) << 32 | u64::from(self.0 as u32))
    }

    #[inline]
    pub(crate) fn kind(self) -> ItemKind {
        let index = self.0 as u32;
        if self.is_made() {
            let place = index as usize >> 1;
            if index & 1 == 0 { ItemKind::Made(place) } else { ItemKind::MadeText(place) }
        } else if index == 0 {
            ItemKind::Node
        } else if index & ATTRIBUTE != 0 {
            ItemKind::Attribute((index & !ATTRIBUTE) as usize)
        } else {
            ItemKind::Namespace(index as usize - 1)
        }
    }

    /// Whether it is a node of the tree.
    #[inline]
    pub(crate) fn is_node(self) -> bool {
        self.kind() == ItemKind::Node
    }
}
