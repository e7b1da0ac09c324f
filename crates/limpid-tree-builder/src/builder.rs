//! The tree construction dispatcher and the `TokenSink` implementation.

use crate::element_type::{ElementType, Flags};
use crate::flow::{Flow, error_span};
use crate::insertion::OutOfLine;
use crate::obstacles::Obstacles;
use crate::start_rules::StartRule;
use crate::state::TreeBuilder;
use crate::{InsertionMode, ScriptingMode, Suspension};
use limpid_markup::{
    ErrorCode, HookResult, LeafByParts, LocalName, Namespace, ParseError, Span, TagByParts, Text, TreeSink,
};
use limpid_tokenizer::{State as TokenizerState, Tag, Token, TokenSink, TokenSinkResult};

impl<S: TreeSink> TreeBuilder<S> {
    /// Replaces the sink by one with the same handle type. The handles held by the tree builder must be valid in the new sink.
    ///
    /// ```
    /// let (_, builder) = limpid::ParseOptions::new().stages(limpid_dom::DocumentBuilder::owning(), None);
    /// let builder = builder.map_sink(|mut sink| {
    ///     sink.set_errors(false);
    ///     sink
    /// });
    /// assert!(builder.finish().finish().errors().is_empty());
    /// ```
    pub fn map_sink<T: TreeSink<Handle = S::Handle>>(self, map: impl FnOnce(S) -> T) -> TreeBuilder<T> {
        TreeBuilder { sink: map(self.sink), state: self.state }
    }

    /// Returns the sink.
    ///
    /// ```
    /// let (mut tokenizer, mut builder) = limpid::ParseOptions::new().stages(limpid_dom::DocumentBuilder::owning(), None);
    /// tokenizer.feed("<title>Tea</title><p>", &mut builder);
    /// assert_eq!(builder.sink().document_so_far().title().as_deref(), Some("Tea"));
    /// ```
    pub fn sink(&self) -> &S {
        &self.sink
    }

    /// Returns a mutable reference to the sink.
    ///
    /// ```
    /// use limpid::tree_builder::TreeSink;
    /// let (_, mut builder) = limpid::ParseOptions::new().stages(limpid_dom::DocumentBuilder::owning(), None);
    /// builder.sink_mut().set_quirks_mode(limpid::QuirksMode::Quirks);
    /// assert_eq!(builder.sink().quirks_mode(), limpid::QuirksMode::Quirks);
    /// ```
    pub fn sink_mut(&mut self) -> &mut S {
        self.state.obstacles = Obstacles::UNKNOWN;
        &mut self.sink
    }

    /// Sets whether the tokenizer is suspended after each `meta` that may declare an encoding. Turn this off once the encoding is certain.
    ///
    /// ```
    /// use limpid::tokenizer::TokenizerStatus;
    /// let (mut tokenizer, mut builder) = limpid::ParseOptions::new().stages(limpid_dom::DocumentBuilder::owning(), None);
    /// builder.suspend_at_encoding_declarations(true);
    /// assert_eq!(tokenizer.feed("<meta charset=koi8-r>", &mut builder).0, TokenizerStatus::Suspended);
    /// builder.suspend_at_encoding_declarations(false);
    /// assert_eq!(tokenizer.feed("<meta charset=koi8-r>", &mut builder).0, TokenizerStatus::Finished);
    /// ```
    pub fn suspend_at_encoding_declarations(&mut self, suspend: bool) {
        self.state.options.suspend_at_encoding_declarations = suspend;
    }

    /// Returns the reason why the tokenizer was suspended, and removes it.
    ///
    /// ```
    /// use limpid::tree_builder::Suspension;
    /// let (mut tokenizer, mut builder) = limpid::ParseOptions::new().stages(limpid_dom::DocumentBuilder::owning(), None);
    /// builder.suspend_at_encoding_declarations(true);
    /// tokenizer.feed("<meta charset=koi8-r>", &mut builder);
    /// let Some(Suspension::EncodingDeclaration { charset, .. }) = builder.take_suspension() else { panic!("none") };
    /// assert_eq!(charset.as_deref(), Some("koi8-r"));
    /// assert!(builder.take_suspension().is_none());
    /// ```
    pub fn take_suspension(&mut self) -> Option<Suspension<S::Handle>> {
        self.state.extras.as_mut()?.suspension.take()
    }

    /// Returns whether parsing has stopped early because the [sink is full](TreeSink::is_full). Later tokens are ignored, and tags suspend
    /// the tokenizer.
    ///
    /// ```
    /// use limpid::{Limits, tokenizer::tokenize, tree_builder::{TreeBuilder, TreeBuilderOptions}};
    /// let mut sink = limpid_dom::DocumentBuilder::new("");
    /// sink.set_limits(&Limits::default().nodes(10));
    /// let mut builder = TreeBuilder::new(sink, TreeBuilderOptions::default());
    /// tokenize(&"<p>".repeat(100), &mut builder);
    /// assert!(builder.has_stopped());
    /// ```
    pub fn has_stopped(&self) -> bool {
        self.state.has_stopped
    }

