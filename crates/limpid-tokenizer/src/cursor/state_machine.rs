//! Operations that the states of the HTML and XML tokenizers use.

use super::{Cursor, PieceRange, WindowEnd};
use core::ops::DerefMut;
use limpid_markup::{ErrorCode, ParseError, Span, Text};

/// A tokenizer while it processes one window of the input, or the text of an entity.
///
/// A state is a method that returns `Ok` to continue with the current state, which may have changed, or the reason to stop.
pub trait StateMachine<'m, 'w: 'm>: DerefMut<Target = Cursor<'m, 'w>> {
    /// The states.
    type State: Copy;
    /// The reasons to stop. The end of the window is one of them.
    type Pause: From<WindowEnd>;

    /// Whether errors are reported. If `false`, error detection is compiled out.
    const WANTS_ERRORS: bool;

    /// Sets the state for the next step.
    fn set_state(&mut self, state: Self::State);

    /// Passes verbatim text, which is not empty, to the sink.
    fn emit_text(&mut self, span: Span);

    /// Passes text that differs from the input to the sink.
    fn emit_characters(&mut self, text: Text<'_>);

    /// Passes a parse error to the sink.
    fn emit_error(&mut self, error: ParseError);

    /// Whether the sink wants the errors of the input stream from the tokenizer.
    fn wants_input_stream_errors(&self) -> bool;

    /// Passes the input stream errors in `text`, which starts at `offset`, to the sink.
    fn emit_input_stream_errors(&mut self, text: &str, offset: u32);

    // Switching.

    /// Consumes the next input character, which has to be ASCII, and switches to a state.
    #[inline]
    fn advance_to(&mut self, state: Self::State) -> Result<(), Self::Pause> {
        self.pos += 1;
        self.reconsume_in(state)
    }

    /// Switches to a state without consuming the next input character.
    #[inline]
    fn reconsume_in(&mut self, state: Self::State) -> Result<(), Self::Pause> {
        self.set_state(state);
        Ok(())
    }

    /// Consumes the next input character, which has to be ASCII, and stays in the state.
    #[inline]
    fn stay(&mut self) -> Result<(), Self::Pause> {
        self.pos += 1;
        Ok(())
    }

    /// Consumes `quote_length` bytes (1 for a quote, 0 for an unquoted value), starts a piece and switches to a state.
    fn start_quoted(&mut self, quote_length: usize, state: Self::State) -> Result<(), Self::Pause> {
        self.pos += quote_length;
        self.start_piece();
        self.reconsume_in(state)
    }

    // Errors.

    /// Reports an error for the next input character.
    #[cold]
    fn error(&mut self, code: ErrorCode) {
        self.error_at(self.pos, code);
    }

    /// Reports an error for the character at a position.
    #[cold]
    fn error_at(&mut self, pos: usize, code: ErrorCode) {
        if Self::WANTS_ERRORS {
            self.error_in(self.character_at(pos), code);
        }
    }

    /// Reports an error for a span of the window.
    #[cold]
    fn error_in(&mut self, span: Span, code: ErrorCode) {
        if Self::WANTS_ERRORS {
            self.check_input_stream(span.end);
            let span = self.place(span);
            self.emit_error(ParseError::new(code, span));
        }
    }

    /// Reports the errors of the input stream up to an offset, before errors at later offsets.
    #[inline]
    fn check_input_stream(&mut self, end: u32) {
        if Self::WANTS_ERRORS
            && self.origin.is_none()
            && self.current.checked_to < end
            && self.wants_input_stream_errors()
        {
            // If the sink did not want these errors earlier, `checked_to` may be before the start of the window.
            let from = self.current.checked_to.max(self.window.start);
            self.current.checked_to = end;
            let text = self.slice(Span::new(from, end));
            self.emit_input_stream_errors(text, from);
        }
    }

    /// Reports that built text was dropped, unless a limit was reported before.
    #[cold]
    fn report_overflow(&mut self) {
        if self.current.built.take_overflow() && !self.current.at_limit {
            self.current.at_limit = true;
            self.error(ErrorCode::InputTooLong);
        }
    }

    // Text.

    /// Emits the text since the last token, up to an offset.
    #[inline]
    fn flush_text(&mut self, end: u32) {
        let start = self.current.text_start;
        if start < end {
            self.current.text_start = end;
            self.emit_text(Span::new(start, end));
        }
    }

    /// Emits the text before the current token, once it is certain to be a token.
    #[inline]
    fn flush_text_before_token(&mut self) {
        self.flush_text(self.current.token_start);
        self.current.built.clear();
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

    /// Replaces a NUL in text by U+FFFD and reports an error.
    fn replace_null_in_text(&mut self) -> Result<(), Self::Pause> {
        self.error(ErrorCode::UnexpectedNullCharacter);
        self.replace_in_text(1, "\u{fffd}");
        Ok(())
    }

    /// Replaces a CR or CRLF in text by LF.
    fn newline_in_text(&mut self) -> Result<(), Self::Pause> {
        if self.newline_length()? == 1 {
            self.replace_in_text(1, "\n");
        } else {
            // Drop the CR. The LF is verbatim text.
            self.replace_in_text(1, "");
        }
        Ok(())
    }

    // Pieces.

    /// Consumes `length` bytes and appends `replacement` to the piece instead.
    fn replace(&mut self, length: usize, replacement: &str) {
        self.replace_in_piece(length, replacement);
        self.report_overflow();
    }

    /// Replaces a NUL in the piece by U+FFFD and reports an error.
    fn null_in_piece(&mut self) -> Result<(), Self::Pause> {
        self.error(ErrorCode::UnexpectedNullCharacter);
        self.replace(1, "\u{fffd}");
        Ok(())
    }

    /// Replaces a CR or CRLF in the piece by LF. In the text of an entity, a CR comes from a character reference and is kept.
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

    /// Ends the piece before the next input character and converts it to ASCII lowercase.
    #[inline]
    fn finish_lowercase(&mut self) -> PieceRange {
        self.finish_piece_at(self.pos, true)
    }

    /// Ends the piece at a position.
    #[inline]
    fn finish_piece_at(&mut self, pos: usize, to_lowercase: bool) -> PieceRange {
        let end = self.offset_of(pos);
        let range = self.end_piece(end, to_lowercase);
        if range.built.is_some() {
            self.report_overflow();
        }
        range
    }

    /// Replaces the character reference that was just read.
    fn replace_reference(&mut self, is_in_text: bool, characters: &str) {
        let length = (self.offset() - self.current.reference_start) as usize;
        self.pos -= length;
        if is_in_text { self.replace_in_text(length, characters) } else { self.replace(length, characters) }
    }
}
