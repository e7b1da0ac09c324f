//! The class `Node`, which consists of a document and a node id, and the class `NodeIterator`.

use limpid::links::is_url_list;
use limpid::xpath::{XPathNode, XPathOptions, XPathValue};
use limpid::{LineColumn, LocalName, Namespace, NodeId, NodeKind, NodeRef};
use pyo3::exceptions::{PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyMappingProxy, PyString, PyTuple};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Mutex, PoisonError};

use crate::document::{CurrentTree, Document, passages};
use crate::editor::Editor;
use crate::errors;
use crate::hints;
use crate::markdown::{MarkdownArguments, absolute_url};
use crate::markup::{Text, excerpt, mapping, start_of};
use crate::selector::selector_of;
use crate::settings::Count;
use crate::table::{Table, TableData};
use crate::tree::{Tree, serialize_options};

/// A node of a document. It keeps the document alive. `Node` objects are equal if they refer to the same node of the same document.
///
///     >>> import limpid_html as limpid
///     >>> p = limpid.parse("<p id=x class='a b'>One<!--two-->").select_one("p")
///     >>> p.tag, p.id, p.classes, p["class"], "title" in p, p.get("title", "-")
///     ('p', 'x', ['a', 'b'], 'a b', False, '-')
///     >>> [child.kind for child in p.children]
///     ['text', 'comment']
///     >>> p == p.document.select_one("#x")
///     True
///
/// Nodes that an `Editor` returns show its changes immediately. Other nodes show them after the `with` block.
#[pyclass(frozen, module = "limpid_html", freelist = 256)]
pub(crate) struct Node {
    pub(crate) view: View,
    pub(crate) id: NodeId,
}

/// Determines the tree from which a node is read. This is the document's tree, except for nodes that an `Editor` returned: while its `with` block is
/// open, they are read from its draft, which is the changed tree.
pub(crate) struct View {
    pub(crate) document: Py<Document>,
    /// The editor that returned the node.
    pub(crate) editor: Option<Py<Editor>>,
}

impl View {
    #[inline]
    pub(crate) fn new(document: &Bound<'_, Document>) -> View {
        View { document: document.clone().unbind(), editor: None }
    }

    #[inline]
    pub(crate) fn clone_ref(&self, py: Python<'_>) -> View {
        View { document: self.document.clone_ref(py), editor: self.editor.as_ref().map(|editor| editor.clone_ref(py)) }
    }

    /// Returns the tree from which a node is read. The returned tree holds no lock.
    ///
    /// # Errors
    /// `LookupError` if a discarded edit created the node; `RuntimeError` for a draft that another thread was changing when the process was forked.
    #[inline]
    pub(crate) fn tree_of(&self, id: NodeId) -> PyResult<CurrentTree<'_>> {
        match self.editor.as_ref().map(|editor| editor.get().draft(id)).transpose()?.flatten() {
            Some(draft) => Ok(CurrentTree::Edited(draft)),
            None => Ok(self.document.get().tree()),
        }
    }
}

impl Node {
    #[inline]
    pub(crate) fn new(view: View, id: NodeId) -> Node {
        Node { view, id }
    }

    /// Reads the node.
    ///
    /// # Errors
    /// `LookupError` if a discarded edit created the node.
    #[inline]
    pub(crate) fn read<R>(&self, read: impl FnOnce(NodeRef<'_>) -> R) -> PyResult<R> {
        self.view.tree_of(self.id)?.node(self.id).map(read).ok_or_else(errors::no_such_node)
    }

    /// Reads the node without the GIL.
    fn read_detached<R: Send>(&self, py: Python<'_>, read: impl FnOnce(NodeRef<'_>) -> R + Send) -> PyResult<R> {
        let tree = self.view.tree_of(self.id)?;
        py.detach(|| tree.node(self.id).map(read)).ok_or_else(errors::no_such_node)
    }

