//! The parser: a tokenizer and a tree builder.

use crate::tokenizer::{Tokenizer, TokenizerOpts};
use crate::tree_builder::{TreeBuilder, TreeBuilderOpts, TreeSink, create_element};
use markup5ever::buffer_queue::BufferQueue;
use markup5ever::tendril::stream::{TendrilSink, Utf8LossyDecoder};
use markup5ever::tendril::{self, StrTendril};
use markup5ever::{Attribute, QualName};
use std::borrow::Cow;

/// The options of a parse.
///
/// ```
/// use limpid_html5ever::tree_builder::TreeBuilderOpts;
/// use limpid_html5ever::{ParseOpts, parse_document, tendril::TendrilSink};
/// use markup5ever_rcdom::RcDom;
/// let tree_builder = TreeBuilderOpts { drop_doctype: true, ..Default::default() };
/// let opts = ParseOpts { tree_builder, ..Default::default() };
/// let dom = parse_document(RcDom::default(), opts).one("<!DOCTYPE html><p>Tea");
/// assert_eq!(dom.document.children.borrow().len(), 1);
/// ```
#[derive(Clone, Default)]
pub struct ParseOpts {
    /// Options of the tokenizer.
    pub tokenizer: TokenizerOpts,

    /// Options of the tree builder.
    pub tree_builder: TreeBuilderOpts,
}

/// Creates a parser for a document. Pass it text with the methods of [`TendrilSink`], at once or in chunks, or convert it to a parser of bytes
/// with [`from_utf8`](Parser::from_utf8).
///
/// ```
/// use limpid_html5ever::{parse_document, tendril::TendrilSink};
/// use markup5ever_rcdom::RcDom;
///
/// let dom = parse_document(RcDom::default(), Default::default()).one("<title>Hello</title>");
/// assert_eq!(dom.document.children.borrow().len(), 1);
/// ```
pub fn parse_document<Sink>(sink: Sink, opts: ParseOpts) -> Parser<Sink>
where
    Sink: TreeSink,
{
    parser(TreeBuilder::new(sink, opts.tree_builder), opts.tokenizer)
}

/// Creates a parser for the content of an element with this name.
///
/// ```
/// use limpid_html5ever::{QualName, local_name, ns, parse_fragment, tendril::TendrilSink};
/// use markup5ever_rcdom::RcDom;
/// let row = QualName::new(None, ns!(html), local_name!("tr"));
/// let dom = parse_fragment(RcDom::default(), Default::default(), row, vec![], true).one("<td>1<td>2");
/// assert_eq!(dom.document.children.borrow()[0].children.borrow().len(), 2);
/// ```
pub fn parse_fragment<Sink>(
    sink: Sink,
    opts: ParseOpts,
    context_name: QualName,
    context_attrs: Vec<Attribute>,
    context_element_allows_scripting: bool,
) -> Parser<Sink>
where
    Sink: TreeSink,
{
    let context = create_element(&sink, context_name, context_attrs);
    parse_fragment_for_element(sink, opts, context, context_element_allows_scripting, None)
}

/// Creates a parser for the content of an element that exists in the sink. `form_element` is the form that contains the element, if any.
///
/// ```
/// use limpid_html5ever::driver::parse_fragment_for_element;
/// use limpid_html5ever::tree_builder::create_element;
/// use limpid_html5ever::{QualName, local_name, ns, tendril::TendrilSink};
/// use markup5ever_rcdom::RcDom;
/// let sink = RcDom::default();
/// let title = create_element(&sink, QualName::new(None, ns!(html), local_name!("title")), vec![]);
/// let dom = parse_fragment_for_element(sink, Default::default(), title, true, None).one("<b>Tea");
/// assert_eq!(dom.document.children.borrow()[0].children.borrow().len(), 1); // a text
/// ```
pub fn parse_fragment_for_element<Sink>(
    sink: Sink,
    opts: ParseOpts,
    context_element: Sink::Handle,
    context_element_allows_scripting: bool,
    form_element: Option<Sink::Handle>,
) -> Parser<Sink>
where
    Sink: TreeSink,
{
    let builder = TreeBuilder::new_for_fragment(sink, context_element, form_element, opts.tree_builder);
    let state = builder.tokenizer_state_for_context_elem(context_element_allows_scripting);
    parser(builder, TokenizerOpts { initial_state: Some(state), ..opts.tokenizer })
}

fn parser<Sink: TreeSink>(builder: TreeBuilder<Sink::Handle, Sink>, opts: TokenizerOpts) -> Parser<Sink> {
    Parser { tokenizer: Tokenizer::new(builder, opts), input_buffer: BufferQueue::default() }
}

/// A parser of text. It does not stop at scripts. To run scripts, use [`Tokenizer`].
///
/// ```
/// use limpid_html5ever::{Parser, parse_document, tendril::TendrilSink};
/// use markup5ever_rcdom::RcDom;
/// let mut parser: Parser<RcDom> = parse_document(RcDom::default(), Default::default());
/// for piece in ["<!DOCTYPE html><ti", "tle>Tea"] {
///     parser.process(piece.into());
/// }
/// assert_eq!(parser.finish().document.children.borrow().len(), 2);
/// ```
pub struct Parser<Sink>
where
    Sink: TreeSink,
{
    /// The tokenizer, with the tree builder as its sink.
    pub tokenizer: Tokenizer<TreeBuilder<Sink::Handle, Sink>>,
    /// The input that the tokenizer has not processed.
    pub input_buffer: BufferQueue,
}

impl<Sink: TreeSink> TendrilSink<tendril::fmt::UTF8> for Parser<Sink> {
    type Output = Sink::Output;

    fn process(&mut self, t: StrTendril) {
        self.input_buffer.push_back(t);
        self.process_input();
    }

    fn error(&mut self, desc: Cow<'static, str>) {
        self.tokenizer.sink.sink.parse_error(desc);
    }

    fn finish(self) -> Self::Output {
        self.process_input();
        self.tokenizer.end();
        self.tokenizer.sink.into_sink().finish()
    }
}

impl<Sink: TreeSink> Parser<Sink> {
    /// Converts the parser to a parser of bytes in UTF-8. Invalid bytes become U+FFFD.
    ///
    /// ```
    /// use limpid_html5ever::{parse_document, tendril::TendrilSink};
    /// use markup5ever_rcdom::RcDom;
    /// let parser = parse_document(RcDom::default(), Default::default());
    /// let dom = parser.from_utf8().one(&b"<p>caf\xc3\xa9"[..]);
    /// assert_eq!(dom.document.children.borrow().len(), 1);
    /// ```
    #[allow(clippy::wrong_self_convention, reason = "html5ever's name")]
    pub fn from_utf8(self) -> Utf8LossyDecoder<Self> {
        Utf8LossyDecoder::new(self)
    }

    fn process_input(&self) {
        let _ = self.tokenizer.feed_with(&self.input_buffer, false);
    }
}
