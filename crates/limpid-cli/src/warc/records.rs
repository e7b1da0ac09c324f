use super::bad_record::{BadRecord, Reason};
use super::inflate::Damage;
use super::page::{self, Content, WarcPage};
use super::record::{self, Head, MAX_SIGN};
use super::source::Zstandard;
use super::text::{End, Place, Text};
use std::io::Read;

/// The largest block that is read, in bytes, unless told otherwise.
const DEFAULT_LIMIT: usize = 256 << 20;
/// No head is longer, in bytes.
const MAX_HEAD: usize = 1 << 20;
/// How much of a block tells what it is.
const SAMPLE: usize = 64 * 1024;
/// Behind a block are two line ends. So many bytes of others are taken for such, too.
const MAX_LINE_ENDS: usize = 16;

/// How many records of each kind there were.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    /// Pages of HTML or XHTML.
    pub(crate) pages: u64,
    /// Of those, the ones that are not whole.
    pub(crate) cut: u64,
    /// Responses and resources that are something else.
    pub(crate) not_html: u64,
    /// Records that are about others: requests, metadata, revisits and so on.
    pub(crate) other: u64,
    /// What could not be read.
    pub(crate) bad: u64,
}

/// The pages in a WARC file, in order, one in memory at a time, and what could not be read.
///
/// Behind damage it goes on at the next record. It never reads on after [`Reason::Unreadable`] and [`Reason::Zstandard`].
#[derive(Debug)]
pub(crate) struct Records<R> {
    text: Text<R>,
    limit: usize,
    counts: Counts,
    /// Whether the damage at the end of the segment was laid to a record.
    told: bool,
    finished: bool,
}

impl<R: Read> Records<R> {
    /// Takes a file that is plain, of gzip members or gzip as a whole. It need not be buffered.
    pub(crate) fn new(reader: R) -> Records<R> {
        Records {
            text: Text::new(reader),
            limit: DEFAULT_LIMIT,
            counts: Counts::default(),
            told: false,
            finished: false,
        }
    }

    /// Sets how many bytes of a record's block are read at most, and to how many its page may unpack.
    #[cfg(test)]
    pub(crate) fn limit(mut self, bytes: usize) -> Records<R> {
        self.limit = bytes;
        self
    }

    /// What was found so far.
    pub(crate) fn counts(&self) -> Counts {
        self.counts
    }

    /// How many bytes of the file were used so far, compressed if it is.
    pub(crate) fn bytes_read(&self) -> u64 {
        self.text.source.input.position()
    }

    /// Reads the record that starts here.
    fn record(&mut self) -> Result<Content, (Option<String>, Reason)> {
        let place = self.text.place();
        let (length, head) = self.head().map_err(|reason| {
            self.skip();
            (None, reason)
        })?;
        self.block(place, length, &head).map_err(|reason| (head.url, reason))
    }

