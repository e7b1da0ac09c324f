//! Text in which references and line ends stand for something else, built in the sink's own buffer.

use super::references::{Reference, common_reference, read_any_reference};
use crate::TokenSink;
use crate::cursor::StateMachine;
use crate::cursor::block::BLOCK;
use crate::machine::Machine;
use limpid_markup::{ErrorCode, Span};

/// Text that is built is emitted at this length.
pub(super) const LONG_BUILT_TEXT: usize = 1 << 14;

/// The room that is made for built text at first, if there is as much input.
const FIRST_BUILT_TEXT: usize = 256;

/// The lengths of input for which more room is made than is needed. Pages that are kept in great numbers are smaller; of larger ones, that
/// much memory would be returned in any case.
const LARGE: core::ops::Range<usize> = 1 << 16..1 << 19;

/// The room from which on a buffer gets more, rather than at a piece of a text that does not fit.
const NEARLY_FULL: usize = 64;

impl<'m, 'w: 'm, S: TokenSink> Machine<'m, 'w, S> {
    /// Builds text up to a `<` or what the states decide, and emits it whole. Returns where text and input go on.
    #[inline(never)]
    pub(super) fn build_text(&mut self, mut buffer: String, text_start: u32, pos: usize) -> (u32, usize) {
        let text = self.window.text;
        let built_from = buffer.len();
        let from = self.position_of(text_start);
        let mut span = Span::empty(text_start);
        self.reserve_built_text(&mut buffer, from);
        // What is not built yet, and how much of it is text as it stands.
        let mut rest = text.get(from..).unwrap_or_default();
        let mut length = pos - from;
        loop {
            let bytes = rest.as_bytes();
            let replaced = match bytes.get(length) {
                Some(b'&') => match common_reference(bytes, length) {
                    Some((character, replaced)) => {
                        push_part(&mut buffer, rest, length);
                        character.push_to(&mut buffer);
                        replaced
                    }
                    None => match read_any_reference(bytes, length, false) {
                        Reference::Literal => {
                            length = self.find2_from(bytes, length + 1, b'<', b'&');
                            continue;
                        }
                        Reference::Resolved { characters, length: replaced, lacks_semicolon } => {
                            push_part(&mut buffer, rest, length);
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
                // The LF is text as it stands; the CR is left out.
                Some(b'\r') if bytes.get(length + 1) == Some(&b'\n') => {
                    push_part(&mut buffer, rest, length);
                    buffer.push('\n');
                    span.start += u32::from(length == 0 && rest.len() == text.len() - from);
                    2
                }
                _ => break,
            };
            let Some(behind) = rest.get(length + replaced..) else { break };
            rest = behind;
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

    /// Makes room in a buffer that is nearly full.
    #[inline]
    pub(super) fn reserve_built_text(&self, buffer: &mut String, from: usize) {
        let rest = self.bytes.len() - from;
        if buffer.capacity() - buffer.len() < rest.min(NEARLY_FULL) {
            self.grow_built_text(buffer, from);
        }
    }

    /// Makes room for what the rest of the input builds if it goes on like what is read.
    #[cold]
    #[inline(never)]
    fn grow_built_text(&self, buffer: &mut String, from: usize) {
        let rest = self.bytes.len() - from;
        let expected = match self.has_cr_or_nul {
            _ if rest <= FIRST_BUILT_TEXT => 0,
            // Where line ends have a CR, most text is built. With more than it takes it is the largest block of a page, and the C
            // library of Linux keeps twice as much for the next page, in place of asking for it again.
            true if LARGE.contains(&rest) => 3 * rest,
            true => rest,
            // No more than the rest: in pieces, what is built is of the document, and what is read is of the piece.
            false => {
                let expected = (buffer.len() as u64).saturating_mul(rest as u64) / (from as u64 + 1);
                expected.min(rest as u64) as usize
            }
        };
        // Half as much again at least, so that all copies together cost linear time, whatever the pieces of the input are.
        let at_least = buffer.len() / 2 + rest.min(FIRST_BUILT_TEXT);
        // If it fails, the buffer grows as needed.
        let _ = buffer.try_reserve_exact((expected + expected / 16).max(at_least));
    }
}

/// Adds the start of a text: a short one without a call to copy it, as a block that is cut to its length.
#[inline(always)]
pub(super) fn push_part(buffer: &mut String, text: &str, length: usize) {
    match text.get(..BLOCK) {
        Some(block) if length <= BLOCK => {
            let end = buffer.len() + length;
            buffer.push_str(block);
            buffer.truncate(end);
        }
        _ => buffer.push_str(text.get(..length).unwrap_or_default()),
    }
}
