//! The states of entity declarations, and what all declarations share.

use crate::TokenSink;
use crate::scan::is_whitespace;
use crate::state::State;
use crate::tokenizer::machine::{Machine, Step};
use limpid_markup::ErrorCode;
use limpid_tokenizer::cursor::StateMachine;

impl<'m, 'w: 'm, S: TokenSink> Machine<'m, 'w, S> {
    /// DOCTYPE ENTITY type before state
    pub(super) fn doctype_entity_type_before_state(&mut self) -> Step {
        self.skip_whitespace();
        match self.next()? {
            Some(b'%') => self.advance_to(State::DoctypeEntityParameterBefore),
            Some(b'>') => self.end_invalid_declaration(),
            Some(_) => self.start_name(State::DoctypeEntityName),
            None => self.eof_in_internal_subset(),
        }
    }

    /// DOCTYPE ENTITY parameter before state
    pub(super) fn doctype_entity_parameter_before_state(&mut self) -> Step {
        match self.next()? {
            Some(byte) if is_whitespace(byte) => self.advance_to(State::DoctypeEntityParameter),
            Some(_) => self.invalid_declaration(),
            None => self.eof_in_internal_subset(),
        }
    }

    /// DOCTYPE ENTITY parameter state
    pub(super) fn doctype_entity_parameter_state(&mut self) -> Step {
        self.skip_whitespace();
        match self.next()? {
            Some(b'>') => self.end_invalid_declaration(),
            Some(_) => {
                self.registers.declaration.is_parameter = true;
                self.start_name(State::DoctypeEntityName)
            }
            None => self.eof_in_internal_subset(),
        }
    }

    /// DOCTYPE ENTITY name state
    pub(super) fn doctype_entity_name_state(&mut self) -> Step {
        self.skip_declared_name();
        match self.next()? {
            Some(0) => self.null_or_newline_in_piece(),
            Some(byte) if is_whitespace(byte) => {
                self.registers.declaration.name = self.finish_name();
                self.advance_to(State::DoctypeEntityNameAfter)
            }
            Some(_quote_or_end) => {
                self.registers.declaration.name = self.finish_name();
                self.reconsume_in(State::DoctypeEntityNameAfter)
            }
            None => self.eof_in_internal_subset(),
        }
    }

    /// DOCTYPE ENTITY name after state
    pub(super) fn doctype_entity_name_after_state(&mut self) -> Step {
        self.skip_whitespace();
        match self.next()? {
            Some(b'"') => self.start_quoted(1, State::DoctypeEntityValueDoubleQuoted),
            Some(b'\'') => self.start_quoted(1, State::DoctypeEntityValueSingleQuoted),
            Some(b'>') => self.end_invalid_declaration(),
            Some(_) => self.reconsume_in(State::DoctypeEntityIdentifier),
            None => self.eof_in_internal_subset(),
        }
    }

    /// DOCTYPE ENTITY value double quoted state, and single quoted state
    pub(super) fn entity_value(&mut self, quote: u8, state: State) -> Step {
        self.skip_while(|b| b != quote && !matches!(b, b'&' | b'%' | b'\r' | 0));
        match self.next()? {
            Some(byte) if byte == quote => {
                let value = self.finish_name();
                self.registers.declaration.value = Some(value);
                self.advance_to(State::DoctypeEntityValueAfter)
            }
            Some(b'&') => self.start_character_reference(state),
            Some(b'%') => {
                self.error(ErrorCode::XmlParameterEntityInDeclaration);
                self.stay()
            }
            Some(_) => self.null_or_newline_in_piece(),
            None => self.eof_in_internal_subset(),
        }
    }

    /// DOCTYPE ENTITY value after state
    pub(super) fn doctype_entity_value_after_state(&mut self) -> Step {
        self.skip_whitespace();
        match self.next()? {
            Some(b'>') => self.append_entity(),
            Some(_) => {
                self.skip_junk(|byte| byte == b'>');
                Ok(())
            }
            None => self.eof_in_internal_subset(),
        }
    }

    /// DOCTYPE ENTITY identifier state
    pub(super) fn doctype_entity_identifier_state(&mut self) -> Step {
        self.skip_while(|byte| !matches!(byte, b'>' | b'"' | b'\''));
        match self.next()? {
            Some(b'>') => self.append_entity(),
            Some(b'"') => self.advance_to(State::DoctypeEntityIdentifierDoubleQuoted),
            Some(_single_quote) => self.advance_to(State::DoctypeEntityIdentifierSingleQuoted),
            None => self.eof_in_internal_subset(),
        }
    }

    /// Append an entity, and consume the `>`.
    fn append_entity(&mut self) -> Step {
        let registers = &mut *self.registers;
        registers.is_in_junk = false;
        let declaration = &registers.declaration;
        registers.declarations.add_entity(declaration.is_parameter, &declaration.name, declaration.value.as_deref());
        self.end_declaration()
    }

    // What declarations share.

    /// DOCTYPE ENTITY state, DOCTYPE ATTLIST state and DOCTYPE NOTATION state: white space, and then a name
    pub(super) fn whitespace_before_name(&mut self, state: State) -> Step {
        match self.next()? {
            Some(byte) if is_whitespace(byte) => self.advance_to(state),
            Some(_) => self.invalid_declaration(),
            None => self.eof_in_internal_subset(),
        }
    }

    /// Starts a name with the next input character, whatever that is.
    pub(super) fn start_name(&mut self, state: State) -> Step {
        if self.next()? == Some(b'%') {
            self.error(ErrorCode::XmlParameterEntityInDeclaration);
        }
        self.start_any_name(state)
    }

    /// Starts a name with the next input character, whatever that is: a NUL is left to the state.
    pub(super) fn start_any_name(&mut self, state: State) -> Step {
        self.start_piece();
        self.pos += usize::from(self.next()? != Some(0));
        self.reconsume_in(state)
    }

    /// Consumes what a name in a declaration can have: all up to white space, a quote, `>` or a NUL.
    pub(super) fn skip_declared_name(&mut self) {
        let is_end = |byte: u8| is_whitespace(byte) || matches!(byte, b'"' | b'\'' | b'>' | 0);
        self.skip_while(|byte| !is_end(byte));
    }

    /// The text of the piece, which is not needed afterwards.
    pub(super) fn finish_name(&mut self) -> String {
        let built = self.making.built.end();
        let range = self.finish_piece(0);
        let text = self.piece_text(range).to_owned();
        // The parts of the DOCTYPE that were built before stay.
        self.making.built.truncate(range.built.map_or(built, |built| built.start));
        text
    }

    /// DOCTYPE ENTITY identifier double quoted state, and single quoted state; those of notations
    pub(super) fn skip_quoted(&mut self, quote: u8, state: State) -> Step {
        self.skip_while(|byte| byte != quote);
        match self.next()? {
            Some(_quote) => self.advance_to(state),
            None => self.eof_in_internal_subset(),
        }
    }
}
