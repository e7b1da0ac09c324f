//! The class `Editor`: changes of a document in a `with` block, which take effect together at its end.

use limpid::{InsertPosition, MutationError, NodeId, NodeMut, NodeRef};
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple, PyType};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};

use crate::claims::is_of_this_process;
use crate::document::Document;
use crate::errors::{mutation_error, no_such_node};
use crate::hints;
use crate::markup::{Html, Text};
use crate::node::{Node, View};
use crate::sanitizer::sanitizer_of;
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
/// A change that cannot be made raises `MutationError` and changes nothing. So does a node of another document: `import_node` copies it. The nodes
/// that the methods return, and those that are reached from them, show the changes at once; nodes that were found before show them when the block
/// has ended. Where a child goes, a text makes a text node.
///
///     >>> with document.edit() as editor:
///     ...     item = editor.append_element(ul, "li")
///     ...     editor.set_attribute(item, "class", "new")
///     ...     print(item["class"], item.previous_sibling.inner_text(), len(list(item.parent.children)))
///     new Two 3
///
/// If the block ends by an exception, its changes are given up, and the nodes that were made in it raise `LookupError` from then on.
///
/// A block waits while another thread edits the same document. Threads that edit several documents at once must enter the blocks in the same order,
/// and a block must not wait for a thread that edits the same document: both would wait for ever. If a thread ends inside a block, the next block
/// gives up the changes of that one. In a process that was forked inside a block, the editor raises `RuntimeError` and changes nothing.
#[pyclass(frozen, module = "limpid_html")]
pub(crate) struct Editor {
    document: Py<Document>,
    draft: Mutex<Draft>,
    /// The right to edit the document; 0 before the block and after it.
    claim: AtomicU64,
    is_entered: AtomicBool,
}

/// The place of the changes.
enum Draft {
    /// The block has not begun.
    Waiting,
    /// A tree that only this editor and the nodes that it returns know, and the number of nodes that the document had before.
    Open { tree: Arc<Tree>, before: usize },
    /// The block has ended, and the document has its changes.
    Kept,
    /// The changes were given up. The nodes after this number are gone, and their ids may be those of other nodes now.
    GivenUp { before: usize },
}

impl Draft {
    fn has_given_up(&self, id: NodeId) -> bool {
        matches!(self, Draft::GivenUp { before } if id.get() as usize > *before)
    }
}

impl Editor {
    pub(crate) fn new(document: Py<Document>) -> Editor {
        Editor {
            document,
            draft: Mutex::new(Draft::Waiting),
            claim: AtomicU64::new(0),
            is_entered: AtomicBool::new(false),
        }
    }

    /// Locks the draft. Without a change in another thread that takes no time.
    ///
    /// # Errors
    /// `RuntimeError` if the process was forked during a change in another thread, which will not end here.
    fn lock(&self) -> PyResult<MutexGuard<'_, Draft>> {
        let mut draft = match self.draft.try_lock() {
            Ok(draft) => draft,
            Err(TryLockError::WouldBlock) if self.is_forked() => return Err(is_forked()),
            Err(_) => self.draft.lock().unwrap_or_else(PoisonError::into_inner),
        };
        self.check_claim(&mut draft);
        Ok(draft)
    }

    /// Gives up a draft whose right to edit is lost: its thread has ended and another block has begun, or the process is a fork.
    fn check_claim(&self, draft: &mut Draft) {
        if let Draft::Open { before, .. } = *draft
            && !self.document.get().claims().is_held(self.claim.load(Ordering::Relaxed))
        {
            *draft = Draft::GivenUp { before };
        }
    }

    /// Whether the block began in a process that this one is a fork of.
    fn is_forked(&self) -> bool {
        let claim = self.claim.load(Ordering::Relaxed);
        claim != 0 && !is_of_this_process(claim)
    }

    fn read_draft<R: Send>(&self, read: impl FnOnce(&Draft) -> R + Send) -> PyResult<R> {
        if let Ok(mut draft) = self.draft.try_lock() {
            self.check_claim(&mut draft);
            return Ok(read(&draft));
        }
        // Whoever waits may not keep the interpreter from the thread that has the draft.
        Python::attach(|py| py.detach(|| Ok(read(&*self.lock()?))))
    }

    /// Returns the draft in which a node is read, unless the block has ended.
    ///
    /// # Errors
    /// `LookupError` if the editor made the node, and its changes were given up.
    pub(crate) fn draft(&self, id: NodeId) -> PyResult<Option<Arc<Tree>>> {
        self.read_draft(|draft| match draft {
            Draft::Open { tree, .. } => Ok(Some(Arc::clone(tree))),
            draft if draft.has_given_up(id) => Err(no_such_node()),
            _ => Ok(None),
        })?
    }

    /// Whether the editor made the node of this id, and its changes were given up.
    pub(crate) fn has_given_up(&self, id: NodeId) -> PyResult<bool> {
        self.read_draft(|draft| draft.has_given_up(id))
    }

    fn with_tree<R: Send>(&self, py: Python<'_>, change: impl FnOnce(&mut Tree) -> R + Send) -> PyResult<R> {
        py.detach(|| match &mut *self.lock()? {
            // The tree is copied if another thread is reading it.
            Draft::Open { tree, .. } => Ok(change(Arc::make_mut(tree))),
            Draft::Waiting => Err(PyRuntimeError::new_err("edit in a block: with document.edit() as editor: …")),
            Draft::GivenUp { .. } if self.is_forked() => Err(is_forked()),
            Draft::GivenUp { .. } if self.claim.load(Ordering::Relaxed) != 0 => Err(has_lost_claim()),
            Draft::Kept | Draft::GivenUp { .. } => {
                Err(PyRuntimeError::new_err("the `with` block of this editor has ended; begin another"))
            }
        })
    }

    fn change<R: Send>(
        &self,
        py: Python<'_>,
        change: impl FnOnce(&mut Tree) -> Result<R, MutationError> + Send,
    ) -> PyResult<R> {
        self.with_tree(py, change)?.map_err(|error| mutation_error(py, &error.to_string()))
    }

    /// Returns the id of a node that is read or changed.
    ///
    /// # Errors
    /// `MutationError` for a node of another document, even if it is a copy with the same ids, and for one whose edit was given up.
    fn id_of(&self, node: &Bound<'_, Node>) -> PyResult<NodeId> {
        let (py, node) = (node.py(), node.get());
        if !node.view.document.is(&self.document) {
            return Err(mutation_error(py, "the node is of another document; give its copy, import_node(node)"));
        }
        match node.is_gone() {
            Ok(false) => Ok(node.id),
            Ok(true) => Err(mutation_error(py, "the node was made in an edit that was given up")),
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
            Content::Node(node) => Prepared::Node(self.id_of(node)?),
            Content::Text(text) => Prepared::Text(text),
        };
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

    /// Lets others edit the document.
    fn release(&self) {
        self.document.get().claims().release(self.claim.swap(0, Ordering::Relaxed));
    }

    fn end(&self, py: Python<'_>, keeps: bool) -> PyResult<()> {
        if self.is_forked() {
            // The block belongs to the other process.
            return Ok(());
        }
        py.detach(|| {
            let mut draft = self.lock()?;
            let claims = self.document.get().claims();
            match std::mem::replace(&mut *draft, Draft::Kept) {
                Draft::Open { tree, before } => match claims.take_over(self.claim.load(Ordering::Relaxed)) {
                    Some(claim) => {
                        self.claim.store(claim, Ordering::Relaxed);
                        match keeps {
                            true => self.document.get().replace(tree),
                            false => *draft = Draft::GivenUp { before },
                        }
                        self.release();
                        return Ok(());
                    }
                    None => *draft = Draft::GivenUp { before },
                },
                ended => *draft = ended,
            }
            let is_lost = matches!(*draft, Draft::GivenUp { .. }) && self.claim.load(Ordering::Relaxed) != 0;
            if is_lost && keeps { Err(has_lost_claim()) } else { Ok(()) }
        })
    }
}

