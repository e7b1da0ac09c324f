//! Reads the records of an archive in order. After damage, continues with the next record.

use crate::bad_record::{BadRecord, Reason};
use crate::fields::Fields;
use crate::inflate::Damage;
use crate::record_start::{self, SIGNATURE_LENGTH};
use crate::text::{End, Place, Text};
use std::borrow::Cow;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;

/// The default limit of a block in bytes.
const DEFAULT_LIMIT: usize = 256 << 20;
/// The longest accepted header of a record in bytes.
const MAX_HEAD: usize = 1 << 20;
/// The number of bytes kept of a block that exceeds the limit, to read its HTTP header.
const SAMPLE_LENGTH: usize = 64 * 1024;
/// The largest number of bytes of line ends that are accepted after a block. The standard requires two line ends.
const MAX_LINE_ENDS: usize = 16;
/// The number of bytes before a range that are read to find its first record.
const LOOKBACK: u64 = 1 << 20;

/// Reads the records of an archive in order. Holds one record in memory.
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
    /// The range of file offsets in which records have to start.
    range: Range<u64>,
    /// The file offset at which reading started.
    start: u64,
    /// The length of the record that the last call returned, which is still in the buffer.
    borrowed_length: usize,
    /// Whether the damage at the end of the current segment of [`Text`] was reported as the reason why a record cannot be read.
    is_damage_reported: bool,
    finished: bool,
    /// Whether reading started in the middle of the file and no record was found yet.
    is_syncing: bool,
}

/// A record: its header, and its block in memory.
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
    /// The block, or the first bytes of a block that exceeds the limit.
    pub(crate) block: Cow<'r, [u8]>,
    pub(crate) limit: usize,
}

