//! The [tree construction stage](https://ygg01.github.io/xml5_draft/#tree-construction): phases, the stack of open elements,
//! and namespaces.
//!
//! * **Names are interned.** Each tag name has a [`TagName`](names::TagName) with its prefix, its local name and the index of the
//!   innermost open element with that name. So an end tag finds its element without a search.
//! * **Each prefix has a current namespace.** A declaration changes it and records the previous one, which is restored when the
//!   element is popped. So a lookup takes constant time, independent of depth and declarations.
//! * An element that starts in the text of an entity also ends there. End tags in the text cannot close elements that were open before the
//!   entity reference.

use crate::declaration_syntax::is_public_id_char;
use crate::tokenizer::TokenizerOptions;
use crate::xml_declaration::{ReadXmlDeclaration, read_xml_declaration};
use crate::{EndTag, Tag, Token, TokenSink};
use limpid_markup::{Doctype, ErrorCode, HookResult, Limits, ParseError, Span, Text, TreeSink, is_ncname};
use std::borrow::Cow;

mod elements;
mod names;
mod namespaces;

use elements::OpenElement;
use names::{TagNames, split_name};
use namespaces::Namespaces;

/// The options of a [`TreeBuilder`].
///
/// ```
/// use limpid::xml::stages::{TreeBuilder, TreeBuilderOptions, tokenize};
/// let options = TreeBuilderOptions::default().fragment(true);
/// let mut builder = TreeBuilder::new(limpid_dom::DocumentBuilder::new("<around>Tea"), options);
/// tokenize("<around>Tea", &mut builder);
/// assert!(builder.finish().finish().errors().is_empty()); // `around` needs no end tag
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct TreeBuilderOptions {
    /// Limits on the input. The tree builder applies the limit on the depth.
    pub limits: Limits,
    /// Whether the first start tag is the context of a fragment: see [`fragment`](Self::fragment).
    pub fragment: bool,
}

impl TreeBuilderOptions {
    /// Sets the limits on the input.
    ///
    /// ```
    /// use limpid::{Limits, xml::stages::TreeBuilderOptions};
    /// assert_eq!(TreeBuilderOptions::default().limits(Limits::default().depth(9)).limits.depth, 9);
    /// ```
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Sets whether the first start tag is the context of a fragment and declares its namespaces, as in the
    /// [XML fragment parsing algorithm](https://html.spec.whatwg.org/multipage/xhtml.html#parsing-xhtml-fragments). The context element
    /// contains all other nodes. It needs no end tag, and no end tag closes it.
    ///
    /// ```
    /// use limpid::xml::stages::TreeBuilderOptions;
    /// assert!(TreeBuilderOptions::default().fragment(true).fragment && !TreeBuilderOptions::default().fragment);
    /// ```
    #[must_use]
    pub fn fragment(mut self, fragment: bool) -> Self {
        self.fragment = fragment;
        self
    }

    /// Returns tokenizer options with the same limits.
    ///
    /// ```
    /// use limpid::{Limits, xml::stages::TreeBuilderOptions};
    /// let options = TreeBuilderOptions::default().limits(Limits::default().entity_depth(2));
    /// assert_eq!(options.tokenizer().limits.entity_depth, 2);
    /// ```
    pub fn tokenizer(&self) -> TokenizerOptions {
        TokenizerOptions::default().limits(self.limits)
    }
}

/// The part of the document that is being parsed: before, in or after the root element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    Start,
    Main,
    End,
}

/// Builds a tree from tokens, in any [`TreeSink`].
///
/// ```
/// use limpid::xml::stages::{TreeBuilder, TreeBuilderOptions, tokenize};
/// let source = "<tea xmlns='urn:tea'><leaf/></tea>";
/// let mut builder = TreeBuilder::new(limpid_dom::DocumentBuilder::new(source), TreeBuilderOptions::default());
/// tokenize(source, &mut builder);
/// let document = builder.finish().finish();
/// assert_eq!(document.document_element().unwrap().first_child().unwrap().namespace_url(), Some("urn:tea"));
/// ```
#[derive(Debug)]
pub struct TreeBuilder<S: TreeSink> {
    sink: S,
    options: TreeBuilderOptions,
    document: S::Handle,
    phase: Phase,
    open: Vec<OpenElement<S::Handle>>,
    /// For each open entity, the number of elements that were open at its start.
    entities: Vec<usize>,
    names: TagNames,
    namespaces: Namespaces,
    scratch: elements::Scratch,
    /// Whether [`TreeSink::set_xml`] was called. It is called before the first token is handled.
    has_started: bool,
    has_doctype: bool,
    /// Whether an error was reported for the current text outside of the root element. Reset by the next token that is not text.
    has_reported_text: bool,
    has_stopped: bool,
}

