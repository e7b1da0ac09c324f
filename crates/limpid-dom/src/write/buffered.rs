//! The output of all writers: one type for any [`Write`], so that the writers are compiled once, in this crate.
//!
//! Most HTML that is written occurs in the document's source in the same form, tags included. Such a range of the source is a run: it is
//! extended as long as the source continues with the next output, and copied at once at its end. Writers whose output differs from the
//! source pass `""` as the source.

use core::fmt::{self, Write};
use core::ops::Range;

/// The length from which the buffer is passed on.
const CHUNK: usize = 8 << 10;

/// Output that is returned as a `String`, or passed on to a writer in chunks.
pub(super) struct Buffered<'w> {
    text: String,
    source: &'w str,
    /// The range of the source that follows the text.
    run: Range<usize>,
    out: Option<&'w mut dyn Write>,
    /// The length of `text` from which it is passed on.
    limit: usize,
}

impl<'w> Buffered<'w> {
    /// Returns the output, with an initial capacity of `capacity` bytes.
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
            return self.write_long(run);
        }
        self.text.push_str(run);
        Ok(())
    }

    /// Passes on a text without copying it first.
    #[cold]
    #[inline]
    fn write_long(&mut self, text: &str) -> fmt::Result {
        self.flush()?;
        self.out.as_mut().map_or(Ok(()), |out| out.write_str(text))
    }

    /// Returns the buffer, for writers without a source.
    #[inline]
    pub(super) fn text(&mut self) -> &mut String {
        debug_assert!(self.source.is_empty());
        &mut self.text
    }

    /// Passes on the buffer if it is long. Writers call this once for each node.
    #[inline]
    pub(super) fn pass_on(&mut self) -> fmt::Result {
        if self.text.len() >= self.limit { self.flush() } else { Ok(()) }
    }

    #[inline]
    fn start_run(&mut self, run: Range<usize>) -> fmt::Result {
        if !self.run.is_empty() {
            self.end_run()?;
        }
        self.run = run;
        Ok(())
    }

    /// Writes text that may follow in the source.
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

    /// Writes text that does not follow in the source. The run may continue after it.
    #[cold]
    #[inline]
    fn push(&mut self, text: &str) -> fmt::Result {
        let end = self.run.end;
        if !self.run.is_empty() {
            self.end_run()?;
            self.run = end..end;
        }
        self.text.push_str(text);
        Ok(())
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
        if !self.source.is_empty() {
            return self.write_beside_source(text);
        }
        if text.len() >= self.limit {
            return self.write_long(text);
        }
        self.text.push_str(text);
        Ok(())
    }

    #[inline(always)]
    fn write_char(&mut self, character: char) -> fmt::Result {
        if !self.source.is_empty() {
            return self.write_beside_source(character.encode_utf8(&mut [0; 4]));
        }
        self.text.push(character);
        Ok(())
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
