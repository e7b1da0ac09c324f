//! The adapter implements limpid's `TreeSink` for a sink of markup5ever.

use crate::session::FragmentStart;
use crate::{AdapterOptions, NodeNumber, Session};
use limpid_markup::{
    Doctype, HookResult, LocalName, Namespace, NewElement, ParseError, QuirksMode, ShadowRootInit, Span, Text,
    TokenAttributes, XmlDeclaration,
};
use markup5ever::interface::{
    AppendNode, AppendText, Attribute, ElemName, ElementFlags, LimitedQuirks, NoQuirks, NodeOrText, Quirks, TreeSink,
};
use markup5ever::ns;
use markup5ever::tendril::StrTendril;
use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

/// How an [`Adapter`] holds its sink and session: [`Owned`], [`Borrowed`], or [`Detached`] while it has no sink.
pub trait Attachment {
    /// The type of the sink.
    type Sink: TreeSink;

    /// Returns the sink.
    fn sink(&self) -> &Self::Sink;

    /// Returns the session.
    fn session(&self) -> &Session<<Self::Sink as TreeSink>::Handle>;
}

/// A sink and session that the adapter owns.
///
/// ```
/// use limpid_markup5ever::{Adapter, AdapterOptions, Attachment, Owned};
/// use markup5ever_rcdom::RcDom;
/// let adapter: Adapter<Owned<RcDom>> = Adapter::new(RcDom::default(), AdapterOptions::default());
/// assert!(adapter.0.sink().errors.borrow().is_empty());
/// ```
pub struct Owned<S: TreeSink> {
    sink: S,
    session: Session<S::Handle>,
}

impl<S: TreeSink> Attachment for Owned<S> {
    type Sink = S;

    #[inline]
    fn sink(&self) -> &S {
        &self.sink
    }

    #[inline]
    fn session(&self) -> &Session<S::Handle> {
        &self.session
    }
}

/// A sink and session that the caller owns.
///
/// ```
/// use limpid_markup5ever::{Adapter, AdapterOptions, Borrowed, Session};
/// use limpid_tokenizer::tokenize;
/// use limpid_tree_builder::{TreeBuilder, TreeBuilderOptions};
/// use markup5ever_rcdom::RcDom;
///
/// let (sink, session) = (RcDom::default(), Session::new(AdapterOptions::default()));
/// let adapter = Adapter(Borrowed { sink: &sink, session: &session });
/// let mut builder = TreeBuilder::new(adapter, TreeBuilderOptions::default());
/// tokenize("<p>Tea", &mut builder);
/// builder.finish();
/// assert_eq!(sink.document.children.borrow().len(), 1);
/// ```
pub struct Borrowed<'s, S: TreeSink> {
    /// The sink.
    pub sink: &'s S,
    /// The session. Use the same one for the whole parse.
    pub session: &'s Session<S::Handle>,
}

impl<S: TreeSink> Attachment for Borrowed<'_, S> {
    type Sink = S;

    #[inline]
    fn sink(&self) -> &S {
        self.sink
    }

    #[inline]
    fn session(&self) -> &Session<S::Handle> {
        self.session
    }
}

/// A placeholder for a [`Borrowed`] sink between two chunks of the input, while the tree builder must not borrow the sink.
///
/// # Panics
/// Using the tree builder to parse panics until [`TreeBuilder::map_sink`](limpid_tree_builder::TreeBuilder::map_sink) attaches a sink.
///
/// ```
/// use limpid_markup5ever::{Adapter, AdapterOptions, Borrowed, Detached, Session};
/// use limpid_tokenizer::{Tokenizer, TokenizerOptions};
/// use limpid_tree_builder::{TreeBuilder, TreeBuilderOptions};
/// use markup5ever_rcdom::RcDom;
///
/// let (sink, session) = (RcDom::default(), Session::new(AdapterOptions::default()));
/// let mut tokenizer = Tokenizer::new(TokenizerOptions::default());
/// let mut resting = TreeBuilder::new(Adapter(Detached::<RcDom>::new()), TreeBuilderOptions::default());
/// for piece in ["<!DOCTYPE html><p>Te", "a"] {
///     let mut working = resting.map_sink(|_| Adapter(Borrowed { sink: &sink, session: &session }));
///     tokenizer.feed(piece, &mut working);
///     resting = working.map_sink(|_| Adapter(Detached::new()));
/// }
/// assert_eq!(sink.document.children.borrow().len(), 2);
/// ```
pub struct Detached<S>(PhantomData<fn() -> S>);

