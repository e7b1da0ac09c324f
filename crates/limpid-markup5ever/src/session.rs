//! The state of a parse outside the sink: the handles of nodes, cached names, the current chunk of the input and its line.

use crate::names::{Names, adjusted_name, namespace};
use crate::nodes::{NodeNumber, Nodes};
use crate::source::Source;
use limpid_markup::{NewElement, Text, TokenAttributes};
use markup5ever::interface::{Attribute, QualName, TreeSink};
use markup5ever::ns;
use markup5ever::tendril::StrTendril;
use std::cell::{Cell, RefCell};

/// Options of an [`Adapter`](crate::Adapter).
///
/// ```
/// use limpid_markup5ever::{AdapterOptions, ParseOptions, parse_document};
/// use markup5ever_rcdom::{NodeData, RcDom};
/// let options = AdapterOptions::default().processing_instructions(true).drop_doctype(true);
/// let dom = parse_document(RcDom::default(), "<!DOCTYPE html><?tea green>", ParseOptions::default().adapter(options));
/// let first = &dom.document.children.borrow()[0];
/// assert!(matches!(&first.data, NodeData::ProcessingInstruction { target, .. } if &**target == "tea"));
/// ```
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct AdapterOptions {
    /// Whether processing instructions in HTML are passed to `create_pi`. By default they become comments, as in html5ever, because sinks may not
    /// expect them from HTML. In XML they are always passed to `create_pi`.
    pub processing_instructions: bool,
    /// Whether to drop the DOCTYPE instead of passing it to the sink.
    pub drop_doctype: bool,
    /// Whether error messages contain byte offsets, and errors of the input stream, such as control characters, are reported.
    pub exact_errors: bool,
}

impl AdapterOptions {
    /// Sets whether processing instructions in HTML are passed to `create_pi`.
    ///
    /// ```
    /// use limpid_markup5ever::AdapterOptions;
    /// assert!(AdapterOptions::default().processing_instructions(true).processing_instructions);
    /// ```
    #[must_use]
    pub fn processing_instructions(mut self, yes: bool) -> Self {
        self.processing_instructions = yes;
        self
    }

    /// Sets whether to drop the DOCTYPE.
    ///
    /// ```
    /// use limpid_markup5ever::AdapterOptions;
    /// assert!(AdapterOptions::default().drop_doctype(true).drop_doctype);
    /// ```
    #[must_use]
    pub fn drop_doctype(mut self, drop: bool) -> Self {
        self.drop_doctype = drop;
        self
    }

    /// Sets whether error messages contain byte offsets, and errors of the input stream are reported.
    ///
    /// ```
    /// use limpid_markup5ever::{AdapterOptions, ParseOptions, parse_document};
    /// use markup5ever_rcdom::RcDom;
    /// let errors = |exact| {
    ///     let options = ParseOptions::default().adapter(AdapterOptions::default().exact_errors(exact));
    ///     parse_document(RcDom::default(), "<!DOCTYPE html><p a a>", options).errors.take()
    /// };
    /// assert_eq!(errors(false), ["duplicate-attribute"]);
    /// assert_eq!(errors(true), ["duplicate-attribute at 21..22"]);
    /// ```
    #[must_use]
    pub fn exact_errors(mut self, exact: bool) -> Self {
        self.exact_errors = exact;
        self
    }
}

/// The state of a parse outside the sink: the handles of nodes, cached names, the current chunk of the input and its line.
///
/// All methods take `&self`, so that the owner of the sink can use the session between two chunks of the input, or in a method of the
/// sink.
///
/// ```
/// use limpid_markup5ever::{Adapter, AdapterOptions, Borrowed, Session};
/// use limpid_tokenizer::tokenize;
/// use limpid_tree_builder::{TreeBuilder, TreeBuilderOptions};
/// use markup5ever_rcdom::RcDom;
///
/// let (sink, session) = (RcDom::default(), Session::new(AdapterOptions::default()));
/// let adapter = Adapter(Borrowed { sink: &sink, session: &session });
/// tokenize("<p>Tea<script>pour()</script>", &mut TreeBuilder::new(adapter, TreeBuilderOptions::default()));
/// let script = session.take_ended_script().unwrap();
/// assert_eq!(session.handle(script).children.borrow().len(), 1);
/// ```
#[derive(Debug)]
pub struct Session<H> {
    pub(crate) options: AdapterOptions,
    pub(crate) nodes: RefCell<Nodes<H>>,
    names: RefCell<Names>,
    pub(crate) source: RefCell<Source>,
    pub(crate) document: Cell<Option<NodeNumber>>,
    /// The table before which the next node is foster parented, and the element immediately above it in the stack of open elements.
    pub(crate) pending_foster: Cell<Option<(NodeNumber, NodeNumber)>>,
    pub(crate) start: Cell<FragmentStart>,
    /// The last template that declares a shadow root, with its attributes.
    pub(crate) shadow_template: RefCell<Option<(NodeNumber, Vec<Attribute>)>>,
    /// The script that ended with the current token.
    pub(crate) ended_script: Cell<Option<NodeNumber>>,
    /// The option that ended and is popped next.
    pub(crate) ended_option: Cell<Option<NodeNumber>>,
    /// The line that was last reported to the sink.
    pub(crate) announced_line: Cell<u64>,
    pub(crate) is_xml: Cell<bool>,
}

