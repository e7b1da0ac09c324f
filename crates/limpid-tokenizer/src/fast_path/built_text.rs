//! Text with references or CRLF, built in the sink's buffer.

use super::references::{Reference, common_reference, read_any_reference};
use crate::TokenSink;
use crate::cursor::StateMachine;
use crate::cursor::block::BLOCK;
use crate::machine::Machine;
use limpid_markup::{ErrorCode, Span};

/// Built text is emitted when it reaches this length in bytes.
const LONG_BUILT_TEXT: usize = 1 << 14;

/// The capacity to reserve for built text without CRs.
const MIN_RESERVED_CAPACITY: usize = 256;

/// The buffer grows before a text if its unused capacity is smaller than this.
const MIN_UNUSED_CAPACITY: usize = 64;

impl<'m, 'w: 'm, S: TokenSink> Machine<'m, 'w, S> {
    /// Builds and emits text up to a `<` or a character that the states must handle. Returns the new start of the text and the new position.
    #[inline(never)]
    pub(super) fn build_text(&mut self, mut buffer: String, text_start: u32, pos: usize) -> (u32, usize) {
        let text = self.window.text;
        let built_from = buffer.len();
        let from = self.position_of(text_start);
        let mut span = Span::empty(text_start);
        self.reserve_built_text(&mut buffer, from);
        // The input that is not built yet, and the length of its verbatim prefix.
        let mut rest = text.get(from..).unwrap_or_default();
        let mut length = pos - from;
        loop {
            let bytes = rest.as_bytes();
            let replaced = match bytes.get(length) {
                Some(b'&') => match common_reference(bytes, length) {
                    Some((character, replaced)) => {
                        push_prefix(&mut buffer, rest, length);
                        character.push_to(&mut buffer);
                        replaced
                    }
                    None => match read_any_reference(bytes, length, false) {
                        Reference::Literal => {
                            length = self.find2_from(bytes, length + 1, b'<', b'&');
                            continue;
                        }
                        Reference::Resolved { characters, length: replaced, lacks_semicolon } => {
                            push_prefix(&mut buffer, rest, length);
                            characters.push_to(&mut buffer);
                            if lacks_semicolon {
                                let pos = text.len() - rest.len() + length;
                                self.error_at(pos + replaced, ErrorCode::MissingSemicolonAfterCharacterReference);
                            }
                            replaced
                        }
                        Reference::Other => break,
                    },
                },
                // CRLF becomes LF. At the start of the text, the span starts after the CR.
                Some(b'\r') if bytes.get(length + 1) == Some(&b'\n') => {
                    push_prefix(&mut buffer, rest, length);
                    buffer.push('\n');
                    span.start += u32::from(length == 0 && rest.len() == text.len() - from);
                    2
                }
                _ => break,
            };
            let Some(remaining) = rest.get(length + replaced..) else { break };
            rest = remaining;
            length = 0;
            if buffer.len() - built_from >= LONG_BUILT_TEXT {
                break;
            }
            length = self.find2_from(rest.as_bytes(), 0, b'<', b'&');
        }
        let pos = text.len() - rest.len() + length;
        if buffer.len() != built_from {
            buffer.push_str(rest.get(..length).unwrap_or_default());
            span.end = self.offset_of(pos);
        }
        self.sink.characters_in_buffer(buffer, built_from, span);
        (span.end, pos)
    }

    #[inline]
    fn reserve_built_text(&self, buffer: &mut String, from: usize) {
        let rest = self.bytes.len() - from;
        if buffer.capacity() - buffer.len() < rest.min(MIN_UNUSED_CAPACITY) {
            self.grow_built_text(buffer, from);
        }
    }

    /// Reserves capacity for the rest of the input if it contains CRs, because then most text is built.
    #[cold]
    #[inline(never)]
    fn grow_built_text(&self, buffer: &mut String, from: usize) {
        let rest = self.bytes.len() - from;
        // If this fails, the buffer grows as needed.
        let _ = buffer.try_reserve(if self.has_cr_or_nul { rest } else { rest.min(MIN_RESERVED_CAPACITY) });
    }
}

/// Appends the first `length` bytes of a text. A short prefix is copied as a block and truncated, which needs no call of `memcpy`.
#[inline(always)]
pub(super) fn push_prefix(buffer: &mut String, text: &str, length: usize) {
    match text.get(..BLOCK) {
        Some(block) if length <= BLOCK => {
            let end = buffer.len() + length;
            buffer.push_str(block);
            buffer.truncate(end);
        }
        _ => buffer.push_str(text.get(..length).unwrap_or_default()),
    }
}
