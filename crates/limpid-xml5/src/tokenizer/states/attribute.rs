use crate::TokenSink;
use crate::scan::{self, is_whitespace};
use crate::state::State;
use crate::tokenizer::{MANY_ATTRIBUTES, Machine, Step};
use limpid_markup::{AttributeRecord, ErrorCode, LocalName, Span};
use limpid_tokenizer::cursor::PieceRange;

impl<S: TokenSink> Machine<'_, '_, S> {
    /// Tag attribute name before state
    pub(super) fn tag_attribute_name_before_state(&mut self) -> Step {
        let is_behind_value = matches!(self.bytes.get(self.pos.wrapping_sub(1)), Some(b'"' | b'\''));
        if is_behind_value && self.next()?.is_some_and(|byte| !is_whitespace(byte) && !matches!(byte, b'>' | b'/')) {
            self.well_formedness_error(self.next_character(), ErrorCode::XmlMissingWhitespace);
        }
        self.skip_whitespace();
        match self.next()? {
            Some(b'>') => self.emit_tag(1),
            Some(b'/') => self.advance_to(State::EmptyTag),
            Some(b':') => {
                self.error(ErrorCode::XmlColonBeforeAttribute);
                self.stay()
            }
            Some(_) => self.start_attribute(),
            None => self.eof_in_tag(),
        }
    }

    /// Tag attribute name state
    pub(super) fn tag_attribute_name_state(&mut self) -> Step {
        let is_end = |byte: u8| is_whitespace(byte) || matches!(byte, b'=' | b'>' | b'/' | 0);
        while self.bytes.get(self.pos).is_some_and(|&byte| !is_end(byte)) {
            self.pos += 1;
        }
        match self.next()? {
            Some(0) => return self.null_or_newline_in_piece(),
            _ => self.leave_attribute_name(),
        }
        match self.next()? {
            Some(b'=') => self.advance_to(State::TagAttributeValueBefore),
            Some(b'>' | b'/') => self.reconsume_in(State::TagAttributeNameAfter),
            Some(_whitespace) => self.advance_to(State::TagAttributeNameAfter),
            None => self.eof_in_tag(),
        }
    }

    /// Tag attribute name after state
    pub(super) fn tag_attribute_name_after_state(&mut self) -> Step {
        self.skip_whitespace();
        match self.next()? {
            Some(b'=') => return self.advance_to(State::TagAttributeValueBefore),
            Some(_) => self.attribute_without_value(),
            None => {}
        }
        match self.next()? {
            Some(b'>') => self.emit_tag(1),
            Some(b'/') => self.advance_to(State::EmptyTag),
            Some(_) => self.start_attribute(),
            None => self.eof_in_tag(),
        }
    }

    /// Tag attribute value before state
    pub(super) fn tag_attribute_value_before_state(&mut self) -> Step {
        self.skip_whitespace();
        match self.next()? {
            Some(b'"') => self.start_attribute_value(1, State::TagAttributeValueDoubleQuoted),
            Some(b'\'') => self.start_attribute_value(1, State::TagAttributeValueSingleQuoted),
            Some(b'>') => {
                self.attribute_without_value();
                self.emit_tag(1)
            }
            Some(_) => {
                self.well_formedness_error(self.next_character(), ErrorCode::XmlUnquotedAttributeValue);
                self.start_attribute_value(0, State::TagAttributeValueUnquoted)
            }
            None => self.eof_in_tag(),
        }
    }

    /// Tag attribute value double quoted state
    pub(super) fn tag_attribute_value_double_quoted_state(&mut self) -> Step {
        self.quoted_attribute_value(b'"', State::TagAttributeValueDoubleQuoted)
    }

    /// Tag attribute value single quoted state
    pub(super) fn tag_attribute_value_single_quoted_state(&mut self) -> Step {
        self.quoted_attribute_value(b'\'', State::TagAttributeValueSingleQuoted)
    }

    fn quoted_attribute_value(&mut self, quote: u8, state: State) -> Step {
        self.pos = scan::find_value_end(self.bytes, self.pos, quote);
        match self.next()? {
            Some(byte) if byte == quote => {
                self.finish_attribute_value();
                self.advance_to(State::TagAttributeNameBefore)
            }
            Some(b'&') => self.start_character_reference(state),
            Some(_) => self.special_in_value(),
            None => {
                self.finish_attribute_value();
                self.eof_in_tag()
            }
        }
    }

