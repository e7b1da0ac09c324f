//! Errors of compiling and evaluating expressions.

use core::fmt;

/// An error in an expression or its evaluation: what is wrong, where, and how to correct it.
///
/// ```
/// use limpid::xpath::{XPath, XPathErrorCode};
///
/// let error = XPath::compile("//a[contain(@href, 'tea')]").unwrap_err();
/// assert_eq!((error.code(), error.offset()), (XPathErrorCode::UnknownFunction, 4));
/// assert_eq!(
///     error.to_string(),
///     "XPath, at byte 4 (`contain(@href, 'tea')]`): unknown-function: there is no function `contain`; did you mean `contains`?"
/// );
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct XPathError {
    // Boxed to keep `Result` small.
    inner: Box<Inner>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Inner {
    code: XPathErrorCode,
    offset: usize,
    message: String,
    /// The text at `offset`, shortened.
    excerpt: String,
}

/// The maximum number of characters of an excerpt.
const EXCERPT: usize = 24;

impl XPathError {
    pub(crate) fn new(text: &str, offset: usize, code: XPathErrorCode, message: String) -> XPathError {
        let rest = text.get(offset..).unwrap_or_default();
        let shown = rest.char_indices().nth(EXCERPT).map_or(rest, |(end, _)| &rest[..end]);
        let ellipsis = if shown.len() < rest.len() { "…" } else { "" };
        XPathError { inner: Box::new(Inner { code, offset, message, excerpt: format!("{shown}{ellipsis}") }) }
    }

    /// Returns the kind of error.
    ///
    /// ```
    /// use limpid::xpath::{XPath, XPathErrorCode};
    /// assert_eq!(XPath::compile("//a[").unwrap_err().code(), XPathErrorCode::UnexpectedEnd);
    /// ```
    pub fn code(&self) -> XPathErrorCode {
        self.inner.code
    }

    /// Returns the byte offset of the error in the expression. It is the length of the expression if something is missing at the end.
    ///
    /// ```
    /// assert_eq!(limpid::xpath::XPath::compile("//a[@href = ]").unwrap_err().offset(), 12);
    /// ```
    pub fn offset(&self) -> usize {
        self.inner.offset
    }

    /// Returns what is wrong and how to correct it, without the code and the position.
    ///
    /// ```
    /// let error = limpid::xpath::XPath::compile("//a[contain(., 'tea')]").unwrap_err();
    /// assert_eq!(error.message(), "there is no function `contain`; did you mean `contains`?");
    /// ```
    pub fn message(&self) -> &str {
        &self.inner.message
    }
}

impl fmt::Display for XPathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Inner { code, offset, message, excerpt } = &*self.inner;
        write!(f, "XPath, at byte {offset} ")?;
        match excerpt.is_empty() {
            true => write!(f, "(end): {code}: {message}"),
            false => write!(f, "(`{excerpt}`): {code}: {message}"),
        }
    }
}

impl std::error::Error for XPathError {}

/// The kinds of [`XPathError`].
///
/// ```
/// use limpid::xpath::{XPath, XPathErrorCode};
/// let kind = |text| XPath::compile(text).unwrap_err().code();
/// assert_eq!(kind("'tea"), XPathErrorCode::UnclosedString);
/// assert_eq!(kind("//svg:a"), XPathErrorCode::UndeclaredPrefix);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum XPathErrorCode {
    /// No part of an expression starts with this character.
    UnexpectedCharacter,
    /// A name, operator or other token is not allowed here.
    UnexpectedToken,
    /// The expression is incomplete.
    UnexpectedEnd,
    /// A string has no closing quote.
    UnclosedString,
    /// Parentheses, predicates and arguments are nested too deeply.
    TooDeep,
    /// The expression is too long.
    TooLong,
    /// No axis has this name.
    UnknownAxis,
    /// No function has this name. [`XPathOptions::function`](crate::XPathOptions::function) declares functions.
    UnknownFunction,
    /// The prefix is not declared. [`XPathOptions::namespace`](crate::XPathOptions::namespace) declares prefixes.
    UndeclaredPrefix,
    /// A function has too few or too many arguments.
    ArgumentCount,
    /// A value is not a node-set where one is required.
    NotANodeSet,
    /// A variable has no value. Pass values to [`XPath::evaluate_with`](crate::XPath::evaluate_with).
    UnknownVariable,
    /// A node belongs to another tree than the context node.
    ForeignNode,
    /// A regular expression is not valid.
    InvalidPattern,
    /// A user-defined function failed, or the result of a function is too long.
    FunctionFailed,
    /// The evaluation exceeds the limit of steps or memory: see [`XPathOptions::max_steps`](crate::XPathOptions::max_steps).
    StepLimit,
}

impl XPathErrorCode {
    /// Returns the code in kebab case.
    ///
    /// ```
    /// assert_eq!(limpid::xpath::XPathErrorCode::UnknownAxis.as_str(), "unknown-axis");
    /// ```
    pub fn as_str(self) -> &'static str {
        match self {
            XPathErrorCode::UnexpectedCharacter => "unexpected-character",
            XPathErrorCode::UnexpectedToken => "unexpected-token",
            XPathErrorCode::UnexpectedEnd => "unexpected-end",
            XPathErrorCode::UnclosedString => "unclosed-string",
            XPathErrorCode::TooDeep => "too-deep",
            XPathErrorCode::TooLong => "too-long",
            XPathErrorCode::UnknownAxis => "unknown-axis",
            XPathErrorCode::UnknownFunction => "unknown-function",
            XPathErrorCode::UndeclaredPrefix => "undeclared-prefix",
            XPathErrorCode::ArgumentCount => "argument-count",
            XPathErrorCode::NotANodeSet => "not-a-node-set",
            XPathErrorCode::UnknownVariable => "unknown-variable",
            XPathErrorCode::ForeignNode => "foreign-node",
            XPathErrorCode::InvalidPattern => "invalid-pattern",
            XPathErrorCode::FunctionFailed => "function-failed",
            XPathErrorCode::StepLimit => "step-limit",
        }
    }
}

impl fmt::Display for XPathErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The offset, code and message of an [`XPathError`].
pub(crate) type Problem = (usize, XPathErrorCode, String);
