use super::{Name, NoPage, Source, source};
use crate::progress::Progress;
use crate::warc;
use std::fmt;
use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::{Path, PathBuf};

/// How many of the first bytes are looked at.
const START: u64 = 512;

/// Standard input or a file, opened, with its first bytes looked at: what comes through a pipe can be read once.
pub(super) struct Peeked {
    path: PathBuf,
    name: Name,
    start: Vec<u8>,
    rest: Box<dyn Read + Send>,
}

impl Peeked {
    pub(super) fn open(path: &Path) -> Result<Peeked, NoPage> {
        let fail = |error: io::Error| NoPage::Unreadable(source::reason(path, &error));
        let (name, mut rest): (_, Box<dyn Read + Send>) = if super::is_standard_input(path) {
            // Not its lock, which belongs to the thread that takes it.
            (Name::standard_input(), Box::new(io::stdin()))
        } else {
            (Name::of_file(path), Box::new(File::open(path).map_err(fail)?))
        };
        let mut start = Vec::new();
        rest.by_ref().take(START).read_to_end(&mut start).map_err(fail)?;
        Ok(Peeked { path: path.to_owned(), name, start, rest })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn name(&self) -> &Name {
        &self.name
    }

    pub(super) fn is_archive(&self) -> bool {
        warc::is_named(&self.path) || warc::is_in(&self.start)
    }

    /// All bytes, from the first one on; progress goes by them.
    pub(super) fn into_reader(self, progress: Progress) -> impl Read + Send + use<> {
        let inner = Cursor::new(self.start).chain(self.rest);
        Watched { inner, progress }
    }

    /// The page that it is.
    pub(super) fn read(self, progress: Progress) -> Result<Source, NoPage> {
        let (path, name) = (self.path.clone(), self.name.clone());
        let mut bytes = Vec::new();
        match self.into_reader(progress).read_to_end(&mut bytes) {
            Ok(_) => Ok(Source::new(name, bytes)),
            Err(error) => Err(NoPage::Unreadable(source::reason(&path, &error))),
        }
    }
}

impl fmt::Debug for Peeked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Peeked").field("path", &self.path).finish_non_exhaustive()
    }
}

/// A reader whose bytes are counted as they are read.
struct Watched<R> {
    inner: R,
    progress: Progress,
}

impl<R: Read> Read for Watched<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.progress.bytes_done(count as u64);
        Ok(count)
    }
}
