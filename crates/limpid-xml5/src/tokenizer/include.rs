//! Including the texts of entities: [in content](https://www.w3.org/TR/xml/#included), as markup in place; [in attribute
//! values](https://www.w3.org/TR/xml/#inliteral), as characters; and between declarations.
//!
//! Texts that refer to others are a stack, not a recursion. How deep it goes is limited, and so is what all texts together
//! add to the document.

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

/// A text that is being read.
struct Frame {
    entity: EntityId,
    text: Arc<str>,
    pos: usize,
}

/// The bytes that may be added by default, and for each byte of the input so far.
const FREE_BYTES: u64 = 16 << 20;
const BYTES_PER_BYTE: u64 = 16;

/// The cost of an attribute beside its characters.
const ATTRIBUTE_BYTES: usize = 16;

impl<'m, 'w: 'm, S: TokenSink> Machine<'m, 'w, S> {
    /// Whether this many bytes may be added at a place of the input. Once they may not, nothing may.
    fn may_add(&mut self, bytes: usize, at: u32) -> bool {
        let registers = &mut *self.registers;
        if registers.added_too_much {
            return false;
        }
        let limit = match registers.limits.entity_bytes {
            Some(limit) => u64::from(limit),
            None => (FREE_BYTES + BYTES_PER_BYTE * u64::from(at)).min(u64::from(u32::MAX)),
        };
        registers.added_bytes += bytes as u64;
        if registers.added_bytes > limit {
            registers.added_too_much = true;
            self.error_in(Span::empty(self.offset()), ErrorCode::XmlEntityLimit);
            return false;
        }
        !self.sink.is_full()
    }

    /// Whether the text of an entity may be put in the place of a reference within so many others; reports why not.
    pub(super) fn may_include(&mut self, entity: EntityId, depth: usize, reference: Span) -> bool {
        let record = self.registers.declarations.entity(entity);
        let error = match &record.text {
            None => ErrorCode::XmlEntityExternal,
            Some(_) if record.is_open => ErrorCode::XmlEntityRecursive,
            Some(_) if depth >= self.registers.limits.entity_depth as usize => ErrorCode::XmlEntityLimit,
            Some(text) => {
                let length = text.len();
                let at = self.place(reference).end;
                return self.may_add(length, at);
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

    /// Reads the text of an entity, and of those that it refers to, as if it stood in the place of the reference.
    pub(super) fn include(&mut self, entity: EntityId, reference: Span) {
        let (token_start, text_start) = (self.making.token_start, self.making.text_start);
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
                cursor: Cursor::on_entity(&text, frame.pos, reference, self.cursor.making),
                has_brackets: S::WANTS_ERRORS,
                depth,
                registers: &mut *self.registers,
                sink: &mut *self.sink,
            };
            machine.start_text();
            let pause = machine.work();
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
            // What the text left unfinished was ended with it.
            self.registers.state = state;
        }
        self.making.token_start = token_start;
        self.making.text_start = text_start;
    }

    /// Returns the text for which an entity stands in an attribute value: `None` if the reference stays as it is written.
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

    /// Reads the reference at the start of a text, which begins with `&`; here `;` is needed. Returns its length and what it
    /// stands for. Errors are at the place of the reference `outer`.
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
            Target::Html(_) => self.check_declared(outer),
            Target::Unknown => self.error_in(outer, ErrorCode::XmlEntityUndeclared),
            _ => {}
        }
        (end + 1, target)
    }

    /// Adds the attributes that the document declares for an element, and gives values the form of their types.
    #[cold]
    pub(super) fn apply_attribute_declarations(&mut self) {
        let name = self.piece_text(self.making.tag.name).to_owned();
        // Taken for as long as the tag takes, so that the declarations are not borrowed from what is changed.
        let declarations = mem::take(&mut self.registers.declarations);
        if let Some(list) = declarations.attribute_list(&name) {
            if list.has_tokenized {
                for index in 0..self.making.tag.records.len() {
                    if list.is_tokenized(self.attribute_name(&self.making.tag.records[index])) {
                        self.tokenize_record(index);
                    }
                }
            }
            let at = self.place(Span::empty(self.offset())).end;
            for (attribute, value) in &list.defaults {
                if self.has_attribute(LocalName::from_bytes(attribute.as_bytes()), attribute) {
                    continue;
                }
                if !self.may_add(attribute.len() + value.len() + ATTRIBUTE_BYTES, at) {
                    break;
                }
                self.add_default(attribute, value);
            }
        }
        self.registers.declarations = declarations;
    }

    fn tokenize_record(&mut self, index: usize) {
        let record = self.making.tag.records[index];
        let built = record.value_is_built.then_some(record.built_value);
        let value = self.piece_text(PieceRange { span: record.value_span, built });
        let tokenized = crate::declarations::tokenize_value(value);
        if tokenized != value {
            // Without room the value stays as it is written.
            let built_value = self.making.built.append(&tokenized);
            self.report_overflow();
            if let Some(built_value) = built_value {
                let record = &mut self.making.tag.records[index];
                record.value_is_built = true;
                record.built_value = built_value;
            }
        }
    }

    fn add_default(&mut self, name: &str, value: &str) {
        if !self.making.built.has_room_for(name.len() + value.len()) {
            return self.report_overflow();
        }
        let span = Span::empty(self.making.tag.name.span.end);
        let built = self.making.built.append(name);
        self.start_value_of(PieceRange { span, built }, Span::empty(self.offset()));
        let built = self.making.built.append(value);
        if let Some(record) = self.making.tag.current_attribute() {
            record.value_is_built = true;
            record.built_value = built.unwrap_or_default();
        }
    }
}
