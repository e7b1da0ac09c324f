//! Places in the stack of open elements and in the list of active formatting elements.

/// A place in the stack of open elements or in the list of active formatting elements.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Slot(u32);

impl Slot {
    pub(crate) const NONE: Slot = Slot(u32::MAX);

    pub(crate) const FIRST: Slot = Slot(0);

    #[inline]
    pub(crate) const fn new(index: usize) -> Slot {
        // No memory holds as many entries.
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
