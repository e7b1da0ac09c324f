use crate::active_formatting::{
    ActiveFormattingElements, FormattingAttributes, FormattingElement, FormattingEntry, FormattingToken,
};
use crate::element_type::{ElementType, Flags};
use crate::insertion_location::InsertionLocation;
use crate::open_elements::{OpenElement, OpenElements, OpenElementsBuffers};
use crate::patching::Patch;
use crate::slot::Slot;
use crate::straight_line::Obstacles;
use crate::{InsertionMode, ScriptingMode};
use limpid_markup::{
    Adjustment, Attributes, ErrorCode, HookAnswer, Limits, LocalName, Namespace, NewElement, ParseError, QuirksMode,
    Span, TagByParts, TagSet, Text, TreeSink, adjust_svg_tag_name,
};
use limpid_tokenizer::{State, Tag, Token, TokenSink, TokenSinkResult};
use std::collections::HashMap;

/// What the caller of a parse decides.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct TreeBuilderOptions {
    /// The [scripting mode](https://html.spec.whatwg.org/multipage/parsing.html#scripting-mode).
    pub scripting: ScriptingMode,
    /// Whether the document is an [iframe `srcdoc`
    /// document](https://html.spec.whatwg.org/multipage/iframe-embed-object.html#an-iframe-srcdoc-document), which needs
    /// no DOCTYPE.
    pub iframe_srcdoc: bool,
    /// The mode of the document until its DOCTYPE decides, or the lack of one.
    pub quirks_mode: QuirksMode,
    /// The [parser cannot change the mode
    /// flag](https://html.spec.whatwg.org/multipage/parsing.html#parser-cannot-change-the-mode-flag).
    pub cannot_change_the_mode: bool,
    /// Whether `<template shadowrootmode>` attaches shadow roots.
    pub allow_declarative_shadow_roots: bool,
    /// Whether `<template for>` leaves the content that it names alone, in a sink that could change it.
    pub no_content_patching: bool,
    /// Whether the tokenizer is suspended after each script that would run now; see [`Suspension::Script`].
    pub suspend_at_scripts: bool,
    /// Whether the tokenizer is suspended after each `meta` that may declare an encoding; see
    /// [`Suspension::EncodingDeclaration`].
    pub suspend_at_encoding_declarations: bool,
    /// How far input may go: here the depth of the tree and the elements that are reconstructed.
    pub limits: Limits,
}

impl TreeBuilderOptions {
    /// Sets the scripting mode.
    #[must_use]
    pub fn scripting(mut self, scripting: ScriptingMode) -> Self {
        self.scripting = scripting;
        self
    }

    /// Sets whether the document is an iframe `srcdoc` document.
    #[must_use]
    pub fn iframe_srcdoc(mut self, iframe_srcdoc: bool) -> Self {
        self.iframe_srcdoc = iframe_srcdoc;
        self
    }

    /// Sets the mode of the document until its DOCTYPE decides.
    #[must_use]
    pub fn quirks_mode(mut self, mode: QuirksMode) -> Self {
        self.quirks_mode = mode;
        self
    }

    /// Sets whether declarative shadow roots are allowed.
    #[must_use]
    pub fn allow_declarative_shadow_roots(mut self, allow: bool) -> Self {
        self.allow_declarative_shadow_roots = allow;
        self
    }

    /// Sets whether the tokenizer is suspended after each script that would run now.
    #[must_use]
    pub fn suspend_at_scripts(mut self, suspend: bool) -> Self {
        self.suspend_at_scripts = suspend;
        self
    }

    /// Sets whether the tokenizer is suspended after each `meta` that may declare an encoding.
    #[must_use]
    pub fn suspend_at_encoding_declarations(mut self, suspend: bool) -> Self {
        self.suspend_at_encoding_declarations = suspend;
        self
    }

    /// Sets how far input may go.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Sets whether `<template for>` may change content that exists already.
    #[must_use]
    pub fn content_patching(mut self, patching: bool) -> Self {
        self.no_content_patching = !patching;
        self
    }
}

/// Why the tree builder has suspended the tokenizer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Suspension<H> {
    /// The `script` element (HTML or SVG) is complete, and it is time to run it.
    Script(H),
    /// A `meta` element may [change the
    /// encoding](https://html.spec.whatwg.org/multipage/parsing.html#change-the-encoding).
    EncodingDeclaration {
        /// The value of its `charset` attribute.
        charset: Option<String>,
        /// The value of its `content` attribute, if its `http-equiv` is `Content-Type`.
        content: Option<String>,
        /// The tag in the input.
        span: Span,
    },
}

/// What a rule leaves to do.
pub(crate) enum Flow<'t> {
    /// The token is handled, or ignored.
    Done,
    /// "Reprocess the token", or what is left of a run of characters, by the rules of the insertion mode.
    Reprocess(Token<'t>),
    /// The token is handled, and the tokenizer goes on in another state.
    SwitchTokenizer(State),
    /// The token is handled, and the tokenizer is suspended.
    Suspend,
}

