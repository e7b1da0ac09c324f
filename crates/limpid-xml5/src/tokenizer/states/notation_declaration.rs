use crate::TokenSink;
use crate::state::State;
use crate::tokenizer::{Machine, Step};

impl<S: TokenSink> Machine<'_, '_, S> {
    /// DOCTYPE NOTATION state
    pub(super) fn doctype_notation_state(&mut self) -> Step {
        self.whitespace_before_name(State::DoctypeNotationIdentifier)
    }

    /// DOCTYPE NOTATION identifier state: nothing asks for notations, so nothing of them is kept.
    pub(super) fn doctype_notation_identifier_state(&mut self) -> Step {
        while self.bytes.get(self.pos).is_some_and(|byte| !matches!(byte, b'>' | b'"' | b'\'')) {
            self.pos += 1;
        }
        match self.next()? {
            Some(b'>') => self.end_declaration(),
            Some(b'"') => self.advance_to(State::DoctypeNotationIdentifierDoubleQuoted),
            Some(_single_quote) => self.advance_to(State::DoctypeNotationIdentifierSingleQuoted),
            None => self.eof_in_internal_subset(),
        }
    }

    /// DOCTYPE NOTATION identifier double quoted state
    pub(super) fn doctype_notation_identifier_double_quoted_state(&mut self) -> Step {
        self.skip_quoted(b'"', State::DoctypeNotationIdentifier)
    }

    /// DOCTYPE NOTATION identifier single quoted state
    pub(super) fn doctype_notation_identifier_single_quoted_state(&mut self) -> Step {
        self.skip_quoted(b'\'', State::DoctypeNotationIdentifier)
    }
}
