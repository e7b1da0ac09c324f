//! Leaves: elements that contain only text, emitted with their start tag, text and end tag in one call.

use crate::cursor::scan;
use crate::machine::Machine;
use crate::{State, TokenSink};
use limpid_markup::{HookResult, LeafByParts, LocalName, Span};

impl<'m, 'w: 'm, S: TokenSink> Machine<'m, 'w, S> {
    /// Emits a leaf whose end tag is at `pos` and has `length` bytes. Returns whether the sink accepted it.
    #[inline(always)]
    pub(super) fn emit_leaf(
        &mut self,
        name: LocalName,
        is_verbatim: bool,
        start_tag: Span,
        pos: usize,
        length: usize,
    ) -> bool {
        let current = &*self.cursor.current;
        let is_taken = self.sink.leaf_by_parts(LeafByParts {
            name,
            records: &current.tag.records,
            window: &self.cursor.window,
            built: (!is_verbatim).then_some(&current.built),
            start_tag,
            end_tag: Span::new(self.cursor.offset_of(pos), self.cursor.offset_of(pos + length)),
        }) == HookResult::Handled;
        if is_taken {
            self.pos = pos + length;
        }
        is_taken
    }

    /// Searches for the matching end tag and emits the leaf. Returns whether the sink accepted it. Called for leaves with raw text, or with
    /// an attribute whose name is unknown or whose value is built.
    #[inline(never)]
    pub(super) fn fast_leaf(&mut self, name: LocalName, start_tag: Span) -> bool {
        let Some(state) = self.sink.leaf_state(name) else { return false };
        let mut pos = self.pos;
        let length = match state {
            State::Data => {
                pos = self.find2(pos, b'<', b'&');
                scan::end_tag_len(self.bytes, pos, name)
            }
            _ => self.raw_leaf_end(name, state, &mut pos),
        };
        let is_verbatim = self.registers.has_verbatim_attributes;
        length.is_some_and(|length| self.emit_leaf(name, is_verbatim, start_tag, pos, length))
    }

    /// Moves `text_end` to the end tag of a raw text and returns the length of that tag. Returns `None` if the states have to read the text,
    /// because it contains an unusual end tag, a CR, a NUL, a reference, or a comment in a script.
    #[inline(never)]
    fn raw_leaf_end(&mut self, id: LocalName, state: State, text_end: &mut usize) -> Option<usize> {
        let ampersand = if state == State::Rcdata { b'&' } else { b'<' };
        let name = id.as_str();
        loop {
            let pos = self.find2(*text_end, b'<', ampersand);
            *text_end = pos;
            match scan::chunk_at(self.bytes, pos)? {
                b"</" => {
                    let rest = self.bytes.get(pos + 2..pos + 2 + name.len())?;
                    if rest.eq_ignore_ascii_case(name.as_bytes()) {
                        let length = scan::end_tag_len(self.bytes, pos, id)?;
                        self.registers.set_last_start_tag(name);
                        return Some(length);
                    }
                }
                b"<!" if state == State::ScriptData => return None,
                [b'<', _] => {}
                _ => return None,
            }
            *text_end = pos + 1;
        }
    }
}
