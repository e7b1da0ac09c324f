//! Including the texts of entities: [in content](https://www.w3.org/TR/xml/#included), as markup in place; [in attribute
//! values](https://www.w3.org/TR/xml/#inliteral), as characters; and between declarations.
//!
//! Texts that refer to others are a stack, not a recursion. How deep it goes is limited, and so is what all texts together
//! add to the document.

use super::{Machine, Pause};
use crate::declarations::EntityId;
use crate::reference::{append_digit, numbered_character, predefined_entity};
use crate::scan::{find_name_end, starts_name};
use crate::state::State;
use crate::{Token, TokenSink};
use core::mem;
use limpid_markup::{ErrorCode, Span, lookup_character_reference};
use limpid_tokenizer::cursor::PieceRange;
use std::sync::Arc;

/// A text that is being read.
struct Frame {
    entity: EntityId,
    text: Arc<str>,
    /// Where to go on in it.
    pos: usize,
}

/// What may be added by default, and for each byte of the input so far.
const FREE_BYTES: u64 = 16 << 20;
const BYTES_PER_BYTE: u64 = 16;

/// What an attribute costs beside its characters.
const ATTRIBUTE_BYTES: usize = 16;

impl<S: TokenSink> Machine<'_, '_, S> {
    /// Whether this many bytes may be added at a place of the input. Once they may not, nothing may.
    fn may_add(&mut self, bytes: usize, at: u32) -> bool {
        let tokenizer = &mut *self.tokenizer;
        if tokenizer.added_too_much {
            return false;
        }
        let limit = match tokenizer.limits.entity_bytes {
            Some(limit) => u64::from(limit),
            None => (FREE_BYTES + BYTES_PER_BYTE * u64::from(at)).min(u64::from(u32::MAX)),
        };
        tokenizer.added_bytes += bytes as u64;
        if tokenizer.added_bytes > limit {
            tokenizer.added_too_much = true;
            self.error_in(Span::empty(self.offset()), ErrorCode::XmlEntityLimit);
            return false;
        }
        !self.sink.is_full()
    }

