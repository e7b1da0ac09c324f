use crate::tokenizer::{Machine, Step};
use crate::{State, TokenSink};
use limpid_markup::ErrorCode;

impl<S: TokenSink> Machine<'_, '_, S> {
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
                // The first `]` is text; the end can only start at the second.
                self.tokenizer.token_start += 1;
                self.pos += 1;
                Ok(())
            }
            Some(b'>') => {
                self.flush_text_before_token();
                self.pos += 1;
                self.start_text();
                self.reconsume_in(State::Data)
            }
            _ => self.reconsume_in(State::CdataSection),
        }
    }
}
