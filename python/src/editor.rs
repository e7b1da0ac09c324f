//! The class `Editor`: changes a document in a `with` block. The changes take effect together at the end of the block.

use limpid::{InsertPosition, MutationError, NodeId, NodeMut, NodeRef};
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple, PyType};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};

use crate::document::Document;
use crate::edit_lock::is_of_this_process;
use crate::errors::{mutation_error, no_such_node};
use crate::hints;
use crate::markup::{Html, Text};
use crate::node::{Node, View};
use crate::sanitizer::sanitizer_of;
use crate::selector::selector_of;
use crate::tree::Tree;

/// Changes a document. The changes of a `with` block take effect together at its end. If the block raises an exception, all are discarded.
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
/// An impossible change raises `MutationError` and changes nothing. So does a node of another document; copy it with `import_node`. Where a method
/// takes a node to insert, a `str` becomes a text node.
///
/// Nodes that the methods return, and nodes reached from them, show the changes immediately. Other nodes show them after the block.
///
///     >>> with document.edit() as editor:
///     ...     item = editor.append_element(ul, "li")
///     ...     editor.set_attribute(item, "class", "new")
///     ...     print(item["class"], item.previous_sibling.inner_text(), len(list(item.parent.children)))
///     new Two 3
///
/// If the block raises an exception, the nodes created in it raise `LookupError` from then on.
///
/// Entering a block waits while another thread edits the same document. To avoid deadlocks, threads that edit several documents at once must enter
/// the blocks in the same order, and a block must not wait for a thread that edits the same document. If a thread ends inside a block, the
/// changes of that block are discarded when the next block begins. In a process that was forked inside a block, the editor raises
/// `RuntimeError` and changes nothing.
#[pyclass(frozen, module = "limpid_html")]
pub(crate) struct Editor {
    document: Py<Document>,
    draft: Mutex<Draft>,
    /// The claim of the document's edit lock; 0 outside of the block.
    claim: AtomicU64,
    is_entered: AtomicBool,
}

/// The state of the changes.
enum Draft {
    /// The block has not been entered.
    NotEntered,
    /// The changed tree, visible only to this editor and the nodes that it returns, and the number of nodes that the document had before.
    Open { tree: Arc<Tree>, old_len: usize },
    /// The block has ended, and the document has its changes.
    Committed,
    /// The changes were discarded. Nodes with larger ids than `old_len` no longer exist, and their ids may belong to other nodes.
    Discarded { old_len: usize },
}

impl Draft {
    fn has_discarded(&self, id: NodeId) -> bool {
        matches!(self, Draft::Discarded { old_len } if id.get() as usize > *old_len)
    }
}

impl Editor {
    pub(crate) fn new(document: Py<Document>) -> Editor {
        Editor {
            document,
            draft: Mutex::new(Draft::NotEntered),
            claim: AtomicU64::new(0),
            is_entered: AtomicBool::new(false),
        }
    }

