//! The states of character references and entity references.

use crate::TokenSink;
use crate::reference::{Target, look_up_name};
use crate::scan::{find_name_end, starts_name};
use crate::tokenizer::machine::{Machine, Pause, Step};
use crate::tokenizer::states::State;
use limpid_markup::numeric_reference::{self, Dialect};
use limpid_markup::{ErrorCode, Span, longest_character_reference};
use limpid_tokenizer::cursor::StateMachine;

impl<'m, 'w: 'm, S: TokenSink> Machine<'m, 'w, S> {
    /// Consumes `&` and sets the return state.
    pub(super) fn start_character_reference(&mut self, return_state: State) -> Step {
        self.registers.return_state = return_state;
        self.current.reference_start = self.offset();
        if return_state == State::Data {
            self.start_token();
        }
        self.advance_to(State::CharacterReference)
    }

    pub(super) fn character_reference_state(&mut self) -> Step {
        match self.next()? {
            Some(b'#') => self.advance_to(State::CharacterReferenceNumber),
            // In the declaration of an entity, references to entities are kept. They are resolved when the entity is included.
            Some(byte) if starts_name(byte) && self.is_in_entity_value() => self.leave_unresolved(),
            Some(byte) if starts_name(byte) => self.reconsume_in(State::CharacterReferenceName),
            _ => self.invalid_reference(),
        }
    }

    /// Reads the name of a reference and resolves it with [`look_up_name`].
    pub(super) fn character_reference_name_state(&mut self) -> Step {
        self.pos = find_name_end(self.bytes, self.pos);
        let next = self.next()?;
        let start = self.current.reference_start;
        let reference = self.slice(Span::new(start, self.offset()));
        let name = &reference[1..];
        if next == Some(b';') {
            let end = self.pos + 1;
            match look_up_name(&self.window.text[end - reference.len()..end], &self.registers.declarations) {
                Target::Predefined(text) => {
                    self.pos = end;
                    return self.resolve(text);
                }
                Target::Entity(entity) => {
                    self.pos = end;
                    return self.resolve_entity(entity);
                }
                Target::Html(text) => {
                    self.pos = end;
                    self.check_html_reference(Span::new(start, self.offset()));
                    return self.resolve(text);
                }
                Target::Character(_) | Target::Unknown => {}
            }
        }
        self.unresolved_name(name, next)
    }

    /// Handles a name that is unknown or has no `;`. It may start with one of HTML's names that need no `;`.
    fn unresolved_name(&mut self, name: &str, next: Option<u8>) -> Step {
        let html = longest_character_reference(name.as_bytes());
        if let Some(reference) = &html {
            let after = name.as_bytes().get(reference.name.len()).copied().or(next);
            if self.is_in_text() || !after.is_some_and(|byte| byte == b'=' || byte.is_ascii_alphanumeric()) {
                self.pos -= name.len() - reference.name.len();
                self.error(ErrorCode::MissingSemicolonAfterCharacterReference);
                return self.resolve(reference.characters);
            }
        }
        if next != Some(b';') {
            return self.invalid_reference();
        }
        let span = Span::new(self.current.reference_start, self.offset() + 1);
        match html {
            // In HTML, this is not a parse error.
            Some(_) => self.well_formedness_error(span, ErrorCode::XmlEntityUndeclared),
            None => self.error_in(span, ErrorCode::XmlEntityUndeclared),
        }
        self.leave_unresolved()
    }

    /// Reports a reference to a name that only HTML defines. If the document may contain declarations that limpid does not read, and is not
    /// standalone, the reference is [well-formed](https://www.w3.org/TR/xml/#wf-entdeclared) and not reported.
    pub(in crate::tokenizer) fn check_html_reference(&mut self, reference: Span) {
        let registers = &*self.registers;
        let may_be_declared = self.current.doctype.system_id.is_some() || registers.has_parameter_entities;
        if registers.is_standalone || !may_be_declared {
            self.well_formedness_error(reference, ErrorCode::XmlEntityOfHtml);
        }
    }

    /// Reports an `&` that does not start a reference.
    fn invalid_reference(&mut self) -> Step {
        let start = self.current.reference_start;
        self.well_formedness_error(Span::new(start, start + 1), ErrorCode::XmlInvalidReference);
        self.leave_unresolved()
    }

    pub(super) fn character_reference_number_state(&mut self) -> Step {
        self.current.reference_code = 0;
        match self.next()? {
            Some(b'X') => {
                self.well_formedness_error(self.next_character_span(), ErrorCode::XmlInvalidReference);
                self.advance_to(State::CharacterReferenceHexadecimalStart)
            }
            Some(b'x') => self.advance_to(State::CharacterReferenceHexadecimalStart),
            Some(byte) if byte.is_ascii_digit() => self.reconsume_in(State::CharacterReferenceDecimal),
            _ => self.absence_of_digits(),
        }
    }

    pub(super) fn character_reference_hexadecimal_start_state(&mut self) -> Step {
        match self.next()? {
            Some(byte) if byte.is_ascii_hexdigit() => self.reconsume_in(State::CharacterReferenceHexadecimal),
            _ => self.absence_of_digits(),
        }
    }

    pub(super) fn digits(&mut self, radix: u32) -> Step {
        self.skip_digits(radix);
        match self.next()? {
            Some(b';') => self.pos += 1,
            _ => self.error(ErrorCode::MissingSemicolonAfterCharacterReference),
        }
        let (character, error) = numeric_reference::character(self.current.reference_code, Dialect::Xml);
        if let Some(error) = error {
            let span = Span::new(self.current.reference_start, self.offset());
            self.error_in(span, error);
        }
        self.resolve(character.encode_utf8(&mut [0; 4]))
    }

    fn absence_of_digits(&mut self) -> Step {
        self.error(ErrorCode::AbsenceOfDigitsInNumericCharacterReference);
        self.leave_unresolved()
    }

    fn is_in_text(&self) -> bool {
        self.registers.return_state == State::Data
    }

    fn is_in_entity_value(&self) -> bool {
        matches!(
            self.registers.return_state,
            State::DoctypeEntityValueDoubleQuoted | State::DoctypeEntityValueSingleQuoted
        )
    }

    /// Keeps the consumed characters unchanged.
    fn leave_unresolved(&mut self) -> Step {
        self.reconsume_in(self.registers.return_state)
    }

    /// Replaces the reference by `characters`.
    fn resolve(&mut self, characters: &str) -> Step {
        let start = self.current.reference_start;
        if self.is_in_text() {
            self.notify_reference(start, (self.offset() - start) as usize);
        }
        self.replace_reference(self.is_in_text(), characters);
        self.reconsume_in(self.registers.return_state)
    }

    /// Replaces the consumed reference by the text of an entity.
    fn resolve_entity(&mut self, entity: crate::declarations::EntityId) -> Step {
        let reference = Span::new(self.current.reference_start, self.offset());
        if !self.is_in_text() {
            return match self.expand_in_value(entity, reference) {
                Some(expansion) => {
                    let step = self.resolve(&expansion);
                    self.registers.expansion = expansion;
                    step
                }
                None => self.leave_unresolved(),
            };
        }
        if !self.may_include(entity, self.depth, reference) {
            return self.leave_unresolved();
        }
        let record = self.registers.declarations.entity(entity);
        if let (Some(text), true) = (record.text.clone(), record.is_text_only) {
            return self.resolve(&text);
        }
        self.flush_text(reference.start);
        self.sink.reference_or_cdata(self.place(reference));
        self.start_text();
        self.registers.state = State::Data;
        Err(Pause::Include(entity, self.place(reference)))
    }
}
