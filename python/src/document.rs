//! The class `Document` and the parse functions.

use limpid::content::ContentExt as _;
use limpid::links::{Base, Url, links};
use limpid::mapped_text::Passage;
use limpid::{LineIndex, LineTable, NodeRef, Source, SourceBytes, SourceError, SourceOptions, Span};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyDict, PyList, PyString, PyTuple};
use std::ops::Deref;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};

use crate::content::{ContentArguments, data, metadata};
use crate::edit_lock::EditLock;
use crate::editor::Editor;
use crate::errors;
use crate::events::events;
use crate::hints;
use crate::markdown::{MarkdownArguments, absolute_url};
use crate::markup::{Markup, Text, excerpt};
use crate::node::{Node, Query, View, select_attributes, select_nodes, select_texts};
use crate::selector::selector_of;
use crate::settings::{Count, Settings};
use crate::table::{Table, TableData};
use crate::tree::{Tree, in_recycled_memory, recycle, serialize_options};

/// The tree of a page. It changes only through the `with` block of `edit()`, so any number of threads can read it without a lock.
///
///     >>> import limpid_html as limpid
///     >>> document = limpid.parse("<title>Tea</title><ul><li>Assam<li>Darjeeling</ul>")
///     >>> document
///     <limpid_html.Document 'Tea', 11 nodes>
///     >>> [item.text_content() for item in document.select("li")]
///     ['Assam', 'Darjeeling']
///     >>> document.encoding is None
///     True
///
/// Documents can be pickled and copied. A pickle contains the markup, and after edits also the tree. If an edited document is unpickled, its nodes
/// have no spans, and `to_source()` raises `SourceError`. Copies (`copy.copy`, `copy.deepcopy`) do not have these limits. Editing a copy does not
/// change the original.
#[pyclass(frozen, module = "limpid_html", weakref)]
pub(crate) struct Document {
    parsed: Tree,
    /// The tree after edits. Readers clone the `Arc` and release the lock.
    edited: OnceLock<RwLock<Arc<Tree>>>,
    edit_lock: EditLock,
    lines: OnceLock<LineTable>,
    base_cache: Mutex<Option<CachedBase>>,
    settings: Settings,
    /// The `bytes` or `str` that was parsed; `None` if text was fed to a `Parser`.
    markup: Option<Py<PyAny>>,
    encoding: EncodingInfo,
}

/// The base URL of a tree, cached because finding the `base` element takes time.
struct CachedBase {
    /// The address of the edited tree, or 0 for the parsed tree.
    tree: usize,
    /// The URL that the caller passed for the page.
    page_url: Option<Url>,
    /// `page_url` and the URL of the `base` element.
    base: Base,
}

/// The encoding of the parsed bytes. The tree of an unpickled document may not have it, because unpickling may parse decoded text.
#[derive(Clone)]
pub(crate) struct EncodingInfo {
    name: Option<String>,
    source: Option<String>,
}

/// The current tree of a document: the parsed tree, or the tree after edits.
pub(crate) enum CurrentTree<'d> {
    Parsed(&'d Tree),
    Edited(Arc<Tree>),
}

impl Deref for CurrentTree<'_> {
    type Target = Tree;

    fn deref(&self) -> &Tree {
        match self {
            CurrentTree::Parsed(tree) => tree,
            CurrentTree::Edited(tree) => tree,
        }
    }
}

impl Document {
    pub(crate) fn new(parsed: Tree, settings: Settings, markup: Option<Py<PyAny>>) -> Document {
        let encoding = EncodingInfo {
            name: parsed.encoding().map(str::to_owned),
            source: parsed.encoding_source().map(|source| source.as_str().to_owned()),
        };
        Document {
            parsed,
            edited: OnceLock::new(),
            edit_lock: EditLock::default(),
            lines: OnceLock::new(),
            base_cache: Mutex::default(),
            settings,
            markup,
            encoding,
        }
    }

    #[inline]
    pub(crate) fn tree(&self) -> CurrentTree<'_> {
        match self.edited.get() {
            None => CurrentTree::Parsed(&self.parsed),
            Some(tree) => CurrentTree::Edited(tree.read().unwrap_or_else(PoisonError::into_inner).clone()),
        }
    }

    /// Replaces the current tree.
    pub(crate) fn replace(&self, tree: Arc<Tree>) {
        // Clears the cache before a new tree can reuse the old address. Never waits: in a forked process, the lock may belong to a thread that no
        // longer exists.
        if let Ok(mut cache) = self.base_cache.try_lock() {
            *cache = None;
        }
        let edited = self.edited.get_or_init(|| RwLock::new(tree.clone()));
        *edited.write().unwrap_or_else(PoisonError::into_inner) = tree;
    }

    pub(crate) fn edit_lock(&self) -> &EditLock {
        &self.edit_lock
    }

    /// Returns the base URL of a tree, given the URL of the page.
    pub(crate) fn base(&self, tree: &CurrentTree<'_>, page_url: Option<Url>) -> Base {
        let address = match tree {
            CurrentTree::Parsed(_) => 0,
            CurrentTree::Edited(tree) => Arc::as_ptr(tree) as usize,
        };
        // A draft is the tree of an open `Editor`. Its base is not cached, because it changes without changing its address.
        let is_draft = match (tree, self.tree()) {
            (CurrentTree::Edited(tree), CurrentTree::Edited(present)) => !Arc::ptr_eq(tree, &present),
            (CurrentTree::Edited(_), CurrentTree::Parsed(_)) => true,
            (CurrentTree::Parsed(_), _) => false,
        };
        let Some(mut cache) = self.base_cache.try_lock().ok().filter(|_| !is_draft) else {
            return Base::new(tree, page_url.as_ref());
        };
        match &*cache {
            Some(cached) if cached.tree == address && cached.page_url == page_url => cached.base.clone(),
            _ => {
                let base = Base::new(tree, page_url.as_ref());
                *cache = Some(CachedBase { tree: address, page_url, base: base.clone() });
                base
            }
        }
    }

    /// Returns the index that converts byte offsets of the source to lines and characters. Builds it on the first call.
    pub(crate) fn lines(&self) -> LineIndex<'_> {
        let source = self.parsed.source();
        self.lines.get_or_init(|| LineTable::new(source)).index(source)
    }

    pub(crate) fn source(&self) -> &str {
        self.parsed.source()
    }

    fn node_of(slf: &Bound<'_, Self>, find: impl FnOnce(&Tree) -> Option<NodeRef<'_>>) -> Option<Node> {
        find(&slf.get().tree()).map(|node| Node::new(View::new(slf), node.id()))
    }
}