    #[inline]
    fn related(&self, py: Python<'_>, find: impl FnOnce(NodeRef<'_>) -> Option<NodeRef<'_>>) -> PyResult<Option<Node>> {
        let id = self.read(|node| find(node).map(NodeRef::id))?;
        Ok(id.map(|id| Node::new(self.view.clone_ref(py), id)))
    }

    /// Whether a discarded edit created the node.
    pub(crate) fn is_discarded(&self) -> PyResult<bool> {
        self.view.editor.as_ref().map_or(Ok(false), |editor| editor.get().has_discarded(self.id))
    }

    fn iterate(&self, py: Python<'_>, axis: Axis) -> PyResult<Nodes> {
        Nodes::new(self.view.clone_ref(py), self.id, axis)
    }
}

/// Returns a name as an interned Python string, shared by all nodes. Returns `None` for a name that is not in the table of known names.
fn interned<'py>(py: Python<'py>, name: LocalName) -> Option<&'py Bound<'py, PyString>> {
    static NAMES: PyOnceLock<Vec<Py<PyString>>> = PyOnceLock::new();
    let names = NAMES.get_or_init(py, || {
        let known = (0..).map(LocalName::from_index).take_while(|name| name.is_known());
        known.map(|name| PyString::intern(py, name.as_str()).unbind()).collect()
    });
    names.get(name.index()).filter(|_| name.is_known()).map(|name| name.bind(py))
}

/// Returns the value of `Node.kind`.
pub(crate) fn kind_name(kind: NodeKind) -> &'static str {
    match kind {
        NodeKind::Document => "document",
        NodeKind::DocumentFragment => "fragment",
        NodeKind::ShadowRoot => "shadow-root",
        NodeKind::Doctype => "doctype",
        NodeKind::Element => "element",
        NodeKind::Text => "text",
        NodeKind::Comment => "comment",
        _ => "processing-instruction",
    }
}

/// Returns the value of `Node.tag`: the qualified name of an element, or the DOM's `nodeName` of another node.
pub(crate) fn tag_of<'py>(py: Python<'py>, node: NodeRef<'_>) -> Bound<'py, PyString> {
    match node.kind() {
        NodeKind::Element => match interned(py, node.name()).filter(|_| node.prefix().is_none()) {
            Some(name) => name.clone(),
            None => PyString::new(py, &node.qualified_name()),
        },
        NodeKind::Document => PyString::intern(py, "#document"),
        NodeKind::DocumentFragment | NodeKind::ShadowRoot => PyString::intern(py, "#document-fragment"),
        NodeKind::Text => PyString::intern(py, "#text"),
        NodeKind::Comment => PyString::intern(py, "#comment"),
        NodeKind::Doctype => PyString::new(py, node.doctype().map_or("", |doctype| doctype.name)),
        _ => PyString::new(py, node.processing_instruction().map_or("", |instruction| instruction.target)),
    }
}

/// Returns the attributes of an element as a dict of qualified names and values.
pub(crate) fn attributes_of<'py>(py: Python<'py>, node: NodeRef<'_>) -> PyResult<Bound<'py, PyDict>> {
    let attributes = PyDict::new(py);
    for attribute in node.attributes() {
        match interned(py, attribute.name()).filter(|_| attribute.prefix().is_none()) {
            Some(name) => attributes.set_item(name, attribute.value())?,
            None => attributes.set_item(&*attribute.qualified_name(), attribute.value())?,
        }
    }
    Ok(attributes)
}

/// Returns a list with a `Node` for each descendant that matches a selector.
pub(crate) fn select_nodes<'py>(
    py: Python<'py>,
    view: &View,
    top: NodeRef<'_>,
    selector: &limpid::Selector,
) -> PyResult<Bound<'py, PyList>> {
    let nodes = PyList::empty(py);
    for node in top.select(selector) {
        nodes.append(Bound::new(py, Node::new(view.clone_ref(py), node.id()))?)?;
    }
    Ok(nodes)
}

