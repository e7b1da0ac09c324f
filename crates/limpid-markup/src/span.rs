use core::fmt;
use core::ops::{Index, Range};

/// A range of UTF-8 bytes of the whole input; the end is exclusive.
///
/// If the input was decoded from another encoding, offsets refer to the decoded text.
///
/// ```
/// # use limpid_markup as limpid;
/// let (source, span) = ("<p>Tea</p>", limpid::Span { start: 3, end: 6 });
/// assert_eq!((&source[span], span.len()), ("Tea", 3));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Span {
    /// The offset of the first byte.
    pub start: u32,
    /// The offset after the last byte.
    pub end: u32,
}

impl Span {
    /// Makes the span from `start` to `end` (exclusive).
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// assert_eq!(limpid::Span::new(3, 6), limpid::Span { start: 3, end: 6 });
    /// ```
    #[inline]
    pub const fn new(start: u32, end: u32) -> Span {
        Span { start, end }
    }

    /// Makes the empty span at an offset.
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// assert_eq!(limpid::Span::empty(4), limpid::Span::new(4, 4));
    /// ```
    #[inline]
    pub const fn empty(at: u32) -> Span {
        Span { start: at, end: at }
    }

    /// Returns the length in bytes.
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// assert_eq!(limpid::Span::new(3, 6).len(), 3);
    /// ```
    #[inline]
    pub const fn len(self) -> usize {
        self.end.saturating_sub(self.start) as usize
    }

    /// Returns whether the span contains no bytes.
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// assert!(limpid::Span::empty(3).is_empty() && !limpid::Span::new(3, 4).is_empty());
    /// ```
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.end <= self.start
    }

    /// Converts the span to a range, for slicing.
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// assert_eq!(&"<p>Tea"[limpid::Span::new(3, 6).range()], "Tea");
    /// ```
    #[inline]
    pub const fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Returns whether the byte at `offset` is in the span.
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// let span = limpid::Span::new(3, 6);
    /// assert!(span.contains(3) && !span.contains(6));
    /// ```
    #[inline]
    pub const fn contains(self, offset: u32) -> bool {
        self.start <= offset && offset < self.end
    }
}

impl Span {
    /// Returns the smallest span that contains both spans.
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// use limpid::Span;
    /// assert_eq!(Span::new(2, 5).cover(Span::new(9, 12)), Span::new(2, 12));
    /// ```
    #[inline]
    pub fn cover(self, other: Span) -> Span {
        Span::new(self.start.min(other.start), self.end.max(other.end))
    }
}

/// Slices a source: `&source[span]`. Like other string slicing, it panics if the span is out of bounds or not on char boundaries.
///
/// ```
/// # use limpid_markup as limpid;
/// use limpid::Span;
/// assert_eq!(&"<p>Tea"[Span::new(3, 6)], "Tea");
/// ```
impl Index<Span> for str {
    type Output = str;

    #[inline]
    fn index(&self, span: Span) -> &str {
        &self[span.range()]
    }
}

impl From<Range<u32>> for Span {
    fn from(range: Range<u32>) -> Span {
        Span::new(range.start, range.end)
    }
}

impl From<Span> for Range<usize> {
    fn from(span: Span) -> Range<usize> {
        span.range()
    }
}

impl fmt::Display for Span {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}

impl fmt::Debug for Span {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
