//! The buffer for text of the current token that differs from the input. Only this file converts lengths of this buffer to 32-bit offsets.

use core::ops::Deref;
use limpid_markup::Span;

/// The maximum length in bytes of the built text of a token, so that offsets fit in 32 bits.
const BUILT_LIMIT: usize = u32::MAX as usize - 16;

/// Text of the current token that differs from the input: resolved character references, U+FFFD for NUL, LF for CR, lowercased
/// letters, expanded entities, attribute defaults.
///
/// Built text can be longer than the input, because a NUL becomes 3 bytes and entities expand. Text beyond the limit is dropped, so
/// that no offset wraps. [`take_overflow`](Self::take_overflow) returns whether text was dropped.
#[derive(Clone, Debug)]
pub struct BuiltText {
    text: String,
    limit: usize,
    has_overflowed: bool,
}

impl Default for BuiltText {
    fn default() -> BuiltText {
        BuiltText::with_limit(BUILT_LIMIT)
    }
}

impl Deref for BuiltText {
    type Target = str;

    #[inline]
    fn deref(&self) -> &str {
        &self.text
    }
}

impl BuiltText {
    /// Creates an empty buffer for at most `limit` bytes.
    pub fn with_limit(limit: usize) -> BuiltText {
        BuiltText { text: String::new(), limit: limit.min(BUILT_LIMIT), has_overflowed: false }
    }

    /// Returns the offset of the end, at which the next text is added.
    #[inline]
    pub fn end(&self) -> u32 {
        self.text.len() as u32
    }

    /// Returns whether `bytes` more bytes fit. If not, records an overflow.
    #[inline]
    pub fn fits(&mut self, bytes: usize) -> bool {
        let fits = bytes <= self.limit - self.text.len();
        self.has_overflowed |= !fits;
        fits
    }

    /// Appends a text, or nothing if the whole text does not fit.
    #[inline]
    pub fn push_str(&mut self, text: &str) {
        if self.fits(text.len()) {
            self.text.push_str(text);
        }
    }

    /// Appends a character if it fits.
    #[inline]
    pub fn push(&mut self, character: char) {
        if self.fits(character.len_utf8()) {
            self.text.push(character);
        }
    }

    /// Appends a text and returns its span, or `None` if it does not fit.
    pub fn append(&mut self, text: &str) -> Option<Span> {
        let start = self.end();
        self.fits(text.len()).then(|| {
            self.text.push_str(text);
            Span::new(start, self.end())
        })
    }

    /// Moves the text out, so that the caller can append to it. The caller passes it back to [`take_back`](Self::take_back).
    #[inline]
    pub(crate) fn lend(&mut self) -> String {
        core::mem::take(&mut self.text)
    }

    /// Takes the [lent](Self::lend) text back and returns the span of the text that was added from `start` on. If the text is longer than the
    /// limit, removes the added text and returns `None`.
    #[inline]
    pub(crate) fn take_back(&mut self, text: String, start: usize) -> Option<Span> {
        self.text = text;
        if self.text.len() > self.limit {
            self.text.truncate(start);
            return None;
        }
        Some(Span::new(start as u32, self.end()))
    }

    /// Converts the text from an offset on to ASCII lowercase.
    pub fn make_lowercase_from(&mut self, start: u32) {
        self.text[start as usize..].make_ascii_lowercase();
    }

    /// Removes the text from an offset on.
    #[inline]
    pub fn truncate(&mut self, end: u32) {
        self.text.truncate(end as usize);
    }

    /// Removes all text.
    #[inline]
    pub fn clear(&mut self) {
        self.text.clear();
    }

    /// Removes all text, and frees the buffer if it is larger than `capacity`.
    pub fn reset(&mut self, capacity: usize) {
        self.text.clear();
        self.has_overflowed = false;
        if self.text.capacity() > capacity {
            self.text = String::new();
        }
    }

    /// Returns the allocated memory in bytes.
    #[cfg(test)]
    pub fn memory(&self) -> usize {
        self.text.capacity()
    }

    /// Returns whether text was dropped since the last call.
    #[inline]
    pub fn take_overflow(&mut self) -> bool {
        core::mem::take(&mut self.has_overflowed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_that_does_not_fit_is_dropped_as_a_whole() {
        let mut built = BuiltText::with_limit(8);
        assert_eq!(built.append("12345"), Some(Span::new(0, 5)));
        assert_eq!(built.append("6789"), None);
        assert!(built.take_overflow() && !built.take_overflow());
        assert_eq!((built.append("678"), &*built), (Some(Span::new(5, 8)), "12345678"));
        assert!(!built.take_overflow() && built.fits(0) && !built.fits(1));
        for (more, span) in [("9", None), ("", Some(Span::empty(8)))] {
            let (mut text, start) = (built.lend(), 8);
            text.push_str(more);
            assert_eq!((built.take_back(text, start), &*built), (span, "12345678"));
        }
        assert_eq!(BuiltText::with_limit(usize::MAX).limit, u32::MAX as usize - 16);
    }
}
