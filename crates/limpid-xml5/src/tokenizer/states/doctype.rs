//! The states of DOCTYPEs, up to the internal subset.

use crate::TokenSink;
use crate::tokenizer::machine::{Machine, Step};
use crate::tokenizer::states::State;
use limpid_markup::ErrorCode;
use limpid_tokenizer::cursor;
use limpid_tokenizer::cursor::{Identifier, StateMachine};

/// Whether a byte is white space in a DOCTYPE outside of the internal subset, where XML5 follows HTML.
fn is_doctype_whitespace(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\x0c' | b'\r' | b' ')
}

impl<'m, 'w: 'm, S: TokenSink> Machine<'m, 'w, S> {
    pub(super) fn doctype_state(&mut self) -> Step {
        match self.next_or_eof(Self::eof_in_doctype)? {
            byte if is_doctype_whitespace(byte) => self.advance_to(State::DoctypeRootNameBefore),
            _ => {
                self.error(ErrorCode::MissingWhitespaceBeforeDoctypeName);
                self.reconsume_in(State::DoctypeRootNameBefore)
            }
        }
    }

    pub(super) fn doctype_root_name_before_state(&mut self) -> Step {
        self.skip_doctype_whitespace();
        match self.next_or_eof(Self::eof_in_doctype)? {
            b'>' => {
                self.error(ErrorCode::MissingDoctypeName);
                self.emit_doctype(1)
            }
            _ => self.start_any_name(State::DoctypeRootName),
        }
    }

    pub(super) fn doctype_root_name_state(&mut self) -> Step {
        let is_end = |byte: u8| is_doctype_whitespace(byte) || matches!(byte, b'>' | b'[' | 0);
        self.skip_while(|byte| !is_end(byte));
        match self.next()? {
            Some(0) => return self.null_or_newline_in_piece(),
            _ => self.current.doctype.name = Some(self.finish_piece(0)),
        }
        match self.next_or_eof(Self::eof_in_doctype)? {
            b'>' => self.emit_doctype(1),
            b'[' => self.advance_to(State::DoctypeInternalSubset),
            _whitespace => self.advance_to(State::DoctypeRootNameAfter),
        }
    }

    pub(super) fn doctype_root_name_after_state(&mut self) -> Step {
        self.skip_doctype_whitespace();
        if self.is_next("PUBLIC")? {
            self.pos += 6;
            return self.reconsume_in(State::DoctypePublicKeywordAfter);
        }
        if self.is_next("SYSTEM")? {
            self.pos += 6;
            return self.reconsume_in(State::DoctypeSystemKeywordAfter);
        }
        match self.next_or_eof(Self::eof_in_doctype)? {
            b'>' => self.emit_doctype(1),
            b'[' => self.advance_to(State::DoctypeInternalSubset),
            _ => {
                self.error(ErrorCode::InvalidCharacterSequenceAfterDoctypeName);
                self.reconsume_in(State::BogusDoctype)
            }
        }
    }

    pub(super) fn doctype_public_identifier_after_state(&mut self) -> Step {
        match self.next()? {
            Some(byte) if is_doctype_whitespace(byte) => self.advance_to(State::DoctypeIdentifiersBetween),
            Some(b'"' | b'\'') => {
                self.error(ErrorCode::MissingWhitespaceBetweenDoctypePublicAndSystemIdentifiers);
                self.reconsume_in(State::DoctypeIdentifiersBetween)
            }
            _ => self.reconsume_in(State::DoctypeIdentifiersBetween),
        }
    }

    pub(super) fn doctype_identifiers_between_state(&mut self) -> Step {
        self.skip_doctype_whitespace();
        match self.next_or_eof(Self::eof_in_doctype)? {
            b'>' => self.emit_doctype(1),
            b'[' => self.advance_to(State::DoctypeInternalSubset),
            b'"' => self.start_identifier(State::DoctypeSystemIdentifierDoubleQuoted),
            b'\'' => self.start_identifier(State::DoctypeSystemIdentifierSingleQuoted),
            _ => {
                self.error(ErrorCode::MissingQuoteBeforeDoctypeSystemIdentifier);
                self.reconsume_in(State::BogusDoctype)
            }
        }
    }

    /// After a `>` in a system identifier. The `>` is [data](https://www.w3.org/TR/xml/#NT-SystemLiteral) if the identifier's quote
    /// follows, and then `>` or `[`. Otherwise it ends the DOCTYPE.
    ///
    /// The lookahead takes linear time in total, because it ends after the next quote and the white space after that quote. If the `>` is data,
    /// `identifier_end` avoids another lookahead up to the same quote. Otherwise, the next identifier in these quotes starts at that quote or later.
    pub(super) fn doctype_system_identifier_closed_state(&mut self) -> Step {
        let piece_start = self.current.piece.start;
        let quote = self.bytes[self.position_of(piece_start) - 1];
        if self.registers.identifier_end <= piece_start {
            self.pos = cursor::find2(self.bytes, self.pos, quote, quote);
            if self.next()?.is_none() {
                return self.finish_lookahead(quote, false);
            }
            self.pos += 1;
            self.registers.identifier_end = self.offset();
        }
        self.skip_whitespace();
        let is_data = matches!(self.next()?, Some(b'>' | b'['));
        self.finish_lookahead(quote, is_data)
    }

    fn finish_lookahead(&mut self, quote: u8, is_data: bool) -> Step {
        self.pos = self.position_of(self.registers.closed_at);
        if !is_data {
            self.finish_identifier(Identifier::System);
            self.error(ErrorCode::AbruptDoctypeSystemIdentifier);
            return self.emit_doctype(1);
        }
        self.advance_to(match quote {
            b'"' => State::DoctypeSystemIdentifierDoubleQuoted,
            _ => State::DoctypeSystemIdentifierSingleQuoted,
        })
    }

    pub(super) fn doctype_system_identifier_after_state(&mut self) -> Step {
        self.skip_doctype_whitespace();
        match self.next_or_eof(Self::eof_in_doctype)? {
            b'>' => self.emit_doctype(1),
            b'[' => self.advance_to(State::DoctypeInternalSubset),
            _ => {
                self.error(ErrorCode::UnexpectedCharacterAfterDoctypeSystemIdentifier);
                self.reconsume_in(State::BogusDoctype)
            }
        }
    }

    pub(super) fn bogus_doctype_state(&mut self) -> Step {
        self.skip_while(|byte| !matches!(byte, b'>' | b'[' | 0));
        match self.next()? {
            Some(b'>') => self.emit_doctype(1),
            Some(b'[') => self.advance_to(State::DoctypeInternalSubset),
            Some(_) => {
                self.error(ErrorCode::UnexpectedNullCharacter);
                self.stay()
            }
            None => self.emit_doctype(0),
        }
    }

    /// The states after the DOCTYPE public and system keywords.
    pub(super) fn identifier_keyword_after(&mut self, identifier: Identifier) -> Step {
        let before = match identifier {
            Identifier::Public => State::DoctypePublicIdentifierBefore,
            Identifier::System => State::DoctypeSystemIdentifierBefore,
        };
        match self.next()? {
            Some(byte) if is_doctype_whitespace(byte) => self.advance_to(before),
            Some(b'"' | b'\'') => {
                self.error(match identifier {
                    Identifier::Public => ErrorCode::MissingWhitespaceAfterDoctypePublicKeyword,
                    Identifier::System => ErrorCode::MissingWhitespaceAfterDoctypeSystemKeyword,
                });
                self.reconsume_in(before)
            }
            _ => self.reconsume_in(before),
        }
    }

    /// The states before the DOCTYPE public and system identifiers.
    pub(super) fn identifier_before(&mut self, identifier: Identifier) -> Step {
        self.skip_doctype_whitespace();
        let (missing, unquoted, double, single) = match identifier {
            Identifier::Public => (
                ErrorCode::MissingDoctypePublicIdentifier,
                ErrorCode::MissingQuoteBeforeDoctypePublicIdentifier,
                State::DoctypePublicIdentifierDoubleQuoted,
                State::DoctypePublicIdentifierSingleQuoted,
            ),
            Identifier::System => (
                ErrorCode::MissingDoctypeSystemIdentifier,
                ErrorCode::MissingQuoteBeforeDoctypeSystemIdentifier,
                State::DoctypeSystemIdentifierDoubleQuoted,
                State::DoctypeSystemIdentifierSingleQuoted,
            ),
        };
        match self.next_or_eof(Self::eof_in_doctype)? {
            b'"' => self.start_identifier(double),
            b'\'' => self.start_identifier(single),
            b'>' => {
                self.error(missing);
                self.emit_doctype(1)
            }
            _ => {
                self.error(unquoted);
                self.reconsume_in(State::BogusDoctype)
            }
        }
    }

    fn start_identifier(&mut self, state: State) -> Step {
        self.registers.identifier_end = 0;
        self.start_quoted(1, state)
    }

    /// The DOCTYPE public and system identifier states, double quoted and single quoted.
    pub(super) fn identifier(&mut self, identifier: Identifier, quote: u8) -> Step {
        self.skip_to(quote, b'>');
        match self.next()? {
            Some(byte) if byte == quote => {
                self.finish_identifier(identifier);
                self.advance_to(match identifier {
                    Identifier::Public => State::DoctypePublicIdentifierAfter,
                    Identifier::System => State::DoctypeSystemIdentifierAfter,
                })
            }
            Some(b'>') => match identifier {
                Identifier::Public => {
                    self.finish_identifier(identifier);
                    self.error(ErrorCode::AbruptDoctypePublicIdentifier);
                    self.emit_doctype(1)
                }
                // The lookahead already found that the identifier continues.
                Identifier::System if self.offset() < self.registers.identifier_end => self.stay(),
                Identifier::System => {
                    self.registers.closed_at = self.offset();
                    self.advance_to(State::DoctypeSystemIdentifierClosed)
                }
            },
            Some(_) => self.null_or_newline_in_piece(),
            None => {
                self.finish_identifier(identifier);
                self.eof_in_doctype()
            }
        }
    }

    fn finish_identifier(&mut self, identifier: Identifier) {
        let range = self.finish_piece(0);
        self.current.doctype.set(identifier, range);
    }

    pub(super) fn skip_doctype_whitespace(&mut self) {
        self.skip_while(is_doctype_whitespace);
    }

    fn eof_in_doctype(&mut self) -> Step {
        self.error(ErrorCode::EofInDoctype);
        self.emit_doctype(0)
    }
}
