//! Errors in selectors, and errors of edits by selector.

use core::fmt;
use limpid_dom::MutationError;

/// A text that is not a valid selector. The error says what is wrong, where, and what to do.
///
/// ```
/// let error = limpid::Selector::parse("ul > > li").unwrap_err();
/// assert_eq!(error.offset(), 5);
/// assert_eq!(
///     error.to_string(),
///     "selector, at byte 5 (`> li`): a combinator has no selector on one side; write one there, or `*` for any element"
/// );
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SelectorError {
    message: &'static str,
    offset: usize,
    /// The text from `offset` on, truncated.
    rest: Box<str>,
}

impl SelectorError {
    /// Returns the byte offset of the error. If something is missing at the end, it is the length of the text.
    ///
    /// ```
    /// let error = limpid::Selector::parse("p > a[").unwrap_err();
    /// assert_eq!(error.offset(), 6);
    /// ```
    #[doc(alias = "position")]
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Returns the message without the position.
    ///
    /// ```
    /// let error = limpid::Selector::parse("p[").unwrap_err();
    /// assert!(error.to_string().ends_with(error.message()));
    /// assert!(!error.message().contains("at byte"));
    /// ```
    pub fn message(&self) -> &str {
        self.message
    }
}

impl fmt::Display for SelectorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "selector, at byte {} ", self.offset)?;
        if self.rest.is_empty() {
            write!(f, "(its end): {}", self.message)
        } else {
            write!(f, "(`{}`): {}", self.rest, self.message)
        }
    }
}

impl std::error::Error for SelectorError {}

/// An error of a method that edits the elements matched by a selector string, such as [`Document::edit`](limpid_dom::Document::edit).
///
/// ```
/// let mut page = limpid::parse("<p>tea");
/// assert!(matches!(page.remove_all("p["), Err(limpid::EditError::Selector(_))));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EditError {
    /// The text is not a valid selector. Nothing was changed.
    Selector(SelectorError),
    /// A change is not possible.
    Mutation(MutationError),
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EditError::Selector(error) => error.fmt(f),
            EditError::Mutation(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for EditError {}

impl From<SelectorError> for EditError {
    fn from(error: SelectorError) -> EditError {
        EditError::Selector(error)
    }
}

impl From<MutationError> for EditError {
    fn from(error: MutationError) -> EditError {
        EditError::Mutation(error)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Problem {
    Missing,
    Unexpected,
    TooDeep,
    Empty,
    DanglingCombinator,
    ClassName,
    UnknownPseudo,
    PseudoName,
    UndeclaredPrefix,
    NameAfterBar,
    AttributeName,
    AttributeOperator,
    AttributeValue,
    HasInHas,
    ContainsIsOff,
    ContainedText,
    Formula,
}

impl Problem {
    fn message(self) -> &'static str {
        match self {
            Problem::Missing => "a name or value is missing here; complete the selector",
            Problem::Unexpected => {
                "this is not allowed here; if it is part of a name, put a backslash before it, and if it is part of an attribute \
                 value, put the value in quotes"
            }
            Problem::TooDeep => {
                "functions and brackets are nested more than 64 levels deep; flatten the selector, or split it into several"
            }
            Problem::Empty => "a selector is missing here; write one, or remove the comma or the parentheses",
            Problem::DanglingCombinator => {
                "a combinator has no selector on one side; write one there, or `*` for any element"
            }
            Problem::ClassName => {
                "a class name is missing after `.`; if the name starts with a digit, escape the digit: `.\\31 st`"
            }
            Problem::UnknownPseudo => {
                "this pseudo-class or pseudo-element is not supported; remove it, or filter the selected elements"
            }
            Problem::PseudoName => {
                "the name of a pseudo-class is missing after `:`; write it, or escape a colon in a name: `\\:`"
            }
            Problem::UndeclaredPrefix => {
                "this namespace prefix is not declared; declare it, or write `*|` for any namespace"
            }
            Problem::NameAfterBar => "an element name or `*` is missing after `|`; write one",
            Problem::AttributeName => "an attribute name is missing after `[`; write it",
            Problem::AttributeOperator => {
                "after an attribute name, write `]`, or one of `=`, `~=`, `|=`, `^=`, `$=`, `*=` and a value"
            }
            Problem::AttributeValue => "an attribute value must be a name or a quoted string: `[href='/a?b']`",
            Problem::ContainsIsOff => {
                "`:contains()` is not CSS; enable it with `SelectorOptions::contains`, or filter the elements by their text"
            }
            Problem::ContainedText => "a text is missing here; write it in quotes: `:contains('green tea')`",
            Problem::Formula => "write a number, `odd`, `even` or a formula such as `2n+1` in the parentheses",
            Problem::HasInHas => {
                "`:has()` is not allowed inside `:has()`; write the selector without the inner `:has()`"
            }
        }
    }
}

/// The maximum number of characters of the text in an error.
const EXCERPT_LENGTH: usize = 24;

impl SelectorError {
    pub(crate) fn new(text: &str, (offset, problem): (usize, Problem)) -> SelectorError {
        let rest = text.get(offset..).unwrap_or_default();
        let shown = rest.char_indices().nth(EXCERPT_LENGTH).map_or(rest, |(end, _)| &rest[..end]);
        let ellipsis = if shown.len() < rest.len() { "…" } else { "" };
        SelectorError { message: problem.message(), offset, rest: format!("{shown}{ellipsis}").into() }
    }
}
