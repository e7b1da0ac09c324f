use crate::read::node_ref::NodeRef;
use crate::read::traverse;
use crate::storage::arena::Arena;
use crate::storage::arena::ERROR_LIMIT;
use crate::storage::id::{NodeHandle, NodeId};
use crate::write::dump::Names;
use core::fmt;
use core::num::NonZeroU32;
use limpid_markup::{ErrorCode, LocalName, ParseError, QuirksMode, input_stream_errors, xml_input_stream_errors};
use std::borrow::Cow;
use std::sync::OnceLock;

/// A document as a tree: what the parser built, to read and to change.
///
/// It is a handful of buffers: cloning copies them, dropping frees them, however many nodes it has and however deep it
/// is, and it can be sent to and shared between threads. Text and attribute values that stand in the source as they are
/// stay there; the document borrows the source or owns it, and [`into_owned`](Self::into_owned) makes the latter of the
/// former.
///
/// A `Document<'static>` owns all it has, and can be kept in a struct or sent to a thread:
///
/// ```
/// use limpid_dom::{Document, NodeId};
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
/// let main = document.create_element("main");
/// document.append(document.root().id(), main)?;
/// let page = Page::new("https://example.org/", document);
/// let described = std::thread::spawn(move || format!("{}: {:?}", page.address, page.document.node(page.main.unwrap())));
/// assert_eq!(described.join().unwrap(), "https://example.org/: Some(#2 <main>)");
/// # Ok::<(), limpid_dom::MutationError>(())
/// ```
///
/// `Display` prints the document as [`to_html`](Self::to_html) does, `Debug` the tree as
/// [`to_test_dump`](Self::to_test_dump) does, that of an XML document as [`to_xml_test_dump`](Self::to_xml_test_dump).
#[derive(Clone)]
pub struct Document<'i> {
    pub(crate) source: Cow<'i, str>,
    pub(crate) arena: Arena,
    /// What [`errors`](Self::errors) found besides those in the arena, if it was asked.
    all_errors: OnceLock<Option<Vec<ParseError>>>,
    encoding: Option<&'static str>,
    encoding_confidence: Option<&'static str>,
    encoding_source: Option<&'static str>,
    scripting: bool,
    fragment_context: LocalName,
}

const _: () = {
    const fn is_shareable<T: Send + Sync + Clone>() {}
    is_shareable::<Document<'_>>();
};

impl Document<'static> {
    /// An empty document.
    pub fn new() -> Document<'static> {
        Document::from_parts(Cow::Borrowed(""), Arena::new(""))
    }
}

impl Default for Document<'static> {
    fn default() -> Document<'static> {
        Document::new()
    }
}

impl<'i> Document<'i> {
    #[inline(always)]
    pub(crate) fn from_parts(source: Cow<'i, str>, arena: Arena) -> Document<'i> {
        Document {
            source,
            arena,
            all_errors: OnceLock::new(),
            encoding: None,
            encoding_confidence: None,
            encoding_source: None,
            scripting: false,
            fragment_context: LocalName::UNKNOWN,
        }
    }

    /// The same document with a source of its own.
    pub fn into_owned(self) -> Document<'static> {
        Document { source: Cow::Owned(self.source.into_owned()), ..self }
    }

