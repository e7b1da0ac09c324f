use crate::TokenSink;
use crate::tokenizer::machine::{Machine, Step};
use crate::tokenizer::states::State;
use limpid_markup::ErrorCode;
use limpid_tokenizer::cursor::StateMachine;

impl<'m, 'w: 'm, S: TokenSink> Machine<'m, 'w, S> {
    pub(super) fn cdata_state(&mut self) -> Step {
        self.skip_to(b']', b']');
        match self.next()? {
            Some(b']') => {
                self.start_token();
                self.advance_to(State::CdataBracket)
            }
            Some(_) => self.null_or_newline_in_text(),
            None => {
                self.start_token();
                self.eof_in_cdata()
            }
        }
    }

    pub(super) fn cdata_bracket_state(&mut self) -> Step {
        match self.next_or_eof(Self::eof_in_cdata)? {
            b']' => self.advance_to(State::CdataEnd),
            _ => self.reconsume_in(State::Cdata),
        }
    }

    pub(super) fn cdata_end_state(&mut self) -> Step {
        match self.next_or_eof(Self::eof_in_cdata)? {
            b'>' => {
                self.flush_text_before_token();
                self.pos += 1;
                self.return_to_data_state()
            }
            b']' => {
                // The first `]` is text. The end of the section can start at the second one.
                self.current.token_start += 1;
                self.stay()
            }
            _ => self.reconsume_in(State::Cdata),
        }
    }

    /// Handles EOF in a CDATA section. Drops brackets that could have been the start of `]]>`.
    fn eof_in_cdata(&mut self) -> Step {
        self.flush_text_before_token();
        self.error(ErrorCode::EofInCdata);
        self.return_to_data_state()
    }
}
