//! The names that came lately, found again by one comparison.

const SLOTS: usize = 64;

/// The numbers of names that came lately: a name that comes again is found by comparing it with one other, without a hash that
/// withstands attacks.
///
/// ```
/// let (names, mut recent) = (["data-id", "data-name"], limpid_markup::RecentNames::default());
/// *recent.slot(b"data-name") = 1;
/// assert_eq!(names[*recent.slot(b"data-name") as usize], "data-name");
/// ```
#[derive(Clone, Debug)]
pub struct RecentNames([u32; SLOTS]);

impl Default for RecentNames {
    fn default() -> RecentNames {
        RecentNames([0; SLOTS])
    }
}

impl RecentNames {
    /// Returns the slot of a name: the number that was put there for it or for another name, or zero.
    ///
    /// ```
    /// let mut recent = limpid_markup::RecentNames::default();
    /// *recent.slot(b"data-id") = 7;
    /// assert_eq!(*recent.slot(b"data-id"), 7);
    /// ```
    #[inline]
    pub fn slot(&mut self, name: &[u8]) -> &mut u32 {
        let (first, last) = (name.first().copied().unwrap_or_default(), name.last().copied().unwrap_or_default());
        &mut self.0[(usize::from(first) * 7 + usize::from(last) * 3 + name.len() * 17) % SLOTS]
    }
}