    #[cold]
    pub(crate) fn stop(&mut self, code: ErrorCode) -> TokenSinkResult {
        if !self.state.has_stopped {
            self.state.has_stopped = true;
            self.error(code);
        }
        TokenSinkResult::Suspend
    }

    /// Suspends the tokenizer after this token.
    pub(crate) fn suspend(&mut self, suspension: Suspension<S::Handle>) -> Flow<'static> {
        self.state.extras_mut().suspension = Some(suspension);
        Flow::Suspend
    }

    /// Reports a complete script to the sink. Suspends the tokenizer if the scripting mode allows the script to run.
    pub(crate) fn script_ended(&mut self, script: S::Handle) -> Flow<'static> {
        self.sink.script_ended(script);
        let runs = matches!(self.state.options.scripting, ScriptingMode::Normal | ScriptingMode::Fragment);
        if runs && self.state.options.suspend_at_scripts {
            self.suspend(Suspension::Script(script))
        } else {
            Flow::Done
        }
    }

    /// Returns the node that represents the fragment context element, if declarative shadow roots are allowed. It becomes the host of a
    /// shadow root that the fragment declares at its top level.
    ///
    /// ```
    /// let options = limpid::ParseOptions::new().allow_declarative_shadow_roots(true);
    /// let sink = limpid_dom::DocumentBuilder::owning;
    /// assert!(options.stages(sink(), Some(&"div".into())).1.fragment_context_node().is_some());
    /// assert!(options.stages(sink(), None).1.fragment_context_node().is_none());
    /// ```
    pub fn fragment_context_node(&self) -> Option<S::Handle> {
        self.state.fragment_context_node
    }

    /// Returns the insertion mode.
    ///
    /// ```
    /// use limpid::tree_builder::InsertionMode;
    /// let (mut tokenizer, mut builder) = limpid::ParseOptions::new().stages(limpid_dom::DocumentBuilder::owning(), None);
    /// assert_eq!(builder.insertion_mode(), InsertionMode::Initial);
    /// tokenizer.feed("<table><tr>", &mut builder);
    /// assert_eq!(builder.insertion_mode(), InsertionMode::InRow);
    /// ```
    pub fn insertion_mode(&self) -> InsertionMode {
        self.state.mode
    }

    /// Reports a parse error at the current token.
    #[inline]
    pub(crate) fn error(&mut self, code: ErrorCode) {
        if S::WANTS_ERRORS {
            self.sink.parse_error(ParseError::new(code, self.state.token_span));
        }
    }

    /// Reports a parse error at `token`. If the first characters of a run were already processed, `token` is the rest of the run.
    pub(crate) fn error_about(&mut self, token: &Token<'_>, code: ErrorCode) {
        self.state.token_span = error_span(token);
        self.error(code);
    }

    pub(crate) fn error_for_each_character(&mut self, code: ErrorCode, text: Text<'_>) {
        if S::WANTS_ERRORS {
            for (at, character) in text.text.char_indices() {
                let start = text.span.start + at as u32;
                let span =
                    if text.verbatim { Span::new(start, start + character.len_utf8() as u32) } else { text.span };
                self.sink.parse_error(ParseError::new(code, span));
            }
        }
    }

    /// Returns whether the [tree construction
    /// dispatcher](https://html.spec.whatwg.org/multipage/parsing.html#tree-construction-dispatcher) uses the rules for HTML content.
    #[inline]
    fn is_html_content(&self, token: &Token<'_>) -> bool {
        let Some((element_type, flags)) = self.adjusted_current_node() else { return true };
        if element_type.is_html_namespace() {
            return true;
        }
        match token {
            Token::StartTag(tag) => {
                (flags.has(Flags::MATHML_TEXT_INTEGRATION_POINT)
                    && !matches!(tag.name, LocalName::MGLYPH | LocalName::MALIGNMARK))
                    || (element_type == ElementType::known(Namespace::MathMl, LocalName::ANNOTATION_XML)
                        && tag.name == LocalName::SVG)
                    || flags.has(Flags::HTML_INTEGRATION_POINT)
            }
            Token::Characters(_) | Token::NullCharacter(_) => flags.has(Flags::INTEGRATION_POINT),
            Token::EndOfFile(_) => true,
            _ => false,
        }
    }

    /// The [adjusted current node](https://html.spec.whatwg.org/multipage/parsing.html#adjusted-current-node).
    #[inline]
    pub(crate) fn adjusted_current_node(&self) -> Option<(ElementType, Flags)> {
        if self.state.open.current_is_root() && self.state.fragment_context.is_some() {
            return self.state.fragment_context;
        }
        self.state.open.current().map(|entry| (entry.element_type, entry.flags))
    }

    /// Processes a token by the rules of the insertion mode or of foreign content, and reprocesses it as long as a rule requests that.
    fn dispatch(&mut self, token: Token<'_>) -> TokenSinkResult {
        let mut flow = if self.is_html_content(&token) {
            self.process_by_insertion_mode(token)
        } else {
            self.foreign_content(token)
        };
        loop {
            match flow {
                Flow::Done => return TokenSinkResult::Continue,
                Flow::SwitchTokenizer(state) => return TokenSinkResult::SwitchTo(state),
                Flow::Suspend => return TokenSinkResult::Suspend,
                Flow::Reprocess(token) => {
                    self.state.token_span = error_span(&token);
                    flow = self.process_by_insertion_mode(token);
                }
            }
        }
    }

    #[inline(never)]
    fn process_start_tag(&mut self, OutOfLine { tag, .. }: OutOfLine<TagByParts<'_>>) -> TokenSinkResult {
        self.process_token(Token::StartTag(&Tag::from(tag)))
    }

    #[inline(never)]
    fn process_end_tag(&mut self, name: LocalName, span: Span) -> TokenSinkResult {
        self.process_token(Token::EndTag(&Tag::end_tag(name, span)))
    }
}