pub(crate) fn xpath_options(max_steps: Option<Count>) -> XPathOptions {
    let options = XPathOptions::new().exslt();
    match max_steps {
        Some(Count(steps)) => options.max_steps(steps),
        None => options,
    }
}

/// The arguments of the method `xpath`.
pub(crate) struct Query<'py> {
    pub(crate) expression: Text,
    pub(crate) variables: Option<Bound<'py, PyAny>>,
    pub(crate) namespaces: Option<Bound<'py, PyAny>>,
    pub(crate) max_steps: Option<Count>,
}

impl<'py> Query<'py> {
    /// Evaluates the expression with a context node. Returns a `list`, a `float`, a `str` or a `bool`.
    ///
    /// # Errors
    /// `XPathSyntaxError`; `TypeError` or `ValueError` for an invalid variable or namespace.
    pub(crate) fn evaluate(
        &self,
        py: Python<'py>,
        view: &View,
        tree: &Tree,
        context: NodeRef<'_>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut options = xpath_options(self.max_steps);
        if let Some(namespaces) = &self.namespaces {
            let requirement = "namespaces must be a dict of prefixes and URLs";
            for pair in mapping(namespaces, requirement)?.items()? {
                let (prefix, url): (Text, Text) = pair.extract()?;
                options = options.namespace_url(&prefix, &url);
            }
        }
        let mut variables: Vec<(Text, XPathValue<'_>)> = Vec::new();
        if let Some(pairs) = &self.variables {
            let requirement = "variables must be a dict of names and values";
            for pair in mapping(pairs, requirement)?.items()? {
                let (name, value): (Text, Bound<'py, PyAny>) = pair.extract()?;
                variables.push((name, variable(view, tree, &value)?));
            }
        }
        let expression = &*self.expression;
        let value = py.detach(|| {
            let variables: Vec<_> = variables.iter().map(|(name, value)| (&**name, value.clone())).collect();
            options.compile(expression)?.evaluate_with(context, &variables)
        });
        match value.map_err(|error| errors::xpath_error(py, expression, &error))? {
            XPathValue::Nodes(nodes) => {
                let list = PyList::empty(py);
                for node in nodes {
                    list.append(list_item(py, view, &node)?)?;
                }
                Ok(list.into_any())
            }
            XPathValue::Number(number) => Ok(PyFloat::new(py, number).into_any()),
            XPathValue::Text(text) => Ok(PyString::new(py, &text).into_any()),
            XPathValue::Boolean(boolean) => Ok(PyBool::new(py, boolean).to_owned().into_any()),
        }
    }
}

/// Returns the Python object for a node of a result: a `Node`, `(prefix, url)` for a namespace node, or the string value of any other node.
fn list_item<'py>(py: Python<'py>, view: &View, node: &XPathNode<'_>) -> PyResult<Bound<'py, PyAny>> {
    Ok(match node {
        XPathNode::Node(node) if node.text().is_none() => {
            Bound::new(py, Node::new(view.clone_ref(py), node.id()))?.into_any()
        }
        XPathNode::Namespace { prefix, url, .. } => {
            (Some(*prefix).filter(|prefix| !prefix.is_empty()), *url).into_pyobject(py)?.into_any()
        }
        text => PyString::new(py, &text.string_value()).into_any(),
    })
}

fn variable<'d>(view: &View, tree: &'d Tree, value: &Bound<'_, PyAny>) -> PyResult<XPathValue<'d>> {
    let node = |node: &Bound<'_, Node>| {
        let node = node.get();
        if !node.view.document.is(&view.document) {
            return Err(PyValueError::new_err(
                "the node in an XPath variable belongs to another document; pass a node of the same document",
            ));
        }
        if node.is_discarded()? {
            return Err(errors::no_such_node());
        }
        tree.node(node.id).ok_or_else(errors::no_such_node)
    };
    if let Ok(boolean) = value.cast::<PyBool>() {
        return Ok(boolean.is_true().into());
    }
    if value.is_instance_of::<PyFloat>() || value.is_instance_of::<PyInt>() {
        return Ok(value.extract::<f64>()?.into());
    }
    if value.is_instance_of::<PyString>() {
        return Ok((*value.extract::<Text>()?).into());
    }
    if let Ok(value) = value.cast::<Node>() {
        return Ok(node(value)?.into());
    }
    if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
        let items = value.try_iter()?.map(|item| {
            let item = item?;
            match item.cast::<Node>() {
                Ok(item) => node(item),
                Err(_) => {
                    let kind = item.get_type();
                    let requirement = "a list in an XPath variable must contain only Node objects";
                    Err(PyTypeError::new_err(format!("{requirement}, not {}", kind.name()?)))
                }
            }
        });
        return items.collect();
    }
    Err(PyTypeError::new_err(format!(
        "an XPath variable must be a bool, float, int, str, Node or list of Node objects, not {}",
        value.get_type().name()?
    )))
}

