//! Parses HTML into a sink of markup5ever.

use crate::adapter::Borrowed;
use crate::{Adapter, AdapterOptions, Session, Stage, fragment_builder};
use limpid_tokenizer::{Chunk, State, Tokenizer, TokenizerOptions, TokenizerStatus};
use limpid_tree_builder::{ScriptingMode, TreeBuilder, TreeBuilderOptions};
use markup5ever::interface::{Attribute, QualName, TreeSink, create_element};
use markup5ever::tendril::StrTendril;

/// The options of [`parse_document`] and [`parse_fragment`].
///
/// ```
/// use limpid_markup5ever::{AdapterOptions, ParseOptions, parse_document};
/// use markup5ever_rcdom::RcDom;
/// let options = ParseOptions::default().adapter(AdapterOptions::default().drop_doctype(true));
/// let dom = parse_document(RcDom::default(), "<!DOCTYPE html><p>Tea", options);
/// assert_eq!(dom.document.children.borrow().len(), 1);
/// ```
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct ParseOptions {
    /// Options of the adapter.
    pub adapter: AdapterOptions,
    /// Options of the tree builder.
    pub tree_builder: TreeBuilderOptions,
}

impl ParseOptions {
    /// Sets the options of the adapter.
    ///
    /// ```
    /// use limpid_markup5ever::{AdapterOptions, ParseOptions, parse_document};
    /// use markup5ever_rcdom::RcDom;
    /// let options = ParseOptions::default().adapter(AdapterOptions::default().exact_errors(true));
    /// let dom = parse_document(RcDom::default(), "<!DOCTYPE html></p>", options);
    /// assert!(dom.errors.borrow()[0].ends_with(" at 15..19"), "{}", dom.errors.borrow()[0]);
    /// ```
    #[must_use]
    pub fn adapter(mut self, options: AdapterOptions) -> Self {
        self.adapter = options;
        self
    }

    /// Sets the options of the tree builder. Options that suspend the tokenizer have no effect here.
    ///
    /// ```
    /// use limpid_markup5ever::{ParseOptions, parse_document};
    /// use limpid_tree_builder::TreeBuilderOptions;
    /// use markup5ever_rcdom::RcDom;
    /// let options = ParseOptions::default().tree_builder(TreeBuilderOptions::default().iframe_srcdoc(true));
    /// assert!(parse_document(RcDom::default(), "<p>no DOCTYPE", options).errors.borrow().is_empty());
    /// ```
    #[must_use]
    pub fn tree_builder(mut self, options: TreeBuilderOptions) -> Self {
        self.tree_builder = options;
        self
    }
}

/// Parses a document into a sink of markup5ever.
///
/// ```
/// use limpid_markup5ever::{ParseOptions, parse_document};
/// use markup5ever_rcdom::{NodeData, RcDom};
///
/// let dom = parse_document(RcDom::default(), "<p>Hello", ParseOptions::default());
/// let html = dom.document.children.borrow()[0].clone();
/// assert!(matches!(&html.data, NodeData::Element { name, .. } if &*name.local == "html"));
/// ```
pub fn parse_document<S: TreeSink>(sink: S, input: impl Into<StrTendril>, options: ParseOptions) -> S::Output {
    let session = Session::new(options.adapter);
    let adapter = Adapter(Borrowed { sink: &sink, session: &session });
    run(TreeBuilder::new(adapter, options.tree_builder), &session, input.into(), State::Data, &options);
    // Frees the handles first, because a sink may check in `finish` that no other handles exist.
    drop(session);
    sink.finish()
}

/// Parses the content of an element into a sink of markup5ever.
///
/// The sink creates the context element, and an `html` element that contains the result.
///
/// ```
/// use limpid_markup5ever::{ParseOptions, parse_fragment};
/// use markup5ever::{LocalName, QualName, ns};
/// use markup5ever_rcdom::RcDom;
///
/// let context = QualName::new(None, ns!(html), LocalName::from("tr"));
/// let dom = parse_fragment(RcDom::default(), "<td>1<td>2", context, Vec::new(), ParseOptions::default());
/// let html = dom.document.children.borrow()[0].clone();
/// assert_eq!(html.children.borrow().len(), 2);
/// ```
pub fn parse_fragment<S: TreeSink>(
    sink: S,
    input: impl Into<StrTendril>,
    context: QualName,
    attributes: Vec<Attribute>,
    options: ParseOptions,
) -> S::Output {
    let mut tree_builder = options.tree_builder;
    if tree_builder.scripting == ScriptingMode::Normal {
        tree_builder.scripting = ScriptingMode::Inert;
    }
    let state = initial_state(&context, tree_builder.scripting != ScriptingMode::Disabled);
    let context = create_element(&sink, context, attributes);
    let session = Session::new(options.adapter);
    let adapter = Adapter(Borrowed { sink: &sink, session: &session });
    run(fragment_builder(adapter, tree_builder, context, None), &session, input.into(), state, &options);
    drop(session);
    sink.finish()
}

fn run<S: TreeSink>(
    mut builder: TreeBuilder<Adapter<Borrowed<'_, S>>>,
    session: &Session<S::Handle>,
    input: StrTendril,
    state: State,
    options: &ParseOptions,
) {
    let tokenizer_options = TokenizerOptions::default()
        .initial_state(state)
        .limits(options.tree_builder.limits)
        .processing_instructions(options.adapter.processing_instructions);
    let mut tokenizer = Tokenizer::new(tokenizer_options);
    let chunk = Chunk::from(&*input);
    session.set_source(input.clone(), 0, chunk.has_cr_or_nul());
    let mut stage = Stage::new(&mut builder, false);
    while tokenizer.run(&input, &mut stage) == TokenizerStatus::Suspended && !stage.has_stopped() {}
    builder.finish();
}

/// Returns the initial tokenizer state for the content of an element with this name.
///
/// ```
/// use limpid_markup5ever::initial_state;
/// use limpid_tokenizer::State;
/// use markup5ever::{QualName, local_name, ns};
/// let name = QualName::new(None, ns!(html), local_name!("noscript"));
/// assert_eq!(initial_state(&name, true), State::Rawtext);
/// assert_eq!(initial_state(&name, false), State::Data);
/// ```
pub fn initial_state(context: &QualName, scripting: bool) -> State {
    let scripting = if scripting { ScriptingMode::Normal } else { ScriptingMode::Disabled };
    let namespace = crate::names::from_namespace(&context.ns);
    limpid_tree_builder::ContextElement::new(namespace, &context.local).tokenizer_state(scripting)
}