    /// Locks the draft. Waits only while another thread is making a change.
    ///
    /// # Errors
    /// `RuntimeError` if the process was forked while another thread was making a change, because that change never ends in this process.
    fn lock(&self) -> PyResult<MutexGuard<'_, Draft>> {
        let mut draft = match self.draft.try_lock() {
            Ok(draft) => draft,
            Err(TryLockError::WouldBlock) if self.is_forked() => return Err(forked_error()),
            Err(_) => self.draft.lock().unwrap_or_else(PoisonError::into_inner),
        };
        self.check_claim(&mut draft);
        Ok(draft)
    }

    /// Discards a draft whose claim is lost: its thread has ended and another block has begun, or the process is a fork.
    fn check_claim(&self, draft: &mut Draft) {
        if let Draft::Open { old_len, .. } = *draft
            && !self.document.get().edit_lock().is_held(self.claim.load(Ordering::Relaxed))
        {
            *draft = Draft::Discarded { old_len };
        }
    }

    /// Whether the block was entered in a process of which this one is a fork.
    fn is_forked(&self) -> bool {
        let claim = self.claim.load(Ordering::Relaxed);
        claim != 0 && !is_of_this_process(claim)
    }

    fn read_draft<R: Send>(&self, read: impl FnOnce(&Draft) -> R + Send) -> PyResult<R> {
        if let Ok(mut draft) = self.draft.try_lock() {
            self.check_claim(&mut draft);
            return Ok(read(&draft));
        }
        // Waits without the GIL, which the thread that holds the draft may need.
        Python::attach(|py| py.detach(|| Ok(read(&*self.lock()?))))
    }

    /// Returns the draft in which a node is read, or `None` outside of the block.
    ///
    /// # Errors
    /// `LookupError` if the editor created the node and its changes were discarded.
    pub(crate) fn draft(&self, id: NodeId) -> PyResult<Option<Arc<Tree>>> {
        self.read_draft(|draft| match draft {
            Draft::Open { tree, .. } => Ok(Some(Arc::clone(tree))),
            draft if draft.has_discarded(id) => Err(no_such_node()),
            _ => Ok(None),
        })?
    }

    /// Whether the editor created the node and its changes were discarded.
    pub(crate) fn has_discarded(&self, id: NodeId) -> PyResult<bool> {
        self.read_draft(|draft| draft.has_discarded(id))
    }

    fn with_tree<R: Send>(&self, py: Python<'_>, change: impl FnOnce(&mut Tree) -> R + Send) -> PyResult<R> {
        py.detach(|| match &mut *self.lock()? {
            // The tree is copied if another thread is reading it.
            Draft::Open { tree, .. } => Ok(change(Arc::make_mut(tree))),
            Draft::NotEntered => {
                Err(PyRuntimeError::new_err("use the editor in a `with` block: with document.edit() as editor: …"))
            }
            Draft::Discarded { .. } if self.is_forked() => Err(forked_error()),
            Draft::Discarded { .. } if self.claim.load(Ordering::Relaxed) != 0 => Err(lost_claim_error()),
            Draft::Committed | Draft::Discarded { .. } => Err(PyRuntimeError::new_err(
                "the `with` block of this editor has ended; start a new one with document.edit()",
            )),
        })
    }

    fn change<R: Send>(
        &self,
        py: Python<'_>,
        change: impl FnOnce(&mut Tree) -> Result<R, MutationError> + Send,
    ) -> PyResult<R> {
        self.with_tree(py, change)?.map_err(|error| mutation_error(py, &error.to_string()))
    }

    /// Returns the id of a node argument.
    ///
    /// # Errors
    /// `MutationError` for a node of another document, even of a copy with the same ids, and for a node of a discarded edit.
    fn id_of(&self, node: &Bound<'_, Node>) -> PyResult<NodeId> {
        let (py, node) = (node.py(), node.get());
        if !node.view.document.is(&self.document) {
            return Err(mutation_error(
                py,
                "the node belongs to another document; copy it first with editor.import_node(node)",
            ));
        }
        match node.is_discarded() {
            Ok(false) => Ok(node.id),
            Ok(true) => Err(mutation_error(py, "the node was created in an edit that was discarded")),
            Err(error) => Err(error),
        }
    }

    fn change_node<R: Send>(
        &self,
        node: &Bound<'_, Node>,
        change: impl FnOnce(&mut NodeMut<'_, '_>) -> Result<R, MutationError> + Send,
    ) -> PyResult<R> {
        let id = self.id_of(node)?;
        self.change(node.py(), |tree| change(&mut tree.node_mut(id)?))
    }

    fn change_with(
        &self,
        node: &Bound<'_, Node>,
        content: &Content<'_>,
        change: impl FnOnce(&mut NodeMut<'_, '_>, NodeId) -> Result<(), MutationError> + Send,
    ) -> PyResult<()> {
        let id = self.id_of(node)?;
        let content = match content {
            Content::Node(node) => CheckedContent::Node(self.id_of(node)?),
            Content::Text(text) => CheckedContent::Text(text),
        };
        self.change(node.py(), |tree| {
            let content = content.into_node(tree)?;
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

    /// Returns the view of nodes that the editor returns.
    fn view(slf: &Bound<'_, Self>) -> View {
        View { document: slf.get().document.clone_ref(slf.py()), editor: Some(slf.clone().unbind()) }
    }

    fn release(&self) {
        self.document.get().edit_lock().release(self.claim.swap(0, Ordering::Relaxed));
    }

    /// Ends the block. Commits the changes, or discards them.
    fn end(&self, py: Python<'_>, commit: bool) -> PyResult<()> {
        if self.is_forked() {
            // The block belongs to the other process.
            return Ok(());
        }
        py.detach(|| {
            let mut draft = self.lock()?;
            let edit_lock = self.document.get().edit_lock();
            match std::mem::replace(&mut *draft, Draft::Committed) {
                Draft::Open { tree, old_len } => match edit_lock.take_over(self.claim.load(Ordering::Relaxed)) {
                    Some(claim) => {
                        self.claim.store(claim, Ordering::Relaxed);
                        match commit {
                            true => self.document.get().replace(tree),
                            false => *draft = Draft::Discarded { old_len },
                        }
                        self.release();
                        return Ok(());
                    }
                    None => *draft = Draft::Discarded { old_len },
                },
                ended => *draft = ended,
            }
            let is_lost = matches!(*draft, Draft::Discarded { .. }) && self.claim.load(Ordering::Relaxed) != 0;
            if is_lost && commit { Err(lost_claim_error()) } else { Ok(()) }
        })
    }
}

fn forked_error() -> PyErr {
    PyRuntimeError::new_err(
        "the process was forked inside the `with` block of this editor, which belongs to the parent process; edit the document in a new block",
    )
}

fn lost_claim_error() -> PyErr {
    PyRuntimeError::new_err(
        "the thread of this `with` block ended and another block began, so the changes of this block were discarded; start a new one",
    )
}

/// Dropping an editor inside its block discards the changes.
impl Drop for Editor {
    fn drop(&mut self) {
        if matches!(self.draft.try_lock(), Err(TryLockError::WouldBlock)) {
            // No other reference exists, so the process was forked while another thread was changing the draft. It may be half changed, so leak it.
            let draft = self.draft.get_mut().unwrap_or_else(PoisonError::into_inner);
            std::mem::forget(std::mem::replace(draft, Draft::Committed));
        }
        self.release();
    }
}

/// Content to insert: a node, or text that becomes a text node.
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
        Err(PyTypeError::new_err(format!("inserted content must be a Node or a str, not {}", kind.name()?)))
    }
}