/// The tree construction stage. It takes the tokens of a document or fragment and has a [`TreeSink`] build the tree.
#[derive(Debug)]
pub struct TreeBuilder<S: TreeSink> {
    pub(crate) sink: S,
    pub(crate) options: TreeBuilderOptions,
    pub(crate) mode: InsertionMode,
    /// The [original insertion mode](https://html.spec.whatwg.org/multipage/parsing.html#original-insertion-mode).
    pub(crate) original_mode: InsertionMode,
    pub(crate) open: OpenElements<S::Handle>,
    pub(crate) formatting: ActiveFormattingElements<S::Handle>,
    /// The [`head` element pointer](https://html.spec.whatwg.org/multipage/parsing.html#head-element-pointer).
    pub(crate) head_element: Option<S::Handle>,
    /// The [`form` element pointer](https://html.spec.whatwg.org/multipage/parsing.html#form-element-pointer).
    pub(crate) form_element: Option<S::Handle>,
    /// The [frameset-ok flag](https://html.spec.whatwg.org/multipage/parsing.html#frameset-ok-flag).
    pub(crate) frameset_ok: bool,
    /// [Foster parenting](https://html.spec.whatwg.org/multipage/parsing.html#foster-parent) is enabled.
    pub(crate) foster_parenting: bool,
    /// The next token is ignored if it is an LF.
    pub(crate) ignore_line_feed: bool,
    pub(crate) quirks_mode: QuirksMode,
    /// The type and flags of the [fragment context
    /// element](https://html.spec.whatwg.org/multipage/parsing.html#fragment-context-element).
    pub(crate) fragment_context: Option<(ElementType, Flags)>,
    /// The fragment context element as a node, where it can become a shadow host.
    pub(crate) fragment_context_node: Option<S::Handle>,
    /// With so many entries on the stack of open elements, the tree may be as deep as it may be.
    pub(crate) stack_limit: usize,
    has_stopped: bool,
    /// Whether the current token's self-closing flag was [acknowledged](https://html.spec.whatwg.org/multipage/parsing.html#acknowledge-self-closing-flag).
    pub(crate) self_closing_acknowledged: bool,
    /// Where an error about the current token lies.
    pub(crate) token_span: Span,
    /// The current end tag, until an element ends with it: what it names, in the HTML namespace, and where it is.
    end_tag: Option<(ElementType, Span)>,
    /// The end tags of `body` and `html`, which stay open.
    body_end_tag: Option<Span>,
    html_end_tag: Option<Span>,
    /// What keeps tokens from the straight line.
    pub(crate) obstacles: Obstacles,
    /// Whether what the current start tag closes before it is inserted is closed, by the rules of the insertion mode.
    pub(crate) has_closed_before_block: bool,
    /// Made for the first of what only some inputs need.
    pub(crate) extras: Option<Box<Extras<S::Handle>>>,
}

/// What only some inputs need of a tree builder: apart, so that small inputs need not have it made and dropped.
#[derive(Debug)]
pub(crate) struct Extras<H> {
    /// The [stack of template insertion
    /// modes](https://html.spec.whatwg.org/multipage/parsing.html#stack-of-template-insertion-modes).
    template_modes: Vec<InsertionMode>,
    pub(crate) pending_table_characters: PendingTableCharacters,
    /// The `template` elements on the stack that patch existing content.
    pub(crate) patches: Vec<Patch<H>>,
    /// Why the tokenizer is suspended.
    suspension: Option<Suspension<H>>,
    /// Numbers of the tag names that have no id.
    unknown_names: HashMap<Box<str>, u32>,
}

impl<H> Default for Extras<H> {
    fn default() -> Extras<H> {
        Extras {
            template_modes: Vec::new(),
            pending_table_characters: PendingTableCharacters::default(),
            patches: Vec::new(),
            suspension: None,
            unknown_names: HashMap::new(),
        }
    }
}

/// The [pending table character
/// tokens](https://html.spec.whatwg.org/multipage/parsing.html#concept-pending-table-char-tokens).
#[derive(Debug, Default)]
pub(crate) struct PendingTableCharacters {
    pub(crate) text: String,
    /// The pieces of `text`: where each ends in it, its span, and whether the input holds it verbatim.
    pub(crate) pieces: Vec<(usize, Span, bool)>,
}

impl PendingTableCharacters {
    pub(crate) fn push(&mut self, text: Text<'_>) {
        self.text.push_str(text.text);
        self.pieces.push((self.text.len(), text.span, text.verbatim));
    }
}

/// What a tree builder leaves for the next one when it [ends](TreeBuilder::take_buffers): memory with nothing in it,
/// and no more than pages of common depth need.
#[derive(Debug)]
pub struct TreeBuilderBuffers<H> {
    open: OpenElementsBuffers<H>,
    formatting: Vec<FormattingEntry<H>>,
}

impl<H> TreeBuilderBuffers<H> {
    /// The buffers of a first tree builder.
    pub fn new() -> TreeBuilderBuffers<H> {
        TreeBuilderBuffers { open: OpenElementsBuffers::new(), formatting: Vec::new() }
    }
}

impl<H> Default for TreeBuilderBuffers<H> {
    fn default() -> TreeBuilderBuffers<H> {
        TreeBuilderBuffers::new()
    }
}

impl<S: TreeSink> TreeBuilder<S> {
    /// A tree builder for a whole document.
    pub fn new(sink: S, options: TreeBuilderOptions) -> TreeBuilder<S> {
        TreeBuilder::with_buffers(sink, options, TreeBuilderBuffers::new())
    }

    /// The same in the buffers of a former one.
    #[inline(always)]
    pub fn with_buffers(
        sink: S,
        options: TreeBuilderOptions,
        buffers: TreeBuilderBuffers<S::Handle>,
    ) -> TreeBuilder<S> {
        TreeBuilder {
            sink,
            options,
            mode: InsertionMode::Initial,
            original_mode: InsertionMode::Initial,
            open: OpenElements::new(buffers.open),
            formatting: ActiveFormattingElements::new(buffers.formatting),
            head_element: None,
            form_element: None,
            frameset_ok: true,
            foster_parenting: false,
            ignore_line_feed: false,
            quirks_mode: options.quirks_mode,
            fragment_context: None,
            fragment_context_node: None,
            stack_limit: options.limits.depth as usize,
            has_stopped: false,
            self_closing_acknowledged: false,
            token_span: Span::default(),
            end_tag: None,
            body_end_tag: None,
            html_end_tag: None,
            obstacles: Obstacles::ALL,
            has_closed_before_block: false,
            extras: None,
        }
    }

