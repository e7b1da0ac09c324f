//! The tree builder, which builds a tree in a [`TreeSink`].

pub use markup5ever::interface::tree_builder::create_element_with_flags;
pub use markup5ever::interface::{AppendNode, AppendText, Attribute, NodeOrText};
pub use markup5ever::interface::{ElemName, ElementFlags, Tracer, TreeSink, create_element};
pub use markup5ever::interface::{LimitedQuirks, NoQuirks, Quirks, QuirksMode};

use crate::encoding::extract_encoding_label;
use crate::tokenizer::states::{self, State};
use crate::tokenizer::{self, EndTag, Feed, Input, Tag, TokenSink, TokenSinkResult};
use limpid_markup::{AttributeRecord, Limits, LocalName, Span, Text, TokenAttributes};
use limpid_markup5ever::{
    Adapter, AdapterOptions, Borrowed, Detached, Session, Stage, fragment_builder, initial_state, quirks_mode,
};
use limpid_tokenizer::{Chunk, TokenSink as _, TokenizerStatus};
use limpid_tree_builder::{ScriptingMode, Suspension, TreeBuilderOptions};
use markup5ever::tendril::StrTendril;
use markup5ever::{QualName, TokenizerResult, ns};
use std::cell::RefCell;

/// The options of a [`TreeBuilder`].
///
/// ```
/// use limpid_html5ever::tree_builder::{Quirks, TreeBuilderOpts};
/// use limpid_html5ever::{ParseOpts, parse_document, tendril::TendrilSink};
/// use markup5ever_rcdom::RcDom;
/// let tree_builder = TreeBuilderOpts { iframe_srcdoc: true, quirks_mode: Quirks, ..Default::default() };
/// let opts = ParseOpts { tree_builder, ..Default::default() };
/// assert!(parse_document(RcDom::default(), opts).one("<p>no DOCTYPE").errors.borrow().is_empty());
/// ```
#[derive(Copy, Clone)]
pub struct TreeBuilderOpts {
    /// Whether the error messages of the tree builder contain byte offsets. The tokenizer has its own option. Default: false
    pub exact_errors: bool,

    /// Whether scripting is enabled. If so, a `noscript` contains text, otherwise elements. Default: true
    pub scripting_enabled: bool,

    /// Whether the document is an iframe's `srcdoc`, which needs no DOCTYPE. Default: false
    pub iframe_srcdoc: bool,

    /// Whether to drop the DOCTYPE instead of passing it to the sink. Default: false
    pub drop_doctype: bool,

    /// The mode of the document before its DOCTYPE, or of the document that contains a fragment's context. Default: no quirks
    pub quirks_mode: QuirksMode,
}

impl Default for TreeBuilderOpts {
    fn default() -> TreeBuilderOpts {
        TreeBuilderOpts {
            exact_errors: false,
            scripting_enabled: true,
            iframe_srcdoc: false,
            drop_doctype: false,
            quirks_mode: NoQuirks,
        }
    }
}

impl TreeBuilderOpts {
    fn to_limpid(self, is_fragment: bool) -> TreeBuilderOptions {
        let scripting = match self.scripting_enabled {
            true if is_fragment => ScriptingMode::Inert,
            true => ScriptingMode::Normal,
            false => ScriptingMode::Disabled,
        };
        TreeBuilderOptions::default()
            .scripting(scripting)
            .iframe_srcdoc(self.iframe_srcdoc)
            .quirks_mode(quirks_mode(self.quirks_mode))
            .allow_declarative_shadow_roots(true)
            .limits(Limits::none())
    }
}

type DetachedBuilder<Sink> = limpid_tree_builder::TreeBuilder<Adapter<Detached<Sink>>>;
type Attached<'s, Sink> = limpid_tree_builder::TreeBuilder<Adapter<Borrowed<'s, Sink>>>;

