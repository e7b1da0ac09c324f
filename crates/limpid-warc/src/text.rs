//! The decompressed text of an archive, divided into segments. No record extends beyond the end of its segment.

use crate::inflate::Damage;
use crate::input::Input;
use crate::members::{GZIP, Members, Step};
use crate::record_start;
use crate::zstandard;
use std::fmt;
use std::io::{self, Read, Seek, SeekFrom};

/// The buffer capacity in bytes that is kept after a large record.
const MIN_CAPACITY: usize = 1 << 20;
/// The number of bytes that are searched to detect how a file is compressed, if its start is damaged.
const SAMPLE_LENGTH: usize = 1 << 20;

/// The position of a record in an archive.
///
/// ```
/// let place = limpid_warc::Place { member: Some(812), text: 0 };
/// assert_eq!((place.offset(), place.to_string()), (812, "byte 812".to_owned()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The offset in the file of the gzip member or Zstandard frame, if the file is compressed.
    pub member: Option<u64>,
    /// The offset in the decompressed text after `member`, or in an uncompressed file.
    pub text: u64,
}

impl Place {
    /// Returns the offset in the file of the record, or of its gzip member or Zstandard frame. CDX indices contain the same offset.
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
                write!(f, "byte {member}, decompressed offset {text}")
            }
            place => write!(f, "byte {}", place.offset()),
        }
    }
}

/// The reason why a segment ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// The next gzip member or Zstandard frame starts with a record.
    Boundary,
    Damage(Damage),
    File,
}

/// How a file is compressed.
#[derive(Debug)]
enum Form {
    Unknown,
    Uncompressed,
    Members(Box<Members>),
}

/// The text of an archive, one segment at a time. Text that was read and not consumed stays in memory.
#[derive(Debug)]
pub(crate) struct Text<R> {
    pub(crate) input: Input<R>,
    form: Form,
    buffer: Vec<u8>,
    /// The position in `buffer` of the next byte.
    next: usize,
    /// The position in the archive of the next byte.
    place: Place,
    /// Why the segment ends, once all of it was read.
    end: Option<End>,
}

impl<R: Read> Text<R> {
    pub(crate) fn new(reader: R) -> Text<R> {
        let place = Place { member: None, text: 0 };
        Text { input: Input::new(reader), form: Form::Unknown, buffer: Vec::new(), next: 0, place, end: None }
    }

    /// Detects how the file is compressed. Has to be called first.
    pub(crate) fn detect_form(&mut self) {
        if !matches!(self.form, Form::Unknown) {
            return;
        }
        let is_zstandard =
            |start: &[u8]| start.starts_with(&zstandard::MAGIC) || zstandard::skippable_length(start).is_some();
        let start = self.input.peek(record_start::SIGNATURE_LENGTH);
        let has_known_start =
            start.starts_with(&GZIP) || is_zstandard(start) || record_start::starts_with_version(start);
        let sample = self.input.peek(if has_known_start { 1 } else { SAMPLE_LENGTH });
        // If the start of the file is damaged, records in plain text show that the file is uncompressed. Compressed data in the sample shows
        // less, because it may be the content of a record.
        let has_records = || !has_known_start && record_start::find_record_start(sample, 0, true).is_some();
        let is_uncompressed = record_start::starts_with_version(sample) || has_records();
        let is_gzip =
            sample.starts_with(&GZIP) || !has_known_start && !is_uncompressed && Members::contains_gzip_header(sample);
        let is_zstandard =
            is_zstandard(sample) || !has_known_start && memchr::memmem::find(sample, &zstandard::MAGIC).is_some();
        self.form = if is_uncompressed || !is_gzip && !is_zstandard {
            Form::Uncompressed
        } else {
            let mut members = Members::new(!is_gzip);
            // Loads the dictionary now, because a reader of a range seeks past it. If the dictionary is damaged, the frames that need it
            // report the error.
            let _ = members.skip_frames(&mut self.input);
            Form::Members(Box::new(members))
        };
        self.place.member = self.member();
    }

    /// Seeks to a position in the file, which may be inside a record. `detect_form` has to be called before.
    pub(crate) fn seek_to(self, start: u64) -> io::Result<Text<R>>
    where
        R: Seek,
    {
        let Text { input, mut form, .. } = self;
        let mut reader = input.into_reader();
        reader.seek(SeekFrom::Start(start))?;
        let place = match &mut form {
            Form::Members(members) => {
                members.search_from(start);
                Place { member: Some(start), text: 0 }
            }
            Form::Uncompressed | Form::Unknown => Place { member: None, text: start },
        };
        Ok(Text { input: Input::at(reader, start), form, buffer: Vec::new(), next: 0, place, end: None })
    }

    /// Sets the position in the file where the search for compressed members ends.
    pub(crate) fn set_search_end(&mut self, end: u64) {
        if let Form::Members(members) = &mut self.form {
            members.set_search_end(end);
        }
    }

    /// Returns the offset in the file of the current gzip member or Zstandard frame, if the file is compressed.
    fn member(&self) -> Option<u64> {
        match &self.form {
            Form::Members(members) => Some(members.member),
            Form::Uncompressed | Form::Unknown => None,
        }
    }

    pub(crate) fn place(&self) -> Place {
        self.place
    }

    /// Returns the reason why the segment ends, if it was read to its end.
    pub(crate) fn end(&self) -> Option<End> {
        self.end
    }

    /// Returns the next bytes without consuming them: at least `count`, or all that remain in the segment.
    pub(crate) fn peek(&mut self, count: usize) -> &[u8] {
        while self.buffer.len() - self.next < count && self.end.is_none() {
            if self.next > self.buffer.len() / 2 {
                self.buffer.drain(..self.next);
                self.next = 0;
                self.buffer.shrink_to(MIN_CAPACITY.max(2 * self.buffer.len()));
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
        let bytes = self.input.peek(1);
        let count = bytes.len();
        self.buffer.extend_from_slice(bytes);
        self.input.consume(count);
        if count == 0 { Step::End } else { Step::Bytes }
    }

    pub(crate) fn consume(&mut self, count: usize) {
        self.next += count;
        self.place.text += count as u64;
    }

    /// Continues with the next segment. Call it when the current segment is consumed. Returns false at the end of the file.
    pub(crate) fn next_segment(&mut self) -> bool {
        match self.end {
            None | Some(End::File) => return false,
            Some(End::Boundary) => self.end = None,
            // No text precedes the next boundary.
            Some(End::Damage(_)) => {
                self.end = None;
                self.peek(1);
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