impl Drop for Document {
    fn drop(&mut self) {
        recycle(std::mem::take(&mut self.parsed));
    }
}

#[pymethods]
impl Document {
    #[new]
    #[pyo3(signature = (*_arguments, **_keywords))]
    fn no_new(_arguments: &Bound<'_, PyTuple>, _keywords: Option<&Bound<'_, PyDict>>) -> PyResult<Document> {
        Err(hints::no_constructor("Document", "use limpid_html.parse(markup)"))
    }

    /// Raises `AttributeError` that suggests limpid's name for an attribute of another library.
    fn __getattr__(slf: &Bound<'_, Self>, name: &str) -> PyResult<Py<PyAny>> {
        Err(hints::no_attribute(slf.as_any(), name))
    }

    /// The document node, or the fragment node of a parsed fragment. Never `None`.
    #[getter]
    fn root(slf: &Bound<'_, Self>) -> Option<Node> {
        Document::node_of(slf, |tree| Some(tree.root()))
    }

    /// The root element, `html` in HTML documents, or `None`.
    #[getter]
    fn document_element(slf: &Bound<'_, Self>) -> Option<Node> {
        Document::node_of(slf, |tree| tree.document_element())
    }

    /// The `head` element, or `None`.
    #[getter]
    fn head(slf: &Bound<'_, Self>) -> Option<Node> {
        Document::node_of(slf, |tree| tree.head())
    }

    /// The `body` element, or `None`.
    #[getter]
    fn body(slf: &Bound<'_, Self>) -> Option<Node> {
        Document::node_of(slf, |tree| tree.body())
    }

    /// The text of the `title` element with whitespace collapsed, or `None`.
    #[getter]
    fn title(&self) -> Option<String> {
        self.tree().title()
    }

    /// The encoding of the parsed bytes, by its name in the Encoding Standard; `None` if a `str` was parsed.
    #[getter]
    fn encoding(&self) -> Option<&str> {
        self.encoding.name.as_deref()
    }

    /// How `encoding` was determined, such as `"byte order mark"` or `"transport label"`; `None` if a `str` was parsed.
    #[getter]
    fn encoding_source(&self) -> Option<&str> {
        self.encoding.source.as_deref()
    }

