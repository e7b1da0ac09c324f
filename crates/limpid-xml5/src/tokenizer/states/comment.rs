//! The states of markup declarations and comments.

use crate::TokenSink;
use crate::tokenizer::machine::{Machine, Step};
use crate::tokenizer::states::State;
use limpid_markup::{ErrorCode, Span};
use limpid_tokenizer::cursor;
use limpid_tokenizer::cursor::StateMachine;

impl<'m, 'w: 'm, S: TokenSink> Machine<'m, 'w, S> {
    pub(super) fn markup_declaration_state(&mut self) -> Step {
        if self.is_next("--")? {
            self.flush_text_before_token();
            self.pos += 2;
            self.start_piece();
            self.reconsume_in(State::CommentStart)
        } else if self.is_next("[CDATA[")? {
            self.flush_text_before_token();
            self.pos += 7;
            self.sink.reference_or_cdata(self.token_span());
            self.start_text();
            self.reconsume_in(State::Cdata)
        } else if self.is_next("DOCTYPE")? {
            self.flush_text_before_token();
            self.pos += 7;
            self.current.doctype = Default::default();
            self.reconsume_in(State::Doctype)
        } else {
            self.error(ErrorCode::IncorrectlyOpenedComment);
            self.start_bogus_comment()
        }
    }

    pub(super) fn comment_start_state(&mut self) -> Step {
        match self.next()? {
            Some(b'-') => self.advance_to(State::CommentStartDash),
            Some(b'>') => self.advance_to(State::CommentStartClosed),
            _ => self.reconsume_in(State::Comment),
        }
    }

    pub(super) fn comment_start_dash_state(&mut self) -> Step {
        match self.next_or_eof(|machine| machine.eof_in_comment(1))? {
            b'-' => self.advance_to(State::CommentEnd),
            b'>' => self.advance_to(State::CommentStartClosed),
            _ => self.reconsume_in(State::Comment),
        }
    }

    /// After `<!-->` or `<!--->`. If the next `--` is followed by `>`, the first `>` is data, as [in
    /// XML](https://www.w3.org/TR/xml/#sec-comments). Otherwise the comment is abruptly closed.
    ///
    /// The lookahead takes linear time in total: the next comment of this kind starts at or after the `--` at which this lookahead ends.
    pub(super) fn comment_start_closed_state(&mut self) -> Step {
        while !self.is_next("--")? {
            if self.next()?.is_none() {
                return self.close_comment_abruptly();
            }
            self.pos = cursor::find2(self.bytes, self.pos + 1, b'-', b'-');
        }
        if self.is_next("-->")? {
            self.return_to_piece_start();
            self.reconsume_in(State::Comment)
        } else {
            self.close_comment_abruptly()
        }
    }

    fn return_to_piece_start(&mut self) {
        self.pos = self.position_of(self.current.piece.start);
    }

    fn close_comment_abruptly(&mut self) -> Step {
        self.return_to_piece_start();
        let back = usize::from(self.bytes[self.pos] == b'-');
        self.pos += back;
        self.error(ErrorCode::AbruptClosingOfEmptyComment);
        self.emit_comment(back, 1)
    }

    pub(super) fn comment_state(&mut self) -> Step {
        self.skip_to(b'<', b'-');
        match self.next_or_eof(|machine| machine.eof_in_comment(0))? {
            b'<' => self.advance_to(State::CommentLessThanSign),
            b'-' => self.advance_to(State::CommentEndDash),
            _ => self.null_or_newline_in_piece(),
        }
    }

    pub(super) fn comment_less_than_sign_state(&mut self) -> Step {
        match self.next()? {
            Some(b'!') => self.advance_to(State::CommentLessThanSignBang),
            Some(b'<') => self.stay(),
            _ => self.reconsume_in(State::Comment),
        }
    }

    pub(super) fn comment_less_than_sign_bang_state(&mut self) -> Step {
        match self.next()? {
            Some(b'-') => self.advance_to(State::CommentLessThanSignBangDash),
            _ => self.reconsume_in(State::Comment),
        }
    }

    pub(super) fn comment_less_than_sign_bang_dash_state(&mut self) -> Step {
        match self.next()? {
            Some(b'-') => self.advance_to(State::CommentLessThanSignBangDashDash),
            _ => self.reconsume_in(State::CommentEndDash),
        }
    }

    pub(super) fn comment_less_than_sign_bang_dash_dash_state(&mut self) -> Step {
        if !matches!(self.next()?, Some(b'>') | None) {
            self.error(ErrorCode::NestedComment);
        }
        self.reconsume_in(State::CommentEnd)
    }

    pub(super) fn comment_end_dash_state(&mut self) -> Step {
        match self.next_or_eof(|machine| machine.eof_in_comment(1))? {
            b'-' => self.advance_to(State::CommentEnd),
            _ => self.reconsume_in(State::Comment),
        }
    }

    pub(super) fn comment_end_state(&mut self) -> Step {
        match self.next_or_eof(|machine| machine.eof_in_comment(2))? {
            b'>' => self.emit_comment(2, 1),
            b'!' => self.advance_to(State::CommentEndBang),
            byte => {
                // For a nested comment, an error was reported already.
                if !self.bytes[..self.pos].ends_with(b"<!--") {
                    self.report_double_hyphen(2);
                }
                // The first `-` is data.
                if byte == b'-' { self.stay() } else { self.reconsume_in(State::Comment) }
            }
        }
    }

    pub(super) fn comment_end_bang_state(&mut self) -> Step {
        match self.next_or_eof(|machine| machine.eof_in_comment(3))? {
            b'>' => {
                self.error(ErrorCode::IncorrectlyClosedComment);
                self.emit_comment(3, 1)
            }
            byte => {
                self.report_double_hyphen(3);
                if byte == b'-' { self.advance_to(State::CommentEndDash) } else { self.reconsume_in(State::Comment) }
            }
        }
    }

    pub(super) fn bogus_comment_state(&mut self) -> Step {
        self.skip_to(b'>', b'>');
        match self.next()? {
            Some(b'>') => self.emit_comment(0, 1),
            Some(_) => self.null_or_newline_in_piece(),
            None => self.emit_comment(0, 0),
        }
    }

    pub(super) fn start_bogus_comment(&mut self) -> Step {
        self.flush_text_before_token();
        self.start_piece();
        self.reconsume_in(State::BogusComment)
    }

    /// Reports two hyphens, `back` bytes before the next input character, that do not end the comment.
    fn report_double_hyphen(&mut self, back: usize) {
        let start = self.offset_of(self.pos - back);
        self.well_formedness_error(Span::new(start, start + 2), ErrorCode::XmlDoubleHyphenInComment);
    }

    fn eof_in_comment(&mut self, back: usize) -> Step {
        self.error(ErrorCode::EofInComment);
        self.emit_comment(back, 0)
    }
}
