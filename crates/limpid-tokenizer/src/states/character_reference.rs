use crate::tokenizer::{Machine, Pause, Step};
use crate::{State, TokenSink};
use limpid_markup::{
    CharacterReference, ErrorCode, LONGEST_CHARACTER_REFERENCE, LONGEST_UNTERMINATED_REFERENCE, is_control,
    is_noncharacter, lookup_character_reference,
};

impl<S: TokenSink> Machine<'_, '_, S> {
    /// Consumes `&` and sets the return state.
    pub(crate) fn start_character_reference(&mut self, return_state: State) -> Step {
        self.tokenizer.return_state = return_state;
        self.tokenizer.reference_start = self.offset();
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
            let next = self.bytes.get(end);
            if self.is_consumed_as_part_of_an_attribute()
                && next.is_some_and(|&byte| byte == b'=' || byte.is_ascii_alphanumeric())
            {
                self.pos = end;
                return self.leave_unresolved();
            }
            self.error_at(end, ErrorCode::MissingSemicolonAfterCharacterReference);
        }
        self.pos = end;
        self.resolve(reference.characters)
    }

    /// The longest name that the next input characters start with.
    ///
    /// A name that ends in `;` must be the whole run of alphanumerics before that `;`; all others are short.
    fn longest_character_reference(&self) -> Result<Option<CharacterReference>, Pause> {
        let rest = &self.bytes[self.pos..];
        let longest = &rest[..rest.len().min(LONGEST_CHARACTER_REFERENCE)];
        let run = longest.iter().position(|byte| !byte.is_ascii_alphanumeric()).unwrap_or(longest.len());
        if run == rest.len() && !self.last {
            return Err(Pause::WindowEnd);
        }
        if rest.get(run) == Some(&b';')
            && let Some(reference) = lookup_character_reference(&rest[..=run])
        {
            return Ok(Some(reference));
        }
        let prefixes = (1..=run.min(LONGEST_UNTERMINATED_REFERENCE)).rev();
        Ok(prefixes.map(|length| &rest[..length]).find_map(lookup_character_reference))
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#ambiguous-ampersand-state>
    pub(crate) fn ambiguous_ampersand_state(&mut self) -> Step {
        while self.bytes.get(self.pos).is_some_and(u8::is_ascii_alphanumeric) {
            self.pos += 1;
        }
        if self.next()? == Some(b';') {
            self.error(ErrorCode::UnknownNamedCharacterReference);
        }
        self.leave_unresolved()
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#numeric-character-reference-state>
    pub(crate) fn numeric_character_reference_state(&mut self) -> Step {
        self.tokenizer.character_reference_code = 0;
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
        let code = self.tokenizer.character_reference_code;
        let mut character = char::from_u32(code).unwrap_or('\u{fffd}');
        let error = match code {
            0 => {
                character = '\u{fffd}';
                Some(ErrorCode::NullCharacterReference)
            }
            0x11_0000.. => Some(ErrorCode::CharacterReferenceOutsideUnicodeRange),
            0xd800..=0xdfff => Some(ErrorCode::SurrogateCharacterReference),
            _ if is_noncharacter(code) => Some(ErrorCode::NoncharacterCharacterReference),
            0x09 | 0x0a | 0x0c => None,
            _ if is_control(code) => {
                character = windows_1252_character(code).unwrap_or(character);
                Some(ErrorCode::ControlCharacterReference)
            }
            _ => None,
        };
        if let Some(error) = error {
            // The state consumes nothing, so the next input character may not be there yet.
            self.error_between(error);
        }
        self.resolve(character.encode_utf8(&mut [0; 4]))
    }

    fn digits(&mut self, radix: u32) -> Step {
        while let Some(digit) = self.bytes.get(self.pos).and_then(|&byte| (byte as char).to_digit(radix)) {
            let code = &mut self.tokenizer.character_reference_code;
            // Saturated above the Unicode range, where all values mean the same.
            *code = code.saturating_mul(radix).saturating_add(digit).min(0x11_0000);
            self.pos += 1;
        }
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
            self.tokenizer.return_state,
            State::AttributeValueDoubleQuoted | State::AttributeValueSingleQuoted | State::AttributeValueUnquoted
        )
    }

    /// [Flushes](https://html.spec.whatwg.org/multipage/parsing.html#flush-code-points-consumed-as-a-character-reference)
    /// what was consumed as it stands in the input.
    fn leave_unresolved(&mut self) -> Step {
        self.reconsume_in(self.tokenizer.return_state)
    }

    /// Flushes the characters that the reference stands for.
    fn resolve(&mut self, characters: &str) -> Step {
        let length = (self.offset() - self.tokenizer.reference_start) as usize;
        self.pos -= length;
        if self.is_consumed_as_part_of_an_attribute() {
            self.replace(length, characters);
        } else {
            self.replace_in_text(length, characters);
        }
        self.reconsume_in(self.tokenizer.return_state)
    }
}

/// The table of the [numeric character reference end
/// state](https://html.spec.whatwg.org/multipage/parsing.html#numeric-character-reference-end-state).
fn windows_1252_character(code: u32) -> Option<char> {
    const TABLE: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘',
        '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
    ];
    TABLE.get(code.checked_sub(0x80)? as usize).copied()
}
