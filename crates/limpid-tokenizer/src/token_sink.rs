//! The interface between the tokenizer and what takes its tokens: whole, or by parts where a sink needs no more.

use crate::{State, Tag, Token};
use limpid_markup::{HookAnswer, LeafByParts, LocalName, ParseError, Span, TagByParts, Text};

/// The tokenizer's next step after a token.
///
/// ```
/// use limpid::tokenizer::{Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOptions, TokenizerStatus};
///
/// struct StopAtBreak;
///
/// impl TokenSink for StopAtBreak {
///     fn process_token(&mut self, token: Token<'_>) -> TokenSinkResult {
///         match token {
///             Token::StartTag(tag) if tag.name_str == "br" => TokenSinkResult::Suspend,
///             _ => TokenSinkResult::Continue,
///         }
///     }
/// }
///
/// let (status, taken) = Tokenizer::new(TokenizerOptions::default()).feed("Tea<br>Milk", &mut StopAtBreak);
/// assert_eq!((status, taken), (TokenizerStatus::Suspended, "Tea<br>".len()));
/// ```
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

    /// Handles a token, before the tokenizer goes on. Tags, characters and common comments come by way of the other
    /// methods, whose defaults lead here.
    fn process_token(&mut self, token: Token<'_>) -> TokenSinkResult;

    /// Handles a start tag, as [`process_token`](Self::process_token) does.
    #[inline]
    fn start_tag(&mut self, tag: &Tag<'_>) -> TokenSinkResult {
        self.process_token(Token::StartTag(tag))
    }

    /// Handles an end tag, as [`process_token`](Self::process_token) does.
    #[inline]
    fn end_tag(&mut self, tag: &Tag<'_>) -> TokenSinkResult {
        self.process_token(Token::EndTag(tag))
    }

    /// Handles a start tag by its parts, as [`start_tag`](Self::start_tag) does with the [`Tag`] made from them. The
    /// tokenizer's fast path comes this way. The parts are all that a tag is, so that a sink always finishes what it
    /// begins with them: there is no answer that sends the tokenizer back with more.
    #[inline]
    fn start_tag_by_parts(&mut self, tag: TagByParts<'_>) -> TokenSinkResult {
        self.start_tag(&Tag::from(tag))
    }

    /// Returns the tokenizer state for the content of an element of this name, whose start tag was read, if the element may be a leaf: an
    /// element that contains only text. The name has an id.
    ///
    /// If this returns a state, the tokenizer searches ahead for the end tag. If only text precedes it, the tokenizer calls
    /// [`leaf_by_parts`](Self::leaf_by_parts), which may still decline.
    #[inline]
    fn leaf_state(&self, name: LocalName) -> Option<State> {
        let _ = name;
        None
    }

    /// Handles a start tag, the text after it and its end tag in one call, with the same effect as three calls. Only called for an element
    /// that has a [`leaf_state`](Self::leaf_state).
    ///
    /// Returns [`HookAnswer::Untouched`] to receive the three tokens one by one. The sink has to do so if it would answer a tag with anything
    /// except [`Continue`](TokenSinkResult::Continue) or a switch to the `leaf_state`.
    #[inline]
    fn leaf_by_parts(&mut self, leaf: LeafByParts<'_>) -> HookAnswer {
        let _ = leaf;
        HookAnswer::Untouched
    }

    /// Handles an end tag at `span` whose name has an id, as [`end_tag`](Self::end_tag) does with the [`Tag`] of this
    /// name. The tokenizer's fast path comes this way.
    #[inline]
    fn end_tag_by_name(&mut self, name: LocalName, span: Span) -> TokenSinkResult {
        self.end_tag(&Tag::end_tag(name, span))
    }

    /// Handles a run of characters that the input holds at `span`, as [`characters`](Self::characters) does, if the sink
    /// need not see them.
    #[inline]
    fn characters_at(&mut self, span: Span) -> HookAnswer {
        let _ = span;
        HookAnswer::Untouched
    }

    /// Lends the buffer in which a run of characters is built where references and line ends stand for something else,
    /// if the sink need not know which part of it comes from where. What the buffer holds stays. The tokenizer appends
    /// the characters and returns it by [`characters_in_buffer`](Self::characters_in_buffer) before anything else
    /// happens; a sink overrides both or neither.
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

    /// Handles a run of characters, as [`process_token`](Self::process_token) does.
    #[inline]
    fn characters(&mut self, text: Text<'_>) {
        self.process_token(Token::Characters(text));
    }

    /// Whether the attributes of a start tag of this name are wanted. If not, and errors neither, a long tag that does not end with its chunk
    /// is not kept, and comes without attributes.
    fn wants_attributes(&self, name: LocalName) -> bool {
        let _ = name;
        true
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