impl<S> Detached<S> {
    /// Creates a placeholder for a sink of type `S`.
    ///
    /// ```
    /// use limpid_markup5ever::{Adapter, Detached};
    /// use limpid_tree_builder::{TreeBuilder, TreeBuilderOptions};
    /// use markup5ever_rcdom::RcDom;
    /// let builder = TreeBuilder::new(Adapter(Detached::<RcDom>::new()), TreeBuilderOptions::default());
    /// assert!(!builder.has_stopped());
    /// ```
    pub fn new() -> Detached<S> {
        Detached(PhantomData)
    }
}

impl<S> Default for Detached<S> {
    fn default() -> Detached<S> {
        Detached::new()
    }
}

impl<S: TreeSink> Attachment for Detached<S> {
    type Sink = S;

    fn sink(&self) -> &S {
        panic!("the tree builder has no sink; attach one with `map_sink` before parsing")
    }

    fn session(&self) -> &Session<S::Handle> {
        panic!("the tree builder has no session; attach one with `map_sink` before parsing")
    }
}

/// Implements limpid's [`TreeSink`](limpid_markup::TreeSink) for a sink of markup5ever.
///
/// ```
/// use limpid_markup5ever::{Adapter, AdapterOptions};
/// use limpid_tokenizer::tokenize;
/// use limpid_tree_builder::{TreeBuilder, TreeBuilderOptions};
/// use markup5ever_rcdom::RcDom;
///
/// let adapter = Adapter::new(RcDom::default(), AdapterOptions::default());
/// let mut builder = TreeBuilder::new(adapter, TreeBuilderOptions::default());
/// tokenize("<!DOCTYPE html><title>Hello</title>", &mut builder);
/// let dom = builder.finish().into_sink();
/// assert_eq!(dom.document.children.borrow().len(), 2);
/// ```
///
/// [`parse_document`](crate::parse_document) does the same with less copying, because its strings share the memory of the input.
pub struct Adapter<A>(pub A);

impl<A> fmt::Debug for Adapter<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Adapter").finish_non_exhaustive()
    }
}

impl<S: TreeSink> Adapter<Owned<S>> {
    /// Wraps a sink.
    ///
    /// ```
    /// use limpid_markup5ever::{Adapter, AdapterOptions};
    /// use limpid_tokenizer::tokenize;
    /// use limpid_tree_builder::{TreeBuilder, TreeBuilderOptions};
    /// use markup5ever_rcdom::RcDom;
    /// let adapter = Adapter::new(RcDom::default(), AdapterOptions::default().drop_doctype(true));
    /// let mut builder = TreeBuilder::new(adapter, TreeBuilderOptions::default());
    /// tokenize("<!DOCTYPE html><p>Tea", &mut builder);
    /// assert_eq!(builder.finish().into_sink().document.children.borrow().len(), 1);
    /// ```
    pub fn new(sink: S, options: AdapterOptions) -> Adapter<Owned<S>> {
        Adapter(Owned { sink, session: Session::new(options) })
    }

    /// Returns the sink.
    ///
    /// ```
    /// use limpid_markup5ever::{Adapter, AdapterOptions};
    /// use markup5ever_rcdom::RcDom;
    /// let dom = Adapter::new(RcDom::default(), AdapterOptions::default()).into_sink();
    /// assert!(dom.document.children.borrow().is_empty());
    /// ```
    pub fn into_sink(self) -> S {
        self.0.sink
    }
}

