//! The text of a WARC file, in pieces that records do not go beyond.

use super::gzip::{Gzip, MAGIC};
use super::inflate::Damage;
use super::input::Input;
use super::record;
use std::io::Read;

/// How many bytes tell what kind of file it is, if its start is damaged.
const SAMPLE: usize = 1 << 20;

/// What comes next in a file.
#[derive(Debug)]
pub(super) enum Step {
    /// Some bytes, perhaps none.
    Bytes,
    /// A gzip member that starts with a record.
    Boundary,
    /// The text breaks off, and starts again where the next [`Boundary`](Step::Boundary) is.
    Damage(Damage),
    End,
}

#[derive(Debug)]
pub(super) struct Source<R> {
    pub(super) input: Input<R>,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    Unknown,
    Plain,
    Gzip(Box<Gzip>),
}

/// The file is compressed in a way that is not read.
#[derive(Debug)]
pub(super) struct Zstandard;

impl<R: Read> Source<R> {
    pub(super) fn new(reader: R) -> Source<R> {
        Source { input: Input::new(reader), kind: Kind::Unknown }
    }

    /// Looks at the first bytes; false if that was done before.
    pub(super) fn look(&mut self) -> Result<bool, Zstandard> {
        if !matches!(self.kind, Kind::Unknown) {
            return Ok(false);
        }
        let start = self.input.at_least(record::MAX_SIGN);
        let expected = start.starts_with(&MAGIC) || record::is_version_start(start);
        let sample = self.input.at_least(if expected { 1 } else { SAMPLE });
        // Frames of Zstandard, and those with its dictionary, which come first in .warc.zst files.
        if sample.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]) || sample.starts_with(&[0x5d, 0x2a, 0x4d, 0x18]) {
            return Err(Zstandard);
        }
        // Neither damage at the start nor compressed data in a record makes it another kind of file.
        let gzip = sample.starts_with(&MAGIC)
            || !expected && record::find_start(sample, 0, true).is_none() && Gzip::is_in(sample);
        self.kind = if gzip { Kind::Gzip(Box::new(Gzip::new())) } else { Kind::Plain };
        Ok(true)
    }

    /// Appends the next bytes to `out`, or says what is there instead.
    pub(super) fn step(&mut self, out: &mut Vec<u8>) -> Step {
        match &mut self.kind {
            Kind::Gzip(gzip) => gzip.step(&mut self.input, out),
            Kind::Plain | Kind::Unknown => {
                let bytes = self.input.at_least(1);
                let count = bytes.len();
                out.extend_from_slice(bytes);
                self.input.consume(count);
                if count == 0 { Step::End } else { Step::Bytes }
            }
        }
    }

    /// The place in the file of the gzip member at hand, if it has such.
    pub(super) fn member(&self) -> Option<u64> {
        match &self.kind {
            Kind::Gzip(gzip) => Some(gzip.member),
            Kind::Plain | Kind::Unknown => None,
        }
    }
}
