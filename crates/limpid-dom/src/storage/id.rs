//! Identifiers of nodes: [`NodeId`] for users, [`NodeHandle`] for parsers.

use core::fmt;
use core::num::NonZeroU32;
use core::sync::atomic::{AtomicU32, Ordering};

/// Identifies a node of one [`Document`](crate::Document).
///
/// An id stays valid as long as the document exists: nodes are not freed one by one, and detached nodes keep their ids. A clone of the
/// document has the same ids. Only [`compact`](crate::Document::compact) assigns new ones.
///
/// Other documents do not accept the id, and after `compact`, the same document does not accept it. To detect this, each id contains a 32-bit
/// number of its document, which wraps around after four billion documents.
///
/// `Ord` is the order of creation, for sorted collections. In a parsed document, it is tree order unless the parser moved nodes. To compare
/// positions in the tree, use [`compare_position`](crate::NodeRef::compare_position).
///
/// ```
/// let mut document = limpid::parse("<p>Tea");
/// let p = document.select_first("p").unwrap().unwrap().id(); // borrows nothing
/// document.node_mut(p)?.set_attribute("class", "hot")?;
/// assert!(document.node(p).unwrap().has_class("hot"));
/// # Ok::<(), limpid::MutationError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId {
    number: NonZeroU32,
    document: DocumentId,
}

impl NodeId {
    #[inline]
    pub(crate) const fn new(number: u32, document: DocumentId) -> Option<NodeId> {
        match NonZeroU32::new(number) {
            Some(number) => Some(NodeId { number, document }),
            None => None,
        }
    }

    /// Returns the id of a new node. For a node that did not fit into the arena, the id is invalid.
    #[inline]
    pub(crate) const fn created(number: u32, document: DocumentId) -> NodeId {
        match NodeId::new(number, document) {
            Some(id) => id,
            None => NodeId { number: NonZeroU32::MAX, document },
        }
    }

    #[inline]
    pub(crate) const fn document_id(self) -> DocumentId {
        self.document
    }

    /// Returns the number of the node: 1 for the first, in order of creation.
    ///
    /// ```
    /// let mut document = limpid::Document::new();
    /// let [p, b] = ["p", "b"].map(|name| document.create_element(name).unwrap());
    /// assert_eq!(b.get(), p.get() + 1);
    /// ```
    #[inline]
    pub const fn get(self) -> u32 {
        self.number.get()
    }
}

impl fmt::Debug for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.number)
    }
}

/// Identifies a document in the ids of its nodes. `compact` assigns a new one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct DocumentId(u32);

impl DocumentId {
    /// Not used by any document.
    pub(crate) const NONE: DocumentId = DocumentId(u32::MAX);

    /// Returns an id that no earlier document has, until the counter wraps around.
    pub(crate) fn next() -> DocumentId {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        DocumentId(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

/// Identifies a node of the document that a [`DocumentBuilder`](crate::DocumentBuilder) builds.
///
/// It is half the size of a [`NodeId`], because parsers hold many of them. [`node_in`](Self::node_in) returns the node.
///
/// ```
/// use limpid_dom::DocumentBuilder;
/// use limpid_markup::{LocalName, TagByParts, TreeSink};
/// let mut builder = DocumentBuilder::new("");
/// let [root, p] = [builder.document(), builder.create_element(&TagByParts::implied(LocalName::P).element())];
/// builder.append(root, p);
/// assert_eq!(p.node_in(&builder.finish()).unwrap().local_name(), "p");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeHandle(NonZeroU32);

impl NodeHandle {
    /// The handle of a node that did not fit into the arena.
    pub(crate) const INVALID: NodeHandle = NodeHandle(NonZeroU32::MAX);

    #[inline]
    pub(crate) const fn new(number: u32) -> Option<NodeHandle> {
        match NonZeroU32::new(number) {
            Some(number) => Some(NodeHandle(number)),
            None => None,
        }
    }

    /// Returns the handle of a new node, which is [`INVALID`](Self::INVALID) if the arena was full.
    #[inline]
    pub(crate) const fn created(number: u32) -> NodeHandle {
        match NodeHandle::new(number) {
            Some(handle) => handle,
            None => NodeHandle::INVALID,
        }
    }

    /// Returns the number of the node, which is the same in its [`NodeId`].
    ///
    /// ```
    /// use limpid_markup::TreeSink;
    /// assert_eq!(limpid_dom::DocumentBuilder::new("").document().get(), 1);
    /// ```
    #[inline]
    pub const fn get(self) -> u32 {
        self.0.get()
    }
}

impl fmt::Debug for NodeHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}