    /// The length of the head that starts here, and what is in it.
    fn head(&mut self) -> Result<(usize, Head), Reason> {
        let (mut first, mut line, mut searched) = (0, 0, 0);
        loop {
            let text = self.text.at_least(searched + 1);
            if let Some(length) = memchr::memchr(b'\n', &text[searched..]) {
                let end = searched + length + 1;
                if line == 0 {
                    first = end;
                } else if matches!(&text[line..end], b"\n" | b"\r\n") {
                    return Ok((end, Head::parse(&text[first..line])));
                } else if record::is_version_line(&text[line..end - 1]) {
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

    /// Reads the block behind a head, and leaves both.
    fn block(&mut self, place: Place, start: usize, head: &Head) -> Result<Content, Reason> {
        let length = match &head.length {
            Ok(length) => *length,
            Err(text) => {
                self.skip();
                return Err(Reason::NoLength(text.clone()));
            }
        };
        let Some(end) =
            usize::try_from(length).ok().filter(|&length| length <= self.limit).map(|length| start + length)
        else {
            return self.large_block(place, start, length, head);
        };
        let text = self.text.at_least(end + MAX_LINE_ENDS + MAX_SIGN);
        if text.len() < end {
            // It may be that the length is wrong, and records within it are whole.
            let next = record::find_start(text, start, false);
            let all = text.len();
            let reason = if next.is_some() { Reason::WrongLength(length) } else { self.cut_off() };
            self.text.consume(next.unwrap_or(all));
            return Err(reason);
        }
        let ends = match what_follows(&text[end..]) {
            Follows::Record => true,
            // It may as well end within a record behind it, where that has two line ends, or near its end.
            Follows::Half => record::find_start(&text[..end], start, false).is_none(),
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
        let content = page::content(place, head, &self.text.at_least(end)[start..end], self.limit);
        self.text.consume(end);
        content
    }

    /// Leaves a record that is too large, or says so. No other way than to search for the next record finds out which.
    fn large_block(&mut self, place: Place, start: usize, length: u64, head: &Head) -> Result<Content, Reason> {
        let text = self.text.at_least(start + SAMPLE);
        let sample = &text[start..text.len().min(start + SAMPLE)];
        let content = page::content(place, head, sample, self.limit);
        let skipped = self.skip().saturating_sub(start as u64);
        match content {
            Ok(content @ (Content::NotHtml | Content::Other)) if skipped >= length => Ok(content),
            _ if skipped >= length => Err(Reason::TooLarge { length, limit: self.limit }),
            _ if self.text.at_least(1).is_empty() => Err(self.cut_off()),
            _ => Err(Reason::WrongLength(length)),
        }
    }

    /// Goes to where the next record starts, not to the one that starts here, or to the end of the segment. Gives the number of
    /// bytes in between.
    fn skip(&mut self) -> u64 {
        let from = self.text.place().text;
        let mut known = 1;
        loop {
            let text = self.text.at_least(known);
            let all = text.len();
            let next = record::find_start(text, 0, false);
            // What may be the start of a record is kept until all of it is there.
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

    /// Why the record at hand is not all there.
    fn cut_off(&mut self) -> Reason {
        self.told = true;
        Reason::cut_off(self.text.end())
    }

    /// Leaves what is between records.
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

    /// Whether a record starts here.
    fn is_at_record(&mut self) -> bool {
        let text = self.text.at_least(MAX_SIGN);
        let text = &text[..text.len().min(MAX_SIGN)];
        memchr::memchr(b'\n', text).is_some_and(|end| record::is_version_line(&text[..end]))
    }

    fn bad(&mut self, place: Place, url: Option<String>, reason: Reason) -> BadRecord {
        self.counts.bad += 1;
        self.finished |= matches!(reason, Reason::Unreadable(_) | Reason::Zstandard);
        BadRecord { place, url, reason }
    }

    /// Goes on behind the end of a segment, unless there is something to say about it.
    fn next_segment(&mut self) -> Option<BadRecord> {
        let place = self.text.place();
        if let Some(End::Damage(damage)) = self.text.end()
            && !std::mem::replace(&mut self.told, true)
        {
            return Some(self.bad(place, None, Reason::Damaged(damage)));
        }
        self.told = false;
        if self.text.next_segment() {
            return None;
        }
        self.finished = true;
        let error = self.text.source.input.take_error()?;
        Some(self.bad(place, None, Reason::Unreadable(error)))
    }
}

/// What is behind a block.
enum Follows {
    /// Two line ends, as the standard has it, and a record, or nothing.
    Record,
    /// As much by halves: two line ends and something that is no record, or a record behind other line ends.
    Half,
    Other,
}

fn what_follows(text: &[u8]) -> Follows {
    let line_ends = line_ends(text);
    let behind = &text[line_ends..];
    let record = behind.is_empty() || line_ends == MAX_LINE_ENDS || record::is_start(behind);
    match (text.starts_with(b"\r\n\r\n"), record) {
        (true, true) if line_ends == 4 => Follows::Record,
        (false, false) => Follows::Other,
        _ => Follows::Half,
    }
}

/// How many bytes of line ends some text starts with, up to the bound.
fn line_ends(text: &[u8]) -> usize {
    text.iter().take(MAX_LINE_ENDS).take_while(|byte| matches!(byte, b'\r' | b'\n')).count()
}

impl<R: Read> Iterator for Records<R> {
    type Item = Result<WarcPage, BadRecord>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Err(Zstandard) = self.text.look() {
            if self.finished {
                return None;
            }
            return Some(Err(self.bad(self.text.place(), None, Reason::Zstandard)));
        }
        while !self.finished {
            self.skip_blank();
            let place = self.text.place();
            if self.text.at_least(1).is_empty() {
                if let Some(bad) = self.next_segment() {
                    return Some(Err(bad));
                }
            } else if !self.is_at_record() {
                let length = self.skip();
                let ends = self.text.at_least(1).is_empty() && matches!(self.text.end(), Some(End::Damage(_)));
                let reason = if ends { self.cut_off() } else { Reason::NoRecord(length) };
                return Some(Err(self.bad(place, None, reason)));
            } else {
                match self.record() {
                    Ok(Content::Page(page)) => {
                        self.counts.pages += 1;
                        self.counts.cut += u64::from(page.cut.is_some());
                        return Some(Ok(page));
                    }
                    Ok(Content::NotHtml) => self.counts.not_html += 1,
                    Ok(Content::Other) => self.counts.other += 1,
                    Err((url, reason)) => return Some(Err(self.bad(place, url, reason))),
                }
            }
        }
        None
    }
}
