use crate::cursor::StateMachine;
use crate::machine::{Machine, Step};
use crate::{State, TokenSink};
use limpid_markup::ErrorCode;

impl<'m, 'w: 'm, S: TokenSink> Machine<'m, 'w, S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#cdata-section-state>
    pub(crate) fn cdata_section_state(&mut self) -> Step {
        self.skip_to(b']', b']');
        match self.next()? {
            Some(b']') => self.start_token_in(State::CdataSectionBracket),
            None => {
                self.error(ErrorCode::EofInCdata);
                self.emit_end_of_file()
            }
            Some(0) => self.emit_null(),
            Some(_) => self.newline_in_text(),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#cdata-section-bracket-state>
    pub(crate) fn cdata_section_bracket_state(&mut self) -> Step {
        match self.next()? {
            Some(b']') => self.advance_to(State::CdataSectionEnd),
            _ => self.reconsume_in(State::CdataSection),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#cdata-section-end-state>
    pub(crate) fn cdata_section_end_state(&mut self) -> Step {
        match self.next()? {
            Some(b']') => {
                // The first `]` is text. The end of the section can start at the second one.
                self.current.token_start += 1;
                self.stay()
            }
            Some(b'>') => {
                self.flush_text_before_token();
                self.pos += 1;
                self.return_to_data_state()
            }
            _ => self.reconsume_in(State::CdataSection),
        }
    }
}
