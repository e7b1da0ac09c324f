//! The states of text and tags, except the states of attributes.

use crate::scan::is_whitespace;
use crate::tokenizer::machine::{Machine, Step};
use crate::tokenizer::states::State;
use crate::{Token, TokenSink};
use limpid_markup::ErrorCode;
use limpid_tokenizer::cursor::StateMachine;

impl<'m, 'w: 'm, S: TokenSink> Machine<'m, 'w, S> {
    #[inline]
    pub(super) fn data_state(&mut self) -> Step {
        self.skip_to(b'<', b'&');
        match self.next()? {
            Some(b'<') => {
                self.start_token();
                self.advance_to(State::Tag)
            }
            Some(b'&') => self.start_character_reference(State::Data),
            Some(_) => self.null_or_newline_in_text(),
            None => self.emit_end_of_file(),
        }
    }

    pub(super) fn tag_state(&mut self) -> Step {
        match self.next()? {
            Some(b'/') => self.advance_to(State::EndTag),
            Some(b'?') => self.advance_to(State::Pi),
            Some(b'!') => self.advance_to(State::MarkupDeclaration),
            Some(b'\t' | b'\n' | b'\r' | b' ' | b':' | b'<' | b'>') | None => {
                self.error(ErrorCode::XmlInvalidTagStart);
                self.reconsume_in(State::Data)
            }
            Some(_) => {
                self.create_tag(false);
                self.reconsume_in(State::TagName)
            }
        }
    }

    pub(super) fn end_tag_state(&mut self) -> Step {
        match self.next()? {
            Some(b'>') => {
                self.flush_text_before_token();
                self.pos += 1;
                let span = self.token_span();
                self.sink.process_token(Token::ShortEndTag(span));
                self.return_to_data_state()
            }
            Some(b'\t' | b'\n' | b'\r' | b' ' | b'<' | b':') | None => {
                self.error(ErrorCode::XmlInvalidTagStart);
                self.reconsume_in(State::Data)
            }
            Some(_) => {
                self.create_tag(true);
                self.reconsume_in(State::EndTagName)
            }
        }
    }

    pub(super) fn end_tag_name_state(&mut self) -> Step {
        self.skip_tag_name();
        match self.next()? {
            Some(0) => self.null_or_newline_in_piece(),
            Some(b'>') => {
                self.finish_tag_name();
                self.emit_tag(1)
            }
            Some(b'/') => {
                self.finish_tag_name();
                self.error(ErrorCode::XmlUnexpectedCharacterInEndTag);
                self.advance_to(State::EndTagNameAfter)
            }
            Some(_whitespace) => {
                self.finish_tag_name();
                self.advance_to(State::EndTagNameAfter)
            }
            None => {
                self.finish_tag_name();
                self.eof_in_tag()
            }
        }
    }

    pub(super) fn end_tag_name_after_state(&mut self) -> Step {
        self.skip_whitespace();
        match self.next_or_eof(Self::eof_in_tag)? {
            b'>' => self.emit_tag(1),
            _ => {
                self.error(ErrorCode::XmlUnexpectedCharacterInEndTag);
                self.pos += self.window.text[self.pos..].chars().next().map_or(1, char::len_utf8);
                Ok(())
            }
        }
    }

    pub(super) fn tag_name_state(&mut self) -> Step {
        self.skip_tag_name();
        match self.next()? {
            Some(0) => return self.null_or_newline_in_piece(),
            _ => self.finish_tag_name(),
        }
        match self.next_or_eof(Self::eof_in_tag)? {
            b'>' => self.emit_tag(1),
            b'/' => self.advance_to(State::EmptyTag),
            _whitespace => self.advance_to(State::TagAttributeNameBefore),
        }
    }

    pub(super) fn empty_tag_state(&mut self) -> Step {
        match self.next()? {
            Some(b'>') => {
                self.registers.is_empty_tag = true;
                self.emit_tag(1)
            }
            next => {
                // `<a/` at the end of the input is an empty tag.
                self.registers.is_empty_tag = next.is_none();
                self.error(ErrorCode::XmlUnexpectedSolidus);
                self.reconsume_in(State::TagAttributeNameBefore)
            }
        }
    }

    /// Handles EOF in a tag: the tag is emitted.
    pub(super) fn eof_in_tag(&mut self) -> Step {
        self.error(ErrorCode::XmlEofInTag);
        self.emit_tag(0)
    }

    fn skip_tag_name(&mut self) {
        self.skip_while(|b| !is_whitespace(b) && !matches!(b, b'>' | b'/' | 0));
    }
}
