//! The states of notation declarations.

use crate::TokenSink;
use crate::tokenizer::machine::{Machine, Step};
use crate::tokenizer::states::State;
use limpid_tokenizer::cursor::StateMachine;

impl<'m, 'w: 'm, S: TokenSink> Machine<'m, 'w, S> {
    /// DOCTYPE NOTATION identifier state: nothing asks for notations, so nothing of them is kept.
    pub(super) fn doctype_notation_identifier_state(&mut self) -> Step {
        self.skip_while(|byte| !matches!(byte, b'>' | b'"' | b'\''));
        match self.next_or(Self::eof_in_internal_subset)? {
            b'>' => self.end_declaration(),
            b'"' => self.advance_to(State::DoctypeNotationIdentifierDoubleQuoted),
            _single_quote => self.advance_to(State::DoctypeNotationIdentifierSingleQuoted),
        }
    }
}
