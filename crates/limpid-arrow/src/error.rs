//! Errors: of a call, which has columns or names that do not fit, and of a row, which is data.

use limpid_warc::Reason;
use std::error::Error;
use std::fmt;

/// A batch that cannot be worked on at all: the columns are others than the [`Extract`](crate::Extract) names. Pages are never the
/// reason; what is wrong with them is in the column `errors`.
///
/// ```
/// let error = limpid_arrow::ExtractError::NoColumn { name: "html".to_owned(), columns: vec!["body".to_owned()] };
/// assert_eq!(error.to_string(), "there is no column \"html\"; the columns are \"body\"");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExtractError {
    /// There is no column of this name.
    NoColumn {
        /// The name that is missing.
        name: String,
        /// The names that there are.
        columns: Vec<String>,
    },
    /// A column holds neither bytes nor text.
    WrongType {
        /// The name of the column.
        name: String,
        /// Its type.
        data_type: String,
    },
    /// The buffers of a column contradict each other: offsets decrease, say, or lie outside of the data.
    InvalidColumn {
        /// The name of the column.
        name: String,
        /// The buffer that is wrong, in words.
        reason: String,
    },
    /// The result would have two columns of this name.
    DuplicateName(String),
    /// The attribute of this name holds a list of URLs, which is not resolved as one.
    UrlList(String),
    /// Columns that belong together differ in length.
    WrongLength,
    /// The batch has this many rows; the result can have 2,147,483,647.
    TooManyRows(usize),
    /// No column is known by this name.
    UnknownColumn(String),
}

impl fmt::Display for ExtractError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExtractError::NoColumn { name, columns } => {
                write!(f, "there is no column {name:?}; the columns are ")?;
                for (count, column) in columns.iter().enumerate() {
                    write!(f, "{}{column:?}", if count > 0 { ", " } else { "" })?;
                }
                Ok(())
            }
            ExtractError::WrongType { name, data_type } => {
                write!(f, "the column {name:?} has the type {data_type}; give one of bytes or text")
            }
            ExtractError::InvalidColumn { name, reason } => {
                write!(f, "the buffers of the column {name:?} are inconsistent: {reason}")
            }
            ExtractError::DuplicateName(name) => {
                write!(f, "the result would have two columns {name:?}; give one of them another name")
            }
            ExtractError::WrongLength => f.write_str("the columns of pages, URLs and charsets differ in length"),
            ExtractError::TooManyRows(rows) => {
                write!(f, "the batch has {rows} rows; make batches of at most {} rows", i32::MAX)
            }
            ExtractError::UrlList(attribute) => {
                write!(f, "the attribute {attribute:?} holds a list of URLs, not one; use the column \"links\"")
            }
            ExtractError::UnknownColumn(name) => {
                let known = crate::Column::NAMES.join(", ");
                write!(f, "no column is called {name:?}; there are {known}")
            }
        }
    }
}

impl Error for ExtractError {}

/// What went wrong in a row: an item of the column `errors`.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The payload could not be read.
    Payload(Reason),
    /// The payload's data in this coding breaks off: the page is cut.
    Broken(String),
    /// The payload has another media type.
    NotHtml(String),
    /// The transport names an encoding that is not known, so that the page decides.
    UnknownEncoding(String),
    /// The page is longer than the limit, both in bytes.
    LargePage(usize, usize),
    /// A value is longer than the limit, in bytes.
    LargeValue(String, usize),
    /// A column of the batch holds as many bytes or items as an Arrow array can.
    FullColumn(String),
    /// The page could not be sanitized.
    Sanitizer(limpid::MutationError),
    /// The expression of a column fails on the page: it takes too many steps, say.
    XPath(String, limpid::xpath::XPathError),
    /// There is no page, for a reason that the caller knows by this code and in words.
    Missing(&'static str, String),
}

impl Failure {
    /// Returns a stable word for the failure, for programs.
    pub(crate) fn code(&self) -> &'static str {
        match self {
            Failure::Payload(reason) => reason.code(),
            Failure::Broken(_) => "cut",
            Failure::NotHtml(_) => "not-html",
            Failure::UnknownEncoding(_) => "unknown-encoding",
            Failure::LargePage(..) => "too-large",
            Failure::LargeValue(..) => "value-too-large",
            Failure::FullColumn(_) => "column-full",
            Failure::Sanitizer(_) => "not-sanitized",
            Failure::XPath(_, error) => error.code().as_str(),
            Failure::Missing(code, _) => code,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Payload(reason) => reason.fmt(f),
            Failure::Broken(coding) => write!(f, "its {coding} data breaks off"),
            Failure::NotHtml(media_type) => write!(f, "its media type is {media_type:?}, not text/html"),
            Failure::UnknownEncoding(label) => write!(f, "no encoding is called {label:?}; it was ignored"),
            Failure::LargePage(length, limit) => write!(f, "its {length} bytes are more than the {limit} allowed"),
            Failure::LargeValue(name, limit) => {
                write!(f, "the value of the column {name:?} is longer than the {limit} bytes allowed")
            }
            Failure::FullColumn(name) => {
                write!(f, "the column {name:?} of this batch is full; make batches of fewer rows")
            }
            Failure::Sanitizer(error) => write!(f, "the page cannot be sanitized ({error})"),
            Failure::XPath(name, error) => write!(f, "the column {name:?}: {}", error.message()),
            Failure::Missing(_, message) => f.write_str(message),
        }
    }
}
