//! The class `Document`, and the functions that parse.

use limpid::links::{Base, Url, links};
use limpid::mapped_text::Passage;
use limpid::{NodeRef, Source, SourceBytes, SourceError, SourceOptions, Span};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyDict, PyList, PyString, PyTuple};
use std::ops::Deref;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};

use crate::claims::Claims;
use crate::editor::Editor;
use crate::errors;
use crate::events::events;
use crate::hints;
use crate::markdown::{MarkdownArguments, absolute_url};
use crate::markup::{Markup, Text, excerpt};
use crate::node::{Node, Query, View, select_attributes, select_nodes, select_texts};
use crate::positions::Positions;
use crate::selector::selector_of;
use crate::settings::{Count, Settings};
use crate::table::{ReadTable, Table};
use crate::tree::{Tree, in_recycled_memory, recycle, serialize_options};

/// The tree of a page. It changes in the `with` block of `edit()` only, so any number of threads may read it without a lock.
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
/// A document pickles with every node: as its markup, and after edits also as its tree. If it was edited, the nodes of the unpickled document have no
/// spans, and `to_source()` raises `SourceError`. A copy (`copy.copy`, `copy.deepcopy`) keeps both. Edits of a copy do not change the original.
#[pyclass(frozen, module = "limpid_html", weakref)]
pub(crate) struct Document {
    parsed: Tree,
    /// The tree after edits. Readers take the `Arc` and hold the lock no longer.
    edited: OnceLock<RwLock<Arc<Tree>>>,
    claims: Claims,
    positions: OnceLock<Positions>,
    known_base: Mutex<Option<KnownBase>>,
    settings: Settings,
    /// The `bytes` or `str` that was parsed; none if it came in pieces.
    markup: Option<Py<PyAny>>,
    facts: Facts,
}

/// The base of a tree, which is known by its address, for pages that are from a URL: to look for the `base` element takes time.
struct KnownBase {
    tree: usize,
    from: Option<Url>,
    base: Base,
}

/// The encoding that the bytes had, which is another question than the tree.
#[derive(Clone)]
pub(crate) struct Facts {
    encoding: Option<String>,
    encoding_source: Option<String>,
}

/// A tree to read: the one that was parsed, or the one that edits made of it.
pub(crate) enum Reading<'d> {
    Parsed(&'d Tree),
    Edited(Arc<Tree>),
}

impl Deref for Reading<'_> {
    type Target = Tree;

    fn deref(&self) -> &Tree {
        match self {
            Reading::Parsed(tree) => tree,
            Reading::Edited(tree) => tree,
        }
    }
}

impl Document {
    pub(crate) fn new(parsed: Tree, settings: Settings, markup: Option<Py<PyAny>>) -> Document {
        let facts = Facts {
            encoding: parsed.encoding().map(str::to_owned),
            encoding_source: parsed.encoding_source().map(|source| source.as_str().to_owned()),
        };
        Document {
            parsed,
            edited: OnceLock::new(),
            claims: Claims::default(),
            positions: OnceLock::new(),
            known_base: Mutex::default(),
            settings,
            markup,
            facts,
        }
    }

