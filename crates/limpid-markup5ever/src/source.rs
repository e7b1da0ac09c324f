//! The current chunk of input as a tendril, so that strings can share its memory.

use limpid_markup::{Span, Text};
use markup5ever::tendril::StrTendril;

/// The chunk of input that is being parsed, and the current line number.
#[derive(Debug)]
pub(crate) struct Source {
    text: StrTendril,
    /// The offset of the chunk in the input.
    start: u32,
    /// Whether this chunk or an earlier one may contain a CR.
    has_cr: bool,
    /// The line breaks before this offset in the input are already counted.
    counted_to: u32,
    /// Whether the last counted character is a CR. A following LF belongs to the same line break.
    is_after_cr: bool,
    /// The current line, counted from 1.
    line: u64,
}

/// The longest text in bytes that a tendril stores inline.
const INLINE_LENGTH: usize = 8;

impl Source {
    pub(crate) fn new() -> Source {
        Source { text: StrTendril::new(), start: 0, has_cr: false, counted_to: 0, is_after_cr: false, line: 1 }
    }

    /// Sets the next chunk, which starts at the offset `start` of the input.
    pub(crate) fn set(&mut self, text: StrTendril, start: u32, has_cr: bool) {
        self.text = text;
        self.start = start;
        self.has_cr |= has_cr;
    }

    pub(crate) fn clear(&mut self) {
        self.text = StrTendril::new();
    }

    /// Returns the text at a span of the input, sharing the memory of the chunk. Returns `None` if the span is outside of the chunk.
    #[inline]
    pub(crate) fn share(&self, span: Span) -> Option<StrTendril> {
        let offset = span.start.checked_sub(self.start)?;
        let length = span.end - span.start;
        (offset + length <= self.text.len32()).then(|| self.text.subtendril(offset, length))
    }

    /// Returns a text as a tendril, which shares the memory of the chunk if possible.
    #[inline]
    pub(crate) fn tendril(&self, text: Text<'_>) -> StrTendril {
        if text.verbatim
            && text.text.len() > INLINE_LENGTH
            && let Some(shared) = self.share(text.span)
        {
            debug_assert_eq!(&*shared, text.text);
            return shared;
        }
        StrTendril::from_slice(text.text)
    }

    /// Returns the line at an offset, counted from 1. Offsets have to increase: for a smaller offset than before, returns the line at the
    /// largest offset so far.
    #[inline]
    pub(crate) fn line_at(&mut self, offset: u32) -> u64 {
        let counted_from = self.counted_to.max(self.start);
        if offset > counted_from {
            let range = (counted_from - self.start) as usize..(offset - self.start) as usize;
            let bytes = self.text.as_bytes();
            let bytes = &bytes[range.start.min(bytes.len())..range.end.min(bytes.len())];
            self.counted_to = offset;
            if self.has_cr {
                (self.line, self.is_after_cr) = count_with_cr(bytes, self.line, self.is_after_cr);
            } else {
                self.line += bytes.iter().filter(|&&byte| byte == b'\n').count() as u64;
            }
        }
        self.line
    }
}

#[cold]
fn count_with_cr(bytes: &[u8], mut line: u64, mut is_after_cr: bool) -> (u64, bool) {
    for &byte in bytes {
        if byte == b'\r' || (byte == b'\n' && !is_after_cr) {
            line += 1;
        }
        is_after_cr = byte == b'\r';
    }
    (line, is_after_cr)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verbatim_text_within_the_chunk_is_shared() {
        let mut source = Source::new();
        source.set("0123456789abcdef".into(), 100, false);
        assert_eq!(&*source.share(Span::new(102, 112)).unwrap(), "23456789ab");
        assert!(source.share(Span::new(99, 110)).is_none());
        assert!(source.share(Span::new(110, 117)).is_none());
        let text = |verbatim| Text { text: "23456789ab", span: Span::new(102, 112), verbatim };
        assert!(source.tendril(text(true)).is_shared());
        assert!(!source.tendril(text(false)).is_shared());
    }

    #[test]
    fn lines_are_counted_across_chunks() {
        let mut source = Source::new();
        source.set("a\nb\n".into(), 0, false);
        assert_eq!([0, 1, 2, 4, 3].map(|offset| source.line_at(offset)), [1, 1, 2, 3, 3]);
        source.set("\r".into(), 4, true);
        assert_eq!(source.line_at(5), 4);
        source.set("\n\r\r\n\n".into(), 5, false);
        assert_eq!([6, 7, 8, 9, 10].map(|offset| source.line_at(offset)), [4, 5, 6, 6, 7]);
    }
}