/// Returns a list with the rendered text of each descendant that matches a selector.
pub(crate) fn select_texts<'py>(
    py: Python<'py>,
    top: NodeRef<'_>,
    selector: &limpid::Selector,
) -> PyResult<Bound<'py, PyList>> {
    let texts: Vec<String> = py.detach(|| top.select(selector).map(NodeRef::inner_text).collect());
    PyList::new(py, texts)
}

/// Returns a list with the value of an attribute for each descendant that matches a selector and has the attribute.
pub(crate) fn select_attributes<'py>(
    py: Python<'py>,
    top: NodeRef<'_>,
    selector: &limpid::Selector,
    name: &str,
) -> PyResult<Bound<'py, PyList>> {
    let values: Vec<&str> = py.detach(|| top.select(selector).filter_map(|node| node.attribute(name)).collect());
    PyList::new(py, values)
}

#[pymethods]
impl Node {
    #[new]
    #[pyo3(signature = (*_arguments, **_keywords))]
    fn no_new(_arguments: &Bound<'_, PyTuple>, _keywords: Option<&Bound<'_, PyDict>>) -> PyResult<Node> {
        Err(hints::no_constructor("Node", "use the nodes of a document, such as document.select_one(css)"))
    }

    /// Raises `AttributeError` that suggests limpid's name for an attribute of another library.
    fn __getattr__(slf: &Bound<'_, Self>, name: &str) -> PyResult<Py<PyAny>> {
        Err(hints::no_attribute(slf.as_any(), name))
    }

    /// The `Document` that contains the node.
    #[getter]
    fn document(&self, py: Python<'_>) -> Py<Document> {
        self.view.document.clone_ref(py)
    }

