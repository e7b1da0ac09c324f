//! The states of attribute-list declarations.

use crate::TokenSink;
use crate::scan::{self, is_whitespace};
use crate::state::State;
use crate::tokenizer::machine::{Machine, Step};
use limpid_tokenizer::cursor::StateMachine;

impl<'m, 'w: 'm, S: TokenSink> Machine<'m, 'w, S> {
    /// DOCTYPE ATTLIST name before state
    pub(super) fn doctype_attlist_name_before_state(&mut self) -> Step {
        self.skip_whitespace();
        match self.next()? {
            Some(b'>') => self.end_invalid_declaration(),
            Some(_) => self.start_name(State::DoctypeAttlistName),
            None => self.eof_in_internal_subset(),
        }
    }

    /// DOCTYPE ATTLIST name state
    pub(super) fn doctype_attlist_name_state(&mut self) -> Step {
        self.skip_declared_name();
        match self.next()? {
            Some(0) => self.null_or_newline_in_piece(),
            Some(_) => {
                self.registers.declaration.name = self.finish_name();
                self.reconsume_in(State::DoctypeAttlistNameAfter)
            }
            None => self.eof_in_internal_subset(),
        }
    }

    /// DOCTYPE ATTLIST name after state
    pub(super) fn doctype_attlist_name_after_state(&mut self) -> Step {
        self.skip_whitespace();
        match self.next()? {
            Some(b'>') => self.end_declaration(),
            Some(_) => self.start_name(State::DoctypeAttlistAttributeName),
            None => self.eof_in_internal_subset(),
        }
    }

    /// DOCTYPE ATTLIST attribute name state
    pub(super) fn doctype_attlist_attribute_name_state(&mut self) -> Step {
        self.skip_declared_name();
        match self.next()? {
            Some(0) => self.null_or_newline_in_piece(),
            Some(byte) if is_whitespace(byte) => {
                self.registers.declaration.attribute = self.finish_name();
                self.advance_to(State::DoctypeAttlistAttributeNameAfter)
            }
            Some(b'>') => self.end_invalid_declaration(),
            Some(_quote) => self.invalid_declaration(),
            None => self.eof_in_internal_subset(),
        }
    }

    /// DOCTYPE ATTLIST attribute name after state
    pub(super) fn doctype_attlist_attribute_name_after_state(&mut self) -> Step {
        self.skip_whitespace();
        match self.next()? {
            Some(b'>') => self.end_invalid_declaration(),
            Some(b'(') => {
                self.registers.declaration.attribute_is_tokenized = true;
                self.advance_to(State::DoctypeAttlistAttributeTypeEnumeration)
            }
            Some(_) => self.start_name(State::DoctypeAttlistAttributeType),
            None => self.eof_in_internal_subset(),
        }
    }

    /// DOCTYPE ATTLIST attribute type state
    pub(super) fn doctype_attlist_attribute_type_state(&mut self) -> Step {
        let is_end = |byte: u8| is_whitespace(byte) || matches!(byte, b'"' | b'\'' | b'>' | b'(' | b'#');
        self.skip_while(|byte| !is_end(byte));
        match self.next()? {
            Some(_) => {
                self.registers.declaration.attribute_is_tokenized = self.finish_name() != "CDATA";
                self.reconsume_in(State::DoctypeAttlistAttributeTypeAfter)
            }
            None => self.eof_in_internal_subset(),
        }
    }

    /// Within the parentheses of an enumeration
    pub(super) fn doctype_attlist_attribute_type_enumeration_state(&mut self) -> Step {
        while self.bytes.get(self.pos).is_some_and(|byte| !matches!(byte, b')' | b'>')) {
            self.pos += 1;
        }
        match self.next()? {
            Some(b')') => self.advance_to(State::DoctypeAttlistAttributeTypeAfter),
            Some(_) => self.end_invalid_declaration(),
            None => self.eof_in_internal_subset(),
        }
    }

    /// DOCTYPE ATTLIST attribute type after state
    pub(super) fn doctype_attlist_attribute_type_after_state(&mut self) -> Step {
        self.skip_whitespace();
        match self.next()? {
            Some(b'#') => self.advance_to(State::DoctypeAttlistAttributeDeclarationBefore),
            // The names of notations.
            Some(b'(') => self.advance_to(State::DoctypeAttlistAttributeTypeEnumeration),
            Some(b'"') => self.start_quoted(1, State::DoctypeAttlistAttributeValueDoubleQuoted),
            Some(b'\'') => self.start_quoted(1, State::DoctypeAttlistAttributeValueSingleQuoted),
            Some(b'>') => self.end_invalid_declaration(),
            Some(_) => self.invalid_declaration(),
            None => self.eof_in_internal_subset(),
        }
    }

    /// DOCTYPE ATTLIST attribute declaration before state
    pub(super) fn doctype_attlist_attribute_declaration_before_state(&mut self) -> Step {
        match self.next()? {
            Some(b'>') => self.end_invalid_declaration(),
            Some(byte) if is_whitespace(byte) => self.invalid_declaration(),
            Some(_) => {
                self.start_piece();
                self.reconsume_in(State::DoctypeAttlistAttributeDeclaration)
            }
            None => self.eof_in_internal_subset(),
        }
    }

    /// DOCTYPE ATTLIST attribute declaration state
    pub(super) fn doctype_attlist_attribute_declaration_state(&mut self) -> Step {
        self.skip_declared_name();
        match self.next()? {
            Some(0) => self.null_or_newline_in_piece(),
            Some(_) => {
                let keyword = self.finish_name();
                if keyword == "FIXED" {
                    return self.reconsume_in(State::DoctypeAttlistAttributeDeclarationAfter);
                }
                self.append_attribute(None);
                if matches!(&*keyword, "REQUIRED" | "IMPLIED") {
                    return self.reconsume_in(State::DoctypeAttlistNameAfter);
                }
                self.invalid_declaration()
            }
            None => self.eof_in_internal_subset(),
        }
    }

    /// DOCTYPE ATTLIST attribute declaration after state
    pub(super) fn doctype_attlist_attribute_declaration_after_state(&mut self) -> Step {
        self.skip_whitespace();
        match self.next()? {
            Some(b'"') => self.start_quoted(1, State::DoctypeAttlistAttributeValueDoubleQuoted),
            Some(b'\'') => self.start_quoted(1, State::DoctypeAttlistAttributeValueSingleQuoted),
            Some(b'>') => {
                self.append_attribute(None);
                self.end_invalid_declaration()
            }
            Some(_) => {
                self.append_attribute(None);
                self.invalid_declaration()
            }
            None => self.eof_in_internal_subset(),
        }
    }

    /// DOCTYPE ATTLIST attribute value double quoted state, and single quoted state
    pub(super) fn default_value(&mut self, quote: u8, state: State) -> Step {
        self.pos = scan::find_value_end(self.bytes, self.pos, quote);
        match self.next()? {
            Some(byte) if byte == quote => {
                let value = self.finish_name();
                self.append_attribute(Some(&value));
                self.advance_to(State::DoctypeAttlistNameAfter)
            }
            Some(b'&') => self.start_character_reference(state),
            Some(_) => self.special_in_value(),
            None => self.eof_in_internal_subset(),
        }
    }

    fn append_attribute(&mut self, default: Option<&str>) {
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
