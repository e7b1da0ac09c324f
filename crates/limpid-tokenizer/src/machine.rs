//! The state machine: dispatches to the states, and creates and emits tokens.
//!
//! # Idioms used in the states
//!
//! * A state is a method of [`Machine`]. [`next`](Cursor::next) returns the first byte of the next input character, or `None`
//!   at EOF. At the end of a chunk, `?` leaves the machine and keeps its state and position.
//! * *Consume and switch* is [`advance_to`](StateMachine::advance_to); *reconsume* is [`reconsume_in`](StateMachine::reconsume_in),
//!   because `next` consumes nothing. Bytes from 0x80 on are always part of "anything else".
//! * *Append to the name, value or data* needs no code: the [`Piece`](crate::cursor::Piece) is a range of the input.
//!   [`replace`](StateMachine::replace) builds text that differs from the input: for character references, NULs and CRs.
//! * *Emit a character token* needs no code: text is the range between two tokens, and is flushed when the next token is created. It includes
//!   each `<` and `</` that does not start a token. A replacement is emitted separately, so that each text has an exact span.
//! * CR is treated like LF, and becomes LF in text and pieces, because the standard normalizes newlines first.
//! * [`error`](StateMachine::error) reports an error at the next input character, so a state calls it before it consumes this character.
//!
//! If a state has a [fast path](crate::fast_path), that runs first.

use crate::cursor::{Cursor, StateMachine, WindowEnd};
use crate::tokenizer::Registers;
use crate::{State, Tag, Token, TokenSink, TokenSinkResult};
use core::ops::{Deref, DerefMut};
use limpid_markup::{ErrorCode, HookResult, LocalName, ParseError, Span, Text, TokenAttributes, input_stream_errors};

/// The reason why the machine stops.
pub(crate) enum Pause {
    WindowEnd,
    EndOfFile,
    Suspended,
}

impl From<WindowEnd> for Pause {
    #[inline]
    fn from(_: WindowEnd) -> Pause {
        Pause::WindowEnd
    }
}

/// The result of a state: continue with the current state, which may have changed, or stop.
pub(crate) type Step = Result<(), Pause>;

/// The tokenizer while it processes one window of the input.
pub(crate) struct Machine<'m, 'w, S> {
    pub(crate) cursor: Cursor<'m, 'w>,
    pub(crate) registers: &'m mut Registers,
    pub(crate) sink: &'m mut S,
}

impl<'m, 'w, S> Deref for Machine<'m, 'w, S> {
    type Target = Cursor<'m, 'w>;

    #[inline]
    fn deref(&self) -> &Cursor<'m, 'w> {
        &self.cursor
    }
}

impl<S> DerefMut for Machine<'_, '_, S> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.cursor
    }
}

impl<'m, 'w: 'm, S: TokenSink> StateMachine<'m, 'w> for Machine<'m, 'w, S> {
    type State = State;
    type Pause = Pause;

    const WANTS_ERRORS: bool = S::WANTS_ERRORS;

    #[inline]
    fn set_state(&mut self, state: State) {
        self.registers.state = state;
    }

    #[inline(always)]
    fn emit_text(&mut self, span: Span) {
        if self.sink.characters_at(span) == HookResult::Declined {
            self.sink.characters(Text { text: self.cursor.slice(span), span, verbatim: true });
        }
    }

    fn emit_characters(&mut self, text: Text<'_>) {
        self.sink.characters(text);
    }

    fn emit_error(&mut self, error: ParseError) {
        self.sink.parse_error(error);
    }

    fn wants_input_stream_errors(&self) -> bool {
        self.sink.wants_input_stream_errors()
    }

    #[inline(never)]
    fn emit_input_stream_errors(&mut self, text: &str, offset: u32) {
        input_stream_errors(text, offset, |error| self.sink.parse_error(error));
    }
}

