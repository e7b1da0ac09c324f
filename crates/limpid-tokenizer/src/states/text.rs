//! The states of text: data, RCDATA, RAWTEXT, script data and PLAINTEXT.

use crate::cursor::StateMachine;
use crate::cursor::scan::{ByteSet, byte_set};
use crate::machine::{Machine, Step};
use crate::{State, Token, TokenSink};
use limpid_markup::{ErrorCode, Span};

const CR_OR_NUL: ByteSet = byte_set(b"\r\0");

impl<'m, 'w: 'm, S: TokenSink> Machine<'m, 'w, S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#data-state>
    #[inline]
    pub(crate) fn data_state(&mut self) -> Step {
        self.skip_to(b'<', b'&');
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
        self.skip_to(b'<', b'<');
        match self.next()? {
            Some(b'<') => self.start_token_in(State::RawtextLessThanSign),
            Some(0) => self.replace_null_in_text(),
            Some(_) => self.newline_in_text(),
            None => self.emit_end_of_file(),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-state>
    pub(crate) fn script_data_state(&mut self) -> Step {
        self.skip_to(b'<', b'<');
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
            self.skip_to_set(&CR_OR_NUL);
        } else {
            self.pos = self.bytes.len();
        }
        match self.next()? {
            Some(0) => self.replace_null_in_text(),
            Some(_) => self.newline_in_text(),
            None => self.emit_end_of_file(),
        }
    }

    pub(crate) fn start_token_in(&mut self, state: State) -> Step {
        self.start_token();
        self.advance_to(state)
    }

    pub(crate) fn emit_null(&mut self) -> Step {
        let at = self.offset();
        if self.registers.state == State::Data {
            self.error(ErrorCode::UnexpectedNullCharacter);
        }
        self.flush_text(at);
        self.pos += 1;
        self.sink.process_token(Token::NullCharacter(Span::new(at, at + 1)));
        self.start_text();
        Ok(())
    }
}
