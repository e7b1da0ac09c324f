//! The flags of an element.

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NodeFlags(pub(super) u8);

impl NodeFlags {
    pub(crate) const NONE: NodeFlags = NodeFlags(0);
    pub(super) const ALL: u8 = 0x3f;
    /// A `template` with template contents. Their number is the number of the `template` plus 1.
    pub(crate) const TEMPLATE_CONTENTS: NodeFlags = NodeFlags(1);
    pub(crate) const SHADOW_HOST: NodeFlags = NodeFlags(2);
    /// Its attribute range may be shared with other elements.
    pub(crate) const SHARED_ATTRIBUTES: NodeFlags = NodeFlags(4);
    pub(crate) const DUPLICATE_ATTRIBUTE: NodeFlags = NodeFlags(8);
    /// A `script` that is marked as [already started](https://html.spec.whatwg.org/multipage/scripting.html#already-started).
    pub(crate) const ALREADY_STARTED: NodeFlags = NodeFlags(16);
    /// Its attributes were edited, so they may differ from the attributes of its tag.
    pub(crate) const CHANGED_ATTRIBUTES: NodeFlags = NodeFlags(32);

    /// The flags that a copy of an element keeps.
    pub(crate) const KEPT_BY_COPIES: NodeFlags = NodeFlags(8 | 16 | 32);

    #[inline]
    pub(crate) const fn contains(self, flags: NodeFlags) -> bool {
        self.0 & flags.0 == flags.0
    }

    #[inline]
    pub(crate) const fn intersects(self, flags: NodeFlags) -> bool {
        self.0 & flags.0 != 0
    }

    #[inline]
    pub(crate) const fn intersection(self, flags: NodeFlags) -> NodeFlags {
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
