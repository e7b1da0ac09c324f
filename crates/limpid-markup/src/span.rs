use core::{fmt, ops::Range};

/// A range of bytes of the input stream: UTF-8 bytes, counted from the start of the whole input, end exclusive.
///
/// For input given in another encoding they count in the decoded text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset after the last byte.
    pub end: u32,
}

impl Span {
    /// The span from `start` to before `end`.
    #[inline]
    pub const fn new(start: u32, end: u32) -> Span {
        Span { start, end }
    }

    /// The empty span at an offset.
    #[inline]
    pub const fn empty(at: u32) -> Span {
        Span { start: at, end: at }
    }

    /// Its length in bytes.
    #[inline]
    pub const fn len(self) -> usize {
        self.end.saturating_sub(self.start) as usize
    }

    /// Whether it covers nothing.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.end <= self.start
    }

    /// As a range to slice the source with.
    #[inline]
    pub const fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}
