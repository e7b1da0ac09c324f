//! Raw text: of scripts, styles and the like.

use super::built_text::LONG_BUILT_TEXT;
use crate::TokenSink;
use crate::cursor::{StateMachine, scan};
use crate::machine::Machine;
use limpid_markup::Span;

impl<'m, 'w: 'm, S: TokenSink> Machine<'m, 'w, S> {
    /// Consumes text up to what the RAWTEXT and script data states look at: not to a `<` that stays text as neither `/` nor
    /// `!` follows, nor to a newline of CR and LF, whose CR is left out here.
    pub(crate) fn fast_raw_text(&mut self) {
        loop {
            self.pos = match self.has_cr_or_nul {
                true => scan::find2_cr_nul(self.bytes, self.pos, b'<', b'<'),
                false => scan::find(self.bytes, self.pos, b'<'),
            };
            match scan::chunk_at(self.bytes, self.pos) {
                Some([b'<', b'/' | b'!']) | None => return,
                Some([b'<', _]) => self.pos += 1,
                Some(b"\r\n") => match self.sink.lend_buffer() {
                    Some(buffer) => self.build_raw_text(buffer),
                    None => self.replace_in_text(1, ""),
                },
                Some(_) => return,
            }
        }
    }

    /// Builds text from a newline of CR and LF on, and emits it whole, with the text before it.
    #[inline(never)]
    fn build_raw_text(&mut self, mut buffer: String) {
        let start = self.making.text_start;
        let from = self.position_of(start);
        let built_from = buffer.len();
        self.reserve_built_text(&mut buffer, from);
        let span_start = start + u32::from(self.pos == from);
        let mut copied_to = from;
        loop {
            match scan::chunk_at(self.bytes, self.pos) {
                Some(b"\r\n") if buffer.len() - built_from < LONG_BUILT_TEXT => {
                    // The LF is text as it stands; the CR is left out.
                    buffer.push_str(self.window.text.get(copied_to..self.pos).unwrap_or_default());
                    copied_to = self.pos + 1;
                    self.pos += 2;
                }
                Some([b'<', next]) if !matches!(next, b'/' | b'!') => self.pos += 1,
                _ => break,
            }
            self.pos = scan::find2_cr_nul(self.bytes, self.pos, b'<', b'<');
        }
        buffer.push_str(self.window.text.get(copied_to..self.pos).unwrap_or_default());
        let span = Span::new(span_start, self.offset());
        self.sink.characters_in_buffer(buffer, built_from, span);
        self.start_text();
    }
}
