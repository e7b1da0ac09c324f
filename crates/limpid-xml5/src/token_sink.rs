//! The interface between the tokenizer and the sink of its tokens.

use crate::{EndTag, Tag, Token};
use limpid_markup::{HookAnswer, ParseError, Span, Text};

/// Receives the tokens: in a whole parser, the tree construction stage.
pub trait TokenSink {
    /// Whether [`parse_error`](Self::parse_error) does something; if not, looking for errors is compiled out.
    const WANTS_ERRORS: bool = true;

    /// Handles a token, before the tokenizer goes on. Tags and characters come by way of [`start_tag`](Self::start_tag),
    /// [`end_tag`](Self::end_tag) and [`characters`](Self::characters), which lead here unless a sink has them do something
    /// else.
    fn process_token(&mut self, token: Token<'_>);

    /// Handles a start or empty tag, as [`process_token`](Self::process_token) does.
    #[inline]
    fn start_tag(&mut self, tag: &Tag<'_>) {
        self.process_token(Token::StartTag(tag));
    }

    /// Handles an end tag, as [`process_token`](Self::process_token) does.
    #[inline]
    fn end_tag(&mut self, tag: EndTag<'_>) {
        self.process_token(Token::EndTag(tag));
    }

    /// Handles a run of characters, as [`process_token`](Self::process_token) does.
    #[inline]
    fn characters(&mut self, text: Text<'_>) {
        self.process_token(Token::Characters(text));
    }

    /// Handles a run of characters that the input holds at `span`, if the sink need not see them.
    #[inline]
    fn characters_at(&mut self, span: Span) -> HookAnswer {
        let _ = span;
        HookAnswer::Untouched
    }

    /// Notes that a reference or a CDATA section stands in text, even if it stands for white space, or for nothing at all: outside
    /// of the root element that is an error.
    #[inline]
    fn reference_or_cdata(&mut self, span: Span) {
        let _ = span;
    }

    /// Handles a parse error: what XML5 calls one.
    fn parse_error(&mut self, error: ParseError) {
        let _ = error;
    }

    /// Handles what XML5 takes without a parse error, and is not [well-formed](https://www.w3.org/TR/xml/#sec-well-formed) for XML.
    fn well_formedness_error(&mut self, error: ParseError) {
        let _ = error;
    }

    /// Whether control characters and noncharacters of the input are looked for. A sink that has the text can find them by
    /// [`xml_input_stream_errors`](limpid_markup::xml_input_stream_errors) when it needs them.
    fn wants_input_stream_errors(&self) -> bool {
        true
    }

    /// Whether the sink takes nothing more: entities are not expanded then.
    fn is_full(&self) -> bool {
        false
    }
}
