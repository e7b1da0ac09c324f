//! The buffer for text of a token that the input does not hold as it is: the one place that turns lengths into 32-bit offsets.

use core::ops::Deref;
use limpid_markup::Span;

/// The most bytes of text that one token can have built: what has an offset of 32 bits.
const BUILT_LIMIT: usize = u32::MAX as usize - 16;

/// Text of the current token that the input does not hold as it is: character references, U+FFFD for NUL, LF for CR,
/// lowercased capitals, expanded entities, defaults of attributes.
///
/// Three bytes for each NUL and the texts of entities can be more than the input ever has. Text beyond the limit is left out,
/// and [`take_overflow`](Self::take_overflow) says so: every offset that is given out is true.
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

    /// Returns the offset at which text that is added will start.
    #[inline]
    pub fn end(&self) -> u32 {
        self.text.len() as u32
    }

    /// Returns whether this many more bytes fit; if not, that is an overflow.
    #[inline]
    pub fn has_room_for(&mut self, bytes: usize) -> bool {
        let fits = bytes <= self.limit - self.text.len();
        self.has_overflowed |= !fits;
        fits
    }

    /// Adds a text if there is room for it; otherwise leaves all of it out.
    #[inline]
    pub fn push_str(&mut self, text: &str) {
        if self.has_room_for(text.len()) {
            self.text.push_str(text);
        }
    }

    /// Adds a character if there is room for it.
    #[inline]
    pub fn push(&mut self, character: char) {
        if self.has_room_for(character.len_utf8()) {
            self.text.push(character);
        }
    }

    /// Adds a text and returns its place, or `None` if there is no room for it.
    pub fn append(&mut self, text: &str) -> Option<Span> {
        let start = self.end();
        self.has_room_for(text.len()).then(|| {
            self.text.push_str(text);
            Span::new(start, self.end())
        })
    }

    /// Lends the text, to have more added.
    #[inline]
    pub(crate) fn lend(&mut self) -> String {
        core::mem::take(&mut self.text)
    }

    /// Takes the text back, and returns the place of what was added from `start` on. `None` if there is no room for that: it is left out.
    #[inline]
    pub(crate) fn take_back(&mut self, text: String, start: usize) -> Option<Span> {
        self.text = text;
        if self.text.len() > self.limit {
            self.text.truncate(start);
            return None;
        }
        Some(Span::new(start as u32, self.end()))
    }

    /// Makes the text from an offset on lowercase.
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

    /// Removes all text, and gives memory back if it is more than `capacity`.
    pub fn reset(&mut self, capacity: usize) {
        self.text.clear();
        self.has_overflowed = false;
        if self.text.capacity() > capacity {
            self.text = String::new();
        }
    }

    /// Returns the bytes of memory that it holds.
    #[cfg(test)]
    pub fn memory(&self) -> usize {
        self.text.capacity()
    }

    /// Returns whether text was left out since the last call.
    #[inline]
    pub fn take_overflow(&mut self) -> bool {
        core::mem::take(&mut self.has_overflowed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_beyond_the_limit_is_left_out_whole() {
        let mut built = BuiltText::with_limit(8);
        assert_eq!(built.append("12345"), Some(Span::new(0, 5)));
        assert_eq!(built.append("6789"), None);
        assert!(built.take_overflow() && !built.take_overflow());
        assert_eq!((built.append("678"), &*built), (Some(Span::new(5, 8)), "12345678"));
        assert!(!built.take_overflow() && built.has_room_for(0) && !built.has_room_for(1));
        for (more, place) in [("9", None), ("", Some(Span::empty(8)))] {
            let (mut text, start) = (built.lend(), 8);
            text.push_str(more);
            assert_eq!((built.take_back(text, start), &*built), (place, "12345678"));
        }
        assert_eq!(BuiltText::with_limit(usize::MAX).limit, u32::MAX as usize - 16);
    }
}
