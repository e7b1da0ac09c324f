//! The class `Editor`: changes of a document in a `with` block, which take effect together at its end.

use limpid::{InsertPosition, MutationError, NodeId, NodeMut, NodeRef};
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple, PyType};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};

use crate::document::Document;
use crate::errors::{mutation_error, no_such_node};
use crate::hints;
use crate::markup::Text;
use crate::node::{Node, View};
use crate::sanitizer::Sanitizer;
use crate::selector::selector_of;
use crate::tree::Tree;

/// Changes a document. All changes of a `with` block take effect at its end, or none if it ends by an exception.
///
///     >>> import limpid_html as limpid
///     >>> document = limpid.parse("<ul><li>One</ul>")
///     >>> ul = document.select_one("ul")
///     >>> with document.edit() as editor:
///     ...     item = editor.append_element(ul, "li")
///     ...     editor.append(item, "Two")
///     >>> ul.html()
///     '<ul><li>One</li><li>Two</li></ul>'
///
/// A change that cannot be made raises `MutationError` and changes nothing. The nodes that the methods return, and those that are reached from
/// them, show the changes at once; nodes that were found before show them when the block has ended. Where a child goes, a text makes a text node.
///
///     >>> with document.edit() as editor:
///     ...     item = editor.append_element(ul, "li")
///     ...     editor.set_attribute(item, "class", "new")
///     ...     print(item["class"], item.previous_sibling.inner_text(), len(list(item.parent.children)))
///     new Two 3
#[pyclass(frozen, module = "limpid_html")]
pub(crate) struct Editor {
    document: Py<Document>,
    draft: Mutex<Draft>,
    /// The process in which the editor was made.
    process: u32,
    claim: AtomicU64,
    is_entered: AtomicBool,
}

/// The place of the changes.
enum Draft {
    /// The block has not begun.
    Waiting,
    /// A tree that only this editor and the nodes that it returns know.
    Open(Arc<Tree>),
    /// The block has ended.
    Closed,
}

impl Editor {
    pub(crate) fn new(document: Py<Document>) -> Editor {
        Editor {
            document,
            draft: Mutex::new(Draft::Waiting),
            process: std::process::id(),
            claim: AtomicU64::new(0),
            is_entered: AtomicBool::new(false),
        }
    }

