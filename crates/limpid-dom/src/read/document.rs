//! [`Document`]: its construction, its source, and facts about the parse. [`look_up`](super::look_up) has the methods that find nodes.

use crate::parse::origin::Origin;
use crate::read::parts::Doctype;
use crate::storage::arena::Arena;
use crate::storage::errors::{ERROR_LIMIT, end_of_parsing, keep_error, sort_errors};
use crate::storage::memory::DocumentMemory;
use crate::storage::node::{Node, NodeKind};
use crate::storage::ranks::Ranks;
use crate::storage::source::Source;
use crate::storage::xml::Xml;
use limpid_markup::{
    Confidence, EncodingSource, ErrorCode, LocalName, ParseError, QuirksMode, ScriptingMode, Span, XmlDeclaration,
    input_stream_errors, xml_input_stream_errors,
};
use limpid_tree_builder::quirks_mode;

/// A document: the tree that the parser built, or one that you build.
///
/// All nodes are in a few buffers: cloning a document copies them and dropping it frees them, whatever the number of nodes and their depth.
/// A document is `Send` and `Sync`. Text and attribute values are not copied if the source contains them verbatim. The document borrows,
/// owns or shares the [`Source`].
///
/// A `Document<'static>` borrows nothing, so it can be kept in a struct or sent to a thread. [`into_owned`](Self::into_owned) returns one:
///
/// ```
/// use limpid::{Document, NodeId};
///
/// struct Page {
///     address: String,
///     document: Document<'static>,
///     main: Option<NodeId>,
/// }
///
/// impl Page {
///     fn new(address: &str, document: Document<'_>) -> Page {
///         let main = document.descendants().find(|node| node.local_name() == "main").map(|node| node.id());
///         Page { address: address.to_owned(), document: document.into_owned(), main }
///     }
/// }
///
/// let mut document = Document::new();
/// let main = document.create_element("main")?;
/// document.node_mut(document.root().id())?.append(main)?;
/// let page = Page::new("https://example.org/", document);
/// let described = std::thread::spawn(move || format!("{}: {:?}", page.address, page.document.node(page.main.unwrap())));
/// assert_eq!(described.join().unwrap(), "https://example.org/: Some(#2 <main>)");
/// # Ok::<(), limpid::MutationError>(())
/// ```
///
/// `Display` prints the document like [`to_html`](Self::to_html), and `Debug` prints the tree like [`to_test_dump`](Self::to_test_dump).
#[derive(Clone)]
pub struct Document<'i> {
    pub(crate) source: Source<'i>,
    pub(crate) arena: Arena,
    pub(crate) encoding: Option<DocumentEncoding>,
    /// The options and the context of the parse; `None` if the document was not parsed.
    pub(crate) origin: Option<Origin>,
}

/// The character encoding of a document that was parsed from bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DocumentEncoding {
    pub(crate) name: &'static str,
    /// `None` if the confidence is irrelevant.
    pub(crate) confidence: Option<Confidence>,
    pub(crate) source: EncodingSource,
}

const _: () = {
    const fn assert_send_sync_clone<T: Send + Sync + Clone>() {}
    assert_send_sync_clone::<Document<'_>>();
};

impl Document<'static> {
    /// Attaches the source that the document was built from.
    ///
    /// # Panics
    /// If the length of the source differs from its length during the parse.
    #[inline]
    pub(crate) fn with_source(mut self, source: Source<'_>) -> Document<'_> {
        if self.arena.text.source_len() == 0 {
            self.arena.is_detached_from_source |= !source.is_empty();
            return self;
        }
        assert_eq!(source.len(), self.arena.text.source_len() as usize, "the document was built from another source");
        Document { source, ..self }
    }

    /// Creates an empty document.
    ///
    /// ```
    /// use limpid::Document;
    /// let mut document = Document::new();
    /// let html = document.create_element("html")?;
    /// document.node_mut(document.root().id())?.append(html)?;
    /// assert_eq!(document.to_html(), "<html></html>");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    #[inline]
    pub fn new() -> Document<'static> {
        Document::from_parts(Source::EMPTY, Arena::new("", DocumentMemory::default()))
    }

    /// Creates an empty document whose root is a fragment, which can have text and any number of elements.
    ///
    /// ```
    /// use limpid::Document;
    /// let mut document = Document::new_fragment();
    /// let text = document.create_text("a < b")?;
    /// document.node_mut(document.root().id())?.append(text)?;
    /// assert_eq!(document.to_html(), "a &lt; b");
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    #[inline]
    pub fn new_fragment() -> Document<'static> {
        let mut document = Document::new();
        document.arena.root = document.arena.push(Node::new(NodeKind::DocumentFragment));
        document
    }

    /// Creates an empty XML document.
    ///
    /// ```
    /// use limpid::Document;
    ///
    /// let mut document = Document::new_xml();
    /// let feed = document.create_element_ns("http://www.w3.org/2005/Atom", "a:feed")?;
    /// document.node_mut(document.root().id())?.append(feed)?;
    /// let feed = document.document_element().unwrap();
    /// assert_eq!((feed.prefix(), feed.local_name()), (Some("a"), "feed"));
    /// assert_eq!(feed.namespace_url(), Some("http://www.w3.org/2005/Atom"));
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    #[inline]
    pub fn new_xml() -> Document<'static> {
        let mut document = Document::new();
        document.set_xml(None);
        document
    }
}

