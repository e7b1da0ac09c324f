//! The bytes of a file as they are read, with a way back.

use std::io::{ErrorKind, Read};

/// The number of bytes that are kept in front of the read position, to go back to.
const HISTORY: usize = 1 << 20;
/// The number of bytes that are read at once.
const CHUNK: usize = 128 * 1024;

/// A reader with a buffer in which one can go back.
///
/// Going back costs credit, and reading new bytes earns it: whatever is in a file, its bytes are looked at twice on average
/// and no more.
#[derive(Debug)]
pub(crate) struct Input<R> {
    reader: R,
    /// The bytes that were read, and room for more, which is cleared once.
    buffer: Vec<u8>,
    /// The number of bytes in `buffer` that were read.
    filled: usize,
    /// The position in `buffer` of the next byte.
    next: usize,
    /// The position in the file of the first byte of `buffer`.
    base: u64,
    credit: u64,
    ended: bool,
    error: Option<std::io::Error>,
}

/// Reading consumes.
impl<R: Read> Read for Input<R> {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        let count = self.at_least(1).read(out)?;
        self.consume(count);
        Ok(count)
    }
}

impl<R: Read> Input<R> {
    pub(crate) fn new(reader: R) -> Input<R> {
        Input::at(reader, 0)
    }

    /// Reads from a position in the file on, which is where the reader is.
    pub(crate) fn at(reader: R, base: u64) -> Input<R> {
        Input {
            reader,
            buffer: Vec::new(),
            filled: 0,
            next: 0,
            base,
            credit: HISTORY as u64,
            ended: false,
            error: None,
        }
    }

    /// Returns the position in the file of the next byte.
    pub(crate) fn position(&self) -> u64 {
        self.base + self.next as u64
    }

    /// Returns the next bytes: at least `count` of them, unless the file has fewer.
    pub(crate) fn at_least(&mut self, count: usize) -> &[u8] {
        while self.filled - self.next < count && !self.ended {
            self.read_chunk();
        }
        &self.buffer[self.next..self.filled]
    }

    pub(crate) fn consume(&mut self, count: usize) {
        self.next = (self.next + count).min(self.filled);
    }

    /// Goes back to a position in the file, or as near to it as the credit allows.
    pub(crate) fn go_back(&mut self, place: u64) {
        let wanted = self.position().saturating_sub(place.max(self.base));
        let steps = wanted.min(self.credit);
        self.credit -= steps;
        self.next -= steps as usize;
    }

    /// Returns the error that kept the file from being read to its end.
    pub(crate) fn take_error(&mut self) -> Option<std::io::Error> {
        self.error.take()
    }

    pub(crate) fn into_reader(self) -> R {
        self.reader
    }

    fn read_chunk(&mut self) {
        if self.next > 2 * HISTORY {
            let gone = self.next - HISTORY;
            self.buffer.copy_within(gone..self.filled, 0);
            self.filled -= gone;
            self.next = HISTORY;
            self.base += gone as u64;
        }
        if self.buffer.len() < self.filled + CHUNK {
            self.buffer.resize(self.filled + CHUNK, 0);
        }
        let room = &mut self.buffer[self.filled..][..CHUNK];
        let read = loop {
            match self.reader.read(room) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                result => break result,
            }
        };
        let count = read.unwrap_or_else(|error| {
            self.error = Some(error);
            0
        });
        self.filled += count;
        self.credit += count as u64;
        self.ended = count == 0;
    }
}
