//! The states of markup declarations and comments.

use crate::cursor::StateMachine;
use crate::machine::{Machine, Pause, Step};
use crate::{State, TokenSink};
use limpid_markup::ErrorCode;

impl<'m, 'w: 'm, S: TokenSink> Machine<'m, 'w, S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#bogus-comment-state>
    pub(crate) fn bogus_comment_state(&mut self) -> Step {
        self.skip_to(b'>', b'>');
        match self.next()? {
            Some(b'>') => self.emit_comment(0, 1),
            None => {
                self.emit_comment(0, 0)?;
                self.emit_end_of_file_only()
            }
            Some(0) => self.null_in_piece(),
            Some(_) => self.newline_in_piece(),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#markup-declaration-open-state>
    pub(crate) fn markup_declaration_open_state(&mut self) -> Step {
        if self.next_chars_eq_ignore_case(b"--")? {
            self.flush_text_before_token();
            self.pos += 2;
            self.start_piece();
            self.reconsume_in(State::CommentStart)
        } else if self.next_chars_eq_ignore_case(b"doctype")? {
            self.flush_text_before_token();
            self.pos += 7;
            self.current.doctype = Default::default();
            self.reconsume_in(State::Doctype)
        } else if self.next_chars_eq_ignore_case(b"[CDATA[")? && self.bytes[self.pos..].starts_with(b"[CDATA[") {
            // The text before the `<![CDATA[` can change the adjusted current node.
            self.flush_text_before_token();
            if self.sink.adjusted_current_node_is_foreign() {
                self.pos += 7;
                self.start_text();
                self.reconsume_in(State::CdataSection)
            } else {
                self.error_at(self.pos + 6, ErrorCode::CdataInHtmlContent);
                self.start_piece();
                self.pos += 7;
                self.reconsume_in(State::BogusComment)
            }
        } else {
            self.error(ErrorCode::IncorrectlyOpenedComment);
            self.flush_text_before_token();
            self.start_piece();
            self.reconsume_in(State::BogusComment)
        }
    }

    /// Returns whether the next characters equal `characters` ASCII case-insensitively, or a pause if the window ends too early.
    pub(crate) fn next_chars_eq_ignore_case(&self, characters: &[u8]) -> Result<bool, Pause> {
        Ok(self.next_are(characters, <[u8]>::eq_ignore_ascii_case)?)
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#comment-start-state>
    pub(crate) fn comment_start_state(&mut self) -> Step {
        match self.next()? {
            Some(b'-') => self.advance_to(State::CommentStartDash),
            Some(b'>') => {
                self.error(ErrorCode::AbruptClosingOfEmptyComment);
                self.emit_comment(0, 1)
            }
            _ => self.reconsume_in(State::Comment),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#comment-start-dash-state>
    pub(crate) fn comment_start_dash_state(&mut self) -> Step {
        match self.next()? {
            Some(b'-') => self.advance_to(State::CommentEnd),
            Some(b'>') => {
                self.error(ErrorCode::AbruptClosingOfEmptyComment);
                self.emit_comment(1, 1)
            }
            None => self.eof_in_comment(1),
            Some(_) => self.reconsume_in(State::Comment),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#comment-state>
    pub(crate) fn comment_state(&mut self) -> Step {
        self.skip_to(b'<', b'-');
        match self.next()? {
            Some(b'<') => self.advance_to(State::CommentLessThanSign),
            Some(b'-') => self.advance_to(State::CommentEndDash),
            Some(0) => self.null_in_piece(),
            None => self.eof_in_comment(0),
            Some(_) => self.newline_in_piece(),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#comment-less-than-sign-state>
    pub(crate) fn comment_less_than_sign_state(&mut self) -> Step {
        match self.next()? {
            Some(b'!') => self.advance_to(State::CommentLessThanSignBang),
            Some(b'<') => self.advance_to(State::CommentLessThanSign),
            _ => self.reconsume_in(State::Comment),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#comment-less-than-sign-bang-state>
    pub(crate) fn comment_less_than_sign_bang_state(&mut self) -> Step {
        match self.next()? {
            Some(b'-') => self.advance_to(State::CommentLessThanSignBangDash),
            _ => self.reconsume_in(State::Comment),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#comment-less-than-sign-bang-dash-state>
    pub(crate) fn comment_less_than_sign_bang_dash_state(&mut self) -> Step {
        match self.next()? {
            Some(b'-') => self.advance_to(State::CommentLessThanSignBangDashDash),
            _ => self.reconsume_in(State::CommentEndDash),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#comment-less-than-sign-bang-dash-dash-state>
    pub(crate) fn comment_less_than_sign_bang_dash_dash_state(&mut self) -> Step {
        match self.next()? {
            Some(b'>') | None => self.reconsume_in(State::CommentEnd),
            Some(_) => {
                self.error(ErrorCode::NestedComment);
                self.reconsume_in(State::CommentEnd)
            }
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#comment-end-dash-state>
    pub(crate) fn comment_end_dash_state(&mut self) -> Step {
        match self.next()? {
            Some(b'-') => self.advance_to(State::CommentEnd),
            None => self.eof_in_comment(1),
            Some(_) => self.reconsume_in(State::Comment),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#comment-end-state>
    pub(crate) fn comment_end_state(&mut self) -> Step {
        match self.next()? {
            Some(b'>') => self.emit_comment(2, 1),
            Some(b'!') => self.advance_to(State::CommentEndBang),
            Some(b'-') => self.advance_to(State::CommentEnd),
            None => self.eof_in_comment(2),
            Some(_) => self.reconsume_in(State::Comment),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#comment-end-bang-state>
    pub(crate) fn comment_end_bang_state(&mut self) -> Step {
        match self.next()? {
            Some(b'-') => self.advance_to(State::CommentEndDash),
            Some(b'>') => {
                self.error(ErrorCode::IncorrectlyClosedComment);
                self.emit_comment(3, 1)
            }
            None => self.eof_in_comment(3),
            Some(_) => self.reconsume_in(State::Comment),
        }
    }

    /// Handles EOF in a comment whose data ends `back` bytes earlier.
    fn eof_in_comment(&mut self, back: usize) -> Step {
        self.error(ErrorCode::EofInComment);
        self.emit_comment(back, 0)?;
        self.emit_end_of_file_only()
    }
}
