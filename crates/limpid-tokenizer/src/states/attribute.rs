use crate::cursor::scan::{ByteSet, byte_set};
use crate::cursor::{Rejected, StateMachine};
use crate::machine::{Machine, Step};
use crate::{State, TokenSink};
use limpid_markup::ErrorCode;

const NAME_END: ByteSet = byte_set(b"\t\n\x0c\r />=\0\"'<");
pub(crate) const UNQUOTED_END: ByteSet = byte_set(b"\t\n\x0c\r &>\0\"'<=`");

impl<'m, 'w: 'm, S: TokenSink> Machine<'m, 'w, S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#before-attribute-name-state>
    pub(crate) fn before_attribute_name_state(&mut self) -> Step {
        self.skip_whitespace();
        match self.next()? {
            Some(b'/' | b'>') | None => self.reconsume_in(State::AfterAttributeName),
            Some(b'=') => {
                self.error(ErrorCode::UnexpectedEqualsSignBeforeAttributeName);
                self.start_piece();
                self.advance_to(State::AttributeName)
            }
            Some(_) => {
                self.start_piece();
                self.reconsume_in(State::AttributeName)
            }
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#attribute-name-state>
    pub(crate) fn attribute_name_state(&mut self) -> Step {
        self.skip_name(&NAME_END);
        match self.next()? {
            Some(b'=') => {
                self.finish_attribute_name();
                self.advance_to(State::BeforeAttributeValue)
            }
            Some(0) => self.null_in_piece(),
            Some(b'"' | b'\'' | b'<') => {
                self.error(ErrorCode::UnexpectedCharacterInAttributeName);
                self.stay()
            }
            _whitespace_or_end => {
                self.finish_attribute_name();
                self.reconsume_in(State::AfterAttributeName)
            }
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#after-attribute-name-state>
    pub(crate) fn after_attribute_name_state(&mut self) -> Step {
        self.skip_whitespace();
        match self.next()? {
            Some(b'/') => self.advance_to(State::SelfClosingStartTag),
            Some(b'=') => self.advance_to(State::BeforeAttributeValue),
            Some(b'>') => self.emit_tag(false),
            None => self.eof_in_tag(),
            Some(_) => {
                self.start_piece();
                self.reconsume_in(State::AttributeName)
            }
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#before-attribute-value-state>
    pub(crate) fn before_attribute_value_state(&mut self) -> Step {
        self.skip_whitespace();
        match self.next()? {
            Some(b'"') => self.start_quoted(1, State::AttributeValueDoubleQuoted),
            Some(b'\'') => self.start_quoted(1, State::AttributeValueSingleQuoted),
            Some(b'>') => {
                self.error(ErrorCode::MissingAttributeValue);
                self.emit_tag(false)
            }
            _ => self.start_quoted(0, State::AttributeValueUnquoted),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#attribute-value-(double-quoted)-state>
    pub(crate) fn attribute_value_double_quoted_state(&mut self) -> Step {
        self.skip_to(b'"', b'&');
        match self.next()? {
            Some(b'"') => {
                self.finish_attribute_value();
                self.advance_to(State::AfterAttributeValueQuoted)
            }
            Some(b'&') => self.start_character_reference(State::AttributeValueDoubleQuoted),
            Some(0) => self.null_in_piece(),
            None => self.eof_in_tag(),
            Some(_) => self.newline_in_piece(),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#attribute-value-(single-quoted)-state>
    pub(crate) fn attribute_value_single_quoted_state(&mut self) -> Step {
        self.skip_to(b'\'', b'&');
        match self.next()? {
            Some(b'\'') => {
                self.finish_attribute_value();
                self.advance_to(State::AfterAttributeValueQuoted)
            }
            Some(b'&') => self.start_character_reference(State::AttributeValueSingleQuoted),
            Some(0) => self.null_in_piece(),
            None => self.eof_in_tag(),
            Some(_) => self.newline_in_piece(),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#attribute-value-(unquoted)-state>
    pub(crate) fn attribute_value_unquoted_state(&mut self) -> Step {
        self.skip_to_set(&UNQUOTED_END);
        match self.next()? {
            Some(b'&') => self.start_character_reference(State::AttributeValueUnquoted),
            Some(b'>') => {
                self.finish_attribute_value();
                self.emit_tag(false)
            }
            Some(0) => self.null_in_piece(),
            Some(b'"' | b'\'' | b'<' | b'=' | b'`') => {
                self.error(ErrorCode::UnexpectedCharacterInUnquotedAttributeValue);
                self.stay()
            }
            None => self.eof_in_tag(),
            Some(_whitespace) => {
                self.finish_attribute_value();
                self.advance_to(State::BeforeAttributeName)
            }
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#after-attribute-value-(quoted)-state>
    pub(crate) fn after_attribute_value_quoted_state(&mut self) -> Step {
        match self.next()? {
            Some(b'\t' | b'\n' | b'\x0c' | b'\r' | b' ') => self.advance_to(State::BeforeAttributeName),
            Some(b'/') => self.advance_to(State::SelfClosingStartTag),
            Some(b'>') => self.emit_tag(false),
            None => self.eof_in_tag(),
            Some(_) => {
                self.error(ErrorCode::MissingWhitespaceBetweenAttributes);
                self.reconsume_in(State::BeforeAttributeName)
            }
        }
    }

    /// Ends the attribute name and adds the attribute. A duplicate is an error and is dropped.
    fn finish_attribute_name(&mut self) {
        let name = self.finish_lowercase();
        match self.add_attribute(name) {
            Err(Rejected::Duplicate) => self.error(ErrorCode::DuplicateAttribute),
            Err(Rejected::FirstTooMany) => self.error_in(name.span, ErrorCode::AttributeLimit),
            Err(Rejected::TooMany) | Ok(()) => {}
        }
    }

    fn finish_attribute_value(&mut self) {
        let value = self.finish_piece(0);
        self.current.tag.set_value(value);
    }
}