    /// What the tree hangs from: the document node, or the fragment that a fragment parse filled.
    #[inline]
    pub fn root(&self) -> NodeRef<'_> {
        let number = NonZeroU32::new(self.arena.root).filter(|number| self.arena.contains(number.get()));
        // The document node is the first in every arena.
        NodeRef { document: self, number: number.unwrap_or(NonZeroU32::MIN) }
    }

    /// The node of an id; `None` when the id is of another document.
    #[inline]
    pub fn node(&self, id: NodeId) -> Option<NodeRef<'_>> {
        if id.ids() == self.arena.ids { self.node_of_number(id.get()) } else { None }
    }

    /// The id of a node that this document's [`DocumentBuilder`](crate::DocumentBuilder) made.
    #[inline]
    pub fn id_of(&self, handle: NodeHandle) -> NodeId {
        self.arena.id_created(handle.get())
    }

    /// The node of a number that [`NodeId::get`] gave for this document; `None` when the document has no such node.
    #[inline]
    pub fn node_of_number(&self, number: u32) -> Option<NodeRef<'_>> {
        let number = NonZeroU32::new(number).filter(|number| self.arena.contains(number.get()))?;
        Some(NodeRef { document: self, number })
    }

    /// The parse errors, in the order of their places.
    ///
    /// The first call looks for those of the [input
    /// stream](https://html.spec.whatwg.org/multipage/parsing.html#preprocessing-the-input-stream) itself, control
    /// characters and noncharacters, if the document has its source.
    pub fn errors(&self) -> &[ParseError] {
        if !self.arena.lacks_input_stream_errors {
            return &self.arena.errors;
        }
        self.all_errors.get_or_init(|| self.find_all_errors()).as_deref().unwrap_or(&self.arena.errors)
    }

    /// The errors with those of the input stream, if there are any of these.
    fn find_all_errors(&self) -> Option<Vec<ParseError>> {
        let is_of_input_stream =
            |code| matches!(code, ErrorCode::ControlCharacterInInputStream | ErrorCode::NoncharacterInInputStream);
        if self.arena.errors.iter().any(|error| is_of_input_stream(error.code)) {
            // Something between the tokenizer and the builder had them looked for.
            return None;
        }
        // Where a limit ended parsing, the rest was not looked at.
        let is_end = |code| matches!(code, ErrorCode::NodeLimit | ErrorCode::TextLimit | ErrorCode::InputTooLong);
        let ends = self.arena.errors.iter().filter(|error| is_end(error.code)).map(|error| error.span.end);
        let end = ends.min().unwrap_or(u32::MAX);
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
        all.sort_by_key(|error| (error.span.start, error.span.end, error.code));
        let dropped = self.arena.errors.iter().find(|error| error.code == ErrorCode::TooManyErrors).copied();
        if let Some(error) = all.get(ERROR_LIMIT).copied().or(dropped) {
            all.truncate(ERROR_LIMIT);
            all.push(ParseError { code: ErrorCode::TooManyErrors, ..error });
        }
        Some(all)
    }

    /// The document's [mode](https://dom.spec.whatwg.org/#concept-document-quirks).
    pub fn quirks_mode(&self) -> QuirksMode {
        self.arena.quirks_mode
    }

    /// The input that spans count in, as it was decoded; empty when the document was built by hand.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The name of the [character encoding](https://dom.spec.whatwg.org/#concept-document-encoding) that the document was
    /// decoded from; `None` when it was parsed from text.
    pub fn encoding(&self) -> Option<&'static str> {
        self.encoding
    }

    /// How sure the parser was of the encoding at the end: the standard's
    /// [confidence](https://html.spec.whatwg.org/multipage/parsing.html#concept-encoding-confidence), `"tentative"` or
    /// `"certain"`. `None` when it is irrelevant: for a document that was parsed from text, and for a fragment.
    pub fn encoding_confidence(&self) -> Option<&'static str> {
        self.encoding_confidence
    }

    /// Where the encoding comes from, in a few words: `"byte order mark"`, `"transport label"`, `"fallback"` and so on;
    /// `None` when the document was parsed from text.
    pub fn encoding_source(&self) -> Option<&'static str> {
        self.encoding_source
    }

    /// Sets [`encoding`](Self::encoding). What was known of the confidence and the source of the former one goes.
    pub fn set_encoding(&mut self, name: Option<&'static str>) {
        self.encoding = name;
        self.set_encoding_origin(None, None);
    }

    /// Sets [`encoding_confidence`](Self::encoding_confidence) and [`encoding_source`](Self::encoding_source).
    pub fn set_encoding_origin(&mut self, confidence: Option<&'static str>, source: Option<&'static str>) {
        self.encoding_confidence = confidence;
        self.encoding_source = source;
    }

    /// Whether [scripting was enabled](https://html.spec.whatwg.org/multipage/webappapis.html#concept-n-script) for the
    /// parse: the contents of `noscript` are then text, and are written as they are by [`to_html`](Self::to_html).
    pub fn scripting(&self) -> bool {
        self.scripting
    }

    /// Sets [`scripting`](Self::scripting).
    pub fn set_scripting(&mut self, enabled: bool) {
        self.scripting = enabled;
    }

    /// The name of the element whose content a fragment parse gave, if that is an HTML element of the vocabulary;
    /// [`LocalName::UNKNOWN`] otherwise. Text right in the root is written by [`to_html`](Self::to_html) as it would be in
    /// that element: as it is for a `style`, say.
    pub fn fragment_context(&self) -> LocalName {
        self.fragment_context
    }

    /// Sets [`fragment_context`](Self::fragment_context).
    pub fn set_fragment_context(&mut self, name: LocalName) {
        self.fragment_context = name;
    }

    /// The stand-in for the context element of a fragment parse that allowed declarative shadow roots: a `shadowrootmode`
    /// template at the top of the fragment gives its shadow root to it.
    pub fn fragment_context_element(&self) -> Option<NodeRef<'_>> {
        self.node_of_number(self.arena.context_element)
    }

    /// Sets [`fragment_context_element`](Self::fragment_context_element).
    pub fn set_fragment_context_element(&mut self, element: Option<NodeId>) {
        self.arena.context_element = element.and_then(|id| self.node(id)).map_or(0, NodeRef::number);
    }

    /// How many nodes there are, detached ones included. Every [`NodeId::get`] is at most this.
    pub fn node_count(&self) -> usize {
        self.arena.nodes.len() - 1
    }

    /// The nodes below the root in tree order.
    pub fn descendants(&self) -> traverse::Descendants<'_> {
        self.root().descendants()
    }

    /// The text of all text nodes, in tree order.
    pub fn text_content(&self) -> String {
        self.root().text_content()
    }

    /// The [document element](https://dom.spec.whatwg.org/#document-element): the first element under the root.
    pub fn document_element(&self) -> Option<NodeRef<'_>> {
        self.root().children().find(|node| node.is_element())
    }

    /// [The html element](https://html.spec.whatwg.org/multipage/dom.html#the-html-element-2).
    fn html(&self) -> Option<NodeRef<'_>> {
        self.document_element().filter(|node| node.is_html(LocalName::HTML))
    }

    /// [The head element](https://html.spec.whatwg.org/multipage/dom.html#the-head-element-2).
    pub fn head(&self) -> Option<NodeRef<'_>> {
        self.html()?.children().find(|node| node.is_html(LocalName::HEAD))
    }

    /// [The body element](https://html.spec.whatwg.org/multipage/dom.html#the-body-element-2): a `body` or a `frameset`.
    pub fn body(&self) -> Option<NodeRef<'_>> {
        self.html()?.children().find(|node| node.is_html(LocalName::BODY) || node.is_html(LocalName::FRAMESET))
    }

    /// The text of the first `title` element, with ASCII white space stripped and collapsed, as
    /// [document.title](https://html.spec.whatwg.org/multipage/dom.html#document.title) has it.
    pub fn title(&self) -> Option<String> {
        let title = self.descendants().find(|node| node.is_html(LocalName::TITLE))?.child_text_content();
        let mut collapsed = String::with_capacity(title.len());
        for word in title.split_ascii_whitespace() {
            if !collapsed.is_empty() {
                collapsed.push(' ');
            }
            collapsed.push_str(word);
        }
        Some(collapsed)
    }

    /// The first element in tree order with this `id`. An empty `id` is none.
    ///
    /// It goes through the tree; who asks often keeps a map.
    pub fn element_by_id(&self, id: &str) -> Option<NodeRef<'_>> {
        self.descendants().find(|node| node.element_id() == Some(id))
    }

    /// The tree in the format of the
    /// [html5lib tests](https://github.com/html5lib/html5lib-tests/blob/master/tree-construction/README.md): a line for
    /// each node and attribute, each starting with `| ` and ending with a line feed.
    ///
    /// Indentation makes it as long as the tree is large times deep.
    pub fn to_test_dump(&self) -> String {
        let mut dump = String::new();
        // Writing to a String cannot fail.
        let _ = crate::write::dump::write(self.root(), Names::Html, &mut dump);
        dump
    }

    /// The tree in the format of the xml5lib tests: as [`to_test_dump`](Self::to_test_dump), but that names of elements and
    /// attributes are written with their prefix and the URL of their namespace, `{url}prefix:name`, as far as they have
    /// these.
    ///
    /// ```
    /// # use limpid_dom::Document;
    /// let mut document = Document::new_xml();
    /// let circle = document.create_element_ns("http://www.w3.org/2000/svg", "svg:circle")?;
    /// document.set_attribute(circle, "r", "1")?;
    /// document.append(document.root().id(), circle)?;
    /// assert_eq!(document.to_xml_test_dump(), "| <{http://www.w3.org/2000/svg}svg:circle>\n|   r=\"1\"\n");
    /// # Ok::<(), limpid_dom::MutationError>(())
    /// ```
    pub fn to_xml_test_dump(&self) -> String {
        let mut dump = String::new();
        // Writing to a String cannot fail.
        let _ = crate::write::dump::write(self.root(), Names::Xml, &mut dump);
        dump
    }

    /// What the test dump has for each node and attribute, in order, and how deep it is: the dump without its indentation, and so
    /// in proportion to the document. The dump of an XML document is that of [`to_xml_test_dump`](Self::to_xml_test_dump).
    ///
    /// Texts, comments, attribute values and the like are as they are in the document, so that they can have line feeds.
    ///
    /// ```
    /// # use limpid_dom::Document;
    /// let mut document = Document::new();
    /// let list = document.create_element("ul");
    /// document.set_attribute(list, "id", "a")?;
    /// document.append(document.root().id(), list)?;
    /// let mut entries = Vec::new();
    /// document.for_each_dump_entry(|depth, entry| entries.push((depth, entry.to_string())));
    /// assert_eq!(entries, [(0, "<ul>".to_owned()), (1, "id=\"a\"".to_owned())]);
    /// # Ok::<(), limpid_dom::MutationError>(())
    /// ```
    pub fn for_each_dump_entry(&self, mut entry: impl FnMut(usize, fmt::Arguments<'_>)) {
        // An entry cannot fail.
        let _ = crate::write::dump::entries(self.root(), self.dump_names(), &mut |depth, text| {
            entry(depth, text);
            Ok(())
        });
    }

    fn dump_names(&self) -> Names {
        if self.is_xml() { Names::Xml } else { Names::Html }
    }
}

impl fmt::Debug for Document<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::write::dump::write(self.root(), self.dump_names(), f)
    }
}
