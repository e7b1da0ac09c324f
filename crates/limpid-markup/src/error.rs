//! Parse errors: their codes, and a message for each. The codes stand in `data/errors.txt`.

use crate::Span;
use crate::generated::{ERROR_TEXTS, ErrorKind};
use crate::name::UnknownName;
use core::fmt;

pub use crate::generated::ErrorCode;

/// A [parse error](https://html.spec.whatwg.org/multipage/parsing.html#parse-errors): plain data, no text built until
/// it is asked for. Parsing never fails; errors only tell where the markup breaks a rule of the parser.
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
    /// Which rule was broken.
    pub code: ErrorCode,
    /// Where: for tokenizer errors the offending characters (empty at the end of the input), for tree-construction
    /// errors the token.
    pub span: Span,
}

impl ParseError {
    /// Describes an error at a position in the input.
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
    /// Returns the code as the standard writes it: `eof-in-tag`.
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// assert_eq!(limpid::ErrorCode::EofInTag.as_str(), "eof-in-tag");
    /// ```
    pub const fn as_str(self) -> &'static str {
        ERROR_TEXTS[self as usize].0
    }

    /// Says the fault and the remedy in one or two sentences for a person.
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// assert!(limpid::ErrorCode::DuplicateAttribute.message().contains("attribute"));
    /// ```
    pub const fn message(self) -> &'static str {
        ERROR_TEXTS[self as usize].1
    }

    /// Whether the standard names this code; if not, it is limpid's own.
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// use limpid::ErrorCode;
    /// assert!(ErrorCode::EofInTag.is_standard() && !ErrorCode::NodeLimit.is_standard());
    /// ```
    pub const fn is_standard(self) -> bool {
        (self as usize) < Self::STANDARD_COUNT
    }

    /// Whether a limit acted: not all of the input is in the tree. These errors are kept however many others there are.
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// use limpid::ErrorCode;
    /// assert!(ErrorCode::NodeLimit.is_limit() && !ErrorCode::EofInTag.is_limit());
    /// ```
    pub const fn is_limit(self) -> bool {
        matches!(ERROR_TEXTS[self as usize].2, ErrorKind::Limit)
    }

    /// Whether only XML has this error: its name starts with `xml-`.
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

    /// Whether XML forbids this, and XML5 does not call it a parse error.
    fn is_of_xml_alone(self) -> bool {
        matches!(ERROR_TEXTS[self as usize].2, ErrorKind::XmlAlone)
    }

    /// The standard's definition of the code; for limpid's own codes the standard's tree construction page, or for those of
    /// XML that of the [XML5 draft](https://ygg01.github.io/xml5_draft/), or [XML](https://www.w3.org/TR/xml/) where XML5 has no
    /// parse error.
    ///
    /// ```
    /// # use limpid_markup as limpid;
    /// assert!(limpid::ErrorCode::EofInTag.url().ends_with("#parse-error-eof-in-tag"));
    /// ```
    #[inline]
    pub fn url(self) -> String {
        const PAGE: &str = "https://html.spec.whatwg.org/multipage/parsing.html";
        if self.is_of_xml_alone() {
            return "https://www.w3.org/TR/xml/#sec-well-formed".to_owned();
        }
        if self.is_xml() {
            return "https://ygg01.github.io/xml5_draft/#parse-error".to_owned();
        }
        if self.is_standard() { format!("{PAGE}#parse-error-{self}") } else { format!("{PAGE}#tree-construction") }
    }
}

/// Reads the name of a code: `eof-in-tag`.
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

/// Writes the name of the code.
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
