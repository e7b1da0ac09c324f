use crate::{State, Tag, Token};
use limpid_markup::{AttributeRecord, LocalName, ParseError, Span, Text};

/// What the tokenizer does after a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenSinkResult {
    /// Go on.
    Continue,
    /// Go on in this state; an answer to a start tag only. The tag's name becomes the name that an
    /// [appropriate end tag](https://html.spec.whatwg.org/multipage/parsing.html#appropriate-end-tag-token) has.
    SwitchTo(State),
    /// Stop after this tag, and leave the input behind it to the caller; an answer to a tag only. Scripts run there, and
    /// encodings change.
    Suspend,
}

/// Receives the tokens: in a whole parser, the tree construction stage.
pub trait TokenSink {
    /// Whether [`parse_error`](Self::parse_error) does something; if not, looking for errors is compiled out.
    const WANTS_ERRORS: bool = true;

    /// Handles a token, before the tokenizer goes on. Tags and characters come by way of
    /// [`start_tag`](Self::start_tag), [`end_tag`](Self::end_tag) and [`characters`](Self::characters), which lead here
    /// unless a sink has them do something else.
    fn process_token(&mut self, token: Token<'_>) -> TokenSinkResult;

    /// Handles a start tag, as [`process_token`](Self::process_token) does; for sinks that have a shorter way for it.
    #[inline]
    fn start_tag(&mut self, tag: &Tag<'_>) -> TokenSinkResult {
        self.process_token(Token::StartTag(tag))
    }

    /// Handles an end tag, as [`process_token`](Self::process_token) does; for sinks that have a shorter way for it.
    #[inline]
    fn end_tag(&mut self, tag: &Tag<'_>) -> TokenSinkResult {
        self.process_token(Token::EndTag(tag))
    }

    /// Handles a start tag at `span` by its parts, as [`process_token`](Self::process_token) does, if they are all that has
    /// to be known of it: its name has an id, and no attribute's name is repeated. Without `built`, all attributes have names
    /// with ids, and values as the input holds them; with it, some may have not: a name without an id is as the input holds
    /// it, and `built` is the buffer for values that are not. Returns false, having done nothing, if that is not enough. The
    /// tokenizer then comes with the tag itself.
    #[inline]
    fn plain_start_tag(
        &mut self,
        name: LocalName,
        attributes: &[AttributeRecord],
        built: Option<&str>,
        self_closing: bool,
        span: Span,
    ) -> bool {
        let _ = (name, attributes, built, self_closing, span);
        false
    }

    /// Handles an end tag of this name at `span`, as [`process_token`](Self::process_token) does, if that is all that has to
    /// be known of it; returns false, having done nothing, if not. The tokenizer then comes with the tag itself.
    #[inline]
    fn pop_current(&mut self, name: LocalName, span: Span) -> bool {
        let _ = (name, span);
        false
    }

    /// Handles a run of characters that the input holds at `span`, as [`process_token`](Self::process_token) does, if it
    /// need not see the characters; returns false, having done nothing, if it must. The tokenizer then comes with them.
    #[inline]
    fn characters_at(&mut self, span: Span) -> bool {
        let _ = span;
        false
    }

    /// Lends the buffer that a run of characters is built in where references and line ends stand for something else than
    /// themselves, if it need not be known which part of it comes from where. What is in it stays. The tokenizer adds the
    /// characters and brings it back by [`characters_in_buffer`](Self::characters_in_buffer) before anything else happens; who overrides one overrides both.
    #[inline]
    fn lend_buffer(&mut self) -> Option<String> {
        None
    }

    /// Takes the buffer back and handles the characters in it from `start` on, which the input has at `span`, as
    /// [`process_token`](Self::process_token) does.
    fn characters_in_buffer(&mut self, buffer: String, start: usize, span: Span) {
        let text = buffer.get(start..).unwrap_or_default();
        if !text.is_empty() {
            self.characters(Text { text, span, verbatim: false });
        }
    }

    /// Handles a run of characters, as [`process_token`](Self::process_token) does; for sinks that have a shorter way for
    /// it.
    #[inline]
    fn characters(&mut self, text: Text<'_>) {
        self.process_token(Token::Characters(text));
    }

    /// Handles a parse error.
    fn parse_error(&mut self, error: ParseError) {
        let _ = error;
    }

    /// Whether the errors of the [input
    /// stream](https://html.spec.whatwg.org/multipage/parsing.html#preprocessing-the-input-stream) itself are looked for. A
    /// sink that has the text can find them by [`input_stream_errors`](limpid_markup::input_stream_errors) when it needs
    /// them.
    fn wants_input_stream_errors(&self) -> bool {
        true
    }

    /// Whether there is an
    /// [adjusted current node](https://html.spec.whatwg.org/multipage/parsing.html#adjusted-current-node) outside of
    /// the HTML namespace: only there `<![CDATA[` starts a CDATA section.
    fn adjusted_current_node_is_foreign(&self) -> bool {
        false
    }
}
