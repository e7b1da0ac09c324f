//! The states of tags, except those of attributes.

use crate::cursor::StateMachine;
use crate::cursor::scan::{self, ByteSet, byte_set};
use crate::machine::{Machine, Step};
use crate::{State, TokenSink};
use limpid_markup::ErrorCode;

const TAG_NAME_END: ByteSet = byte_set(b"\t\n\x0c\r />\0");

impl<'m, 'w: 'm, S: TokenSink> Machine<'m, 'w, S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#tag-open-state>
    #[inline]
    pub(crate) fn tag_open_state(&mut self) -> Step {
        match self.next()? {
            Some(b'!') => self.advance_to(State::MarkupDeclarationOpen),
            Some(b'/') => self.advance_to(State::EndTagOpen),
            Some(byte) if byte.is_ascii_alphabetic() => {
                self.create_tag(false);
                self.start_piece();
                self.reconsume_in(State::TagName)
            }
            Some(b'?') => self.advance_to(State::ProcessingInstructionOpen),
            Some(_) => {
                self.error(ErrorCode::InvalidFirstCharacterOfTagName);
                self.reconsume_in(State::Data)
            }
            None => {
                self.error(ErrorCode::EofBeforeTagName);
                self.emit_end_of_file()
            }
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#end-tag-open-state>
    #[inline]
    pub(crate) fn end_tag_open_state(&mut self) -> Step {
        match self.next()? {
            Some(byte) if byte.is_ascii_alphabetic() => {
                self.create_tag(true);
                self.start_piece();
                self.reconsume_in(State::TagName)
            }
            Some(b'>') => {
                self.error(ErrorCode::MissingEndTagName);
                self.flush_text_before_token();
                self.pos += 1;
                self.return_to_data_state()
            }
            None => {
                self.error(ErrorCode::EofBeforeTagName);
                self.emit_end_of_file()
            }
            Some(_) => {
                self.error(ErrorCode::InvalidFirstCharacterOfTagName);
                self.flush_text_before_token();
                self.start_piece();
                self.reconsume_in(State::BogusComment)
            }
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#tag-name-state>
    #[inline]
    pub(crate) fn tag_name_state(&mut self) -> Step {
        self.skip_name(&TAG_NAME_END);
        match self.next()? {
            Some(b'/') => {
                self.finish_tag_name();
                self.advance_to(State::SelfClosingStartTag)
            }
            Some(b'>') => {
                self.finish_tag_name();
                self.emit_tag(false)
            }
            Some(0) => self.null_in_piece(),
            None => self.eof_in_tag(),
            Some(_whitespace) => {
                self.finish_tag_name();
                self.advance_to(State::BeforeAttributeName)
            }
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#self-closing-start-tag-state>
    pub(crate) fn self_closing_start_tag_state(&mut self) -> Step {
        match self.next()? {
            Some(b'>') => self.emit_tag(true),
            None => self.eof_in_tag(),
            Some(_) => {
                self.error(ErrorCode::UnexpectedSolidusInTag);
                self.reconsume_in(State::BeforeAttributeName)
            }
        }
    }

    /// Consumes a name up to the first byte in the set, and records uppercase letters.
    #[inline]
    pub(crate) fn skip_name(&mut self, end: &ByteSet) {
        let start = self.pos;
        self.skip_to_set(end);
        self.note_uppercase(start);
    }

    #[inline]
    pub(crate) fn skip_whitespace(&mut self) {
        self.pos = scan::skip_whitespace(self.bytes, self.pos);
    }

    /// Handles EOF in a tag: the tag is not emitted.
    pub(crate) fn eof_in_tag(&mut self) -> Step {
        self.error(ErrorCode::EofInTag);
        self.emit_end_of_file_only()
    }
}
