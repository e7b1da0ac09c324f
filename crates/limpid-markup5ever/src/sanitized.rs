//! Parsing HTML into a sink of markup5ever that never gets what a sanitizer removes.

use crate::adapter::Borrowed;
use crate::{Adapter, ParseOptions, Session};
use limpid_sanitizer::{Filter, Sanitizing};
use limpid_tokenizer::{Chunk, Tokenizer, TokenizerOptions, TokenizerStatus};
use limpid_tree_builder::TreeBuilder;
use markup5ever::interface::TreeSink;
use markup5ever::tendril::StrTendril;

/// Parses a document into a sink of markup5ever, and keeps from it what a [`Filter`] does not keep: the tree is safe from the start, in
/// whatever DOM. [`Sanitizing`] says how it may differ from one that is sanitized afterwards.
///
/// The markup of such a tree need not be safe: it is the sink's own serializer that writes it.
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
    let input = input.into();
    let session = Session::new(options.adapter);
    let adapter = Adapter(Borrowed { sink: &sink, session: &session });
    let mut builder = TreeBuilder::new(Sanitizing::new(adapter, filter), options.tree_builder);
    let mut tokenizer = Tokenizer::new(
        TokenizerOptions::default()
            .limits(options.tree_builder.limits)
            .processing_instructions(options.adapter.processing_instructions),
    );
    session.set_source(input.clone(), 0, Chunk::from(&*input).has_cr_or_nul());
    while tokenizer.run(&input, &mut builder) == TokenizerStatus::Suspended {}
    builder.finish();
    // Sinks may count their handles when they finish.
    drop(session);
    sink.finish()
}
