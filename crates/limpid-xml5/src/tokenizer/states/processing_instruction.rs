use crate::TokenSink;
use crate::scan::is_whitespace;
use crate::tokenizer::machine::{Machine, Step};
use crate::tokenizer::states::State;
use limpid_markup::ErrorCode;
use limpid_tokenizer::cursor::StateMachine;

impl<'m, 'w: 'm, S: TokenSink> Machine<'m, 'w, S> {
    pub(super) fn pi_state(&mut self) -> Step {
        match self.next()? {
            Some(b'\t' | b'\n' | b'\r' | b' ') | None => {
                self.error(ErrorCode::XmlInvalidProcessingInstructionTarget);
                self.start_bogus_comment()
            }
            Some(_) => {
                self.flush_text_before_token();
                self.start_any_name(State::PiTarget)
            }
        }
    }

    pub(super) fn pi_target_state(&mut self) -> Step {
        self.skip_while(|b| !is_whitespace(b) && !matches!(b, b'?' | 0));
        match self.next()? {
            Some(0) => return self.null_or_newline_in_piece(),
            _ => self.registers.pi_target = self.finish_piece(0),
        }
        match self.next()? {
            Some(b'?') => {
                self.start_piece();
                self.advance_to(State::PiAfter)
            }
            Some(_whitespace) => self.advance_to(State::PiTargetAfter),
            None => {
                self.start_piece();
                self.eof_in_pi()
            }
        }
    }

    pub(super) fn pi_target_after_state(&mut self) -> Step {
        self.skip_whitespace();
        self.next()?;
        self.start_piece();
        self.reconsume_in(State::PiData)
    }

    pub(super) fn pi_data_state(&mut self) -> Step {
        self.skip_to(b'?', b'?');
        match self.next_or_eof(Self::eof_in_pi)? {
            b'?' => self.advance_to(State::PiAfter),
            _ => self.null_or_newline_in_piece(),
        }
    }

    pub(super) fn pi_after_state(&mut self) -> Step {
        let next = self.next()?;
        if next.is_some_and(|byte| byte != b'>') && self.is_data_after_target() {
            self.well_formedness_error(self.next_character_span(), ErrorCode::XmlMissingWhitespace);
        }
        match next {
            Some(b'>') => self.emit_pi(1, 1),
            // The first `?` is data.
            Some(b'?') => self.stay(),
            _ => self.reconsume_in(State::PiData),
        }
    }

    /// Whether the `?` before the next input character directly follows the target and starts the data.
    fn is_data_after_target(&self) -> bool {
        let is_first = self.current.piece.start + 1 == self.offset();
        is_first && self.bytes.get(self.pos.wrapping_sub(2)).is_some_and(|&byte| !is_whitespace(byte))
    }

    fn eof_in_pi(&mut self) -> Step {
        self.error(ErrorCode::XmlEofInProcessingInstruction);
        self.emit_pi(0, 0)
    }
}
