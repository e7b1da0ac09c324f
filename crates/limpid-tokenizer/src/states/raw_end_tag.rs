//! End tags in RCDATA, RAWTEXT and script data. They are text unless they are appropriate end tags.

use crate::cursor::StateMachine;
use crate::machine::{Machine, Step};
use crate::{State, TokenSink};

use super::is_whitespace;

impl<'m, 'w: 'm, S: TokenSink> Machine<'m, 'w, S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#rcdata-less-than-sign-state>
    pub(crate) fn rcdata_less_than_sign_state(&mut self) -> Step {
        match self.next()? {
            Some(b'/') => self.advance_to(State::RcdataEndTagOpen),
            _ => self.reconsume_in(State::Rcdata),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#rcdata-end-tag-open-state>
    pub(crate) fn rcdata_end_tag_open_state(&mut self) -> Step {
        self.raw_end_tag_open(State::RcdataEndTagName, State::Rcdata)
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#rcdata-end-tag-name-state>
    pub(crate) fn rcdata_end_tag_name_state(&mut self) -> Step {
        self.raw_end_tag_name(State::Rcdata)
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#rawtext-less-than-sign-state>
    pub(crate) fn rawtext_less_than_sign_state(&mut self) -> Step {
        match self.next()? {
            Some(b'/') => self.advance_to(State::RawtextEndTagOpen),
            _ => self.reconsume_in(State::Rawtext),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#rawtext-end-tag-open-state>
    pub(crate) fn rawtext_end_tag_open_state(&mut self) -> Step {
        self.raw_end_tag_open(State::RawtextEndTagName, State::Rawtext)
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#rawtext-end-tag-name-state>
    pub(crate) fn rawtext_end_tag_name_state(&mut self) -> Step {
        self.raw_end_tag_name(State::Rawtext)
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-less-than-sign-state>
    pub(crate) fn script_data_less_than_sign_state(&mut self) -> Step {
        match self.next()? {
            Some(b'/') => self.advance_to(State::ScriptDataEndTagOpen),
            Some(b'!') => self.advance_to(State::ScriptDataEscapeStart),
            _ => self.reconsume_in(State::ScriptData),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-end-tag-open-state>
    pub(crate) fn script_data_end_tag_open_state(&mut self) -> Step {
        self.raw_end_tag_open(State::ScriptDataEndTagName, State::ScriptData)
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-end-tag-name-state>
    pub(crate) fn script_data_end_tag_name_state(&mut self) -> Step {
        self.raw_end_tag_name(State::ScriptData)
    }

    /// Handles the character after `</` in text: a letter starts the name of a possible end tag.
    pub(crate) fn raw_end_tag_open(&mut self, name_state: State, text_state: State) -> Step {
        match self.next()? {
            Some(byte) if byte.is_ascii_alphabetic() => {
                self.start_piece();
                self.reconsume_in(name_state)
            }
            _ => self.reconsume_in(text_state),
        }
    }

    /// Reads the name after `</` in text. It stays text unless it is the name of an appropriate end tag, and white space, `/` or `>` follows.
    pub(crate) fn raw_end_tag_name(&mut self, text_state: State) -> Step {
        self.skip_while(|byte| byte.is_ascii_alphabetic());
        let next = self.next()?;
        let ends_tag_name = next.is_some_and(|byte| is_whitespace(byte) || matches!(byte, b'/' | b'>'));
        if !ends_tag_name || !self.is_appropriate_end_tag() {
            return self.reconsume_in(text_state);
        }
        self.create_tag(true);
        let name_start = self.position_of(self.current.piece.start);
        self.note_uppercase(name_start);
        self.finish_tag_name();
        match next {
            Some(b'/') => self.advance_to(State::SelfClosingStartTag),
            Some(b'>') => self.emit_tag(false),
            _ => self.advance_to(State::BeforeAttributeName),
        }
    }
}