    /// Whether the text of an entity may be put in the place of a reference within so many others; reports why not.
    pub(super) fn may_include(&mut self, entity: EntityId, depth: usize, reference: Span) -> bool {
        let record = self.tokenizer.declarations.entity(entity);
        let error = match &record.text {
            None => ErrorCode::XmlEntityExternal,
            Some(_) if record.is_open => ErrorCode::XmlEntityRecursive,
            Some(_) if depth >= self.tokenizer.limits.entity_depth as usize => ErrorCode::XmlEntityLimit,
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
        let record = self.tokenizer.declarations.entity_mut(entity);
        record.is_open = true;
        Frame { entity, text: record.text.clone().unwrap_or_default(), pos: 0 }
    }

    fn close(&mut self, frame: &Frame) {
        self.tokenizer.declarations.entity_mut(frame.entity).is_open = false;
    }

    /// Reads the text of an entity, and of those that it refers to, as if it stood in the place of the reference.
    pub(super) fn include(&mut self, entity: EntityId, reference: Span) {
        let (token_start, text_start) = (self.tokenizer.token_start, self.tokenizer.text_start);
        let state = self.tokenizer.state;
        let is_content = state == State::Data;
        let mut frames = vec![self.open(entity)];
        if is_content {
            self.sink.process_token(Token::EntityStart(reference));
        }
        let mut depth = 1;
        while let Some(frame) = frames.last_mut() {
            let text = frame.text.clone();
            let mut machine = Machine {
                window: &text,
                bytes: text.as_bytes(),
                window_start: 0,
                has_cr_or_nul: false,
                has_brackets: S::WANTS_ERRORS,
                pos: frame.pos,
                last: true,
                origin: Some(reference),
                depth,
                tokenizer: &mut *self.tokenizer,
                sink: &mut *self.sink,
            };
            machine.start_text();
            let pause = machine.work();
            frame.pos = machine.pos;
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
            self.tokenizer.state = state;
        }
        self.tokenizer.token_start = token_start;
        self.tokenizer.text_start = text_start;
    }

    /// What an entity stands for in an attribute value: `None` if the reference stays as it is written.
    pub(super) fn expand_in_value(&mut self, entity: EntityId, reference: Span) -> Option<String> {
        if !self.may_include(entity, self.depth, reference) {
            return None;
        }
        let mut result = mem::take(&mut self.tokenizer.expansion);
        result.clear();
        let mut frames = vec![self.open(entity)];
        let mut has_less_than = false;
        while let Some(frame) = frames.last_mut() {
            let text = frame.text.clone();
            has_less_than |= S::WANTS_ERRORS && frame.pos == 0 && text.contains('<');
            let rest = &text[frame.pos..];
            let plain = rest.find(['&', '\t', '\n', '\r']).unwrap_or(rest.len());
            result.push_str(&rest[..plain]);
            frame.pos += plain;
            let Some(special) = rest[plain..].chars().next() else {
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
            let (length, target) = self.read_reference(&rest[plain..], reference);
            frame.pos += length;
            match target {
                Target::Text(text) => result.push_str(text),
                Target::Character(character) => result.push(character),
                Target::Entity(inner) if self.may_include(inner, self.depth + frames.len(), reference) => {
                    let frame = self.open(inner);
                    frames.push(frame);
                }
                Target::Entity(_) | Target::None => result.push_str(&rest[plain..plain + length]),
            }
        }
        if has_less_than {
            self.well_formedness_error(reference, ErrorCode::XmlLessThanInAttributeValue);
        }
        Some(result)
    }

    /// What the reference at the start of a text, which begins with `&`, stands for, and how long it is. Here `;` is needed.
    /// Errors are at the place of the reference `outer`.
    fn read_reference(&mut self, text: &str, outer: Span) -> (usize, Target) {
        let found = self.look_up_reference(text, outer);
        if let (1, Target::None) = found {
            self.well_formedness_error(outer, ErrorCode::XmlInvalidReference);
        }
        found
    }

    fn look_up_reference(&mut self, text: &str, outer: Span) -> (usize, Target) {
        let bytes = text.as_bytes();
        let unresolved = (1, Target::None);
        match bytes.get(1) {
            Some(b'#') => {
                let (radix, start) = if bytes.get(2) == Some(&b'x') { (16, 3) } else { (10, 2) };
                let mut code = 0;
                let mut pos = start;
                while let Some(digit) = bytes.get(pos).and_then(|&byte| (byte as char).to_digit(radix)) {
                    code = append_digit(code, radix, digit);
                    pos += 1;
                }
                if pos == start || bytes.get(pos) != Some(&b';') {
                    return unresolved;
                }
                let (character, error) = numbered_character(code);
                if let Some(error) = error {
                    self.error_in(outer, error);
                }
                (pos + 1, Target::Character(character))
            }
            Some(&byte) if starts_name(byte) => {
                let end = find_name_end(bytes, 1);
                if bytes.get(end) != Some(&b';') {
                    return unresolved;
                }
                let name = &text[1..end];
                let target = if let Some(text) = predefined_entity(name) {
                    Target::Text(text)
                } else if let Some(entity) = self.tokenizer.declarations.general_entity(name) {
                    Target::Entity(entity)
                } else if let Some(reference) = lookup_character_reference(&bytes[1..=end]) {
                    self.check_declared(outer);
                    Target::Text(reference.characters)
                } else {
                    self.error_in(outer, ErrorCode::XmlEntityUndeclared);
                    Target::None
                };
                (end + 1, target)
            }
            _ => unresolved,
        }
    }

    /// Adds the attributes that the document declares for an element, and gives values the form of their types.
    #[cold]
    pub(super) fn apply_attribute_declarations(&mut self) {
        let name = self.piece_text(self.tokenizer.tag_name).to_owned();
        // Taken for as long as the tag takes, so that the declarations are not borrowed from what is changed.
        let declarations = mem::take(&mut self.tokenizer.declarations);
        if let Some(list) = declarations.attribute_list(&name) {
            if list.has_tokenized {
                for index in 0..self.tokenizer.records.len() {
                    let record = self.tokenizer.records[index];
                    if list.is_tokenized(self.record_name(&record)) {
                        self.tokenize_record(index);
                    }
                }
            }
            let at = self.place(Span::empty(self.offset())).end;
            for (attribute, value) in &list.defaults {
                if self.has_attribute(attribute) {
                    continue;
                }
                if !self.may_add(attribute.len() + value.len() + ATTRIBUTE_BYTES, at) {
                    break;
                }
                self.add_default(attribute, value);
            }
        }
        self.tokenizer.declarations = declarations;
    }

    fn tokenize_record(&mut self, index: usize) {
        let record = self.tokenizer.records[index];
        let value = if record.value_is_built {
            &self.tokenizer.built[record.built_value.range()]
        } else {
            self.slice(record.value_span)
        };
        let tokenized = crate::declarations::tokenize_value(value);
        if tokenized != value {
            // Without room the value stays as it is written.
            let built_value = self.tokenizer.built.append(&tokenized);
            self.report_overflow();
            if let Some(built_value) = built_value {
                let record = &mut self.tokenizer.records[index];
                record.value_is_built = true;
                record.built_value = built_value;
            }
        }
    }

    fn add_default(&mut self, name: &str, value: &str) {
        let place = Span::empty(self.tokenizer.tag_name.span.end);
        if !self.tokenizer.built.has_room_for(name.len() + value.len()) {
            return self.report_overflow();
        }
        let built = self.tokenizer.built.append(name);
        let had_duplicate_attribute = self.tokenizer.had_duplicate_attribute;
        self.add_attribute(PieceRange { span: place, built }, Span::empty(self.offset()));
        self.tokenizer.had_duplicate_attribute = had_duplicate_attribute;
        if self.tokenizer.attribute_is_dropped {
            return;
        }
        let built_value = self.tokenizer.built.append(value);
        if let (Some(record), Some(built_value)) = (self.tokenizer.records.last_mut(), built_value) {
            record.value_is_built = true;
            record.built_value = built_value;
        }
    }
}

/// What a reference stands for.
enum Target {
    Text(&'static str),
    Character(char),
    Entity(EntityId),
    /// Nothing that is known.
    None,
}
