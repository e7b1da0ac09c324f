//! The document: its source, its arena, and how it was parsed. [`look_up`](super::look_up) leads to its nodes.

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

/// A document as a tree: what the parser built, to read and to change.
///
/// It is a handful of buffers: cloning copies them, dropping frees them, however many nodes it has and however deep it
/// is, and it can be sent to and shared between threads. Text and attribute values that stand in the source as they are
/// stay there; the document borrows the source, owns it, or shares it with its owner ([`Source`]), and
/// [`into_owned`](Self::into_owned) makes a document that borrows nothing.
///
/// A `Document<'static>` owns all it has, and can be kept in a struct or sent to a thread:
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
/// `Display` prints the document as [`to_html`](Self::to_html) does, `Debug` the tree as
/// [`to_test_dump`](Self::to_test_dump) does.
#[derive(Clone)]
pub struct Document<'i> {
    pub(crate) source: Source<'i>,
    pub(crate) arena: Arena,
    pub(crate) encoding: Option<DocumentEncoding>,
    /// How the document was parsed, if it was.
    pub(crate) origin: Option<Origin>,
}

/// The encoding that a document was decoded from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DocumentEncoding {
    pub(crate) name: &'static str,
    /// `None` if it is irrelevant.
    pub(crate) confidence: Option<Confidence>,
    pub(crate) source: EncodingSource,
}

const _: () = {
    const fn is_shareable<T: Send + Sync + Clone>() {}
    is_shareable::<Document<'_>>();
};

