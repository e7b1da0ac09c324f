//! The part of the page that is held: text that the parser reads, and the bytes that it stands for.

use super::output::OutputSink;
use limpid_markup::Span;
use std::sync::Arc;

/// The text of the page from an offset on.
///
/// Most of it stands for its own bytes in UTF-8; what does not, is noted.
#[derive(Default)]
pub(super) struct Source {
    /// Shared with the parser as long as that reads it.
    text: Arc<String>,
    start: u32,
    piece_start: u32,
    /// The parts that stand for other bytes, in order.
    replaced: Vec<Replaced>,
}

/// The bytes of an unfinished token that there is room for beside a piece.
const SLACK: usize = 1 << 9;

/// Buffers beyond this capacity are given back once they are not needed.
const LONG: usize = 1 << 16;

struct Replaced {
    span: Span,
    raw: Vec<u8>,
}

impl Source {
    pub(super) fn end(&self) -> u32 {
        self.start + self.text.len() as u32
    }

    /// Returns the number of bytes that are held.
    pub(super) fn held(&self) -> usize {
        self.text.len() + self.replaced.iter().map(|it| it.raw.len() + size_of::<Replaced>()).sum::<usize>()
    }

    pub(super) fn start_piece(&mut self) {
        self.piece_start = self.end();
    }

    /// Returns all text that is held, and its offset.
    pub(super) fn text(&self) -> (Arc<String>, u32) {
        (Arc::clone(&self.text), self.start)
    }

    pub(super) fn push(&mut self, text: &str) {
        let held = Arc::make_mut(&mut self.text);
        // In steps of an eighth: doubled, it would hold twice what it has to.
        if held.capacity() - held.len() < text.len() {
            held.reserve_exact((text.len() + SLACK).max(held.len() / 8));
        }
        held.push_str(text);
    }

    /// Adds text that stands for other bytes.
    pub(super) fn push_replaced(&mut self, text: &str, raw: &[u8]) {
        let start = self.end();
        self.push(text);
        let end = self.end();
        match self.replaced.last_mut().filter(|last| last.span.end == start && last.span.start >= self.piece_start) {
            Some(last) => {
                last.span.end = end;
                last.raw.extend_from_slice(raw);
            }
            None => self.replaced.push(Replaced { span: Span::new(start, end), raw: raw.into() }),
        }
    }

    /// Returns the text at a span, as far as it is held.
    pub(super) fn slice(&self, span: Span) -> &str {
        let position = |offset: u32| (offset.saturating_sub(self.start) as usize).min(self.text.len());
        self.text.get(position(span.start)..position(span.end)).unwrap_or_default()
    }

    /// Whether the text up to an offset ends with a part.
    pub(super) fn ends_at(&self, offset: u32, part: &str) -> bool {
        self.slice(Span::new(offset.saturating_sub(part.len() as u32), offset)) == part
    }

    /// Writes the bytes of a part. Those of a text that stands for other bytes are written with its start.
    ///
    /// The characters in `escaped` are written as references.
    pub(super) fn write(&self, span: Span, escaped: &[u8], output: &mut impl OutputSink) {
        let mut at = span.start;
        let first = self.replaced.partition_point(|replaced| replaced.span.end <= span.start);
        for replaced in self.replaced[first..].iter().take_while(|replaced| replaced.span.start < span.end) {
            if replaced.span.start >= span.start {
                write_escaped(self.slice(Span::new(at, replaced.span.start)).as_bytes(), escaped, output);
                output.handle_chunk(&replaced.raw);
            }
            at = replaced.span.end;
        }
        if at < span.end {
            write_escaped(self.slice(Span::new(at, span.end)).as_bytes(), escaped, output);
        }
    }

    /// Whether the text up to an offset ends with one that stands for other bytes.
    pub(super) fn ends_with_replaced(&self, offset: u32) -> bool {
        self.replaced.binary_search_by_key(&offset, |replaced| replaced.span.end).is_ok()
    }

    /// Lets go what is before an offset.
    pub(super) fn release(&mut self, offset: u32) {
        let length = (offset.saturating_sub(self.start) as usize).min(self.text.len());
        self.start += length as u32;
        let text = Arc::make_mut(&mut self.text);
        drop(text.drain(..length));
        // After a long token.
        if text.capacity() > LONG && text.len() < LONG / 4 {
            text.shrink_to(LONG / 2);
        }
        let gone = self.replaced.partition_point(|replaced| replaced.span.end <= offset);
        self.replaced.drain(..gone);
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