impl<'m, 'w: 'm, S: TokenSink> Machine<'m, 'w, S> {
    pub(crate) fn run(&mut self) -> Pause {
        loop {
            let Err(pause) = self.step() else { continue };
            if let Pause::WindowEnd = pause {
                // Emit all input that is certainly text, instead of keeping it for the next window.
                let is_text = self.registers.state.is_text();
                let end = if is_text { self.offset() } else { self.current.token_start };
                self.flush_text(end);
                self.drop_attributes();
            }
            if !matches!(pause, Pause::EndOfFile) {
                self.check_input_stream(self.offset());
            }
            return pause;
        }
    }

    /// Returns the first position of the window that the unfinished token needs in the next window.
    pub(crate) fn kept_from(&self) -> usize {
        match self.registers.state.is_text() {
            true => self.pos,
            false => self.position_of(self.current.token_start.max(self.current.tag.dropped_to)),
        }
    }

    /// At the end of the window, drops the attributes of a long start tag, if the sink does not want them.
    #[inline]
    fn drop_attributes(&mut self) {
        let is_in_value = |state: State| {
            matches!(
                state,
                State::AttributeValueDoubleQuoted | State::AttributeValueSingleQuoted | State::AttributeValueUnquoted
            )
        };
        let registers = &*self.registers;
        let (state, name) = (registers.state, registers.tag_name_id);
        let needed_from = match state {
            State::NamedCharacterReference if is_in_value(registers.return_state) => self.current.reference_start,
            _ if is_in_value(state) || state == State::BeforeAttributeName => self.offset(),
            _ => return,
        };
        if !S::WANTS_ERRORS
            && self.pos - self.kept_from() >= LONG_TAG
            && !self.current.tag.is_end_tag
            && name.is_known()
            && !self.sink.wants_attributes(name)
        {
            let name = self.current.tag.name;
            self.current.tag.start(false);
            self.current.tag.name = name;
            self.current.tag.dropped_to = needed_from;
            self.current.built.reset(MAX_KEPT_BUILT);
            self.start_piece_at(needed_from);
        }
    }

    /// Takes one step in the current state. If the state has a fast path, that runs first.
    #[inline]
    fn step(&mut self) -> Step {
        match self.registers.state {
            State::Data => match self.fast_data() {
                Ok(()) if self.registers.state == State::Data => self.data_state(),
                step => step,
            },
            State::Rcdata => self.rcdata_state(),
            State::Rawtext => self.rawtext_state(),
            State::ScriptData => self.script_data_state(),
            State::Plaintext => self.plaintext_state(),
            State::TagOpen => self.tag_open_state(),
            State::EndTagOpen => self.end_tag_open_state(),
            State::TagName => self.tag_name_state(),
            State::RcdataLessThanSign => self.rcdata_less_than_sign_state(),
            State::RcdataEndTagOpen => self.rcdata_end_tag_open_state(),
            State::RcdataEndTagName => self.rcdata_end_tag_name_state(),
            State::RawtextLessThanSign => self.rawtext_less_than_sign_state(),
            State::RawtextEndTagOpen => self.rawtext_end_tag_open_state(),
            State::RawtextEndTagName => self.rawtext_end_tag_name_state(),
            State::ScriptDataLessThanSign => self.script_data_less_than_sign_state(),
            State::ScriptDataEndTagOpen => self.script_data_end_tag_open_state(),
            State::ScriptDataEndTagName => self.script_data_end_tag_name_state(),
            State::ScriptDataEscapeStart => self.script_data_escape_start_state(),
            State::ScriptDataEscapeStartDash => self.script_data_escape_start_dash_state(),
            State::ScriptDataEscaped => self.script_data_escaped_state(),
            State::ScriptDataEscapedDash => self.script_data_escaped_dash_state(),
            State::ScriptDataEscapedDashDash => self.script_data_escaped_dash_dash_state(),
            State::ScriptDataEscapedLessThanSign => self.script_data_escaped_less_than_sign_state(),
            State::ScriptDataEscapedEndTagOpen => self.script_data_escaped_end_tag_open_state(),
            State::ScriptDataEscapedEndTagName => self.script_data_escaped_end_tag_name_state(),
            State::ScriptDataDoubleEscapeStart => self.script_data_double_escape_start_state(),
            State::ScriptDataDoubleEscaped => self.script_data_double_escaped_state(),
            State::ScriptDataDoubleEscapedDash => self.script_data_double_escaped_dash_state(),
            State::ScriptDataDoubleEscapedDashDash => self.script_data_double_escaped_dash_dash_state(),
            State::ScriptDataDoubleEscapedLessThanSign => self.script_data_double_escaped_less_than_sign_state(),
            State::ScriptDataDoubleEscapeEnd => self.script_data_double_escape_end_state(),
            State::BeforeAttributeName => match self.fast_attributes() {
                Some(self_closing) => self.emit_tag(self_closing),
                None => self.before_attribute_name_state(),
            },
            State::AttributeName => self.attribute_name_state(),
            State::AfterAttributeName => self.after_attribute_name_state(),
            State::BeforeAttributeValue => self.before_attribute_value_state(),
            State::AttributeValueDoubleQuoted => self.attribute_value_double_quoted_state(),
            State::AttributeValueSingleQuoted => self.attribute_value_single_quoted_state(),
            State::AttributeValueUnquoted => self.attribute_value_unquoted_state(),
            State::AfterAttributeValueQuoted => self.after_attribute_value_quoted_state(),
            State::SelfClosingStartTag => self.self_closing_start_tag_state(),
            State::BogusComment => self.bogus_comment_state(),
            State::MarkupDeclarationOpen => self.markup_declaration_open_state(),
            State::CommentStart => self.comment_start_state(),
            State::CommentStartDash => self.comment_start_dash_state(),
            State::Comment => self.comment_state(),
            State::CommentLessThanSign => self.comment_less_than_sign_state(),
            State::CommentLessThanSignBang => self.comment_less_than_sign_bang_state(),
            State::CommentLessThanSignBangDash => self.comment_less_than_sign_bang_dash_state(),
            State::CommentLessThanSignBangDashDash => self.comment_less_than_sign_bang_dash_dash_state(),
            State::CommentEndDash => self.comment_end_dash_state(),
            State::CommentEnd => self.comment_end_state(),
            State::CommentEndBang => self.comment_end_bang_state(),
            State::Doctype => self.doctype_state(),
            State::BeforeDoctypeName => self.before_doctype_name_state(),
            State::DoctypeName => self.doctype_name_state(),
            State::AfterDoctypeName => self.after_doctype_name_state(),
            State::AfterDoctypePublicKeyword => self.after_doctype_public_keyword_state(),
            State::BeforeDoctypePublicIdentifier => self.before_doctype_public_identifier_state(),
            State::DoctypePublicIdentifierDoubleQuoted => self.doctype_public_identifier_double_quoted_state(),
            State::DoctypePublicIdentifierSingleQuoted => self.doctype_public_identifier_single_quoted_state(),
            State::AfterDoctypePublicIdentifier => self.after_doctype_public_identifier_state(),
            State::BetweenDoctypePublicAndSystemIdentifiers => {
                self.between_doctype_public_and_system_identifiers_state()
            }
            State::AfterDoctypeSystemKeyword => self.after_doctype_system_keyword_state(),
            State::BeforeDoctypeSystemIdentifier => self.before_doctype_system_identifier_state(),
            State::DoctypeSystemIdentifierDoubleQuoted => self.doctype_system_identifier_double_quoted_state(),
            State::DoctypeSystemIdentifierSingleQuoted => self.doctype_system_identifier_single_quoted_state(),
            State::AfterDoctypeSystemIdentifier => self.after_doctype_system_identifier_state(),
            State::BogusDoctype => self.bogus_doctype_state(),
            State::CdataSection => self.cdata_section_state(),
            State::CdataSectionBracket => self.cdata_section_bracket_state(),
            State::CdataSectionEnd => self.cdata_section_end_state(),
            State::ProcessingInstructionOpen => self.processing_instruction_open_state(),
            State::ProcessingInstructionTarget => self.processing_instruction_target_state(),
            State::AfterProcessingInstructionTarget => self.after_processing_instruction_target_state(),
            State::ProcessingInstructionData => self.processing_instruction_data_state(),
            State::ProcessingInstructionQuestionable => self.processing_instruction_questionable_state(),
            State::CharacterReference => self.character_reference_state(),
            State::NamedCharacterReference => self.named_character_reference_state(),
            State::AmbiguousAmpersand => self.ambiguous_ampersand_state(),
            State::NumericCharacterReference => self.numeric_character_reference_state(),
            State::HexadecimalCharacterReferenceStart => self.hexadecimal_character_reference_start_state(),
            State::HexadecimalCharacterReference => self.hexadecimal_character_reference_state(),
            State::DecimalCharacterReference => self.decimal_character_reference_state(),
            State::NumericCharacterReferenceEnd => self.numeric_character_reference_end_state(),
        }
    }

    #[inline]
    pub(crate) fn create_tag(&mut self, is_end_tag: bool) {
        self.flush_text_before_token();
        self.current.tag.start(is_end_tag);
    }

    #[inline]
    pub(crate) fn finish_tag_name(&mut self) {
        let name = self.finish_lowercase();
        self.current.tag.name = name;
        self.registers.tag_name_id = LocalName::from_bytes(self.piece_text(name).as_bytes());
    }

    /// Whether the piece is the name of an
    /// [appropriate end tag token](https://html.spec.whatwg.org/multipage/parsing.html#appropriate-end-tag-token).
    pub(crate) fn is_appropriate_end_tag(&self) -> bool {
        let name = self.slice(Span::new(self.current.piece.start, self.offset()));
        !self.registers.last_start_tag.is_empty() && name.eq_ignore_ascii_case(&self.registers.last_start_tag)
    }

    /// Consumes `>`, switches to the data state and emits the current tag token.
    pub(crate) fn emit_tag(&mut self, self_closing: bool) -> Step {
        let tag = &self.current.tag;
        let is_end_tag = tag.is_end_tag;
        if is_end_tag && (!tag.records.is_empty() || tag.had_duplicate_attribute) {
            self.error(ErrorCode::EndTagWithAttributes);
        }
        if is_end_tag && self_closing {
            self.error(ErrorCode::EndTagWithTrailingSolidus);
        }
        self.pos += 1;
        self.start_text();
        self.registers.state = State::Data;
        let name = self.registers.tag_name_id;
        let current = &*self.cursor.current;
        let tag = Tag {
            name,
            name_str: if name.is_known() { name.as_str() } else { self.cursor.piece_text(current.tag.name) },
            // If attributes were dropped, the remaining ones are dropped, too.
            attributes: match current.tag.dropped_to > current.token_start {
                true => TokenAttributes::EMPTY,
                false => TokenAttributes::new(
                    &current.tag.records,
                    self.cursor.window.text,
                    self.cursor.window.start,
                    &current.built,
                ),
            },
            self_closing,
            had_duplicate_attribute: current.tag.had_duplicate_attribute,
            span: self.cursor.token_span(),
            name_span: current.tag.name.span,
        };
        let result = if is_end_tag { self.sink.end_tag(&tag) } else { self.sink.start_tag(&tag) };
        handle_tag_result(result, tag.name_str, self.registers)
    }

    /// Consumes `length` bytes and emits the comment. Its data ends `back` bytes before them.
    pub(crate) fn emit_comment(&mut self, back: usize, length: usize) -> Step {
        let data = self.finish_piece(back);
        self.pos += length;
        let token = Token::Comment { data: self.cursor.text(data), span: self.cursor.token_span() };
        self.sink.process_token(token);
        self.return_to_data_state()
    }

    /// Consumes `>` and emits the processing instruction. Its data ends `back` bytes before the `>`.
    pub(crate) fn emit_processing_instruction(&mut self, back: usize) -> Step {
        let data = self.finish_piece(back);
        self.pos += 1;
        let target = self.slice(self.registers.processing_instruction_target);
        let span = self.token_span();
        self.sink.process_token(Token::ProcessingInstruction { target, data: self.cursor.text(data), span });
        self.return_to_data_state()
    }

    /// Consumes `length` bytes and emits the current DOCTYPE token.
    pub(crate) fn emit_doctype(&mut self, length: usize) -> Step {
        self.pos += length;
        self.sink.process_token(Token::Doctype(self.cursor.doctype()));
        self.return_to_data_state()
    }

    /// Switches to the data state after a token, which ends before the next input character.
    pub(crate) fn return_to_data_state(&mut self) -> Step {
        self.start_text();
        self.reconsume_in(State::Data)
    }

    /// Emits the text since the last token and the end-of-file token.
    pub(crate) fn emit_end_of_file(&mut self) -> Step {
        self.flush_text(self.offset());
        self.emit_end_of_file_only()
    }

    /// Emits the end-of-file token and discards the unfinished token.
    pub(crate) fn emit_end_of_file_only(&mut self) -> Step {
        let end = self.offset();
        self.check_input_stream(end);
        self.sink.process_token(Token::EndOfFile(end));
        self.start_text();
        Err(Pause::EndOfFile)
    }
}

/// The minimum length in bytes of a start tag whose unwanted attributes are dropped.
const LONG_TAG: usize = 1 << 12;

/// The largest capacity of the built-text buffer that is kept when attributes are dropped.
const MAX_KEPT_BUILT: usize = 1 << 10;

#[inline]
pub(crate) fn handle_tag_result(result: TokenSinkResult, name: &str, registers: &mut Registers) -> Step {
    match result {
        TokenSinkResult::Continue => Ok(()),
        TokenSinkResult::SwitchTo(state) => {
            registers.state = state;
            registers.set_last_start_tag(name);
            Ok(())
        }
        TokenSinkResult::Suspend => Err(Pause::Suspended),
    }
}
