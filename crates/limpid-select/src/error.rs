//! Why a text is not a selector: what is wrong, where, and what to do about it.

use core::fmt;
use limpid_dom::MutationError;

/// A text that is not a selector: what is wrong, where, and what to do about it.
///
/// ```
/// let error = limpid::Selector::parse("ul > > li").unwrap_err();
/// assert_eq!(error.offset(), 5);
/// assert_eq!(
///     error.to_string(),
///     "selector, at byte 5 (`> li`): a combinator has nothing on one side; write a selector there, or `*` for any element"
/// );
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SelectorError {
    message: &'static str,
    offset: usize,
    /// The text from there on, cut short.
    rest: Box<str>,
}

impl SelectorError {
    /// Returns the byte offset into the text at which it cannot go on; its length if something is missing at the end.
    ///
    /// ```
    /// let error = limpid::Selector::parse("p > a[").unwrap_err();
    /// assert_eq!(error.offset(), 6);
    /// ```
    #[doc(alias = "position")]
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Returns what is wrong and what to do, without the position.
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

/// Why an edit of what a text selects failed: [`Document::edit`](limpid_dom::Document::edit).
///
/// ```
/// let mut page = limpid::parse("<p>tea");
/// assert!(matches!(page.remove_all("p["), Err(limpid::EditError::Selector(_))));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EditError {
    /// The text is no selector. Nothing was changed.
    Selector(SelectorError),
    /// A change was refused.
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
}

impl Problem {
    fn message(self) -> &'static str {
        match self {
            Problem::Missing => "something is missing here; complete it, or close what is open",
            Problem::Unexpected => {
                "this cannot stand here; quote values that are no names, and put a backslash before special characters in \
                 names"
            }
            Problem::TooDeep => "functions are nested too deep; write it flatter, or as several selectors",
            Problem::Empty => "a selector is missing; write one, or remove the comma or the parentheses",
            Problem::DanglingCombinator => {
                "a combinator has nothing on one side; write a selector there, or `*` for any element"
            }
            Problem::ClassName => {
                "a class name is missing after `.`; names that start with a digit need an escape: `.\\31 st`"
            }
            Problem::UnknownPseudo => {
                "limpid does not know this pseudo-class or pseudo-element; remove it, or filter what is selected"
            }
            Problem::PseudoName => "the name of a pseudo-class is missing after `:`",
            Problem::UndeclaredPrefix => "this namespace prefix is not declared; write `*|` for any namespace",
            Problem::NameAfterBar => "an element's name or `*` is missing after `|`",
            Problem::AttributeName => "an attribute's name is missing after `[`",
            Problem::AttributeOperator => {
                "after an attribute's name comes `]` or one of `=`, `~=`, `|=`, `^=`, `$=`, `*=` and a value"
            }
            Problem::AttributeValue => "an attribute's value has to be a name or in quotes: `[href='/a?b']`",
            Problem::ContainsIsOff => {
                "`:contains()` is not CSS, and is not allowed here; select without it, and look at the texts"
            }
            Problem::ContainedText => "a text is missing; write it in quotes: `:contains('green tea')`",
            Problem::HasInHas => "this cannot stand here: there is no `:has()` in `:has()`",
        }
    }
}

/// The number of characters that an error shows of the text.
const EXCERPT: usize = 24;

impl SelectorError {
    pub(crate) fn new(text: &str, (offset, problem): (usize, Problem)) -> SelectorError {
        let rest = text.get(offset..).unwrap_or_default();
        let shown = rest.char_indices().nth(EXCERPT).map_or(rest, |(end, _)| &rest[..end]);
        let ellipsis = if shown.len() < rest.len() { "…" } else { "" };
        SelectorError { message: problem.message(), offset, rest: format!("{shown}{ellipsis}").into() }
    }
}
