//! Parses XML into a sink of markup5ever.

use crate::adapter::Borrowed;
use crate::{Adapter, AdapterOptions, Session};
use limpid_xml5::{Tokenizer, TreeBuilder, TreeBuilderOptions};
use markup5ever::interface::TreeSink;
use markup5ever::tendril::StrTendril;

/// The options of [`parse_xml_document`].
///
/// ```
/// use limpid_markup5ever::{AdapterOptions, XmlParseOptions, parse_xml_document};
/// use markup5ever_rcdom::RcDom;
/// let options = XmlParseOptions::default().adapter(AdapterOptions::default().drop_doctype(true));
/// let dom = parse_xml_document(RcDom::default(), "<!DOCTYPE tea><tea/>", options);
/// assert_eq!(dom.document.children.borrow().len(), 1);
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct XmlParseOptions {
    /// Options of the adapter. For XML, processing instructions are always passed to `create_pi`.
    pub adapter: AdapterOptions,
    /// Options of the tree builder.
    pub tree_builder: TreeBuilderOptions,
}

impl XmlParseOptions {
    /// Sets the options of the adapter.
    ///
    /// ```
    /// use limpid_markup5ever::{AdapterOptions, XmlParseOptions};
    /// let options = XmlParseOptions::default().adapter(AdapterOptions::default().exact_errors(true));
    /// assert!(options.adapter.exact_errors);
    /// ```
    #[must_use]
    pub fn adapter(mut self, options: AdapterOptions) -> Self {
        self.adapter = options;
        self
    }

    /// Sets the options of the tree builder.
    ///
    /// ```
    /// use limpid_markup::Limits;
    /// use limpid_markup5ever::{XmlParseOptions, parse_xml_document};
    /// use limpid_xml5::TreeBuilderOptions;
    /// use markup5ever_rcdom::RcDom;
    /// let options = TreeBuilderOptions::default().limits(Limits::default().bytes(6));
    /// let dom = parse_xml_document(RcDom::default(), "<tea/><tea/>", XmlParseOptions::default().tree_builder(options));
    /// assert_eq!(dom.document.children.borrow().len(), 1);
    /// ```
    #[must_use]
    pub fn tree_builder(mut self, options: TreeBuilderOptions) -> Self {
        self.tree_builder = options;
        self
    }
}

/// Parses XML into a sink of markup5ever, such as those written for xml5ever. Names may have prefixes and any namespace.
///
/// ```
/// use limpid_markup5ever::{XmlParseOptions, parse_xml_document};
/// use markup5ever_rcdom::{NodeData, RcDom};
///
/// let input = "<a:feed xmlns:a='http://www.w3.org/2005/Atom'>Hello</a:feed>";
/// let dom = parse_xml_document(RcDom::default(), input, XmlParseOptions::default());
/// let feed = dom.document.children.borrow()[0].clone();
/// let NodeData::Element { name, .. } = &feed.data else { panic!("no element") };
/// assert_eq!(name.prefix.as_deref(), Some("a"));
/// assert_eq!((&*name.ns, &*name.local), ("http://www.w3.org/2005/Atom", "feed"));
/// ```
pub fn parse_xml_document<S: TreeSink>(sink: S, input: impl Into<StrTendril>, options: XmlParseOptions) -> S::Output {
    let XmlParseOptions { adapter, tree_builder } = options;
    let input = input.into();
    let session = Session::new(adapter);
    // `has_cr` only affects line numbers, which are not reported for XML.
    session.set_source(input.clone(), 0, false);
    let adapter = Adapter(Borrowed { sink: &sink, session: &session });
    let mut tokenizer = Tokenizer::new(tree_builder.tokenizer());
    let mut builder = TreeBuilder::new(adapter, tree_builder);
    tokenizer.run(&input, &mut builder);
    builder.finish();
    // Frees the handles first, because a sink may check in `finish` that no other handles exist.
    drop(session);
    sink.finish()
}
