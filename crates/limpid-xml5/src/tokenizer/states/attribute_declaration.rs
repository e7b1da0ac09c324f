use crate::TokenSink;
use crate::scan::{self, is_whitespace};
use crate::tokenizer::machine::{Machine, Step};
use crate::tokenizer::states::State;
use limpid_tokenizer::cursor::StateMachine;

impl<'m, 'w: 'm, S: TokenSink> Machine<'m, 'w, S> {
    pub(super) fn doctype_attlist_name_after_state(&mut self) -> Step {
        self.skip_whitespace();
        match self.next_or_eof(Self::eof_in_internal_subset)? {
            b'>' => self.end_declaration(),
            _ => self.start_name(State::DoctypeAttlistAttributeName),
        }
    }

    pub(super) fn doctype_attlist_attribute_name_state(&mut self) -> Step {
        self.skip_declared_name();
        match self.next_or_eof(Self::eof_in_internal_subset)? {
            0 => self.null_or_newline_in_piece(),
            byte if is_whitespace(byte) => {
                self.registers.declaration.attribute = self.finish_piece_text();
                self.advance_to(State::DoctypeAttlistAttributeNameAfter)
            }
            b'>' => self.end_invalid_declaration(),
            _quote => self.invalid_declaration(),
        }
    }

    pub(super) fn doctype_attlist_attribute_name_after_state(&mut self) -> Step {
        self.skip_whitespace();
        match self.next_or_eof(Self::eof_in_internal_subset)? {
            b'>' => self.end_invalid_declaration(),
            b'(' => {
                self.registers.declaration.attribute_is_tokenized = true;
                self.advance_to(State::DoctypeAttlistAttributeTypeEnumeration)
            }
            _ => self.start_name(State::DoctypeAttlistAttributeType),
        }
    }

    pub(super) fn doctype_attlist_attribute_type_state(&mut self) -> Step {
        let is_end = |byte: u8| is_whitespace(byte) || matches!(byte, b'"' | b'\'' | b'>' | b'(' | b'#');
        self.skip_while(|byte| !is_end(byte));
        self.next_or_eof(Self::eof_in_internal_subset)?;
        self.registers.declaration.attribute_is_tokenized = self.finish_piece_text() != "CDATA";
        self.reconsume_in(State::DoctypeAttlistAttributeTypeAfter)
    }

    pub(super) fn doctype_attlist_attribute_type_enumeration_state(&mut self) -> Step {
        while self.bytes.get(self.pos).is_some_and(|byte| !matches!(byte, b')' | b'>')) {
            self.pos += 1;
        }
        match self.next_or_eof(Self::eof_in_internal_subset)? {
            b')' => self.advance_to(State::DoctypeAttlistAttributeTypeAfter),
            _ => self.end_invalid_declaration(),
        }
    }

    pub(super) fn doctype_attlist_attribute_type_after_state(&mut self) -> Step {
        self.skip_whitespace();
        match self.next_or_eof(Self::eof_in_internal_subset)? {
            b'#' => self.advance_to(State::DoctypeAttlistAttributeDeclarationBefore),
            // The names of notations.
            b'(' => self.advance_to(State::DoctypeAttlistAttributeTypeEnumeration),
            b'"' => self.start_quoted(1, State::DoctypeAttlistAttributeValueDoubleQuoted),
            b'\'' => self.start_quoted(1, State::DoctypeAttlistAttributeValueSingleQuoted),
            b'>' => self.end_invalid_declaration(),
            _ => self.invalid_declaration(),
        }
    }

    pub(super) fn doctype_attlist_attribute_declaration_before_state(&mut self) -> Step {
        match self.next_or_eof(Self::eof_in_internal_subset)? {
            b'>' => self.end_invalid_declaration(),
            byte if is_whitespace(byte) => self.invalid_declaration(),
            _ => {
                self.start_piece();
                self.reconsume_in(State::DoctypeAttlistAttributeDeclaration)
            }
        }
    }

    pub(super) fn doctype_attlist_attribute_declaration_state(&mut self) -> Step {
        self.skip_declared_name();
        match self.next_or_eof(Self::eof_in_internal_subset)? {
            0 => self.null_or_newline_in_piece(),
            _ => {
                let keyword = self.finish_piece_text();
                if keyword == "FIXED" {
                    return self.reconsume_in(State::DoctypeAttlistAttributeDeclarationAfter);
                }
                self.declare_attribute(None);
                if matches!(&*keyword, "REQUIRED" | "IMPLIED") {
                    return self.reconsume_in(State::DoctypeAttlistNameAfter);
                }
                self.invalid_declaration()
            }
        }
    }

    pub(super) fn doctype_attlist_attribute_declaration_after_state(&mut self) -> Step {
        self.skip_whitespace();
        match self.next_or_eof(Self::eof_in_internal_subset)? {
            b'"' => self.start_quoted(1, State::DoctypeAttlistAttributeValueDoubleQuoted),
            b'\'' => self.start_quoted(1, State::DoctypeAttlistAttributeValueSingleQuoted),
            b'>' => {
                self.declare_attribute(None);
                self.end_invalid_declaration()
            }
            _ => {
                self.declare_attribute(None);
                self.invalid_declaration()
            }
        }
    }

    /// The DOCTYPE ATTLIST attribute value double quoted and single quoted states.
    pub(super) fn default_value(&mut self, quote: u8, state: State) -> Step {
        self.pos = scan::find_value_end(self.bytes, self.pos, quote);
        match self.next_or_eof(Self::eof_in_internal_subset)? {
            byte if byte == quote => {
                let value = self.finish_piece_text();
                self.declare_attribute(Some(&value));
                self.advance_to(State::DoctypeAttlistNameAfter)
            }
            b'&' => self.start_character_reference(state),
            _ => self.special_character_in_value(),
        }
    }

    fn declare_attribute(&mut self, default: Option<&str>) {
        let registers = &mut *self.registers;
        let declaration = &registers.declaration;
        registers.declarations.add_attribute(
            &declaration.name,
            &declaration.attribute,
            declaration.attribute_is_tokenized,
            default,
        );
        registers.declaration.attribute_is_tokenized = false;
    }
}
