//! Inclusion of entity texts: as markup [in content](https://www.w3.org/TR/xml/#included) and between declarations, and as
//! characters [in attribute values](https://www.w3.org/TR/xml/#inliteral).
//!
//! Nested entities use a stack instead of recursion. Its depth is limited, and so is the number of bytes that all entities add to the
//! document.

use super::machine::{Machine, Pause};
use crate::declarations::EntityId;
use crate::reference::{Target, look_up_name};
use crate::scan::{find_name_end, starts_name};
use crate::tokenizer::states::State;
use crate::{Token, TokenSink};
use core::mem;
use limpid_markup::numeric_reference::{self, Dialect, NumericReference};
use limpid_markup::{ErrorCode, LocalName, Span};
use limpid_tokenizer::cursor::{Cursor, PieceRange, StateMachine};
use std::sync::Arc;

/// An open entity.
struct Frame {
    entity: EntityId,
    text: Arc<str>,
    pos: usize,
}

/// The default limit on added bytes: this number, plus [`BYTES_PER_INPUT_BYTE`] for each byte of the input so far.
const FREE_BYTES: u64 = 16 << 20;
const BYTES_PER_INPUT_BYTE: u64 = 16;

/// The bytes counted for a default attribute in addition to its characters.
const ATTRIBUTE_BYTES: usize = 16;

