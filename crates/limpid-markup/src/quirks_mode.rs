//! The document's mode.

/// The document's [mode](https://dom.spec.whatwg.org/#concept-document-quirks), which the DOCTYPE decides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum QuirksMode {
    /// No-quirks mode: a modern DOCTYPE.
    #[default]
    NoQuirks,
    /// Limited-quirks mode.
    LimitedQuirks,
    /// Quirks mode: no DOCTYPE, or an old one.
    Quirks,
}