impl<A: Attachment> Adapter<A> {
    #[inline]
    fn append_to(&self, parent: NodeNumber, child: NodeOrText<Handle<A>>) {
        let session = self.0.session();
        session.pending_foster.set(None);
        self.0.sink().append(session.nodes.borrow().handle(parent), child);
    }

    fn insert_before_table(&self, table: NodeNumber, child: NodeOrText<Handle<A>>) {
        let session = self.0.session();
        let pending_foster = session.pending_foster.take();
        let nodes = session.nodes.borrow();
        match pending_foster {
            // The sink chooses between the parent of the table and `previous`, because a script may have moved the table.
            Some((fostering, previous)) if fostering == table => {
                self.0.sink().append_based_on_parent_node(nodes.handle(table), nodes.handle(previous), child);
            }
            _ => self.0.sink().append_before_sibling(nodes.handle(table), child),
        }
    }

    fn add_node(&self, handle: Handle<A>) -> NodeNumber {
        self.0.session().nodes.borrow_mut().add(handle)
    }

    fn node(&self, node: NodeNumber) -> NodeOrText<Handle<A>> {
        AppendNode(self.0.session().handle(node))
    }

    fn tendril(&self, text: Text<'_>) -> StrTendril {
        self.0.session().source.borrow().tendril(text)
    }

    #[inline]
    fn create(&self, element: &NewElement<'_>) -> (Handle<A>, Option<Vec<Attribute>>) {
        let session = self.0.session();
        let name = session.element_name(element);
        let attributes = session.attributes(&element.attributes);
        let mut flags = ElementFlags::default();
        flags.had_duplicate_attributes = element.had_duplicate_attribute;
        let mut shadow_attributes = None;
        match (element.namespace, element.name) {
            (Namespace::Html, LocalName::TEMPLATE) => {
                flags.template = true;
                let declares_shadow_root = element.attributes.get(LocalName::SHADOWROOTMODE).is_some();
                shadow_attributes = declares_shadow_root.then(|| attributes.clone());
            }
            (Namespace::MathMl, LocalName::ANNOTATION_XML) => {
                flags.mathml_annotation_xml_integration_point =
                    element.attributes.get(LocalName::ENCODING).is_some_and(|encoding| {
                        let value = encoding.value();
                        value.eq_ignore_ascii_case("text/html") || value.eq_ignore_ascii_case("application/xhtml+xml")
                    });
            }
            _ => {}
        }
        (self.0.sink().create_element(name, attributes, flags), shadow_attributes)
    }

    /// Goes to the next stage of starting a fragment parse. If the caller has provided a node for this stage, returns the node. It is then used
    /// instead of a new element.
    #[cold]
    fn advance_fragment_start(&self, start: FragmentStart) -> Option<NodeNumber> {
        let (next, existing) = match start {
            FragmentStart::Done => (FragmentStart::Done, None),
            FragmentStart::Context { context, form } => (FragmentStart::Root { form }, Some(context)),
            FragmentStart::Root { form } => (form.map_or(FragmentStart::Done, FragmentStart::Form), None),
            FragmentStart::Form(form) => (FragmentStart::Done, Some(form)),
        };
        self.0.session().start.set(next);
        existing
    }
}

pub(crate) fn error_message(error: ParseError, is_exact: bool) -> Cow<'static, str> {
    match is_exact {
        true => Cow::Owned(format!("{} at {}..{}", error.code, error.span.start, error.span.end)),
        false => Cow::Borrowed(error.code.as_str()),
    }
}

type Handle<A> = <<A as Attachment>::Sink as TreeSink>::Handle;

impl<A: Attachment> limpid_markup::TreeSink for Adapter<A> {
    type Handle = NodeNumber;

    fn document(&mut self) -> NodeNumber {
        let session = self.0.session();
        if let Some(document) = session.document.get() {
            return document;
        }
        let document = self.add_node(self.0.sink().get_document());
        session.document.set(Some(document));
        document
    }

