//! A state machine over a cursor: the idioms that the states of HTML and XML are written in.

use super::{Cursor, PieceRange, WindowEnd};
use core::ops::DerefMut;
use limpid_markup::{ErrorCode, ParseError, Span, Text};

/// A tokenizer at work on one window of the input, or on the text of an entity.
///
/// A state is a method that returns a step: go on with the (possibly other) state, or pause. What the required methods do
/// differs between HTML and XML; the others are the same for both.
pub trait StateMachine<'m, 'w: 'm>: DerefMut<Target = Cursor<'m, 'w>> {
    /// The states.
    type State: Copy;
    /// The reasons to stop; the end of the window is one of them.
    type Pause: From<WindowEnd>;

    /// Whether errors are looked for; if not, looking for them is compiled out.
    const WANTS_ERRORS: bool;

    /// Sets the state that the next step is in.
    fn set_state(&mut self, state: Self::State);

    /// Gives the sink the text at a span of the window, which is not empty.
    fn emit_text(&mut self, span: Span);

    /// Gives the sink text that stands for something else in the input.
    fn emit_characters(&mut self, text: Text<'_>);

    /// Gives the sink a parse error.
    fn emit_error(&mut self, error: ParseError);

    /// Returns whether the sink wants the errors of the input stream itself from the tokenizer.
    fn wants_input_stream_errors(&self) -> bool;

    /// Gives the sink the errors of the input stream in a text that starts at an offset.
    fn emit_input_stream_errors(&mut self, text: &str, offset: u32);

    // Switching.

    /// Consumes the next input character, which is ASCII, and switches to a state.
    #[inline]
    fn advance_to(&mut self, state: Self::State) -> Result<(), Self::Pause> {
        self.pos += 1;
        self.reconsume_in(state)
    }

    /// Switches to a state, which looks at the next input character again.
    #[inline]
    fn reconsume_in(&mut self, state: Self::State) -> Result<(), Self::Pause> {
        self.set_state(state);
        Ok(())
    }

    /// Consumes the next input character, which is ASCII, and stays in the state.
    #[inline]
    fn stay(&mut self) -> Result<(), Self::Pause> {
        self.pos += 1;
        Ok(())
    }

    /// Consumes a quote, if there is one of this length, starts a piece, and switches to a state.
    fn start_quoted(&mut self, quote_length: usize, state: Self::State) -> Result<(), Self::Pause> {
        self.pos += quote_length;
        self.start_piece();
        self.reconsume_in(state)
    }

    // Errors.

    /// Reports an error at the next input character.
    #[cold]
    fn error(&mut self, code: ErrorCode) {
        self.error_at(self.pos, code);
    }

    /// Reports an error at the character at a position.
    #[cold]
    fn error_at(&mut self, pos: usize, code: ErrorCode) {
        if Self::WANTS_ERRORS {
            self.error_in(self.character_at(pos), code);
        }
    }

    /// Reports an error in a span of the window.
    #[cold]
    fn error_in(&mut self, span: Span, code: ErrorCode) {
        if Self::WANTS_ERRORS {
            self.check_input_stream(span.end);
            let span = self.place(span);
            self.emit_error(ParseError::new(code, span));
        }
    }

    /// Reports the errors of the input stream itself up to an offset: no later than errors that lie after them.
    #[inline]
    fn check_input_stream(&mut self, end: u32) {
        if Self::WANTS_ERRORS
            && self.origin.is_none()
            && self.making.checked_to < end
            && self.wants_input_stream_errors()
        {
            // A sink may come to want them late.
            let from = self.making.checked_to.max(self.window.start);
            self.making.checked_to = end;
            let text = self.slice(Span::new(from, end));
            self.emit_input_stream_errors(text, from);
        }
    }

    /// Reports that text had to be left out, once.
    #[cold]
    fn report_overflow(&mut self) {
        if self.making.built.take_overflow() && !self.making.at_limit {
            self.making.at_limit = true;
            self.error(ErrorCode::InputTooLong);
        }
    }

    // Text.

    /// Emits the text since the last token, up to an offset.
    #[inline]
    fn flush_text(&mut self, end: u32) {
        let start = self.making.text_start;
        if start < end {
            self.making.text_start = end;
            self.emit_text(Span::new(start, end));
        }
    }

    /// Emits the text before the token in the making: it is a token for certain.
    #[inline]
    fn flush_text_before_token(&mut self) {
        self.flush_text(self.making.token_start);
        self.making.built.clear();
    }

    /// Consumes `length` bytes of text and emits `replacement` for them.
    fn replace_in_text(&mut self, length: usize, replacement: &str) {
        let span = Span::new(self.offset(), self.offset_of(self.pos + length));
        self.flush_text(span.start);
        self.pos += length;
        if !replacement.is_empty() {
            let span = self.place(span);
            self.emit_characters(Text { text: replacement, span, verbatim: false });
        }
        self.start_text();
    }

    /// Takes U+FFFD for a NUL in text, which is an error.
    fn replace_null_in_text(&mut self) -> Result<(), Self::Pause> {
        self.error(ErrorCode::UnexpectedNullCharacter);
        self.replace_in_text(1, "\u{fffd}");
        Ok(())
    }

    /// Takes LF for a CR, or for CR and LF, in text.
    fn newline_in_text(&mut self) -> Result<(), Self::Pause> {
        if self.newline_length()? == 1 {
            self.replace_in_text(1, "\n");
        } else {
            // The LF is text as it stands; the CR is left out.
            self.replace_in_text(1, "");
        }
        Ok(())
    }

    // Pieces.

    /// Takes `replacement` for the next `length` bytes in the piece.
    fn replace(&mut self, length: usize, replacement: &str) {
        self.replace_in_piece(length, replacement);
        self.report_overflow();
    }

    /// Takes U+FFFD for a NUL in the piece, which is an error.
    fn null_in_piece(&mut self) -> Result<(), Self::Pause> {
        self.error(ErrorCode::UnexpectedNullCharacter);
        self.replace(1, "\u{fffd}");
        Ok(())
    }

    /// Takes LF for a CR, or for CR and LF, in the piece. In the text of an entity a CR was written as a reference, and
    /// stays.
    fn newline_in_piece(&mut self) -> Result<(), Self::Pause> {
        if self.origin.is_some() {
            return self.stay();
        }
        let length = self.newline_length()?;
        self.replace(length, "\n");
        Ok(())
    }

    /// Ends the piece `back` bytes before the next input character.
    #[inline]
    fn finish_piece(&mut self, back: usize) -> PieceRange {
        self.finish_piece_at(self.pos - back, false)
    }

    /// Ends the piece before the next input character, in ASCII lowercase.
    #[inline]
    fn finish_lowercase(&mut self) -> PieceRange {
        self.finish_piece_at(self.pos, true)
    }

    /// Ends the piece at a position, in ASCII lowercase if asked for.
    #[inline]
    fn finish_piece_at(&mut self, pos: usize, is_lowercase: bool) -> PieceRange {
        let end = self.offset_of(pos);
        let range = self.end_piece(end, is_lowercase);
        if range.built.is_some() {
            self.report_overflow();
        }
        range
    }

    /// Flushes the characters for which the character reference before the next input character stands.
    fn replace_reference(&mut self, is_in_text: bool, characters: &str) {
        let length = (self.offset() - self.making.reference_start) as usize;
        self.pos -= length;
        if is_in_text { self.replace_in_text(length, characters) } else { self.replace(length, characters) }
    }
}
