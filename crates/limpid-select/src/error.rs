//! The error of a text that is no selector, with its place.

use crate::css::Syntax;
use crate::selector::{Failure, is_selector, token_ends};
use core::fmt;
use cssparser::{BasicParseErrorKind, ParseErrorKind};
use selectors::parser::SelectorParseErrorKind;

/// The reason why a text is no selector: the fault, its place, and the remedy.
///
/// ```
/// let error = limpid_select::Selector::parse("ul > > li").unwrap_err();
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
    /// The byte of the text at which it cannot go on; its length if something is missing at the end.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Returns the fault and the remedy, without the place.
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

const UNEXPECTED_TOKEN: &str =
    "this cannot stand here; quote values that are no names, and put a backslash before special characters in names";

/// The number of characters that an error shows of the text.
const EXCERPT: usize = 24;

/// The error of functions or brackets nested too deep.
pub(crate) fn too_deep(text: &str, offset: usize) -> SelectorError {
    error(text, offset, message(&ParseErrorKind::Basic(BasicParseErrorKind::TooManyNestedBlocks)))
}

fn error(text: &str, offset: usize, message: &'static str) -> SelectorError {
    let rest = &text[offset..];
    let shown = rest.char_indices().nth(EXCERPT).map_or(rest, |(end, _)| &rest[..end]);
    let ellipsis = if shown.len() < rest.len() { "…" } else { "" };
    SelectorError { message, offset, rest: format!("{shown}{ellipsis}").into() }
}

pub(crate) fn explain(syntax: &Syntax<'_>, text: &str, failure: Failure) -> SelectorError {
    let offset = failure.start + place(syntax, &text[failure.start..failure.end]);
    let rest = &text[offset..];
    let message =
        match failure.kind {
            ParseErrorKind::Custom(
                SelectorParseErrorKind::EmptySelector | SelectorParseErrorKind::DanglingCombinator,
            ) if !rest.is_empty() && !rest.starts_with(['>', '+', '~', ',', ')']) => UNEXPECTED_TOKEN,
            kind => message(&kind),
        };
    error(text, offset, message)
}

/// Finds the place at which a text stops being the start of a selector: its first token after which no ending completes it.
///
/// Servo's parser keeps no places. What it has read up to an error does not depend on what follows, so the place is found
/// by halving.
fn place(syntax: &Syntax<'_>, text: &str) -> usize {
    /// Endings of which one completes the start of any selector: nothing, a name, a value, a number.
    const ENDINGS: [&str; 7] = ["", "a", " a", "=a", "root", "1", "ltr"];

    let ends = token_ends(text);
    let is_start = |end: usize| ENDINGS.iter().any(|ending| is_selector(syntax, &format!("{}{ending}", &text[..end])));
    let good = ends.partition_point(|&end| is_start(end));
    let offset = if good == ends.len() { text.len() } else { good.checked_sub(1).map_or(0, |last| ends[last]) };
    if offset == text.len() {
        return offset;
    }
    // White space before the fault is not part of it.
    text.len() - text[offset..].trim_ascii_start().len()
}

fn message(kind: &ParseErrorKind<SelectorParseErrorKind>) -> &'static str {
    use SelectorParseErrorKind as Kind;
    match kind {
        ParseErrorKind::Basic(BasicParseErrorKind::EndOfInput) => {
            "something is missing here; complete it, or close what is open"
        }
        ParseErrorKind::Basic(BasicParseErrorKind::TooManyNestedBlocks) => {
            "functions are nested too deep; write it flatter, or as several selectors"
        }
        ParseErrorKind::Basic(_) => UNEXPECTED_TOKEN,
        ParseErrorKind::Custom(kind) => match kind {
            Kind::EmptySelector => "a selector is missing; write one, or remove the comma or the parentheses",
            Kind::DanglingCombinator => {
                "a combinator has nothing on one side; write a selector there, or `*` for any element"
            }
            Kind::ClassNeedsIdent => {
                "a class name is missing after `.`; names that start with a digit need an escape: `.\\31 st`"
            }
            Kind::UnsupportedPseudoClassOrElement => {
                "limpid does not know this pseudo-class or pseudo-element; remove it, or filter what is selected"
            }
            Kind::PseudoElementExpectedColon | Kind::PseudoElementExpectedIdent | Kind::NoIdentForPseudo => {
                "the name of a pseudo-class is missing after `:`"
            }
            Kind::ExpectedNamespace => {
                "this namespace prefix is not declared; declare it by SelectorOptions::namespace, or write `*|`"
            }
            Kind::NoQualifiedNameInAttributeSelector | Kind::InvalidQualNameInAttr | Kind::ExpectedBarInAttr => {
                "an attribute's name is missing after `[`"
            }
            Kind::UnexpectedTokenInAttributeSelector => {
                "after an attribute's name comes `]` or one of `=`, `~=`, `|=`, `^=`, `$=`, `*=` and a value"
            }
            Kind::BadValueInAttr => "an attribute's value has to be a name or in quotes: `[href='/a?b']`",
            Kind::InvalidState | Kind::NonCompoundSelector => {
                "this cannot stand here: no `:has()` in `:has()`, and no pseudo-elements"
            }
            Kind::NonPseudoElementAfterSlotted
            | Kind::InvalidPseudoElementAfterSlotted
            | Kind::InvalidPseudoElementInsideWhere => "pseudo-elements select nothing in a document; remove it",
            Kind::UnexpectedIdent => "this name cannot stand here",
            Kind::ExplicitNamespaceUnexpectedToken => "an element's name or `*` is missing after `|`",
        },
    }
}