fn is_forked() -> PyErr {
    PyRuntimeError::new_err(
        "the process was forked inside the `with` block of this editor, which belongs to the other process; edit the document in a new block",
    )
}

fn has_lost_claim() -> PyErr {
    PyRuntimeError::new_err(
        "another block began after the thread of this one had ended, so the changes of this one were given up; begin a new one",
    )
}

/// An editor that is dropped in its block, without an end of it, changes nothing.
impl Drop for Editor {
    fn drop(&mut self) {
        if matches!(self.draft.try_lock(), Err(TryLockError::WouldBlock)) {
            // Nobody else has the editor: the process was forked while another thread was changing the draft, which may be half changed.
            let draft = self.draft.get_mut().unwrap_or_else(PoisonError::into_inner);
            std::mem::forget(std::mem::replace(draft, Draft::Kept));
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
        this.claim.store(claim, Ordering::Relaxed);
        let tree = document.tree();
        py.detach(|| {
            let (tree, before) = (Arc::new(Tree::clone(&tree)), tree.node_count());
            *this.lock()? = Draft::Open { tree, before };
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
        let id = self.id_of(node)?;
        self.with_tree(py, |tree| tree.node(id).map(|node| node.to_html()))?.ok_or_else(no_such_node)
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
        let id = slf.get().id_of(node)?;
        Editor::create(slf, |tree| tree.node_mut(id)?.clone_subtree())
    }

    /// Copies a node of another document, with what is in it.
    fn import_node(slf: &Bound<'_, Self>, node: &Bound<'_, Node>) -> PyResult<Node> {
        let Node { view, id } = node.get();
        if view.document.is(&slf.get().document) {
            return Editor::clone_subtree(slf, node);
        }
        let from = view.tree_of(*id)?;
        let node = from.node(*id).ok_or_else(no_such_node)?;
        Editor::create(slf, |tree| tree.import(node))
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
        let id = slf.get().id_of(parent)?;
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
        let id = slf.get().id_of(node)?;
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
    fn set_inner_html(&self, element: &Bound<'_, Node>, html: Html) -> PyResult<()> {
        self.change_node(element, |node| node.set_inner_html(&html))
    }

    /// Puts the nodes of markup in the place of an element.
    fn set_outer_html(&self, element: &Bound<'_, Node>, html: Html) -> PyResult<()> {
        self.change_node(element, |node| node.set_outer_html(&html))
    }

    /// Puts the nodes of markup at a position: `"beforebegin"`, `"afterbegin"`, `"beforeend"` or `"afterend"`.
    fn insert_adjacent_html(&self, element: &Bound<'_, Node>, position: &str, html: Html) -> PyResult<()> {
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
