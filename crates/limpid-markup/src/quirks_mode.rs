/// The document's [mode](https://dom.spec.whatwg.org/#concept-document-quirks), determined by the DOCTYPE.
///
/// ```
/// # use limpid_markup as limpid;
/// assert_eq!(limpid::QuirksMode::LimitedQuirks.to_string(), "limited-quirks");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum QuirksMode {
    /// No-quirks mode: a modern DOCTYPE.
    #[default]
    NoQuirks,
    /// Limited-quirks mode.
    LimitedQuirks,
    /// Quirks mode: no DOCTYPE, or an old one.
    Quirks,
}

impl QuirksMode {
    /// Returns the standard's name of the mode: `quirks`.
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// assert_eq!(limpid::QuirksMode::Quirks.as_str(), "quirks");
    /// ```
    pub const fn as_str(self) -> &'static str {
        match self {
            QuirksMode::NoQuirks => "no-quirks",
            QuirksMode::LimitedQuirks => "limited-quirks",
            QuirksMode::Quirks => "quirks",
        }
    }
}

impl core::fmt::Display for QuirksMode {
    #[inline]
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.as_str())
    }
}
