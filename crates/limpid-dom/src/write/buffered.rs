//! The output of all writers. It wraps any [`Write`], so that the writers are compiled once, in this crate.
//!
//! Most serialized HTML, tags included, occurs in the same form in the document's source. Such a range of the source is called a run. A run is
//! extended as long as the source continues with the next output, and is copied as a whole at its end. Writers whose output differs from the
//! source pass `""` as the source.

use core::fmt::{self, Write};
use core::ops::Range;

/// The buffer is flushed when its length in bytes reaches this limit.
const CHUNK: usize = 8 << 10;

/// Output that is returned as a `String` or passed to a writer in chunks.
pub(super) struct Buffered<'w> {
    text: String,
    source: &'w str,
    /// The range of the source to be copied after `text`.
    run: Range<usize>,
    out: Option<&'w mut dyn Write>,
    /// The length of `text` at which it is flushed.
    limit: usize,
}

impl<'w> Buffered<'w> {
    /// Returns everything that `write` writes. The initial capacity is `capacity` bytes.
    pub(super) fn write_to_string(
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

    /// Returns the source and the end of the run. Output that equals the source from there on can extend the run.
    #[inline]
    pub(super) fn source_position(&self) -> (&'w str, usize) {
        (self.source, self.run.end)
    }

    #[inline]
    pub(super) fn extend_run(&mut self, end: usize) {
        self.run.end = end;
    }

    /// Appends the run to the buffer.
    // `cold` keeps it out of the writers' loops: if it is inlined there, `to_html` takes 13 % more instructions.
    #[cold]
    #[inline]
    fn end_run(&mut self) -> fmt::Result {
        let run = self.source.get(core::mem::take(&mut self.run)).unwrap_or_default();
        if run.len() >= self.limit {
            return self.write_unbuffered(run);
        }
        self.text.push_str(run);
        Ok(())
    }

    /// Passes a long text to the writer without copying it into the buffer.
    #[cold]
    #[inline]
    fn write_unbuffered(&mut self, text: &str) -> fmt::Result {
        self.flush()?;
        self.out.as_mut().map_or(Ok(()), |out| out.write_str(text))
    }

    /// Returns the buffer, for writers without a source.
    #[inline]
    pub(super) fn text(&mut self) -> &mut String {
        debug_assert!(self.source.is_empty());
        &mut self.text
    }

    /// Flushes the buffer if it is long. Writers call this once for each node.
    #[inline]
    pub(super) fn flush_if_long(&mut self) -> fmt::Result {
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

    /// Writes text. Extends the run if the text is the continuation of the run in the source.
    #[inline]
    fn write_or_extend_run(&mut self, text: &str) -> fmt::Result {
        if text.is_empty() {
            return Ok(());
        }
        // If the text is a slice of the source, its address determines its offset.
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

    /// Writes text that does not continue the run. Later text may start a new run where the old one ended.
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

/// Passes everything that `write` writes to `out`, in chunks.
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
            return self.write_or_extend_run(text);
        }
        if text.len() >= self.limit {
            return self.write_unbuffered(text);
        }
        self.text.push_str(text);
        Ok(())
    }

    #[inline(always)]
    fn write_char(&mut self, character: char) -> fmt::Result {
        if !self.source.is_empty() {
            return self.write_or_extend_run(character.encode_utf8(&mut [0; 4]));
        }
        self.text.push(character);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{CHUNK, write_buffered};
    use core::fmt::{self, Write};

    /// A writer that fails when more than this many bytes are written.
    struct LimitedWriter(usize, String);

    impl Write for LimitedWriter {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.0 = self.0.checked_sub(text.len()).ok_or(fmt::Error)?;
            self.1.push_str(text);
            Ok(())
        }
    }

    #[test]
    fn passes_on_long_texts_and_errors_of_the_writer() {
        let words = || (0..CHUNK).map(|number| number.to_string());
        let expected: String = words().collect();
        let mut out = LimitedWriter(expected.len(), String::new());
        assert_eq!(write_buffered("", &mut out, |out| words().try_for_each(|word| out.write_str(&word))), Ok(()));
        assert_eq!(out.1, expected);
        for missing in [1, CHUNK, expected.len()] {
            let mut out = LimitedWriter(expected.len() - missing, String::new());
            assert!(write_buffered("", &mut out, |out| words().try_for_each(|word| out.write_str(&word))).is_err());
        }
    }
}