impl<S: TreeSink> TreeBuilder<S> {
    /// Creates a tree builder.
    ///
    /// ```
    /// use limpid::xml::stages::{TreeBuilder, TreeBuilderOptions};
    /// let builder = TreeBuilder::new(limpid_dom::DocumentBuilder::new(""), TreeBuilderOptions::default());
    /// assert!(builder.finish().finish().is_xml());
    /// ```
    pub fn new(mut sink: S, options: TreeBuilderOptions) -> TreeBuilder<S> {
        let document = sink.document();
        TreeBuilder {
            sink,
            options,
            document,
            phase: Phase::Start,
            open: Vec::new(),
            entities: Vec::new(),
            names: TagNames::default(),
            namespaces: Namespaces::default(),
            scratch: elements::Scratch::default(),
            has_started: false,
            has_doctype: false,
            has_reported_text: false,
            has_stopped: false,
        }
    }

    /// Returns the sink.
    ///
    /// ```
    /// use limpid::xml::stages::{Tokenizer, TokenizerOptions, TreeBuilder, TreeBuilderOptions};
    /// let mut builder = TreeBuilder::new(limpid_dom::DocumentBuilder::owning(), TreeBuilderOptions::default());
    /// Tokenizer::new(TokenizerOptions::default()).feed("<a><b/>", &mut builder);
    /// assert_eq!(builder.sink().document_so_far().document_element().unwrap().local_name(), "a");
    /// ```
    pub fn sink(&self) -> &S {
        &self.sink
    }

    /// Returns a mutable reference to the sink.
    ///
    /// ```
    /// use limpid::xml::stages::{TreeBuilder, TreeBuilderOptions};
    /// let mut builder = TreeBuilder::new(limpid_dom::DocumentBuilder::owning(), TreeBuilderOptions::default());
    /// builder.sink_mut().set_errors(false);
    /// assert!(builder.finish().finish().errors().is_empty());
    /// ```
    pub fn sink_mut(&mut self) -> &mut S {
        &mut self.sink
    }

    /// Closes all open elements and returns the sink.
    ///
    /// ```
    /// use limpid::xml::stages::{Tokenizer, TokenizerOptions, TreeBuilder, TreeBuilderOptions};
    /// let mut builder = TreeBuilder::new(limpid_dom::DocumentBuilder::owning(), TreeBuilderOptions::default());
    /// Tokenizer::new(TokenizerOptions::default()).feed("<a><b>", &mut builder);
    /// assert_eq!(builder.finish().finish().to_xml(), "<a><b/></a>");
    /// ```
    pub fn finish(mut self) -> S {
        self.start_document(None);
        self.check_full(Span::empty(0));
        while !self.open.is_empty() {
            self.pop(None);
        }
        self.sink
    }

    /// Whether parsing stopped before the end of the input, because the [sink is full](TreeSink::is_full).
    ///
    /// ```
    /// use limpid::{Limits, xml::stages::{TreeBuilder, TreeBuilderOptions, tokenize}};
    /// let mut sink = limpid_dom::DocumentBuilder::new("");
    /// sink.set_limits(&Limits::default().nodes(10));
    /// let mut builder = TreeBuilder::new(sink, TreeBuilderOptions::default());
    /// tokenize(&format!("<r>{}", "<a/>".repeat(100)), &mut builder);
    /// assert!(builder.has_stopped());
    /// ```
    pub fn has_stopped(&self) -> bool {
        self.has_stopped
    }

    #[cold]
    fn error(&mut self, span: Span, code: ErrorCode) {
        if S::WANTS_ERRORS {
            self.sink.parse_error(ParseError::new(code, span));
        }
    }

    /// Stops parsing if the sink is full. Returns whether parsing has stopped.
    fn check_full(&mut self, span: Span) -> bool {
        if let (false, Some(code)) = (self.has_stopped, self.sink.is_full()) {
            self.has_stopped = true;
            self.error(span, code);
        }
        self.has_stopped
    }

    /// Calls [`TreeSink::set_xml`] if it was not called before. Returns whether `token` is an XML declaration, which does not become a node.
    #[inline]
    fn start_document(&mut self, token: Option<&Token<'_>>) -> bool {
        if self.has_started {
            return false;
        }
        self.has_started = true;
        self.start_document_with(token)
    }

    #[cold]
    fn start_document_with(&mut self, token: Option<&Token<'_>>) -> bool {
        let Some(Token::ProcessingInstruction { target: "xml", data, span }) = token else {
            self.sink.set_xml(None);
            return false;
        };
        let ReadXmlDeclaration { declaration, is_valid, .. } = read_xml_declaration(data.text);
        self.sink.set_xml(Some(declaration));
        if !is_valid {
            self.error(*span, ErrorCode::XmlDeclarationInvalid);
        }
        true
    }