    /// The rendering mode that the doctype selects: `"no-quirks"`, `"limited-quirks"` or `"quirks"`.
    #[getter]
    fn quirks_mode(&self) -> &'static str {
        self.tree().quirks_mode().as_str()
    }

    /// The parse errors, a list of `ParseError` in the order of detection; empty with `errors=False`. Edits do not change it.
    #[getter]
    fn errors<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        if self.parsed.errors().is_empty() {
            return Ok(Vec::new());
        }
        errors::parse_errors(py, self.parsed.errors(), &self.lines())
    }

    /// The decoded input, a `str`. Spans are byte offsets in its UTF-8 encoding.
    #[getter(source)]
    fn source_text<'py>(&self, py: Python<'py>) -> Bound<'py, PyString> {
        PyString::new(py, self.source())
    }

    /// Returns a list of the elements that match a CSS selector, in tree order.
    ///
    ///     >>> import limpid_html as limpid
    ///     >>> document = limpid.parse("<p class=a>1<p>2<p class=a>3")
    ///     >>> [p.inner_text() for p in document.select("p.a")]
    ///     ['1', '3']
    ///
    /// `css` is a `str` or a `Selector`. The compiled form of a `str` is cached. Raises `SelectorSyntaxError` for an invalid selector.
    #[pyo3(signature = (css, /))]
    fn select<'py>(slf: &Bound<'py, Self>, css: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        let selector = selector_of(css)?;
        select_nodes(slf.py(), &View::new(slf), slf.get().tree().root(), &selector.get().selector)
    }

    /// Returns the first element that matches a CSS selector, or `None`. Raises `SelectorSyntaxError` for an invalid selector.
    #[pyo3(signature = (css, /))]
    fn select_one(slf: &Bound<'_, Self>, css: &Bound<'_, PyAny>) -> PyResult<Option<Node>> {
        let selector = selector_of(css)?;
        Ok(Document::node_of(slf, |tree| tree.root().select_first(&selector.get().selector)))
    }

    /// Returns a list with the `inner_text()` of each element that matches a CSS selector, without creating `Node` objects.
    ///
    ///     >>> import limpid_html as limpid
    ///     >>> limpid.parse("<ul><li>One <b>two</b><li>Three</ul>").select_text("li")
    ///     ['One two', 'Three']
    #[pyo3(signature = (css, /))]
    fn select_text<'py>(&self, css: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        let selector = selector_of(css)?;
        select_texts(css.py(), self.tree().root(), &selector.get().selector)
    }

    /// Returns a list with the value of an attribute for each element that matches a CSS selector, without creating `Node` objects. Skips elements
    /// without the attribute.
    ///
    ///     >>> import limpid_html as limpid
    ///     >>> limpid.parse("<a href=/a>A</a><a>B</a>").select_attribute("a", "href")
    ///     ['/a']
    #[pyo3(signature = (css, name, /))]
    fn select_attribute<'py>(&self, css: &Bound<'py, PyAny>, name: Text) -> PyResult<Bound<'py, PyList>> {
        let selector = selector_of(css)?;
        select_attributes(css.py(), self.tree().root(), &selector.get().selector, &name)
    }

    /// Evaluates an XPath 1.0 expression. EXSLT functions for regular expressions, sets and strings are available (`re:`, `set:`, `str:`).
    ///
    ///     >>> import limpid_html as limpid
    ///     >>> document = limpid.parse("<ul><li><a href=/tea>Tea</a><li>Milk</ul>")
    ///     >>> document.xpath("//li[a]"), document.xpath("//a/@href"), document.xpath("//a/text()")
    ///     ([<limpid_html.Node li>], ['/tea'], ['Tea'])
    ///     >>> document.xpath("count(//li)"), document.xpath("string(//li[. = $name])", {"name": "Milk"})
    ///     (2.0, 'Milk')
    ///
    /// Returns a `float`, a `str`, a `bool`, or a list in document order. In a list, an attribute or a text node is a `str`, a namespace node is a
    /// tuple `(prefix, url)`, and any other node is a `Node`. A name without a prefix matches HTML elements and ignores case.
    ///
    /// `variables` maps names to values: `bool`, `float`, `int`, `str`, `Node`, or a list of `Node`. `namespaces` maps prefixes to namespace URLs; to
    /// select SVG elements, you need a prefix for their namespace. Raises `XPathSyntaxError` for an invalid expression.
    ///
    /// The time and memory of an evaluation are limited. `max_steps` is the maximum number of steps; a step is about one visited node. The default is
    /// larger for a larger document or a longer expression. It suffices for paths whose predicates use positions, attributes, children, parents or
    /// the node itself. An expression that computes a node set for each node, such as `//li[sum(preceding::li) > 3]`, can need more steps on a large
    /// page. It then raises `XPathSyntaxError`. `max_steps=2**64` removes the limit.
    #[pyo3(signature = (expression, /, variables = None, namespaces = None, *, max_steps = None))]
    fn xpath<'py>(
        slf: &Bound<'py, Self>,
        expression: Text,
        variables: Option<Bound<'py, PyAny>>,
        namespaces: Option<Bound<'py, PyAny>>,
        max_steps: Option<Count>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let tree = slf.get().tree();
        Query { expression, variables, namespaces, max_steps }.evaluate(slf.py(), &View::new(slf), &tree, tree.root())
    }

    /// Returns the first element with the given id, or `None`.
    fn element_by_id(slf: &Bound<'_, Self>, id: Text) -> Option<Node> {
        Document::node_of(slf, |tree| tree.element_by_id(&id))
    }

    /// Returns a list of `Link`, one for each URL that the page links to or loads, in tree order. URLs in `style` attributes and elements are
    /// included; for `style` elements, `Link.attribute` is `#text`.
    ///
    ///     >>> import limpid_html as limpid
    ///     >>> page = limpid.parse("<a href=tea rel=next>Tea</a><img src='//example.com/a.png'>")
    ///     >>> [(link.element, link.written, link.url) for link in page.links("https://example.org/shop/")]
    ///     [('a', 'tea', 'https://example.org/shop/tea'), ('img', '//example.com/a.png', 'https://example.com/a.png')]
    ///
    /// `Link.url` is resolved against the `base` element of the page and `base`, the URL of the page. It is `None` if it cannot be resolved. Base
    /// URLs of more than 2,048 bytes are ignored. Raises `ValueError` if `base` is not an absolute URL.
    #[pyo3(signature = (base = None))]
    fn links<'py>(&self, py: Python<'py>, base: Option<Text>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let page_url = absolute_url(base)?;
        let tree = self.tree();
        let base = Base::new(&tree, page_url.as_ref());
        let found: Vec<_> = py.detach(|| {
            links(&tree)
                .map(|link| {
                    let url = base.resolve_link(&link).map(String::from);
                    (link.element, link.attribute, link.written, url, link.rel)
                })
                .collect()
        });
        let class = errors::link_class(py)?;
        found.into_iter().map(|link| class.call1(link)).collect()
    }

    /// Returns a list of the page's tables as `Table`, in tree order. Nested tables are items of their own.
    ///
    ///     >>> import limpid_html as limpid
    ///     >>> page = limpid.parse("<table><tr><th>Tea<th>Price<tr><td rowspan=2>Sencha<td>4<tr><td>7</table>")
    ///     >>> [table.rows for table in page.tables()]
    ///     [[['Sencha', '4'], ['', '7']]]
    ///     >>> [table.rows for table in page.tables(repeat=True)]
    ///     [[['Sencha', '4'], ['Sencha', '7']]]
    ///
    /// The table model of the HTML Standard determines the row and the column of each cell. The text of a cell is the text that a browser shows.
    /// Hidden rows and cells are skipped. The text of a cell with `rowspan` or `colspan` is in its first row and column. Its other positions are
    /// empty, or repeat the text with `repeat=True`. `Table.is_layout` is true for tables that are used for page layout.
    #[pyo3(signature = (*, repeat = false))]
    fn tables(slf: &Bound<'_, Self>, repeat: bool) -> Vec<Table> {
        let document = slf.get();
        let read: Vec<_> = slf
            .py()
            .detach(|| document.tree().descendants().filter_map(|node| TableData::read(node, repeat)).collect());
        read.into_iter().map(|table| table.into_table(View::new(slf))).collect()
    }

    /// Returns the main content of the page as `Content`: the article, the posts of a thread, the entries of a listing or the description of a
    /// product, without menus, advertisements and other boilerplate.
    ///
    ///     >>> import limpid_html as limpid
    ///     >>> text = "Green tea is steamed shortly after it is picked. " * 20
    ///     >>> page = limpid.parse(f"<title>Green tea | Tea Times</title><nav>Menu</nav><main><p>{text}</main><footer>Imprint</footer>")
    ///     >>> content = page.content()
    ///     >>> content.kind, content.text == text.strip(), content.metadata.title
    ///     ('article', True, 'Green tea')
    ///
    /// `Content.document` is a copy of the page that contains only the content. It has all methods of a document, such as `markdown()`, `passages()` and
    /// `tables()`. The page itself is not changed.
    ///
    /// `comments=True` includes the comments on the content; `images=False` leaves out images, videos and captions, and `links=False` replaces
    /// links by their text. If `Content.confidence` is below `min_confidence`, the content is empty. `kind` sets the kind of the page, which is
    /// otherwise determined: `"article"`, `"documentation"`, `"thread"`, `"product"`, `"listing"`, `"collection"` or `"service"`. `base` is the
    /// address of the page: it resolves the URLs in the metadata, and shows the kind of some pages.
    ///
    /// Raises `ValueError` if `min_confidence` is not from 0 to 1, `kind` is unknown, or `base` is not an absolute URL.
    #[pyo3(signature = (*, comments = false, images = true, links = true, min_confidence = 0.0, kind = None, base = None))]
    #[allow(clippy::too_many_arguments, reason = "keyword arguments of Python")]
    fn content<'py>(
        slf: &Bound<'py, Self>,
        comments: bool,
        images: bool,
        links: bool,
        min_confidence: f64,
        kind: Option<Text>,
        base: Option<Text>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, this) = (slf.py(), slf.get());
        let arguments = ContentArguments::parse(min_confidence, kind, base)?;
        let arguments = ContentArguments { comments, images, links, ..arguments };
        let tree = this.tree();
        let content = py.detach(|| tree.content_with(&arguments.options()));
        let comments: Vec<Node> = content.comments().iter().map(|id| Node::new(View::new(slf), *id)).collect();
        let nodes: Vec<_> = content.nodes().map(NodeRef::id).collect();
        let metadata = metadata(py, content.metadata())?;
        let (kind, confidence) = (content.kind().as_str(), content.confidence());
        let document = this.__copy__(py);
        document.replace(Arc::new(content.into_document()));
        let document = Bound::new(py, document)?;
        let nodes: Vec<Node> = nodes.into_iter().map(|id| Node::new(View::new(&document), id)).collect();
        errors::content_class(py)?.call1((document, nodes, comments, kind, confidence, metadata))
    }

    /// Returns the metadata of the page: title, authors, dates and more, from JSON-LD, Open Graph and other markup. Texts are
    /// on one line, dates are in ISO 8601, and unknown values are `None`. `base` is the address of the page, to resolve URLs.
    ///
    ///     >>> import limpid_html as limpid
    ///     >>> page = limpid.parse("<meta name=author content=Ada><meta property=article:published_time content=2025-01-29>")
    ///     >>> metadata = page.metadata()
    ///     >>> metadata.byline, metadata.published, metadata.sources
    ///     ('Ada', '2025-01-29', {'byline': 'meta', 'published': 'open-graph'})
    ///
    /// Raises `ValueError` if `base` is not an absolute URL.
    #[pyo3(signature = (*, base = None))]
    fn metadata<'py>(&self, py: Python<'py>, base: Option<Text>) -> PyResult<Bound<'py, PyAny>> {
        let (url, tree) = (absolute_url(base)?, self.tree());
        let found = py.detach(|| tree.metadata_with(url.as_ref()));
        metadata(py, &found)
    }

    /// Returns the page's JSON-LD as a list of dicts and lists, one item for each JSON text. Invalid JSON is left out.
    ///
    ///     >>> import limpid_html as limpid
    ///     >>> page = limpid.parse('<script type="application/ld+json">{"@type": "Product", "name": "Sencha"}</script>')
    ///     >>> page.json_ld()
    ///     [{'@type': 'Product', 'name': 'Sencha'}]
    fn json_ld<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let tree = self.tree();
        let values = py.detach(|| tree.json_ld());
        data(py, values)
    }

    /// Returns the page's microdata as a list of dicts in the form of the HTML Standard's JSON. Addresses are not resolved.
    ///
    ///     >>> import limpid_html as limpid
    ///     >>> limpid.parse("<p itemscope itemtype=https://schema.org/Product><b itemprop=name>Sencha</b>").microdata()
    ///     [{'type': ['https://schema.org/Product'], 'properties': {'name': ['Sencha']}}]
    fn microdata<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let tree = self.tree();
        let values = py.detach(|| tree.microdata());
        data(py, values)
    }

    /// Returns the text as a browser shows it: each block on its own lines, without scripts and styles.
    ///
    ///     >>> import limpid_html as limpid
    ///     >>> limpid.parse("<p>One <b>two</b><script>x()</script><p>Three").inner_text()
    ///     'One two\n\nThree'
    fn inner_text(&self, py: Python<'_>) -> String {
        py.detach(|| self.tree().inner_text())
    }

    /// Returns the text of all text nodes, including scripts and styles, without any formatting.
    fn text_content(&self, py: Python<'_>) -> String {
        py.detach(|| self.tree().text_content())
    }

    /// Returns the page as Markdown.
    ///
    ///     >>> import limpid_html as limpid
    ///     >>> print(limpid.parse("<h1>Tea</h1><p>Hello <b>you</b>").markdown())
    ///     # Tea
    ///     <BLANKLINE>
    ///     Hello **you**
    ///     <BLANKLINE>
    ///
    /// URLs of links and images are resolved against the `base` element of the page and the argument `base`, the URL of the page. Without a base,
    /// URLs are not changed. In tables, the text of a cell with `rowspan` or `colspan` is in its first row and column, or with `repeat=True` in all
    /// of its rows and columns. With `data_images=False`, an image with a `data:` URL is replaced by its alternative text.
    ///
    ///     >>> limpid.parse("<a href=tea>Tea</a>").markdown(base="https://example.org/shop/")
    ///     '[Tea](https://example.org/shop/tea)\n'
    ///
    /// Raises `ValueError` if `base` is not an absolute URL.
    #[pyo3(signature = (*, base = None, repeat = false, data_images = true))]
    fn markdown(&self, py: Python<'_>, base: Option<Text>, repeat: bool, data_images: bool) -> PyResult<String> {
        let (arguments, tree) = (MarkdownArguments::new(base, repeat, data_images)?, self.tree());
        Ok(py.detach(|| arguments.with(&tree, |options| tree.to_markdown_with(options))))
    }

    /// Returns the tree as HTML, serialized as in the HTML Standard; indented with `pretty=True`, as short as possible with `minify=True`.
    #[pyo3(signature = (*, pretty = false, minify = false))]
    fn html(&self, py: Python<'_>, pretty: bool, minify: bool) -> String {
        py.detach(|| {
            let mut html = String::new();
            // Writing to a String cannot fail.
            let _ = self.tree().root().write_html(&mut html, &serialize_options(pretty, minify));
            html
        })
    }

    /// Returns the tree as well-formed XML.
    fn xml(&self, py: Python<'_>) -> String {
        py.detach(|| self.tree().to_xml())
    }

    /// Returns the parsed page with the edits applied. All other markup stays exactly as it was written.
    ///
    ///     >>> import limpid_html as limpid
    ///     >>> document = limpid.parse(b"<P Class=a >Green<br/>tea")
    ///     >>> with document.edit() as editor:
    ///     ...     editor.set_attribute(document.select_one("p"), "id", "x")
    ///     >>> document.to_source()
    ///     b'<P Class=a id=x >Green<br/>tea'
    ///
    /// Returns `bytes` in the encoding of the page if bytes were parsed, otherwise `str`. If you parse the result, you get the tree of this document.
    /// Raises `SourceError` if new markup in the changed places cannot produce this tree. Its attribute `node` is the node that cannot be written.
    /// With `widen=True`, `to_source` may also rewrite the unchanged markup around such a node.
    ///
    /// Raises `SourceError` for an edited document that was unpickled: a pickle does not record which parts of the source are unchanged. Copies
    /// (`copy.copy`, `copy.deepcopy`) work.
    #[pyo3(signature = (*, widen = false))]
    fn to_source<'py>(slf: &Bound<'py, Self>, widen: bool) -> PyResult<Bound<'py, PyAny>> {
        let (py, this) = (slf.py(), slf.get());
        let tree = this.tree();
        let bytes = this.markup.as_ref().and_then(|markup| markup.bind(py).cast::<PyBytes>().ok());
        let bytes = bytes.map(|bytes| PyBackedBytes::from(bytes.clone()));
        let written = py.detach(|| {
            let edits = tree.source_edits(&SourceOptions::new().widen(widen))?;
            match &bytes {
                Some(bytes) => tree.edit_bytes(bytes, &edits).map(EditedSource::Bytes),
                None => edits.apply(tree.source()).map(EditedSource::Text).map_err(|_| source_mismatch()),
            }
        });
        match written {
            Ok(EditedSource::Bytes(bytes)) => Ok(PyBytes::new(py, &bytes).into_any()),
            Ok(EditedSource::Text(text)) => Ok(PyString::new(py, &text).into_any()),
            Err(error) => {
                let node = error.node.map(|id| Node::new(View::new(slf), id));
                Err(errors::source_error(py, error, node, widen))
            }
        }
    }

    /// Splits the text at its headings, for search and retrieval. Returns a list of `Passage`, one per section, with the headings above it.
    ///
    ///     >>> import limpid_html as limpid
    ///     >>> page = limpid.parse("Welcome<h1>Tea</h1><p>Leaves.<h2>Green</h2><p>Sencha.", spans=True)
    ///     >>> [(passage.headings, passage.text) for passage in page.passages()]
    ///     [((), 'Welcome'), (('Tea',), 'Tea\n\nLeaves.'), (('Tea', 'Green'), 'Green\n\nSencha.')]
    ///     >>> page.source[slice(*page.passages()[1].span_chars)]
    ///     'Tea</h1><p>Leaves.'
    ///
    /// The text is that of `inner_text()`, or of `markdown()` with `markdown=True`. `base`, `repeat` and `data_images` are arguments of `markdown()`,
    /// and raise `TypeError` without `markdown=True`. `max_len` is the maximum length of a passage in UTF-8 bytes. Longer sections are split between
    /// paragraphs, lines, sentences or words. Raises `ValueError` if `max_len` is less than 4, the UTF-8 length of the longest character.
    #[pyo3(signature = (*, markdown = false, max_len = None, base = None, repeat = false, data_images = true))]
    fn passages<'py>(
        &self,
        py: Python<'py>,
        markdown: bool,
        max_len: Option<Count>,
        base: Option<Text>,
        repeat: bool,
        data_images: bool,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let markdown = MarkdownArguments::for_passages(markdown, base, repeat, data_images)?;
        passages(py, self, self.tree().root(), markdown.as_ref(), max_len)
    }

    /// Returns a dump of the tree, in the format of html5lib-tests.
    ///
    ///     >>> import limpid_html as limpid
    ///     >>> print(limpid.parse("<p>Tea").tree())
    ///     | <html>
    ///     |   <head>
    ///     |   <body>
    ///     |     <p>
    ///     |       "Tea"
    ///     <BLANKLINE>
    #[pyo3(name = "tree")]
    fn dump(&self, py: Python<'_>) -> String {
        py.detach(|| self.tree().to_test_dump())
    }

    /// Returns an `Editor` for a `with` block. Its changes take effect at the end of the block. Existing `Node` objects stay valid.
    ///
    ///     >>> import limpid_html as limpid
    ///     >>> document = limpid.parse("<p>Hello <a href=/tea>there</a>")
    ///     >>> link = document.select_one("a")
    ///     >>> with document.edit() as editor:
    ///     ...     editor.set_attribute(link, "rel", "nofollow")
    ///     >>> link["rel"]
    ///     'nofollow'
    ///
    /// If the block raises an exception, the document does not change. Until the block ends, other threads read the document without the changes. A
    /// thread that enters a block for the same document waits; see `Editor`. Entering a second block for the same document inside the first raises
    /// `RuntimeError`.
    fn edit(slf: &Bound<'_, Self>) -> Editor {
        Editor::new(slf.clone().unbind())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let py = slf.py();
        let this = slf.get();
        // Converts an instance of a subclass of `bytes` or `str`, so that the pickle does not depend on the subclass.
        let markup = match this.markup.as_ref().map(|markup| markup.bind(py)) {
            Some(markup) if markup.is_exact_instance_of::<PyBytes>() || markup.is_exact_instance_of::<PyString>() => {
                markup.clone()
            }
            Some(markup) => match markup.cast::<PyBytes>() {
                Ok(bytes) => PyBytes::new(py, bytes.as_bytes()).into_any(),
                Err(_) => this.source_text(py).into_any(),
            },
            None => this.source_text(py).into_any(),
        };
        let edited = this.edited.get().map(|_| crate::pickle::dump(py, &this.tree())).transpose()?;
        let encoding = (this.encoding(), this.encoding_source());
        let settings = this.settings.to_dict(py)?;
        let arguments = (crate::pickle::VERSION, markup, settings, encoding, edited).into_pyobject(py)?;
        Ok((py.import("limpid_html._limpid")?.getattr("_restore")?, arguments))
    }

    fn __copy__(&self, py: Python<'_>) -> Document {
        let edited = self.edited.get().map(|tree| tree.read().unwrap_or_else(PoisonError::into_inner).clone());
        Document {
            parsed: py.detach(|| self.parsed.clone()),
            edited: edited.map(RwLock::new).map(OnceLock::from).unwrap_or_default(),
            edit_lock: EditLock::default(),
            lines: OnceLock::new(),
            base_cache: Mutex::default(),
            settings: self.settings.clone(),
            markup: self.markup.as_ref().map(|markup| markup.clone_ref(py)),
            encoding: self.encoding.clone(),
        }
    }

    #[pyo3(signature = (memo, /))]
    fn __deepcopy__(&self, py: Python<'_>, memo: &Bound<'_, PyAny>) -> Document {
        // The document refers to immutable Python objects only, so `memo` is not needed.
        let _ = memo;
        self.__copy__(py)
    }

    fn __len__(&self) -> usize {
        self.tree().node_count()
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let tree = self.tree();
        let title = match tree.title() {
            Some(title) => format!(" {}", excerpt(py, &title)?),
            None => String::new(),
        };
        Ok(format!("<limpid_html.Document{title}, {} nodes>", tree.node_count()))
    }
}