    /// The kind of the node: `"element"`, `"text"`, `"comment"`, `"doctype"`, `"document"`, `"fragment"`, `"shadow-root"` or
    /// `"processing-instruction"`.
    #[getter]
    fn kind<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        Ok(PyString::intern(py, self.read(|node| kind_name(node.kind()))?))
    }

    /// The name of an element, such as `"a"` or `"foreignObject"`; for other nodes the DOM's `nodeName`, such as `"#text"`.
    #[getter]
    fn tag<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        self.read(|node| tag_of(py, node))
    }

    /// The namespace URL of an element; `""` for other nodes.
    #[getter]
    fn namespace<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        self.read(|node| match node.namespace() {
            Namespace::Other => PyString::new(py, node.namespace_url().unwrap_or_default()),
            known => PyString::intern(py, known.url()),
        })
    }

    /// The text of a text node, a comment or a processing instruction; `None` for other nodes.
    #[getter]
    fn data<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyString>>> {
        self.read(|node| {
            let instruction = || node.processing_instruction().map(|instruction| instruction.data);
            node.text().or_else(|| node.comment()).or_else(instruction).map(|data| PyString::new(py, data))
        })
    }

    /// The attributes, a read-only mapping of names to values. Change them with `Document.edit()`; copy them with `dict(node.attributes)`.
    #[getter]
    fn attributes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyMappingProxy>> {
        let attributes = self.read(|node| attributes_of(py, node))??;
        Ok(PyMappingProxy::new(py, attributes.as_mapping()))
    }

    /// Returns the value of an attribute, or `default` if the node does not have it.
    #[pyo3(signature = (name, default = None))]
    fn get<'py>(
        &self,
        py: Python<'py>,
        name: Text,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let value = self.read(|node| node.attribute(&name).map(|value| PyString::new(py, value).into_any()))?;
        Ok(value.or(default))
    }

    fn __getitem__<'py>(&self, py: Python<'py>, name: Text) -> PyResult<Bound<'py, PyString>> {
        let value = self.read(|node| node.attribute(&name).map(|value| PyString::new(py, value)))?;
        value.ok_or_else(|| PyKeyError::new_err(name.to_owned()))
    }

    fn __contains__(&self, name: Text) -> PyResult<bool> {
        self.read(|node| node.has_attribute(&name))
    }

    /// Returns the URL in an attribute, resolved against the `base` element of the page and `base`, the URL of the page. Returns `None` if the
    /// attribute does not exist or cannot be resolved.
    ///
    ///     >>> import limpid_html as limpid
    ///     >>> link = limpid.parse("<a href=tea title=Tea>Tea</a>").select_one("a")
    ///     >>> link.url("href", "https://example.org/shop/"), link.url("href"), link.url("rel")
    ///     ('https://example.org/shop/tea', None, None)
    ///
    /// Raises `ValueError` if `base` is not an absolute URL, or if the attribute holds a list of URLs, such as `srcset`; use
    /// `Document.links` for those.
    #[pyo3(signature = (name, base = None))]
    fn url(&self, name: Text, base: Option<Text>) -> PyResult<Option<String>> {
        let page_url = absolute_url(base)?;
        if is_url_list(&name) {
            let message = format!("the attribute {:?} holds a list of URLs, not one; use document.links()", &*name);
            return Err(PyValueError::new_err(message));
        }
        let tree = self.view.tree_of(self.id)?;
        let node = tree.node(self.id).ok_or_else(errors::no_such_node)?;
        let Some(written) = node.attribute(&name) else { return Ok(None) };
        let base = self.view.document.get().base(&tree, page_url);
        Ok(base.resolve_attribute(&name, written).map(String::from))
    }

    /// The value of the `id` attribute, or `None`.
    #[getter]
    fn id<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyString>>> {
        self.read(|node| node.element_id().map(|id| PyString::new(py, id)))
    }

    /// The class names of the element, a list of `str`.
    #[getter]
    fn classes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.read(|node| PyList::new(py, node.classes().collect::<Vec<_>>()))?
    }

    /// The parent, or `None`.
    #[getter]
    fn parent(&self, py: Python<'_>) -> PyResult<Option<Node>> {
        self.related(py, |node| node.parent())
    }

    /// The first child, or `None`.
    #[getter]
    fn first_child(&self, py: Python<'_>) -> PyResult<Option<Node>> {
        self.related(py, |node| node.first_child())
    }

    /// The last child, or `None`.
    #[getter]
    fn last_child(&self, py: Python<'_>) -> PyResult<Option<Node>> {
        self.related(py, |node| node.last_child())
    }

    /// The next sibling, or `None`.
    #[getter]
    fn next_sibling(&self, py: Python<'_>) -> PyResult<Option<Node>> {
        self.related(py, |node| node.next_sibling())
    }

    /// The previous sibling, or `None`.
    #[getter]
    fn previous_sibling(&self, py: Python<'_>) -> PyResult<Option<Node>> {
        self.related(py, |node| node.previous_sibling())
    }

    /// The fragment with the contents of a `template` element, or `None` for other nodes.
    #[getter]
    fn template_contents(&self, py: Python<'_>) -> PyResult<Option<Node>> {
        self.related(py, |node| node.template_contents())
    }

    /// The shadow root of the element, or `None`.
    #[getter]
    fn shadow_root(&self, py: Python<'_>) -> PyResult<Option<Node>> {
        self.related(py, |node| node.shadow_root())
    }

    /// An iterator over the children.
    #[getter]
    fn children(&self, py: Python<'_>) -> PyResult<Nodes> {
        self.iterate(py, Axis::Children)
    }

    /// An iterator over the descendants, in tree order.
    #[getter]
    fn descendants(&self, py: Python<'_>) -> PyResult<Nodes> {
        self.iterate(py, Axis::Descendants)
    }

    /// An iterator over the ancestors, the parent first.
    #[getter]
    fn ancestors(&self, py: Python<'_>) -> PyResult<Nodes> {
        self.iterate(py, Axis::Ancestors)
    }

    /// Returns a list of the descendants that match a CSS selector, in tree order. Raises `SelectorSyntaxError` for an invalid selector.
    #[pyo3(signature = (css, /))]
    fn select<'py>(&self, css: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        let selector = selector_of(css)?;
        self.read(|node| select_nodes(css.py(), &self.view, node, &selector.get().selector))?
    }

    /// Returns the first descendant that matches a CSS selector, or `None`. Raises `SelectorSyntaxError` for an invalid selector.
    #[pyo3(signature = (css, /))]
    fn select_one(&self, css: &Bound<'_, PyAny>) -> PyResult<Option<Node>> {
        let selector = selector_of(css)?;
        self.related(css.py(), |node| node.select_first(&selector.get().selector))
    }

    /// Returns a list with the `inner_text()` of each descendant that matches a CSS selector. Raises `SelectorSyntaxError` for an invalid selector.
    #[pyo3(signature = (css, /))]
    fn select_text<'py>(&self, css: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        let selector = selector_of(css)?;
        self.read(|node| select_texts(css.py(), node, &selector.get().selector))?
    }

    /// Returns a list with the value of an attribute for each descendant that matches a CSS selector. Skips elements without the attribute.
    #[pyo3(signature = (css, name, /))]
    fn select_attribute<'py>(&self, css: &Bound<'py, PyAny>, name: Text) -> PyResult<Bound<'py, PyList>> {
        let selector = selector_of(css)?;
        self.read(|node| select_attributes(css.py(), node, &selector.get().selector, &name))?
    }

    /// Returns whether a CSS selector matches this element. Raises `SelectorSyntaxError` for an invalid selector.
    #[pyo3(signature = (css, /))]
    fn matches(&self, css: &Bound<'_, PyAny>) -> PyResult<bool> {
        let selector = selector_of(css)?;
        self.read(|node| node.matches(&selector.get().selector))
    }

    /// Returns the nearest element that matches a CSS selector, starting with this element and going up its ancestors, or `None`.
    #[pyo3(signature = (css, /))]
    fn closest(&self, css: &Bound<'_, PyAny>) -> PyResult<Option<Node>> {
        let selector = selector_of(css)?;
        self.related(css.py(), |node| node.closest(&selector.get().selector))
    }

    /// Evaluates an XPath 1.0 expression with this node as the context node. See `Document.xpath`.
    #[pyo3(signature = (expression, /, variables = None, namespaces = None, *, max_steps = None))]
    fn xpath<'py>(
        &self,
        py: Python<'py>,
        expression: Text,
        variables: Option<Bound<'py, PyAny>>,
        namespaces: Option<Bound<'py, PyAny>>,
        max_steps: Option<Count>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let tree = self.view.tree_of(self.id)?;
        let node = tree.node(self.id).ok_or_else(errors::no_such_node)?;
        Query { expression, variables, namespaces, max_steps }.evaluate(py, &self.view, &tree, node)
    }

    /// Returns the `Table` of a `table` element, or `None` for other nodes. See `Document.tables`.
    #[pyo3(signature = (*, repeat = false))]
    fn table(&self, py: Python<'_>, repeat: bool) -> PyResult<Option<Table>> {
        let data = self.read_detached(py, |node| TableData::read(node, repeat))?;
        Ok(data.map(|table| table.into_table(self.view.clone_ref(py))))
    }

    /// Returns the text of the node as a browser shows it. See `Document.inner_text`.
    fn inner_text(&self, py: Python<'_>) -> PyResult<String> {
        self.read_detached(py, |node| node.inner_text())
    }

    /// Returns the text of all text nodes in the node, without any formatting.
    fn text_content(&self, py: Python<'_>) -> PyResult<String> {
        self.read_detached(py, |node| node.text_content())
    }

    /// Returns the node as Markdown. See `Document.markdown` for the options.
    #[pyo3(signature = (*, base = None, repeat = false, data_images = true))]
    fn markdown(&self, py: Python<'_>, base: Option<Text>, repeat: bool, data_images: bool) -> PyResult<String> {
        let arguments = MarkdownArguments::new(base, repeat, data_images)?;
        self.read_detached(py, |node| arguments.with(node.document(), |options| node.to_markdown_with(options)))
    }

    /// Splits the text of the node at its headings. See `Document.passages`.
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
        self.read(|node| passages(py, self.view.document.get(), node, markdown.as_ref(), max_len))?
    }

    /// Returns the node as HTML, including its own tags. `pretty` and `minify` are as for `Document.html`.
    #[pyo3(signature = (*, pretty = false, minify = false))]
    fn html(&self, py: Python<'_>, pretty: bool, minify: bool) -> PyResult<String> {
        self.read_detached(py, |node| {
            let mut html = String::new();
            // Writing to a String cannot fail.
            let _ = node.write_html(&mut html, &serialize_options(pretty, minify));
            html
        })
    }

    /// Returns the node's children as HTML. `pretty` and `minify` are as for `Document.html`.
    #[pyo3(signature = (*, pretty = false, minify = false))]
    fn inner_html(&self, py: Python<'_>, pretty: bool, minify: bool) -> PyResult<String> {
        self.read_detached(py, |node| node.inner_html_with(&serialize_options(pretty, minify)))
    }

    /// Returns the node as well-formed XML.
    fn xml(&self, py: Python<'_>) -> PyResult<String> {
        self.read_detached(py, |node| node.to_xml())
    }

    /// The `Span` of the node in the UTF-8 encoding of `Document.source`, in bytes. `None` if the document was parsed without `spans=True`, or if the
    /// source contains no markup of the node: the parser implied it, such as `tbody`, or an edit created it.
    ///
    ///     >>> import limpid_html as limpid
    ///     >>> document = limpid.parse("é<b>bold</b>", spans=True)
    ///     >>> bold = document.select_one("b")
    ///     >>> bold.span, bold.span_chars, bold.line, bold.column
    ///     (Span(start=2, end=13), Span(start=1, end=12), 1, 2)
    ///     >>> document.source[slice(*bold.span_chars)]
    ///     '<b>bold</b>'
    #[getter]
    fn span<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let span = self.read(|node| node.span())?;
        span.map(|span| errors::span(py, span.start, span.end)).transpose()
    }

    /// The `Span` of the node in `Document.source`, in characters, for slicing; `None` if `span` is `None`.
    #[getter]
    fn span_chars<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(span) = self.read(|node| node.span())? else { return Ok(None) };
        let document = self.view.document.get();
        let [start, end] = [span.start, span.end].map(|at| document.lines().code_point_offset(at));
        errors::span(py, start, end).map(Some)
    }

    /// The line where the node starts, counted from 1; `None` if `span` is `None`.
    #[getter]
    fn line(&self) -> PyResult<Option<u32>> {
        Ok(self.line_column()?.map(|position| position.line))
    }

    /// The column where the node starts, in characters, counted from 1; `None` if `span` is `None`.
    #[getter]
    fn column(&self) -> PyResult<Option<u32>> {
        Ok(self.line_column()?.map(|position| position.column))
    }

    fn __eq__(&self, other: &Bound<'_, Node>) -> PyResult<bool> {
        let other = other.get();
        if self.id != other.id || !self.view.document.is(&other.view.document) {
            return Ok(false);
        }
        // The id of a discarded node may now belong to another node.
        match (self.is_discarded()?, other.is_discarded()?) {
            (false, false) => Ok(true),
            (true, true) => Ok(self.view.editor.as_ref().map(Py::as_ptr) == other.view.editor.as_ref().map(Py::as_ptr)),
            _ => Ok(false),
        }
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.id, self.view.document.as_ptr() as usize).hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let repr = self.read(|node| {
            if let Some(data) = node.text().or_else(|| node.comment()) {
                return Ok(format!("<limpid_html.Node {} {}>", tag_of(py, node), excerpt(py, data)?));
            }
            let mut tag = tag_of(py, node).to_string();
            for attribute in node.attributes().filter(|attribute| ["id", "class"].contains(&attribute.local_name())) {
                let (start, rest) = start_of(attribute.value());
                tag += &format!(" {}={start:?}{rest}", attribute.local_name());
            }
            Ok(format!("<limpid_html.Node {tag}>"))
        });
        repr.unwrap_or_else(|_| Ok("<limpid_html.Node of a discarded edit>".to_owned()))
    }

    /// Makes nodes not iterable. Without this, Python would iterate by calling `__getitem__` with numbers.
    #[classattr]
    #[pyo3(name = "__iter__")]
    const ITERATION: Option<bool> = None;

    fn __copy__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err(
            "cannot pickle a Node, because it refers to a document; pickle node.html() or node.document",
        ))
    }
}

