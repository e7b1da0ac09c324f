//! The records of an archive, one after another; after damage reading goes on at the next record.

use crate::bad_record::{BadRecord, Reason};
use crate::fields::Fields;
use crate::inflate::Damage;
use crate::record_start::{self, MAX_SIGN};
use crate::text::{End, Place, Text};
use std::borrow::Cow;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;

/// The limit of a block in bytes, unless another is set.
const DEFAULT_LIMIT: usize = 256 << 20;
/// The longest head that is read, in bytes.
const MAX_HEAD: usize = 1 << 20;
/// The start of a large block that its HTTP head is read from, in bytes.
const SAMPLE: usize = 64 * 1024;
/// A block is followed by two line ends. This many bytes of others are taken for them, too.
const MAX_LINE_ENDS: usize = 16;
/// The bytes before a range that are read to find out where its records start.
const LOOKBACK: u64 = 1 << 20;

/// The records of an archive, in order, one in memory at a time.
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let file = b"WARC/1.1\r\nWARC-Type: warcinfo\r\nContent-Length: 13\r\n\r\nsoftware: me\n\r\n\r\n";
/// let mut records = limpid_warc::Records::new(&file[..]).limit(64 << 20);
/// while let Some(record) = records.next_record() {
///     match record {
///         Ok(record) => assert_eq!((&*record.kind(), record.block()), ("warcinfo", Some(&b"software: me\n"[..]))),
///         Err(bad) => eprintln!("{bad}"),
///     }
/// }
/// assert_eq!(records.bytes_read(), file.len() as u64);
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Records<R> {
    text: Text<R>,
    limit: usize,
    /// The offsets in the file that records start at.
    range: Range<u64>,
    /// The position in the file that reading started at.
    start: u64,
    /// The length of the record that was handed out last, which is still in the buffer.
    handed_out: usize,
    /// Whether the damage at the end of the segment was attributed to a record.
    told: bool,
    finished: bool,
    /// Whether reading started anywhere, and no record was found since.
    lost: bool,
}

/// A record: its head, and its block in memory.
///
/// ```
/// # let file = b"WARC/1.1\r\nWARC-Type: request\r\nWARC-Target-URI: <https://example.org/>\r\nContent-Length: 4\r\n\r\nGET \r\n\r\n";
/// let mut records = limpid_warc::Records::new(&file[..]);
/// let record = records.next_record().unwrap().unwrap();
/// assert_eq!(record.kind(), "request");
/// assert_eq!(record.url().as_deref(), Some("https://example.org/"));
/// assert_eq!(record.length(), 4);
/// assert!(!record.has_payload() && record.payload().unwrap().is_none());
/// ```
#[derive(Debug)]
pub struct Record<'r> {
    pub(crate) place: Place,
    pub(crate) fields: Fields,
    pub(crate) length: u64,
    /// The block, or the start of one that is longer than the limit.
    pub(crate) block: Cow<'r, [u8]>,
    pub(crate) limit: usize,
}

impl Record<'static> {
    /// Reads the one record that some bytes hold, such as those that an index names with offset and length: a gzip member, or a record
    /// that is not compressed.
    ///
    /// # Errors
    /// The record cannot be read. Its position is that in the bytes.
    ///
    /// ```
    /// let bytes = b"WARC/1.1\r\nWARC-Type: metadata\r\nContent-Length: 2\r\n\r\nhi\r\n\r\n";
    /// let record = limpid_warc::Record::read(bytes)?;
    /// assert_eq!((&*record.kind(), record.block()), ("metadata", Some(&b"hi"[..])));
    /// # Ok::<(), limpid_warc::BadRecord>(())
    /// ```
    pub fn read(bytes: &[u8]) -> Result<Record<'static>, BadRecord> {
        let mut records = Records::new(bytes);
        match records.next_record() {
            Some(record) => record.map(Record::into_owned),
            None => {
                let place = Place { member: None, text: 0 };
                Err(BadRecord { place, url: None, reason: Reason::NoRecord(bytes.len() as u64) })
            }
        }
    }
}

