//! Sanitizes HTML while parsing it into a sink of markup5ever.

use crate::adapter::Borrowed;
use crate::fragment::html_encoding;
use crate::names::from_namespace;
use crate::{Adapter, ParseOptions, Session, initial_state};
use limpid_markup::TokenAttributes;
use limpid_sanitizer::{Filter, Sanitizing};
use limpid_tokenizer::{Chunk, State, Tokenizer, TokenizerOptions, TokenizerStatus};
use limpid_tree_builder::{ContextElement, ScriptingMode, TreeBuilder};
use markup5ever::interface::{Attribute, QualName, TreeSink};
use markup5ever::tendril::StrTendril;

/// Parses a document into a sink of markup5ever. The sink never receives nodes or attributes that the [`Filter`] removes.
///
/// The tree is therefore safe at any time, with any DOM. [`Sanitizing`] explains how it may differ from a tree that is sanitized after parsing.
///
/// The serialized markup may still be unsafe, because limpid does not control the DOM's serializer.
///
/// ```
/// use limpid_markup5ever::{ParseOptions, parse_sanitized_document};
/// use limpid_sanitizer::Sanitizer;
/// use markup5ever_rcdom::RcDom;
///
/// let filter = Sanitizer::preset().filter(true);
/// let dom = parse_sanitized_document(RcDom::default(), "<p>1<script>x()</script>2", filter, ParseOptions::default());
/// let body = dom.document.children.borrow()[0].children.borrow()[1].clone();
/// assert_eq!(body.children.borrow()[0].children.borrow().len(), 1);
/// ```
pub fn parse_sanitized_document<S: TreeSink>(
    sink: S,
    input: impl Into<StrTendril>,
    filter: &Filter,
    options: ParseOptions,
) -> S::Output {
    let session = Session::new(options.adapter);
    let adapter = Adapter(Borrowed { sink: &sink, session: &session });
    let builder = TreeBuilder::new(Sanitizing::new(adapter, filter), options.tree_builder);
    run(builder, &session, &input.into(), State::Data, &options);
    // Frees the handles first, because a sink may check in `finish` that no other handles exist.
    drop(session);
    sink.finish()
}

/// Parses the content of an element into a sink of markup5ever, like [`parse_fragment`](crate::parse_fragment). The sink never receives nodes or
/// attributes that the [`Filter`] removes.
///
/// The sink always gets an `html` element, which contains the content. A top-level `template` declares no shadow root.
///
/// ```
/// use limpid_markup5ever::{ParseOptions, parse_sanitized_fragment};
/// use limpid_sanitizer::Sanitizer;
/// use markup5ever::{LocalName, QualName, ns};
/// use markup5ever_rcdom::RcDom;
///
/// let context = QualName::new(None, ns!(html), LocalName::from("tr"));
/// let filter = Sanitizer::preset().filter(true);
/// let dom = parse_sanitized_fragment(
///     RcDom::default(),
///     "<td onclick=x()>1<td>2<script>x()</script>",
///     context,
///     &[],
///     filter,
///     ParseOptions::default(),
/// );
/// let html = dom.document.children.borrow()[0].clone();
/// assert_eq!(html.children.borrow().len(), 2);
/// ```
pub fn parse_sanitized_fragment<S: TreeSink>(
    sink: S,
    input: impl Into<StrTendril>,
    context: QualName,
    attributes: &[Attribute],
    filter: &Filter,
    options: ParseOptions,
) -> S::Output {
    let mut tree_builder = options.tree_builder;
    if tree_builder.scripting == ScriptingMode::Normal {
        tree_builder.scripting = ScriptingMode::Inert;
    }
    let is_html_encoding = |attribute: &&Attribute| {
        let value = attribute.value.to_ascii_lowercase();
        &*attribute.name.local == "encoding" && ["text/html", "application/xhtml+xml"].contains(&&*value)
    };
    let element = ContextElement {
        attributes: if attributes.iter().any(|attribute| is_html_encoding(&attribute)) {
            html_encoding()
        } else {
            TokenAttributes::EMPTY
        },
        quirks_mode: tree_builder.quirks_mode,
        is_shadow_host: true,
        ..ContextElement::new(from_namespace(&context.ns), &context.local)
    };
    let session = Session::new(options.adapter);
    let adapter = Adapter(Borrowed { sink: &sink, session: &session });
    let layer = Sanitizing::new(adapter, filter).with_root();
    let state = initial_state(&context, tree_builder.scripting != ScriptingMode::Disabled);
    run(TreeBuilder::new_fragment(layer, tree_builder, &element), &session, &input.into(), state, &options);
    drop(session);
    sink.finish()
}

fn run<S: TreeSink>(
    mut builder: TreeBuilder<Sanitizing<'_, Adapter<Borrowed<'_, S>>>>,
    session: &Session<S::Handle>,
    input: &StrTendril,
    state: State,
    options: &ParseOptions,
) {
    let mut tokenizer = Tokenizer::new(
        TokenizerOptions::default()
            .initial_state(state)
            .limits(options.tree_builder.limits)
            .processing_instructions(options.adapter.processing_instructions),
    );
    session.set_source(input.clone(), 0, Chunk::from(&**input).has_cr_or_nul());
    while tokenizer.run(input, &mut builder) == TokenizerStatus::Suspended {}
    builder.finish();
}