    fn create_element(&mut self, element: &NewElement<'_>) -> NodeNumber {
        let session = self.0.session();
        let start = session.start.get();
        if !matches!(start, FragmentStart::Done)
            && let Some(existing) = self.advance_fragment_start(start)
        {
            return existing;
        }
        let (handle, shadow_attributes) = self.create(element);
        let node = self.add_node(handle);
        if let Some(attributes) = shadow_attributes {
            session.shadow_template.replace(Some((node, attributes)));
        }
        node
    }

    #[inline]
    fn append_element(&mut self, parent: NodeNumber, element: &NewElement<'_>) -> NodeNumber {
        let start = self.0.session().start.get();
        if !matches!(start, FragmentStart::Done) {
            // This is the root `html` element. It is always created, because the caller provides no node for it.
            self.advance_fragment_start(start);
        }
        let (handle, _) = self.create(element);
        self.append_to(parent, AppendNode(handle.clone()));
        let mut nodes = self.0.session().nodes.borrow_mut();
        let node = nodes.add(handle);
        nodes.set_parent(node, parent);
        node
    }

    fn create_comment(&mut self, data: Text<'_>, _: Span) -> NodeNumber {
        self.add_node(self.0.sink().create_comment(self.tendril(data)))
    }

    fn create_processing_instruction(&mut self, target: &str, data: Text<'_>, _: Span) -> NodeNumber {
        let session = self.0.session();
        if session.options.processing_instructions || session.is_xml.get() {
            let target = StrTendril::from_slice(target);
            return self.add_node(self.0.sink().create_pi(target, self.tendril(data)));
        }
        // Reached only if the caller's tokenizer does not have the same option. Otherwise, the tokenizer itself produces comments.
        let space = if data.text.is_empty() { "" } else { " " };
        let comment = StrTendril::from(format!("?{target}{space}{}", data.text));
        self.add_node(self.0.sink().create_comment(comment))
    }

    fn append_doctype(&mut self, doctype: &Doctype<'_>) {
        if !self.0.session().options.drop_doctype {
            let part = |part: Option<&str>| StrTendril::from_slice(part.unwrap_or_default());
            let (name, public_id, system_id) = (part(doctype.name), part(doctype.public_id), part(doctype.system_id));
            self.0.sink().append_doctype_to_document(name, public_id, system_id);
        }
    }

    fn append(&mut self, parent: NodeNumber, child: NodeNumber) {
        self.append_to(parent, self.node(child));
        self.0.session().nodes.borrow_mut().set_parent(child, parent);
    }

    fn insert_before(&mut self, parent: NodeNumber, sibling: NodeNumber, child: NodeNumber) {
        self.insert_before_table(sibling, self.node(child));
        self.0.session().nodes.borrow_mut().set_parent(child, parent);
    }

    #[inline]
    fn append_text(&mut self, parent: NodeNumber, text: Text<'_>) {
        self.append_to(parent, AppendText(self.tendril(text)));
    }

    #[inline]
    fn append_text_at(&mut self, parent: NodeNumber, span: Span) -> HookResult {
        let shared = self.0.session().source.borrow().share(span);
        let Some(text) = shared else { return HookResult::Declined };
        self.append_to(parent, AppendText(text));
        HookResult::Handled
    }

    fn insert_text_before(&mut self, _: NodeNumber, sibling: NodeNumber, text: Text<'_>) {
        self.insert_before_table(sibling, AppendText(self.tendril(text)));
    }

    fn remove(&mut self, node: NodeNumber) {
        let session = self.0.session();
        self.0.sink().remove_from_parent(session.nodes.borrow().handle(node));
        session.nodes.borrow_mut().remove(node);
    }

    fn reparent_children(&mut self, from: NodeNumber, to: NodeNumber) {
        let session = self.0.session();
        {
            let nodes = session.nodes.borrow();
            self.0.sink().reparent_children(nodes.handle(from), nodes.handle(to));
        }
        session.nodes.borrow_mut().reparent_children(from, to);
    }

    fn parent(&self, node: NodeNumber) -> Option<NodeNumber> {
        self.0.session().nodes.borrow().parent(node)
    }

