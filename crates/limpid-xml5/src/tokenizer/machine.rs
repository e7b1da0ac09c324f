//! The state machine: runs the states, and creates and emits tokens.
//!
//! # Idioms used in the states
//!
//! The HTML tokenizer of limpid uses the same idioms. Both tokenizers use [`limpid_tokenizer::cursor`].
//!
//! * A state is a method of [`Machine`]. [`next`](Cursor::next) returns the first byte of the next input character, or `None`
//!   at EOF. At the end of a chunk, `?` leaves the machine and keeps its state and position.
//! * *Consume and switch* is [`advance_to`](StateMachine::advance_to); *reprocess* is [`reconsume_in`](StateMachine::reconsume_in).
//! * *Append to the name, value or data* and *emit a character token* need no code, because the characters are a range of the
//!   input. [`replace`](StateMachine::replace) builds the text only if it differs from the input.
//! * CR is treated like LF, and becomes LF in text and pieces, because XML [normalizes
//!   newlines](https://www.w3.org/TR/xml/#sec-line-ends) first.
//! * **The text of an entity is a separate window**, on which the same machine runs: see [`include`](super::include). Its tokens have the span
//!   of the entity reference, so their text is always built. The end of the window is an EOF.

use super::Registers;
use crate::declarations::EntityId;
use crate::scan::is_whitespace;
use crate::tokenizer::states::State;
use crate::{EndTag, Tag, Token, TokenSink};
use core::ops::{Deref, DerefMut};
use limpid_markup::{ErrorCode, HookResult, ParseError, Span, Text, xml_input_stream_errors};
use limpid_tokenizer::cursor::{Cursor, StateMachine, WindowEnd};

/// The reason why the machine stops.
pub(super) enum Pause {
    WindowEnd,
    /// The end-of-file token was emitted, or the text of an entity ended.
    EndOfFile,
    /// The text of this entity must be processed next. The span is the span of the reference in the input.
    Include(EntityId, Span),
    /// Ends only the current step. The machine continues with the next one.
    StepDone,
}

impl From<WindowEnd> for Pause {
    fn from(_: WindowEnd) -> Pause {
        Pause::WindowEnd
    }
}

/// The result of a state: continue with the current state, which may have changed, or stop.
pub(super) type Step = Result<(), Pause>;

/// The tokenizer while it processes one window: a part of the input, or the text of an entity.
pub(super) struct Machine<'m, 'w, S> {
    pub(super) cursor: Cursor<'m, 'w>,
    /// Whether the window may contain `]]>`.
    pub(super) has_brackets: bool,
    /// The number of open entities.
    pub(super) depth: usize,
    pub(super) registers: &'m mut Registers,
    pub(super) sink: &'m mut S,
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

    #[inline]
    fn emit_text(&mut self, span: Span) {
        let start = span.start;
        if S::WANTS_ERRORS && (self.has_brackets || (self.registers.trailing_brackets.1 == start && start > 0)) {
            self.check_cdata_end(span);
        }
        if let Some(origin) = self.origin {
            self.sink.characters(Text { text: self.cursor.slice(span), span: origin, verbatim: false });
        } else if self.sink.characters_at(span) == HookResult::Declined {
            self.sink.characters(Text { text: self.cursor.slice(span), span, verbatim: true });
        }
    }

    fn emit_characters(&mut self, text: Text<'_>) {
        self.sink.characters(text);
    }

    fn emit_error(&mut self, error: ParseError) {
        self.registers.declaration.has_error = true;
        self.sink.parse_error(error);
    }

    fn wants_input_stream_errors(&self) -> bool {
        self.sink.wants_input_stream_errors()
    }

    fn emit_input_stream_errors(&mut self, text: &str, offset: u32) {
        xml_input_stream_errors(text, offset, |error| {
            // In a DOCTYPE, XML5 treats a form feed as white space.
            let is_form_feed = text.as_bytes().get((error.span.start - offset) as usize) == Some(&b'\x0c');
            if is_form_feed { self.sink.well_formedness_error(error) } else { self.sink.parse_error(error) }
        });
    }
}

