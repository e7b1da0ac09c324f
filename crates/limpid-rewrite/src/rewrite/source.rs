//! The buffered part of the page: the text for the parser, and the original bytes of each part that is not the UTF-8 encoding of its text.

use super::output::OutputSink;
use limpid_markup::Span;
use std::sync::Arc;

/// The buffered text of the page, which starts at an offset in the page.
///
/// Most of the text is equal to the UTF-8 input. For the other parts, the original bytes are stored too.
#[derive(Default)]
pub(super) struct Source {
    /// Shared with the parser while the parser reads it.
    text: Arc<String>,
    start: u32,
    chunk_start: u32,
    /// The parts of the text that have different bytes in the input, in order.
    decoded_parts: Vec<DecodedPart>,
}

/// Extra capacity for an unfinished token in addition to a chunk, in bytes.
const TOKEN_RESERVE: usize = 1 << 9;

/// Buffers with a larger capacity are shrunk when they are no longer needed.
const MAX_KEPT_CAPACITY: usize = 1 << 16;

struct DecodedPart {
    span: Span,
    bytes: Vec<u8>,
}

impl Source {
    pub(super) fn end(&self) -> u32 {
        self.start + self.text.len() as u32
    }

    pub(super) fn memory(&self) -> usize {
        self.text.len()
            + self.decoded_parts.iter().map(|part| part.bytes.len() + size_of::<DecodedPart>()).sum::<usize>()
    }

    pub(super) fn start_chunk(&mut self) {
        self.chunk_start = self.end();
    }

    /// Returns the buffered text and the offset of its start.
    pub(super) fn text(&self) -> (Arc<String>, u32) {
        (Arc::clone(&self.text), self.start)
    }

    pub(super) fn push(&mut self, text: &str) {
        let buffer = Arc::make_mut(&mut self.text);
        // Grow by 12.5 %; doubling could use twice the memory needed.
        if buffer.capacity() - buffer.len() < text.len() {
            buffer.reserve_exact((text.len() + TOKEN_RESERVE).max(buffer.len() / 8));
        }
        buffer.push_str(text);
    }

    /// Appends text that was decoded from `bytes`. The bytes of the text in UTF-8 are different.
    pub(super) fn push_decoded(&mut self, text: &str, bytes: &[u8]) {
        let start = self.end();
        self.push(text);
        let end = self.end();
        match self.decoded_parts.last_mut().filter(|last| last.span.end == start && last.span.start >= self.chunk_start)
        {
            Some(last) => {
                last.span.end = end;
                last.bytes.extend_from_slice(bytes);
            }
            None => self.decoded_parts.push(DecodedPart { span: Span::new(start, end), bytes: bytes.into() }),
        }
    }

    /// Returns the buffered part of the text in a span.
    pub(super) fn slice(&self, span: Span) -> &str {
        let position = |offset: u32| (offset.saturating_sub(self.start) as usize).min(self.text.len());
        self.text.get(position(span.start)..position(span.end)).unwrap_or_default()
    }

    /// Returns whether the text before `offset` ends with `part`.
    pub(super) fn ends_at(&self, offset: u32, part: &str) -> bool {
        self.slice(Span::new(offset.saturating_sub(part.len() as u32), offset)) == part
    }

    /// Writes the original bytes of a span. All bytes of a decoded part are written if the span contains the start of the part, and none otherwise.
    ///
    /// The characters in `escaped` are written as character references.
    pub(super) fn write(&self, span: Span, escaped: &[u8], output: &mut impl OutputSink) {
        let mut at = span.start;
        let first = self.decoded_parts.partition_point(|part| part.span.end <= span.start);
        for part in self.decoded_parts[first..].iter().take_while(|part| part.span.start < span.end) {
            if part.span.start >= span.start {
                write_escaped(self.slice(Span::new(at, part.span.start)).as_bytes(), escaped, output);
                output.handle_chunk(&part.bytes);
            }
            at = part.span.end;
        }
        if at < span.end {
            write_escaped(self.slice(Span::new(at, span.end)).as_bytes(), escaped, output);
        }
    }

    /// Returns whether a decoded part ends at `offset`.
    pub(super) fn ends_with_decoded(&self, offset: u32) -> bool {
        self.decoded_parts.binary_search_by_key(&offset, |part| part.span.end).is_ok()
    }

    /// Drops the text before `offset`.
    pub(super) fn release(&mut self, offset: u32) {
        let length = (offset.saturating_sub(self.start) as usize).min(self.text.len());
        self.start += length as u32;
        let text = Arc::make_mut(&mut self.text);
        drop(text.drain(..length));
        // A long token may have enlarged the buffer.
        if text.capacity() > MAX_KEPT_CAPACITY && text.len() < MAX_KEPT_CAPACITY / 4 {
            text.shrink_to(MAX_KEPT_CAPACITY / 2);
        }
        let dropped = self.decoded_parts.partition_point(|part| part.span.end <= offset);
        self.decoded_parts.drain(..dropped);
    }
}

fn write_escaped(bytes: &[u8], escaped: &[u8], output: &mut impl OutputSink) {
    let mut rest = bytes;
    while let Some(at) = (!escaped.is_empty()).then(|| rest.iter().position(|byte| escaped.contains(byte))).flatten() {
        output.handle_chunk(&rest[..at]);
        output.handle_chunk(if rest[at] == b'&' { b"&amp;" } else { b"&lt;" });
        rest = &rest[at + 1..];
    }
    if !rest.is_empty() {
        output.handle_chunk(rest);
    }
}
