//! The output of the writers of HTML and XML: one type for any writer, so that they are compiled once, and here.

use core::fmt::{self, Write};

/// The length of text that is passed on at once.
const CHUNK: usize = 8 << 10;

/// A text in the making, all of it or what the writer behind it has not got yet.
pub(super) struct Buffered<'w> {
    text: String,
    out: Option<&'w mut dyn Write>,
}

impl Buffered<'_> {
    /// Returns what is written.
    pub(super) fn text_of(write: impl FnOnce(&mut Buffered<'_>) -> fmt::Result) -> String {
        let mut buffered = Buffered { text: String::new(), out: None };
        // Writing to a String cannot fail.
        let _ = write(&mut buffered);
        buffered.text
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
pub(super) fn write_buffered(out: &mut dyn Write, write: impl FnOnce(&mut Buffered<'_>) -> fmt::Result) -> fmt::Result {
    let mut buffered = Buffered { text: String::new(), out: Some(out) };
    write(&mut buffered)?;
    buffered.flush()
}

impl Write for Buffered<'_> {
    #[inline]
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.text.push_str(text);
        if self.text.len() >= CHUNK && self.out.is_some() { self.flush() } else { Ok(()) }
    }

    #[inline]
    fn write_char(&mut self, character: char) -> fmt::Result {
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
        assert_eq!(write_buffered(&mut out, |out| words().try_for_each(|word| out.write_str(&word))), Ok(()));
        assert_eq!(out.1, expected);
        for missing in [1, CHUNK, expected.len()] {
            let mut out = Room(expected.len() - missing, String::new());
            assert!(write_buffered(&mut out, |out| words().try_for_each(|word| out.write_str(&word))).is_err());
        }
    }
}