    /// Ends the parse and gives the sink back.
    #[inline(always)]
    pub fn finish(mut self) -> S {
        self.end();
        self.sink
    }

    fn end(&mut self) {
        if let Some(code) = self.sink.is_full() {
            self.stop(code);
        }
        self.stop_parsing();
    }

    /// Ends the parse and gives the buffers to the next tree builder. The sink is free to be taken by
    /// [`finish`](Self::finish).
    pub fn take_buffers(&mut self) -> TreeBuilderBuffers<S::Handle> {
        self.end();
        TreeBuilderBuffers { open: self.open.take_buffers(), formatting: self.formatting.take_buffer() }
    }

    /// The same tree builder with another sink in the place of this one, which takes its handles over.
    pub fn map_sink<T: TreeSink<Handle = S::Handle>>(self, map: impl FnOnce(S) -> T) -> TreeBuilder<T> {
        TreeBuilder {
            sink: map(self.sink),
            options: self.options,
            mode: self.mode,
            original_mode: self.original_mode,
            open: self.open,
            formatting: self.formatting,
            head_element: self.head_element,
            form_element: self.form_element,
            frameset_ok: self.frameset_ok,
            foster_parenting: self.foster_parenting,
            ignore_line_feed: self.ignore_line_feed,
            quirks_mode: self.quirks_mode,
            fragment_context: self.fragment_context,
            fragment_context_node: self.fragment_context_node,
            stack_limit: self.stack_limit,
            has_stopped: self.has_stopped,
            self_closing_acknowledged: self.self_closing_acknowledged,
            end_tag: self.end_tag,
            body_end_tag: self.body_end_tag,
            html_end_tag: self.html_end_tag,
            obstacles: self.obstacles,
            has_closed_before_block: self.has_closed_before_block,
            extras: self.extras,
            token_span: self.token_span,
        }
    }

    /// The sink.
    pub fn sink(&self) -> &S {
        &self.sink
    }

    /// The sink, to change it.
    pub fn sink_mut(&mut self) -> &mut S {
        self.obstacles = Obstacles::ALL;
        &mut self.sink
    }

    /// Changes whether the tokenizer is suspended after each `meta` that may declare an encoding: not any more once the
    /// encoding is certain.
    pub fn suspend_at_encoding_declarations(&mut self, suspend: bool) {
        self.options.suspend_at_encoding_declarations = suspend;
    }

    /// Why the tokenizer was suspended; asked once for each time.
    pub fn take_suspension(&mut self) -> Option<Suspension<S::Handle>> {
        self.extras.as_mut()?.suspension.take()
    }

    /// Whether parsing has ended before the input, as the [sink is full](TreeSink::is_full). Tokens that come nevertheless
    /// are ignored, and tags suspend the tokenizer.
    pub fn has_stopped(&self) -> bool {
        self.has_stopped
    }

    /// Ends parsing with an error.
    #[cold]
    fn stop(&mut self, code: ErrorCode) -> TokenSinkResult {
        if !self.has_stopped {
            self.has_stopped = true;
            self.error(code);
        }
        TokenSinkResult::Suspend
    }

