//! Sets of nodes in results and variables. A set stores eight bytes for a node, and creates an [`XPathNode`] only on access.

use crate::item::{Item, ItemKind};
use crate::node::XPathNode;
use core::fmt;
use core::iter::FusedIterator;
use core::ops::Range;
use limpid_dom::{Document, NodeRef};
use std::borrow::Cow;

/// A set of nodes, in document order.
///
/// ```
/// let document = limpid::parse("<ul><li>1<li>2<li>3</ul>");
/// let items = document.xpath("//li")?;
/// let nodes = items.nodes();
/// assert_eq!((nodes.len(), nodes.is_empty()), (3, false));
/// assert_eq!(nodes.get(1).unwrap().string_value(), "2");
/// assert_eq!(nodes.iter().rev().map(|node| node.string_value()).collect::<Vec<_>>(), ["3", "2", "1"]);
/// # Ok::<(), limpid::xpath::XPathError>(())
/// ```
///
/// Use `collect` to create a set for [variables](crate::XPath::evaluate_with) and [functions](crate::XPathOptions::function).
#[derive(Clone, Default)]
pub struct XPathNodes<'d> {
    /// The document of the node numbers in `items`.
    document: Option<&'d Document<'d>>,
    /// Each item is a node of the tree, an attribute, or an index into `others`. Here, items contain the numbers of nodes in the document
    /// instead of ranks.
    items: Vec<Item>,
    /// The nodes that are neither nodes of the tree nor attributes, and all nodes of a set that was collected from an iterator.
    others: Vec<XPathNode<'d>>,
}

impl<'d> XPathNodes<'d> {
    pub(crate) const fn new() -> XPathNodes<'d> {
        XPathNodes { document: None, items: Vec::new(), others: Vec::new() }
    }

    pub(crate) fn from_items(
        document: &'d Document<'d>,
        items: Vec<Item>,
        others: Vec<XPathNode<'d>>,
    ) -> XPathNodes<'d> {
        XPathNodes { document: Some(document), items, others }
    }

    /// Returns the number of nodes.
    ///
    /// ```
    /// assert_eq!(limpid::parse("<li>Green<li>Black").xpath("//li")?.nodes().len(), 2);
    /// # Ok::<(), limpid::xpath::XPathError>(())
    /// ```
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether the set is empty.
    ///
    /// ```
    /// assert!(limpid::parse("<p>Tea").xpath("//table")?.nodes().is_empty());
    /// # Ok::<(), limpid::xpath::XPathError>(())
    /// ```
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Returns the first node.
    ///
    /// ```
    /// let document = limpid::parse("<li>Green<li>Black");
    /// let items = document.xpath("//li[2] | //li[1]")?; // in document order
    /// assert_eq!(items.nodes().first().unwrap().string_value(), "Green");
    /// # Ok::<(), limpid::xpath::XPathError>(())
    /// ```
    pub fn first(&self) -> Option<XPathNode<'d>> {
        self.get(0)
    }

    /// Returns the node at a zero-based index.
    ///
    /// ```
    /// let document = limpid::parse("<li>Green<li>Black");
    /// let items = document.xpath("//li")?;
    /// assert_eq!(items.nodes().get(1).unwrap().string_value(), "Black");
    /// assert!(items.nodes().get(2).is_none());
    /// # Ok::<(), limpid::xpath::XPathError>(())
    /// ```
    pub fn get(&self, index: usize) -> Option<XPathNode<'d>> {
        self.items.get(index).and_then(|item| self.node(*item))
    }

    /// Returns an iterator over the nodes in document order.
    ///
    /// ```
    /// let document = limpid::parse("<li>Green<li>Black");
    /// let items = document.xpath("//li/text()")?;
    /// let lengths: Vec<usize> = items.nodes().iter().map(|text| text.string_value().len()).collect();
    /// assert_eq!(lengths, [5, 5]);
    /// # Ok::<(), limpid::xpath::XPathError>(())
    /// ```
    pub fn iter(&self) -> XPathNodesIter<'_, 'd> {
        XPathNodesIter { nodes: Cow::Borrowed(self), range: 0..self.len() }
    }

    #[inline]
    fn node(&self, item: Item) -> Option<XPathNode<'d>> {
        let owner = || self.document.and_then(|document| document.node_at(item.rank()));
        match item.kind() {
            ItemKind::Node => owner().map(XPathNode::Node),
            ItemKind::Attribute(slot) => {
                let owner = owner()?;
                owner.attribute_in_slot(slot).map(|attribute| XPathNode::Attribute { owner, attribute })
            }
            ItemKind::Created(index) | ItemKind::CreatedText(index) | ItemKind::Namespace(index) => {
                self.others.get(index).cloned()
            }
        }
    }
}

impl fmt::Debug for XPathNodes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

/// Collects nodes in any order. An evaluation that uses the set sorts it into document order.
impl<'d> FromIterator<XPathNode<'d>> for XPathNodes<'d> {
    fn from_iter<I: IntoIterator<Item = XPathNode<'d>>>(nodes: I) -> Self {
        let others: Vec<_> = nodes.into_iter().collect();
        XPathNodes { document: None, items: (0..others.len()).map(Item::created).collect(), others }
    }
}

impl<'d> FromIterator<NodeRef<'d>> for XPathNodes<'d> {
    fn from_iter<I: IntoIterator<Item = NodeRef<'d>>>(nodes: I) -> Self {
        nodes.into_iter().map(XPathNode::Node).collect()
    }
}

impl<'a, 'd> IntoIterator for &'a XPathNodes<'d> {
    type Item = XPathNode<'d>;
    type IntoIter = XPathNodesIter<'a, 'd>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'d> IntoIterator for XPathNodes<'d> {
    type Item = XPathNode<'d>;
    type IntoIter = XPathNodesIter<'d, 'd>;

    fn into_iter(self) -> Self::IntoIter {
        XPathNodesIter { range: 0..self.len(), nodes: Cow::Owned(self) }
    }
}

/// An iterator over the nodes of a set in document order: [`XPathNodes::iter`].
///
/// ```
/// let document = limpid::parse("<li>Green<li>Black<li>White");
/// let items = document.xpath("//li")?;
/// let mut nodes = items.nodes().iter();
/// assert_eq!((nodes.len(), nodes.next_back().unwrap().string_value().as_ref()), (3, "White"));
/// # Ok::<(), limpid::xpath::XPathError>(())
/// ```
#[derive(Clone, Debug)]
pub struct XPathNodesIter<'a, 'd> {
    nodes: Cow<'a, XPathNodes<'d>>,
    range: Range<usize>,
}

impl<'d> Iterator for XPathNodesIter<'_, 'd> {
    type Item = XPathNode<'d>;

    #[inline]
    fn next(&mut self) -> Option<XPathNode<'d>> {
        self.nodes.get(self.range.next()?)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.range.size_hint()
    }
}

impl DoubleEndedIterator for XPathNodesIter<'_, '_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.nodes.get(self.range.next_back()?)
    }
}

impl ExactSizeIterator for XPathNodesIter<'_, '_> {}

impl FusedIterator for XPathNodesIter<'_, '_> {}
