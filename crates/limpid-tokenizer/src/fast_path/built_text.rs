//! Text in which references and line ends stand for something else, built in the sink's own buffer.

use super::references::{Reference, common_reference, read_any_reference};
use crate::TokenSink;
use crate::cursor::StateMachine;
use crate::cursor::block::BLOCK;
use crate::machine::Machine;
use limpid_markup::{ErrorCode, Span};

/// Text that is built is emitted at this length.
const LONG_BUILT_TEXT: usize = 1 << 14;

/// The capacity that is reserved for built text at least, if there is as much input.
const FIRST_BUILT_TEXT: usize = 256;

/// A buffer grows when its unused capacity is smaller than this, instead of in the middle of a text.
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

    /// Reserves capacity in a buffer that is nearly full.
    #[inline]
    fn reserve_built_text(&self, buffer: &mut String, from: usize) {
        let rest = self.bytes.len() - from;
        if buffer.capacity() - buffer.len() < rest.min(NEARLY_FULL) {
            self.grow_built_text(buffer, from);
        }
    }

    /// Reserves capacity for the rest of the input. Where line ends have a CR, most text is built.
    #[cold]
    #[inline(never)]
    fn grow_built_text(&self, buffer: &mut String, from: usize) {
        let rest = self.bytes.len() - from;
        // If it fails, the buffer grows as needed.
        let _ = buffer.try_reserve(if self.has_cr_or_nul { rest } else { rest.min(FIRST_BUILT_TEXT) });
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