/// The edited source, in the type of the parsed markup.
enum EditedSource {
    Bytes(Vec<u8>),
    Text(String),
}

/// Converts the error of `Edits::apply` to a `SourceError`. The error never occurs, because the edits belong to this source. `SourceError` has no
/// constructor, so this function returns the error of a document without a source.
fn source_mismatch() -> SourceError {
    let refused = limpid::Document::new().source_edits(&SourceOptions::new());
    refused.expect_err("a document that was not parsed has no source")
}

pub(crate) fn passages<'py>(
    py: Python<'py>,
    document: &Document,
    node: NodeRef<'_>,
    markdown: Option<&MarkdownArguments>,
    max_len: Option<Count>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let max_len = max_len.map_or(usize::MAX, Count::get);
    if max_len < 4 {
        let message = format!("max_len must be at least 4, the UTF-8 length of the longest character, not {max_len}");
        return Err(PyValueError::new_err(message));
    }
    let mapped = py.detach(|| match markdown {
        Some(arguments) => arguments.with(node.document(), |options| node.to_markdown_mapped(options)),
        None => node.inner_text_mapped(),
    });
    let passages = mapped.passages().max_len(max_len);
    let class = errors::passage_class(py)?;
    let make = |passage: Passage<'_>| {
        let titles = PyTuple::new(py, passage.titles.iter().map(|heading| &*heading.title))?;
        // A run is a part of the text that comes from one place in the source. A run without a span could be outside of the range of the other runs,
        // so the passage then has no span.
        let spans = passage.runs().map(|run| run.span);
        let joined = |all: Span, span: Span| Span::new(all.start.min(span.start), all.end.max(span.end));
        let span = spans.reduce(|all, span| Some(joined(all?, span?))).flatten();
        let characters = |span: Span| [span.start, span.end].map(|at| document.lines().code_point_offset(at));
        let span_chars = span.map(characters).map(|[start, end]| errors::span(py, start, end)).transpose()?;
        let span = span.map(|span| errors::span(py, span.start, span.end)).transpose()?;
        class.call1((passage.text, titles, span, span_chars))
    };
    passages.map(make).collect()
}

