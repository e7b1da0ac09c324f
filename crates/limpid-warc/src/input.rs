//! A buffered reader that can go back.

use std::io::{ErrorKind, Read};

/// The number of bytes kept before the read position for going back.
const HISTORY: usize = 1 << 20;
/// The number of bytes requested from the reader at once.
const CHUNK: usize = 128 * 1024;

/// A buffered reader that can go back.
///
/// The total distance that it can go back is limited to [`HISTORY`] plus the number of bytes read so far. Each byte is therefore read at
/// most twice on average, whatever the file contains.
#[derive(Debug)]
pub(crate) struct Input<R> {
    reader: R,
    /// The bytes that were read (`..filled`), then initialized space for more.
    buffer: Vec<u8>,
    filled: usize,
    /// The position in `buffer` of the next byte.
    next: usize,
    /// The position in the file of the first byte of `buffer`.
    base: u64,
    /// The number of bytes that `go_back` may still go back.
    go_back_budget: u64,
    ended: bool,
    error: Option<std::io::Error>,
}

impl<R: Read> Read for Input<R> {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        let count = self.peek(1).read(out)?;
        self.consume(count);
        Ok(count)
    }
}

impl<R: Read> Input<R> {
    pub(crate) fn new(reader: R) -> Input<R> {
        Input::at(reader, 0)
    }

    /// Starts at position `base` of the file, which is the current position of the reader.
    pub(crate) fn at(reader: R, base: u64) -> Input<R> {
        Input {
            reader,
            buffer: Vec::new(),
            filled: 0,
            next: 0,
            base,
            go_back_budget: HISTORY as u64,
            ended: false,
            error: None,
        }
    }

    /// Returns the position in the file of the next byte.
    pub(crate) fn position(&self) -> u64 {
        self.base + self.next as u64
    }

    /// Returns the next bytes without consuming them: at least `count`, or all that remain.
    pub(crate) fn peek(&mut self, count: usize) -> &[u8] {
        while self.filled - self.next < count && !self.ended {
            self.read_chunk();
        }
        &self.buffer[self.next..self.filled]
    }

    pub(crate) fn consume(&mut self, count: usize) {
        self.next = (self.next + count).min(self.filled);
    }

    /// Goes back to a position in the file, or as far as the budget allows.
    pub(crate) fn go_back(&mut self, position: u64) {
        let distance = self.position().saturating_sub(position.max(self.base));
        let steps = distance.min(self.go_back_budget);
        self.go_back_budget -= steps;
        self.next -= steps as usize;
    }

    /// Takes the error that ended the reading, if any.
    pub(crate) fn take_error(&mut self) -> Option<std::io::Error> {
        self.error.take()
    }

    pub(crate) fn into_reader(self) -> R {
        self.reader
    }

    fn read_chunk(&mut self) {
        if self.next > 2 * HISTORY {
            let dropped = self.next - HISTORY;
            self.buffer.copy_within(dropped..self.filled, 0);
            self.filled -= dropped;
            self.next = HISTORY;
            self.base += dropped as u64;
        }
        if self.buffer.len() < self.filled + CHUNK {
            self.buffer.resize(self.filled + CHUNK, 0);
        }
        let free = &mut self.buffer[self.filled..][..CHUNK];
        let read = loop {
            match self.reader.read(free) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                result => break result,
            }
        };
        let count = read.unwrap_or_else(|error| {
            self.error = Some(error);
            0
        });
        self.filled += count;
        self.go_back_budget += count as u64;
        self.ended = count == 0;
    }
}
