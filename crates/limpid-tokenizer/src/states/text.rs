use crate::scan::{self, ByteSet, byte_set};
use crate::straight_line::LONG_BUILT_TEXT;
use crate::tokenizer::{Machine, Step};
use crate::{State, Token, TokenSink};
use limpid_markup::{ErrorCode, Span};

const PLAIN: ByteSet = byte_set(b"\r\0");

impl<S: TokenSink> Machine<'_, '_, S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#data-state>
    #[inline]
    pub(crate) fn data_state(&mut self) -> Step {
        self.skip_markup_text();
        match self.next()? {
            Some(b'&') => self.start_character_reference(State::Data),
            Some(b'<') => self.start_token_in(State::TagOpen),
            Some(0) => self.emit_null(),
            Some(_) => self.newline_in_text(),
            None => self.emit_end_of_file(),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#rcdata-state>
    pub(crate) fn rcdata_state(&mut self) -> Step {
        self.skip_to(b'<', b'&');
        match self.next()? {
            Some(b'&') => self.start_character_reference(State::Rcdata),
            Some(b'<') => self.start_token_in(State::RcdataLessThanSign),
            Some(0) => self.replace_null_in_text(),
            Some(_) => self.newline_in_text(),
            None => self.emit_end_of_file(),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#rawtext-state>
    pub(crate) fn rawtext_state(&mut self) -> Step {
        self.skip_raw_text();
        match self.next()? {
            Some(b'<') => self.start_token_in(State::RawtextLessThanSign),
            Some(0) => self.replace_null_in_text(),
            Some(_) => self.newline_in_text(),
            None => self.emit_end_of_file(),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-state>
    pub(crate) fn script_data_state(&mut self) -> Step {
        self.skip_raw_text();
        match self.next()? {
            Some(b'<') => self.start_token_in(State::ScriptDataLessThanSign),
            Some(0) => self.replace_null_in_text(),
            Some(_) => self.newline_in_text(),
            None => self.emit_end_of_file(),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#plaintext-state>
    pub(crate) fn plaintext_state(&mut self) -> Step {
        if self.has_cr_or_nul {
            self.skip_to_marked(&PLAIN);
        } else {
            self.pos = self.bytes.len();
        }
        match self.next()? {
            Some(0) => self.replace_null_in_text(),
            Some(_) => self.newline_in_text(),
            None => self.emit_end_of_file(),
        }
    }

    /// Consumes text up to what the data state looks at.
    #[inline(always)]
    pub(crate) fn skip_markup_text(&mut self) {
        self.skip_to(b'<', b'&');
    }

    /// Consumes text up to what the RCDATA, RAWTEXT and script data states look at: not to a `<` that stays text as
    /// neither `/` nor `!` follows, nor to a newline of CR and LF, whose CR is left out here.
    fn skip_raw_text(&mut self) {
        if self.has_cr_or_nul {
            return self.skip_raw_text_with_cr();
        }
        loop {
            self.pos += scan::find(&self.bytes[self.pos..], b'<');
            match scan::chunk_at(self.bytes, self.pos) {
                Some([_, b'/' | b'!']) | None => return,
                Some(_) => self.pos += 1,
            }
        }
    }

    #[inline(never)]
    fn skip_raw_text_with_cr(&mut self) {
        loop {
            self.pos = scan::find_or_cr_or_nul_from(self.bytes, self.pos, b'<');
            match scan::chunk_at(self.bytes, self.pos) {
                Some([b'<', b'/' | b'!']) | None => return,
                Some([b'<', _]) => self.pos += 1,
                Some(b"\r\n") => match self.sink.lend_buffer() {
                    Some(buffer) => self.build_raw_text(buffer),
                    None => {
                        self.flush_text(self.offset());
                        self.pos += 1;
                        self.start_text();
                    }
                },
                Some(_) => return,
            }
        }
    }

    /// Consumes text from a newline of CR and LF on as [`skip_raw_text`](Self::skip_raw_text) does, and emits it whole,
    /// with what is before it.
    #[inline(never)]
    fn build_raw_text(&mut self, mut buffer: String) {
        let start = self.tokenizer.text_start;
        let from = (start - self.window_start) as usize;
        let built_from = buffer.len();
        self.reserve_built_text(&mut buffer, from);
        let span_start = start + u32::from(self.pos == from);
        let mut copied_to = from;
        loop {
            match scan::chunk_at(self.bytes, self.pos) {
                Some(b"\r\n") if buffer.len() - built_from < LONG_BUILT_TEXT => {
                    // The LF is text as it stands; the CR is left out.
                    buffer.push_str(self.window.get(copied_to..self.pos).unwrap_or_default());
                    copied_to = self.pos + 1;
                    self.pos += 2;
                }
                Some([b'<', next]) if !matches!(next, b'/' | b'!') => self.pos += 1,
                _ => break,
            }
            self.pos = scan::find_or_cr_or_nul_from(self.bytes, self.pos, b'<');
        }
        buffer.push_str(self.window.get(copied_to..self.pos).unwrap_or_default());
        let span = Span::new(span_start, self.offset());
        self.sink.characters_in_buffer(buffer, built_from, span);
        self.start_text();
    }

    /// Consumes the character that may start a token.
    pub(crate) fn start_token_in(&mut self, state: State) -> Step {
        self.start_token();
        self.advance_to(state)
    }

    /// U+0000 in the data state and in CDATA sections: emitted as it is.
    pub(crate) fn emit_null(&mut self) -> Step {
        let at = self.offset();
        if self.tokenizer.state == State::Data {
            self.error(ErrorCode::UnexpectedNullCharacter);
        }
        self.flush_text(at);
        self.pos += 1;
        self.sink.process_token(Token::NullCharacter(Span::new(at, at + 1)));
        self.start_text();
        Ok(())
    }

    /// U+0000 elsewhere in text: emitted as U+FFFD.
    pub(crate) fn replace_null_in_text(&mut self) -> Step {
        self.error(ErrorCode::UnexpectedNullCharacter);
        self.replace_in_text(1, "\u{fffd}");
        Ok(())
    }

    /// A CR in text.
    pub(crate) fn newline_in_text(&mut self) -> Step {
        if self.newline_length()? == 1 {
            self.replace_in_text(1, "\n");
        } else {
            // The LF is text as it stands; the CR is left out.
            self.flush_text(self.offset());
            self.pos += 1;
            self.start_text();
        }
        Ok(())
    }
}
