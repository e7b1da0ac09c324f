use core::fmt;

/// The parser's [confidence](https://html.spec.whatwg.org/multipage/parsing.html#concept-encoding-confidence) in the encoding.
///
/// ```
/// # mod limpid { pub use limpid_markup::*; pub use limpid_markup as encoding; }
/// assert_eq!(limpid::encoding::Confidence::Tentative.to_string(), "tentative");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Confidence {
    /// A `meta` element found while parsing may still change the encoding.
    Tentative,
    /// The encoding does not change.
    Certain,
    /// The input is already decoded text.
    Irrelevant,
}

impl Confidence {
    /// Returns the standard's name of the confidence.
    ///
    /// ```
    /// # mod limpid { pub use limpid_markup::*; pub use limpid_markup as encoding; }
    /// assert_eq!(limpid::encoding::Confidence::Irrelevant.as_str(), "irrelevant");
    /// ```
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Tentative => "tentative",
            Self::Certain => "certain",
            Self::Irrelevant => "irrelevant",
        }
    }
}

impl fmt::Display for Confidence {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The source of an encoding. `Display` writes it in a few words.
///
/// ```
/// # use limpid_markup as limpid;
/// assert_eq!(limpid::EncodingSource::TransportLabel.to_string(), "transport label");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum EncodingSource {
    /// A byte order mark.
    Bom,
    /// The user's choice.
    UserOverride,
    /// A label of the transport layer, such as the `charset` of a `Content-Type` header.
    TransportLabel,
    /// A `meta` element found by the [prescan](https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding).
    Prescan,
    /// An XML declaration.
    XmlDeclaration,
    /// The document that embeds this one.
    ParentDocument,
    /// An encoding that the caller considers likely, for example because an earlier visit used it.
    Likely,
    /// The bytes look like UTF-8: most of their multi-byte sequences are valid.
    Utf8Validity,
    /// A guess from the frequencies of the bytes.
    Detected,
    /// The default, because no other source named an encoding.
    Fallback,
    /// A `meta` element that the parser found after the bytes of the prescan. It replaces or confirms a guess.
    LateMeta,
}

impl EncodingSource {
    /// Returns the source in a few words.
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// assert_eq!(limpid::EncodingSource::Bom.as_str(), "byte order mark");
    /// ```
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Bom => "byte order mark",
            Self::UserOverride => "user override",
            Self::TransportLabel => "transport label",
            Self::Prescan => "meta element, by prescan",
            Self::XmlDeclaration => "XML declaration",
            Self::ParentDocument => "parent document",
            Self::Likely => "likely encoding",
            Self::Utf8Validity => "valid UTF-8",
            Self::Detected => "detection",
            Self::Fallback => "fallback",
            Self::LateMeta => "meta element, while parsing",
        }
    }
}

impl fmt::Display for EncodingSource {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