    /// Locks the draft. Without a change in another thread that takes no time.
    ///
    /// # Errors
    /// `RuntimeError` if the process was forked during a change in another thread, which will not end here.
    fn lock(&self) -> PyResult<MutexGuard<'_, Draft>> {
        match self.draft.try_lock() {
            Ok(draft) => Ok(draft),
            Err(TryLockError::WouldBlock) if std::process::id() != self.process => Err(PyRuntimeError::new_err(
                "the process was forked while another thread was using this editor; edit the document in a new block",
            )),
            Err(_) => Ok(self.draft.lock().unwrap_or_else(PoisonError::into_inner)),
        }
    }

    /// Returns the draft, unless the block has ended.
    pub(crate) fn draft(&self) -> PyResult<Option<Arc<Tree>>> {
        let open = |draft: &Draft| match draft {
            Draft::Open(tree) => Some(Arc::clone(tree)),
            Draft::Waiting | Draft::Closed => None,
        };
        if let Ok(draft) = self.draft.try_lock() {
            return Ok(open(&draft));
        }
        // Whoever waits may not keep the interpreter from the thread that has the draft.
        Python::attach(|py| py.detach(|| self.lock().map(|draft| open(&draft))))
    }

    fn with_tree<R: Send>(&self, py: Python<'_>, change: impl FnOnce(&mut Tree) -> R + Send) -> PyResult<R> {
        py.detach(|| match &mut *self.lock()? {
            // The tree is copied if another thread is reading it.
            Draft::Open(tree) => Ok(change(Arc::make_mut(tree))),
            Draft::Waiting => Err(PyRuntimeError::new_err("edit in a block: with document.edit() as editor: …")),
            Draft::Closed => Err(PyRuntimeError::new_err("the `with` block of this editor has ended; begin another")),
        })
    }

    fn change<R: Send>(
        &self,
        py: Python<'_>,
        change: impl FnOnce(&mut Tree) -> Result<R, MutationError> + Send,
    ) -> PyResult<R> {
        self.with_tree(py, change)?.map_err(|error| mutation_error(py, error))
    }

    fn change_node<R: Send>(
        &self,
        node: &Bound<'_, Node>,
        change: impl FnOnce(&mut NodeMut<'_, '_>) -> Result<R, MutationError> + Send,
    ) -> PyResult<R> {
        let id = node.get().id;
        self.change(node.py(), |tree| change(&mut tree.node_mut(id)?))
    }

    fn change_with(
        &self,
        node: &Bound<'_, Node>,
        content: &Content<'_>,
        change: impl FnOnce(&mut NodeMut<'_, '_>, NodeId) -> Result<(), MutationError> + Send,
    ) -> PyResult<()> {
        let (id, content) = (node.get().id, content.prepare());
        self.change(node.py(), |tree| {
            let content = content.node_in(tree)?;
            change(&mut tree.node_mut(id)?, content)
        })
    }

    fn create(
        slf: &Bound<'_, Self>,
        create: impl FnOnce(&mut Tree) -> Result<NodeId, MutationError> + Send,
    ) -> PyResult<Node> {
        let id = slf.get().change(slf.py(), create)?;
        Ok(Node::new(Editor::view(slf), id))
    }

    /// The view of the nodes that the editor returns.
    fn view(slf: &Bound<'_, Self>) -> View {
        View { document: slf.get().document.clone_ref(slf.py()), editor: Some(slf.clone().unbind()) }
    }

    fn read<R: Send>(&self, node: &Node, py: Python<'_>, read: impl FnOnce(NodeRef<'_>) -> R + Send) -> PyResult<R> {
        let id = node.id;
        self.with_tree(py, |tree| tree.node(id).map(read))?.ok_or_else(no_such_node)
    }

    /// Lets others edit the document.
    fn release(&self) {
        self.document.get().claims().release(self.claim.swap(0, Ordering::Relaxed));
    }

    fn end(&self, py: Python<'_>, keeps: bool) -> PyResult<()> {
        let draft = py.detach(|| Ok::<_, PyErr>(std::mem::replace(&mut *self.lock()?, Draft::Closed)))?;
        if let Draft::Open(tree) = draft {
            if keeps {
                self.document.get().replace(tree);
            }
            self.release();
        }
        Ok(())
    }
}

/// An editor that is dropped in its block, without an end of it, changes nothing.
impl Drop for Editor {
    fn drop(&mut self) {
        if matches!(self.draft.try_lock(), Err(TryLockError::WouldBlock)) {
            // Nobody else has the editor: the process was forked while another thread was changing the draft, which may be half changed.
            let draft = self.draft.get_mut().unwrap_or_else(PoisonError::into_inner);
            std::mem::forget(std::mem::replace(draft, Draft::Closed));
        }
        self.release();
    }
}

/// Inserted content: a node, or a text that becomes a node.
enum Content<'py> {
    Node(Bound<'py, Node>),
    Text(Text),
}

impl<'a, 'py> FromPyObject<'a, 'py> for Content<'py> {
    type Error = PyErr;

    fn extract(content: Borrowed<'a, 'py, PyAny>) -> PyResult<Content<'py>> {
        if let Ok(node) = content.cast::<Node>() {
            return Ok(Content::Node(node.to_owned()));
        }
        if content.is_instance_of::<PyString>() {
            return Ok(Content::Text(content.extract()?));
        }
        let kind = content.get_type();
        Err(PyTypeError::new_err(format!("a Node or a str is inserted, not {}", kind.name()?)))
    }
}

