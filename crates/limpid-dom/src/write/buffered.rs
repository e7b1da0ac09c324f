//! The output of the writers of HTML and XML: one type for any writer, so that they are compiled once, and here.
//!
//! Much of what is written stands in the source of the document just so, tags included. Such a part is a run: as long as what comes next is
//! what the source has next, nothing is copied, and at the end all of it at once. A writer that writes little as it was gives no source.

use core::fmt::{self, Write};
use core::ops::Range;

/// The length of text that is passed on at once.
const CHUNK: usize = 8 << 10;

/// A text in the making, all of it or what the writer behind it has not got yet.
pub(super) struct Buffered<'w> {
    text: String,
    source: &'w str,
    /// The part of the source that comes after the text.
    run: Range<usize>,
    out: Option<&'w mut dyn Write>,
    /// The length of text from which on it is passed on.
    limit: usize,
}

impl<'w> Buffered<'w> {
    /// Returns what is written, with room for `capacity` bytes from the start.
    pub(super) fn text_of(
        source: &'w str,
        capacity: usize,
        write: impl FnOnce(&mut Buffered<'w>) -> fmt::Result,
    ) -> String {
        let mut buffered =
            Buffered { text: String::with_capacity(capacity), source, run: 0..0, out: None, limit: usize::MAX };
        // Writing to a String cannot fail.
        let _ = write(&mut buffered).and_then(|()| buffered.end_run());
        buffered.text
    }

    /// Returns the source, and the offset at which what is written next continues the run if it stands there.
    #[inline]
    pub(super) fn ahead(&self) -> (&'w str, usize) {
        (self.source, self.run.end)
    }

    /// Continues the run up to an offset.
    #[inline]
    pub(super) fn take_to(&mut self, end: usize) {
        self.run.end = end;
    }

    /// Copies the run.
    // `cold` keeps it out of the loop of a writer: inlined there, `to_html` takes 13 % more instructions.
    #[cold]
    #[inline]
    fn end_run(&mut self) -> fmt::Result {
        let run = self.source.get(core::mem::take(&mut self.run)).unwrap_or_default();
        if run.len() >= self.limit {
            self.flush()?;
            return self.out.as_mut().map_or(Ok(()), |out| out.write_str(run));
        }
        self.append(run)
    }

    /// Writes without a look at the source.
    #[inline(always)]
    fn append(&mut self, text: &str) -> fmt::Result {
        self.text.push_str(text);
        self.pass_on()
    }

    /// Returns the text in the making, for a writer without a source, who [passes it on](Self::pass_on) from time to time.
    #[inline]
    pub(super) fn text(&mut self) -> &mut String {
        debug_assert!(self.source.is_empty());
        &mut self.text
    }

    /// Passes on the text in the making if it is long.
    #[inline]
    pub(super) fn pass_on(&mut self) -> fmt::Result {
        if self.text.len() >= self.limit { self.flush() } else { Ok(()) }
    }

    /// Writes for a writer without a source; a long text is not copied first.
    #[inline]
    pub(super) fn pass(&mut self, text: &str) -> fmt::Result {
        debug_assert!(self.source.is_empty());
        if text.len() < self.limit {
            return self.append(text);
        }
        self.flush()?;
        self.out.as_mut().map_or(Ok(()), |out| out.write_str(text))
    }

    #[inline]
    fn start_run(&mut self, run: Range<usize>) -> fmt::Result {
        if !self.run.is_empty() {
            self.end_run()?;
        }
        self.run = run;
        Ok(())
    }

    /// Writes what may stand in the source.
    #[inline]
    fn write_beside_source(&mut self, text: &str) -> fmt::Result {
        if text.is_empty() {
            return Ok(());
        }
        // A slice of the source says itself where it is.
        let start = text.as_ptr().addr().wrapping_sub(self.source.as_ptr().addr());
        if self.source.len().checked_sub(text.len()).is_some_and(|last| start <= last) {
            let run = start..start + text.len();
            if start != self.run.end {
                return self.start_run(run);
            }
            self.run.end = run.end;
            return Ok(());
        }
        match self.source.as_bytes().get(self.run.end..self.run.end + text.len()) {
            Some(next) if next == text.as_bytes() => {
                self.run.end += text.len();
                Ok(())
            }
            _ => self.push(text),
        }
    }

    /// Writes what does not follow in the source. The run may go on after it.
    #[cold]
    #[inline]
    fn push(&mut self, text: &str) -> fmt::Result {
        let end = self.run.end;
        if !self.run.is_empty() {
            self.end_run()?;
            self.run = end..end;
        }
        self.append(text)
    }

    #[cold]
    #[inline]
    fn flush(&mut self) -> fmt::Result {
        let Some(out) = &mut self.out else { return Ok(()) };
        let flushed = out.write_str(&self.text);
        self.text.clear();
        flushed
    }
}

/// Passes on what is written, in pieces.
pub(super) fn write_buffered<'w>(
    source: &'w str,
    out: &'w mut dyn Write,
    write: impl FnOnce(&mut Buffered<'w>) -> fmt::Result,
) -> fmt::Result {
    let mut buffered = Buffered { text: String::new(), source, run: 0..0, out: Some(out), limit: CHUNK };
    write(&mut buffered)?;
    buffered.end_run()?;
    buffered.flush()
}

impl Write for Buffered<'_> {
    #[inline(always)]
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if self.source.is_empty() { self.append(text) } else { self.write_beside_source(text) }
    }

    #[inline]
    fn write_char(&mut self, character: char) -> fmt::Result {
        if self.source.is_empty() {
            self.text.push(character);
            return Ok(());
        }
        match self.source.as_bytes().get(self.run.end) {
            Some(next) if character.is_ascii() && *next == character as u8 => {
                self.run.end += 1;
                Ok(())
            }
            _ => self.push(character.encode_utf8(&mut [0; 4])),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{CHUNK, write_buffered};
    use core::fmt::{self, Write};

    /// A writer with room for so many bytes.
    struct Room(usize, String);

    impl Write for Room {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.0 = self.0.checked_sub(text.len()).ok_or(fmt::Error)?;
            self.1.push_str(text);
            Ok(())
        }
    }

    #[test]
    fn passes_on_all_of_a_long_text_and_the_error_of_the_writer() {
        let words = || (0..CHUNK).map(|number| number.to_string());
        let expected: String = words().collect();
        let mut out = Room(expected.len(), String::new());
        assert_eq!(write_buffered("", &mut out, |out| words().try_for_each(|word| out.write_str(&word))), Ok(()));
        assert_eq!(out.1, expected);
        for missing in [1, CHUNK, expected.len()] {
            let mut out = Room(expected.len() - missing, String::new());
            assert!(write_buffered("", &mut out, |out| words().try_for_each(|word| out.write_str(&word))).is_err());
        }
    }
}
