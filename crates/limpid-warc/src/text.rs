//! The text of an archive, unpacked, in segments that no record goes beyond.

use crate::inflate::Damage;
use crate::input::Input;
use crate::members::{GZIP, Members, Step};
use crate::record_start;
use crate::zstandard;
use std::fmt;
use std::io::{self, Read, Seek, SeekFrom};

/// The room that is kept for the next record, however large the last one was.
const ROOM: usize = 1 << 20;
/// The number of bytes that tell the form of a file, if its start is damaged.
const SAMPLE: usize = 1 << 20;

/// The position of a record in an archive.
///
/// ```
/// let place = limpid_warc::Place { member: Some(812), text: 0 };
/// assert_eq!((place.offset(), place.to_string()), (812, "byte 812".to_owned()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The offset of the gzip member in the file, if it is compressed.
    pub member: Option<u64>,
    /// The offset in the text of the gzip member, or in a file that is not compressed.
    pub text: u64,
}

impl Place {
    /// Returns the offset in the file of the record, or of the gzip member that it is in, as CDX indices have it.
    ///
    /// ```
    /// # let file = b"WARC/1.1\r\nWARC-Type: warcinfo\r\nContent-Length: 0\r\n\r\n\r\n\r\n".repeat(2);
    /// let mut records = limpid_warc::Records::new(&file[..]);
    /// records.next_record();
    /// let second = records.next_record().unwrap().unwrap().place();
    /// assert_eq!(second.offset(), file.len() as u64 / 2);
    /// ```
    pub fn offset(self) -> u64 {
        self.member.unwrap_or(self.text)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place { member: Some(member), text } if *text > 0 => {
                write!(f, "byte {member}, {text} bytes into the compressed member")
            }
            place => write!(f, "byte {}", place.offset()),
        }
    }
}

/// The end of a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// A gzip member that starts with a record.
    Boundary,
    Damage(Damage),
    File,
}

#[derive(Debug)]
enum Form {
    Unknown,
    Uncompressed,
    Members(Box<Members>),
}

/// The text of an archive, one segment at a time. The text that was read and not consumed is in memory as a whole.
#[derive(Debug)]
pub(crate) struct Text<R> {
    pub(crate) input: Input<R>,
    form: Form,
    buffer: Vec<u8>,
    /// The position in `buffer` of the next byte.
    next: usize,
    /// The position in the archive of the next byte.
    place: Place,
    end: Option<End>,
}

impl<R: Read> Text<R> {
    pub(crate) fn new(reader: R) -> Text<R> {
        let place = Place { member: None, text: 0 };
        Text { input: Input::new(reader), form: Form::Unknown, buffer: Vec::new(), next: 0, place, end: None }
    }

    /// Finds out the form of the file, before anything else is done.
    pub(crate) fn look(&mut self) {
        if !matches!(self.form, Form::Unknown) {
            return;
        }
        let is_zstandard = |start: &[u8]| start.starts_with(&zstandard::MAGIC) || zstandard::skippable(start).is_some();
        let start = self.input.at_least(record_start::MAX_SIGN);
        let is_usual = start.starts_with(&GZIP) || is_zstandard(start) || record_start::is_version_start(start);
        let sample = self.input.at_least(if is_usual { 1 } else { SAMPLE });
        // Neither damage at the start nor compressed data in a record makes it another kind of file.
        let has_records = || !is_usual && record_start::find_start(sample, 0, true).is_some();
        let is_uncompressed = record_start::is_version_start(sample) || has_records();
        let is_gzip = sample.starts_with(&GZIP) || !is_usual && !is_uncompressed && Members::are_gzip(sample);
        let is_zstandard =
            is_zstandard(sample) || !is_usual && memchr::memmem::find(sample, &zstandard::MAGIC).is_some();
        self.form = if is_uncompressed || !is_gzip && !is_zstandard {
            Form::Uncompressed
        } else {
            let mut members = Members::new(!is_gzip);
            // A range of the file needs its dictionary, too. If it is damaged, the frames are that are packed with it.
            let _ = members.skip_frames(&mut self.input);
            Form::Members(Box::new(members))
        };
        self.place.member = self.member();
    }

    /// Goes to a position in the file, where any part of a record may be. The form of the file is known by its start.
    pub(crate) fn go_to(self, start: u64) -> io::Result<Text<R>>
    where
        R: Seek,
    {
        let Text { input, mut form, .. } = self;
        let mut reader = input.into_reader();
        reader.seek(SeekFrom::Start(start))?;
        let place = match &mut form {
            Form::Members(members) => {
                members.start_anywhere(start);
                Place { member: Some(start), text: 0 }
            }
            Form::Uncompressed | Form::Unknown => Place { member: None, text: start },
        };
        Ok(Text { input: Input::at(reader, start), form, buffer: Vec::new(), next: 0, place, end: None })
    }

    /// Ends the search for gzip members after damage at a position in the file.
    pub(crate) fn end_search(&mut self, end: u64) {
        if let Form::Members(members) = &mut self.form {
            members.end_search(end);
        }
    }

    /// Returns the offset in the file of the current gzip member, if there is one.
    fn member(&self) -> Option<u64> {
        match &self.form {
            Form::Members(members) => Some(members.member),
            Form::Uncompressed | Form::Unknown => None,
        }
    }

    pub(crate) fn place(&self) -> Place {
        self.place
    }

    /// Returns the end of the segment, if it was read so far.
    pub(crate) fn end(&self) -> Option<End> {
        self.end
    }

    /// Returns the next text: at least `count` bytes, unless the segment has fewer.
    pub(crate) fn at_least(&mut self, count: usize) -> &[u8] {
        while self.buffer.len() - self.next < count && self.end.is_none() {
            if self.next > self.buffer.len() / 2 {
                self.buffer.drain(..self.next);
                self.next = 0;
                self.buffer.shrink_to(ROOM.max(2 * self.buffer.len()));
            }
            self.end = match self.step() {
                Step::Bytes => None,
                Step::Boundary => Some(End::Boundary),
                Step::Damage(damage) => Some(End::Damage(damage)),
                Step::End => Some(End::File),
            };
        }
        &self.buffer[self.next..]
    }

    fn step(&mut self) -> Step {
        if let Form::Members(members) = &mut self.form {
            return members.step(&mut self.input, &mut self.buffer);
        }
        let bytes = self.input.at_least(1);
        let count = bytes.len();
        self.buffer.extend_from_slice(bytes);
        self.input.consume(count);
        if count == 0 { Step::End } else { Step::Bytes }
    }

    pub(crate) fn consume(&mut self, count: usize) {
        self.next += count;
        self.place.text += count as u64;
    }

    /// Goes to the next segment after one that was consumed; false at the end of the file.
    pub(crate) fn next_segment(&mut self) -> bool {
        match self.end {
            None | Some(End::File) => return false,
            Some(End::Boundary) => self.end = None,
            // There is nothing before the next boundary.
            Some(End::Damage(_)) => {
                self.end = None;
                self.at_least(1);
                if self.end != Some(End::Boundary) {
                    return false;
                }
                self.end = None;
            }
        }
        self.place = Place { member: self.member(), text: 0 };
        true
    }
}