impl<'m, 'w: 'm, S: TokenSink> Machine<'m, 'w, S> {
    /// Counts bytes that an entity or a default attribute would add to the document. `at` is their offset in the input. Returns whether they
    /// may be added. Once the limit is exceeded, no more bytes may be added.
    fn count_added_bytes(&mut self, bytes: usize, at: u32) -> bool {
        let registers = &mut *self.registers;
        if registers.is_over_entity_limit {
            return false;
        }
        let limit = match registers.limits.entity_bytes {
            Some(limit) => u64::from(limit),
            None => (FREE_BYTES + BYTES_PER_INPUT_BYTE * u64::from(at)).min(u64::from(u32::MAX)),
        };
        registers.added_bytes += bytes as u64;
        if registers.added_bytes > limit {
            registers.is_over_entity_limit = true;
            self.error_in(Span::empty(self.offset()), ErrorCode::XmlEntityLimit);
            return false;
        }
        !self.sink.is_full()
    }

    /// Returns whether an entity may be included at a nesting depth. Otherwise reports the reason.
    pub(super) fn may_include(&mut self, entity: EntityId, depth: usize, reference: Span) -> bool {
        let record = self.registers.declarations.entity(entity);
        let error = match &record.text {
            None => ErrorCode::XmlEntityExternal,
            Some(_) if record.is_open => ErrorCode::XmlEntityRecursive,
            Some(_) if depth >= self.registers.limits.entity_depth as usize => ErrorCode::XmlEntityLimit,
            Some(text) => {
                let length = text.len();
                let at = self.place(reference).end;
                return self.count_added_bytes(length, at);
            }
        };
        self.error_in(reference, error);
        false
    }

    fn open(&mut self, entity: EntityId) -> Frame {
        let record = self.registers.declarations.entity_mut(entity);
        record.is_open = true;
        Frame { entity, text: record.text.clone().unwrap_or_default(), pos: 0 }
    }

    fn close(&mut self, frame: &Frame) {
        self.registers.declarations.entity_mut(frame.entity).is_open = false;
    }

    /// Runs the states over the text of an entity and of the entities that it refers to.
    pub(super) fn include(&mut self, entity: EntityId, reference: Span) {
        let (token_start, text_start) = (self.current.token_start, self.current.text_start);
        let state = self.registers.state;
        let is_content = state == State::Data;
        let mut frames = vec![self.open(entity)];
        if is_content {
            self.sink.process_token(Token::EntityStart(reference));
        }
        let mut depth = 1;
        while let Some(frame) = frames.last_mut() {
            let text = frame.text.clone();
            let mut machine = Machine {
                cursor: Cursor::on_entity(&text, frame.pos, reference, self.cursor.current),
                has_brackets: S::WANTS_ERRORS,
                depth,
                registers: &mut *self.registers,
                sink: &mut *self.sink,
            };
            machine.start_text();
            let pause = machine.run();
            frame.pos = machine.cursor.pos;
            if let Pause::Include(inner, _) = pause {
                let frame = self.open(inner);
                frames.push(frame);
                depth = frames.len();
                if is_content {
                    self.sink.process_token(Token::EntityStart(reference));
                }
                continue;
            }
            if let Some(frame) = frames.pop() {
                self.close(&frame);
            }
            depth = frames.len();
            if is_content {
                self.sink.process_token(Token::EntityEnd(reference));
            }
            // Markup does not continue after the end of the entity.
            self.registers.state = state;
        }
        self.current.token_start = token_start;
        self.current.text_start = text_start;
    }

    /// Returns the replacement of an entity reference in an attribute value, or `None` if the reference stays literal.
    pub(super) fn expand_in_value(&mut self, entity: EntityId, reference: Span) -> Option<String> {
        if !self.may_include(entity, self.depth, reference) {
            return None;
        }
        let mut result = mem::take(&mut self.registers.expansion);
        result.clear();
        let mut frames = vec![self.open(entity)];
        let mut has_less_than = false;
        while let Some(frame) = frames.last_mut() {
            let text = frame.text.clone();
            has_less_than |= S::WANTS_ERRORS && frame.pos == 0 && text.contains('<');
            let rest = &text[frame.pos..];
            let text_end = rest.find(['&', '\t', '\n', '\r']).unwrap_or(rest.len());
            result.push_str(&rest[..text_end]);
            frame.pos += text_end;
            let Some(special) = rest[text_end..].chars().next() else {
                if let Some(frame) = frames.pop() {
                    self.close(&frame);
                }
                continue;
            };
            if special != '&' {
                frame.pos += 1;
                result.push(' ');
                continue;
            }
            let (length, target) = self.read_reference(&rest[text_end..], reference);
            frame.pos += length;
            match target {
                Target::Predefined(text) | Target::Html(text) => result.push_str(text),
                Target::Character(character) => result.push(character),
                Target::Entity(inner) if self.may_include(inner, self.depth + frames.len(), reference) => {
                    let frame = self.open(inner);
                    frames.push(frame);
                }
                Target::Entity(_) | Target::Unknown => result.push_str(&rest[text_end..text_end + length]),
            }
        }
        if has_less_than {
            self.well_formedness_error(reference, ErrorCode::XmlLessThanInAttributeValue);
        }
        Some(result)
    }

    /// Reads the reference at the start of `text`, which begins with `&`. In the text of an entity, a reference must end with `;`. Returns the
    /// length and the target of the reference. Errors get the span `outer`.
    fn read_reference(&mut self, text: &str, outer: Span) -> (usize, Target) {
        let bytes = text.as_bytes();
        if bytes.get(1) == Some(&b'#')
            && let Some(NumericReference { code, length, has_semicolon: true }) =
                numeric_reference::read(&bytes[1..], Dialect::Xml)
        {
            let (character, error) = numeric_reference::character(code, Dialect::Xml);
            if let Some(error) = error {
                self.error_in(outer, error);
            }
            return (length + 1, Target::Character(character));
        }
        let end = find_name_end(bytes, 1);
        if !bytes.get(1).is_some_and(|&byte| starts_name(byte)) || bytes.get(end) != Some(&b';') {
            self.well_formedness_error(outer, ErrorCode::XmlInvalidReference);
            return (1, Target::Unknown);
        }
        let target = look_up_name(&text[1..=end], &self.registers.declarations);
        match target {
            Target::Html(_) => self.check_html_reference(outer),
            Target::Unknown => self.error_in(outer, ErrorCode::XmlEntityUndeclared),
            _ => {}
        }
        (end + 1, target)
    }

    /// Normalizes attribute values of tokenized types, and adds the default attributes that the document declares.
    #[cold]
    pub(super) fn apply_attribute_declarations(&mut self) {
        let name = self.piece_text(self.current.tag.name).to_owned();
        // Taken out of the registers, because the methods below borrow the machine mutably.
        let declarations = mem::take(&mut self.registers.declarations);
        if let Some(list) = declarations.attribute_list(&name) {
            if list.has_tokenized {
                for index in 0..self.current.tag.records.len() {
                    if list.is_tokenized(self.attribute_name(&self.current.tag.records[index])) {
                        self.tokenize_record(index);
                    }
                }
            }
            let at = self.place(Span::empty(self.offset())).end;
            for (attribute, value) in &list.defaults {
                if self.has_attribute(LocalName::from_bytes(attribute.as_bytes()), attribute) {
                    continue;
                }
                if !self.count_added_bytes(attribute.len() + value.len() + ATTRIBUTE_BYTES, at) {
                    break;
                }
                self.add_default(attribute, value);
            }
        }
        self.registers.declarations = declarations;
    }

    fn tokenize_record(&mut self, index: usize) {
        let record = self.current.tag.records[index];
        let built = record.value_is_built.then_some(record.built_value);
        let value = self.piece_text(PieceRange { span: record.value_span, built });
        let tokenized = crate::declarations::tokenize_value(value);
        if tokenized != value {
            // If the normalized value does not fit into the buffer of built texts, the original value stays.
            let built_value = self.current.built.append(&tokenized);
            self.report_overflow();
            if let Some(built_value) = built_value {
                let record = &mut self.current.tag.records[index];
                record.value_is_built = true;
                record.built_value = built_value;
            }
        }
    }

    fn add_default(&mut self, name: &str, value: &str) {
        if !self.current.built.fits(name.len() + value.len()) {
            return self.report_overflow();
        }
        let span = Span::empty(self.current.tag.name.span.end);
        let built = self.current.built.append(name);
        self.add_attribute_or_report(PieceRange { span, built }, Span::empty(self.offset()));
        let built = self.current.built.append(value);
        if let Some(record) = self.current.tag.current_attribute() {
            record.value_is_built = true;
            record.built_value = built.unwrap_or_default();
        }
    }
}
