use super::inflate::Damage;
use super::source::{Source, Step, Zstandard};
use std::fmt;
use std::io::Read;

/// How much room is kept for the next record, however large the last one was.
const ROOM: usize = 1 << 20;

/// A place in a WARC file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// Where the gzip member starts, in bytes from the start of the file, if it is compressed.
    pub(crate) member: Option<u64>,
    /// In bytes, from the start of what the gzip member holds, or of the file.
    pub(crate) text: u64,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place { member: None, text } => write!(f, "byte {text}"),
            Place { member: Some(member), text: 0 } => write!(f, "byte {member}"),
            Place { member: Some(member), text } => write!(f, "byte {member}, {text} bytes into the gzip member"),
        }
    }
}

/// What a segment ends with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// A gzip member that starts with a record.
    Boundary,
    Damage(Damage),
    File,
}

/// The text of a WARC file, a segment at a time. What was read and not consumed is all there, however much it is.
#[derive(Debug)]
pub(super) struct Text<R> {
    pub(super) source: Source<R>,
    buffer: Vec<u8>,
    /// The place in `buffer` of the next byte.
    next: usize,
    /// The place of the next byte.
    place: Place,
    end: Option<End>,
}

impl<R: Read> Text<R> {
    pub(super) fn new(reader: R) -> Text<R> {
        let place = Place { member: None, text: 0 };
        Text { source: Source::new(reader), buffer: Vec::new(), next: 0, place, end: None }
    }

    /// Finds out what kind of file it is, before anything else.
    pub(super) fn look(&mut self) -> Result<(), Zstandard> {
        if self.source.look()? {
            self.place.member = self.source.member();
        }
        Ok(())
    }

    pub(super) fn place(&self) -> Place {
        self.place
    }

    /// What the segment ends with, if it was read so far.
    pub(super) fn end(&self) -> Option<End> {
        self.end
    }

    /// The text that is next: `count` bytes of it at least, unless the segment has fewer.
    pub(super) fn at_least(&mut self, count: usize) -> &[u8] {
        while self.buffer.len() - self.next < count && self.end.is_none() {
            if self.next > self.buffer.len() / 2 {
                self.buffer.drain(..self.next);
                self.next = 0;
                self.buffer.shrink_to(ROOM.max(2 * self.buffer.len()));
            }
            self.end = match self.source.step(&mut self.buffer) {
                Step::Bytes => None,
                Step::Boundary => Some(End::Boundary),
                Step::Damage(damage) => Some(End::Damage(damage)),
                Step::End => Some(End::File),
            };
        }
        &self.buffer[self.next..]
    }

    pub(super) fn consume(&mut self, count: usize) {
        self.next += count;
        self.place.text += count as u64;
    }

    /// Goes on behind the end of a segment that was consumed; false if the file ends there.
    pub(super) fn next_segment(&mut self) -> bool {
        match self.end {
            None | Some(End::File) => return false,
            Some(End::Boundary) => self.end = None,
            // Up to the next boundary there is nothing.
            Some(End::Damage(_)) => {
                self.end = None;
                self.at_least(1);
                if self.end != Some(End::Boundary) {
                    return false;
                }
                self.end = None;
            }
        }
        self.place = Place { member: self.source.member(), text: 0 };
        true
    }
}