    #[inline]
    pub(crate) fn tree(&self) -> Reading<'_> {
        match self.edited.get() {
            None => Reading::Parsed(&self.parsed),
            Some(tree) => Reading::Edited(tree.read().unwrap_or_else(PoisonError::into_inner).clone()),
        }
    }

    /// Puts another tree in the place of the present one.
    pub(crate) fn replace(&self, tree: Arc<Tree>) {
        // Before another tree can have the address of an old one. A process that forked may have a lock that no thread opens.
        if let Ok(mut known) = self.known_base.try_lock() {
            *known = None;
        }
        let edited = self.edited.get_or_init(|| RwLock::new(tree.clone()));
        *edited.write().unwrap_or_else(PoisonError::into_inner) = tree;
    }

    /// The right to edit, which one editor has at a time.
    pub(crate) fn claims(&self) -> &Claims {
        &self.claims
    }

    /// Returns the base of a tree for pages that are from this URL.
    pub(crate) fn base(&self, tree: &Reading<'_>, from: Option<Url>) -> Base {
        let address = match tree {
            Reading::Parsed(_) => 0,
            Reading::Edited(tree) => Arc::as_ptr(tree) as usize,
        };
        // A draft changes without another address.
        let is_draft = match (tree, self.tree()) {
            (Reading::Edited(tree), Reading::Edited(present)) => !Arc::ptr_eq(tree, &present),
            (Reading::Edited(_), Reading::Parsed(_)) => true,
            (Reading::Parsed(_), _) => false,
        };
        let Some(mut known) = self.known_base.try_lock().ok().filter(|_| !is_draft) else {
            return Base::new(tree, from.as_ref());
        };
        match &*known {
            Some(known) if known.tree == address && known.from == from => known.base.clone(),
            _ => {
                let base = Base::new(tree, from.as_ref());
                *known = Some(KnownBase { tree: address, from, base: base.clone() });
                base
            }
        }
    }

    /// Returns the table of lines, which the first question makes.
    pub(crate) fn positions(&self) -> &Positions {
        self.positions.get_or_init(|| Positions::new(self.parsed.source()))
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

    /// Says what limpid has for a name of another library.
    fn __getattr__(slf: &Bound<'_, Self>, name: &str) -> PyResult<Py<PyAny>> {
        Err(hints::no_attribute(slf.as_any(), name))
    }

    /// The document node, or the fragment: `None` never.
    #[getter]
    fn root(slf: &Bound<'_, Self>) -> Option<Node> {
        Document::node_of(slf, |tree| Some(tree.root()))
    }

    /// The element `html`, or `None`.
    #[getter]
    fn document_element(slf: &Bound<'_, Self>) -> Option<Node> {
        Document::node_of(slf, |tree| tree.document_element())
    }

    /// The element `head`, or `None`.
    #[getter]
    fn head(slf: &Bound<'_, Self>) -> Option<Node> {
        Document::node_of(slf, |tree| tree.head())
    }

    /// The element `body`, or `None`.
    #[getter]
    fn body(slf: &Bound<'_, Self>) -> Option<Node> {
        Document::node_of(slf, |tree| tree.body())
    }

    /// The text of the title, with its white space collapsed, or `None`.
    #[getter]
    fn title(&self) -> Option<String> {
        self.tree().title()
    }

    /// The encoding that the bytes had, by its name in the Encoding Standard; `None` for a `str`.
    #[getter]
    fn encoding(&self) -> Option<&str> {
        self.facts.encoding.as_deref()
    }

    /// The reason for `encoding`, in words: `"byte order mark"`, `"transport label"` and so on.
    #[getter]
    fn encoding_source(&self) -> Option<&str> {
        self.facts.encoding_source.as_deref()
    }

    /// The mode: `"no-quirks"`, `"limited-quirks"` or `"quirks"`.
    #[getter]
    fn quirks_mode(&self) -> &'static str {
        self.tree().quirks_mode().as_str()
    }

    /// The parse errors, in the order in which they were found; empty with `errors=False`. Edits do not change them.
    #[getter]
    fn errors<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        if self.parsed.errors().is_empty() {
            return Ok(Vec::new());
        }
        let positions = self.positions();
        errors::parse_errors(py, self.parsed.errors(), self.source(), positions)
    }

    /// The text that was parsed: the decoded input. Spans are byte offsets in its UTF-8.
    #[getter(source)]
    fn source_text<'py>(&self, py: Python<'py>) -> Bound<'py, PyString> {
        PyString::new(py, self.source())
    }

    /// Returns the elements that a CSS selector selects, in tree order.
    ///
    ///     >>> import limpid_html as limpid
    ///     >>> document = limpid.parse("<p class=a>1<p>2<p class=a>3")
    ///     >>> [p.inner_text() for p in document.select("p.a")]
    ///     ['1', '3']
    ///
    /// `css` is a text, whose selector is kept for the next call, or a `Selector`. Raises `SelectorSyntaxError`.
    #[pyo3(signature = (css, /))]
    fn select<'py>(slf: &Bound<'py, Self>, css: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        let selector = selector_of(css)?;
        select_nodes(slf.py(), &View::new(slf), slf.get().tree().root(), &selector.get().selector)
    }

    /// Returns the first element that a CSS selector selects, or `None`. Raises `SelectorSyntaxError`.
    #[pyo3(signature = (css, /))]
    fn select_one(slf: &Bound<'_, Self>, css: &Bound<'_, PyAny>) -> PyResult<Option<Node>> {
        let selector = selector_of(css)?;
        Ok(Document::node_of(slf, |tree| tree.root().select_first(&selector.get().selector)))
    }

    /// Returns the text of each element that a selector selects, as a browser shows it. No node object is made.
    ///
    ///     >>> import limpid_html as limpid
    ///     >>> limpid.parse("<ul><li>One <b>two</b><li>Three</ul>").select_text("li")
    ///     ['One two', 'Three']
    #[pyo3(signature = (css, /))]
    fn select_text<'py>(&self, css: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        let selector = selector_of(css)?;
        select_texts(css.py(), self.tree().root(), &selector.get().selector)
    }

    /// Returns the values of an attribute of the selected elements, those that have it. No node object is made.
    ///
    ///     >>> import limpid_html as limpid
    ///     >>> limpid.parse("<a href=/a>A</a><a>B</a>").select_attribute("a", "href")
    ///     ['/a']
    #[pyo3(signature = (css, name, /))]
    fn select_attribute<'py>(&self, css: &Bound<'py, PyAny>, name: Text) -> PyResult<Bound<'py, PyList>> {
        let selector = selector_of(css)?;
        select_attributes(css.py(), self.tree().root(), &selector.get().selector, &name)
    }

    /// Evaluates an XPath 1.0 expression, with EXSLT's functions for regular expressions, sets and strings (`re:`, `set:`, `str:`).
    ///
    ///     >>> import limpid_html as limpid
    ///     >>> document = limpid.parse("<ul><li><a href=/tea>Tea</a><li>Milk</ul>")
    ///     >>> document.xpath("//li[a]"), document.xpath("//a/@href"), document.xpath("//a/text()")
    ///     ([<limpid_html.Node li>], ['/tea'], ['Tea'])
    ///     >>> document.xpath("count(//li)"), document.xpath("string(//li[. = $name])", {"name": "Milk"})
    ///     (2.0, 'Milk')
    ///
    /// The result is a list of nodes in document order, in which attributes and texts are `str`; or a `float`, a `str` or a `bool`. A name
    /// without a prefix matches HTML elements in any case. `variables` maps the names of variables to their values, `namespaces` maps
    /// prefixes to URLs, as for SVG. Raises `XPathSyntaxError`.
    ///
    /// Evaluation is bounded in time and memory. `max_steps` is the most steps, about one for each node visited. Without it, the bound
    /// grows with the document and the expression; paths whose predicates use positions, attributes, children, parents or the node
    /// itself stay below it. Expressions that compute a set of nodes for each node, such as `//li[sum(preceding::li) > 3]`, can
    /// exceed it on large pages and raise `XPathSyntaxError`. `max_steps=2**64` lifts the bound.
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

    /// Returns the first element with an id, or `None`.
    fn element_by_id(slf: &Bound<'_, Self>, id: Text) -> Option<Node> {
        Document::node_of(slf, |tree| tree.element_by_id(&id))
    }

    /// Returns the URLs that the page links to or loads, in tree order, resolved against its `base` element and the URL that it is from.
    /// Those in the CSS of `style` attributes and elements are links too; the `attribute` of the latter is `#text`.
    ///
    ///     >>> import limpid_html as limpid
    ///     >>> page = limpid.parse("<a href=tea rel=next>Tea</a><img src='//example.com/a.png'>")
    ///     >>> [(link.element, link.written, link.url) for link in page.links("https://example.org/shop/")]
    ///     [('a', 'tea', 'https://example.org/shop/tea'), ('img', '//example.com/a.png', 'https://example.com/a.png')]
    ///
    /// `url` is `None` where it cannot be resolved. A base of more than 2,048 bytes is not used. Raises `ValueError` if `base` is not an
    /// absolute URL.
    #[pyo3(signature = (base = None))]
    fn links<'py>(&self, py: Python<'py>, base: Option<Text>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let from = absolute_url(base)?;
        let tree = self.tree();
        let base = Base::new(&tree, from.as_ref());
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

    /// Returns the tables of the page, in tree order. A table in a cell is a table of its own.
    ///
    ///     >>> import limpid_html as limpid
    ///     >>> page = limpid.parse("<table><tr><th>Tea<th>Price<tr><td rowspan=2>Sencha<td>4<tr><td>7</table>")
    ///     >>> [table.rows for table in page.tables()]
    ///     [[['Sencha', '4'], ['', '7']]]
    ///     >>> [table.rows for table in page.tables(repeat=True)]
    ///     [[['Sencha', '4'], ['Sencha', '7']]]
    ///
    /// Cells are in the positions of the HTML Standard's table model, and have the text that a browser shows; rows and cells that it does not
    /// show are left out. Positions that a cell spans are empty, or have its text with `repeat`. `is_layout` tells tables that only
    /// arrange the page.
    #[pyo3(signature = (*, repeat = false))]
    fn tables(slf: &Bound<'_, Self>, repeat: bool) -> Vec<Table> {
        let document = slf.get();
        let read: Vec<_> =
            slf.py().detach(|| document.tree().descendants().filter_map(|node| ReadTable::of(node, repeat)).collect());
        read.into_iter().map(|table| table.into_table(View::new(slf))).collect()
    }

    /// Returns the text as a browser shows it: blocks on lines of their own, scripts and styles left out.
    ///
    ///     >>> import limpid_html as limpid
    ///     >>> limpid.parse("<p>One <b>two</b><script>x()</script><p>Three").inner_text()
    ///     'One two\n\nThree'
    fn inner_text(&self, py: Python<'_>) -> String {
        py.detach(|| self.tree().inner_text())
    }

    /// Returns all text of the tree as it is, with that of scripts and styles.
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
    /// The addresses of links and images are resolved against the page's `base` element and `base`, the URL that it is from, if there is one of
    /// them. Positions of a table that a cell spans are empty, or have its text with `repeat`. Images whose address is a `data:` URL are
    /// written by their alternative text alone without `data_images`.
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

    /// Returns the tree as HTML, as the standard writes it; indented with `pretty`, as short as it gets with `minify`.
    #[pyo3(signature = (*, pretty = false, minify = false))]
    fn html(&self, py: Python<'_>, pretty: bool, minify: bool) -> String {
        py.detach(|| {
            let mut html = String::new();
            // Writing to a String cannot fail.
            let _ = self.tree().root().write_html(&mut html, &serialize_options(pretty, minify));
            html
        })
    }

    /// Returns the tree as XML that any XML parser takes.
    fn xml(&self, py: Python<'_>) -> String {
        py.detach(|| self.tree().to_xml())
    }

    /// Returns the page that was parsed with the changes of the tree in it; everything else stays as it was written.
    ///
    ///     >>> import limpid_html as limpid
    ///     >>> document = limpid.parse(b"<P Class=a >Green<br/>tea")
    ///     >>> with document.edit() as editor:
    ///     ...     editor.set_attribute(document.select_one("p"), "id", "x")
    ///     >>> document.to_source()
    ///     b'<P Class=a id=x >Green<br/>tea'
    ///
    /// The result is `bytes` in the encoding of the page if only bytes were parsed, otherwise `str`. A parser gets the document's tree from it.
    /// If no markup at the places of the changes produces that tree, `SourceError` says which node is in the way. With `widen=True`, the markup
    /// around such a node may be rewritten, too.
    ///
    /// A pickle of an edited document does not say which parts of its source are unchanged, so an unpickled one raises `SourceError`. Copies
    /// (`copy.copy`, `copy.deepcopy`) do not.
    #[pyo3(signature = (*, widen = false))]
    fn to_source<'py>(slf: &Bound<'py, Self>, widen: bool) -> PyResult<Bound<'py, PyAny>> {
        let (py, this) = (slf.py(), slf.get());
        let tree = this.tree();
        let bytes = this.markup.as_ref().and_then(|markup| markup.bind(py).cast::<PyBytes>().ok());
        let bytes = bytes.map(|bytes| PyBackedBytes::from(bytes.clone()));
        let written = py.detach(|| {
            let edits = tree.source_edits(&SourceOptions::new().widen(widen))?;
            match &bytes {
                Some(bytes) => tree.edit_bytes(bytes, &edits).map(Written::Bytes),
                None => edits.apply(tree.source()).map(Written::Text).map_err(|_| unlike_source()),
            }
        });
        match written {
            Ok(Written::Bytes(bytes)) => Ok(PyBytes::new(py, &bytes).into_any()),
            Ok(Written::Text(text)) => Ok(PyString::new(py, &text).into_any()),
            Err(error) => {
                let node = error.node.map(|id| Node::new(View::new(slf), id));
                Err(errors::source_error(py, error, node, widen))
            }
        }
    }

    /// Cuts the text at its headings, for search and retrieval: each section is a `Passage` with the headings above it.
    ///
    ///     >>> import limpid_html as limpid
    ///     >>> page = limpid.parse("Welcome<h1>Tea</h1><p>Leaves.<h2>Green</h2><p>Sencha.", spans=True)
    ///     >>> [(passage.headings, passage.text) for passage in page.passages()]
    ///     [((), 'Welcome'), (('Tea',), 'Tea\n\nLeaves.'), (('Tea', 'Green'), 'Green\n\nSencha.')]
    ///     >>> page.source[slice(*page.passages()[1].span_chars)]
    ///     'Tea</h1><p>Leaves.'
    ///
    /// The text is that of `inner_text()`, or with `markdown=True` that of `markdown()`, whose options `base`, `repeat` and `data_images` can be
    /// given then. With `max_len`, longer sections are cut between paragraphs, lines, sentences or words, so that no text has more bytes in UTF-8.
    /// Raises `ValueError` if `max_len` is less than 4, the bytes of the longest characters.
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
        let markdown = MarkdownArguments::of_passages(markdown, base, repeat, data_images)?;
        passages(py, self, self.tree().root(), markdown.as_ref(), max_len)
    }

    /// Returns the tree in the form of html5lib's tests.
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

    /// Returns an `Editor` for a `with` block, at whose end its changes take effect. Nodes that were found before stay valid.
    ///
    ///     >>> import limpid_html as limpid
    ///     >>> document = limpid.parse("<p>Hello <a href=/tea>there</a>")
    ///     >>> link = document.select_one("a")
    ///     >>> with document.edit() as editor:
    ///     ...     editor.set_attribute(link, "rel", "nofollow")
    ///     >>> link["rel"]
    ///     'nofollow'
    ///
    /// A block that ends by an exception changes nothing. Other threads see the document as it was until the block ends, and wait for
    /// its end if they edit it too: see `Editor`. A second block of the same thread raises `RuntimeError`.
    fn edit(slf: &Bound<'_, Self>) -> Editor {
        Editor::new(slf.clone().unbind())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let py = slf.py();
        let this = slf.get();
        // An instance of a subclass would pickle as one.
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
        let facts = (this.encoding(), this.encoding_source());
        let settings = this.settings.to_dict(py)?;
        let arguments = (crate::pickle::VERSION, markup, settings, facts, edited).into_pyobject(py)?;
        Ok((py.import("limpid_html._limpid")?.getattr("_restore")?, arguments))
    }

    fn __copy__(&self, py: Python<'_>) -> Document {
        let edited = self.edited.get().map(|tree| tree.read().unwrap_or_else(PoisonError::into_inner).clone());
        Document {
            parsed: py.detach(|| self.parsed.clone()),
            edited: edited.map(RwLock::new).map(OnceLock::from).unwrap_or_default(),
            claims: Claims::default(),
            positions: OnceLock::new(),
            known_base: Mutex::default(),
            settings: self.settings.clone(),
            markup: self.markup.as_ref().map(|markup| markup.clone_ref(py)),
            facts: self.facts.clone(),
        }
    }

    #[pyo3(signature = (memo, /))]
    fn __deepcopy__(&self, py: Python<'_>, memo: &Bound<'_, PyAny>) -> Document {
        // It refers to no Python object that can change, so there is nothing to look up.
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

/// A page with its edits.
enum Written {
    Bytes(Vec<u8>),
    Text(String),
}

/// The error for edits that are not about the source, which those of the document always are.
fn unlike_source() -> SourceError {
    let refused = limpid::Document::new().source_edits(&SourceOptions::new());
    refused.expect_err("a document that was not parsed has no source")
}

/// Returns the passages of a node.
pub(crate) fn passages<'py>(
    py: Python<'py>,
    document: &Document,
    node: NodeRef<'_>,
    markdown: Option<&MarkdownArguments>,
    max_len: Option<Count>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let max_len = max_len.map_or(usize::MAX, Count::get);
    if max_len < 4 {
        let message = format!("max_len is at least 4, the bytes of the longest characters, not {max_len}");
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
        // If one place is not known, it may be the first or the last.
        let spans = passage.runs().map(|run| run.span);
        let joined = |all: Span, span: Span| Span::new(all.start.min(span.start), all.end.max(span.end));
        let span = spans.reduce(|all, span| Some(joined(all?, span?))).flatten();
        let characters =
            |span: Span| [span.start, span.end].map(|at| document.positions().character(document.source(), at));
        let span_chars = span.map(characters).map(|[start, end]| errors::span(py, start, end)).transpose()?;
        let span = span.map(|span| errors::span(py, span.start, span.end)).transpose()?;
        class.call1((passage.text, titles, span, span_chars))
    };
    passages.map(make).collect()
}