impl Content<'_> {
    fn prepare(&self) -> Prepared<'_> {
        match self {
            Content::Node(node) => Prepared::Node(node.get().id),
            Content::Text(text) => Prepared::Text(text),
        }
    }
}

enum Prepared<'a> {
    Node(NodeId),
    Text(&'a str),
}

impl Prepared<'_> {
    fn node_in(self, tree: &mut Tree) -> Result<NodeId, MutationError> {
        match self {
            Prepared::Node(id) => Ok(id),
            Prepared::Text(text) => tree.create_text(text),
        }
    }
}

#[pymethods]
impl Editor {
    #[new]
    #[pyo3(signature = (*_arguments, **_keywords))]
    fn no_new(_arguments: &Bound<'_, PyTuple>, _keywords: Option<&Bound<'_, PyDict>>) -> PyResult<Editor> {
        Err(hints::no_constructor("Editor", "use document.edit()"))
    }

    fn __enter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, Self>> {
        let (py, this) = (slf.py(), slf.get());
        let document = this.document.get();
        // Before it waits: who enters an editor twice would wait for itself.
        if this.is_entered.swap(true, Ordering::AcqRel) {
            return Err(PyRuntimeError::new_err("an editor is for one `with` block; call edit() again"));
        }
        let claim = document.claims().claim(py).inspect_err(|_| this.is_entered.store(false, Ordering::Release))?;
        let tree = document.tree();
        py.detach(|| {
            *this.lock()? = Draft::Open(Arc::new(Tree::clone(&tree)));
            Ok::<_, PyErr>(())
        })?;
        this.claim.store(claim, Ordering::Relaxed);
        Ok(slf.clone())
    }

    #[pyo3(signature = (kind, value, traceback, /))]
    fn __exit__(
        &self,
        py: Python<'_>,
        kind: Option<&Bound<'_, PyType>>,
        value: Option<&Bound<'_, PyAny>>,
        traceback: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let _ = (value, traceback);
        self.end(py, kind.is_none())
    }

    /// The document that is edited.
    #[getter]
    fn document(&self, py: Python<'_>) -> Py<Document> {
        self.document.clone_ref(py)
    }

    /// The document node, or the fragment.
    #[getter]
    fn root(slf: &Bound<'_, Self>) -> PyResult<Node> {
        Editor::create(slf, |tree| Ok(tree.root().id()))
    }

