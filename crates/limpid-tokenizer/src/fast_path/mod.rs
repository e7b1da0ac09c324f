//! The fast path: common tags, text, comments and references, read without a step of the state machine for each part of them.
//!
//! **Contract.** What the fast path takes, it takes exactly as the states in [`crate::states`] would; it calls them for
//! nothing, and they do not know of it: the dispatcher in [`crate::machine`] tries it first. It stops where nothing is decided yet
//! (at the `<` of a tag, the start of an attribute, or in text) and the states go on from there.
//!
//! **What falls out of it**, to be taken by the states:
//! * every error of the tokenizer, which pages have one of in some hundred tags at most, but a `;` that is missing in text;
//! * references in text, for a sink that does not lend its buffer;
//! * comments that have an error, a CR or a NUL, or begin with a `-`, DOCTYPEs, CDATA sections and processing instructions;
//! * names of [`BLOCK`] bytes or more that are not known, and tag names in capitals that are not known;
//! * attributes after the sixteenth, white space around `=`, values that hold a CR or NUL;
//! * named references without `;` in attributes, and numbers that refer to no character or to a control character;
//! * tags that end less than a few bytes before the window does, as the bytes after them are looked at.
//!
//! `tests/fast_path.rs` compares the two on any markup, however it is cut.

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

/// The bytes that hold a `</`, a name that [`scan::name_start`] sees whole, and the bytes after it.
const HEAD: usize = 32;

impl<'m, 'w: 'm, S: TokenSink> Machine<'m, 'w, S> {
    /// Reads text and tags in the [data state](https://html.spec.whatwg.org/multipage/parsing.html#data-state).
    #[inline(never)]
    pub(crate) fn fast_data(&mut self) -> Step {
        let bytes = self.bytes;
        let window_start = self.window.start;
        let mut pos = self.pos;
        let mut text_start = self.making.text_start;
        loop {
            pos = self.find2(pos, b'<', b'&');
            let padded: [u8; HEAD];
            let head = scan::chunk_or_copy!(bytes, pos, padded);
            let start = window_start + pos as u32;
            if head[0] != b'<' {
                let goes_on;
                (text_start, pos, goes_on) = self.fast_special_text(head, text_start, pos);
                if goes_on {
                    continue;
                }
                break;
            }
            if head[1] == b'/' {
                let Some((id, name_length)) = Self::common_end_tag(head) else { break };
                self.fast_text(text_start, start);
                pos += name_length + 3;
                text_start = window_start + pos as u32;
                let span = Span::new(start, text_start);
                let answer =
                    if id.is_known() { self.sink.end_tag_by_name(id, span) } else { self.unknown_end_tag(span) };
                if answer == TokenSinkResult::Suspend {
                    self.pos = pos;
                    self.making.text_start = text_start;
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
            self.fast_text(text_start, start);
            self.pos = pos + 1 + name.len;
            match self.fast_start_tag(start, name.id, next) {
                Ok(next_pos) => pos = next_pos,
                Err(step) => return step,
            }
            text_start = window_start + self.pos as u32;
        }
        self.pos = pos;
        self.making.text_start = text_start;
        Ok(())
    }

    /// Reads on in text at a `&`, CR or NUL. Returns where text and input go on, and whether they do on the fast path.
    #[inline(always)]
    fn fast_special_text(&mut self, head: &[u8; HEAD], text_start: u32, pos: usize) -> (u32, usize, bool) {
        let start = self.offset_of(pos);
        let is_newline = head[0] == b'\r' && head[1] == b'\n';
        if is_newline && text_start == start {
            // The text starts with the LF, and may go on as the input has it.
            return (start + 1, pos + 2, true);
        }
        if (head[0] == b'&' || head[0] == b'\r')
            && let Some(buffer) = self.sink.lend_buffer()
        {
            let (text_start, pos) = self.build_text(buffer, text_start, pos);
            return (text_start, pos, self.bytes.get(pos) == Some(&b'<'));
        }
        if is_newline {
            // The LF is text as it stands; the CR is left out.
            self.fast_text(text_start, start);
            return (start + 1, pos + 2, true);
        }
        (text_start, pos, false)
    }

    /// Emits the text before a tag, if there is any.
    #[inline(always)]
    fn fast_text(&mut self, start: u32, end: u32) {
        if start < end {
            self.emit_text(Span::new(start, end));
        }
    }

    /// Returns the name and the length of the name of an end tag without anything else in it, unless its name is unknown and in
    /// capitals or long.
    #[inline(always)]
    fn common_end_tag(head: &[u8; HEAD]) -> Option<(LocalName, usize)> {
        let name = scan::name_start(block_at(head, 2));
        let is_common =
            head[(2 + name.len) % HEAD] == b'>' && (name.id.is_known() || is_lowercase_name(head, 2, &name));
        is_common.then_some((name.id, name.len))
    }

    /// Emits an end tag whose name has no id.
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

/// Returns the name of a start tag and the byte after it, unless its name is unknown and in capitals or long.
#[inline(always)]
fn common_start_tag(head: &[u8; HEAD]) -> Option<(NameStart, u8)> {
    let name = scan::name_start(block_at(head, 1));
    let next = head[(1 + name.len) % HEAD];
    let is_common = (next == b'>' || is_whitespace(next) || next == b'/')
        && (name.id.is_known() || is_lowercase_name(head, 1, &name));
    is_common.then_some((name, next))
}

/// Returns whether there is a whole tag name at a place of a head, and no capital in it.
#[inline(always)]
fn is_lowercase_name(head: &[u8; HEAD], at: usize, name: &NameStart) -> bool {
    name.len < BLOCK && head[at].is_ascii_alphabetic() && !scan::has_uppercase_before(block_at(head, at), name.len)
}

/// Returns the block that starts at a place of a head.
#[inline(always)]
fn block_at(head: &[u8; HEAD], at: usize) -> &[u8; BLOCK] {
    const NOTHING: &[u8; BLOCK] = &[0; BLOCK];
    head[at..].first_chunk().unwrap_or(NOTHING)
}
