//! The fast path: reads common tags, text, comments and references without a state machine step for each of their parts.
//!
//! **Contract.** The fast path has the same effect as the states in [`crate::states`]. Neither calls the other:
//! [`crate::machine`] runs the fast path first. It stops at the `<` of a tag, at the start of an attribute or in text,
//! where the states can continue.
//!
//! **The states handle**:
//! * errors (pages have at most one in several hundred tags), except a missing `;` in text;
//! * references in text, if the sink does not lend its buffer;
//! * comments with an error, a CR, a NUL or a `-` at the start, DOCTYPEs, CDATA sections and processing instructions;
//! * unknown tag names of at least [`BLOCK`] bytes, and unknown names with uppercase letters;
//! * attributes after the 16th, white space around `=`, and values with a CR or NUL;
//! * named references without `;` in attributes, and numeric references with an error;
//! * tags close to the end of the window, because the fast path also reads the bytes after a tag.
//!
//! `tests/fast_path.rs` compares the fast path with the states, on markup split into any chunks.

mod attributes;
mod built_text;
mod comment;
mod leaf;
mod references;
mod start_tag;

use crate::cursor::StateMachine;
use crate::cursor::block::BLOCK;
use crate::cursor::scan::{self, NameStart};
use crate::machine::{Machine, Pause, Step};
use crate::states::is_whitespace;
use crate::{Tag, TokenSink, TokenSinkResult};
use limpid_markup::{LocalName, Span, TagByParts};

/// The number of bytes read at a `<`: enough for `</`, a name that fits in a block, and the bytes after it.
const HEAD: usize = 32;

impl<'m, 'w: 'm, S: TokenSink> Machine<'m, 'w, S> {
    /// Reads text, tags and comments in the [data state](https://html.spec.whatwg.org/multipage/parsing.html#data-state).
    #[inline(never)]
    pub(crate) fn fast_data(&mut self) -> Step {
        let bytes = self.bytes;
        let window_start = self.window.start;
        let mut pos = self.pos;
        let mut text_start = self.current.text_start;
        loop {
            pos = self.find2(pos, b'<', b'&');
            let padded: [u8; HEAD];
            let head = scan::chunk_or_copy!(bytes, pos, padded);
            let start = window_start + pos as u32;
            if head[0] != b'<' {
                let continues;
                (text_start, pos, continues) = self.fast_special_text(head, text_start, pos);
                if continues {
                    continue;
                }
                break;
            }
            if head[1] == b'/' {
                let Some((id, name_length)) = Self::common_end_tag(head) else { break };
                self.emit_nonempty_text(text_start, start);
                pos += name_length + 3;
                text_start = window_start + pos as u32;
                let span = Span::new(start, text_start);
                let result =
                    if id.is_known() { self.sink.end_tag_by_name(id, span) } else { self.unknown_end_tag(span) };
                if result == TokenSinkResult::Suspend {
                    self.pos = pos;
                    self.current.text_start = text_start;
                    return Err(Pause::Suspended);
                }
                continue;
            }
            let Some((name, next)) = common_start_tag(head) else {
                let Some(end) = self.fast_comment(text_start, pos) else { break };
                pos = end;
                text_start = window_start + pos as u32;
                continue;
            };
            self.emit_nonempty_text(text_start, start);
            self.pos = pos + 1 + name.len;
            match self.fast_start_tag(start, name.id, next) {
                Ok(next_pos) => pos = next_pos,
                Err(step) => return step,
            }
            text_start = window_start + self.pos as u32;
        }
        self.pos = pos;
        self.current.text_start = text_start;
        Ok(())
    }

    /// Handles a `&`, CR or NUL in text. Returns the new start of the text, the new position, and whether the fast path continues there.
    #[inline(always)]
    fn fast_special_text(&mut self, head: &[u8; HEAD], text_start: u32, pos: usize) -> (u32, usize, bool) {
        let start = self.offset_of(pos);
        let is_newline = head[0] == b'\r' && head[1] == b'\n';
        if is_newline && text_start == start {
            // Without the CR, the text is verbatim from the LF on.
            return (start + 1, pos + 2, true);
        }
        if (head[0] == b'&' || head[0] == b'\r')
            && let Some(buffer) = self.sink.lend_buffer()
        {
            let (text_start, pos) = self.build_text(buffer, text_start, pos);
            return (text_start, pos, self.bytes.get(pos) == Some(&b'<'));
        }
        if is_newline {
            // Drop the CR. The text is verbatim from the LF on.
            self.emit_nonempty_text(text_start, start);
            return (start + 1, pos + 2, true);
        }
        (text_start, pos, false)
    }

    #[inline(always)]
    fn emit_nonempty_text(&mut self, start: u32, end: u32) {
        if start < end {
            self.emit_text(Span::new(start, end));
        }
    }

    /// Returns the id and length of the name of an end tag that consists only of the name. Returns `None` for unknown names that have
    /// uppercase letters or fill the block.
    #[inline(always)]
    fn common_end_tag(head: &[u8; HEAD]) -> Option<(LocalName, usize)> {
        let name = scan::name_start(block_at(head, 2));
        let is_common =
            head[(2 + name.len) % HEAD] == b'>' && (name.id.is_known() || is_lowercase_name(head, 2, &name));
        is_common.then_some((name.id, name.len))
    }

    #[inline(never)]
    fn unknown_end_tag(&mut self, span: Span) -> TokenSinkResult {
        let name_span = Span::new(span.start + 2, span.end - 1);
        self.sink.end_tag(&Tag::from(TagByParts {
            name_span,
            window: &self.cursor.window,
            span,
            ..TagByParts::implied(LocalName::UNKNOWN)
        }))
    }
}

/// Returns the name of a start tag and the byte after it. Returns `None` for unknown names that have uppercase letters or fill the block.
#[inline(always)]
fn common_start_tag(head: &[u8; HEAD]) -> Option<(NameStart, u8)> {
    let name = scan::name_start(block_at(head, 1));
    let next = head[(1 + name.len) % HEAD];
    let is_common = (next == b'>' || is_whitespace(next) || next == b'/')
        && (name.id.is_known() || is_lowercase_name(head, 1, &name));
    is_common.then_some((name, next))
}

/// Whether the head contains a complete tag name at `at`, without uppercase letters.
#[inline(always)]
fn is_lowercase_name(head: &[u8; HEAD], at: usize, name: &NameStart) -> bool {
    name.len < BLOCK && head[at].is_ascii_alphabetic() && !scan::has_uppercase_before(block_at(head, at), name.len)
}

#[inline(always)]
fn block_at(head: &[u8; HEAD], at: usize) -> &[u8; BLOCK] {
    const ZEROS: &[u8; BLOCK] = &[0; BLOCK];
    head[at..].first_chunk().unwrap_or(ZEROS)
}