impl Default for Document<'static> {
    #[inline]
    fn default() -> Document<'static> {
        Document::new()
    }
}

impl<'i> Document<'i> {
    #[inline(always)]
    pub(crate) fn from_parts(source: Source<'i>, arena: Arena) -> Document<'i> {
        Document { source, arena, encoding: None, origin: None }
    }

    /// Detaches the document from its source, so that the source can be moved. [`with_source`](Document::with_source) attaches it again.
    #[inline]
    pub(crate) fn without_source(self) -> Document<'static> {
        Document { source: Source::EMPTY, ..self }
    }

    /// Copies the source if it is borrowed, so that the document owns all of its data.
    ///
    /// ```
    /// let document: limpid::Document<'static> = {
    ///     let page = String::from("<p>Tea");
    ///     limpid::parse(&page).into_owned()
    /// };
    /// assert_eq!(document.text_content(), "Tea");
    /// ```
    #[inline]
    pub fn into_owned(self) -> Document<'static> {
        Document { source: self.source.into_owned(), ..self }
    }

    /// Returns the parse errors, sorted by position.
    ///
    /// The first call searches the source for errors of the [input
    /// stream](https://html.spec.whatwg.org/multipage/parsing.html#preprocessing-the-input-stream): control characters and noncharacters.
    ///
    /// ```
    /// use limpid::ErrorCode;
    /// let document = limpid::parse("<p>Tea");
    /// assert_eq!(document.errors()[0].code, ErrorCode::MissingDoctype);
    /// ```
    #[inline]
    pub fn errors(&self) -> &[ParseError] {
        if !self.arena.lacks_input_stream_errors {
            return &self.arena.errors;
        }
        self.arena.all_errors(|| self.merge_input_stream_errors())
    }

    /// Returns all errors, sorted, including those of the input stream. Returns `None` if the arena's list is already complete.
    #[inline]
    fn merge_input_stream_errors(&self) -> Option<Vec<ParseError>> {
        let is_of_input_stream =
            |code| matches!(code, ErrorCode::ControlCharacterInInputStream | ErrorCode::NoncharacterInInputStream);
        if self.arena.errors.iter().any(|error| is_of_input_stream(error.code)) {
            // These errors were reported during the parse, by a stage between the tokenizer and the tree builder.
            return None;
        }
        // Input after the position where a limit ended the parse has no errors.
        let end = end_of_parsing(&self.arena.errors).unwrap_or(u32::MAX);
        let mut all = Vec::new();
        let add = |error: ParseError| {
            if all.len() <= ERROR_LIMIT && error.span.start < end {
                all.push(error);
            }
        };
        if self.is_xml() {
            xml_input_stream_errors(&self.source, 0, add);
        } else {
            input_stream_errors(&self.source, 0, add);
        }
        if all.is_empty() {
            return None;
        }
        all.extend(self.arena.errors.iter().filter(|error| error.code != ErrorCode::TooManyErrors));
        sort_errors(&mut all);
        let dropped = self.arena.errors.iter().find(|error| error.code == ErrorCode::TooManyErrors).copied();
        let too_many = all.split_off(all.len().min(ERROR_LIMIT));
        too_many.iter().copied().chain(dropped).for_each(|error| keep_error(&mut all, error));
        Some(all)
    }

    /// Returns the document's [mode](https://dom.spec.whatwg.org/#concept-document-quirks), as set by the parser.
    ///
    /// If the DOCTYPE was removed, added or replaced after the parse, this is the mode that a parser sets for the new DOCTYPE. (In a
    /// browser, the mode changes only when the page is loaded again.)
    ///
    /// ```
    /// use limpid::QuirksMode;
    /// assert_eq!(limpid::parse("<!DOCTYPE html>").quirks_mode(), QuirksMode::NoQuirks);
    /// assert_eq!(limpid::parse("<p>").quirks_mode(), QuirksMode::Quirks);
    ///
    /// let mut document = limpid::parse("<!DOCTYPE html><p>");
    /// let doctype = document.root().first_child().unwrap().id();
    /// document.node_mut(doctype)?.remove()?;
    /// assert_eq!(document.quirks_mode(), QuirksMode::Quirks);
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    #[inline]
    pub fn quirks_mode(&self) -> QuirksMode {
        self.arena.quirks_mode
    }

    /// Updates the mode after a change of the doctype.
    #[inline]
    pub(crate) fn update_quirks_mode(&mut self) {
        let (mode, parsed) = self.arena.parsed_mode;
        if self.is_xml() {
            return;
        }
        let mut before_element = self.root().children().take_while(|node| !node.is_element());
        let doctype = before_element.find_map(|node| Some((node.id(), node.doctype()?)));
        self.arena.quirks_mode = match doctype.map(|(_, doctype)| doctype) {
            _ if doctype.map_or(0, |(id, _)| id.get()) == parsed => mode,
            None => QuirksMode::Quirks,
            Some(Doctype { name, public_id, system_id }) => quirks_mode(&limpid_markup::Doctype {
                name: Some(name),
                public_id,
                system_id,
                force_quirks: false,
                span: Span::default(),
            }),
        };
    }

    /// Returns the decoded input, which spans refer to; empty if the document was not parsed.
    ///
    /// ```
    /// let document = limpid::parse_bytes(b"<meta charset=utf-8>caf\xc3\xa9");
    /// assert_eq!(document.source(), "<meta charset=utf-8>café");
    /// ```
    #[inline]
    #[doc(alias = "input_text")]
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Returns the name of the document's [character encoding](https://dom.spec.whatwg.org/#concept-document-encoding); `None` if it was
    /// parsed from text.
    ///
    /// ```
    /// use limpid::{ParseOptions, Encoding};
    /// let document = limpid::parse_bytes(b"<meta charset=koi8-r><p>\xf2");
    /// assert_eq!(document.encoding(), Some("KOI8-R"));
    /// // `for_label` returns the encoding, to parse or encode with it.
    /// let encoding = Encoding::for_label(document.encoding().unwrap()).unwrap();
    /// assert_eq!(ParseOptions::new().encoding(encoding).parse_bytes(b"<p>\xf2").text_content(), "Р");
    /// ```
    #[inline]
    pub fn encoding(&self) -> Option<&'static str> {
        Some(self.encoding?.name)
    }

    /// Returns the [confidence](https://html.spec.whatwg.org/multipage/parsing.html#concept-encoding-confidence) in the encoding at the end
    /// of the parse: tentative or certain. `None` if it is irrelevant: for a document that was parsed from text, and for a fragment.
    ///
    /// ```
    /// use limpid::encoding::Confidence;
    /// let document = limpid::parse_bytes(b"\xef\xbb\xbf<p>");
    /// assert_eq!(document.encoding_confidence(), Some(Confidence::Certain));
    /// ```
    #[inline]
    pub fn encoding_confidence(&self) -> Option<Confidence> {
        self.encoding?.confidence
    }

    /// Returns how the encoding was determined; `None` if the document was parsed from text. `Display` prints a description.
    ///
    /// ```
    /// use limpid::EncodingSource;
    /// let document = limpid::parse_bytes(b"\xef\xbb\xbf<p>");
    /// assert_eq!(document.encoding_source(), Some(EncodingSource::Bom));
    /// assert_eq!(EncodingSource::Bom.to_string(), "byte order mark");
    /// ```
    #[inline]
    pub fn encoding_source(&self) -> Option<EncodingSource> {
        Some(self.encoding?.source)
    }

    /// Returns whether [scripting was enabled](https://html.spec.whatwg.org/multipage/webappapis.html#concept-n-script) for the parse. The
    /// content of `noscript` is then text, which [`to_html`](Self::to_html) does not escape.
    ///
    /// ```
    /// use limpid::{ParseOptions, ScriptingMode};
    /// assert!(!limpid::parse("<p>Tea").scripting());
    /// assert!(ParseOptions::new().scripting(ScriptingMode::Normal).parse("<p>Tea").scripting());
    /// ```
    #[inline]
    pub fn scripting(&self) -> bool {
        match &self.origin {
            Some(Origin::Html { options, .. }) => options.tree_builder.scripting != ScriptingMode::Disabled,
            _ => false,
        }
    }

    /// Returns the name of the context element of a fragment parse, if it is a known HTML element; otherwise [`LocalName::UNKNOWN`].
    /// [`to_html`](Self::to_html) writes text children of the root like children of that element: unescaped for a `style`, for example.
    ///
    /// ```
    /// use limpid::LocalName;
    /// assert_eq!(limpid::parse_fragment("a > b", "style").fragment_context(), LocalName::STYLE);
    /// assert_eq!(limpid::parse("<p>Tea").fragment_context(), LocalName::UNKNOWN);
    /// ```
    #[doc(hidden)]
    #[inline]
    pub fn fragment_context(&self) -> LocalName {
        match &self.origin {
            Some(Origin::Html { context: Some(context), .. }) => context.html_name(),
            _ => LocalName::UNKNOWN,
        }
    }

    /// Returns the number that identifies a name in this document, or `None` if the document does not contain the name.
    #[doc(hidden)]
    #[inline]
    pub fn name_number(&self, name: &str) -> Option<u32> {
        self.arena.names.find(name)
    }

    /// Returns a list that contains, at the index of each node's number, the number of the last node in its subtree. Returns `None` unless
    /// all nodes are in the root's tree and numbered in tree order.
    #[doc(hidden)]
    #[inline]
    pub fn subtree_ends(&self) -> Option<&[u32]> {
        self.arena.order()?.ends_of_one_tree()
    }

    /// Returns the length in bytes of the source plus all text that is not in the source. This is an upper bound for the text of all nodes
    /// and attributes.
    #[doc(hidden)]
    #[inline]
    pub fn text_bytes(&self) -> usize {
        self.source.len() + self.arena.text.built_len()
    }

    /// Whether the order of the nodes is already computed and cached, so that [`subtree_ends`](Self::subtree_ends) takes constant time.
    #[doc(hidden)]
    #[inline]
    pub fn knows_order(&self) -> bool {
        self.arena.known_order().is_some()
    }

    /// Returns the ranks of the nodes in the root's tree, which are cached until a node is moved; `None` during a parse.
    #[doc(hidden)]
    #[inline]
    pub fn ranks(&self) -> Option<&Ranks> {
        self.arena.ranks()
    }

    /// Returns the number of nodes, including detached ones. Every [`NodeId::get`](crate::NodeId::get) is at most this number.
    ///
    /// ```
    /// let mut fragment = limpid::parse_fragment("<p>Tea", "div");
    /// let before = fragment.node_count();
    /// fragment.create_element("br")?;
    /// assert_eq!(fragment.node_count(), before + 1);
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    #[inline]
    pub fn node_count(&self) -> usize {
        self.arena.nodes.len() - 1
    }

    /// Returns whether this is an XML document, not an [HTML document](https://dom.spec.whatwg.org/#html-document). In XML, all names are
    /// case-sensitive, and [`create_element`](Self::create_element) creates elements without a namespace.
    ///
    /// ```
    /// assert!(limpid::xml::parse("<a/>").is_xml() && !limpid::parse("<a>").is_xml());
    /// ```
    #[inline]
    pub fn is_xml(&self) -> bool {
        self.arena.xml.is_some()
    }

    /// Returns the [XML declaration](https://www.w3.org/TR/xml/#NT-XMLDecl) of an XML document, if it has one.
    ///
    /// ```
    /// let document = limpid::xml::parse("<?xml version='1.0' encoding='utf-8'?><a/>");
    /// let declaration = document.xml_declaration().unwrap();
    /// assert_eq!((declaration.version, declaration.encoding, declaration.standalone), ("1.0", Some("utf-8"), None));
    /// ```
    #[inline]
    pub fn xml_declaration(&self) -> Option<XmlDeclaration<'_>> {
        self.arena.xml.as_ref()?.declaration()
    }

    /// Makes this an XML document, with an optional XML declaration. XML documents are in no-quirks mode.
    #[inline]
    pub(crate) fn set_xml(&mut self, declaration: Option<XmlDeclaration<'_>>) {
        self.arena.quirks_mode = QuirksMode::NoQuirks;
        self.arena.xml = Some(Box::new(Xml::new(declaration)));
    }
}