/// Content whose node belongs to the document.
enum CheckedContent<'a> {
    Node(NodeId),
    Text(&'a str),
}

impl CheckedContent<'_> {
    fn into_node(self, tree: &mut Tree) -> Result<NodeId, MutationError> {
        match self {
            CheckedContent::Node(id) => Ok(id),
            CheckedContent::Text(text) => tree.create_text(text),
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
        // Checked before waiting, because a thread that enters an editor twice would wait for itself.
        if this.is_entered.swap(true, Ordering::AcqRel) {
            return Err(PyRuntimeError::new_err(
                "an editor works for one `with` block only; call document.edit() again",
            ));
        }
        let claim =
            document.edit_lock().acquire(py).inspect_err(|_| this.is_entered.store(false, Ordering::Release))?;
        this.claim.store(claim, Ordering::Relaxed);
        let tree = document.tree();
        py.detach(|| {
            let (tree, old_len) = (Arc::new(Tree::clone(&tree)), tree.node_count());
            *this.lock()? = Draft::Open { tree, old_len };
            Ok::<_, PyErr>(())
        })?;
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

    /// The edited document.
    #[getter]
    fn document(&self, py: Python<'_>) -> Py<Document> {
        self.document.clone_ref(py)
    }

    /// The document node, or the fragment node of a parsed fragment.
    #[getter]
    fn root(slf: &Bound<'_, Self>) -> PyResult<Node> {
        Editor::create(slf, |tree| Ok(tree.root().id()))
    }

    /// Returns a list of the elements that match a CSS selector, with the changes so far. Raises `SelectorSyntaxError` for an invalid selector.
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

    /// Returns a node as HTML, with the changes so far.
    fn html(&self, py: Python<'_>, node: &Bound<'_, Node>) -> PyResult<String> {
        let id = self.id_of(node)?;
        self.with_tree(py, |tree| tree.node(id).map(|node| node.to_html()))?.ok_or_else(no_such_node)
    }

    /// Creates an element without a parent. Raises `MutationError` for an invalid name.
    fn create_element(slf: &Bound<'_, Self>, name: Text) -> PyResult<Node> {
        Editor::create(slf, |tree| tree.create_element(&name))
    }

    /// Creates a text node without a parent.
    fn create_text(slf: &Bound<'_, Self>, text: Text) -> PyResult<Node> {
        Editor::create(slf, |tree| tree.create_text(&text))
    }

    /// Creates a comment without a parent.
    fn create_comment(slf: &Bound<'_, Self>, data: Text) -> PyResult<Node> {
        Editor::create(slf, |tree| tree.create_comment(&data))
    }

    /// Returns a copy of a node and its descendants, without a parent.
    fn clone_subtree(slf: &Bound<'_, Self>, node: &Bound<'_, Node>) -> PyResult<Node> {
        let id = slf.get().id_of(node)?;
        Editor::create(slf, |tree| tree.node_mut(id)?.clone_subtree())
    }

    /// Returns a copy of a node of another document and its descendants, without a parent.
    fn import_node(slf: &Bound<'_, Self>, node: &Bound<'_, Node>) -> PyResult<Node> {
        let Node { view, id } = node.get();
        if view.document.is(&slf.get().document) {
            return Editor::clone_subtree(slf, node);
        }
        let from = view.tree_of(*id)?;
        let node = from.node(*id).ok_or_else(no_such_node)?;
        Editor::create(slf, |tree| tree.import(node))
    }

    /// Inserts a node or a text as the last child of a node.
    fn append(&self, parent: &Bound<'_, Node>, child: Content<'_>) -> PyResult<()> {
        self.change_with(parent, &child, |parent, child| parent.append(child))
    }

    /// Creates an element as the last child of a node, and returns it.
    ///
    ///     >>> import limpid_html as limpid
    ///     >>> document = limpid.parse("<ul><li>Tea</ul>")
    ///     >>> with document.edit() as editor:
    ///     ...     item = editor.append_element(document.select_one("ul"), "li")
    ///     ...     editor.append(item, "Milk")
    ///     >>> document.body.inner_html()
    ///     '<ul><li>Tea</li><li>Milk</li></ul>'
    fn append_element(slf: &Bound<'_, Self>, parent: &Bound<'_, Node>, name: Text) -> PyResult<Node> {
        let id = slf.get().id_of(parent)?;
        Editor::create(slf, |tree| Ok(tree.node_mut(id)?.append_element(&name)?.id()))
    }

    /// Inserts a node or a text as the first child of a node.
    fn prepend(&self, parent: &Bound<'_, Node>, child: Content<'_>) -> PyResult<()> {
        self.change_with(parent, &child, |parent, child| parent.prepend(child))
    }

    /// Inserts a node or a text before a sibling.
    fn insert_before(&self, sibling: &Bound<'_, Node>, node: Content<'_>) -> PyResult<()> {
        self.change_with(sibling, &node, |sibling, node| sibling.insert_before(node))
    }

    /// Inserts a node or a text after a sibling.
    fn insert_after(&self, sibling: &Bound<'_, Node>, node: Content<'_>) -> PyResult<()> {
        self.change_with(sibling, &node, |sibling, node| sibling.insert_after(node))
    }

    /// Replaces a node with another node or a text.
    fn replace_with(&self, node: &Bound<'_, Node>, replacement: Content<'_>) -> PyResult<()> {
        self.change_with(node, &replacement, |node, new| node.replace_with(new))
    }

    /// Removes a node and its descendants from the tree.
    fn remove(&self, node: &Bound<'_, Node>) -> PyResult<()> {
        self.change_node(node, |node| node.remove())
    }

    /// Removes all elements that match a CSS selector, and returns how many.
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

    /// Replaces an element with its children.
    fn replace_with_children(&self, element: &Bound<'_, Node>) -> PyResult<()> {
        self.change_node(element, |node| node.replace_with_children())
    }

    /// Wraps a node in a new element, and returns the element.
    fn wrap(slf: &Bound<'_, Self>, node: &Bound<'_, Node>, name: Text) -> PyResult<Node> {
        let id = slf.get().id_of(node)?;
        Editor::create(slf, |tree| Ok(tree.node_mut(id)?.wrap(&name)?.id()))
    }

    /// Changes the name of an element.
    fn rename(&self, element: &Bound<'_, Node>, name: Text) -> PyResult<()> {
        self.change_node(element, |node| node.rename(&name))
    }

    /// Sets an attribute of an element.
    fn set_attribute(&self, element: &Bound<'_, Node>, name: Text, value: Text) -> PyResult<()> {
        self.change_node(element, |node| node.set_attribute(&name, &value))
    }

    /// Sets an attribute of all elements that match a CSS selector, and returns how many.
    fn set_attribute_all(&self, css: &Bound<'_, PyAny>, name: Text, value: Text) -> PyResult<usize> {
        let selector = selector_of(css)?;
        self.change(css.py(), |tree| tree.set_attribute_all(&selector.get().selector, &name, &value))
    }

    /// Removes an attribute, and returns whether it existed.
    fn remove_attribute(&self, element: &Bound<'_, Node>, name: Text) -> PyResult<bool> {
        self.change_node(element, |node| node.remove_attribute(&name))
    }

    /// Adds a class to an element, and returns whether it was missing.
    fn add_class(&self, element: &Bound<'_, Node>, name: Text) -> PyResult<bool> {
        self.change_node(element, |node| node.add_class(&name))
    }

    /// Removes a class from an element, and returns whether it existed.
    fn remove_class(&self, element: &Bound<'_, Node>, name: Text) -> PyResult<bool> {
        self.change_node(element, |node| node.remove_class(&name))
    }

    /// Sets the text of a node. The text replaces all children of an element.
    fn set_text(&self, node: &Bound<'_, Node>, text: Text) -> PyResult<()> {
        self.change_node(node, |node| node.set_text(&text))
    }

    /// Parses markup and replaces the children of an element with it.
    fn set_inner_html(&self, element: &Bound<'_, Node>, html: Html) -> PyResult<()> {
        self.change_node(element, |node| node.set_inner_html(&html))
    }

    /// Parses markup and replaces an element with it.
    fn set_outer_html(&self, element: &Bound<'_, Node>, html: Html) -> PyResult<()> {
        self.change_node(element, |node| node.set_outer_html(&html))
    }

    /// Parses markup and inserts it at a position: `"beforebegin"`, `"afterbegin"`, `"beforeend"` or `"afterend"`. Raises `ValueError` for another
    /// position.
    fn insert_adjacent_html(&self, element: &Bound<'_, Node>, position: &str, html: Html) -> PyResult<()> {
        let position: InsertPosition =
            position.parse().map_err(|error: limpid::InsertPositionError| PyValueError::new_err(error.to_string()))?;
        self.change_node(element, |node| node.insert_adjacent_html(position, &html))
    }

    /// Joins adjacent text nodes below a node, and removes empty ones.
    fn normalize(&self, node: &Bound<'_, Node>) -> PyResult<()> {
        self.change_node(node, |node| node.normalize())
    }

    /// Sanitizes the content of a node, or of the whole document without `node`, with the standard's safe default or the given `Sanitizer`. The
    /// result stays safe when it is serialized and parsed again.
    #[pyo3(signature = (node = None, sanitizer = None))]
    fn sanitize(
        &self,
        py: Python<'_>,
        node: Option<&Bound<'_, Node>>,
        sanitizer: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let id = node.map(|node| self.id_of(node)).transpose()?;
        let sanitizer = sanitizer.map(sanitizer_of).transpose()?;
        self.change(py, |tree| {
            let id = id.unwrap_or_else(|| tree.root().id());
            match sanitizer {
                Some(sanitizer) => sanitizer.run(tree, id, None),
                None => limpid::sanitize::Sanitizer::preset().sanitize_for_printing(tree, id),
            }
        })
    }
}
