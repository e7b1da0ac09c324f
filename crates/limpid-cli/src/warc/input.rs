use std::io::{ErrorKind, Read};

/// How many bytes are kept behind the place that was read to, to go back by.
const HISTORY: usize = 1 << 20;
/// How many bytes are asked for at once.
const CHUNK: usize = 128 * 1024;

/// The bytes of a file as they are read, with a way back by some of them.
///
/// Going back costs credit, and reading new bytes earns as much: whatever is in a file, its bytes are looked at twice on
/// average and no more.
#[derive(Debug)]
pub(super) struct Input<R> {
    reader: R,
    buffer: Vec<u8>,
    /// The place in `buffer` of the next byte.
    next: usize,
    /// The place in the file of the first byte of `buffer`.
    base: u64,
    credit: u64,
    ended: bool,
    error: Option<std::io::Error>,
}

impl<R: Read> Input<R> {
    pub(super) fn new(reader: R) -> Input<R> {
        Input { reader, buffer: Vec::new(), next: 0, base: 0, credit: HISTORY as u64, ended: false, error: None }
    }

    /// The place in the file of the next byte.
    pub(super) fn position(&self) -> u64 {
        self.base + self.next as u64
    }

    /// The bytes that are next: `count` of them at least, unless the file has fewer.
    pub(super) fn at_least(&mut self, count: usize) -> &[u8] {
        while self.buffer.len() - self.next < count && !self.ended {
            self.read();
        }
        &self.buffer[self.next..]
    }

    pub(super) fn consume(&mut self, count: usize) {
        self.next = (self.next + count).min(self.buffer.len());
    }

    /// Goes back to a place in the file, or as near to it as can be paid for.
    pub(super) fn go_back(&mut self, place: u64) {
        let wanted = self.position().saturating_sub(place.max(self.base));
        let steps = wanted.min(self.credit);
        self.credit -= steps;
        self.next -= steps as usize;
    }

    /// What kept the file from being read to its end.
    pub(super) fn take_error(&mut self) -> Option<std::io::Error> {
        self.error.take()
    }

    fn read(&mut self) {
        if self.next > 2 * HISTORY {
            let gone = self.next - HISTORY;
            self.buffer.drain(..gone);
            self.next = HISTORY;
            self.base += gone as u64;
        }
        let length = self.buffer.len();
        self.buffer.resize(length + CHUNK, 0);
        let read = loop {
            match self.reader.read(&mut self.buffer[length..]) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                result => break result,
            }
        };
        let count = read.unwrap_or_else(|error| {
            self.error = Some(error);
            0
        });
        self.buffer.truncate(length + count);
        self.credit += count as u64;
        self.ended = count == 0;
    }
}
