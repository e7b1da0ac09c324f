use core::fmt;
use core::num::NonZeroU32;

/// Names a node of one [`Document`](crate::Document).
///
/// It stays valid for as long as the document lives: nodes are never freed on their own, a detached node keeps its id,
/// and a clone of the document has the same ids. An id is only a number: used with another document it names whichever
/// node has that number there, or none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(NonZeroU32);

impl NodeId {
    /// The document node, the first in every arena.
    pub(crate) const DOCUMENT: NodeId = NodeId(NonZeroU32::MIN);

    /// What stands for a node that did not fit into the arena: no arena holds a node of this number.
    pub(crate) const NOWHERE: NodeId = NodeId(NonZeroU32::MAX);

    /// The id as a number from 1 on, counted in order of creation.
    #[inline]
    pub const fn get(self) -> u32 {
        self.0.get()
    }

    /// The id of a number that [`get`](Self::get) gave; `None` for 0.
    #[inline]
    pub const fn from_number(number: u32) -> Option<NodeId> {
        match NonZeroU32::new(number) {
            Some(number) => Some(NodeId(number)),
            None => None,
        }
    }
}

impl fmt::Debug for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}
