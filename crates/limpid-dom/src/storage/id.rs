//! Ids of nodes: [`NodeId`] for users, [`NodeHandle`] for parsers.

use core::fmt;
use core::num::NonZeroU32;
use core::sync::atomic::{AtomicU32, Ordering};

/// Names a node of one [`Document`](crate::Document).
///
/// It stays valid for as long as the document lives: nodes are never freed on their own, a detached node keeps its id,
/// and a clone of the document has the same ids. Only [`compact`](crate::Document::compact) gives new ones.
///
/// An id knows its document: another does not take it, nor does the same one after `compact`. The marks by which it knows are
/// numbers of 32 bits, so they come again after four billion documents.
///
/// `Ord` is the order of creation, for sorted collections. In a document as a parser made it this is mostly tree
/// order, but not always: parsers move nodes, too. [`compare_position`](crate::NodeRef::compare_position) is about the tree.
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
    ids: Ids,
}

impl NodeId {
    #[inline]
    pub(crate) const fn new(number: u32, ids: Ids) -> Option<NodeId> {
        match NonZeroU32::new(number) {
            Some(number) => Some(NodeId { number, ids }),
            None => None,
        }
    }

    /// The id of a node that was just made. One that did not fit into the arena gets a number that no arena holds.
    #[inline]
    pub(crate) const fn created(number: u32, ids: Ids) -> NodeId {
        match NodeId::new(number, ids) {
            Some(id) => id,
            None => NodeId { number: NonZeroU32::MAX, ids },
        }
    }

    #[inline]
    pub(crate) const fn ids(self) -> Ids {
        self.ids
    }

    /// The id as a number from 1 on, counted in order of creation.
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

/// The mark of a document's ids, which tells them from those of others.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Ids(u32);

impl Ids {
    /// The mark of no document.
    pub(crate) const NONE: Ids = Ids(u32::MAX);

    /// The mark of a new document.
    pub(crate) fn next() -> Ids {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        Ids(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

/// Names a node of the document that a [`DocumentBuilder`](crate::DocumentBuilder) builds: only a number, as parsers hold many.
/// [`node_in`](Self::node_in) leads from it to the node.
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
    /// The handle of a node that did not fit into the arena: no arena holds a node of this number.
    pub(crate) const NOWHERE: NodeHandle = NodeHandle(NonZeroU32::MAX);

    #[inline]
    pub(crate) const fn new(number: u32) -> Option<NodeHandle> {
        match NonZeroU32::new(number) {
            Some(number) => Some(NodeHandle(number)),
            None => None,
        }
    }

    /// The handle of a number that the arena just returned; [`NOWHERE`](Self::NOWHERE) if it is full.
    #[inline]
    pub(crate) const fn created(number: u32) -> NodeHandle {
        match NodeHandle::new(number) {
            Some(handle) => handle,
            None => NodeHandle::NOWHERE,
        }
    }

    /// The number of the node, that of its [`NodeId`].
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
