use crate::cursor::StateMachine;
use crate::machine::{Machine, Pause, Step};
use crate::{State, TokenSink};
use limpid_markup::numeric_reference::{self, Dialect};
use limpid_markup::{CharacterReference, ErrorCode, LONGEST_CHARACTER_REFERENCE, Span, longest_character_reference};

impl<'m, 'w: 'm, S: TokenSink> Machine<'m, 'w, S> {
    /// Consumes `&` and sets the return state.
    pub(crate) fn start_character_reference(&mut self, return_state: State) -> Step {
        self.registers.return_state = return_state;
        self.current.reference_start = self.offset();
        if !self.is_consumed_as_part_of_an_attribute() {
            self.start_token();
        }
        self.advance_to(State::CharacterReference)
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#character-reference-state>
    pub(crate) fn character_reference_state(&mut self) -> Step {
        match self.next()? {
            Some(byte) if byte.is_ascii_alphanumeric() => self.reconsume_in(State::NamedCharacterReference),
            Some(b'#') => self.advance_to(State::NumericCharacterReference),
            _ => self.leave_unresolved(),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#named-character-reference-state>
    pub(crate) fn named_character_reference_state(&mut self) -> Step {
        let Some(reference) = self.longest_character_reference()? else {
            return self.reconsume_in(State::AmbiguousAmpersand);
        };
        let end = self.pos + reference.name.len();
        if !reference.name.ends_with(';') {
            if self.is_consumed_as_part_of_an_attribute() && reference.is_literal_in_attribute(self.bytes.get(end)) {
                self.pos = end;
                return self.leave_unresolved();
            }
            self.error_at(end, ErrorCode::MissingSemicolonAfterCharacterReference);
        }
        self.pos = end;
        self.resolve(reference.characters)
    }

    /// Returns the reference with the longest name that matches the next input characters, or a pause if the window ends too early.
    fn longest_character_reference(&self) -> Result<Option<CharacterReference>, Pause> {
        let rest = &self.bytes[self.pos..];
        let is_name = |byte: &u8| byte.is_ascii_alphanumeric();
        if !self.last && rest.len() < LONGEST_CHARACTER_REFERENCE && rest.iter().all(is_name) {
            return Err(Pause::WindowEnd);
        }
        Ok(longest_character_reference(rest))
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#ambiguous-ampersand-state>
    pub(crate) fn ambiguous_ampersand_state(&mut self) -> Step {
        self.skip_while(|byte| byte.is_ascii_alphanumeric());
        if self.next()? == Some(b';') {
            self.error(ErrorCode::UnknownNamedCharacterReference);
        }
        self.leave_unresolved()
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#numeric-character-reference-state>
    pub(crate) fn numeric_character_reference_state(&mut self) -> Step {
        self.current.reference_code = 0;
        match self.next()? {
            Some(b'x' | b'X') => self.advance_to(State::HexadecimalCharacterReferenceStart),
            Some(byte) if byte.is_ascii_digit() => self.reconsume_in(State::DecimalCharacterReference),
            _ => self.absence_of_digits(),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#hexadecimal-character-reference-start-state>
    pub(crate) fn hexadecimal_character_reference_start_state(&mut self) -> Step {
        match self.next()? {
            Some(byte) if byte.is_ascii_hexdigit() => self.reconsume_in(State::HexadecimalCharacterReference),
            _ => self.absence_of_digits(),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#hexadecimal-character-reference-state>
    pub(crate) fn hexadecimal_character_reference_state(&mut self) -> Step {
        self.digits(16)
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#decimal-character-reference-state>
    pub(crate) fn decimal_character_reference_state(&mut self) -> Step {
        self.digits(10)
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#numeric-character-reference-end-state>
    pub(crate) fn numeric_character_reference_end_state(&mut self) -> Step {
        let (character, error) = numeric_reference::character(self.current.reference_code, Dialect::Html);
        if let Some(error) = error {
            // The span is empty, because this state does not read the next input character, which may be beyond the end of the window.
            self.error_in(Span::empty(self.offset()), error);
        }
        self.resolve(character.encode_utf8(&mut [0; 4]))
    }

    fn digits(&mut self, radix: u32) -> Step {
        self.skip_digits(radix);
        match self.next()? {
            Some(b';') => self.advance_to(State::NumericCharacterReferenceEnd),
            _ => {
                self.error(ErrorCode::MissingSemicolonAfterCharacterReference);
                self.reconsume_in(State::NumericCharacterReferenceEnd)
            }
        }
    }

    fn absence_of_digits(&mut self) -> Step {
        self.error(ErrorCode::AbsenceOfDigitsInNumericCharacterReference);
        self.leave_unresolved()
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#charref-in-attribute>
    fn is_consumed_as_part_of_an_attribute(&self) -> bool {
        matches!(
            self.registers.return_state,
            State::AttributeValueDoubleQuoted | State::AttributeValueSingleQuoted | State::AttributeValueUnquoted
        )
    }

    /// [Flushes](https://html.spec.whatwg.org/multipage/parsing.html#flush-code-points-consumed-as-a-character-reference)
    /// the consumed characters unchanged.
    fn leave_unresolved(&mut self) -> Step {
        self.reconsume_in(self.registers.return_state)
    }

    /// Flushes the characters of the resolved reference.
    fn resolve(&mut self, characters: &str) -> Step {
        self.replace_reference(!self.is_consumed_as_part_of_an_attribute(), characters);
        self.reconsume_in(self.registers.return_state)
    }
}