impl Record<'_> {
    /// Copies what the record borrows from the reader, so that the next one can be read.
    ///
    /// ```
    /// # let file = b"WARC/1.1\r\nWARC-Type: warcinfo\r\nContent-Length: 0\r\n\r\n\r\n\r\n".repeat(2);
    /// let mut records = limpid_warc::Records::new(&file[..]);
    /// let mut kept = Vec::new();
    /// while let Some(record) = records.next_record() {
    ///     kept.push(record.unwrap().into_owned());
    /// }
    /// assert_eq!(kept.len(), 2);
    /// ```
    pub fn into_owned(self) -> Record<'static> {
        let Record { place, fields, length, block, limit } = self;
        Record { place, fields, length, block: Cow::Owned(block.into_owned()), limit }
    }

    /// Returns the position of the record.
    ///
    /// ```
    /// # let file = b"WARC/1.1\r\nWARC-Type: warcinfo\r\nContent-Length: 0\r\n\r\n\r\n\r\n";
    /// let mut records = limpid_warc::Records::new(&file[..]);
    /// assert_eq!(records.next_record().unwrap().unwrap().place().offset(), 0);
    /// ```
    pub fn place(&self) -> Place {
        self.place
    }

    /// Returns the fields of the record's head.
    ///
    /// ```
    /// # let file = b"WARC/1.1\r\nWARC-Type: warcinfo\r\nWARC-Date: 2026-01-01T00:00:00Z\r\nContent-Length: 0\r\n\r\n\r\n\r\n";
    /// let mut records = limpid_warc::Records::new(&file[..]);
    /// let record = records.next_record().unwrap().unwrap();
    /// assert!(record.fields().get("WARC-Date").unwrap().starts_with("2026"));
    /// ```
    pub fn fields(&self) -> &Fields {
        &self.fields
    }

    /// Returns the `WARC-Type` in lower case: `response`, `request`, `metadata`, `warcinfo`, `revisit` and others.
    ///
    /// ```
    /// # let file = b"WARC/1.1\r\nWARC-Type: Revisit\r\nContent-Length: 0\r\n\r\n\r\n\r\n";
    /// let mut records = limpid_warc::Records::new(&file[..]);
    /// assert_eq!(records.next_record().unwrap().unwrap().kind(), "revisit");
    /// ```
    pub fn kind(&self) -> String {
        self.fields.get("WARC-Type").unwrap_or_default().to_ascii_lowercase()
    }

    /// Whether this is the `WARC-Type`, in any case.
    pub(crate) fn is_kind(&self, kind: &str) -> bool {
        self.fields.all("WARC-Type").last().is_some_and(|own| own.eq_ignore_ascii_case(kind.as_bytes()))
    }

    /// Returns the `WARC-Target-URI`, without angle brackets.
    ///
    /// ```
    /// # let file = b"WARC/1.0\r\nWARC-Type: request\r\nWARC-Target-URI: <https://example.org/>\r\nContent-Length: 0\r\n\r\n\r\n\r\n";
    /// let mut records = limpid_warc::Records::new(&file[..]);
    /// assert_eq!(records.next_record().unwrap().unwrap().url().as_deref(), Some("https://example.org/"));
    /// ```
    pub fn url(&self) -> Option<String> {
        url(&self.fields)
    }

    /// Returns the length of the block in bytes.
    ///
    /// ```
    /// # let file = b"WARC/1.1\r\nWARC-Type: metadata\r\nContent-Length: 8\r\n\r\nfoo: bar\r\n\r\n";
    /// let mut records = limpid_warc::Records::new(&file[..]);
    /// assert_eq!(records.next_record().unwrap().unwrap().length(), 8);
    /// ```
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Returns the block as it is in the archive; `None` if it is longer than the limit.
    ///
    /// ```
    /// # let file = b"WARC/1.1\r\nWARC-Type: metadata\r\nContent-Length: 8\r\n\r\nfoo: bar\r\n\r\n";
    /// let mut records = limpid_warc::Records::new(&file[..]);
    /// assert_eq!(records.next_record().unwrap().unwrap().block(), Some(&b"foo: bar"[..]));
    /// ```
    pub fn block(&self) -> Option<&[u8]> {
        (self.block.len() as u64 == self.length).then_some(&self.block)
    }
}

/// Returns the `WARC-Target-URI` of a record with these fields.
fn url(fields: &Fields) -> Option<String> {
    let url = fields.get("WARC-Target-URI")?;
    // The standard of 2009 was read to say that the angle brackets belong to it.
    let bare = url.strip_prefix('<').and_then(|url| url.strip_suffix('>')).unwrap_or(&url);
    Some(bare.to_owned()).filter(|url| !url.is_empty())
}

/// A record that was found: the parts of it that are not in the buffer.
struct Found {
    place: Place,
    fields: Fields,
    length: u64,
    block: Block,
}

/// A block: its range in the buffer, or a copy of the start of one that is longer than the limit.
enum Block {
    Buffered(Range<usize>),
    Start(Vec<u8>),
}