/// Parses without the GIL.
fn parse_with(py: Python<'_>, settings: Settings, markup: &Bound<'_, PyAny>) -> PyResult<Document> {
    let (object, markup) = Markup::new(markup)?;
    let tree = py.detach(|| {
        let options = settings.options();
        match (markup, &settings.fragment) {
            (Markup::Bytes(bytes), _) if settings.xml => settings.xml_options().parse_bytes(SourceBytes::shared(bytes)),
            (Markup::Text(text), _) if settings.xml => settings.xml_options().parse(Source::shared(text)),
            (Markup::Bytes(bytes), None) => {
                in_recycled_memory(options, |recycler| recycler.parse_bytes(SourceBytes::shared(bytes)))
            }
            (Markup::Text(text), None) => in_recycled_memory(options, |recycler| recycler.parse(Source::shared(text))),
            (Markup::Bytes(bytes), Some((_, context))) => {
                options.parse_fragment_bytes(SourceBytes::shared(bytes), context.clone())
            }
            (Markup::Text(text), Some((_, context))) => options.parse_fragment(Source::shared(text), context.clone()),
        }
    });
    Ok(Document::new(tree, settings, Some(object.unbind())))
}

/// Parses a page, or with `fragment` the content of an element. Malformed markup raises nothing; its parse errors are in `Document.errors`.
///
///     >>> import limpid_html as limpid
///     >>> limpid.parse(b"<p>caf\xc3\xa9").text_content()
///     'café'
///     >>> limpid.parse("<td>1", fragment="tr").html()
///     '<td>1</td>'
///
/// * `markup`: a `str`, `bytes`, or another bytes-like object, such as `bytearray`, `memoryview` or `mmap`. `bytes` and `str` are not copied. A byte
///   order mark at the start of a `str` is skipped.
/// * `encoding`: the encoding that the server declares, such as the `charset` of HTTP, or the name of a Python codec. If neither this argument nor
///   the page declares an encoding, bytes with mostly valid UTF-8 sequences are decoded as UTF-8, and other bytes as windows-1252.
/// * `detect`: whether an undeclared encoding is guessed from character frequencies, instead of using windows-1252.
/// * `detect_utf_8`: whether undeclared UTF-8 is recognized.
/// * `fragment`: the name of the element whose content is parsed, such as `"div"`.
/// * `scripting`: the scripting mode of the HTML Standard: `"disabled"`, `"normal"`, `"inert"` or `"fragment"`. It determines how `noscript` is
///   parsed. Scripts never run.
/// * `errors`: whether parse errors are collected.
/// * `spans`: whether the position of each node in the source is recorded.
/// * `limits`: a `Limits`.
///
/// Raises `LookupError` for an unknown encoding, `ValueError` for an unknown scripting mode or an invalid `fragment`, `TypeError` for markup of
/// another type.
#[pyfunction]
#[pyo3(signature = (markup, /, *, encoding = None, fragment = None, scripting = "disabled", errors = true, spans = false, limits = None, detect = false, detect_utf_8 = true))]
#[allow(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn parse(
    markup: &Bound<'_, PyAny>,
    encoding: Option<Text>,
    fragment: Option<Text>,
    scripting: &str,
    errors: bool,
    spans: bool,
    limits: Option<&Bound<'_, PyAny>>,
    detect: bool,
    detect_utf_8: bool,
) -> PyResult<Document> {
    let settings = Settings::new(encoding, fragment, scripting, (errors, spans), (detect, detect_utf_8), limits)?;
    parse_with(markup.py(), settings, markup)
}