    fn current_content(&self) -> S::Handle {
        self.open.last().map_or(self.document, |element| element.content)
    }

    // Phases.

    fn start_tag_token(&mut self, tag: &Tag<'_>) {
        match self.phase {
            Phase::Start => {
                self.phase = if tag.is_empty { Phase::End } else { Phase::Main };
                self.insert_element(tag);
            }
            Phase::Main => self.insert_element(tag),
            Phase::End => self.error(tag.span, ErrorCode::XmlSecondRoot),
        }
    }

    #[inline]
    fn end_tag_token(&mut self, tag: EndTag<'_>) {
        if let Some(current) = self.open.last()
            && self.names.text(current.name) == tag.name
            && self.open.len() > self.protected_depth()
        {
            self.pop(Some(tag.span));
            return self.enter_end_phase_if_closed();
        }
        self.mismatched_end_tag(tag);
    }

    #[cold]
    fn mismatched_end_tag(&mut self, tag: EndTag<'_>) {
        let index = self.names.find(tag.name).and_then(|name| self.names.innermost(name));
        let Some(index) = index else {
            return self.error(tag.span, ErrorCode::XmlEndTagWithoutStartTag);
        };
        if index < self.protected_depth() {
            return self.error(tag.span, self.protected_element_error());
        }
        self.error(tag.span, ErrorCode::XmlEndTagMismatch);
        while self.open.len() > index + 1 {
            self.pop(None);
        }
        self.pop(Some(tag.span));
        self.enter_end_phase_if_closed();
    }

    fn short_end_tag(&mut self, span: Span) {
        self.error(span, ErrorCode::XmlShortEndTag);
        if self.open.is_empty() {
            return self.error(span, ErrorCode::XmlEndTagWithoutStartTag);
        }
        if self.open.len() <= self.protected_depth() {
            return self.error(span, self.protected_element_error());
        }
        self.pop(Some(span));
        self.enter_end_phase_if_closed();
    }

    fn enter_end_phase_if_closed(&mut self) {
        if self.open.is_empty() {
            self.phase = Phase::End;
        }
    }

    /// Returns the number of open elements that end tags in the current entity or fragment cannot close.
    #[inline]
    fn protected_depth(&self) -> usize {
        self.entities.last().copied().unwrap_or(usize::from(self.options.fragment))
    }

    /// Returns the error for an end tag that cannot close its element.
    fn protected_element_error(&self) -> ErrorCode {
        match self.entities.is_empty() {
            true => ErrorCode::XmlEndTagWithoutStartTag,
            false => ErrorCode::XmlEntityNotNested,
        }
    }

    fn end_entity(&mut self, span: Span) {
        let Some(protected_depth) = self.entities.pop() else { return };
        if self.open.len() > protected_depth {
            self.error(span, ErrorCode::XmlEntityNotNested);
        }
        while self.open.len() > protected_depth {
            self.pop(None);
        }
        if self.phase == Phase::Main {
            self.enter_end_phase_if_closed();
        }
    }

    /// Reports text before or after the root element.
    #[cold]
    fn report_text_outside_root(&mut self, text: Text<'_>) {
        let Some(at) = text.text.find(|c: char| !c.is_ascii() || !crate::scan::is_whitespace(c as u8)) else { return };
        let mut span = text.span;
        if text.verbatim {
            span.start += at as u32;
            span.end = span.start + text.text[at..].chars().next().map_or(0, char::len_utf8) as u32;
        }
        self.report_outside_root(span);
    }

    #[cold]
    fn report_outside_root(&mut self, span: Span) {
        if !self.has_reported_text {
            self.has_reported_text = true;
            self.error(span, ErrorCode::XmlTextOutsideRoot);
        }
    }

    /// Checks the first DOCTYPE and appends it to the document.
    fn doctype(&mut self, doctype: Doctype<'_>) {
        self.has_doctype = true;
        if let Some(code) = doctype.name.and_then(|name| split_name(name).2) {
            self.error(doctype.span, code);
        }
        if doctype.public_id.is_some_and(|id| !id.chars().all(is_public_id_char)) {
            self.error(doctype.span, ErrorCode::XmlInvalidPublicIdentifier);
        }
        if doctype.public_id.is_some() && doctype.system_id.is_none() {
            self.error(doctype.span, ErrorCode::XmlMissingSystemIdentifier);
        }
        let public_id = doctype.public_id.map(normalize_public_id);
        self.sink.append_doctype(&Doctype { public_id: public_id.as_deref(), ..doctype });
    }