    /// Tag attribute value unquoted state
    pub(super) fn tag_attribute_value_unquoted_state(&mut self) -> Step {
        let is_end = |byte: u8| is_whitespace(byte) || matches!(byte, b'&' | b'>' | 0);
        while self.bytes.get(self.pos).is_some_and(|&byte| !is_end(byte)) {
            self.pos += 1;
        }
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

    /// A character in a quoted value that is neither its end nor a reference: white space becomes a space, as
    /// [attribute-value normalization](https://www.w3.org/TR/xml/#AVNormalize) asks.
    pub(super) fn special_in_value(&mut self) -> Step {
        match self.bytes.get(self.pos) {
            Some(b'\t' | b'\n') => self.replace(1, " "),
            Some(b'\r') if self.origin.is_some() => self.replace(1, " "),
            Some(b'\r') => {
                let length = self.newline_length()?;
                self.replace(length, " ");
            }
            Some(0) => return self.null_or_newline_in_piece(),
            Some(b'<') => {
                self.well_formedness_error(self.next_character(), ErrorCode::XmlLessThanInAttributeValue);
                self.pos += 1;
            }
            // Any other character below the space.
            _ => self.pos += 1,
        }
        Ok(())
    }

    fn start_attribute(&mut self) -> Step {
        self.start_piece();
        if self.next()? != Some(0) {
            // Whatever the first character is, it is one of the name.
            self.pos += 1;
        }
        self.reconsume_in(State::TagAttributeName)
    }

    /// What leaving the tag attribute name state asks: an attribute whose name the tag has already is dropped.
    fn leave_attribute_name(&mut self) {
        let range = self.finish_piece(0);
        let span = self.tokenizer.piece.start..self.offset();
        self.add_attribute(range, Span::new(span.start, span.end));
    }

    #[cold]
    fn attribute_without_value(&mut self) {
        match self.tokenizer.records.last() {
            Some(record) if !self.tokenizer.attribute_is_dropped => {
                self.well_formedness_error(record.name_span, ErrorCode::XmlAttributeWithoutValue);
            }
            _ => self.well_formedness_error(self.next_character(), ErrorCode::XmlAttributeWithoutValue),
        }
    }

    /// Adds an attribute without a value to the tag, unless it has one of this name. `span` is for errors.
    pub(in crate::tokenizer) fn add_attribute(&mut self, name: PieceRange, span: Span) {
        let bit = name_bit(self.piece_text(name).as_bytes());
        let text = name.text(self.window, self.window_start, &self.tokenizer.built);
        let is_duplicate = self.tokenizer.attribute_bits & bit != 0 && self.has_attribute(text);
        self.tokenizer.attribute_is_dropped = is_duplicate;
        if is_duplicate {
            self.tokenizer.had_duplicate_attribute = true;
            self.error_in(span, ErrorCode::DuplicateAttribute);
            return;
        }
        if self.tokenizer.records.len() >= self.tokenizer.limits.attributes as usize {
            self.tokenizer.attribute_is_dropped = true;
            if !self.tokenizer.had_too_many_attributes {
                self.tokenizer.had_too_many_attributes = true;
                self.error_in(span, ErrorCode::AttributeLimit);
            }
            return;
        }
        let text = name.text(self.window, self.window_start, &self.tokenizer.built);
        let id = LocalName::from_bytes(text.as_bytes());
        self.tokenizer.has_plain_names &= is_plain_name(text.as_bytes());
        if self.tokenizer.records.len() >= MANY_ATTRIBUTES {
            let text = text.into();
            self.tokenizer.attribute_names.insert(text);
        }
        self.tokenizer.attribute_bits |= bit;
        self.tokenizer.records.push(AttributeRecord {
            name: id,
            name_is_built: name.built.is_some(),
            name_span: name.span,
            built_name: name.built.unwrap_or_default(),
            // An empty value stands nowhere in the text of an entity.
            value_is_built: self.origin.is_some(),
            value_span: Span::empty(name.span.end),
            ..AttributeRecord::default()
        });
    }

    /// Whether the tag has an attribute of this name.
    pub(in crate::tokenizer) fn has_attribute(&self, name: &str) -> bool {
        let records = &self.tokenizer.records;
        let compared = &records[..records.len().min(MANY_ATTRIBUTES)];
        compared.iter().any(|record| self.record_name(record) == name) || self.tokenizer.attribute_names.contains(name)
    }

    pub(in crate::tokenizer) fn record_name(&self, record: &AttributeRecord) -> &str {
        if record.name_is_built {
            &self.tokenizer.built[record.built_name.range()]
        } else {
            self.slice(record.name_span)
        }
    }

    fn start_attribute_value(&mut self, quote_length: usize, state: State) -> Step {
        self.pos += quote_length;
        self.start_piece();
        self.reconsume_in(state)
    }

    fn finish_attribute_value(&mut self) {
        let range = self.finish_piece(0);
        if self.tokenizer.attribute_is_dropped {
            return;
        }
        if let Some(record) = self.tokenizer.records.last_mut() {
            record.value_span = range.span;
            record.value_is_built = range.built.is_some();
            record.built_value = range.built.unwrap_or_default();
        }
    }
}

/// A bit for a name, by which most names differ.
#[inline]
pub(in crate::tokenizer) fn name_bit(name: &[u8]) -> u64 {
    let (first, last) = match name {
        [first, .., last] => (*first, *last),
        [only] => (*only, *only),
        [] => (0, 0),
    };
    1 << ((usize::from(first) * 5 + usize::from(last) * 11 + name.len() * 3) % 64)
}

/// Whether an attribute's name has no prefix, declares no namespace, and is one for certain.
#[inline]
pub(in crate::tokenizer) fn is_plain_name(name: &[u8]) -> bool {
    let is_plain = |&byte: &u8| scan::NAME[byte as usize] && byte < 0x80 && byte != b':';
    name.first().is_some_and(|&first| scan::starts_name(first)) && name.iter().all(is_plain) && name != b"xmlns"
}
