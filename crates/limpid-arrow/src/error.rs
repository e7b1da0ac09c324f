//! `ExtractError` is the error of a call. `Failure` is the error of a row and becomes an item of the column `errors`.

use limpid_warc::Reason;
use std::error::Error;
use std::fmt;

/// The reason why a batch cannot be processed: its columns or the requested columns are not valid.
///
/// A page never causes this error. Errors of pages are in the column `errors`.
///
/// ```
/// let error = limpid_arrow::ExtractError::NoColumn { name: "html".to_owned(), columns: vec!["body".to_owned()] };
/// assert_eq!(error.to_string(), "the batch has no column \"html\"; its columns are \"body\"");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExtractError {
    /// The batch has no column of this name.
    NoColumn {
        /// The missing name.
        name: String,
        /// The names of the batch's columns.
        columns: Vec<String>,
    },
    /// A column contains neither bytes nor text.
    WrongType {
        /// The name of the column.
        name: String,
        /// Its type.
        data_type: String,
    },
    /// The buffers of a column are inconsistent. For example, offsets decrease or are out of range.
    InvalidColumn {
        /// The name of the column.
        name: String,
        /// A message about the invalid buffer.
        reason: String,
    },
    /// The result would have two columns of this name.
    DuplicateName(String),
    /// The attribute of this name contains a list of URLs, which cannot be resolved as one URL.
    UrlList(String),
    /// The columns of pages, URLs and charsets have different lengths.
    WrongLength,
    /// The batch has this many rows. The limit is 2,147,483,647.
    TooManyRows(usize),
    /// [`Column::NAMES`](crate::Column::NAMES) does not contain this name.
    UnknownColumn(String),
}

impl fmt::Display for ExtractError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExtractError::NoColumn { name, columns } => {
                write!(f, "the batch has no column {name:?}; its columns are ")?;
                for (index, column) in columns.iter().enumerate() {
                    write!(f, "{}{column:?}", if index > 0 { ", " } else { "" })?;
                }
                Ok(())
            }
            ExtractError::WrongType { name, data_type } => {
                write!(f, "the column {name:?} has the type {data_type}; it has to contain bytes or text")
            }
            ExtractError::InvalidColumn { name, reason } => {
                write!(f, "the buffers of the column {name:?} are inconsistent: {reason}")
            }
            ExtractError::DuplicateName(name) => {
                write!(f, "the result would have two columns named {name:?}; rename one of them")
            }
            ExtractError::WrongLength => f.write_str("the columns of pages, URLs and charsets have different lengths"),
            ExtractError::TooManyRows(rows) => {
                write!(f, "the batch has {rows} rows; split it into batches of at most {} rows", i32::MAX)
            }
            ExtractError::UrlList(attribute) => {
                write!(f, "the attribute {attribute:?} contains a list of URLs; use the column \"links\" instead")
            }
            ExtractError::UnknownColumn(name) => {
                let known = crate::Column::NAMES.join(", ");
                write!(f, "unknown column {name:?}; the columns are {known}")
            }
        }
    }
}

impl Error for ExtractError {}

/// An error of a row: an item of the column `errors`.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The HTTP response could not be read.
    Payload(Reason),
    /// The body's data in this coding ends too early, so that the page is incomplete.
    Truncated(String),
    /// The response has this media type.
    NotHtml(String),
    /// The label of the charset is unknown. The parser detects the encoding.
    UnknownEncoding(String),
    /// The length of the page in bytes, and the limit that it exceeds.
    LargePage(usize, usize),
    /// The name of a column whose value exceeds the limit, and the limit in bytes.
    LargeValue(String, usize),
    /// The named column contains as many bytes or items as an Arrow array can.
    FullColumn(String),
    /// The page could not be sanitized.
    Sanitizer(limpid::MutationError),
    /// The expression of the named column fails on the page. For example, it takes too many steps.
    XPath(String, limpid::xpath::XPathError),
    /// The caller reports a missing page with this code and message.
    Missing(&'static str, String),
}

impl Failure {
    /// Returns a stable code for programs.
    pub(crate) fn code(&self) -> &'static str {
        match self {
            Failure::Payload(reason) => reason.code(),
            Failure::Truncated(_) => "truncated",
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
            Failure::Truncated(coding) => write!(f, "its {coding} data is incomplete"),
            Failure::NotHtml(media_type) => write!(f, "its media type is {media_type:?}, not text/html"),
            Failure::UnknownEncoding(label) => write!(f, "ignored the unknown encoding {label:?}"),
            Failure::LargePage(length, limit) => {
                write!(f, "the page of {length} bytes exceeds the limit of {limit} bytes")
            }
            Failure::LargeValue(name, limit) => {
                write!(f, "the value of the column {name:?} exceeds the limit of {limit} bytes")
            }
            Failure::FullColumn(name) => {
                write!(f, "the column {name:?} of this batch is full; use batches with fewer rows")
            }
            Failure::Sanitizer(error) => write!(f, "the page cannot be sanitized ({error})"),
            Failure::XPath(name, error) => write!(f, "the column {name:?}: {}", error.message()),
            Failure::Missing(_, message) => f.write_str(message),
        }
    }
}
