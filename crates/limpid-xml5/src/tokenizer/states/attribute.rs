use crate::TokenSink;
use crate::scan::{self, is_whitespace};
use crate::tokenizer::machine::{Machine, Step};
use crate::tokenizer::states::State;
use limpid_markup::{ErrorCode, Span};
use limpid_tokenizer::cursor::PieceRange;
use limpid_tokenizer::cursor::{Rejected, StateMachine};

impl<'m, 'w: 'm, S: TokenSink> Machine<'m, 'w, S> {
    pub(super) fn tag_attribute_name_before_state(&mut self) -> Step {
        let is_after_value = matches!(self.bytes.get(self.pos.wrapping_sub(1)), Some(b'"' | b'\''));
        if is_after_value && self.next()?.is_some_and(|byte| !is_whitespace(byte) && !matches!(byte, b'>' | b'/')) {
            self.well_formedness_error(self.next_character_span(), ErrorCode::XmlMissingWhitespace);
        }
        self.skip_whitespace();
        match self.next_or_eof(Self::eof_in_tag)? {
            b'>' => self.emit_tag(1),
            b'/' => self.advance_to(State::EmptyTag),
            b':' => {
                self.error(ErrorCode::XmlColonBeforeAttribute);
                self.stay()
            }
            _ => self.start_attribute(),
        }
    }

    pub(super) fn tag_attribute_name_state(&mut self) -> Step {
        let is_end = |byte: u8| is_whitespace(byte) || matches!(byte, b'=' | b'>' | b'/' | 0);
        self.skip_while(|byte| !is_end(byte));
        match self.next()? {
            Some(0) => return self.null_or_newline_in_piece(),
            _ => self.finish_attribute_name(),
        }
        match self.next_or_eof(Self::eof_in_tag)? {
            b'=' => self.advance_to(State::TagAttributeValueBefore),
            b'>' | b'/' => self.reconsume_in(State::TagAttributeNameAfter),
            _whitespace => self.advance_to(State::TagAttributeNameAfter),
        }
    }

    pub(super) fn tag_attribute_name_after_state(&mut self) -> Step {
        self.skip_whitespace();
        match self.next()? {
            Some(b'=') => return self.advance_to(State::TagAttributeValueBefore),
            Some(_) => self.attribute_without_value(),
            None => {}
        }
        match self.next_or_eof(Self::eof_in_tag)? {
            b'>' => self.emit_tag(1),
            b'/' => self.advance_to(State::EmptyTag),
            _ => self.start_attribute(),
        }
    }

    pub(super) fn tag_attribute_value_before_state(&mut self) -> Step {
        self.skip_whitespace();
        match self.next_or_eof(Self::eof_in_tag)? {
            b'"' => self.start_quoted(1, State::TagAttributeValueDoubleQuoted),
            b'\'' => self.start_quoted(1, State::TagAttributeValueSingleQuoted),
            b'>' => {
                self.attribute_without_value();
                self.emit_tag(1)
            }
            _ => {
                self.well_formedness_error(self.next_character_span(), ErrorCode::XmlUnquotedAttributeValue);
                self.start_quoted(0, State::TagAttributeValueUnquoted)
            }
        }
    }

    /// The tag attribute value double quoted and single quoted states.
    pub(super) fn quoted_attribute_value(&mut self, quote: u8, state: State) -> Step {
        self.pos = scan::find_value_end(self.bytes, self.pos, quote);
        match self.next()? {
            Some(byte) if byte == quote => {
                self.finish_attribute_value();
                self.advance_to(State::TagAttributeNameBefore)
            }
            Some(b'&') => self.start_character_reference(state),
            Some(_) => self.special_character_in_value(),
            None => {
                self.finish_attribute_value();
                self.eof_in_tag()
            }
        }
    }

    pub(super) fn tag_attribute_value_unquoted_state(&mut self) -> Step {
        let is_end = |byte: u8| is_whitespace(byte) || matches!(byte, b'&' | b'>' | 0);
        self.skip_while(|byte| !is_end(byte));
        match self.next()? {
            Some(b'&') => self.start_character_reference(State::TagAttributeValueUnquoted),
            Some(0) => self.null_or_newline_in_piece(),
            Some(b'>') => {
                self.finish_attribute_value();
                self.emit_tag(1)
            }
            Some(_whitespace) => {
                self.finish_attribute_value();
                self.advance_to(State::TagAttributeNameBefore)
            }
            None => {
                self.finish_attribute_value();
                self.eof_in_tag()
            }
        }
    }

    /// Handles a special character in a quoted value, except the quote and `&`. White space becomes a space, as required by
    /// [attribute-value normalization](https://www.w3.org/TR/xml/#AVNormalize).
    pub(super) fn special_character_in_value(&mut self) -> Step {
        match self.bytes.get(self.pos) {
            Some(b'\t' | b'\n') => self.replace(1, " "),
            Some(b'\r') if self.origin.is_some() => self.replace(1, " "),
            Some(b'\r') => {
                let length = self.newline_length()?;
                self.replace(length, " ");
            }
            Some(0) => return self.null_or_newline_in_piece(),
            Some(b'<') => {
                self.well_formedness_error(self.next_character_span(), ErrorCode::XmlLessThanInAttributeValue);
                self.pos += 1;
            }
            // Any other character below U+0020.
            _ => self.pos += 1,
        }
        Ok(())
    }

    fn start_attribute(&mut self) -> Step {
        self.start_any_name(State::TagAttributeName)
    }

    /// Ends the attribute name and adds the attribute.
    fn finish_attribute_name(&mut self) {
        let name = self.finish_piece(0);
        self.add_attribute_or_report(name, name.span);
    }

    #[cold]
    fn attribute_without_value(&mut self) {
        let span = match self.current.tag.current_attribute() {
            Some(record) => record.name_span,
            None => self.next_character_span(),
        };
        self.well_formedness_error(span, ErrorCode::XmlAttributeWithoutValue);
    }

    /// Adds an attribute with an empty value to the tag. Reports a duplicate or an excess attribute at `span` and drops it.
    pub(in crate::tokenizer) fn add_attribute_or_report(&mut self, name: PieceRange, span: Span) {
        match self.add_attribute(name) {
            Ok(()) => {
                self.registers.has_local_names &= scan::is_local_name(self.cursor.piece_text(name).as_bytes());
                // In the text of an entity, all values are built, because the input does not contain them.
                let value_is_built = self.origin.is_some();
                if let Some(record) = self.current.tag.current_attribute() {
                    record.value_is_built = value_is_built;
                }
            }
            Err(Rejected::Duplicate) => self.error_in(span, ErrorCode::DuplicateAttribute),
            Err(Rejected::FirstTooMany) => self.error_in(span, ErrorCode::AttributeLimit),
            Err(Rejected::TooMany) => {}
        }
    }

    fn finish_attribute_value(&mut self) {
        let value = self.finish_piece(0);
        self.current.tag.set_value(value);
    }
}