/// The progress of starting a fragment parse. The tree builder asks for a context element and a form. If they exist in the sink, they are
/// reused instead of created.
#[derive(Clone, Copy, Debug)]
pub(crate) enum FragmentStart {
    /// The parse is not a fragment parse, or has started.
    Done,
    /// The tree builder asks for the context element next.
    Context { context: NodeNumber, form: Option<NodeNumber> },
    /// The tree builder creates the root `html` element next.
    Root { form: Option<NodeNumber> },
    /// The tree builder may ask for the form that contains the context element next.
    Form(NodeNumber),
}

impl<H> Session<H> {
    /// Creates a session for a new parse.
    ///
    /// ```
    /// use limpid_markup5ever::{AdapterOptions, Session};
    /// assert!(Session::<()>::new(AdapterOptions::default()).take_ended_script().is_none());
    /// ```
    pub fn new(options: AdapterOptions) -> Session<H> {
        Session {
            options,
            nodes: RefCell::new(Nodes::new()),
            names: RefCell::new(Names::new()),
            source: RefCell::new(Source::new()),
            document: Cell::new(None),
            pending_foster: Cell::new(None),
            start: Cell::new(FragmentStart::Done),
            shadow_template: RefCell::new(None),
            ended_script: Cell::new(None),
            ended_option: Cell::new(None),
            announced_line: Cell::new(1),
            is_xml: Cell::new(false),
        }
    }

    /// Returns the sink's handle of a node.
    ///
    /// ```
    /// use limpid_markup::TreeSink;
    /// use limpid_markup5ever::{Adapter, AdapterOptions, Attachment};
    /// use markup5ever_rcdom::RcDom;
    /// use std::rc::Rc;
    /// let mut adapter = Adapter::new(RcDom::default(), AdapterOptions::default());
    /// let number = adapter.document();
    /// assert!(Rc::ptr_eq(&adapter.0.session().handle(number), &adapter.0.sink().document));
    /// ```
    pub fn handle(&self, node: NodeNumber) -> H
    where
        H: Clone,
    {
        self.nodes.borrow().handle(node).clone()
    }

    /// Calls a function with every handle that the parse holds, for tracing by a garbage collector.
    ///
    /// ```
    /// use limpid_markup::TreeSink;
    /// use limpid_markup5ever::{Adapter, AdapterOptions, Attachment};
    /// use markup5ever_rcdom::RcDom;
    /// let mut adapter = Adapter::new(RcDom::default(), AdapterOptions::default());
    /// adapter.document();
    /// let mut count = 0;
    /// adapter.0.session().for_each_handle(|_| count += 1);
    /// assert_eq!(count, 1);
    /// ```
    pub fn for_each_handle(&self, mut visit: impl FnMut(&H)) {
        self.nodes.borrow().handles().for_each(&mut visit);
    }

    /// Takes the HTML script that ended with the last token, if any. SVG scripts are not returned.
    ///
    /// ```
    /// use limpid_markup5ever::{Adapter, AdapterOptions, Borrowed, Session};
    /// use limpid_tokenizer::tokenize;
    /// use limpid_tree_builder::{TreeBuilder, TreeBuilderOptions};
    /// use markup5ever_rcdom::RcDom;
    /// let (sink, session) = (RcDom::default(), Session::new(AdapterOptions::default()));
    /// let adapter = Adapter(Borrowed { sink: &sink, session: &session });
    /// tokenize("<svg><script></script>", &mut TreeBuilder::new(adapter, TreeBuilderOptions::default()));
    /// assert!(session.take_ended_script().is_none());
    /// ```
    pub fn take_ended_script(&self) -> Option<NodeNumber> {
        self.ended_script.take()
    }

    /// Sets the text that the tokenizer processes next, and its offset in the input, so that the sink's strings can share its memory.
    ///
    /// `has_cr` says whether the text may contain a CR. It affects line numbers.
    ///
    /// ```
    /// use limpid_markup::{Span, Text};
    /// use limpid_markup5ever::{AdapterOptions, Session};
    /// use markup5ever::tendril::StrTendril;
    /// let session = Session::<()>::new(AdapterOptions::default());
    /// let input = StrTendril::from("<p>A text that is long enough to be shared.");
    /// session.set_source(input.clone(), 0, false);
    /// let text = Text { text: &input[3..], span: Span::new(3, input.len() as u32), verbatim: true };
    /// assert!(session.tendril(text).is_shared_with(&input));
    /// ```
    pub fn set_source(&self, text: StrTendril, start: u32, has_cr: bool) {
        self.source.borrow_mut().set(text, start, has_cr);
    }

