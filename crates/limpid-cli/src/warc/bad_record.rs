use super::inflate::Damage;
use super::text::{End, Place};
use std::fmt;
use std::io;

/// A record that gave no page, though it may hold one.
#[derive(Debug)]
pub(crate) struct BadRecord {
    /// Where it starts.
    pub(crate) place: Place,
    /// The address of the page, if that can be read.
    pub(crate) url: Option<String>,
    pub(crate) reason: Reason,
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

/// Why a record gave no page.
#[derive(Debug)]
pub(crate) enum Reason {
    /// The file cannot be read any further.
    Unreadable(io::Error),
    /// The file is compressed with Zstandard.
    Zstandard,
    /// So many bytes are no record.
    NoRecord(u64),
    /// The compressed data around it is damaged.
    Damaged(Damage),
    /// The file ends before the record does.
    FileEnds,
    /// The gzip member ends before the record does.
    MemberEnds,
    /// Another record starts before the head ends.
    HeadBroken,
    /// The head is longer than any should be.
    HeadTooLong,
    /// This is no length.
    NoLength(String),
    /// The block does not end where its length says.
    WrongLength(u64),
    /// The block is longer than was allowed.
    TooLarge {
        /// In bytes.
        length: u64,
        /// In bytes.
        limit: usize,
    },
    /// There is a page, but not its address.
    NoUrl,
    /// The block is no HTTP response.
    NoResponse,
    /// Of that coding is the body of the response, and it is not read.
    UnknownCoding(String),
    /// There are more codings one over the other than any server uses.
    ManyCodings,
    /// The body of the response is no data of its coding.
    DamagedBody(String),
    /// The body of the response unpacks to more than so many bytes.
    Bomb(usize),
}

impl Reason {
    /// Why a record is not all there.
    pub(super) fn cut_off(end: Option<End>) -> Reason {
        match end {
            Some(End::Damage(damage)) => Reason::Damaged(damage),
            Some(End::Boundary) => Reason::MemberEnds,
            Some(End::File) | None => Reason::FileEnds,
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Unreadable(error) => write!(f, "the file cannot be read any further ({error})"),
            Reason::Zstandard => {
                f.write_str("the file is compressed with Zstandard, which is not read; unpack it with `zstd -d` first")
            }
            Reason::NoRecord(length) => write!(f, "these {length} bytes are no WARC record"),
            Reason::Damaged(damage) => damage.fmt(f),
            Reason::FileEnds => f.write_str("the file ends before the record does"),
            Reason::MemberEnds => f.write_str("the gzip member ends before the record does"),
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
