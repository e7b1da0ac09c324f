//! The error type: a record that could not be read, its position, the reason and advice.

use crate::inflate::Damage;
use crate::text::{End, Place};
use std::error::Error;
use std::fmt;
use std::io;

/// A record that could not be read. Later records may still be readable.
///
/// ```
/// let mut records = limpid_warc::Records::new(&b"<!DOCTYPE html>"[..]);
/// let bad = records.next_record().unwrap().unwrap_err();
/// assert_eq!((bad.reason.code(), bad.place.offset()), ("no-record", 0));
/// assert_eq!(bad.to_string(), "record at byte 0: expected a WARC record, skipped 15 bytes");
/// assert_eq!(bad.reason.advice(), Some("check that it is a WARC file"));
/// ```
#[derive(Debug)]
pub struct BadRecord {
    /// The position of the record's first byte.
    pub place: Place,
    /// The record's `WARC-Target-URI`, if it could be read.
    pub url: Option<String>,
    /// The reason why the record could not be read.
    pub reason: Reason,
}

impl fmt::Display for BadRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "record at {}", self.place)?;
        if let Some(url) = &self.url {
            write!(f, " ({})", url.replace(char::is_control, "\u{fffd}"))?;
        }
        write!(f, ": {}", self.reason)
    }
}

impl Error for BadRecord {}

/// The reason why a record could not be read. `Display` writes a message.
///
/// ```
/// use limpid_warc::Reason;
/// let reason = Reason::TooLarge { length: 300, limit: 200 };
/// assert_eq!(reason.code(), "too-large");
/// assert_eq!(reason.to_string(), "its block of 300 bytes exceeds the limit of 200 bytes");
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum Reason {
    /// The reader failed. No more records follow.
    Unreadable(io::Error),
    /// This many bytes were skipped because they do not start a record.
    NoRecord(u64),
    /// The compressed data around the record is damaged.
    Damaged(Damage),
    /// The file ends inside the record.
    FileEnds,
    /// The gzip member or Zstandard frame ends inside the record.
    MemberEnds,
    /// Another record starts inside the header.
    HeaderInterrupted,
    /// The header is longer than 1 MiB.
    HeaderTooLong,
    /// The `Content-Length` is not a valid length. The string is its value, which is empty if the field is missing.
    InvalidLength(String),
    /// The record does not end after this `Content-Length`.
    WrongLength(u64),
    /// The block is longer than the limit.
    TooLarge {
        /// The length of the block in bytes.
        length: u64,
        /// The limit in bytes.
        limit: usize,
    },
    /// The record has a payload, but no `WARC-Target-URI`.
    NoUrl,
    /// The block is not an HTTP response.
    NoResponse,
    /// The body has a content or transfer coding that is not supported.
    UnknownCoding(String),
    /// The body has more than 4 content and transfer codings.
    TooManyCodings,
    /// The body is not valid data of this coding.
    DamagedBody(String),
    /// The body decodes to more bytes than this limit.
    BodyTooLarge(usize),
}

impl Reason {
    /// Returns the reason for a record that ends too early.
    pub(crate) fn cut_off(end: Option<End>) -> Reason {
        match end {
            Some(End::Damage(damage)) => Reason::Damaged(damage),
            Some(End::Boundary) => Reason::MemberEnds,
            Some(End::File) | None => Reason::FileEnds,
        }
    }

    /// Returns a stable code for programs, such as `too-large` or `wrong-length`.
    ///
    /// ```
    /// assert_eq!(limpid_warc::Reason::FileEnds.code(), "file-ends");
    /// ```
    pub fn code(&self) -> &'static str {
        match self {
            Reason::Unreadable(_) => "unreadable",
            Reason::NoRecord(_) => "no-record",
            Reason::Damaged(_) => "damaged",
            Reason::FileEnds => "file-ends",
            Reason::MemberEnds => "member-ends",
            Reason::HeaderInterrupted => "header-interrupted",
            Reason::HeaderTooLong => "header-too-long",
            Reason::InvalidLength(_) => "invalid-length",
            Reason::WrongLength(_) => "wrong-length",
            Reason::TooLarge { .. } => "too-large",
            Reason::NoUrl => "no-url",
            Reason::NoResponse => "no-response",
            Reason::UnknownCoding(_) => "unknown-coding",
            Reason::TooManyCodings => "too-many-codings",
            Reason::DamagedBody(_) => "damaged-body",
            Reason::BodyTooLarge(_) => "body-too-large",
        }
    }

    /// Returns advice for the owner of the file, if something can be done.
    ///
    /// ```
    /// let bad = limpid_warc::Records::new(&b"tea"[..]).next_record().unwrap().unwrap_err();
    /// assert_eq!(bad.reason.advice(), Some("check that it is a WARC file"));
    /// ```
    pub fn advice(&self) -> Option<&'static str> {
        Some(match self {
            Reason::NoRecord(_) => "check that it is a WARC file",
            Reason::Unreadable(_) | Reason::Damaged(_) | Reason::FileEnds => "download the file again",
            Reason::TooLarge { .. } | Reason::BodyTooLarge(_) => "raise the limit",
            _ => return None,
        })
    }

    /// Returns whether no more records can be read from the file.
    ///
    /// ```
    /// use limpid_warc::Reason;
    /// assert!(Reason::Unreadable(std::io::Error::other("unplugged")).is_final());
    /// assert!(!Reason::NoUrl.is_final());
    /// ```
    pub fn is_final(&self) -> bool {
        matches!(self, Reason::Unreadable(_))
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Unreadable(error) => write!(f, "the rest of the file cannot be read ({error})"),
            Reason::NoRecord(length) => write!(f, "expected a WARC record, skipped {length} bytes"),
            Reason::Damaged(damage) => damage.fmt(f),
            Reason::FileEnds => f.write_str("the file ends inside the record"),
            Reason::MemberEnds => f.write_str("the gzip member or Zstandard frame ends inside the record"),
            Reason::HeaderInterrupted => f.write_str("another record starts inside its header"),
            Reason::HeaderTooLong => f.write_str("its header is longer than 1 MiB"),
            Reason::InvalidLength(text) if text.is_empty() => f.write_str("it has no Content-Length"),
            Reason::InvalidLength(text) => write!(f, "its Content-Length is not a valid length: {text:?}"),
            Reason::WrongLength(length) => {
                write!(f, "its Content-Length is {length}, but the record does not end there")
            }
            Reason::TooLarge { length, limit } => {
                write!(f, "its block of {length} bytes exceeds the limit of {limit} bytes")
            }
            Reason::NoUrl => f.write_str("it has no WARC-Target-URI"),
            Reason::NoResponse => f.write_str("it contains no HTTP response"),
            Reason::UnknownCoding(coding) => write!(f, "the HTTP coding {coding:?} of its body is not supported"),
            Reason::TooManyCodings => f.write_str("its body has more than 4 HTTP codings"),
            Reason::DamagedBody(coding) => write!(f, "its body is not valid {coding} data"),
            Reason::BodyTooLarge(limit) => write!(f, "its body decodes to more than the limit of {limit} bytes"),
        }
    }
}
