//! An opened file, not yet known to be a page or an archive.

use super::compressed;
use super::input::Notice;
use super::kind::is_standard_input;
use super::source::{Name, Source};
use crate::progress::Progress;
use std::fmt;
use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::{Path, PathBuf};

/// The number of bytes that determine the kind of a file.
const START_LEN: u64 = 512;

/// Standard input or an opened file, with its first bytes in memory, because a pipe can be read only once.
pub(super) struct Peeked {
    pub(super) path: PathBuf,
    start: Vec<u8>,
    rest: Box<dyn Read + Send>,
}

impl Peeked {
    pub(super) fn open(path: &Path) -> Result<Peeked, Notice> {
        let fail = |error: io::Error| Notice::unreadable(path, &error);
        let mut rest: Box<dyn Read + Send> = if is_standard_input(path) {
            // `StdinLock` cannot be sent to another thread.
            Box::new(io::stdin())
        } else {
            Box::new(File::open(path).map_err(fail)?)
        };
        let mut start = Vec::new();
        rest.by_ref().take(START_LEN).read_to_end(&mut start).map_err(fail)?;
        Ok(Peeked { path: path.to_owned(), start, rest })
    }

    pub(super) fn is_archive(&self) -> bool {
        limpid_warc::is_warc_name(&self.path) || limpid_warc::is_warc(&self.start)
    }

    pub(super) fn is_compressed(&self) -> bool {
        self.start.starts_with(&[0x1f, 0x8b]) || self.start.starts_with(&[0x28, 0xb5, 0x2f, 0xfd])
    }

    pub(super) fn into_reader(self, progress: Progress) -> impl Read + Send + use<> {
        let inner = Cursor::new(self.start).chain(self.rest);
        CountingReader { inner, progress }
    }

    pub(super) fn read(self, progress: Progress) -> Result<Source, Notice> {
        let path = self.path.clone();
        let mut bytes = Vec::new();
        match self.into_reader(progress).read_to_end(&mut bytes).and_then(|_| compressed::decompressed(bytes)) {
            Ok((bytes, _)) => Ok(Source::new(Name::of_file(&path), bytes)),
            Err(error) => Err(Notice::unreadable(&path, &error)),
        }
    }
}

impl fmt::Debug for Peeked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Peeked").field("path", &self.path).finish_non_exhaustive()
    }
}

/// A reader that reports the bytes it reads to the progress bar.
struct CountingReader<R> {
    inner: R,
    progress: Progress,
}

impl<R: Read> Read for CountingReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.progress.bytes_done(count as u64);
        Ok(count)
    }
}