    /// Suspends the tokenizer at the end of this token.
    pub(crate) fn suspend(&mut self, suspension: Suspension<S::Handle>) -> Flow<'static> {
        self.extras_mut().suspension = Some(suspension);
        Flow::Suspend
    }

    /// Does what follows from a script being complete.
    pub(crate) fn script_ended(&mut self, script: S::Handle) -> Flow<'static> {
        self.sink.script_ended(script);
        let runs = matches!(self.options.scripting, ScriptingMode::Normal | ScriptingMode::Fragment);
        if runs && self.options.suspend_at_scripts { self.suspend(Suspension::Script(script)) } else { Flow::Done }
    }

    /// A stand-in for the fragment context element, made where declarative shadow roots are allowed: a template at the top
    /// of the fragment gives its shadow root to it.
    pub fn fragment_context_node(&self) -> Option<S::Handle> {
        self.fragment_context_node
    }

    /// The insertion mode.
    pub fn insertion_mode(&self) -> InsertionMode {
        self.mode
    }

    // Errors.

    /// Reports a parse error at the current token.
    #[inline]
    pub(crate) fn error(&mut self, code: ErrorCode) {
        if S::WANTS_ERRORS {
            self.sink.parse_error(ParseError { code, span: self.token_span });
        }
    }

    /// Reports a parse error about a token, which may be what a rule left of a run of characters.
    pub(crate) fn error_about(&mut self, token: &Token<'_>, code: ErrorCode) {
        self.token_span = error_span(token);
        self.error(code);
    }

    /// Reports a parse error for each character of a text.
    pub(crate) fn error_for_each_character(&mut self, code: ErrorCode, text: Text<'_>) {
        if S::WANTS_ERRORS {
            for (at, character) in text.text.char_indices() {
                let start = text.span.start + at as u32;
                let span =
                    if text.verbatim { Span::new(start, start + character.len_utf8() as u32) } else { text.span };
                self.sink.parse_error(ParseError { code, span });
            }
        }
    }

    // The dispatcher.

    /// The [tree construction
    /// dispatcher](https://html.spec.whatwg.org/multipage/parsing.html#tree-construction-dispatcher): whether the token
    /// goes by the rules for HTML content.
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
            Token::Characters(_) | Token::NullCharacter(_) => {
                flags.has(Flags::MATHML_TEXT_INTEGRATION_POINT.with(Flags::HTML_INTEGRATION_POINT))
            }
            Token::EndOfFile(_) => true,
            _ => false,
        }
    }

    /// The [adjusted current node](https://html.spec.whatwg.org/multipage/parsing.html#adjusted-current-node).
    #[inline]
    pub(crate) fn adjusted_current_node(&self) -> Option<(ElementType, Flags)> {
        if self.open.current_is_root() && self.fragment_context.is_some() {
            return self.fragment_context;
        }
        self.open.current().map(|entry| (entry.element_type, entry.flags))
    }

    /// Processes a token by the rules of the insertion mode, and again as long as a rule says so.
    pub(crate) fn process_in_html_content(&mut self, mut token: Token<'_>) -> TokenSinkResult {
        loop {
            match self.by_insertion_mode(token) {
                Flow::Done => return TokenSinkResult::Continue,
                Flow::SwitchTokenizer(state) => return TokenSinkResult::SwitchTo(state),
                Flow::Suspend => return TokenSinkResult::Suspend,
                Flow::Reprocess(rest) => {
                    token = rest;
                    self.token_span = error_span(&token);
                }
            }
        }
    }

    #[inline(never)]
    fn start_tag_by_rules(&mut self, tag: TagByParts<'_>) -> TokenSinkResult {
        self.process_token(Token::StartTag(&Tag::from(tag)))
    }

    #[inline(never)]
    fn end_tag_by_rules(&mut self, name: LocalName, span: Span) -> TokenSinkResult {
        self.process_token(Token::EndTag(&Tag::end_tag(name, span)))
    }

    // The stack of open elements.

    /// Pops the current node.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<OpenElement<S::Handle>> {
        let entry = self.open.pop()?;
        self.popped(&entry);
        Some(entry)
    }

    /// Does what follows from an element having left the stack.
    #[inline]
    pub(crate) fn popped(&mut self, entry: &OpenElement<S::Handle>) {
        if entry.flags.has(Flags::FORMATTING.with(Flags::OPTION)) {
            if entry.flags.has(Flags::FORMATTING) {
                self.formatting.set_open(entry.formatting, Slot::NONE);
            } else {
                self.sink.option_ended(entry.node);
            }
        }
        self.sink_popped(entry.node, entry.element_type);
    }

    /// Tells the sink that an element has left the stack.
    #[inline]
    pub(crate) fn sink_popped(&mut self, node: S::Handle, element_type: ElementType) {
        let end_tag = match element_type.name() {
            LocalName::BODY if element_type.is_html_namespace() => self.body_end_tag.take(),
            LocalName::HTML if element_type.is_html_namespace() => self.html_end_tag.take(),
            _ => match self.end_tag {
                Some((named, span)) if named == element_type.in_namespace(Namespace::Html) => {
                    self.end_tag = None;
                    Some(span)
                }
                _ => None,
            },
        };
        self.sink.element_popped(node, end_tag);
    }

    /// The end tag of the `body` was there, which stays open all the same.
    pub(crate) fn end_body(&mut self) {
        self.body_end_tag = self.end_tag.take().map(|(_, span)| span);
    }

    /// The same for the `html` element.
    pub(crate) fn end_html(&mut self) {
        self.html_end_tag = self.end_tag.take().map(|(_, span)| span);
    }

    /// Pops elements until an HTML element of this name has been popped.
    pub(crate) fn pop_until(&mut self, name: LocalName) {
        while let Some(entry) = self.pop() {
            if entry.is(name) {
                break;
            }
        }
    }

    /// Pops elements until an HTML element with one of these names has been popped.
    pub(crate) fn pop_until_one_of(&mut self, names: TagSet) {
        while let Some(entry) = self.pop() {
            if entry.element_type.is_html_in(names) {
                break;
            }
        }
    }

    /// Pops elements until an entry has been popped.
    pub(crate) fn pop_through(&mut self, slot: Slot) {
        loop {
            let is_last = self.open.current_slot() == slot;
            if self.pop().is_none() || is_last {
                break;
            }
        }
    }

    /// Pops elements while the current node is not an HTML element with one of these names.
    pub(crate) fn clear_the_stack_back_to(&mut self, context: TagSet) {
        while self.open.current().is_some_and(|entry| !entry.element_type.is_html_in(context)) {
            self.pop();
        }
    }

    /// [Generate implied end tags](https://html.spec.whatwg.org/multipage/parsing.html#generate-implied-end-tags).
    #[inline]
    pub(crate) fn generate_implied_end_tags(&mut self) {
        self.pop_while(TagSet::IMPLIED_END_TAGS);
    }

    /// Generate implied end tags except for one element.
    pub(crate) fn generate_implied_end_tags_except(&mut self, name: LocalName) {
        self.pop_while(TagSet::IMPLIED_END_TAGS.without(name));
    }

    /// [Generate all implied end tags
    /// thoroughly](https://html.spec.whatwg.org/multipage/parsing.html#generate-all-implied-end-tags-thoroughly).
    pub(crate) fn generate_all_implied_end_tags_thoroughly(&mut self) {
        self.pop_while(TagSet::THOROUGHLY_IMPLIED_END_TAGS);
    }

    #[inline]
    fn pop_while(&mut self, names: TagSet) {
        while self.open.current_is_one_of(names) {
            self.pop();
        }
    }

    /// [Close a `p` element](https://html.spec.whatwg.org/multipage/parsing.html#close-a-p-element).
    pub(crate) fn close_a_p_element(&mut self) {
        self.generate_implied_end_tags_except(LocalName::P);
        if !self.open.current_is(LocalName::P) {
            self.error(ErrorCode::ClosingPWithOpenElements);
        }
        self.pop_until(LocalName::P);
    }

    /// If the stack has a `p` element in button scope, closes it.
    #[inline]
    pub(crate) fn close_p_in_button_scope(&mut self) {
        if self.open.has_in_scope(LocalName::P) && !self.has_closed_before_block {
            self.close_a_p_element();
        }
    }

    /// [Reset the insertion mode
    /// appropriately](https://html.spec.whatwg.org/multipage/parsing.html#reset-the-insertion-mode-appropriately).
    pub(crate) fn reset_the_insertion_mode_appropriately(&mut self) {
        // The element at which the standard's loop through the stack ends.
        let node = self.open.decides_mode();
        if node.is_none() {
            return;
        }
        let last = node == Slot::FIRST;
        let element_type = match self.fragment_context {
            Some((context, _)) if last => context,
            _ => self.open[node].element_type,
        };
        let name = if element_type.is_html_namespace() { element_type.name() } else { LocalName::UNKNOWN };
        self.mode = match name {
            LocalName::TD | LocalName::TH if !last => InsertionMode::InCell,
            LocalName::TR => InsertionMode::InRow,
            LocalName::TBODY | LocalName::THEAD | LocalName::TFOOT => InsertionMode::InTableBody,
            LocalName::CAPTION => InsertionMode::InCaption,
            LocalName::COLGROUP => InsertionMode::InColumnGroup,
            LocalName::TABLE => InsertionMode::InTable,
            LocalName::TEMPLATE => self.template_mode().unwrap_or(InsertionMode::InBody),
            LocalName::HEAD if !last => InsertionMode::InHead,
            LocalName::FRAMESET => InsertionMode::InFrameset,
            LocalName::HTML if self.head_element.is_none() => InsertionMode::BeforeHead,
            LocalName::HTML => InsertionMode::AfterHead,
            _body_or_another_context => InsertionMode::InBody,
        };
    }

    /// The last of the template insertion modes.
    #[inline]
    pub(crate) fn template_mode(&self) -> Option<InsertionMode> {
        self.extras.as_ref()?.template_modes.last().copied()
    }

    pub(crate) fn push_template_mode(&mut self, mode: InsertionMode) {
        self.extras_mut().template_modes.push(mode);
    }

    pub(crate) fn pop_template_mode(&mut self) {
        if let Some(extras) = &mut self.extras {
            extras.template_modes.pop();
        }
    }

    /// Whether the parser [is parsing template
    /// contents](https://html.spec.whatwg.org/multipage/parsing.html#parsing-template-contents).
    pub(crate) fn is_parsing_template_contents(&self) -> bool {
        self.open.has_template() || self.fragment_context_is(LocalName::TEMPLATE)
    }

    pub(crate) fn fragment_context_is(&self, name: LocalName) -> bool {
        self.fragment_context.is_some_and(|(element_type, _)| element_type == ElementType::html(name))
    }

    /// Whether the stack has an element that ought to have had an end tag before the body ends.
    pub(crate) fn has_element_without_end_tag(&self) -> bool {
        self.open.has_element_without_end_tag()
    }

    /// [Stop parsing](https://html.spec.whatwg.org/multipage/parsing.html#stop-parsing): pops all that is open.
    pub(crate) fn stop_parsing(&mut self) {
        let entries = self.open.take_entries();
        for entry in entries.iter().rev().filter(|entry| !entry.flags.has(Flags::CLOSED)) {
            self.popped(entry);
        }
        self.open.restart(entries);
    }

    // Creating and inserting.

    /// What only some inputs need, to add to it.
    #[inline]
    pub(crate) fn extras_mut(&mut self) -> &mut Extras<S::Handle> {
        self.extras.get_or_insert_default()
    }

    /// The number of a tag name that has no id, if there was a start tag of this name.
    fn unknown_name(&self, tag: &Tag<'_>) -> Option<u32> {
        self.extras.as_ref()?.unknown_names.get(tag.name_str).copied()
    }

    /// The type of the HTML elements that an end tag may be for.
    fn type_of_end_tag(&self, tag: &Tag<'_>) -> Option<ElementType> {
        if tag.name.is_known() {
            return Some(ElementType::html(tag.name));
        }
        self.unknown_name(tag).map(|number| ElementType::unknown(Namespace::Html, number))
    }

    /// The type of the element that a tag names. Names without an id get a number here.
    pub(crate) fn element_type(&mut self, namespace: Namespace, tag: &Tag<'_>) -> ElementType {
        if tag.name.is_known() {
            return ElementType::known(namespace, tag.name);
        }
        let number = match self.unknown_name(tag) {
            Some(number) => number,
            None => {
                let unknown_names = &mut self.extras_mut().unknown_names;
                let number = unknown_names.len() as u32;
                unknown_names.insert(tag.name_str.into(), number);
                number
            }
        };
        ElementType::unknown(namespace, number)
    }

    /// The type of the HTML element that a tag names, if such an element can be on the stack.
    pub(crate) fn known_element_type(&self, tag: &Tag<'_>) -> Option<ElementType> {
        if tag.name.is_known() {
            return Some(ElementType::html(tag.name));
        }
        self.unknown_name(tag).map(|number| ElementType::unknown(Namespace::Html, number))
    }

    /// [Create an element for a
    /// token](https://html.spec.whatwg.org/multipage/parsing.html#create-an-element-for-the-token). `original` is the
    /// element that was created for the same token before, if there is one.
    pub(crate) fn create_element_for_token(
        &mut self,
        tag: &Tag<'_>,
        namespace: Namespace,
        intended_parent: S::Handle,
        original: Option<S::Handle>,
    ) -> S::Handle {
        let (name, adjustment) = match namespace {
            Namespace::Svg => (adjust_svg_tag_name(tag.name), Adjustment::Svg),
            Namespace::MathMl => (tag.name, Adjustment::MathMl),
            _ => (tag.name, Adjustment::None),
        };
        let element = NewElement {
            namespace,
            name,
            name_str: if name.is_known() { name.as_str() } else { tag.name_str },
            qualifier: None,
            attributes: tag.attributes.adjusted(adjustment),
            span: (!tag.span.is_empty()).then_some(tag.span),
            had_duplicate_attribute: tag.had_duplicate_attribute,
        };
        if namespace != Namespace::Html {
            self.check_xmlns_attributes(&element);
        }
        let node = match original {
            Some(original) => self.sink.recreate_element(original, &element),
            None => self.sink.create_element(&element),
        };
        if let Some(form) = self.form_element {
            let is_form_associated = namespace == Namespace::Html && TagSet::FORM_ASSOCIATED.contains(name);
            if is_form_associated
                && !self.is_parsing_template_contents()
                && self.fragment_context.is_none()
                && !(TagSet::LISTED.contains(name) && tag.attributes.get(LocalName::FORM).is_some())
            {
                self.sink.associate_with_form(node, form, intended_parent);
            }
        }
        node
    }

    fn check_xmlns_attributes(&mut self, element: &NewElement<'_>) {
        for attribute in element.attributes.iter().filter(|attribute| attribute.namespace() == Namespace::XmlNs) {
            let expected = match attribute.name() {
                LocalName::XMLNS => element.namespace.url(),
                _ => Namespace::XLink.url(),
            };
            if attribute.value() != expected {
                self.error(ErrorCode::XmlnsAttributeMismatch);
            }
        }
    }

    /// [Insert a foreign element](https://html.spec.whatwg.org/multipage/parsing.html#insert-a-foreign-element).
    #[inline]
    pub(crate) fn insert_foreign_element(
        &mut self,
        tag: &Tag<'_>,
        namespace: Namespace,
        only_add_to_element_stack: bool,
    ) -> S::Handle {
        self.insert_element(tag, namespace, only_add_to_element_stack, None)
    }

    #[inline]
    pub(crate) fn insert_element(
        &mut self,
        tag: &Tag<'_>,
        namespace: Namespace,
        only_add_to_element_stack: bool,
        original: Option<S::Handle>,
    ) -> S::Handle {
        let location = self.appropriate_place_for_element(tag, namespace);
        let node = self.create_element_for_token(tag, namespace, location.parent, original);
        if !only_add_to_element_stack && !self.is_refused_by_document(location) {
            self.insert_at(location, node);
        }
        let element_type = self.element_type(namespace, tag);
        let mut flags = Flags::of(element_type);
        if element_type == ElementType::known(Namespace::MathMl, LocalName::ANNOTATION_XML)
            && is_html_encoding(&tag.attributes)
        {
            flags = flags.with(Flags::HTML_INTEGRATION_POINT);
        }
        let mut insertion_target = node;
        if flags.has(Flags::TEMPLATE) {
            insertion_target = self.template_insertion_target(node, location);
        }
        self.open.push(node, insertion_target, element_type, flags);
        node
    }

    /// [Insert an HTML element](https://html.spec.whatwg.org/multipage/parsing.html#insert-an-html-element).
    #[inline]
    pub(crate) fn insert_html_element(&mut self, tag: &Tag<'_>) -> S::Handle {
        self.insert_foreign_element(tag, Namespace::Html, false)
    }

    /// Inserts an HTML element for a start tag token of this name with no attributes.
    pub(crate) fn insert_html_element_named(&mut self, name: LocalName) -> S::Handle {
        self.insert_html_element(&implied_tag(name))
    }

    /// Inserts an HTML element, pops it at once, and acknowledges the self-closing flag.
    pub(crate) fn insert_void_element(&mut self, tag: &Tag<'_>) -> S::Handle {
        let node = self.insert_html_element(tag);
        self.pop();
        self.self_closing_acknowledged = true;
        node
    }

    /// Whether an element may not be inserted there, as the document has one already. Only foster parenting for a table
    /// that something else moved leads there.
    #[inline]
    pub(crate) fn is_refused_by_document(&mut self, location: InsertionLocation<S::Handle>) -> bool {
        location.before.is_some() && location.parent == self.sink.document() && self.sink.document_has_element_child()
    }

    /// Inserts a node at a location.
    #[inline]
    pub(crate) fn insert_at(&mut self, location: InsertionLocation<S::Handle>, node: S::Handle) {
        match location.before {
            None => self.sink.append(location.parent, node),
            Some(sibling) => self.sink.insert_before(location.parent, sibling, node),
        }
    }

    /// [Insert a character](https://html.spec.whatwg.org/multipage/parsing.html#insert-a-character), for a run of them.
    #[inline]
    pub(crate) fn insert_characters(&mut self, text: Text<'_>) {
        let location = self.appropriate_place();
        match location.before {
            None => self.sink.append_text(location.parent, text),
            // A document has no text; it is dropped.
            Some(_) if location.parent == self.sink.document() => {}
            Some(sibling) => self.sink.insert_text_before(location.parent, sibling, text),
        }
    }

    /// [Insert a comment](https://html.spec.whatwg.org/multipage/parsing.html#insert-a-comment).
    pub(crate) fn insert_comment(&mut self, data: Text<'_>, span: Span) {
        let comment = self.sink.create_comment(data, span);
        let location = self.appropriate_place();
        self.insert_at(location, comment);
    }

    /// Inserts a comment as the last child of the document.
    pub(crate) fn insert_comment_in_document(&mut self, data: Text<'_>, span: Span) {
        let comment = self.sink.create_comment(data, span);
        let document = self.sink.document();
        self.sink.append(document, comment);
    }

    /// [Insert a processing
    /// instruction](https://html.spec.whatwg.org/multipage/parsing.html#insert-a-processing-instruction).
    pub(crate) fn insert_processing_instruction(&mut self, target: &str, data: Text<'_>, span: Span) {
        let instruction = self.sink.create_processing_instruction(target, data, span);
        let location = self.appropriate_place();
        self.insert_at(location, instruction);
    }

    /// Inserts a processing instruction as the last child of the document.
    pub(crate) fn insert_processing_instruction_in_document(&mut self, target: &str, data: Text<'_>, span: Span) {
        let instruction = self.sink.create_processing_instruction(target, data, span);
        let document = self.sink.document();
        self.sink.append(document, instruction);
    }

    // Formatting.

    /// [Reconstruct the active formatting
    /// elements](https://html.spec.whatwg.org/multipage/parsing.html#reconstruct-the-active-formatting-elements).
    #[inline(always)]
    pub(crate) fn reconstruct_the_active_formatting_elements(&mut self) {
        if self.formatting.has_something_to_reconstruct() {
            self.reconstruct_what_is_closed();
        }
    }

    #[inline(never)]
    fn reconstruct_what_is_closed(&mut self) {
        let (first, have_left) = self.formatting.first_to_reconstruct(self.options.limits.reconstructed_elements);
        if have_left {
            self.error(ErrorCode::ReconstructionLimit);
        }
        let mut formatting = first;
        while let Some(original) = self.formatting.element(formatting).map(|element| element.node) {
            let token = self.formatting.take_token(formatting);
            let node = self.insert_element(&token.tag(), Namespace::Html, false, Some(original));
            let slot = self.open.current_slot();
            self.open.set_formatting(slot, formatting);
            self.formatting.reopen(formatting, node, slot, token);
            formatting = self.formatting.next(formatting);
        }
    }

    /// Inserts an HTML element and pushes it onto the list of active formatting elements.
    pub(crate) fn insert_formatting_element(&mut self, tag: &Tag<'_>) {
        let node = self.insert_html_element(tag);
        self.push_onto_formatting(node, tag);
    }

    /// Pushes the current node, which was inserted for a tag, onto the list of active formatting elements.
    #[inline(always)]
    pub(crate) fn push_onto_formatting(&mut self, node: S::Handle, tag: &Tag<'_>) {
        self.push_token_onto_formatting(node, FormattingToken::of(tag, S::KEEPS_ATTRIBUTES));
    }

    /// The same for a tag of which as much is kept as has to be.
    #[inline(always)]
    pub(crate) fn push_token_onto_formatting(&mut self, node: S::Handle, token: FormattingToken) {
        let slot = self.open.current_slot();
        let element = FormattingElement { node, token, open: slot };
        if !self.formatting.is_empty()
            && let Some(earliest) = self.formatting.third_of_a_kind(&element, &SinkAttributes(&self.sink))
        {
            self.remove_formatting(earliest);
        }
        let formatting = self.formatting.push(element);
        self.open.set_formatting(slot, formatting);
    }

    /// [Clear the list of active formatting elements up to the last
    /// marker](https://html.spec.whatwg.org/multipage/parsing.html#clear-the-list-of-active-formatting-elements-up-to-the-last-marker).
    pub(crate) fn clear_formatting_up_to_the_last_marker(&mut self) {
        let open = &mut self.open;
        self.formatting.clear_up_to_the_last_marker(|slot| open.set_formatting(slot, Slot::NONE));
    }

    // Elements that contain only text.

    /// The [generic raw text element parsing
    /// algorithm](https://html.spec.whatwg.org/multipage/parsing.html#generic-raw-text-element-parsing-algorithm).
    pub(crate) fn parse_raw_text_element(&mut self, tag: &Tag<'_>) -> Flow<'static> {
        self.insert_html_element(tag);
        self.switch_to_text(State::Rawtext)
    }

    /// The [generic RCDATA element parsing
    /// algorithm](https://html.spec.whatwg.org/multipage/parsing.html#generic-rcdata-element-parsing-algorithm).
    pub(crate) fn parse_rcdata_element(&mut self, tag: &Tag<'_>) -> Flow<'static> {
        self.insert_html_element(tag);
        self.switch_to_text(State::Rcdata)
    }

    /// Switches to the "text" insertion mode, and the tokenizer to a state for text.
    pub(crate) fn switch_to_text(&mut self, state: State) -> Flow<'static> {
        self.original_mode = self.mode;
        self.mode = InsertionMode::Text;
        Flow::SwitchTokenizer(state)
    }
}

