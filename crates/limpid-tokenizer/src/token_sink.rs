//! The interface between the tokenizer and the consumer of its tokens.

use crate::{State, Tag, Token};
use limpid_markup::{HookResult, LeafByParts, LocalName, ParseError, Span, TagByParts, Text};

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
    /// Continue in the current state.
    Continue,
    /// Switch to this state. Only valid for a start tag. An
    /// [appropriate end tag](https://html.spec.whatwg.org/multipage/parsing.html#appropriate-end-tag-token) must then have the same name as this
    /// start tag.
    SwitchTo(State),
    /// Stop after this tag and return the remaining input to the caller, for example to run a script or to change the
    /// encoding. Only valid for a tag.
    Suspend,
}

/// Receives the tokens. In a parser, this is the tree construction stage.
pub trait TokenSink {
    /// Whether the sink uses [`parse_error`](Self::parse_error). If `false`, error detection is compiled out.
    const WANTS_ERRORS: bool = true;

    /// Handles a token. Tags and characters are passed to the more specific methods, whose defaults call this one.
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

    /// Handles a start tag of the tokenizer's fast path, with the same effect as [`start_tag`](Self::start_tag) with the [`Tag`]
    /// made from these parts. The sink has to handle it: it cannot ask for the `Tag` instead.
    #[inline]
    fn start_tag_by_parts(&mut self, tag: TagByParts<'_>) -> TokenSinkResult {
        self.start_tag(&Tag::from(tag))
    }

    /// Returns the tokenizer state for the content of an element, if the element may be a leaf: an element that contains only text. Called
    /// after its start tag was read, and only for known names.
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
    /// Returns [`HookResult::Declined`] to receive the three tokens one by one. The sink must return this if the result for one of the tags would be
    /// neither [`Continue`](TokenSinkResult::Continue) nor a switch to the `leaf_state`.
    #[inline]
    fn leaf_by_parts(&mut self, leaf: LeafByParts<'_>) -> HookResult {
        let _ = leaf;
        HookResult::Declined
    }

    /// Handles an end tag of the tokenizer's fast path whose name is known, with the same effect as [`end_tag`](Self::end_tag)
    /// with [`Tag::end_tag`].
    #[inline]
    fn end_tag_by_name(&mut self, name: LocalName, span: Span) -> TokenSinkResult {
        self.end_tag(&Tag::end_tag(name, span))
    }

    /// Handles a verbatim run of characters by its span in the input, with the same effect as
    /// [`characters`](Self::characters). Returns [`HookResult::Declined`] to receive the characters instead.
    #[inline]
    fn characters_at(&mut self, span: Span) -> HookResult {
        let _ = span;
        HookResult::Declined
    }

    /// Lends a buffer to the tokenizer, which appends a run of characters to it. Character references and line ends in the run are replaced. The
    /// sink then does not learn which characters are verbatim.
    ///
    /// The tokenizer keeps the buffer's content. It returns the buffer through
    /// [`characters_in_buffer`](Self::characters_in_buffer) before it emits another token. A sink overrides both methods or
    /// neither.
    #[inline]
    fn lend_buffer(&mut self) -> Option<String> {
        None
    }

    /// Takes the buffer back and handles the characters in it from `start` on, which come from the input at `span`, as
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

    /// Whether the sink uses the attributes of start tags with this name. If the sink uses neither these attributes nor errors, and a long tag
    /// continues in the next chunk, the tokenizer discards the attributes instead of buffering the tag. It then emits the tag without attributes.
    fn wants_attributes(&self, name: LocalName) -> bool {
        let _ = name;
        true
    }

    /// Handles a parse error.
    fn parse_error(&mut self, error: ParseError) {
        let _ = error;
    }

    /// Whether the tokenizer reports the errors of the [input
    /// stream](https://html.spec.whatwg.org/multipage/parsing.html#preprocessing-the-input-stream), such as control characters.
    /// A sink that has the text can find them later with [`input_stream_errors`](limpid_markup::input_stream_errors).
    fn wants_input_stream_errors(&self) -> bool {
        true
    }

    /// Whether there is an
    /// [adjusted current node](https://html.spec.whatwg.org/multipage/parsing.html#adjusted-current-node) that is not in the
    /// HTML namespace. Only then `<![CDATA[` starts a CDATA section.
    fn adjusted_current_node_is_foreign(&self) -> bool {
        false
    }
}