/// The tree builder: a [`TokenSink`] that builds a tree in a [`TreeSink`].
///
/// ```
/// use limpid_html5ever::tokenizer::{BufferQueue, Tokenizer};
/// use limpid_html5ever::tree_builder::TreeBuilder;
/// use markup5ever_rcdom::RcDom;
/// let builder = TreeBuilder::new(RcDom::default(), Default::default());
/// let tokenizer = Tokenizer::new(builder, Default::default());
/// let input = BufferQueue::default();
/// input.push_back("<!DOCTYPE html><p>Tea".into());
/// let _ = tokenizer.feed(&input);
/// tokenizer.end();
/// assert_eq!(tokenizer.sink.sink.document.children.borrow().len(), 2);
/// ```
pub struct TreeBuilder<Handle, Sink>
where
    Sink: TreeSink<Handle = Handle>,
{
    /// The sink.
    pub sink: Sink,
    session: Session<Handle>,
    /// `None` while a token is processed.
    builder: RefCell<Option<DetachedBuilder<Sink>>>,
    context: Option<Handle>,
}

impl<Handle, Sink> TreeBuilder<Handle, Sink>
where
    Handle: Clone,
    Sink: TreeSink<Handle = Handle>,
{
    /// Creates a tree builder for a document.
    ///
    /// ```
    /// use limpid_html5ever::tree_builder::TreeBuilder;
    /// use markup5ever_rcdom::RcDom;
    /// assert!(!TreeBuilder::new(RcDom::default(), Default::default()).is_fragment());
    /// ```
    pub fn new(sink: Sink, opts: TreeBuilderOpts) -> TreeBuilder<Handle, Sink> {
        let builder = limpid_tree_builder::TreeBuilder::new(Adapter(Detached::new()), opts.to_limpid(false));
        TreeBuilder { sink, session: session(opts), builder: RefCell::new(Some(builder)), context: None }
    }

    /// Creates a tree builder for the content of an element. `form_elem` is the form that contains the element, if any.
    ///
    /// ```
    /// use limpid_html5ever::tree_builder::{TreeBuilder, create_element};
    /// use limpid_html5ever::{QualName, local_name, ns};
    /// use markup5ever_rcdom::RcDom;
    /// let sink = RcDom::default();
    /// let title = create_element(&sink, QualName::new(None, ns!(html), local_name!("title")), vec![]);
    /// let builder = TreeBuilder::new_for_fragment(sink, title, None, Default::default());
    /// assert!(builder.is_fragment());
    /// ```
    pub fn new_for_fragment(
        sink: Sink,
        context_elem: Handle,
        form_elem: Option<Handle>,
        opts: TreeBuilderOpts,
    ) -> TreeBuilder<Handle, Sink> {
        let session = session(opts);
        let context = context_elem.clone();
        let adapter = Adapter(Borrowed { sink: &sink, session: &session });
        let builder = fragment_builder(adapter, opts.to_limpid(true), context_elem, form_elem);
        let builder = RefCell::new(Some(detach(builder)));
        TreeBuilder { sink, session, builder, context: Some(context) }
    }

    /// Returns the initial tokenizer state for a fragment.
    ///
    /// # Panics
    /// Panics if the tree builder is for a document.
    ///
    /// ```
    /// use limpid_html5ever::tokenizer::states::{RawData, Rcdata};
    /// use limpid_html5ever::tree_builder::{TreeBuilder, create_element};
    /// use limpid_html5ever::{QualName, local_name, ns};
    /// use markup5ever_rcdom::RcDom;
    /// let sink = RcDom::default();
    /// let title = create_element(&sink, QualName::new(None, ns!(html), local_name!("title")), vec![]);
    /// let builder = TreeBuilder::new_for_fragment(sink, title, None, Default::default());
    /// assert_eq!(builder.tokenizer_state_for_context_elem(true), RawData(Rcdata));
    /// ```
    pub fn tokenizer_state_for_context_elem(&self, context_element_allows_scripting: bool) -> State {
        let context = self.context.as_ref().expect("only a tree builder for a fragment has a context element");
        let name = self.sink.elem_name(context);
        let name = QualName::new(None, name.ns().clone(), name.local_name().clone());
        State::from_text_state(initial_state(&name, context_element_allows_scripting))
    }

    /// Passes each handle that the tree builder holds to a tracer, for garbage-collected DOMs.
    ///
    /// ```
    /// use limpid_html5ever::tree_builder::{Tracer, TreeBuilder};
    /// use markup5ever_rcdom::{Handle, RcDom};
    /// use std::cell::RefCell;
    ///
    /// struct Roots(RefCell<Vec<Handle>>);
    ///
    /// impl Tracer for Roots {
    ///     type Handle = Handle;
    ///
    ///     fn trace_handle(&self, node: &Handle) {
    ///         self.0.borrow_mut().push(node.clone());
    ///     }
    /// }
    ///
    /// let roots = Roots(RefCell::default());
    /// TreeBuilder::new(RcDom::default(), Default::default()).trace_handles(&roots);
    /// assert!(roots.0.borrow().is_empty()); // nothing is open yet
    /// ```
    pub fn trace_handles(&self, tracer: &dyn Tracer<Handle = Handle>) {
        self.session.for_each_handle(|handle| tracer.trace_handle(handle));
        if let Some(context) = &self.context {
            tracer.trace_handle(context);
        }
    }

    /// Returns whether the tree builder is for a fragment.
    ///
    /// ```
    /// use limpid_html5ever::tree_builder::TreeBuilder;
    /// use markup5ever_rcdom::RcDom;
    /// assert!(!TreeBuilder::new(RcDom::default(), Default::default()).is_fragment());
    /// ```
    pub fn is_fragment(&self) -> bool {
        self.context.is_some()
    }

    /// Drops all handles and returns the sink.
    pub(crate) fn into_sink(self) -> Sink {
        self.sink
    }

    /// Calls a function with the tree builder, attached to the sink.
    fn with_attached<R>(&self, run: impl FnOnce(&mut Attached<'_, Sink>) -> R) -> R {
        let builder = self.builder.take().expect("a sink must not call the tree builder that calls it");
        let mut builder = builder.map_sink(|_| Adapter(Borrowed { sink: &self.sink, session: &self.session }));
        let result = run(&mut builder);
        self.builder.replace(Some(detach(builder)));
        result
    }

    fn script(&self) -> Option<Handle> {
        self.session.take_ended_script().map(|script| self.session.handle(script))
    }
}

fn session<Handle>(opts: TreeBuilderOpts) -> Session<Handle> {
    Session::new(AdapterOptions::default().drop_doctype(opts.drop_doctype).exact_errors(opts.exact_errors))
}

fn detach<Sink: TreeSink>(builder: Attached<'_, Sink>) -> DetachedBuilder<Sink> {
    builder.map_sink(|_| Adapter(Detached::new()))
}

/// Returns the label of the encoding that a `meta` element declares.
fn declared_encoding<H>(suspension: Option<Suspension<H>>) -> Option<StrTendril> {
    let Some(Suspension::EncodingDeclaration { charset, content, .. }) = suspension else { return None };
    match charset {
        Some(charset) => Some(StrTendril::from(charset)),
        None => extract_encoding_label(&content?).map(StrTendril::from_slice),
    }
}

impl<Handle, Sink> TokenSink for TreeBuilder<Handle, Sink>
where
    Handle: Clone,
    Sink: TreeSink<Handle = Handle>,
{
    type Handle = Handle;

    fn process_token(&self, token: tokenizer::Token, line_number: u64) -> TokenSinkResult<Handle> {
        use limpid_tokenizer::Token as LimpidToken;
        self.session.set_line(&self.sink, line_number);
        let span = Span::empty(0);
        let process = |token: LimpidToken<'_>| {
            self.with_attached(|builder| {
                builder.suspend_at_encoding_declarations(true);
                let result = builder.process_token(token);
                (result, builder.take_suspension())
            })
        };
        let (result, suspension) = match &token {
            tokenizer::ParseError(message) => {
                self.sink.parse_error(message.clone());
                return TokenSinkResult::Continue;
            }
            tokenizer::TagToken(tag) => {
                let parts = TagParts::new(tag);
                let limpid_tag = parts.tag(tag);
                let is_end = tag.kind == EndTag;
                process(if is_end { LimpidToken::EndTag(&limpid_tag) } else { LimpidToken::StartTag(&limpid_tag) })
            }
            tokenizer::CharacterTokens(text) if text.is_empty() => return TokenSinkResult::Continue,
            tokenizer::CharacterTokens(text) => process(LimpidToken::Characters(Text::synthetic(text))),
            tokenizer::NullCharacterToken => process(LimpidToken::NullCharacter(span)),
            tokenizer::CommentToken(data) => process(LimpidToken::Comment { data: Text::synthetic(data), span }),
            tokenizer::DoctypeToken(doctype) => process(LimpidToken::Doctype(limpid_markup::Doctype {
                name: doctype.name.as_deref(),
                public_id: doctype.public_id.as_deref(),
                system_id: doctype.system_id.as_deref(),
                force_quirks: doctype.force_quirks,
                span,
            })),
            tokenizer::EOFToken => process(LimpidToken::EndOfFile(0)),
        };
        if let Some(script) = self.script() {
            return TokenSinkResult::Script(script);
        }
        if let Some(label) = declared_encoding(suspension) {
            return TokenSinkResult::EncodingIndicator(label);
        }
        match result {
            limpid_tokenizer::TokenSinkResult::SwitchTo(state) => match State::from_text_state(state) {
                states::RawData(kind) => TokenSinkResult::RawData(kind),
                _ => TokenSinkResult::Plaintext,
            },
            _ => TokenSinkResult::Continue,
        }
    }

    fn end(&self) {
        self.with_attached(|builder| drop(builder.take_buffers()));
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.builder.borrow().as_ref().is_some_and(limpid_tokenizer::TokenSink::adjusted_current_node_is_foreign)
    }

    fn take_tokens_of(&self, feed: Feed<'_>) -> (TokenizerResult<Handle>, usize) {
        let Feed { tokenizer, input, returns_early, interruption, exact_errors, .. } = feed;
        let Input::Chunk { text, has_cr_or_nul } = input else {
            self.with_attached(|builder| {
                let mut stage = Stage::new(builder, false).exact_errors(exact_errors);
                std::mem::take(tokenizer).finish(&mut stage);
            });
            return (TokenizerResult::Done, 0);
        };
        self.session.set_source(text.clone(), tokenizer.input_offset(), has_cr_or_nul);
        let mut consumed = 0;
        let result = self.with_attached(|builder| {
            builder.suspend_at_encoding_declarations(returns_early);
            loop {
                let chunk = Chunk::kept(&text[consumed..], has_cr_or_nul);
                let mut stage =
                    Stage::new(builder, returns_early).exact_errors(exact_errors).interrupted_by(interruption);
                let (status, length) = tokenizer.feed(chunk, &mut stage);
                consumed += length;
                if let Some(script) = self.script() {
                    return TokenizerResult::Script(script);
                }
                if let Some(label) = declared_encoding(builder.take_suspension()) {
                    return TokenizerResult::EncodingIndicator(label);
                }
                if status == TokenizerStatus::Finished || interruption.get() {
                    return TokenizerResult::Done;
                }
            }
        });
        self.session.end_source(tokenizer.input_offset());
        (result, consumed)
    }
}

