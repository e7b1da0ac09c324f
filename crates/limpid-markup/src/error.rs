//! Parse errors. Their codes and messages are in `data/errors.txt`.

use crate::Span;
use crate::generated::{ERROR_TEXTS, ErrorKind};
use crate::name::UnknownName;
use core::fmt;

pub use crate::generated::ErrorCode;

/// A [parse error](https://html.spec.whatwg.org/multipage/parsing.html#parse-errors), as a code and a span. Parsing never fails; an error
/// only tells where the markup breaks a rule.
///
/// ```
/// # use limpid_markup as limpid;
/// use limpid::{ErrorCode, ParseError, Span};
/// let source = "<p a a>";
/// let error = ParseError::new(ErrorCode::DuplicateAttribute, Span::new(5, 6));
/// assert_eq!((error.code.as_str(), &source[error.span]), ("duplicate-attribute", "a"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct ParseError {
    /// The rule that was broken.
    pub code: ErrorCode,
    /// The span of the error: the wrong characters for tokenizer errors (empty at the end of the input), the token for tree construction
    /// errors.
    pub span: Span,
}

impl ParseError {
    /// Makes an error from a code and a span of the input.
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// use limpid::{ErrorCode, ParseError, Span};
    /// assert_eq!(ParseError::new(ErrorCode::EofInTag, Span::empty(4)).span.start, 4);
    /// ```
    pub const fn new(code: ErrorCode, span: Span) -> ParseError {
        ParseError { code, span }
    }
}

impl fmt::Display for ParseError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.code.message())
    }
}

impl std::error::Error for ParseError {}

impl ErrorCode {
    /// Returns the code as text, as in the standard: `eof-in-tag`.
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// assert_eq!(limpid::ErrorCode::EofInTag.as_str(), "eof-in-tag");
    /// ```
    pub const fn as_str(self) -> &'static str {
        ERROR_TEXTS[self as usize].0
    }

    /// Returns one or two sentences that say what is wrong and what to do.
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// assert!(limpid::ErrorCode::DuplicateAttribute.message().contains("attribute"));
    /// ```
    pub const fn message(self) -> &'static str {
        ERROR_TEXTS[self as usize].1
    }

    /// Returns whether the HTML Standard defines this code. The other codes are limpid's own.
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// use limpid::ErrorCode;
    /// assert!(ErrorCode::EofInTag.is_standard() && !ErrorCode::NodeLimit.is_standard());
    /// ```
    pub const fn is_standard(self) -> bool {
        (self as usize) < Self::STANDARD_COUNT
    }

    /// Returns whether the error means that a [limit](crate::Limits) was reached, so that the tree differs from the tree that the standard
    /// requires. Such errors are always kept, even after `too-many-errors`.
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// use limpid::ErrorCode;
    /// assert!(ErrorCode::NodeLimit.is_limit() && !ErrorCode::EofInTag.is_limit());
    /// ```
    pub const fn is_limit(self) -> bool {
        matches!(ERROR_TEXTS[self as usize].2, ErrorKind::Limit)
    }

    /// Returns whether this error only occurs in XML. These codes start with `xml-`.
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// use limpid::ErrorCode;
    /// assert!(ErrorCode::XmlEntityLimit.is_xml() && !ErrorCode::EofInTag.is_xml());
    /// ```
    #[inline]
    pub fn is_xml(self) -> bool {
        self.as_str().starts_with("xml-")
    }

    /// Returns whether the error breaks a rule of XML for which the XML5 draft defines no parse error.
    fn is_well_formedness_error(self) -> bool {
        matches!(ERROR_TEXTS[self as usize].2, ErrorKind::WellFormedness)
    }

    /// Returns the URL of a page about the error:
    ///
    /// * For a code of the HTML Standard, its definition.
    /// * For one of limpid's own codes for HTML, the section of the HTML Standard on tree construction.
    /// * For an XML error, the [XML5 draft](https://ygg01.github.io/xml5_draft/), or [XML](https://www.w3.org/TR/xml/) if the draft does not define
    ///   the error.
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// assert!(limpid::ErrorCode::EofInTag.url().ends_with("#parse-error-eof-in-tag"));
    /// ```
    #[inline]
    pub fn url(self) -> String {
        const PAGE: &str = "https://html.spec.whatwg.org/multipage/parsing.html";
        if self.is_well_formedness_error() {
            return "https://www.w3.org/TR/xml/#sec-well-formed".to_owned();
        }
        if self.is_xml() {
            return "https://ygg01.github.io/xml5_draft/#parse-error".to_owned();
        }
        if self.is_standard() { format!("{PAGE}#parse-error-{self}") } else { format!("{PAGE}#tree-construction") }
    }
}

/// Parses the text of a code: `eof-in-tag`.
impl core::str::FromStr for ErrorCode {
    type Err = UnknownName;

    #[inline]
    fn from_str(name: &str) -> Result<ErrorCode, UnknownName> {
        Self::ALL.iter().copied().find(|code| code.as_str() == name).ok_or(UnknownName)
    }
}

impl fmt::Display for ErrorCode {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Serializes the code as text.
#[cfg(feature = "serde")]
impl serde::Serialize for ErrorCode {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for ErrorCode {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<ErrorCode, D::Error> {
        let name = std::borrow::Cow::<str>::deserialize(deserializer)?;
        name.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn standard_codes_come_first_and_names_are_unique() {
        assert_eq!(ErrorCode::ALL.iter().filter(|code| code.is_standard()).count(), 52);
        assert!(ErrorCode::UnknownNamedCharacterReference.is_standard());
        assert!(!ErrorCode::MissingDoctype.is_standard());
        for &code in ErrorCode::ALL {
            assert_eq!(code.as_str().parse(), Ok(code));
            assert!(code.message().ends_with(['.', '?']), "{code}");
        }
    }
}