impl<R: Read> Records<R> {
    /// Reads an archive that is not compressed, of gzip members, gzip as a whole, or of frames of Zstandard, with a dictionary or without.
    /// The reader need not be buffered.
    ///
    /// ```
    /// # let file = b"WARC/1.1\r\nWARC-Type: warcinfo\r\nContent-Length: 0\r\n\r\n\r\n\r\n".repeat(3);
    /// let mut records = limpid_warc::Records::new(&file[..]); // or an open file
    /// let mut count = 0;
    /// while let Some(record) = records.next_record() {
    ///     count += usize::from(record.is_ok());
    /// }
    /// assert_eq!(count, 3);
    /// ```
    pub fn new(reader: R) -> Records<R> {
        let range = 0..u64::MAX;
        Records {
            text: Text::new(reader),
            limit: DEFAULT_LIMIT,
            range,
            start: 0,
            handed_out: 0,
            told: false,
            finished: false,
            lost: false,
        }
    }

    /// Reads the part of an archive whose records start in a range of its bytes, so that several readers share a file: wherever it is
    /// cut into ranges, each record is in exactly one of them, the one that its gzip member starts in (or the record itself, if the
    /// file is not compressed). The last record is read beyond the end of the range. The one that the start of the range
    /// falls into belongs to the range before it, and nothing is said of it.
    ///
    /// ```
    /// # fn main() -> std::io::Result<()> {
    /// # let record = b"WARC/1.1\r\nWARC-Type: metadata\r\nContent-Length: 2\r\n\r\nhi\r\n\r\n";
    /// let file = std::io::Cursor::new(record.repeat(10));
    /// let count = |range| -> std::io::Result<usize> {
    ///     let mut records = limpid_warc::Records::range(file.clone(), range)?;
    ///     Ok(std::iter::from_fn(|| records.next_record().map(|record| assert!(record.is_ok()))).count())
    /// };
    /// assert_eq!(count(0..100)? + count(100..101)? + count(101..u64::MAX)?, 10);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// Reading starts up to a mebibyte before the range, so that an archive that is stored in a record, as crawlers find them, is not
    /// taken for a part of this one.
    ///
    /// # Errors
    /// The reader cannot seek.
    pub fn range(reader: R, range: Range<u64>) -> io::Result<Records<R>>
    where
        R: Seek,
    {
        Records::range_from(reader, range.start.saturating_sub(LOOKBACK), range)
    }

    /// Reads the records of a range from a position before it on.
    pub(crate) fn range_from(mut reader: R, start: u64, range: Range<u64>) -> io::Result<Records<R>>
    where
        R: Seek,
    {
        reader.seek(SeekFrom::Start(0))?;
        let mut records = Records::new(reader);
        // The form of a file is known by its start.
        records.text.look();
        if start > 0 {
            records.text = records.text.go_to(start)?;
            records.start = start;
            records.lost = true;
        }
        records.text.end_search(range.end);
        records.range = range;
        Ok(records)
    }

    /// Sets the largest block that is held in memory, in bytes, and the largest size that a payload may unpack to. 256 MiB
    /// unless set.
    ///
    /// ```
    /// # let file = b"WARC/1.1\r\nWARC-Type: metadata\r\nContent-Length: 8\r\n\r\nfoo: bar\r\n\r\n";
    /// let mut records = limpid_warc::Records::new(&file[..]).limit(5);
    /// let record = records.next_record().unwrap().unwrap();
    /// assert_eq!((record.length(), record.block()), (8, None));
    /// ```
    pub fn limit(mut self, bytes: usize) -> Records<R> {
        self.limit = bytes;
        self
    }

    /// Returns the number of bytes that were read of the file so far, compressed if it is.
    ///
    /// ```
    /// # let file = b"WARC/1.1\r\nWARC-Type: warcinfo\r\nContent-Length: 0\r\n\r\n\r\n\r\n";
    /// let mut records = limpid_warc::Records::new(&file[..]);
    /// while records.next_record().is_some() {}
    /// assert_eq!(records.bytes_read(), file.len() as u64);
    /// ```
    pub fn bytes_read(&self) -> u64 {
        self.text.input.position() - self.start
    }