/// Parses in the time that other threads have, too.
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

/// Parses a page, or with `fragment` the content of an element. Never fails: parse errors are in `Document.errors`.
///
///     >>> import limpid_html as limpid
///     >>> limpid.parse(b"<p>caf\xc3\xa9").text_content()
///     'café'
///     >>> limpid.parse("<td>1", fragment="tr").html()
///     '<td>1</td>'
///
/// `bytes` and `str` are not copied. `encoding` is the label that the transport gives, as in HTTP's `charset`, or the name of a codec of Python. Bytes without any declaration are UTF-8 if
/// they look like it, else windows-1252, or with `detect` what their frequencies suggest; `detect_utf_8=False` reads UTF-8 as the others. A byte order
/// mark at the start of a `str` is skipped. `scripting` is `"disabled"`, `"normal"`, `"inert"` or
/// `"fragment"`. `errors` collects parse errors, `spans` has nodes know where they are in the source. Raises `LookupError` for an
/// unknown encoding, `ValueError` for an unknown mode or element, `TypeError` for input of another type.
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

/// Parses XML, such as a feed, well-formed or not. Never fails: what is wrong with it is in `Document.errors`.
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
/// The document has the same methods as one of HTML. Names are case-sensitive, and `title`, `head` and `body` are `None`: they are HTML's. The
/// encoding of bytes is found as XML says: byte order mark, `encoding`, XML declaration, otherwise UTF-8. The other arguments are those of `parse`.
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

