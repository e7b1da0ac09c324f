//! The class `Editor`: changes a document in a `with` block. The changes take effect together at the end of the block.
//!
//! The block changes a draft, which is a copy of the document's tree. At the end of the block, the draft becomes the document's tree. The
//! [`EditLock`] of the document ensures that only one block is open. The block that holds the lock is identified by a claim, a number.
//!
//! [`EditLock`]: crate::edit_lock::EditLock

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
/// A change that is not possible raises `MutationError`, and the tree stays as it was. Nodes of another document raise it too; copy them with
/// `import_node`. Methods that insert a node also accept a `str`, which becomes a text node.
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
/// Entering a block waits while another thread edits the same document. To avoid deadlocks, follow two rules: threads that edit several documents at
/// once enter the blocks in the same order, and code inside a block does not wait for another thread that edits the same document.
///
/// If a thread terminates before it leaves its block, the changes of the block are discarded when the next block begins. If the process is forked
/// inside a block, the editor works only in the parent process. In the child process, it raises `RuntimeError`.
#[pyclass(frozen, module = "limpid_html")]
pub(crate) struct Editor {
    document: Py<Document>,
    state: Mutex<State>,
    /// The claim of the block. 0 before the block and after a normal end; still set if the block lost the lock.
    claim: AtomicU64,
    is_entered: AtomicBool,
}

/// The state of an editor and its draft.
enum State {
    /// The block has not been entered.
    NotEntered,
    /// The block is open. `tree` is the draft, which only this editor and the nodes that it returns can read. `old_len` is the number of nodes before
    /// the changes.
    Open { tree: Arc<Tree>, old_len: usize },
    /// The block has ended, and its changes are in the document.
    Committed,
    /// The changes were discarded. The nodes whose ids are larger than `old_len` no longer exist. A later block may give their ids to other nodes.
    Discarded { old_len: usize },
}

impl State {
    fn has_discarded(&self, id: NodeId) -> bool {
        matches!(self, State::Discarded { old_len } if id.get() as usize > *old_len)
    }
}

impl Editor {
    pub(crate) fn new(document: Py<Document>) -> Editor {
        Editor {
            document,
            state: Mutex::new(State::NotEntered),
            claim: AtomicU64::new(0),
            is_entered: AtomicBool::new(false),
        }
    }

