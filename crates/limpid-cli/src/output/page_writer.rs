use super::sequence::{Finished, Sequence};
use crate::inputs::Name;
use std::io::{self, ErrorKind, Write};
use std::mem;

/// The number of bytes that a page collects before it writes them to standard output at its turn.
const WRITE_INTERVAL: usize = 64 << 10;
/// The number of bytes buffered for a page while earlier pages are not finished. A page with more output blocks until its turn.
const MAX_BUFFERED: usize = 8 << 20;

/// The output of a command for one page: buffered until it is the page's turn, then written in whole lines.
pub(crate) struct PageWriter<'s, 'p> {
    sequence: &'s Sequence<'p>,
    number: usize,
    name: Name,
    buffer: Vec<u8>,
    /// The length of the prefix of the buffer that is known to contain no line end.
    searched: usize,
    /// Whether the page's turn has come and its header is printed.
    is_started: bool,
    is_finished: bool,
}

impl<'s, 'p> PageWriter<'s, 'p> {
    pub(super) fn new(sequence: &'s Sequence<'p>, number: usize, name: Name) -> PageWriter<'s, 'p> {
        PageWriter { sequence, number, name, buffer: Vec::new(), searched: 0, is_started: false, is_finished: false }
    }

    /// Prints the remaining output, now or at the page's turn.
    pub(crate) fn finish(mut self, result: io::Result<()>) {
        self.is_finished = true;
        match result {
            Err(error) => self.sequence.fail(error),
            Ok(()) if !self.is_started => {
                let text = mem::take(&mut self.buffer);
                self.sequence.finish(self.number, Finished::Page { name: mem::take(&mut self.name), text });
            }
            Ok(()) => {
                if let Err(error) = self.sequence.printer.write(&self.buffer) {
                    self.sequence.fail(error);
                }
                self.sequence.next_turn();
            }
        }
    }

    /// Prints a message instead of the page, and discards the buffered output. Must not be called after a part of the page was printed.
    pub(crate) fn refuse(mut self, message: String) {
        self.is_finished = true;
        self.sequence.finish(self.number, Finished::Message(message));
    }

    #[cold]
    fn write_out(&mut self) -> io::Result<()> {
        if !self.is_started {
            if self.buffer.len() >= MAX_BUFFERED {
                self.sequence.wait_for_turn(self.number);
            } else if !self.sequence.is_turn(self.number) {
                return Ok(());
            }
            if self.sequence.has_failed() {
                return Err(ErrorKind::BrokenPipe.into());
            }
            self.sequence.printer.start_page(&self.name)?;
            self.is_started = true;
        }
        // A line longer than the buffer limit is written in parts.
        let whole_lines = match self.buffer[self.searched..].iter().rposition(|&byte| byte == b'\n') {
            Some(at) => self.searched + at + 1,
            None if self.buffer.len() < MAX_BUFFERED => {
                self.searched = self.buffer.len();
                return Ok(());
            }
            None => self.buffer.len(),
        };
        self.sequence.printer.write(&self.buffer[..whole_lines])?;
        self.buffer.drain(..whole_lines);
        self.searched = self.buffer.len();
        Ok(())
    }
}

impl Write for PageWriter<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let before = self.buffer.len();
        self.buffer.extend_from_slice(bytes);
        if before / WRITE_INTERVAL != self.buffer.len() / WRITE_INTERVAL {
            self.write_out()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A page that is dropped unfinished, as in a panic, must not block the pages that wait for it.
impl Drop for PageWriter<'_, '_> {
    fn drop(&mut self) {
        if !self.is_finished {
            self.sequence.fail(io::Error::other("the output of a page is incomplete"));
        }
    }
}
