//! Makes windows from chunks. A window contains the bytes of an unfinished token, followed by the next chunk. In this file, a *machine* is a
//! function that runs a tokenizer on a window.

use super::{CurrentToken, Cursor, MAX_KEPT_CAPACITY};
use core::mem;
use limpid_markup::{ErrorCode, InputWindow, ParseError, Span};

/// The maximum length of an input: offsets, and positions up to one byte after a window, have to fit in `u32`.
const INPUT_LIMIT: usize = u32::MAX as usize - 1;

/// The state of the input between two windows.
#[derive(Debug, Default)]
pub struct Feeder {
    /// The input since the start of the unfinished token, if the last chunk ended inside of a token.
    pending: String,
    /// The number of bytes of the unfinished token in the caller's next window, if the caller passes windows instead of chunks.
    kept: usize,
    /// The position in the next window at which the machine continues. For [`run`](Self::run), the window is always the whole input.
    resume_at: usize,
    /// The offset of the next window.
    window_start: u32,
    /// Whether the bytes of the unfinished token, or the whole input, may contain a CR or NUL.
    has_cr_or_nul: bool,
}

/// How a machine stopped in a window.
#[derive(Clone, Copy, Debug)]
pub struct Stop {
    /// The position of the next input character.
    pub pos: usize,
    /// The first position of the window that is still needed.
    pub kept_from: usize,
    /// Whether the sink suspended the machine, so that the input after `pos` was not read.
    pub is_suspended: bool,
}

impl Feeder {
    /// Discards the last input. Keeps the buffer, unless it is large.
    pub fn restart(&mut self) {
        self.pending.clear();
        if self.pending.capacity() > MAX_KEPT_CAPACITY {
            self.pending = String::new();
        }
        self.kept = 0;
        self.resume_at = 0;
        self.window_start = 0;
        self.has_cr_or_nul = false;
    }

    /// Returns the allocated memory in bytes.
    #[cfg(test)]
    pub fn memory(&self) -> usize {
        self.pending.capacity()
    }

    /// Returns the offset up to which the input was consumed.
    pub fn input_offset(&self) -> u32 {
        self.window_start + (self.pending.len() + self.kept) as u32
    }

    /// Whether no input is stored for the next window.
    pub fn is_empty(&self) -> bool {
        self.pending.is_empty()
    }

    /// Truncates the input at a limit in bytes, or at the highest possible offset. Returns an error the first time.
    #[inline]
    pub fn limit<'a>(&self, input: &'a str, bytes: u32, at_limit: &mut bool) -> (&'a str, Option<ParseError>) {
        let offset = self.input_offset();
        let limit = INPUT_LIMIT.min(bytes as usize).saturating_sub(offset as usize);
        if input.len() <= limit {
            return (input, None);
        }
        let mut end = limit;
        while !input.is_char_boundary(end) {
            end -= 1;
        }
        let is_first = !mem::replace(at_limit, true);
        let error = ParseError::new(ErrorCode::InputTooLong, Span::empty(offset + end as u32));
        (&input[..end], is_first.then_some(error))
    }

    /// Runs a machine on a whole input, from the position where it stopped before.
    #[inline]
    pub fn run(
        &mut self,
        input: &str,
        current: &mut CurrentToken,
        machine: impl FnOnce(Cursor<'_, '_>) -> Stop,
    ) -> Stop {
        if self.resume_at == 0 {
            self.has_cr_or_nul = super::has_cr_or_nul(input.as_bytes());
        }
        self.run_window(input, true, current, machine)
    }

    /// Runs a machine on a chunk, and stores the bytes of an unfinished token. Returns how the machine stopped, and the number of bytes consumed: the
    /// length of the chunk, unless the machine was suspended.
    pub fn feed(
        &mut self,
        chunk: &str,
        has_cr_or_nul: bool,
        current: &mut CurrentToken,
        machine: impl FnOnce(Cursor<'_, '_>) -> Stop,
    ) -> (Stop, usize) {
        self.has_cr_or_nul |= has_cr_or_nul;
        let mut pending = mem::take(&mut self.pending);
        let pending_length = pending.len();
        let mut window = chunk;
        if pending_length != 0 {
            // Grow by a quarter. Doubling could hold twice the memory needed.
            if pending.capacity() - pending_length < chunk.len() {
                pending.reserve_exact(chunk.len().max(pending_length / 4));
            }
            pending.push_str(chunk);
            window = &pending;
        }
        let stop = self.run_window(window, false, current, machine);
        self.resume_at -= stop.kept_from;
        self.window_start += stop.kept_from as u32;
        let mut taken = chunk.len();
        if stop.is_suspended {
            // The caller feeds the rest of the chunk again.
            pending.clear();
            taken = stop.pos - pending_length;
        } else if pending_length == 0 {
            pending.push_str(&chunk[stop.kept_from..]);
        } else {
            drop(pending.drain(..stop.kept_from));
        }
        self.has_cr_or_nul &= !pending.is_empty();
        self.pending = pending;
        (stop, taken)
    }

    /// Returns the offset at which the next window starts.
    pub fn needed_from(&self) -> u32 {
        self.window_start
    }

    /// Returns the number of bytes at the start of the caller's next window that were already read.
    pub fn kept(&self) -> usize {
        self.kept
    }

    /// Runs a machine on a window of the caller, which starts at [`needed_from`](Self::needed_from).
    pub fn feed_window(
        &mut self,
        window: &str,
        current: &mut CurrentToken,
        machine: impl FnOnce(Cursor<'_, '_>) -> Stop,
    ) -> Stop {
        self.has_cr_or_nul =
            self.has_cr_or_nul && self.kept != 0 || super::has_cr_or_nul(&window.as_bytes()[self.kept..]);
        let stop = self.run_window(window, false, current, machine);
        self.resume_at -= stop.kept_from;
        self.window_start += stop.kept_from as u32;
        // After a suspension, the machine has not read the rest of the window.
        let taken = if stop.is_suspended { stop.pos } else { window.len() };
        self.kept = taken - stop.kept_from;
        stop
    }

    /// Runs a machine on the last window of the caller.
    pub fn finish_window(
        &mut self,
        window: &str,
        current: &mut CurrentToken,
        machine: impl FnOnce(Cursor<'_, '_>) -> Stop,
    ) -> Stop {
        self.run_window(window, true, current, machine)
    }

    /// Runs a machine on the remaining bytes at the end of the input.
    pub fn finish(&mut self, current: &mut CurrentToken, machine: impl FnOnce(Cursor<'_, '_>) -> Stop) -> Stop {
        let pending = mem::take(&mut self.pending);
        let stop = self.run_window(&pending, true, current, machine);
        self.pending = pending;
        stop
    }

    #[inline]
    fn run_window(
        &mut self,
        text: &str,
        last: bool,
        current: &mut CurrentToken,
        machine: impl FnOnce(Cursor<'_, '_>) -> Stop,
    ) -> Stop {
        let stop = machine(Cursor {
            window: InputWindow { text, start: self.window_start },
            bytes: text.as_bytes(),
            pos: self.resume_at,
            last,
            has_cr_or_nul: self.has_cr_or_nul,
            origin: None,
            current,
        });
        self.resume_at = stop.pos;
        stop
    }
}