/// What the sink knows of attributes, if it keeps them.
pub(crate) struct SinkAttributes<'s, S>(pub(crate) &'s S);

impl<S: TreeSink> FormattingAttributes<S::Handle> for SinkAttributes<'_, S> {
    #[inline]
    fn are_same(&self, a: S::Handle, b: S::Handle) -> bool {
        !S::KEEPS_ATTRIBUTES || self.0.has_same_attributes(a, b)
    }

    fn hash(&self, node: S::Handle) -> u64 {
        if S::KEEPS_ATTRIBUTES { self.0.attributes_hash(node) } else { 0 }
    }
}

impl<S: TreeSink> TokenSink for TreeBuilder<S> {
    const WANTS_ERRORS: bool = S::WANTS_ERRORS;

    #[inline(never)]
    fn process_token(&mut self, mut token: Token<'_>) -> TokenSinkResult {
        if let Token::EndOfFile(offset) = token
            && self.straight_end_of_file(offset)
        {
            return TokenSinkResult::Continue;
        }
        self.token_span = error_span(&token);
        if let Some(code) = self.sink.is_full() {
            return self.stop(code);
        }
        if self.ignore_line_feed {
            self.ignore_line_feed = false;
            if let Token::Characters(text) = token
                && text.text.starts_with('\n')
            {
                let rest = text.split_at(1).1;
                if rest.text.is_empty() {
                    return TokenSinkResult::Continue;
                }
                token = Token::Characters(rest);
            }
        }
        self.self_closing_acknowledged = false;
        if let Token::EndTag(tag) = token {
            self.end_tag = self.type_of_end_tag(tag).map(|named| (named, tag.span));
        }
        let result = if self.has_closed_before_block || self.is_html_content(&token) {
            self.process_in_html_content(token)
        } else {
            self.foreign_content(token)
        };
        if let Token::StartTag(tag) = token
            && tag.self_closing
            && !self.self_closing_acknowledged
        {
            self.token_span = tag.span;
            self.error(ErrorCode::NonVoidHtmlElementStartTagWithTrailingSolidus);
        }
        self.end_tag = None;
        self.has_closed_before_block = false;
        self.look_for_obstacles();
        result
    }

