//! The states of entity declarations, and states of all declarations.

use crate::TokenSink;
use crate::scan::is_whitespace;
use crate::tokenizer::machine::{Machine, Step};
use crate::tokenizer::states::State;
use limpid_markup::ErrorCode;
use limpid_tokenizer::cursor::StateMachine;

impl<'m, 'w: 'm, S: TokenSink> Machine<'m, 'w, S> {
    pub(super) fn doctype_entity_type_before_state(&mut self) -> Step {
        self.skip_whitespace();
        match self.next_or_eof(Self::eof_in_internal_subset)? {
            b'%' => {
                self.registers.declaration.is_parameter = true;
                self.advance_to(State::DoctypeEntityParameterBefore)
            }
            _ => self.name_before(State::DoctypeEntityName),
        }
    }

    pub(super) fn doctype_entity_name_after_state(&mut self) -> Step {
        self.skip_whitespace();
        match self.next_or_eof(Self::eof_in_internal_subset)? {
            b'"' => self.start_quoted(1, State::DoctypeEntityValueDoubleQuoted),
            b'\'' => self.start_quoted(1, State::DoctypeEntityValueSingleQuoted),
            b'>' => self.end_invalid_declaration(),
            _ => self.reconsume_in(State::DoctypeExternalIdentifier),
        }
    }

    /// The DOCTYPE ENTITY value double quoted and single quoted states.
    pub(super) fn entity_value(&mut self, quote: u8, state: State) -> Step {
        self.skip_while(|b| b != quote && !matches!(b, b'&' | b'%' | b'\r' | 0));
        match self.next_or_eof(Self::eof_in_internal_subset)? {
            byte if byte == quote => {
                let value = self.finish_piece_text();
                self.registers.declaration.value = Some(value);
                self.advance_to(State::DoctypeEntityValueAfter)
            }
            b'&' => self.start_character_reference(state),
            b'%' => {
                self.error(ErrorCode::XmlParameterEntityInDeclaration);
                self.stay()
            }
            _ => self.null_or_newline_in_piece(),
        }
    }

    pub(super) fn doctype_entity_value_after_state(&mut self) -> Step {
        self.skip_whitespace();
        match self.next_or_eof(Self::eof_in_internal_subset)? {
            b'>' => self.append_entity(),
            _ => {
                self.skip_junk(|byte| byte == b'>');
                Ok(())
            }
        }
    }

    /// The DOCTYPE ENTITY identifier and DOCTYPE NOTATION identifier states. Notations are not stored, because nothing uses them.
    pub(super) fn external_identifier(&mut self) -> Step {
        self.skip_while(|byte| !matches!(byte, b'>' | b'"' | b'\''));
        match self.next_or_eof(Self::eof_in_internal_subset)? {
            b'>' if self.registers.declaration.name.is_empty() => self.end_declaration(),
            b'>' => self.append_entity(),
            b'"' => self.advance_to(State::DoctypeExternalIdentifierDoubleQuoted),
            _single_quote => self.advance_to(State::DoctypeExternalIdentifierSingleQuoted),
        }
    }

    /// Appends an entity and consumes the `>`.
    fn append_entity(&mut self) -> Step {
        let registers = &mut *self.registers;
        registers.is_skipping_junk = false;
        let declaration = &registers.declaration;
        registers.declarations.add_entity(declaration.is_parameter, &declaration.name, declaration.value.as_deref());
        self.end_declaration()
    }

    // Shared by several kinds of declarations.

    /// The DOCTYPE ENTITY, DOCTYPE ENTITY parameter before, DOCTYPE ATTLIST and DOCTYPE NOTATION states: white space before a
    /// name.
    pub(super) fn whitespace_before_name(&mut self, state: State) -> Step {
        match self.next_or_eof(Self::eof_in_internal_subset)? {
            byte if is_whitespace(byte) => self.advance_to(state),
            _ => self.invalid_declaration(),
        }
    }

    /// The DOCTYPE ENTITY type before, DOCTYPE ENTITY parameter and DOCTYPE ATTLIST name before states.
    pub(super) fn name_before(&mut self, state: State) -> Step {
        self.skip_whitespace();
        match self.next_or_eof(Self::eof_in_internal_subset)? {
            b'>' => self.end_invalid_declaration(),
            _ => self.start_name(state),
        }
    }

    /// The DOCTYPE ENTITY name and DOCTYPE ATTLIST name states.
    pub(super) fn declared_name(&mut self, after: State) -> Step {
        self.skip_declared_name();
        match self.next_or_eof(Self::eof_in_internal_subset)? {
            0 => self.null_or_newline_in_piece(),
            _ => {
                self.registers.declaration.name = self.finish_piece_text();
                self.reconsume_in(after)
            }
        }
    }

    /// Starts a name with the next input character, even if this is not a name character. Reports a `%`.
    pub(super) fn start_name(&mut self, state: State) -> Step {
        if self.next()? == Some(b'%') {
            self.error(ErrorCode::XmlParameterEntityInDeclaration);
        }
        self.start_any_name(state)
    }

    /// Starts a name with the next input character, even if this is not a name character. A NUL is handled by `state`.
    pub(super) fn start_any_name(&mut self, state: State) -> Step {
        self.start_piece();
        self.pos += usize::from(self.next()? != Some(0));
        self.reconsume_in(state)
    }

    /// Consumes a name in a declaration, up to white space, a quote, `>` or a NUL.
    pub(super) fn skip_declared_name(&mut self) {
        let is_end = |byte: u8| is_whitespace(byte) || matches!(byte, b'"' | b'\'' | b'>' | 0);
        self.skip_while(|byte| !is_end(byte));
    }

    pub(super) fn finish_piece_text(&mut self) -> String {
        let built = self.current.built.end();
        let range = self.finish_piece(0);
        let text = self.piece_text(range).to_owned();
        // Removes the piece from the buffer of built texts. Parts of the DOCTYPE that are stored before it must be kept.
        self.current.built.truncate(range.built.map_or(built, |built| built.start));
        text
    }

    /// The identifier double quoted and single quoted states of DOCTYPE ENTITY and DOCTYPE NOTATION.
    pub(super) fn skip_quoted(&mut self, quote: u8, state: State) -> Step {
        self.skip_while(|byte| byte != quote);
        let _quote = self.next_or_eof(Self::eof_in_internal_subset)?;
        self.advance_to(state)
    }
}
