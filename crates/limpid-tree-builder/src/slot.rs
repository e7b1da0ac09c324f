//! Indices into the stack of open elements and the list of active formatting elements.

/// An index, or [`NONE`](Self::NONE).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Slot(u32);

impl Slot {
    pub(crate) const NONE: Slot = Slot(u32::MAX);

    pub(crate) const FIRST: Slot = Slot(0);

    #[inline]
    pub(crate) const fn new(index: usize) -> Slot {
        // A list with u32::MAX entries does not fit into memory.
        Slot(index as u32)
    }

    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    #[inline]
    pub(crate) const fn is_none(self) -> bool {
        self.0 == u32::MAX
    }

    #[inline]
    pub(crate) const fn is_some(self) -> bool {
        !self.is_none()
    }
}
