//! Errors as data: the record that could not be read, where it is, why, and what can be done.

use crate::inflate::Damage;
use crate::text::{End, Place};
use std::error::Error;
use std::fmt;
use std::io;

/// A record that could not be read, though the records after it may be.
///
/// ```
/// let mut records = limpid_warc::Records::new(&b"<!DOCTYPE html>"[..]);
/// let bad = records.next_record().unwrap().unwrap_err();
/// assert_eq!((bad.reason.code(), bad.place.offset()), ("no-record", 0));
/// assert_eq!(bad.to_string(), "record at byte 0: these 15 bytes are no WARC record");
/// assert_eq!(bad.reason.advice(), Some("check that it is a WARC file"));
/// ```
#[derive(Debug)]
pub struct BadRecord {
    /// The position of the record's first byte.
    pub place: Place,
    /// The record's `WARC-Target-URI`, if that could be read.
    pub url: Option<String>,
    /// The reason.
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

/// The reason why a record could not be read. `Display` says it in words.
///
/// ```
/// use limpid_warc::Reason;
/// let reason = Reason::TooLarge { length: 300, limit: 200 };
/// assert_eq!(reason.code(), "too-large");
/// assert_eq!(reason.to_string(), "its 300 bytes are more than the 200 allowed");
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum Reason {
    /// The reader failed; nothing follows.
    Unreadable(io::Error),
    /// There are this many bytes where a record should start.
    NoRecord(u64),
    /// The compressed data around the record is damaged.
    Damaged(Damage),
    /// The file ends before the record does.
    FileEnds,
    /// The gzip member ends before the record does.
    MemberEnds,
    /// Another record starts before the head ends.
    HeadBroken,
    /// The head is longer than 1 MiB.
    HeadTooLong,
    /// The `Content-Length` is not a number, or is missing (empty).
    NoLength(String),
    /// The block does not end where its `Content-Length` says.
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
    /// The payload is in a coding that is not supported.
    UnknownCoding(String),
    /// The payload has more codings, one over the other, than any server uses.
    ManyCodings,
    /// The payload is not valid data of its coding.
    DamagedBody(String),
    /// The payload unpacks to more bytes than this limit.
    Bomb(usize),
}

impl Reason {
    /// Returns the reason for a record that is not all there.
    pub(crate) fn cut_off(end: Option<End>) -> Reason {
        match end {
            Some(End::Damage(damage)) => Reason::Damaged(damage),
            Some(End::Boundary) => Reason::MemberEnds,
            Some(End::File) | None => Reason::FileEnds,
        }
    }

    /// Returns a stable word for the reason, for programs: `too-large`, `wrong-length`.
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
            Reason::HeadBroken => "head-broken",
            Reason::HeadTooLong => "head-too-long",
            Reason::NoLength(_) => "no-length",
            Reason::WrongLength(_) => "wrong-length",
            Reason::TooLarge { .. } => "too-large",
            Reason::NoUrl => "no-url",
            Reason::NoResponse => "no-response",
            Reason::UnknownCoding(_) => "unknown-coding",
            Reason::ManyCodings => "many-codings",
            Reason::DamagedBody(_) => "damaged-body",
            Reason::Bomb(_) => "bomb",
        }
    }

    /// Returns advice for the person who has the file, where there is something to be done.
    ///
    /// ```
    /// let bad = limpid_warc::Records::new(&b"tea"[..]).next_record().unwrap().unwrap_err();
    /// assert_eq!(bad.reason.advice(), Some("check that it is a WARC file"));
    /// ```
    pub fn advice(&self) -> Option<&'static str> {
        Some(match self {
            Reason::NoRecord(_) => "check that it is a WARC file",
            Reason::Unreadable(_) | Reason::Damaged(_) | Reason::FileEnds => "fetch the file again",
            Reason::TooLarge { .. } | Reason::Bomb(_) => "allow more bytes",
            _ => return None,
        })
    }

    /// Whether the file cannot be read any further.
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
            Reason::Unreadable(error) => write!(f, "the file cannot be read any further ({error})"),
            Reason::NoRecord(length) => write!(f, "these {length} bytes are no WARC record"),
            Reason::Damaged(damage) => damage.fmt(f),
            Reason::FileEnds => f.write_str("the file ends before the record does"),
            Reason::MemberEnds => f.write_str("the compressed member ends before the record does"),
            Reason::HeadBroken => f.write_str("another record starts within its head"),
            Reason::HeadTooLong => f.write_str("its head does not end"),
            Reason::NoLength(text) if text.is_empty() => f.write_str("it has no Content-Length"),
            Reason::NoLength(text) => write!(f, "its Content-Length is no length: {text:?}"),
            Reason::WrongLength(length) => {
                write!(f, "its Content-Length is {length}, and the record does not end there")
            }
            Reason::TooLarge { length, limit } => write!(f, "its {length} bytes are more than the {limit} allowed"),
            Reason::NoUrl => f.write_str("it has no WARC-Target-URI"),
            Reason::NoResponse => f.write_str("there is no HTTP response in it"),
            Reason::UnknownCoding(coding) => write!(f, "the page is encoded as {coding:?}, which is not read"),
            Reason::ManyCodings => f.write_str("the page is encoded too many times over"),
            Reason::DamagedBody(coding) => write!(f, "the page is no valid {coding} data"),
            Reason::Bomb(limit) => write!(f, "the page unpacks to more than the {limit} bytes allowed"),
        }
    }
}