/// Finds the encoding of a page's bytes without parsing them: the encoding in which `parse` starts to decode them.
///
///     >>> import limpid_html as limpid
///     >>> limpid.detect_encoding(b"<meta charset=koi8-r><p>\xf2")
///     DetectedEncoding(name='KOI8-R', confidence='tentative', source='meta element, by prescan')
///     >>> limpid.detect_encoding(b"<p>caf\xc3\xa9", content_type="text/html; charset=utf-8")
///     DetectedEncoding(name='UTF-8', confidence='certain', source='transport label')
///
/// `content_type` is the value of HTTP's field `Content-Type`, and `encoding` a label as for `parse`; one of both is enough. With `detect=True`
/// bytes that declare nothing have the encoding that their frequencies suggest. The confidence is `"certain"`, or `"tentative"` if a `meta`
/// element that the parser finds later can change the encoding. Give at least the first 1,024 bytes: declarations are looked for there. More bytes
/// improve the guess for pages without a declaration. Raises `LookupError` for an unknown `encoding`.
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
        return Err(PyTypeError::new_err("a str has no encoding; give the bytes of the page"));
    };
    let sniffed = py.detach(|| limpid_encoding::sniff(&bytes, &hints));
    let fields = (sniffed.encoding.name(), sniffed.confidence.as_str(), sniffed.source.as_str());
    errors::detected_encoding_class(py)?.call1(fields)
}

/// Makes a document of what was pickled, in the form of this version.
#[pyfunction]
#[pyo3(signature = (version, *state))]
pub(crate) fn _restore(py: Python<'_>, version: &Bound<'_, PyAny>, state: &Bound<'_, PyTuple>) -> PyResult<Document> {
    type State<'py> =
        (Bound<'py, PyAny>, Bound<'py, PyDict>, (Option<String>, Option<String>), Option<Bound<'py, PyAny>>);
    crate::pickle::check_version(version)?;
    let (markup, options, facts, edited): State<'_> = state.extract()?;
    let settings = Settings::from_dict(&options)?;
    let mut document = parse_with(py, settings, &markup)?;
    document.facts = Facts { encoding: facts.0, encoding_source: facts.1 };
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
    events(document.py(), &this.tree(), Some(this.positions()), false)
}