    fn processing_instruction(&mut self, target: &str, data: Text<'_>, span: Span) {
        if target == "xml" {
            self.error(span, ErrorCode::XmlDeclarationMisplaced);
        } else if target.eq_ignore_ascii_case("xml") || !is_ncname(target) {
            self.error(span, ErrorCode::XmlInvalidProcessingInstructionTarget);
        }
        let node = self.sink.create_processing_instruction(target, data, span);
        let parent = self.current_content();
        self.sink.append(parent, node);
    }

    fn end_of_file(&mut self, at: u32) {
        match self.phase {
            Phase::Start => self.error(Span::empty(at), ErrorCode::XmlMissingRoot),
            Phase::Main if self.options.fragment && self.open.len() == 1 => {}
            Phase::Main => self.error(Span::empty(at), ErrorCode::XmlUnclosedElement),
            Phase::End => {}
        }
        while !self.open.is_empty() {
            self.pop(None);
        }
    }
}

impl<S: TreeSink> TokenSink for TreeBuilder<S> {
    const WANTS_ERRORS: bool = S::WANTS_ERRORS;

    fn process_token(&mut self, token: Token<'_>) {
        if self.start_document(Some(&token)) {
            return;
        }
        let span = token.span();
        if self.check_full(span) {
            return;
        }
        if !matches!(token, Token::Characters(_) | Token::EntityStart(_) | Token::EntityEnd(_)) {
            self.has_reported_text = false;
        }
        match token {
            Token::StartTag(tag) => self.start_tag_token(tag),
            Token::EndTag(tag) => match self.phase {
                Phase::Main => self.end_tag_token(tag),
                Phase::Start | Phase::End => self.error(span, ErrorCode::XmlEndTagWithoutStartTag),
            },
            Token::ShortEndTag(span) => self.short_end_tag(span),
            Token::Characters(text) => match self.phase {
                Phase::Main => {
                    let parent = self.current_content();
                    self.sink.append_text(parent, text);
                }
                Phase::Start | Phase::End => self.report_text_outside_root(text),
            },
            Token::Comment { data, span } => {
                let node = self.sink.create_comment(data, span);
                let parent = self.current_content();
                self.sink.append(parent, node);
            }
            Token::ProcessingInstruction { target, data, span } => self.processing_instruction(target, data, span),
            Token::Doctype(doctype) => match self.phase {
                Phase::Start if !self.has_doctype => self.doctype(doctype),
                Phase::Start | Phase::Main | Phase::End => self.error(span, ErrorCode::UnexpectedDoctype),
            },
            Token::EntityStart(_) => self.entities.push(self.open.len()),
            Token::EntityEnd(span) => self.end_entity(span),
            Token::EndOfFile(at) => self.end_of_file(at),
        }
    }

    #[inline]
    fn start_tag(&mut self, tag: &Tag<'_>) {
        if self.phase == Phase::Main && self.has_started && !self.has_stopped && self.sink.is_full().is_none() {
            self.insert_element(tag);
        } else {
            self.process_token(Token::StartTag(tag));
        }
    }

    #[inline]
    fn end_tag(&mut self, tag: EndTag<'_>) {
        if self.phase == Phase::Main && !self.has_stopped {
            self.end_tag_token(tag);
        } else {
            self.process_token(Token::EndTag(tag));
        }
    }

    #[inline]
    fn characters_at(&mut self, span: Span) -> HookResult {
        if self.phase != Phase::Main || self.has_stopped {
            return HookResult::Declined;
        }
        let parent = self.current_content();
        self.sink.append_text_at(parent, span)
    }

    #[inline]
    fn reference_or_cdata(&mut self, span: Span) {
        if self.phase != Phase::Main && !self.has_stopped {
            self.start_document(None);
            self.report_outside_root(span);
        }
    }

    fn parse_error(&mut self, error: ParseError) {
        if !self.has_stopped {
            self.sink.parse_error(error);
        }
    }

    fn well_formedness_error(&mut self, error: ParseError) {
        self.parse_error(error);
    }

    fn wants_input_stream_errors(&self) -> bool {
        self.sink.wants_input_stream_errors()
    }

    fn is_full(&self) -> bool {
        self.has_stopped || self.sink.is_full().is_some()
    }
}

/// [Normalizes the white space](https://www.w3.org/TR/xml/#dt-pubid) of a public identifier.
fn normalize_public_id(id: &str) -> Cow<'_, str> {
    let mut words = id.split([' ', '\t', '\n', '\r']).filter(|word| !word.is_empty());
    let first = words.next().unwrap_or_default();
    if first.len() == id.len() {
        return Cow::Borrowed(first);
    }
    let mut normalized = first.to_owned();
    for word in words {
        normalized.push(' ');
        normalized.push_str(word);
    }
    Cow::Owned(normalized)
}
