//! The states of the internal subset: between declarations, and in declarations that are skipped.

use crate::TokenSink;
use crate::declaration_syntax::check_declaration;
use crate::scan::{find_name_end, starts_name};
use crate::tokenizer::DeclarationRecord;
use crate::tokenizer::machine::{Machine, Pause, Step};
use crate::tokenizer::states::State;
use limpid_markup::{ErrorCode, Span};
use limpid_tokenizer::cursor::StateMachine;

impl<'m, 'w: 'm, S: TokenSink> Machine<'m, 'w, S> {
    pub(super) fn doctype_internal_subset_state(&mut self) -> Step {
        self.skip_whitespace();
        let next = self.next()?;
        if matches!(next, Some(b'<' | b'%')) {
            self.registers.is_skipping_junk = false;
        }
        match next {
            Some(b'<') => {
                self.registers.declaration = DeclarationRecord { start: self.offset(), ..DeclarationRecord::default() };
                self.advance_to(State::DoctypeTag)
            }
            Some(b'%') => {
                self.current.reference_start = self.offset();
                self.advance_to(State::DoctypeParameterEntityReference)
            }
            Some(b']') if self.origin.is_none() => {
                self.registers.is_skipping_junk = false;
                self.advance_to(State::DoctypeInternalSubsetAfter)
            }
            Some(_) => {
                self.skip_junk(|byte| matches!(byte, b'<' | b'%' | b']'));
                Ok(())
            }
            None if self.origin.is_some() => Err(Pause::EndOfFile),
            None => self.eof_in_internal_subset(),
        }
    }

    pub(super) fn doctype_parameter_entity_reference_state(&mut self) -> Step {
        self.pos = find_name_end(self.bytes, self.pos);
        let next = self.next()?;
        let name = self.slice(Span::new(self.current.reference_start + 1, self.offset()));
        self.registers.state = State::DoctypeInternalSubset;
        if next != Some(b';') || !name.as_bytes().first().is_some_and(|&byte| starts_name(byte)) {
            let span = Span::new(self.current.reference_start, self.offset());
            self.error_in(span, ErrorCode::XmlInvalidDeclaration);
            return Ok(());
        }
        self.pos += 1;
        self.registers.has_parameter_entities = true;
        let reference = Span::new(self.current.reference_start, self.offset());
        match self.registers.declarations.parameter_entity(name) {
            None => self.error_in(reference, ErrorCode::XmlEntityUndeclared),
            Some(entity) => {
                if self.may_include(entity, self.depth, reference) {
                    return Err(Pause::Include(entity, self.place(reference)));
                }
            }
        }
        Ok(())
    }

    pub(super) fn doctype_internal_subset_after_state(&mut self) -> Step {
        self.skip_whitespace();
        match self.next_or_eof(Self::eof_in_internal_subset)? {
            b'>' => self.emit_doctype(1),
            _ => {
                self.skip_junk(|byte| byte == b'>');
                Ok(())
            }
        }
    }

    pub(super) fn doctype_tag_state(&mut self) -> Step {
        match self.next_or_eof(Self::eof_in_internal_subset)? {
            b'!' => self.advance_to(State::DoctypeMarkupDeclaration),
            b'?' => self.advance_to(State::DoctypePi),
            _ => self.invalid_declaration(),
        }
    }

    pub(super) fn doctype_markup_declaration_state(&mut self) -> Step {
        const KEYWORDS: [(&str, State); 5] = [
            ("--", State::DoctypeComment),
            ("ENTITY", State::DoctypeEntity),
            ("ATTLIST", State::DoctypeAttlist),
            ("NOTATION", State::DoctypeNotation),
            // Content models of elements do not affect parsing.
            ("ELEMENT", State::DoctypeBogusComment),
        ];
        for (keyword, state) in KEYWORDS {
            if self.is_next(keyword)? {
                self.pos += keyword.len();
                return self.reconsume_in(state);
            }
        }
        self.next()?;
        self.invalid_declaration()
    }

    /// The states from "DOCTYPE comment" to "DOCTYPE comment end", and the states "DOCTYPE pi", "DOCTYPE pi after" and "DOCTYPE bogus comment": skips
    /// the input up to and including `end`.
    pub(super) fn skip_past(&mut self, end: &str) -> Step {
        let first = end.as_bytes()[0];
        self.skip_to(first, first);
        match self.next_or_eof(Self::eof_in_internal_subset)? {
            0 => {
                self.error(ErrorCode::UnexpectedNullCharacter);
                self.stay()
            }
            _ if self.is_next(end)? => {
                self.pos += end.len() - 1;
                self.end_declaration()
            }
            _ => self.stay(),
        }
    }

    /// Skips invalid input up to a byte for which `is_end` is true. Reports one error, even if the input continues in another window.
    pub(super) fn skip_junk(&mut self, is_end: impl Fn(u8) -> bool) {
        if !self.registers.is_skipping_junk {
            self.registers.is_skipping_junk = true;
            self.error(ErrorCode::XmlInvalidDeclaration);
        }
        self.pos += 1;
        self.skip_while(|byte| !is_end(byte));
    }

    /// Reports an invalid declaration and skips the rest of it.
    pub(super) fn invalid_declaration(&mut self) -> Step {
        self.error(ErrorCode::XmlInvalidDeclaration);
        self.reconsume_in(State::DoctypeBogusComment)
    }

    /// Reports a declaration that ends too early, and consumes its `>`.
    pub(super) fn end_invalid_declaration(&mut self) -> Step {
        self.error(ErrorCode::XmlInvalidDeclaration);
        self.end_declaration()
    }

    /// Consumes the `>` of a declaration, a comment or a processing instruction. If no error was reported, checks whether it is
    /// well-formed.
    pub(super) fn end_declaration(&mut self) -> Step {
        self.pos += 1;
        let start = self.registers.declaration.start;
        if S::WANTS_ERRORS && !self.registers.declaration.has_error {
            let span = Span::new(start, self.offset());
            if let Err(code) = check_declaration(self.slice(span)) {
                self.well_formedness_error(span, code);
            }
        }
        self.reconsume_in(State::DoctypeInternalSubset)
    }

    /// Handles EOF in the internal subset. In the text of a parameter entity, reports an unfinished declaration. Otherwise, ends the DOCTYPE.
    pub(super) fn eof_in_internal_subset(&mut self) -> Step {
        if self.origin.is_some() {
            self.error(ErrorCode::XmlInvalidDeclaration);
            return Err(Pause::EndOfFile);
        }
        self.error(ErrorCode::EofInDoctype);
        self.emit_doctype(0)
    }
}
