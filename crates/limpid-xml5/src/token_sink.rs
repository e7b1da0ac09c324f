//! The interface between the tokenizer and the consumer of its tokens.

use crate::{EndTag, Tag, Token};
use limpid_markup::{HookResult, ParseError, Span, Text};

/// Receives the tokens. In a parser, this is the tree construction stage.
pub trait TokenSink {
    /// Whether the sink uses [`parse_error`](Self::parse_error). If `false`, error detection is compiled out.
    const WANTS_ERRORS: bool = true;

    /// Handles a token. Tags and characters are passed to [`start_tag`](Self::start_tag), [`end_tag`](Self::end_tag) and
    /// [`characters`](Self::characters), whose defaults call this method.
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

    /// Handles a verbatim run of characters by its span in the input. Returns [`HookResult::Declined`] to receive the characters
    /// with [`characters`](Self::characters) instead.
    #[inline]
    fn characters_at(&mut self, span: Span) -> HookResult {
        let _ = span;
        HookResult::Declined
    }

    /// Called for each reference and each CDATA section in text, even if its replacement text or content is empty or white space. References
    /// and CDATA sections outside of the root element are errors.
    #[inline]
    fn reference_or_cdata(&mut self, span: Span) {
        let _ = span;
    }

    /// Handles a parse error of XML5.
    fn parse_error(&mut self, error: ParseError) {
        let _ = error;
    }

    /// Handles an error that makes the input not [well-formed](https://www.w3.org/TR/xml/#sec-well-formed) in XML, but is allowed by XML5.
    fn well_formedness_error(&mut self, error: ParseError) {
        let _ = error;
    }

    /// Whether the tokenizer reports control characters and noncharacters in the input. A sink that stores the text can find these characters
    /// later with [`xml_input_stream_errors`](limpid_markup::xml_input_stream_errors).
    fn wants_input_stream_errors(&self) -> bool {
        true
    }

    /// Whether the sink ignores all further tokens. If so, entities are not expanded.
    fn is_full(&self) -> bool {
        false
    }
}