    /// Reads the next record, or the reason why it cannot be read. `None` at the end of the file, and after a reason that
    /// [is final](Reason::is_final).
    ///
    /// ```
    /// # let file = b"WARC/1.1\r\nWARC-Type: warcinfo\r\nContent-Length: 0\r\n\r\n\r\n\r\ndamage";
    /// let mut records = limpid_warc::Records::new(&file[..]);
    /// assert!(records.next_record().unwrap().is_ok());
    /// assert_eq!(records.next_record().unwrap().unwrap_err().reason.code(), "no-record");
    /// assert!(records.next_record().is_none());
    /// ```
    pub fn next_record(&mut self) -> Option<Result<Record<'_>, BadRecord>> {
        self.text.consume(std::mem::take(&mut self.handed_out));
        let Found { place, fields, length, block } = loop {
            let found = self.find()?;
            let was_lost = std::mem::take(&mut self.lost);
            match found {
                Ok(Found { place, block, .. }) if place.offset() < self.range.start => {
                    if let Block::Buffered(range) = block {
                        self.text.consume(range.end);
                    }
                }
                Ok(found) => break found,
                Err(BadRecord { reason: Reason::NoRecord(_), place: Place { member: None, .. }, .. }) if was_lost => {}
                Err(bad) if bad.place.offset() < self.range.start && !bad.reason.is_final() => {}
                Err(bad) => {
                    self.finished |= bad.reason.is_final();
                    return Some(Err(bad));
                }
            }
        };
        let block = match block {
            Block::Start(bytes) => Cow::Owned(bytes),
            Block::Buffered(range) => {
                self.handed_out = range.end;
                Cow::Borrowed(&self.text.at_least(range.end)[range])
            }
        };
        Some(Ok(Record { place, fields, length, block, limit: self.limit }))
    }

    fn find(&mut self) -> Option<Result<Found, BadRecord>> {
        let bad = |place, reason| Some(Err(BadRecord { place, url: None, reason }));
        self.text.look();
        while !self.finished {
            self.skip_blank();
            let place = self.text.place();
            if place.offset() >= self.range.end {
                self.finished = true;
            } else if self.text.at_least(1).is_empty() {
                if let Some(reason) = self.next_segment() {
                    return bad(place, reason);
                }
            } else if self.is_at_record() {
                return Some(self.record());
            } else {
                let length = self.skip();
                let ends = self.text.at_least(1).is_empty() && matches!(self.text.end(), Some(End::Damage(_)));
                return bad(place, if ends { self.cut_off() } else { Reason::NoRecord(length) });
            }
        }
        None
    }

    /// Reads the record that starts here.
    fn record(&mut self) -> Result<Found, BadRecord> {
        let place = self.text.place();
        let (start, fields) = match self.head() {
            Ok(head) => head,
            Err(reason) => {
                self.skip();
                return Err(BadRecord { place, url: None, reason });
            }
        };
        match self.block(start, &fields) {
            Ok((length, block)) => Ok(Found { place, fields, length, block }),
            Err(reason) => Err(BadRecord { place, url: url(&fields), reason }),
        }
    }

    /// Reads the head that starts here. Returns its length and its fields.
    fn head(&mut self) -> Result<(usize, Fields), Reason> {
        let (mut first, mut line, mut searched) = (0, 0, 0);
        loop {
            let text = self.text.at_least(searched + 1);
            if let Some(length) = memchr::memchr(b'\n', &text[searched..]) {
                let end = searched + length + 1;
                if line == 0 {
                    first = end;
                } else if matches!(&text[line..end], b"\n" | b"\r\n") {
                    return Ok((end, Fields::parse(&text[first..line])));
                } else if record_start::is_version_line(&text[line..end - 1]) {
                    return Err(Reason::HeadBroken);
                }
                (line, searched) = (end, end);
            } else if text.len() == searched {
                return Err(self.cut_off());
            } else {
                searched = text.len();
            }
            if searched > MAX_HEAD {
                return Err(Reason::HeadTooLong);
            }
        }
    }

    /// Finds the block after a head, with its length; consumes both if the block is bad or not buffered.
    fn block(&mut self, start: usize, fields: &Fields) -> Result<(u64, Block), Reason> {
        let text = fields.get("Content-Length").unwrap_or_default();
        let length: u64 = match text.parse() {
            Ok(length) if text.bytes().all(|byte| byte.is_ascii_digit()) => length,
            _ => {
                self.skip();
                return Err(Reason::NoLength(text));
            }
        };
        let size = usize::try_from(length).ok().filter(|&size| size <= self.limit);
        let Some(end) = size.and_then(|size| start.checked_add(size)) else {
            return self.large_block(start, length);
        };
        let text = self.text.at_least(end + MAX_LINE_ENDS + MAX_SIGN);
        if text.len() < end {
            // It may be that the length is wrong, and records within it are whole.
            let next = record_start::find_start(text, start, false);
            let all = text.len();
            let reason = if next.is_some() { Reason::WrongLength(length) } else { self.cut_off() };
            self.text.consume(next.unwrap_or(all));
            return Err(reason);
        }
        let ends = match what_follows(&text[end..]) {
            Follows::Record => true,
            // It may as well end within a later record, where that has two line ends, or near its end.
            Follows::Half => record_start::find_start(&text[..end], start, false).is_none(),
            Follows::Other => false,
        };
        if !ends {
            self.skip();
            return Err(Reason::WrongLength(length));
        }
        let behind = text.len() - end - line_ends(&text[end..]);
        // The member's checksum is of this record alone, or of it and those before.
        if behind == 0 && self.text.end() == Some(End::Damage(Damage::Checksum)) {
            self.text.consume(end);
            return Err(self.cut_off());
        }
        Ok((length, Block::Buffered(start..end)))
    }

    /// Passes over a block that is larger than the limit. Only a search for the next record tells that it ends where it should.
    fn large_block(&mut self, start: usize, length: u64) -> Result<(u64, Block), Reason> {
        let text = self.text.at_least(start + SAMPLE);
        let sample = text[start..text.len().min(start + SAMPLE)].to_vec();
        let skipped = self.skip().saturating_sub(start as u64);
        if skipped >= length {
            Ok((length, Block::Start(sample)))
        } else if self.text.at_least(1).is_empty() {
            Err(self.cut_off())
        } else {
            Err(Reason::WrongLength(length))
        }
    }

    /// Goes to the start of the next record, not to one that starts here, or to the end of the segment. Returns the number of
    /// bytes in between.
    fn skip(&mut self) -> u64 {
        let from = self.text.place().text;
        let mut known = 1;
        loop {
            let text = self.text.at_least(known);
            let all = text.len();
            let next = record_start::find_start(text, 0, false);
            // A possible start of a record is kept until all of it is there.
            self.text.consume(next.unwrap_or(all.saturating_sub(MAX_SIGN)));
            if next.is_some() {
                break;
            }
            let rest = self.text.at_least(0).len();
            known = rest + 1;
            if self.text.at_least(known).len() == rest {
                self.text.consume(rest);
                break;
            }
        }
        self.text.place().text - from
    }

    /// Returns the reason why the current record is not all there.
    fn cut_off(&mut self) -> Reason {
        self.told = true;
        Reason::cut_off(self.text.end())
    }

    /// Passes over line ends and zeros between records.
    fn skip_blank(&mut self) {
        loop {
            let text = self.text.at_least(1);
            let count = text.iter().take_while(|byte| matches!(byte, b'\r' | b'\n' | 0)).count();
            if count == 0 {
                return;
            }
            self.text.consume(count);
        }
    }

    fn is_at_record(&mut self) -> bool {
        let text = self.text.at_least(MAX_SIGN);
        let text = &text[..text.len().min(MAX_SIGN)];
        memchr::memchr(b'\n', text).is_some_and(|end| record_start::is_version_line(&text[..end]))
    }

    /// Goes on after the end of a segment; `Some` if there is something wrong with it.
    fn next_segment(&mut self) -> Option<Reason> {
        if let Some(End::Damage(damage)) = self.text.end()
            && !std::mem::replace(&mut self.told, true)
        {
            return Some(Reason::Damaged(damage));
        }
        self.told = false;
        if self.text.next_segment() {
            return None;
        }
        self.finished = true;
        self.text.input.take_error().map(Reason::Unreadable)
    }
}

/// The text after a block.
enum Follows {
    /// Two line ends, as the standard asks for, and a record, or nothing.
    Record,
    /// One of the two: two line ends and something that is not a record, or a record after other line ends.
    Half,
    Other,
}

fn what_follows(text: &[u8]) -> Follows {
    let line_ends = line_ends(text);
    let behind = &text[line_ends..];
    let record = behind.is_empty() || line_ends == MAX_LINE_ENDS || record_start::is_start(behind);
    match (text.starts_with(b"\r\n\r\n"), record) {
        (true, true) if line_ends == 4 => Follows::Record,
        (false, false) => Follows::Other,
        _ => Follows::Half,
    }
}

/// Counts the bytes of line ends that some text starts with, up to the bound.
fn line_ends(text: &[u8]) -> usize {
    text.iter().take(MAX_LINE_ENDS).take_while(|byte| matches!(byte, b'\r' | b'\n')).count()
}
