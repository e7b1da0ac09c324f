//! Input in pieces, made into windows: what a chunk leaves of an unfinished token is put before the next one.

use super::{Cursor, KEPT_TEXT, TokenInTheMaking};
use core::mem;
use limpid_markup::{ErrorCode, InputWindow, ParseError, Span};

/// The most bytes that a parse takes: offsets are `u32`, and so is every position up to a byte behind a window.
const INPUT_LIMIT: usize = u32::MAX as usize - 1;

/// The input between two windows.
#[derive(Debug, Default)]
pub struct Feeder {
    /// Input since the start of the unfinished token, when a chunk ended in it.
    pending: String,
    /// The bytes of it that the caller keeps in place of that, and that were looked through.
    kept: usize,
    /// The position in `pending`, or in the whole input, to go on at.
    resume_at: usize,
    /// The offset of the next window.
    window_start: u32,
    /// Whether `pending`, or the whole input, has a CR or NUL.
    has_cr_or_nul: bool,
}

/// The way a machine has left a window.
#[derive(Clone, Copy, Debug)]
pub struct Stop {
    /// The position of the next input character.
    pub pos: usize,
    /// The position from which on the window is still needed.
    pub kept_from: usize,
    /// Whether the sink asked for the stop: input after it was not looked at.
    pub is_suspended: bool,
}

impl Feeder {
    /// Forgets the last input.
    pub fn restart(&mut self) {
        self.pending.clear();
        if self.pending.capacity() > KEPT_TEXT {
            self.pending = String::new();
        }
        self.kept = 0;
        self.resume_at = 0;
        self.window_start = 0;
        self.has_cr_or_nul = false;
    }

    /// Returns the bytes of memory that it holds.
    #[cfg(test)]
    pub fn memory(&self) -> usize {
        self.pending.capacity()
    }

    /// Returns the offset up to which the input was taken.
    pub fn input_offset(&self) -> u32 {
        self.window_start + (self.pending.len() + self.kept) as u32
    }

    /// Returns whether no input is kept for the next window.
    pub fn is_empty(&self) -> bool {
        self.pending.is_empty()
    }

    /// Cuts input where offsets end, or at a limit in bytes. The first time that is an error.
    #[inline]
    pub fn limit<'a>(&self, input: &'a str, bytes: u32, at_limit: &mut bool) -> (&'a str, Option<ParseError>) {
        let taken = self.input_offset();
        let limit = INPUT_LIMIT.min(bytes as usize).saturating_sub(taken as usize);
        if input.len() <= limit {
            return (input, None);
        }
        let mut end = limit;
        while !input.is_char_boundary(end) {
            end -= 1;
        }
        let is_first = !mem::replace(at_limit, true);
        let error = ParseError::new(ErrorCode::InputTooLong, Span::empty(taken + end as u32));
        (&input[..end], is_first.then_some(error))
    }

    /// Has a machine work on a whole input, from where it stopped before.
    #[inline]
    pub fn run(
        &mut self,
        input: &str,
        making: &mut TokenInTheMaking,
        work: impl FnOnce(Cursor<'_, '_>) -> Stop,
    ) -> Stop {
        if self.resume_at == 0 {
            self.has_cr_or_nul = super::has_cr_or_nul(input.as_bytes());
        }
        self.work(input, true, making, work)
    }

    /// Has a machine work on a chunk, and keeps what it needs of it. Returns how it stopped, and the bytes of the chunk that
    /// were taken: all, unless it was suspended.
    pub fn feed(
        &mut self,
        chunk: &str,
        has_cr_or_nul: bool,
        making: &mut TokenInTheMaking,
        work: impl FnOnce(Cursor<'_, '_>) -> Stop,
    ) -> (Stop, usize) {
        self.has_cr_or_nul |= has_cr_or_nul;
        let mut pending = mem::take(&mut self.pending);
        let pending_length = pending.len();
        let mut window = chunk;
        if pending_length != 0 {
            // In steps of a quarter: doubled, it would hold twice what it has to.
            if pending.capacity() - pending_length < chunk.len() {
                pending.reserve_exact(chunk.len().max(pending_length / 4));
            }
            pending.push_str(chunk);
            window = &pending;
        }
        let stop = self.work(window, false, making, work);
        self.resume_at -= stop.kept_from;
        self.window_start += stop.kept_from as u32;
        let mut taken = chunk.len();
        if stop.is_suspended {
            // The rest stays with the caller.
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

    /// Returns the offset of what the next window starts with.
    pub fn needed_from(&self) -> u32 {
        self.window_start
    }

    /// Returns the bytes that the next window starts with and that are no new input, if the caller keeps them.
    pub fn kept(&self) -> usize {
        self.kept
    }

    /// Has a machine work on a window that the caller keeps: on what is [needed](Self::needed_from) of the input that came, and the next chunk.
    pub fn feed_window(
        &mut self,
        window: &str,
        making: &mut TokenInTheMaking,
        work: impl FnOnce(Cursor<'_, '_>) -> Stop,
    ) -> Stop {
        self.has_cr_or_nul =
            self.has_cr_or_nul && self.kept != 0 || super::has_cr_or_nul(&window.as_bytes()[self.kept..]);
        let stop = self.work(window, false, making, work);
        self.resume_at -= stop.kept_from;
        self.window_start += stop.kept_from as u32;
        // After a suspension the rest is new input.
        let taken = if stop.is_suspended { stop.pos } else { window.len() };
        self.kept = taken - stop.kept_from;
        stop
    }

    /// Has a machine work on what the caller keeps at the end of the input.
    pub fn finish_window(
        &mut self,
        window: &str,
        making: &mut TokenInTheMaking,
        work: impl FnOnce(Cursor<'_, '_>) -> Stop,
    ) -> Stop {
        self.work(window, true, making, work)
    }

    /// Has a machine work on what is left at the end of the input.
    pub fn finish(&mut self, making: &mut TokenInTheMaking, work: impl FnOnce(Cursor<'_, '_>) -> Stop) -> Stop {
        let pending = mem::take(&mut self.pending);
        let stop = self.work(&pending, true, making, work);
        self.pending = pending;
        stop
    }

    #[inline]
    fn work(
        &mut self,
        text: &str,
        last: bool,
        making: &mut TokenInTheMaking,
        work: impl FnOnce(Cursor<'_, '_>) -> Stop,
    ) -> Stop {
        let stop = work(Cursor {
            window: InputWindow { text, start: self.window_start },
            bytes: text.as_bytes(),
            pos: self.resume_at,
            last,
            has_cr_or_nul: self.has_cr_or_nul,
            origin: None,
            making,
        });
        self.resume_at = stop.pos;
        stop
    }
}