    /// Releases the text of [`set_source`](Self::set_source), and counts its lines up to the offset `end` of the input.
    ///
    /// ```
    /// use limpid_markup5ever::{AdapterOptions, Session};
    /// let session = Session::<()>::new(AdapterOptions::default());
    /// session.set_source("<p>\n<p>".into(), 0, false);
    /// session.end_source(7);
    /// session.set_source("<p>\n".into(), 7, false);
    /// assert_eq!(session.line_at(11), 3);
    /// ```
    pub fn end_source(&self, end: u32) {
        let mut source = self.source.borrow_mut();
        source.line_at(end);
        source.clear();
    }

    /// Reports a line number to the sink, if it differs from the last reported one. The caller has counted the lines.
    ///
    /// ```
    /// use limpid_markup5ever::{AdapterOptions, Session};
    /// use markup5ever_rcdom::{Handle, RcDom};
    /// let session = Session::<Handle>::new(AdapterOptions::default());
    /// session.set_line(&RcDom::default(), 2); // `RcDom` ignores the line
    /// ```
    #[inline]
    pub fn set_line<S: TreeSink>(&self, sink: &S, line: u64) {
        if line != self.announced_line.replace(line) {
            sink.set_current_line(line);
        }
    }

    /// Returns the line at an offset of the input, counted from 1. Offsets have to be passed in ascending order.
    ///
    /// ```
    /// use limpid_markup5ever::{AdapterOptions, Session};
    /// let session = Session::<()>::new(AdapterOptions::default());
    /// session.set_source("<p>\n<p>".into(), 0, false);
    /// assert_eq!((session.line_at(3), session.line_at(4)), (1, 2));
    /// ```
    pub fn line_at(&self, offset: u32) -> u64 {
        self.source.borrow_mut().line_at(offset)
    }

    /// Returns a text as a tendril, which shares the memory of the [source](Self::set_source) if possible.
    ///
    /// ```
    /// use limpid_markup::Text;
    /// use limpid_markup5ever::{AdapterOptions, Session};
    /// let session = Session::<()>::new(AdapterOptions::default());
    /// assert_eq!(&*session.tendril(Text::synthetic("tea")), "tea");
    /// ```
    pub fn tendril(&self, text: Text<'_>) -> StrTendril {
        self.source.borrow().tendril(text)
    }

    /// Reports the line at an offset of the input to the sink, if it changed.
    #[inline]
    pub(crate) fn announce_line<S: TreeSink>(&self, sink: &S, offset: u32) {
        self.set_line(sink, self.line_at(offset));
    }

    /// Returns the atom of a name, given its id and its text.
    ///
    /// ```
    /// use limpid_markup::LocalName;
    /// use limpid_markup5ever::{AdapterOptions, Session};
    /// let session = Session::<()>::new(AdapterOptions::default());
    /// assert_eq!(session.local_name(LocalName::P, "p"), markup5ever::local_name!("p"));
    /// ```
    #[inline]
    pub fn local_name(&self, name: limpid_markup::LocalName, text: &str) -> markup5ever::LocalName {
        self.names.borrow_mut().local_name(name, text)
    }

    #[inline]
    pub(crate) fn element_name(&self, element: &NewElement<'_>) -> QualName {
        let mut names = self.names.borrow_mut();
        let local = names.local_name(element.name, element.name_str);
        match element.qualifier {
            None => QualName::new(None, namespace(element.namespace), local),
            Some(&qualifier) => names.qualified(qualifier, local),
        }
    }

    /// Converts the attributes of a tag for a sink.
    ///
    /// ```
    /// use limpid_markup::TokenAttributes;
    /// use limpid_markup5ever::{AdapterOptions, Session};
    /// let session = Session::<()>::new(AdapterOptions::default());
    /// assert!(session.attributes(&TokenAttributes::EMPTY).is_empty());
    /// ```
    #[inline]
    pub fn attributes(&self, attributes: &TokenAttributes<'_>) -> Vec<Attribute> {
        if attributes.is_empty() {
            return Vec::new();
        }
        let source = self.source.borrow();
        let mut names = self.names.borrow_mut();
        let is_adjusted = attributes.unadjusted_records().is_none();
        let attribute = |attribute: limpid_markup::TokenAttribute<'_>| {
            let local = match names.known(attribute.name()) {
                Some(known) => known.clone(),
                None => names.other(attribute.name_str()),
            };
            if let Some(qualifier) = attribute.qualifier() {
                let name = names.qualified(qualifier, local);
                return Attribute { name, value: source.tendril(attribute.value_text()) };
            }
            let name = match is_adjusted && attribute.namespace() != limpid_markup::Namespace::None {
                true => adjusted_name(&attribute, local),
                false => QualName::new(None, ns!(), local),
            };
            Attribute { name, value: source.tendril(attribute.value_text()) }
        };
        attributes.iter().map(attribute).collect()
    }
}