    #[inline]
    fn start_tag(&mut self, tag: &Tag<'_>) -> TokenSinkResult {
        match self.straight_start_tag(tag) {
            true => TokenSinkResult::Continue,
            false => self.process_token(Token::StartTag(tag)),
        }
    }

    #[inline(always)]
    fn start_tag_by_parts(&mut self, tag: TagByParts<'_>) -> TokenSinkResult {
        match self.straight_start_tag_by_parts(tag) {
            true => TokenSinkResult::Continue,
            false => self.start_tag_by_rules(tag),
        }
    }

    #[inline]
    fn end_tag(&mut self, tag: &Tag<'_>) -> TokenSinkResult {
        match self.straight_end_tag(tag.name, tag.span) {
            true => TokenSinkResult::Continue,
            false => self.process_token(Token::EndTag(tag)),
        }
    }

    #[inline(always)]
    fn end_tag_by_name(&mut self, name: LocalName, span: Span) -> TokenSinkResult {
        match self.straight_end_tag(name, span) {
            true => TokenSinkResult::Continue,
            false => self.end_tag_by_rules(name, span),
        }
    }

    #[inline(always)]
    fn characters_at(&mut self, span: Span) -> HookAnswer {
        self.straight_characters_at(span)
    }

    #[inline]
    fn lend_buffer(&mut self) -> Option<String> {
        if self.appends_straight() || self.is_text_only() { self.sink.lend_buffer() } else { None }
    }