impl Record<'static> {
    /// Reads a single record, such as the bytes at the offset and length in a CDX index: a gzip member, a Zstandard frame without a
    /// dictionary, or an uncompressed record.
    ///
    /// # Errors
    /// The record cannot be read. The error's position is relative to `bytes`.
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
    /// Copies the block, so that the record no longer borrows the reader.
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

    /// Returns the fields of the record's header.
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

    /// Returns the `WARC-Type` in lower case, such as `response`, `request`, `metadata`, `warcinfo` or `revisit`.
    ///
    /// ```
    /// # let file = b"WARC/1.1\r\nWARC-Type: Revisit\r\nContent-Length: 0\r\n\r\n\r\n\r\n";
    /// let mut records = limpid_warc::Records::new(&file[..]);
    /// assert_eq!(records.next_record().unwrap().unwrap().kind(), "revisit");
    /// ```
    pub fn kind(&self) -> String {
        self.fields.get("WARC-Type").unwrap_or_default().to_ascii_lowercase()
    }

    /// Returns whether the record has this `WARC-Type`, ignoring ASCII case.
    pub(crate) fn is_kind(&self, kind: &str) -> bool {
        self.fields.all("WARC-Type").last().is_some_and(|value| value.eq_ignore_ascii_case(kind.as_bytes()))
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

    /// Returns the block as stored, without decoding HTTP. Returns `None` if the block exceeds the limit.
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

/// Returns the `WARC-Target-URI`, without angle brackets.
fn url(fields: &Fields) -> Option<String> {
    let url = fields.get("WARC-Target-URI")?;
    // Some writers add angle brackets, because the grammar of WARC 1.0 can be read this way.
    let bare = url.strip_prefix('<').and_then(|url| url.strip_suffix('>')).unwrap_or(&url);
    Some(bare.to_owned()).filter(|url| !url.is_empty())
}

/// A record whose block is not borrowed from the buffer yet.
struct RawRecord {
    place: Place,
    fields: Fields,
    length: u64,
    block: Block,
}

enum Block {
    /// The block's range in the buffer.
    Buffered(Range<usize>),
    /// A copy of the first bytes of a block that exceeds the limit.
    Start(Vec<u8>),
}

impl<R: Read> Records<R> {
    /// Reads an archive: uncompressed, gzip (one member per record or a single member), or Zstandard, with or without a dictionary.
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
            borrowed_length: 0,
            is_damage_reported: false,
            finished: false,
            is_syncing: false,
        }
    }

    /// Reads the records that start in a range of bytes of the file, so that several readers can share a file.
    ///
    /// A record belongs to the range in which its gzip member or Zstandard frame starts, or the record itself in an uncompressed file.
    /// Wherever you split a file, each record is therefore in exactly one range. The last record may extend beyond the range. A record
    /// that started before the range is skipped without an error.
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
    /// Reading starts up to 1 MiB before the range. This way, the records of an archive that is itself stored in a record are not mistaken
    /// for records of this archive.
    ///
    /// # Errors
    /// The reader cannot seek, or seeking fails.
    pub fn range(reader: R, range: Range<u64>) -> io::Result<Records<R>>
    where
        R: Seek,
    {
        Records::range_from(reader, range.start.saturating_sub(LOOKBACK), range)
    }

    /// Reads the records of a range; starts reading at `start`, before the range.
    pub(crate) fn range_from(mut reader: R, start: u64, range: Range<u64>) -> io::Result<Records<R>>
    where
        R: Seek,
    {
        reader.seek(SeekFrom::Start(0))?;
        let mut records = Records::new(reader);
        // Only the start of a file shows how the file is compressed.
        records.text.detect_form();
        if start > 0 {
            records.text = records.text.seek_to(start)?;
            records.start = start;
            records.is_syncing = true;
        }
        records.text.set_search_end(range.end);
        records.range = range;
        Ok(records)
    }

    /// Sets the largest block that is held in memory and the largest decoded payload, in bytes. The default is 256 MiB.
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

    /// Returns the number of bytes that were read from the file so far. For a compressed file, these are compressed bytes.
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

    /// Reads the next record, or returns the reason why it cannot be read. Returns `None` at the end of the file, and after a reason that
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
        self.text.consume(std::mem::take(&mut self.borrowed_length));
        let RawRecord { place, fields, length, block } = loop {
            let raw = self.next_raw_record()?;
            let was_syncing = std::mem::take(&mut self.is_syncing);
            match raw {
                Ok(RawRecord { place, block, .. }) if place.offset() < self.range.start => {
                    if let Block::Buffered(range) = block {
                        self.text.consume(range.end);
                    }
                }
                Ok(raw) => break raw,
                Err(BadRecord { reason: Reason::NoRecord(_), place: Place { member: None, .. }, .. })
                    if was_syncing => {}
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
                self.borrowed_length = range.end;
                Cow::Borrowed(&self.text.peek(range.end)[range])
            }
        };
        Some(Ok(Record { place, fields, length, block, limit: self.limit }))
    }

    fn next_raw_record(&mut self) -> Option<Result<RawRecord, BadRecord>> {
        let bad = |place, reason| Some(Err(BadRecord { place, url: None, reason }));
        self.text.detect_form();
        while !self.finished {
            self.skip_blank();
            let place = self.text.place();
            if place.offset() >= self.range.end {
                self.finished = true;
            } else if self.text.peek(1).is_empty() {
                if let Some(reason) = self.next_segment() {
                    return bad(place, reason);
                }
            } else if self.is_at_record() {
                return Some(self.read_record());
            } else {
                let length = self.skip_to_next_record();
                let is_damage = self.text.peek(1).is_empty() && matches!(self.text.end(), Some(End::Damage(_)));
                return bad(place, if is_damage { self.cut_off() } else { Reason::NoRecord(length) });
            }
        }
        None
    }

    fn read_record(&mut self) -> Result<RawRecord, BadRecord> {
        let place = self.text.place();
        let (start, fields) = match self.read_head() {
            Ok(head) => head,
            Err(reason) => {
                self.skip_to_next_record();
                return Err(BadRecord { place, url: None, reason });
            }
        };
        match self.read_block(start, &fields) {
            Ok((length, block)) => Ok(RawRecord { place, fields, length, block }),
            Err(reason) => Err(BadRecord { place, url: url(&fields), reason }),
        }
    }

    /// Reads the header at the current position. Returns its length and its fields.
    fn read_head(&mut self) -> Result<(usize, Fields), Reason> {
        let (mut first, mut line, mut searched) = (0, 0, 0);
        loop {
            let text = self.text.peek(searched + 1);
            if let Some(length) = memchr::memchr(b'\n', &text[searched..]) {
                let end = searched + length + 1;
                if line == 0 {
                    first = end;
                } else if matches!(&text[line..end], b"\n" | b"\r\n") {
                    return Ok((end, Fields::parse(&text[first..line])));
                } else if record_start::is_version_line(&text[line..end - 1]) {
                    return Err(Reason::HeaderInterrupted);
                }
                (line, searched) = (end, end);
            } else if text.len() == searched {
                return Err(self.cut_off());
            } else {
                searched = text.len();
            }
            if searched > MAX_HEAD {
                return Err(Reason::HeaderTooLong);
            }
        }
    }

    /// Returns the length and the location of the block that starts at `start` in the text. Consumes the record if its block is bad or
    /// exceeds the limit.
    fn read_block(&mut self, start: usize, fields: &Fields) -> Result<(u64, Block), Reason> {
        let text = fields.get("Content-Length").unwrap_or_default();
        let length: u64 = match text.parse() {
            Ok(length) if text.bytes().all(|byte| byte.is_ascii_digit()) => length,
            _ => {
                self.skip_to_next_record();
                return Err(Reason::InvalidLength(text));
            }
        };
        let size = usize::try_from(length).ok().filter(|&size| size <= self.limit);
        let Some(end) = size.and_then(|size| start.checked_add(size)) else {
            return self.skip_large_block(start, length);
        };
        let text = self.text.peek(end + MAX_LINE_ENDS + SIGNATURE_LENGTH);
        if text.len() < end {
            // If the length is wrong, complete records may follow before the end of the segment.
            let next = record_start::find_record_start(text, start, false);
            let all = text.len();
            let reason = if next.is_some() { Reason::WrongLength(length) } else { self.cut_off() };
            self.text.consume(next.unwrap_or(all));
            return Err(reason);
        }
        let is_end = match classify_after_block(&text[end..]) {
            AfterBlock::Record => true,
            // A block with a wrong length may end inside a later record, where two line ends follow by chance, or near the end of a later
            // record. In both cases, the block contains the start of that record.
            AfterBlock::Ambiguous => record_start::find_record_start(&text[..end], start, false).is_none(),
            AfterBlock::Other => false,
        };
        if !is_end {
            self.skip_to_next_record();
            return Err(Reason::WrongLength(length));
        }
        let remaining = text.len() - end - line_ends(&text[end..]);
        // A wrong checksum is reported for the last record of a member.
        if remaining == 0 && self.text.end() == Some(End::Damage(Damage::Checksum)) {
            self.text.consume(end);
            return Err(self.cut_off());
        }
        Ok((length, Block::Buffered(start..end)))
    }

    /// Skips a block that exceeds the limit. Searches for the next record to check the length of the block.
    fn skip_large_block(&mut self, start: usize, length: u64) -> Result<(u64, Block), Reason> {
        let text = self.text.peek(start + SAMPLE_LENGTH);
        let sample = text[start..text.len().min(start + SAMPLE_LENGTH)].to_vec();
        let skipped = self.skip_to_next_record().saturating_sub(start as u64);
        if skipped >= length {
            Ok((length, Block::Start(sample)))
        } else if self.text.peek(1).is_empty() {
            Err(self.cut_off())
        } else {
            Err(Reason::WrongLength(length))
        }
    }

    /// Skips to the next record after the current position, or to the end of the segment. Returns the number of bytes skipped.
    fn skip_to_next_record(&mut self) -> u64 {
        let from = self.text.place().text;
        let mut known = 1;
        loop {
            let text = self.text.peek(known);
            let all = text.len();
            let next = record_start::find_record_start(text, 0, false);
            // Keeps the last bytes, which may be the start of a record that continues in the next bytes.
            self.text.consume(next.unwrap_or(all.saturating_sub(SIGNATURE_LENGTH)));
            if next.is_some() {
                break;
            }
            let rest = self.text.peek(0).len();
            known = rest + 1;
            if self.text.peek(known).len() == rest {
                self.text.consume(rest);
                break;
            }
        }
        self.text.place().text - from
    }

    /// Returns the reason why the current record ends too early.
    fn cut_off(&mut self) -> Reason {
        self.is_damage_reported = true;
        Reason::cut_off(self.text.end())
    }

    /// Skips line ends and zeros between records.
    fn skip_blank(&mut self) {
        loop {
            let text = self.text.peek(1);
            let count = text.iter().take_while(|byte| matches!(byte, b'\r' | b'\n' | 0)).count();
            if count == 0 {
                return;
            }
            self.text.consume(count);
        }
    }

    fn is_at_record(&mut self) -> bool {
        let text = self.text.peek(SIGNATURE_LENGTH);
        let text = &text[..text.len().min(SIGNATURE_LENGTH)];
        memchr::memchr(b'\n', text).is_some_and(|end| record_start::is_version_line(&text[..end]))
    }

    /// Continues after the end of a segment. Returns the damage or error that ended the segment, unless it was reported before.
    fn next_segment(&mut self) -> Option<Reason> {
        if let Some(End::Damage(damage)) = self.text.end()
            && !std::mem::replace(&mut self.is_damage_reported, true)
        {
            return Some(Reason::Damaged(damage));
        }
        self.is_damage_reported = false;
        if self.text.next_segment() {
            return None;
        }
        self.finished = true;
        self.text.input.take_error().map(Reason::Unreadable)
    }
}

/// The kind of text after a block.
enum AfterBlock {
    /// Two line ends, as the standard requires, and then a record or the end of the text.
    Record,
    /// Two line ends without a record after them, or a record after fewer or more than two line ends.
    Ambiguous,
    /// Neither two line ends nor a record.
    Other,
}

fn classify_after_block(text: &[u8]) -> AfterBlock {
    let line_ends = line_ends(text);
    let after = &text[line_ends..];
    let is_record = after.is_empty() || line_ends == MAX_LINE_ENDS || record_start::is_record_start(after);
    match (text.starts_with(b"\r\n\r\n"), is_record) {
        (true, true) if line_ends == 4 => AfterBlock::Record,
        (false, false) => AfterBlock::Other,
        _ => AfterBlock::Ambiguous,
    }
}

/// Counts the bytes of line ends at the start of the text, up to `MAX_LINE_ENDS`.
fn line_ends(text: &[u8]) -> usize {
    text.iter().take(MAX_LINE_ENDS).take_while(|byte| matches!(byte, b'\r' | b'\n')).count()
}