impl Node {
    fn line_column(&self) -> PyResult<Option<LineColumn>> {
        let document = self.view.document.get();
        let start = self.read(|node| node.span().map(|span| span.start))?;
        Ok(start.map(|start| document.lines().line_column(start)))
    }
}

/// The nodes that an iterator visits.
#[derive(Clone, Copy)]
pub(crate) enum Axis {
    Children,
    Descendants,
    Ancestors,
}

/// An iterator over nodes. Edits during the iteration take effect from the next step on.
#[pyclass(frozen, module = "limpid_html", name = "NodeIterator")]
pub(crate) struct Nodes {
    view: View,
    top: NodeId,
    axis: Axis,
    next: Mutex<Option<NodeId>>,
}

impl Nodes {
    pub(crate) fn new(view: View, top: NodeId, axis: Axis) -> PyResult<Nodes> {
        let next = match view.tree_of(top)?.node(top) {
            Some(node) => match axis {
                Axis::Children | Axis::Descendants => node.first_child(),
                Axis::Ancestors => node.parent(),
            }
            .map(NodeRef::id),
            None => return Err(errors::no_such_node()),
        };
        Ok(Nodes { view, top, axis, next: Mutex::new(next) })
    }
}

/// Returns the descendant of `top` that follows a node in tree order.
fn following(node: NodeRef<'_>, top: NodeId) -> Option<NodeRef<'_>> {
    node.first_child().or_else(|| {
        let mut ancestor = node;
        while ancestor.id() != top {
            if let Some(next) = ancestor.next_sibling() {
                return Some(next);
            }
            ancestor = ancestor.parent()?;
        }
        None
    })
}

#[pymethods]
impl Nodes {
    #[new]
    #[pyo3(signature = (*_arguments, **_keywords))]
    fn no_new(_arguments: &Bound<'_, PyTuple>, _keywords: Option<&Bound<'_, PyDict>>) -> PyResult<Nodes> {
        Err(hints::no_constructor("NodeIterator", "use node.children, node.descendants or node.ancestors"))
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Node>> {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(id) = *next else { return Ok(None) };
        let tree = self.view.tree_of(id)?;
        let Some(node) = tree.node(id) else { return Ok(None) };
        let after = match self.axis {
            Axis::Children => node.next_sibling(),
            Axis::Descendants => following(node, self.top),
            Axis::Ancestors => node.parent(),
        };
        *next = after.map(NodeRef::id);
        Ok(Some(Node::new(self.view.clone_ref(py), node.id())))
    }
}