/// Parses XML, such as a feed, well-formed or not. XML errors are in `Document.errors`.
///
///     >>> import limpid_html as limpid
///     >>> feed = limpid.parse_xml(b"<rss><channel><title>Tea</title><item><link>https://example.org/</link></item></channel></rss>")
///     >>> feed.select_one("item > link").text_content()
///     'https://example.org/'
///     >>> atom = limpid.parse_xml("<feed xmlns='http://www.w3.org/2005/Atom'><title>Tea")
///     >>> atom.xpath("string(//a:title)", namespaces={"a": "http://www.w3.org/2005/Atom"}), [error.code for error in atom.errors]
///     ('Tea', ['xml-unclosed-element'])
///     >>> print(atom.xml())
///     <feed xmlns="http://www.w3.org/2005/Atom"><title>Tea</title></feed>
///
/// The document has the same methods as an HTML document. Names are case-sensitive, and the HTML properties `title`, `head` and `body` are `None`.
/// The encoding of bytes is that of the byte order mark, of `encoding`, or of the XML declaration, in this order; otherwise it is UTF-8. The other
/// arguments are those of `parse`.
#[pyfunction]
#[pyo3(signature = (markup, /, *, encoding = None, errors = true, spans = false, limits = None))]
pub(crate) fn parse_xml(
    markup: &Bound<'_, PyAny>,
    encoding: Option<Text>,
    errors: bool,
    spans: bool,
    limits: Option<&Bound<'_, PyAny>>,
) -> PyResult<Document> {
    let settings = Settings::new(encoding, None, "disabled", (errors, spans), (false, true), limits)?;
    parse_with(markup.py(), Settings { xml: true, ..settings }, markup)
}

