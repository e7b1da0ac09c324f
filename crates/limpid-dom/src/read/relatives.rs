//! Iterators over the ancestors, children and siblings of a node.

use crate::read::node_ref::NodeRef;
use core::fmt;
use core::iter::{FusedIterator, Rev};

impl<'d> NodeRef<'d> {
    /// Returns the children in order. Nodes in template contents or a shadow root are not children.
    ///
    /// ```
    /// let document = limpid::parse("<p>Tea, <b>milk</b> and <i>sugar</i>.");
    /// let [p, b] = ["p", "b"].map(|name| document.select_first(name).unwrap().unwrap());
    /// assert_eq!(p.children().filter_map(|child| child.text()).collect::<Vec<_>>(), ["Tea, ", " and ", "."]);
    /// ```
    #[inline]
    #[doc(alias = "childNodes")]
    #[doc(alias = "contents")]
    #[doc(alias = "child_nodes")]
    pub fn children(self) -> Children<'d> {
        Children { front: self.first_child(), back: None }
    }

    /// Returns the following siblings, nearest first.
    ///
    /// ```
    /// let document = limpid::parse("<p>Tea, <b>milk</b> and <i>sugar</i>.");
    /// let [p, b] = ["p", "b"].map(|name| document.select_first(name).unwrap().unwrap());
    /// assert_eq!(b.next_siblings().map(|node| node.text_content()).collect::<Vec<_>>(), [" and ", "sugar", "."]);
    /// ```
    #[inline]
    #[doc(alias = "following_siblings")]
    pub fn next_siblings(self) -> Children<'d> {
        Children { front: self.next_sibling(), back: None }
    }

    /// Returns the preceding siblings, nearest first.
    ///
    /// ```
    /// let document = limpid::parse("<p>Tea, <b>milk</b> and <i>sugar</i>.");
    /// let [p, b] = ["p", "b"].map(|name| document.select_first(name).unwrap().unwrap());
    /// assert_eq!(b.previous_siblings().next().and_then(|node| node.text()), Some("Tea, "));
    /// ```
    #[inline]
    #[doc(alias = "preceding_siblings")]
    #[doc(alias = "prev_siblings")]
    pub fn previous_siblings(self) -> Rev<Children<'d>> {
        let front = self.parent().and_then(NodeRef::first_child).filter(|&first| first != self);
        Children { front, back: self.link(self.node().left()) }.rev()
    }

    /// Returns the children that are elements, in order.
    ///
    /// ```
    /// let document = limpid::parse("<ul> <li>Tea <li>Milk </ul>");
    /// let list = document.select_first("ul")?.unwrap();
    /// assert_eq!((list.child_elements().count(), list.children().count()), (2, 3));
    /// # Ok::<(), limpid::SelectorError>(())
    /// ```
    #[inline]
    #[doc(alias = "children")]
    pub fn child_elements(self) -> ChildElements<'d> {
        ChildElements { children: self.children() }
    }

    /// Returns the first child that is an element.
    ///
    /// ```
    /// let document = limpid::parse("<p>Tea, <b>milk</b> and <i>sugar</i>.");
    /// let [p, b] = ["p", "b"].map(|name| document.select_first(name).unwrap().unwrap());
    /// assert_eq!(p.first_element_child(), Some(b));
    /// ```
    #[doc(alias = "firstElementChild")]
    #[inline]
    pub fn first_element_child(self) -> Option<NodeRef<'d>> {
        self.child_elements().next()
    }

    /// Returns the last child that is an element.
    ///
    /// ```
    /// let document = limpid::parse("<p>Tea, <b>milk</b> and <i>sugar</i>.");
    /// let [p, b] = ["p", "b"].map(|name| document.select_first(name).unwrap().unwrap());
    /// assert_eq!(p.last_element_child().unwrap().text_content(), "sugar");
    /// ```
    #[doc(alias = "lastElementChild")]
    #[inline]
    pub fn last_element_child(self) -> Option<NodeRef<'d>> {
        self.child_elements().next_back()
    }

    /// Returns the nearest following sibling that is an element.
    ///
    /// ```
    /// let document = limpid::parse("<p>Tea, <b>milk</b> and <i>sugar</i>.");
    /// let [p, b] = ["p", "b"].map(|name| document.select_first(name).unwrap().unwrap());
    /// assert_eq!(b.next_element_sibling().unwrap().text_content(), "sugar");
    /// ```
    #[doc(alias = "nextElementSibling")]
    #[inline]
    pub fn next_element_sibling(self) -> Option<NodeRef<'d>> {
        self.next_siblings().find(|sibling| sibling.is_element())
    }

    /// Returns the nearest preceding sibling that is an element.
    ///
    /// ```
    /// let document = limpid::parse("<p>Tea, <b>milk</b> and <i>sugar</i>.");
    /// let [p, b] = ["p", "b"].map(|name| document.select_first(name).unwrap().unwrap());
    /// assert_eq!(b.next_element_sibling().unwrap().previous_element_sibling(), Some(b));
    /// ```
    #[doc(alias = "previousElementSibling")]
    #[inline]
    pub fn previous_element_sibling(self) -> Option<NodeRef<'d>> {
        let mut sibling = self.previous_sibling()?;
        while !sibling.is_element() {
            sibling = sibling.previous_sibling()?;
        }
        Some(sibling)
    }

    /// Returns the ancestors, from the parent to the root of the tree.
    ///
    /// ```
    /// let document = limpid::parse("<ul><li><b>Tea</b></ul>");
    /// let bold = document.select_first("b")?.unwrap();
    /// let path: Vec<_> = bold.ancestors().map(|ancestor| ancestor.local_name()).collect();
    /// assert_eq!(path, ["li", "ul", "body", "html", ""]);
    /// # Ok::<(), limpid::SelectorError>(())
    /// ```
    #[inline]
    #[doc(alias = "parents")]
    pub fn ancestors(self) -> Ancestors<'d> {
        Ancestors { next: self.parent() }
    }

    /// Returns the node itself and its [ancestors](Self::ancestors).
    ///
    /// ```
    /// let document = limpid::parse("<div lang=fr><p>thé");
    /// let text = document.select_first("p")?.unwrap().first_child().unwrap();
    /// let language = text.inclusive_ancestors().find_map(|node| node.attribute("lang"));
    /// assert_eq!(language, Some("fr"));
    /// # Ok::<(), limpid::SelectorError>(())
    /// ```
    #[inline]
    pub fn inclusive_ancestors(self) -> Ancestors<'d> {
        Ancestors { next: Some(self) }
    }

    /// Returns whether `other` is this node or one of its [descendants](Self::descendants).
    ///
    /// Time grows with the depth of `other`.
    ///
    /// ```
    /// let document = limpid::parse("<p>Tea, <b>milk</b> and <i>sugar</i>.");
    /// let [p, b] = ["p", "b"].map(|name| document.select_first(name).unwrap().unwrap());
    /// assert!(p.contains(b) && p.contains(p) && !b.contains(p));
    /// ```
    #[inline]
    pub fn contains(self, other: NodeRef<'_>) -> bool {
        core::ptr::eq(self.document, other.document)
            && other.inclusive_ancestors().any(|ancestor| ancestor.number == self.number)
    }

    /// Returns whether the node is in the document's tree, including shadow roots and template contents. Detached nodes and their
    /// descendants are not connected.
    ///
    /// ```
    /// let mut document = limpid::parse("<p>Tea");
    /// let p = document.select_first("p").unwrap().unwrap().id();
    /// document.node_mut(p)?.remove()?;
    /// assert!(!document.node(p).unwrap().is_connected());
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    #[doc(alias = "isConnected")]
    #[inline]
    pub fn is_connected(self) -> bool {
        let mut node = Some(self);
        while let Some(current) = node {
            if current.number() == self.document.arena.root {
                return true;
            }
            node = current.parent().or_else(|| current.host());
        }
        false
    }
}