    /// Returns the elements that a CSS selector selects in the draft.
    #[pyo3(signature = (css, /))]
    fn select<'py>(slf: &Bound<'py, Self>, css: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        let py = css.py();
        let selector = selector_of(css)?;
        let select =
            |tree: &mut Tree| -> Vec<NodeId> { tree.select(&selector.get().selector).map(NodeRef::id).collect() };
        let ids = slf.get().with_tree(py, select)?;
        let nodes = ids.into_iter().map(|id| Bound::new(py, Node::new(Editor::view(slf), id)));
        PyList::new(py, nodes.collect::<PyResult<Vec<_>>>()?)
    }

    /// Returns a node of the draft as HTML.
    fn html(&self, py: Python<'_>, node: &Bound<'_, Node>) -> PyResult<String> {
        self.read(node.get(), py, |node| node.to_html())
    }

    /// Makes an element, which is in no tree yet.
    fn create_element(slf: &Bound<'_, Self>, name: Text) -> PyResult<Node> {
        Editor::create(slf, |tree| tree.create_element(&name))
    }

    /// Makes a text node.
    fn create_text(slf: &Bound<'_, Self>, text: Text) -> PyResult<Node> {
        Editor::create(slf, |tree| tree.create_text(&text))
    }

    /// Makes a comment.
    fn create_comment(slf: &Bound<'_, Self>, data: Text) -> PyResult<Node> {
        Editor::create(slf, |tree| tree.create_comment(&data))
    }

    /// Copies a node with what is in it.
    fn clone_subtree(slf: &Bound<'_, Self>, node: &Bound<'_, Node>) -> PyResult<Node> {
        let id = node.get().id;
        Editor::create(slf, |tree| tree.node_mut(id)?.clone_subtree())
    }

    /// Copies a node of another document, with what is in it.
    fn import_node(slf: &Bound<'_, Self>, node: &Bound<'_, Node>) -> PyResult<Node> {
        let Node { view, id } = node.get();
        if view.document.is(&slf.get().document) {
            return Editor::clone_subtree(slf, node);
        }
        let from = view.tree()?;
        Editor::create(slf, |tree| tree.import(from.node(*id).ok_or(MutationError::NoSuchNode)?))
    }

    /// Puts a node, or a text, behind the last child of another.
    fn append(&self, parent: &Bound<'_, Node>, child: Content<'_>) -> PyResult<()> {
        self.change_with(parent, &child, |parent, child| parent.append(child))
    }

    /// Creates an element, makes it the last child of a node, and returns it.
    ///
    ///     >>> import limpid_html as limpid
    ///     >>> document = limpid.parse("<ul><li>Tea</ul>")
    ///     >>> with document.edit() as editor:
    ///     ...     item = editor.append_element(document.select_one("ul"), "li")
    ///     ...     editor.append(item, "Milk")
    ///     >>> document.body.inner_html()
    ///     '<ul><li>Tea</li><li>Milk</li></ul>'
    fn append_element(slf: &Bound<'_, Self>, parent: &Bound<'_, Node>, name: Text) -> PyResult<Node> {
        let id = parent.get().id;
        Editor::create(slf, |tree| Ok(tree.node_mut(id)?.append_element(&name)?.id()))
    }

    /// Puts a node, or a text, before the first child of another.
    fn prepend(&self, parent: &Bound<'_, Node>, child: Content<'_>) -> PyResult<()> {
        self.change_with(parent, &child, |parent, child| parent.prepend(child))
    }

    /// Puts a node, or a text, before a sibling.
    fn insert_before(&self, sibling: &Bound<'_, Node>, node: Content<'_>) -> PyResult<()> {
        self.change_with(sibling, &node, |sibling, node| sibling.insert_before(node))
    }

    /// Puts a node, or a text, behind a sibling.
    fn insert_after(&self, sibling: &Bound<'_, Node>, node: Content<'_>) -> PyResult<()> {
        self.change_with(sibling, &node, |sibling, node| sibling.insert_after(node))
    }

    /// Puts a node, or a text, in the place of another.
    fn replace_with(&self, node: &Bound<'_, Node>, replacement: Content<'_>) -> PyResult<()> {
        self.change_with(node, &replacement, |node, new| node.replace_with(new))
    }

    /// Takes a node out of the tree, with what is in it.
    fn remove(&self, node: &Bound<'_, Node>) -> PyResult<()> {
        self.change_node(node, |node| node.remove())
    }

    /// Removes all elements that a selector selects, and returns how many.
    ///
    ///     >>> import limpid_html as limpid
    ///     >>> document = limpid.parse("<p>Tea<script>x()</script><p>Cup")
    ///     >>> with document.edit() as editor:
    ///     ...     count = editor.remove_all("script")
    ///     >>> count, document.body.inner_html()
    ///     (1, '<p>Tea</p><p>Cup</p>')
    fn remove_all(&self, css: &Bound<'_, PyAny>) -> PyResult<usize> {
        let selector = selector_of(css)?;
        self.change(css.py(), |tree| tree.remove_all(&selector.get().selector))
    }

    /// Removes the children of a node.
    fn remove_children(&self, node: &Bound<'_, Node>) -> PyResult<()> {
        self.change_node(node, |node| node.remove_children())
    }

    /// Replaces an element by its children.
    fn replace_with_children(&self, element: &Bound<'_, Node>) -> PyResult<()> {
        self.change_node(element, |node| node.replace_with_children())
    }

    /// Creates an element, puts it in the place of a node, moves the node into it, and returns the element.
    fn wrap(slf: &Bound<'_, Self>, node: &Bound<'_, Node>, name: Text) -> PyResult<Node> {
        let id = node.get().id;
        Editor::create(slf, |tree| Ok(tree.node_mut(id)?.wrap(&name)?.id()))
    }

    /// Gives an element another name.
    fn rename(&self, element: &Bound<'_, Node>, name: Text) -> PyResult<()> {
        self.change_node(element, |node| node.rename(&name))
    }

    /// Sets an attribute.
    fn set_attribute(&self, element: &Bound<'_, Node>, name: Text, value: Text) -> PyResult<()> {
        self.change_node(element, |node| node.set_attribute(&name, &value))
    }

    /// Sets an attribute of all elements that a selector selects, and returns how many.
    fn set_attribute_all(&self, css: &Bound<'_, PyAny>, name: Text, value: Text) -> PyResult<usize> {
        let selector = selector_of(css)?;
        self.change(css.py(), |tree| tree.set_attribute_all(&selector.get().selector, &name, &value))
    }

    /// Removes an attribute, and returns whether there was one.
    fn remove_attribute(&self, element: &Bound<'_, Node>, name: Text) -> PyResult<bool> {
        self.change_node(element, |node| node.remove_attribute(&name))
    }

    /// Adds a class, and returns whether it is new.
    fn add_class(&self, element: &Bound<'_, Node>, name: Text) -> PyResult<bool> {
        self.change_node(element, |node| node.add_class(&name))
    }

    /// Removes a class, and returns whether there was one.
    fn remove_class(&self, element: &Bound<'_, Node>, name: Text) -> PyResult<bool> {
        self.change_node(element, |node| node.remove_class(&name))
    }

    /// Sets the text of a node. The children of an element are replaced by it.
    fn set_text(&self, node: &Bound<'_, Node>, text: Text) -> PyResult<()> {
        self.change_node(node, |node| node.set_text(&text))
    }

    /// Puts the nodes of markup in the place of all that is in an element.
    fn set_inner_html(&self, element: &Bound<'_, Node>, html: Text) -> PyResult<()> {
        self.change_node(element, |node| node.set_inner_html(&html))
    }

    /// Puts the nodes of markup in the place of an element.
    fn set_outer_html(&self, element: &Bound<'_, Node>, html: Text) -> PyResult<()> {
        self.change_node(element, |node| node.set_outer_html(&html))
    }

    /// Puts the nodes of markup at a position: `"beforebegin"`, `"afterbegin"`, `"beforeend"` or `"afterend"`.
    fn insert_adjacent_html(&self, element: &Bound<'_, Node>, position: &str, html: Text) -> PyResult<()> {
        let position: InsertPosition =
            position.parse().map_err(|error: limpid::InsertPositionError| PyValueError::new_err(error.to_string()))?;
        self.change_node(element, |node| node.insert_adjacent_html(position, &html))
    }

    /// Joins adjacent text nodes, and removes empty ones.
    fn normalize(&self, node: &Bound<'_, Node>) -> PyResult<()> {
        self.change_node(node, |node| node.normalize())
    }

    /// Makes what is in a node safe to print, by the standard's default or another `Sanitizer`; without a node, the whole document.
    #[pyo3(signature = (node = None, sanitizer = None))]
    fn sanitize(
        &self,
        py: Python<'_>,
        node: Option<&Bound<'_, Node>>,
        sanitizer: Option<&Bound<'_, Sanitizer>>,
    ) -> PyResult<()> {
        let id = node.map(|node| node.get().id);
        let sanitizer = sanitizer.map(Bound::get);
        self.change(py, |tree| {
            let id = id.unwrap_or_else(|| tree.root().id());
            match sanitizer {
                Some(sanitizer) => sanitizer.run(tree, id, None),
                None => limpid::sanitize::Sanitizer::preset().sanitize_for_printing(tree, id),
            }
        })
    }
}