/// Detects the encoding of a page without parsing it: the encoding that `parse` would start with. Returns a `DetectedEncoding`.
///
///     >>> import limpid_html as limpid
///     >>> limpid.detect_encoding(b"<meta charset=koi8-r><p>\xf2")
///     DetectedEncoding(name='KOI8-R', confidence='tentative', source='meta element, by prescan')
///     >>> limpid.detect_encoding(b"<p>caf\xc3\xa9", content_type="text/html; charset=utf-8")
///     DetectedEncoding(name='UTF-8', confidence='certain', source='transport label')
///
/// `data` should contain at least the first 1,024 bytes, because a declaration is searched for in these bytes. More bytes improve the guess for a
/// page without a declaration. `content_type` is the value of the HTTP header `Content-Type`; it is ignored if `encoding` is given. `encoding`,
/// `detect` and `detect_utf_8` are as for `parse`. The confidence is `"certain"`, or `"tentative"` if a `meta` element that the parser finds later
/// can change the encoding. Raises `LookupError` for an unknown `encoding`, `TypeError` for a `str`.
#[pyfunction]
#[pyo3(signature = (data, /, *, content_type = None, encoding = None, detect = false, detect_utf_8 = true))]
pub(crate) fn detect_encoding<'py>(
    data: &Bound<'py, PyAny>,
    content_type: Option<Text>,
    encoding: Option<Text>,
    detect: bool,
    detect_utf_8: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let py = data.py();
    let settings = Settings::new(encoding, None, "disabled", (false, false), (detect, detect_utf_8), None)?;
    let mut hints = settings.hints();
    if let Some(content_type) = content_type.filter(|_| settings.encoding.is_none()) {
        hints = hints.content_type(&content_type);
    }
    let Markup::Bytes(bytes) = Markup::new(data)?.1 else {
        return Err(PyTypeError::new_err("a str has no encoding; pass the bytes of the page"));
    };
    let sniffed = py.detach(|| limpid_encoding::sniff(&bytes, &hints));
    let fields = (sniffed.encoding.name(), sniffed.confidence.as_str(), sniffed.source.as_str());
    errors::detected_encoding_class(py)?.call1(fields)
}

/// Restores a pickled document, if the pickle has the format of this version.
#[pyfunction]
#[pyo3(signature = (version, *state))]
pub(crate) fn _restore(py: Python<'_>, version: &Bound<'_, PyAny>, state: &Bound<'_, PyTuple>) -> PyResult<Document> {
    type State<'py> =
        (Bound<'py, PyAny>, Bound<'py, PyDict>, (Option<String>, Option<String>), Option<Bound<'py, PyAny>>);
    crate::pickle::check_version(version)?;
    let (markup, options, (name, source), edited): State<'_> = state.extract()?;
    let settings = Settings::from_dict(&options)?;
    let mut document = parse_with(py, settings, &markup)?;
    document.encoding = EncodingInfo { name, source };
    if let Some(edited) = edited {
        let tree = crate::pickle::restore(&edited, &document.parsed)?;
        document.replace(Arc::new(tree));
    }
    Ok(document)
}

/// Returns the events of a document; see [`events`].
#[pyfunction]
pub(crate) fn _events<'py>(document: &Bound<'py, Document>) -> PyResult<Bound<'py, PyList>> {
    let this = document.get();
    events(document.py(), &this.tree(), Some(&this.lines()), false)
}