/// An iterator over children or siblings: [`NodeRef::children`], [`NodeRef::next_siblings`].
///
/// ```
/// let document = limpid::parse("<p>Green <b>tea</b>!");
/// let children = document.body().unwrap().first_child().unwrap().children();
/// assert_eq!(children.map(|node| node.text_content()).collect::<Vec<_>>(), ["Green ", "tea", "!"]);
/// ```
#[derive(Clone)]
pub struct Children<'d> {
    /// The next node from the front; `None` at the end.
    front: Option<NodeRef<'d>>,
    /// The next node from the back; `None` until it is needed.
    back: Option<NodeRef<'d>>,
}

impl<'d> Iterator for Children<'d> {
    type Item = NodeRef<'d>;

    #[inline]
    fn next(&mut self) -> Option<NodeRef<'d>> {
        let front = self.front?;
        self.front = if self.back == Some(front) { None } else { front.next_sibling() };
        Some(front)
    }
}

impl DoubleEndedIterator for Children<'_> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let front = self.front?;
        let back = self.back.or_else(|| front.link(front.document.arena.last_in(front.node().parent())))?;
        if front == back {
            self.front = None;
        } else {
            // The left link of a first child leads to the last child. But `back` is not the first child, so its left link leads to the
            // previous sibling.
            self.back = back.link(back.node().left());
        }
        Some(back)
    }
}

impl FusedIterator for Children<'_> {}

impl fmt::Debug for Children<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

/// An iterator over the children that are elements: [`NodeRef::child_elements`].
///
/// ```
/// let document = limpid::parse("<p>Green <b>tea</b> and <i>milk</i>");
/// let mut elements = document.body().unwrap().first_child().unwrap().child_elements();
/// assert_eq!(elements.next_back().unwrap().local_name(), "i");
/// assert_eq!(elements.next().unwrap().local_name(), "b");
/// ```
#[derive(Clone, Debug)]
pub struct ChildElements<'d> {
    children: Children<'d>,
}

impl<'d> Iterator for ChildElements<'d> {
    type Item = NodeRef<'d>;

    #[inline]
    fn next(&mut self) -> Option<NodeRef<'d>> {
        self.children.find(|child| child.is_element())
    }
}

impl DoubleEndedIterator for ChildElements<'_> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        self.children.rfind(|child| child.is_element())
    }
}

impl FusedIterator for ChildElements<'_> {}

/// An iterator over ancestors, nearest first: [`NodeRef::ancestors`].
///
/// ```
/// let document = limpid::parse("<p><b>Tea");
/// let b = document.select_first("b")?.unwrap();
/// let names: Vec<_> = b.ancestors().map(|node| node.local_name()).collect();
/// assert_eq!(names[..3], ["p", "body", "html"]);
/// # Ok::<(), limpid::SelectorError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Ancestors<'d> {
    next: Option<NodeRef<'d>>,
}

impl<'d> Iterator for Ancestors<'d> {
    type Item = NodeRef<'d>;

    #[inline]
    fn next(&mut self) -> Option<NodeRef<'d>> {
        let node = self.next?;
        self.next = node.parent();
        Some(node)
    }
}

impl FusedIterator for Ancestors<'_> {}