impl Document<'static> {
    /// Gives the document the text that it was built over.
    ///
    /// # Panics
    /// If the text has another length.
    #[inline]
    pub(crate) fn with_source(mut self, source: Source<'_>) -> Document<'_> {
        if self.arena.text.source_len() == 0 {
            self.arena.is_detached_from_source |= !source.is_empty();
            return self;
        }
        assert_eq!(source.len(), self.arena.text.source_len() as usize, "the document was built over another text");
        Document { source, ..self }
    }

    /// An empty document.
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

    /// An empty document whose root is a fragment, so that it can have text and any number of elements.
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

    /// An empty XML document.
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

    /// Takes the document off the text that it was built over, so that the text can be moved.
    #[inline]
    pub(crate) fn without_source(self) -> Document<'static> {
        Document { source: Source::EMPTY, ..self }
    }

    /// Makes a document that owns its source of one that borrows it.
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

    /// The parse errors, in the order of their positions.
    ///
    /// The first call looks for those of the [input
    /// stream](https://html.spec.whatwg.org/multipage/parsing.html#preprocessing-the-input-stream) itself, control
    /// characters and noncharacters, if the document has its source.
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
        self.arena.all_errors(|| self.find_all_errors())
    }

    /// Finds the errors of the input stream and sorts them into the others, if there are any.
    #[inline]
    fn find_all_errors(&self) -> Option<Vec<ParseError>> {
        let is_of_input_stream =
            |code| matches!(code, ErrorCode::ControlCharacterInInputStream | ErrorCode::NoncharacterInInputStream);
        if self.arena.errors.iter().any(|error| is_of_input_stream(error.code)) {
            // A stage between the tokenizer and the builder had them looked for.
            return None;
        }
        // Where a limit ended parsing, the rest was not looked at.
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

    /// Returns the document's [mode](https://dom.spec.whatwg.org/#concept-document-quirks): the one that the parser set, or, if the DOCTYPE
    /// was removed, added or replaced since, the one that a parser gives a document with the new DOCTYPE. In a browser, such edits do
    /// not change the mode before the page is loaded again.
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

    /// Sets the mode again after a change of the doctype.
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

    /// The input that spans count in, as it was decoded; empty when the document was built by hand.
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

    /// The name of the [character encoding](https://dom.spec.whatwg.org/#concept-document-encoding) that the document was
    /// decoded from; `None` when it was parsed from text.
    ///
    /// ```
    /// use limpid::{ParseOptions, Encoding};
    /// let document = limpid::parse_bytes(b"<meta charset=koi8-r><p>\xf2");
    /// assert_eq!(document.encoding(), Some("KOI8-R"));
    /// // The name leads to the encoding again, for a parse or for `encode`.
    /// let encoding = Encoding::for_label(document.encoding().unwrap()).unwrap();
    /// assert_eq!(ParseOptions::new().encoding(encoding).parse_bytes(b"<p>\xf2").text_content(), "Р");
    /// ```
    #[inline]
    pub fn encoding(&self) -> Option<&'static str> {
        Some(self.encoding?.name)
    }

    /// The certainty of the encoding at the end of the parse: the standard's
    /// [confidence](https://html.spec.whatwg.org/multipage/parsing.html#concept-encoding-confidence), tentative or
    /// certain. `None` when it is irrelevant: for a document that was parsed from text, and for a fragment.
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

    /// Where the encoding comes from; `None` when the document was parsed from text. Its `Display` says it in a few words.
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

    /// Whether [scripting was enabled](https://html.spec.whatwg.org/multipage/webappapis.html#concept-n-script) for the
    /// parse: the contents of `noscript` are then text, and are written as they are by [`to_html`](Self::to_html).
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

    /// The name of the element whose content a fragment parse gave, if that is an HTML element of the vocabulary;
    /// [`LocalName::UNKNOWN`] otherwise. Text right in the root is written by [`to_html`](Self::to_html) as it would be in
    /// that element: as it is for a `style`, say.
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

    /// The number that the name of an element has in this document; `None` if no node has the name.
    #[doc(hidden)]
    #[inline]
    pub fn name_number(&self, name: &str) -> Option<u32> {
        self.arena.names.find(name)
    }

    /// The number of the last node in the subtree of each node, if all nodes are in the root's tree and their numbers in tree order.
    #[doc(hidden)]
    #[inline]
    pub fn subtree_ends(&self) -> Option<&[u32]> {
        self.arena.order()?.ends_of_one_tree()
    }

    /// Returns the bytes of the source and of the text that is stored outside of it: at least those of all texts and attributes.
    #[doc(hidden)]
    #[inline]
    pub fn text_bytes(&self) -> usize {
        self.source.len() + self.arena.text.built_len()
    }

    /// Whether [`subtree_ends`](Self::subtree_ends) knows its answer and need not find it.
    #[doc(hidden)]
    #[inline]
    pub fn knows_order(&self) -> bool {
        self.arena.known_order().is_some()
    }

    /// The ranks of the nodes in the root's tree, which are found once, until a node is moved; `None` while a parser is at work.
    #[doc(hidden)]
    #[inline]
    pub fn ranks(&self) -> Option<&Ranks> {
        self.arena.ranks()
    }

    /// The count of nodes, detached ones included. Every [`NodeId::get`](crate::NodeId::get) is at most this.
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

    /// Whether it is an XML document rather than an [HTML
    /// document](https://dom.spec.whatwg.org/#html-document): case matters in all its names, and
    /// [`create_element`](Self::create_element) gives elements in no namespace.
    ///
    /// ```
    /// assert!(limpid::xml::parse("<a/>").is_xml() && !limpid::parse("<a>").is_xml());
    /// ```
    #[inline]
    pub fn is_xml(&self) -> bool {
        self.arena.xml.is_some()
    }

    /// The [XML declaration](https://www.w3.org/TR/xml/#NT-XMLDecl) of an XML document, if it has one.
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

    /// Makes it an XML document with this XML declaration, or with none. XML documents have no quirks.
    #[inline]
    pub(crate) fn set_xml(&mut self, declaration: Option<XmlDeclaration<'_>>) {
        self.arena.quirks_mode = QuirksMode::NoQuirks;
        self.arena.xml = Some(Box::new(Xml::new(declaration)));
    }
}