    /// Locks the state. Waits only while another thread is making a change.
    ///
    /// # Errors
    /// `RuntimeError` if the process was forked while another thread was making a change, because that change never ends in this process.
    fn lock(&self) -> PyResult<MutexGuard<'_, State>> {
        let mut state = match self.state.try_lock() {
            Ok(state) => state,
            Err(TryLockError::WouldBlock) if self.is_forked() => return Err(forked_error()),
            Err(_) => self.state.lock().unwrap_or_else(PoisonError::into_inner),
        };
        self.check_claim(&mut state);
        Ok(state)
    }

    /// Discards the draft if the block no longer holds the edit lock: its thread has ended and another block has begun, or this is a forked process.
    fn check_claim(&self, state: &mut State) {
        if let State::Open { old_len, .. } = *state
            && !self.document.get().edit_lock().is_held(self.claim.load(Ordering::Relaxed))
        {
            *state = State::Discarded { old_len };
        }
    }

    /// Whether the block was entered in the parent process, before this process was forked.
    fn is_forked(&self) -> bool {
        let claim = self.claim.load(Ordering::Relaxed);
        claim != 0 && !is_of_this_process(claim)
    }

    fn read_state<R: Send>(&self, read: impl FnOnce(&State) -> R + Send) -> PyResult<R> {
        if let Ok(mut state) = self.state.try_lock() {
            self.check_claim(&mut state);
            return Ok(read(&state));
        }
        // Releases the GIL before waiting, because the thread that has locked the state may need the GIL.
        Python::attach(|py| py.detach(|| Ok(read(&*self.lock()?))))
    }

    /// Returns the draft if the block is open. `id` is the node to read.
    ///
    /// # Errors
    /// `LookupError` if the editor created the node and its changes were discarded.
    pub(crate) fn draft(&self, id: NodeId) -> PyResult<Option<Arc<Tree>>> {
        self.read_state(|state| match state {
            State::Open { tree, .. } => Ok(Some(Arc::clone(tree))),
            state if state.has_discarded(id) => Err(no_such_node()),
            _ => Ok(None),
        })?
    }

    /// Whether the editor created the node and its changes were discarded.
    pub(crate) fn has_discarded(&self, id: NodeId) -> PyResult<bool> {
        self.read_state(|state| state.has_discarded(id))
    }

    fn with_tree<R: Send>(&self, py: Python<'_>, change: impl FnOnce(&mut Tree) -> R + Send) -> PyResult<R> {
        py.detach(|| match &mut *self.lock()? {
            // The tree is copied if another thread is reading it.
            State::Open { tree, .. } => Ok(change(Arc::make_mut(tree))),
            State::NotEntered => {
                Err(PyRuntimeError::new_err("use the editor in a `with` block: with document.edit() as editor: …"))
            }
            State::Discarded { .. } if self.is_forked() => Err(forked_error()),
            State::Discarded { .. } if self.claim.load(Ordering::Relaxed) != 0 => Err(lost_claim_error()),
            State::Committed | State::Discarded { .. } => Err(PyRuntimeError::new_err(
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

    /// Calls `change` with the draft, and returns the node whose id `change` returns.
    fn change_and_return_node(
        slf: &Bound<'_, Self>,
        change: impl FnOnce(&mut Tree) -> Result<NodeId, MutationError> + Send,
    ) -> PyResult<Node> {
        let id = slf.get().change(slf.py(), change)?;
        Ok(Node::new(Editor::view(slf), id))
    }

    /// Returns the [`View`] of nodes that the editor returns. It makes them show the draft.
    fn view(slf: &Bound<'_, Self>) -> View {
        View { document: slf.get().document.clone_ref(slf.py()), editor: Some(slf.clone().unbind()) }
    }

    fn release(&self) {
        self.document.get().edit_lock().release(self.claim.swap(0, Ordering::Relaxed));
    }

    /// Ends the block. Commits the changes, or discards them.
    fn end(&self, py: Python<'_>, commit: bool) -> PyResult<()> {
        if self.is_forked() {
            // The parent process ends the block.
            return Ok(());
        }
        py.detach(|| {
            let mut state = self.lock()?;
            let edit_lock = self.document.get().edit_lock();
            match std::mem::replace(&mut *state, State::Committed) {
                State::Open { tree, old_len } => match edit_lock.take_over(self.claim.load(Ordering::Relaxed)) {
                    Some(claim) => {
                        self.claim.store(claim, Ordering::Relaxed);
                        match commit {
                            true => self.document.get().replace(tree),
                            false => *state = State::Discarded { old_len },
                        }
                        self.release();
                        return Ok(());
                    }
                    None => *state = State::Discarded { old_len },
                },
                ended => *state = ended,
            }
            let is_lost = matches!(*state, State::Discarded { .. }) && self.claim.load(Ordering::Relaxed) != 0;
            if is_lost && commit { Err(lost_claim_error()) } else { Ok(()) }
        })
    }
}

fn forked_error() -> PyErr {
    PyRuntimeError::new_err(
        "this editor works only in the parent process, because the process was forked inside its `with` block; edit the document in a new block",
    )
}

fn lost_claim_error() -> PyErr {
    PyRuntimeError::new_err(
        "the thread of this `with` block ended and another block began, so the changes of this block were discarded; edit in a new block",
    )
}

/// Dropping an editor inside its block discards the changes.
impl Drop for Editor {
    fn drop(&mut self) {
        if matches!(self.state.try_lock(), Err(TryLockError::WouldBlock)) {
            // Nobody else refers to this editor, so the lock belongs to a thread that did not survive a fork. That thread may have left the draft
            // in an invalid state, so the draft is leaked instead of dropped.
            let state = self.state.get_mut().unwrap_or_else(PoisonError::into_inner);
            std::mem::forget(std::mem::replace(state, State::Committed));
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

/// Content after the check that a node belongs to the document of the editor.
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
        // Checked before waiting: if two threads enter the same editor, the second one must not wait for the lock and then reuse the editor.
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
            *this.lock()? = State::Open { tree, old_len };
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
        Editor::change_and_return_node(slf, |tree| Ok(tree.root().id()))
    }

    /// Returns a list of the elements of the changed tree that match a CSS selector. Raises `SelectorSyntaxError` for an invalid selector.
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

    /// Returns a node of the changed tree as HTML.
    fn html(&self, py: Python<'_>, node: &Bound<'_, Node>) -> PyResult<String> {
        let id = self.id_of(node)?;
        self.with_tree(py, |tree| tree.node(id).map(|node| node.to_html()))?.ok_or_else(no_such_node)
    }

    /// Creates an element without a parent. Raises `MutationError` for an invalid name.
    fn create_element(slf: &Bound<'_, Self>, name: Text) -> PyResult<Node> {
        Editor::change_and_return_node(slf, |tree| tree.create_element(&name))
    }

    /// Creates a text node without a parent.
    fn create_text(slf: &Bound<'_, Self>, text: Text) -> PyResult<Node> {
        Editor::change_and_return_node(slf, |tree| tree.create_text(&text))
    }

    /// Creates a comment without a parent.
    fn create_comment(slf: &Bound<'_, Self>, data: Text) -> PyResult<Node> {
        Editor::change_and_return_node(slf, |tree| tree.create_comment(&data))
    }

    /// Copies a node and its descendants. Returns the copy, which has no parent.
    fn clone_subtree(slf: &Bound<'_, Self>, node: &Bound<'_, Node>) -> PyResult<Node> {
        let id = slf.get().id_of(node)?;
        Editor::change_and_return_node(slf, |tree| tree.node_mut(id)?.clone_subtree())
    }

    /// Copies a node and its descendants, also from another document. Returns the copy, which has no parent.
    fn import_node(slf: &Bound<'_, Self>, node: &Bound<'_, Node>) -> PyResult<Node> {
        let Node { view, id } = node.get();
        if view.document.is(&slf.get().document) {
            return Editor::clone_subtree(slf, node);
        }
        let from = view.tree_of(*id)?;
        let node = from.node(*id).ok_or_else(no_such_node)?;
        Editor::change_and_return_node(slf, |tree| tree.import(node))
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
        Editor::change_and_return_node(slf, |tree| Ok(tree.node_mut(id)?.append_element(&name)?.id()))
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

    /// Removes all elements that match a CSS selector, and returns their number.
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
        Editor::change_and_return_node(slf, |tree| Ok(tree.node_mut(id)?.wrap(&name)?.id()))
    }

    /// Changes the name of an element.
    fn rename(&self, element: &Bound<'_, Node>, name: Text) -> PyResult<()> {
        self.change_node(element, |node| node.rename(&name))
    }

    /// Sets an attribute of an element.
    fn set_attribute(&self, element: &Bound<'_, Node>, name: Text, value: Text) -> PyResult<()> {
        self.change_node(element, |node| node.set_attribute(&name, &value))
    }

    /// Sets an attribute of all elements that match a CSS selector, and returns the number of elements.
    fn set_attribute_all(&self, css: &Bound<'_, PyAny>, name: Text, value: Text) -> PyResult<usize> {
        let selector = selector_of(css)?;
        self.change(css.py(), |tree| tree.set_attribute_all(&selector.get().selector, &name, &value))
    }

    /// Removes an attribute. Returns `False` if the element did not have the attribute.
    fn remove_attribute(&self, element: &Bound<'_, Node>, name: Text) -> PyResult<bool> {
        self.change_node(element, |node| node.remove_attribute(&name))
    }

    /// Adds a class to an element. Returns `False` if the element already had the class.
    fn add_class(&self, element: &Bound<'_, Node>, name: Text) -> PyResult<bool> {
        self.change_node(element, |node| node.add_class(&name))
    }

    /// Removes a class from an element. Returns `False` if the element did not have the class.
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

    /// Sanitizes the content of a node, or by default the whole document. Without `sanitizer`, uses the safe default configuration of the HTML
    /// Standard. The result stays safe when it is serialized and parsed again.
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