    fn foster_parent(&self, table: NodeNumber, previous: NodeNumber) -> Option<NodeNumber> {
        self.0.session().pending_foster.set(Some((table, previous)));
        self.parent(table)
    }

    fn template_contents(&mut self, template: NodeNumber) -> NodeNumber {
        let contents = self.0.sink().get_template_contents(self.0.session().nodes.borrow().handle(template));
        self.add_node(contents)
    }

    fn add_missing_attributes(&mut self, element: NodeNumber, attributes: &TokenAttributes<'_>) {
        let session = self.0.session();
        let attributes = session.attributes(attributes);
        self.0.sink().add_attrs_if_missing(session.nodes.borrow().handle(element), attributes);
    }

    fn set_xml(&mut self, _: Option<XmlDeclaration<'_>>) {
        // `TreeSink` of markup5ever has no method for XML declarations.
        self.0.session().is_xml.set(true);
    }

    fn set_quirks_mode(&mut self, mode: QuirksMode) {
        // While a fragment parse starts, the tree builder only sets the mode that the caller has chosen.
        if matches!(self.0.session().start.get(), FragmentStart::Done) {
            self.0.sink().set_quirks_mode(match mode {
                QuirksMode::LimitedQuirks => LimitedQuirks,
                QuirksMode::Quirks => Quirks,
                _ => NoQuirks,
            });
        }
    }

    fn wants_input_stream_errors(&self) -> bool {
        self.0.session().options.exact_errors
    }

    fn parse_error(&mut self, error: ParseError) {
        self.0.sink().parse_error(error_message(error, self.0.session().options.exact_errors));
    }

    #[inline]
    fn element_popped(&mut self, element: NodeNumber, _: Option<Span>) {
        let session = self.0.session();
        let nodes = session.nodes.borrow();
        self.0.sink().pop(nodes.handle(element));
        if session.ended_option.get() == Some(element) {
            session.ended_option.set(None);
            self.0.sink().maybe_clone_an_option_into_selectedcontent(nodes.handle(element));
        }
    }

    fn script_ended(&mut self, script: NodeNumber) {
        let session = self.0.session();
        let nodes = session.nodes.borrow();
        // Users of markup5ever expect HTML scripts only, not SVG scripts.
        if *self.0.sink().elem_name(nodes.handle(script)).ns() == ns!(html) {
            session.ended_script.set(Some(script));
        }
    }

    fn mark_script_already_started(&mut self, script: NodeNumber) {
        self.0.sink().mark_script_already_started(self.0.session().nodes.borrow().handle(script));
    }

    fn associate_with_form(&mut self, element: NodeNumber, form: NodeNumber, intended_parent: NodeNumber) {
        let session = self.0.session();
        let nodes = session.nodes.borrow();
        let (parent, previous) = match session.pending_foster.get() {
            Some((table, previous)) => (table, Some(previous)),
            None => (intended_parent, None),
        };
        let parents = (nodes.handle(parent), previous.map(|previous| nodes.handle(previous)));
        self.0.sink().associate_with_form(nodes.handle(element), nodes.handle(form), parents);
    }

    fn option_ended(&mut self, option: NodeNumber) {
        // Sinks of markup5ever expect the call after the option is popped, which happens next.
        self.0.session().ended_option.set(Some(option));
    }

    fn attach_declarative_shadow(
        &mut self,
        host: NodeNumber,
        template: NodeNumber,
        _: ShadowRootInit,
    ) -> Option<NodeNumber> {
        let session = self.0.session();
        let (shadow_template, attributes) = session.shadow_template.take()?;
        let root = {
            let nodes = session.nodes.borrow();
            let (sink, host) = (self.0.sink(), nodes.handle(host));
            let is_attached = shadow_template == template
                && sink.allow_declarative_shadow_roots(host)
                && sink.attach_declarative_shadow(host, nodes.handle(template), &attributes);
            is_attached.then(|| sink.get_template_contents(nodes.handle(template)))
        };
        Some(self.add_node(root?))
    }
}