impl<S: TreeSink> TokenSink for TreeBuilder<S> {
    const WANTS_ERRORS: bool = S::WANTS_ERRORS;

    #[inline(never)]
    fn process_token(&mut self, mut token: Token<'_>) -> TokenSinkResult {
        self.state.token_span = error_span(&token);
        self.sink.token(token.span(), matches!(token, Token::Characters(_) | Token::NullCharacter(_)));
        if let Some(code) = self.sink.is_full() {
            return self.stop(code);
        }
        if self.state.ignore_line_feed {
            self.state.ignore_line_feed = false;
            if let Token::Characters(text) = token
                && text.text.starts_with('\n')
            {
                let rest = text.split_at(1).1;
                if rest.text.is_empty() {
                    self.state.obstacles = Obstacles::UNKNOWN;
                    return TokenSinkResult::Continue;
                }
                token = Token::Characters(rest);
            }
        }
        self.state.self_closing_acknowledged = false;
        if let Token::EndTag(tag) = token {
            self.state.end_tag = self.known_element_type(tag).map(|named| (named, tag.span));
        }
        let result = self.dispatch(token);
        if let Token::StartTag(tag) = token
            && tag.self_closing
            && !self.state.self_closing_acknowledged
        {
            self.state.token_span = tag.span;
            self.error(ErrorCode::NonVoidHtmlElementStartTagWithTrailingSolidus);
        }
        self.state.end_tag = None;
        self.state.obstacles = Obstacles::UNKNOWN;
        result
    }

    #[inline(always)]
    fn start_tag_by_parts(&mut self, tag: TagByParts<'_>) -> TokenSinkResult {
        self.sink.token(tag.span, false);
        match self.fast_start_tag(tag) {
            HookResult::Handled => TokenSinkResult::Continue,
            HookResult::Declined => self.process_start_tag(OutOfLine { tag, rule: StartRule::OwnRule }),
        }
    }

    #[inline(always)]
    fn leaf_state(&self, name: LocalName) -> Option<TokenizerState> {
        if S::APPENDS_LEAVES { self.leaf_tokenizer_state(name) } else { None }
    }

    #[inline(always)]
    fn leaf_by_parts(&mut self, leaf: LeafByParts<'_>) -> HookResult {
        self.fast_leaf(leaf)
    }

    #[inline(always)]
    fn end_tag_by_name(&mut self, name: LocalName, span: Span) -> TokenSinkResult {
        self.sink.token(span, false);
        match self.fast_end_tag(name, span) {
            HookResult::Handled => TokenSinkResult::Continue,
            HookResult::Declined => self.process_end_tag(name, span),
        }
    }

    #[inline(always)]
    fn characters_at(&mut self, span: Span) -> HookResult {
        self.fast_characters_at(span)
    }

    #[inline]
    fn lend_buffer(&mut self) -> Option<String> {
        if self.appends_characters() { self.sink.lend_buffer() } else { None }
    }

    #[inline(always)]
    fn characters_in_buffer(&mut self, buffer: String, start: usize, span: Span) {
        self.fast_characters_in_buffer(buffer, start, span);
    }

    fn characters(&mut self, text: Text<'_>) {
        if self.fast_characters(text) == HookResult::Declined {
            self.process_token(Token::Characters(text));
        }
    }

    /// The rules read the attributes of formatting elements, of `annotation-xml`, and of elements whose start tag has a separate rule.
    fn wants_attributes(&self, name: LocalName) -> bool {
        let rules_ignore_attributes = matches!(
            StartRule::of(name),
            StartRule::Block | StartRule::Heading | StartRule::ListItem | StartRule::Void | StartRule::AnyOther
        );
        !rules_ignore_attributes || name == LocalName::ANNOTATION_XML || self.sink.wants_attributes(name)
    }

    fn parse_error(&mut self, error: ParseError) {
        if !self.state.has_stopped {
            self.sink.parse_error(error);
        }
    }

    fn wants_input_stream_errors(&self) -> bool {
        self.sink.wants_input_stream_errors()
    }

    fn adjusted_current_node_is_foreign(&self) -> bool {
        self.adjusted_current_node().is_some_and(|(element_type, _)| !element_type.is_html_namespace())
    }
}