/// The attributes of a tag in the form that limpid's tree builder needs.
struct TagParts {
    text: String,
    records: Vec<AttributeRecord>,
}

impl TagParts {
    fn new(tag: &Tag) -> TagParts {
        let mut text = String::new();
        let mut add = |part: &str| {
            let start = text.len() as u32;
            text.push_str(part);
            Span::new(start, text.len() as u32)
        };
        // Skips attributes with a namespace: in a token, attributes have no namespace, because the tree builder adjusts foreign attributes.
        let attributes = tag.attrs.iter().filter(|attribute| attribute.name.ns == ns!());
        let record = |attribute: &Attribute| AttributeRecord {
            name: LocalName::from_bytes(attribute.name.local.as_bytes()),
            name_span: add(&attribute.name.local),
            value_span: add(&attribute.value),
            ..AttributeRecord::default()
        };
        let records = attributes.map(record).collect();
        TagParts { text, records }
    }

    fn tag<'t>(&'t self, tag: &'t Tag) -> limpid_tokenizer::Tag<'t> {
        limpid_tokenizer::Tag {
            name: LocalName::from_bytes(tag.name.as_bytes()),
            name_str: &tag.name,
            attributes: TokenAttributes::new(&self.records, &self.text, 0, ""),
            self_closing: tag.self_closing,
            had_duplicate_attribute: tag.had_duplicate_attributes,
            span: Span::default(),
            name_span: Span::default(),
        }
    }
}
