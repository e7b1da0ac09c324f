//! Start tags, from the end of their name on.

use crate::cursor::{PieceRange, StateMachine, scan};
use crate::machine::{Machine, Step, handle_tag_result};
use crate::{State, TokenSink, TokenSinkResult};
use limpid_markup::{LocalName, Span, TagByParts};

impl<'m, 'w: 'm, S: TokenSink> Machine<'m, 'w, S> {
    /// Reads the rest of a start tag, whose name is followed by the byte `next`, and emits the tag. If it starts a leaf that the sink
    /// accepts, emits the leaf instead.
    ///
    /// Returns a position at or after the end of the tag or leaf. The text up to this position contains no `<` and no `&`. If the fast path
    /// cannot continue, returns the result of the machine's step as an error. In this case, `current.text_start` is up to date.
    #[inline(always)]
    pub(super) fn fast_start_tag(&mut self, start: u32, id: LocalName, next: u8) -> Result<usize, Step> {
        let name_span = Span::new(start + 1, self.offset());
        let mut self_closing = false;
        self.current.tag.start_attributes();
        self.registers.has_verbatim_attributes = true;
        if next != b'>' {
            self.current.built.clear();
            match self.fast_attributes_inline() {
                Some(closing) => self_closing = closing,
                None => {
                    self.hand_over_to_states(start, name_span, id);
                    return Err(self.reconsume_in(State::BeforeAttributeName));
                }
            }
        }
        self.pos += 1;
        let span = Span::new(start, self.offset());
        let has_verbatim_attributes = self.registers.has_verbatim_attributes;
        if !(has_verbatim_attributes && id.is_known()) {
            // An element that starts with another start tag is not a leaf.
            let contains_tag =
                matches!(scan::chunk_at(self.bytes, self.pos), Some(&[b'<', next]) if next.is_ascii_alphabetic());
            if id.is_known() && !self_closing && !contains_tag && self.fast_leaf(id, span) {
                return Ok(self.pos);
            }
            return match self.start_tag_with_built_attributes(id, name_span, self_closing, span) {
                TokenSinkResult::Continue => Ok(self.pos),
                result => Err(self.handle_start_tag_result(result, id, name_span)),
            };
        }
        let mut text_end = self.pos;
        if !self_closing && let Some(state) = self.sink.leaf_state(id) {
            if state == State::Data {
                text_end = self.find2(text_end, b'<', b'&');
                if let Some(length) = scan::end_tag_len(self.bytes, text_end, id)
                    && self.emit_leaf(id, true, span, text_end, length)
                {
                    return Ok(self.pos);
                }
            } else if self.fast_leaf(id, span) {
                return Ok(self.pos);
            }
        }
        let result = self.sink.start_tag_by_parts(TagByParts {
            name: id,
            name_span,
            records: &self.cursor.current.tag.records,
            window: &self.cursor.window,
            built: "",
            has_verbatim_attributes: true,
            self_closing,
            span,
        });
        match result {
            TokenSinkResult::Continue => Ok(text_end),
            result => Err(self.handle_start_tag_result(result, id, name_span)),
        }
    }

    /// Emits a start tag whose name is unknown, or that has an attribute with an unknown name or a built value.
    #[inline(never)]
    fn start_tag_with_built_attributes(
        &mut self,
        id: LocalName,
        name_span: Span,
        self_closing: bool,
        span: Span,
    ) -> TokenSinkResult {
        let current = &*self.cursor.current;
        self.sink.start_tag_by_parts(TagByParts {
            name: id,
            name_span,
            records: &current.tag.records,
            window: &self.cursor.window,
            built: &current.built,
            has_verbatim_attributes: self.registers.has_verbatim_attributes,
            self_closing,
            span,
        })
    }

    #[inline(never)]
    fn handle_start_tag_result(&mut self, result: TokenSinkResult, id: LocalName, name_span: Span) -> Step {
        self.start_text();
        let name = if id.is_known() { id.as_str() } else { self.slice(name_span) };
        handle_tag_result(result, name, self.registers)
    }

    /// Prepares the states to continue a start tag at its next attribute.
    #[cold]
    fn hand_over_to_states(&mut self, start: u32, name_span: Span, id: LocalName) {
        self.registers.tag_name_id = id;
        self.current.token_start = start;
        self.current.text_start = start;
        self.current.tag.make_start_tag(PieceRange { span: name_span, built: None });
    }
}