impl<'m, 'w: 'm, S: TokenSink> Machine<'m, 'w, S> {
    /// Runs the fast path and then a step of the current state, until a step stops the machine.
    pub(super) fn run(&mut self) -> Pause {
        loop {
            self.fast_path();
            let pause = match self.step() {
                Ok(()) | Err(Pause::StepDone) => continue,
                Err(pause) => pause,
            };
            if let Pause::WindowEnd = pause {
                // Do not hold back input that is certainly text.
                let start = self.current.text_start;
                let end = self.offset_of(self.kept_from());
                self.flush_text(end);
                self.record_trailing_brackets(start, end);
                self.check_input_stream(self.offset());
            }
            return pause;
        }
    }

    /// Returns the first position of the window that an unfinished token still needs.
    pub(super) fn kept_from(&self) -> usize {
        if self.registers.state.is_text() { self.pos } else { self.position_of(self.current.token_start) }
    }

    /// Returns the first byte of the next input character. At EOF, runs `eof` and ends the step.
    pub(super) fn next_or_eof(&mut self, eof: impl FnOnce(&mut Self) -> Step) -> Result<u8, Pause> {
        match self.next()? {
            Some(byte) => Ok(byte),
            None => Err(eof(self).err().unwrap_or(Pause::StepDone)),
        }
    }

    pub(super) fn skip_whitespace(&mut self) {
        self.skip_while(is_whitespace);
    }

    /// Returns whether the next characters equal `text`, or a pause if the window ends too early.
    pub(super) fn is_next(&self, text: &str) -> Result<bool, Pause> {
        Ok(self.next_are(text.as_bytes(), |a, b| a == b)?)
    }

    /// Flushes the text before a reference and tells the sink about the reference.
    #[inline]
    pub(super) fn notify_reference(&mut self, start: u32, length: usize) {
        let span = self.place(Span::new(start, start + length as u32));
        self.flush_text(start);
        self.sink.reference_or_cdata(span);
    }

    /// Replaces the NUL or CR that comes next in a name, value or data.
    pub(super) fn null_or_newline_in_piece(&mut self) -> Step {
        if self.bytes.get(self.pos) == Some(&0) { self.null_in_piece() } else { self.newline_in_piece() }
    }

    /// Replaces the NUL or CR that comes next in text.
    pub(super) fn null_or_newline_in_text(&mut self) -> Step {
        if self.bytes.get(self.pos) == Some(&0) { self.replace_null_in_text() } else { self.newline_in_text() }
    }

    pub(super) fn next_character_span(&self) -> Span {
        self.character_at(self.pos)
    }

    /// Reports an error at a span of the window. The error makes the input not well-formed in XML, but is allowed by XML5.
    #[cold]
    pub(super) fn well_formedness_error(&mut self, span: Span, code: ErrorCode) {
        if S::WANTS_ERRORS {
            self.registers.declaration.has_error = true;
            self.check_input_stream(span.end);
            let span = self.place(span);
            self.sink.well_formedness_error(ParseError::new(code, span));
        }
    }

    /// Creates a tag token whose name starts at the next input character.
    pub(super) fn create_tag(&mut self, is_end_tag: bool) {
        self.flush_text_before_token();
        self.start_piece();
        self.current.tag.start(is_end_tag);
        self.registers.is_empty_tag = false;
        self.registers.has_local_names = true;
    }

    pub(super) fn finish_tag_name(&mut self) {
        self.current.tag.name = self.finish_piece(0);
    }

    /// Consumes `length` bytes and emits the current tag token.
    #[inline]
    pub(super) fn emit_tag(&mut self, length: usize) -> Step {
        self.pos += length;
        if !self.current.tag.is_end_tag && !self.registers.declarations.has_no_attributes() {
            self.apply_attribute_declarations();
        }
        let cursor = &self.cursor;
        let tag = &cursor.current.tag;
        let (name, span) = (cursor.piece_text(tag.name), cursor.token_span());
        if tag.is_end_tag {
            self.sink.end_tag(EndTag { name, span });
        } else {
            self.sink.start_tag(&Tag {
                name,
                is_empty: self.registers.is_empty_tag,
                had_duplicate_attribute: tag.had_duplicate_attribute,
                span,
                name_span: tag.name.span,
                has_local_names: self.registers.has_local_names,
                records: &tag.records,
                window: cursor.window.text,
                window_start: cursor.window.start,
                built: &cursor.current.built,
            });
        }
        self.return_to_data_state()
    }

    /// Consumes `length` bytes and emits the comment. The data of the comment ends `back` bytes before the consumed bytes.
    pub(super) fn emit_comment(&mut self, back: usize, length: usize) -> Step {
        let data = self.finish_piece(back);
        self.pos += length;
        let token = Token::Comment { data: self.cursor.text(data), span: self.cursor.token_span() };
        self.sink.process_token(token);
        self.return_to_data_state()
    }

    /// Consumes `length` bytes and emits the processing instruction. Its data ends `back` bytes before the consumed bytes.
    pub(super) fn emit_pi(&mut self, back: usize, length: usize) -> Step {
        let data = self.finish_piece(back);
        self.pos += length;
        let target = self.cursor.piece_text(self.registers.pi_target);
        let data = self.cursor.text(data);
        if target == "xml" && crate::read_xml_declaration(data.text).declaration.standalone == Some(true) {
            self.registers.is_standalone = true;
        }
        self.sink.process_token(Token::ProcessingInstruction { target, data, span: self.cursor.token_span() });
        self.return_to_data_state()
    }

    /// Consumes `length` bytes and emits the current DOCTYPE token.
    pub(super) fn emit_doctype(&mut self, length: usize) -> Step {
        self.pos += length;
        self.registers.is_skipping_junk = false;
        self.sink.process_token(Token::Doctype(self.cursor.doctype()));
        self.return_to_data_state()
    }

    /// Switches to the data state after a token, which ends before the next input character.
    pub(super) fn return_to_data_state(&mut self) -> Step {
        self.start_text();
        self.reconsume_in(State::Data)
    }

    /// Emits the text since the last token. At the end of the input, also emits the end-of-file token.
    pub(super) fn emit_end_of_file(&mut self) -> Step {
        let end = self.offset();
        self.flush_text(end);
        if self.origin.is_none() {
            self.check_input_stream(end);
            self.sink.process_token(Token::EndOfFile(end));
        }
        Err(Pause::EndOfFile)
    }
}
