use crate::scan::{ByteSet, byte_set};
use crate::tokenizer::{MANY_ATTRIBUTES, Machine, Step};
use crate::{State, TokenSink};
use limpid_markup::{AttributeRecord, ErrorCode, LocalName, Span};

const NAME_END: ByteSet = byte_set(b"\t\n\x0c\r />=\0\"'<");
const UNQUOTED_END: ByteSet = byte_set(b"\t\n\x0c\r &>\0\"'<=`");

impl<S: TokenSink> Machine<'_, '_, S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#before-attribute-name-state>
    pub(crate) fn before_attribute_name_state(&mut self) -> Step {
        if let Some(self_closing) = self.straight_attributes() {
            return self.emit_tag(self_closing);
        }
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
                self.leave_attribute_name();
                self.advance_to(State::BeforeAttributeValue)
            }
            Some(0) => {
                self.error(ErrorCode::UnexpectedNullCharacter);
                self.replace(1, "\u{fffd}");
                Ok(())
            }
            Some(b'"' | b'\'' | b'<') => {
                self.error(ErrorCode::UnexpectedCharacterInAttributeName);
                self.pos += 1;
                Ok(())
            }
            _whitespace_or_end => {
                self.leave_attribute_name();
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
            Some(b'"') => self.start_attribute_value(1, State::AttributeValueDoubleQuoted),
            Some(b'\'') => self.start_attribute_value(1, State::AttributeValueSingleQuoted),
            Some(b'>') => {
                self.error(ErrorCode::MissingAttributeValue);
                self.emit_tag(false)
            }
            _ => self.start_attribute_value(0, State::AttributeValueUnquoted),
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
        self.skip_to_marked(&UNQUOTED_END);
        match self.next()? {
            Some(b'&') => self.start_character_reference(State::AttributeValueUnquoted),
            Some(b'>') => {
                self.finish_attribute_value();
                self.emit_tag(false)
            }
            Some(0) => self.null_in_piece(),
            Some(b'"' | b'\'' | b'<' | b'=' | b'`') => {
                self.error(ErrorCode::UnexpectedCharacterInUnquotedAttributeValue);
                self.pos += 1;
                Ok(())
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

    /// What [leaving the attribute name state](https://html.spec.whatwg.org/multipage/parsing.html#attribute-name-state)
    /// asks: a name that the tag has already is an error, and its attribute is removed.
    fn leave_attribute_name(&mut self) {
        let range = self.finish_name();
        let name_str = self.piece_text(range);
        let name = LocalName::from_bytes(name_str.as_bytes());
        let is_duplicate = self.is_duplicate_attribute(name, name_str);
        self.tokenizer.attribute_is_duplicate = is_duplicate;
        if is_duplicate {
            self.tokenizer.had_duplicate_attribute = true;
            self.error(ErrorCode::DuplicateAttribute);
            return;
        }
        if self.tokenizer.records.len() >= self.tokenizer.limits.attributes as usize {
            // It is removed in the same way.
            self.tokenizer.attribute_is_duplicate = true;
            if !self.tokenizer.had_too_many_attributes {
                self.tokenizer.had_too_many_attributes = true;
                self.error_in(range.span, ErrorCode::AttributeLimit);
            }
            return;
        }
        if self.tokenizer.records.len() >= MANY_ATTRIBUTES {
            let name_str = self.piece_text(range).into();
            self.tokenizer.attribute_names.insert(name_str);
        }
        self.tokenizer.attribute_bits = u64::MAX;
        self.tokenizer.records.push(AttributeRecord {
            name,
            name_is_built: range.built.is_some(),
            name_span: range.span,
            built_name: range.built.unwrap_or_default(),
            value_span: Span::empty(range.span.end),
            ..AttributeRecord::default()
        });
    }

    pub(crate) fn is_duplicate_attribute(&self, name: LocalName, name_str: &str) -> bool {
        let records = &self.tokenizer.records;
        let compared = &records[..records.len().min(MANY_ATTRIBUTES)];
        let is_same =
            |record: &AttributeRecord| record.name == name && (name.is_known() || self.record_name(record) == name_str);
        compared.iter().any(is_same) || self.tokenizer.attribute_names.contains(name_str)
    }

    fn record_name(&self, record: &AttributeRecord) -> &str {
        if record.name_is_built {
            &self.tokenizer.built[record.built_name.range()]
        } else {
            self.slice(record.name_span)
        }
    }

    /// Consumes the quote, if there is one.
    fn start_attribute_value(&mut self, quote_length: usize, state: State) -> Step {
        self.pos += quote_length;
        self.start_piece();
        self.reconsume_in(state)
    }

    fn finish_attribute_value(&mut self) {
        let range = self.finish_piece(0);
        if self.tokenizer.attribute_is_duplicate {
            return;
        }
        if let Some(record) = self.tokenizer.records.last_mut() {
            record.value_span = range.span;
            record.value_is_built = range.built.is_some();
            record.built_value = range.built.unwrap_or_default();
        }
    }

    /// U+0000 in a value or in data: U+FFFD takes its place.
    pub(crate) fn null_in_piece(&mut self) -> Step {
        self.error(ErrorCode::UnexpectedNullCharacter);
        self.replace(1, "\u{fffd}");
        Ok(())
    }

    /// A CR in a value or in data.
    pub(crate) fn newline_in_piece(&mut self) -> Step {
        let length = self.newline_length()?;
        self.replace(length, "\n");
        Ok(())
    }
}