    #[inline(always)]
    fn characters_in_buffer(&mut self, buffer: String, start: usize, span: Span) {
        self.straight_characters_in_buffer(buffer, start, span);
    }

    fn characters(&mut self, text: Text<'_>) {
        if !self.straight_characters(text) {
            self.process_token(Token::Characters(text));
        }
    }

    fn parse_error(&mut self, error: ParseError) {
        if !self.has_stopped {
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

/// Where a rule's error about a token lies: for a run of characters at the first, as each is a token to the standard.
#[inline]
pub(crate) fn error_span(token: &Token<'_>) -> Span {
    match token {
        Token::Characters(text) if text.verbatim => {
            let length = match text.text.as_bytes().first() {
                Some(0..0x80) => 1,
                _ => text.text.chars().next().map_or(0, char::len_utf8),
            };
            Span::new(text.span.start, text.span.start + length as u32)
        }
        _ => token.span(),
    }
}

/// A start tag token of this name with no attributes, which is nowhere in the input.
pub(crate) fn implied_tag(name: LocalName) -> Tag<'static> {
    Tag {
        name,
        name_str: name.as_str(),
        attributes: Attributes::EMPTY,
        self_closing: false,
        had_duplicate_attribute: false,
        span: Span::default(),
        name_span: Span::default(),
    }
}

/// Whether the attributes of an `annotation-xml` make it an [HTML integration
/// point](https://html.spec.whatwg.org/multipage/parsing.html#html-integration-point).
pub(crate) fn is_html_encoding(attributes: &Attributes<'_>) -> bool {
    attributes.get(LocalName::ENCODING).is_some_and(|encoding| {
        let value = encoding.value();
        value.eq_ignore_ascii_case("text/html") || value.eq_ignore_ascii_case("application/xhtml+xml")
    })
}

/// Splits a run of characters after its leading white space.
pub(crate) fn split_whitespace(text: Text<'_>) -> (Text<'_>, Text<'_>) {
    let rest = text.text.trim_start_matches(is_whitespace);
    text.split_at(text.text.len() - rest.len())
}

/// U+0009, U+000A, U+000C, U+000D and U+0020, which the rules treat apart.
pub(crate) fn is_whitespace(character: char) -> bool {
    matches!(character, '\t' | '\n' | '\x0c' | '\r' | ' ')
}
