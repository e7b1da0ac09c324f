//! Script data between `<!--` and `-->`, which can contain one level of `<script>` and `</script>`.

use crate::cursor::StateMachine;
use crate::machine::{Machine, Step};
use crate::{State, TokenSink};
use limpid_markup::ErrorCode;

use super::is_whitespace;

impl<'m, 'w: 'm, S: TokenSink> Machine<'m, 'w, S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-escape-start-state>
    pub(crate) fn script_data_escape_start_state(&mut self) -> Step {
        match self.next()? {
            Some(b'-') => self.advance_to(State::ScriptDataEscapeStartDash),
            _ => self.reconsume_in(State::ScriptData),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-escape-start-dash-state>
    pub(crate) fn script_data_escape_start_dash_state(&mut self) -> Step {
        match self.next()? {
            Some(b'-') => self.advance_to(State::ScriptDataEscapedDashDash),
            _ => self.reconsume_in(State::ScriptData),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-escaped-state>
    pub(crate) fn script_data_escaped_state(&mut self) -> Step {
        self.skip_to(b'-', b'<');
        match self.next()? {
            Some(b'-') => self.advance_to(State::ScriptDataEscapedDash),
            Some(b'<') => self.start_token_in(State::ScriptDataEscapedLessThanSign),
            Some(0) => self.replace_null_in_text(),
            None => self.eof_in_escaped_script(),
            Some(_) => self.newline_in_text(),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-escaped-dash-state>
    pub(crate) fn script_data_escaped_dash_state(&mut self) -> Step {
        match self.next()? {
            Some(b'-') => self.advance_to(State::ScriptDataEscapedDashDash),
            Some(b'<') => self.start_token_in(State::ScriptDataEscapedLessThanSign),
            None => self.eof_in_escaped_script(),
            // The escaped state handles NUL and CR, too.
            Some(_) => self.reconsume_in(State::ScriptDataEscaped),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-escaped-dash-dash-state>
    pub(crate) fn script_data_escaped_dash_dash_state(&mut self) -> Step {
        match self.next()? {
            Some(b'-') => self.advance_to(State::ScriptDataEscapedDashDash),
            Some(b'<') => self.start_token_in(State::ScriptDataEscapedLessThanSign),
            Some(b'>') => self.advance_to(State::ScriptData),
            None => self.eof_in_escaped_script(),
            Some(_) => self.reconsume_in(State::ScriptDataEscaped),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-escaped-less-than-sign-state>
    pub(crate) fn script_data_escaped_less_than_sign_state(&mut self) -> Step {
        match self.next()? {
            Some(b'/') => self.advance_to(State::ScriptDataEscapedEndTagOpen),
            Some(byte) if byte.is_ascii_alphabetic() => {
                self.registers.temporary_buffer.clear();
                self.reconsume_in(State::ScriptDataDoubleEscapeStart)
            }
            _ => self.reconsume_in(State::ScriptDataEscaped),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-escaped-end-tag-open-state>
    pub(crate) fn script_data_escaped_end_tag_open_state(&mut self) -> Step {
        self.raw_end_tag_open(State::ScriptDataEscapedEndTagName, State::ScriptDataEscaped)
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-escaped-end-tag-name-state>
    pub(crate) fn script_data_escaped_end_tag_name_state(&mut self) -> Step {
        self.raw_end_tag_name(State::ScriptDataEscaped)
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-double-escape-start-state>
    pub(crate) fn script_data_double_escape_start_state(&mut self) -> Step {
        self.script_data_double_escape(State::ScriptDataDoubleEscaped, State::ScriptDataEscaped)
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-double-escaped-state>
    pub(crate) fn script_data_double_escaped_state(&mut self) -> Step {
        self.skip_to(b'-', b'<');
        match self.next()? {
            Some(b'-') => self.advance_to(State::ScriptDataDoubleEscapedDash),
            Some(b'<') => self.advance_to(State::ScriptDataDoubleEscapedLessThanSign),
            Some(0) => self.replace_null_in_text(),
            None => self.eof_in_escaped_script(),
            Some(_) => self.newline_in_text(),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-double-escaped-dash-state>
    pub(crate) fn script_data_double_escaped_dash_state(&mut self) -> Step {
        match self.next()? {
            Some(b'-') => self.advance_to(State::ScriptDataDoubleEscapedDashDash),
            Some(b'<') => self.advance_to(State::ScriptDataDoubleEscapedLessThanSign),
            None => self.eof_in_escaped_script(),
            // The double escaped state handles NUL and CR, too.
            Some(_) => self.reconsume_in(State::ScriptDataDoubleEscaped),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-double-escaped-dash-dash-state>
    pub(crate) fn script_data_double_escaped_dash_dash_state(&mut self) -> Step {
        match self.next()? {
            Some(b'-') => self.advance_to(State::ScriptDataDoubleEscapedDashDash),
            Some(b'<') => self.advance_to(State::ScriptDataDoubleEscapedLessThanSign),
            Some(b'>') => self.advance_to(State::ScriptData),
            None => self.eof_in_escaped_script(),
            Some(_) => self.reconsume_in(State::ScriptDataDoubleEscaped),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-double-escaped-less-than-sign-state>
    pub(crate) fn script_data_double_escaped_less_than_sign_state(&mut self) -> Step {
        match self.next()? {
            Some(b'/') => {
                self.registers.temporary_buffer.clear();
                self.advance_to(State::ScriptDataDoubleEscapeEnd)
            }
            _ => self.reconsume_in(State::ScriptDataDoubleEscaped),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#script-data-double-escape-end-state>
    pub(crate) fn script_data_double_escape_end_state(&mut self) -> Step {
        self.script_data_double_escape(State::ScriptDataEscaped, State::ScriptDataDoubleEscaped)
    }

    /// Reads the name after `<` or `</`. After the name, switches to the state `if_script` if the name is "script", or else to `otherwise`.
    fn script_data_double_escape(&mut self, if_script: State, otherwise: State) -> Step {
        match self.next()? {
            Some(byte) if is_whitespace(byte) || matches!(byte, b'/' | b'>') => {
                let state = if self.registers.temporary_buffer == "script" { if_script } else { otherwise };
                // The new state replaces a CR by LF.
                if byte == b'\r' { self.reconsume_in(state) } else { self.advance_to(state) }
            }
            Some(byte) if byte.is_ascii_alphabetic() => {
                self.registers.temporary_buffer.push(byte.to_ascii_lowercase() as char);
                self.stay()
            }
            _ => self.reconsume_in(otherwise),
        }
    }

    fn eof_in_escaped_script(&mut self) -> Step {
        self.error(ErrorCode::EofInScriptHtmlCommentLikeText);
        self.emit_end_of_file()
    }
}
