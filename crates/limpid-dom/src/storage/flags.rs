//! Facts about an element that are yes or no.

/// Further facts about an element, a bit for each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NodeFlags(pub(super) u8);

impl NodeFlags {
    pub(crate) const NONE: NodeFlags = NodeFlags(0);
    pub(super) const ALL: u8 = 0x3f;
    /// It is a `template`, and the node after it is its template contents.
    pub(crate) const TEMPLATE_CONTENTS: NodeFlags = NodeFlags(1);
    pub(crate) const SHADOW_HOST: NodeFlags = NodeFlags(2);
    /// Other elements use its attribute range as well.
    pub(crate) const SHARED_ATTRIBUTES: NodeFlags = NodeFlags(4);
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
}

impl core::ops::BitOr for NodeFlags {
    type Output = NodeFlags;

    #[inline]
    fn bitor(self, other: NodeFlags) -> NodeFlags {
        NodeFlags(self.0 | other.0)
    }
}
