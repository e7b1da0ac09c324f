use crate::cursor::scan::{ByteSet, byte_set};
use crate::cursor::{Identifier, StateMachine};
use crate::machine::{Machine, Step};
use crate::{State, TokenSink};
use limpid_markup::ErrorCode;

use super::is_whitespace;

const NAME_END: ByteSet = byte_set(b"\t\n\x0c\r >\0");
const BOGUS_END: ByteSet = byte_set(b">\0");

impl<'m, 'w: 'm, S: TokenSink> Machine<'m, 'w, S> {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#doctype-state>
    pub(crate) fn doctype_state(&mut self) -> Step {
        match self.next()? {
            Some(byte) if is_whitespace(byte) => self.advance_to(State::BeforeDoctypeName),
            Some(b'>') => self.reconsume_in(State::BeforeDoctypeName),
            None => self.eof_in_doctype(),
            Some(_) => {
                self.error(ErrorCode::MissingWhitespaceBeforeDoctypeName);
                self.reconsume_in(State::BeforeDoctypeName)
            }
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#before-doctype-name-state>
    pub(crate) fn before_doctype_name_state(&mut self) -> Step {
        self.skip_whitespace();
        match self.next()? {
            Some(b'>') => self.abrupt_doctype(ErrorCode::MissingDoctypeName),
            None => self.eof_in_doctype(),
            // The name state handles the first character like the others, including uppercase letters and U+0000.
            Some(_) => {
                self.start_piece();
                self.reconsume_in(State::DoctypeName)
            }
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#doctype-name-state>
    pub(crate) fn doctype_name_state(&mut self) -> Step {
        self.skip_name(&NAME_END);
        match self.next()? {
            Some(b'>') => {
                self.current.doctype.name = Some(self.finish_lowercase());
                self.emit_doctype(1)
            }
            Some(0) => self.null_in_piece(),
            None => {
                self.current.doctype.name = Some(self.finish_lowercase());
                self.eof_in_doctype()
            }
            Some(_whitespace) => {
                self.current.doctype.name = Some(self.finish_lowercase());
                self.advance_to(State::AfterDoctypeName)
            }
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#after-doctype-name-state>
    pub(crate) fn after_doctype_name_state(&mut self) -> Step {
        self.skip_whitespace();
        match self.next()? {
            Some(b'>') => self.emit_doctype(1),
            None => self.eof_in_doctype(),
            Some(_) if self.next_chars_eq_ignore_case(b"public")? => {
                self.pos += 6;
                self.reconsume_in(State::AfterDoctypePublicKeyword)
            }
            Some(_) if self.next_chars_eq_ignore_case(b"system")? => {
                self.pos += 6;
                self.reconsume_in(State::AfterDoctypeSystemKeyword)
            }
            Some(_) => self.bogus_doctype(ErrorCode::InvalidCharacterSequenceAfterDoctypeName),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#after-doctype-public-keyword-state>
    pub(crate) fn after_doctype_public_keyword_state(&mut self) -> Step {
        match self.next()? {
            Some(byte) if is_whitespace(byte) => self.advance_to(State::BeforeDoctypePublicIdentifier),
            Some(b'"') => {
                self.error(ErrorCode::MissingWhitespaceAfterDoctypePublicKeyword);
                self.start_quoted(1, State::DoctypePublicIdentifierDoubleQuoted)
            }
            Some(b'\'') => {
                self.error(ErrorCode::MissingWhitespaceAfterDoctypePublicKeyword);
                self.start_quoted(1, State::DoctypePublicIdentifierSingleQuoted)
            }
            Some(b'>') => self.abrupt_doctype(ErrorCode::MissingDoctypePublicIdentifier),
            None => self.eof_in_doctype(),
            Some(_) => self.bogus_doctype(ErrorCode::MissingQuoteBeforeDoctypePublicIdentifier),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#before-doctype-public-identifier-state>
    pub(crate) fn before_doctype_public_identifier_state(&mut self) -> Step {
        self.skip_whitespace();
        match self.next()? {
            Some(b'"') => self.start_quoted(1, State::DoctypePublicIdentifierDoubleQuoted),
            Some(b'\'') => self.start_quoted(1, State::DoctypePublicIdentifierSingleQuoted),
            Some(b'>') => self.abrupt_doctype(ErrorCode::MissingDoctypePublicIdentifier),
            None => self.eof_in_doctype(),
            Some(_) => self.bogus_doctype(ErrorCode::MissingQuoteBeforeDoctypePublicIdentifier),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#doctype-public-identifier-(double-quoted)-state>
    pub(crate) fn doctype_public_identifier_double_quoted_state(&mut self) -> Step {
        self.skip_to(b'"', b'>');
        self.quoted_identifier(Identifier::Public, b'"')
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#doctype-public-identifier-(single-quoted)-state>
    pub(crate) fn doctype_public_identifier_single_quoted_state(&mut self) -> Step {
        self.skip_to(b'\'', b'>');
        self.quoted_identifier(Identifier::Public, b'\'')
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#after-doctype-public-identifier-state>
    pub(crate) fn after_doctype_public_identifier_state(&mut self) -> Step {
        match self.next()? {
            Some(byte) if is_whitespace(byte) => self.advance_to(State::BetweenDoctypePublicAndSystemIdentifiers),
            Some(b'>') => self.emit_doctype(1),
            Some(b'"') => {
                self.error(ErrorCode::MissingWhitespaceBetweenDoctypePublicAndSystemIdentifiers);
                self.start_quoted(1, State::DoctypeSystemIdentifierDoubleQuoted)
            }
            Some(b'\'') => {
                self.error(ErrorCode::MissingWhitespaceBetweenDoctypePublicAndSystemIdentifiers);
                self.start_quoted(1, State::DoctypeSystemIdentifierSingleQuoted)
            }
            None => self.eof_in_doctype(),
            Some(_) => self.bogus_doctype(ErrorCode::MissingQuoteBeforeDoctypeSystemIdentifier),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#between-doctype-public-and-system-identifiers-state>
    pub(crate) fn between_doctype_public_and_system_identifiers_state(&mut self) -> Step {
        self.skip_whitespace();
        match self.next()? {
            Some(b'>') => self.emit_doctype(1),
            Some(b'"') => self.start_quoted(1, State::DoctypeSystemIdentifierDoubleQuoted),
            Some(b'\'') => self.start_quoted(1, State::DoctypeSystemIdentifierSingleQuoted),
            None => self.eof_in_doctype(),
            Some(_) => self.bogus_doctype(ErrorCode::MissingQuoteBeforeDoctypeSystemIdentifier),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#after-doctype-system-keyword-state>
    pub(crate) fn after_doctype_system_keyword_state(&mut self) -> Step {
        match self.next()? {
            Some(byte) if is_whitespace(byte) => self.advance_to(State::BeforeDoctypeSystemIdentifier),
            Some(b'"') => {
                self.error(ErrorCode::MissingWhitespaceAfterDoctypeSystemKeyword);
                self.start_quoted(1, State::DoctypeSystemIdentifierDoubleQuoted)
            }
            Some(b'\'') => {
                self.error(ErrorCode::MissingWhitespaceAfterDoctypeSystemKeyword);
                self.start_quoted(1, State::DoctypeSystemIdentifierSingleQuoted)
            }
            Some(b'>') => self.abrupt_doctype(ErrorCode::MissingDoctypeSystemIdentifier),
            None => self.eof_in_doctype(),
            Some(_) => self.bogus_doctype(ErrorCode::MissingQuoteBeforeDoctypeSystemIdentifier),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#before-doctype-system-identifier-state>
    pub(crate) fn before_doctype_system_identifier_state(&mut self) -> Step {
        self.skip_whitespace();
        match self.next()? {
            Some(b'"') => self.start_quoted(1, State::DoctypeSystemIdentifierDoubleQuoted),
            Some(b'\'') => self.start_quoted(1, State::DoctypeSystemIdentifierSingleQuoted),
            Some(b'>') => self.abrupt_doctype(ErrorCode::MissingDoctypeSystemIdentifier),
            None => self.eof_in_doctype(),
            Some(_) => self.bogus_doctype(ErrorCode::MissingQuoteBeforeDoctypeSystemIdentifier),
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#doctype-system-identifier-(double-quoted)-state>
    pub(crate) fn doctype_system_identifier_double_quoted_state(&mut self) -> Step {
        self.skip_to(b'"', b'>');
        self.quoted_identifier(Identifier::System, b'"')
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#doctype-system-identifier-(single-quoted)-state>
    pub(crate) fn doctype_system_identifier_single_quoted_state(&mut self) -> Step {
        self.skip_to(b'\'', b'>');
        self.quoted_identifier(Identifier::System, b'\'')
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#after-doctype-system-identifier-state>
    pub(crate) fn after_doctype_system_identifier_state(&mut self) -> Step {
        self.skip_whitespace();
        match self.next()? {
            Some(b'>') => self.emit_doctype(1),
            None => self.eof_in_doctype(),
            Some(_) => {
                // Unlike the other ways to the bogus DOCTYPE state, this does not set the force-quirks flag.
                self.error(ErrorCode::UnexpectedCharacterAfterDoctypeSystemIdentifier);
                self.reconsume_in(State::BogusDoctype)
            }
        }
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#bogus-doctype-state>
    pub(crate) fn bogus_doctype_state(&mut self) -> Step {
        self.skip_to_set(&BOGUS_END);
        match self.next()? {
            Some(b'>') => self.emit_doctype(1),
            Some(_) => {
                self.error(ErrorCode::UnexpectedNullCharacter);
                self.stay()
            }
            None => {
                self.emit_doctype(0)?;
                self.emit_end_of_file_only()
            }
        }
    }

    fn quoted_identifier(&mut self, identifier: Identifier, quote: u8) -> Step {
        match self.next()? {
            Some(byte) if byte == quote => {
                self.finish_identifier(identifier);
                self.advance_to(match identifier {
                    Identifier::Public => State::AfterDoctypePublicIdentifier,
                    Identifier::System => State::AfterDoctypeSystemIdentifier,
                })
            }
            Some(0) => self.null_in_piece(),
            Some(b'>') => {
                self.finish_identifier(identifier);
                self.abrupt_doctype(match identifier {
                    Identifier::Public => ErrorCode::AbruptDoctypePublicIdentifier,
                    Identifier::System => ErrorCode::AbruptDoctypeSystemIdentifier,
                })
            }
            None => {
                self.finish_identifier(identifier);
                self.eof_in_doctype()
            }
            Some(_) => self.newline_in_piece(),
        }
    }

    fn finish_identifier(&mut self, identifier: Identifier) {
        let range = self.finish_piece(0);
        self.current.doctype.set(identifier, range);
    }

    /// Handles a `>` that comes too early: sets the force-quirks flag and emits the DOCTYPE.
    fn abrupt_doctype(&mut self, error: ErrorCode) -> Step {
        self.error(error);
        self.current.doctype.force_quirks = true;
        self.emit_doctype(1)
    }

    /// Handles an invalid character: sets the force-quirks flag and ignores the rest of the DOCTYPE.
    fn bogus_doctype(&mut self, error: ErrorCode) -> Step {
        self.error(error);
        self.current.doctype.force_quirks = true;
        self.reconsume_in(State::BogusDoctype)
    }

    fn eof_in_doctype(&mut self) -> Step {
        self.error(ErrorCode::EofInDoctype);
        self.current.doctype.force_quirks = true;
        self.emit_doctype(0)?;
        self.emit_end_of_file_only()
    }
}
