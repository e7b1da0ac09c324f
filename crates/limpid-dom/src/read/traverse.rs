//! Iterators over whole trees: [`Traverse`] enters and leaves each node, and [`Trees`] finds shadow roots and template contents.

use crate::read::descendants::Descendants;
use crate::read::document::Document;
use crate::read::node_ref::NodeRef;
use core::iter::{Chain, FusedIterator, Once};

impl<'d> NodeRef<'d> {
    /// Returns an iterator that enters and leaves the node and its descendants in tree order.
    ///
    /// ```
    /// use limpid::Edge;
    /// let document = limpid::parse_fragment("<b>Tea</b>", "div");
    /// let steps: Vec<String> = document
    ///     .root()
    ///     .traverse()
    ///     .map(|edge| match edge {
    ///         Edge::Enter(node) => format!("+{}", node.local_name()),
    ///         Edge::Leave(node) => format!("-{}", node.local_name()),
    ///     })
    ///     .collect();
    /// assert_eq!(steps.concat(), "++b+--b-");
    /// ```
    #[inline]
    #[doc(alias = "TreeWalker")]
    #[doc(alias = "NodeEdge")]
    #[doc(alias = "tree_walker")]
    #[doc(alias = "node_edge")]
    pub fn traverse(self) -> Traverse<'d> {
        Traverse::new(self)
    }
}

/// A step of [`Traverse`].
///
/// ```
/// use limpid::Edge;
/// let document = limpid::parse_fragment("<p>Tea</p>", "body");
/// let steps = document.root().traverse().map(|edge| match edge {
///     Edge::Enter(node) => format!("+{}", node.local_name()),
///     Edge::Leave(node) => format!("-{}", node.local_name()),
/// });
/// assert_eq!(steps.collect::<String>(), "++p+--p-");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Edge<'d> {
    /// The traversal enters the node, before its children.
    Enter(NodeRef<'d>),
    /// The traversal leaves the node, after its children. It also leaves nodes that cannot have children.
    Leave(NodeRef<'d>),
}

/// An iterator that enters and leaves a node and its descendants: [`NodeRef::traverse`].
///
/// ```
/// use limpid::Edge;
/// let fragment = limpid::parse_fragment("<b>Tea</b>", "p");
/// let b = fragment.root().first_child().unwrap();
/// let steps: Vec<bool> = b.traverse().map(|edge| matches!(edge, Edge::Enter(_))).collect();
/// assert_eq!(steps, [true, true, false, false]); // the element, its text
/// ```
#[derive(Clone, Debug)]
pub struct Traverse<'d> {
    top: NodeRef<'d>,
    /// The first and the last of the remaining steps; `None` at the end.
    remaining: Option<(Edge<'d>, Edge<'d>)>,
}

impl<'d> Edge<'d> {
    /// Returns the node that is entered or left.
    ///
    /// ```
    /// let fragment = limpid::parse_fragment("<b>Tea</b>", "p");
    /// let b = fragment.root().first_child().unwrap();
    /// assert!(b.traverse().last().unwrap().node() == b);
    /// ```
    #[inline]
    #[doc(alias = "get_node")]
    pub fn node(self) -> NodeRef<'d> {
        match self {
            Edge::Enter(node) | Edge::Leave(node) => node,
        }
    }
}

impl<'d> Traverse<'d> {
    #[inline]
    pub(crate) fn new(top: NodeRef<'d>) -> Traverse<'d> {
        Traverse { top, remaining: Some((Edge::Enter(top), Edge::Leave(top))) }
    }

    /// Skips the children of the node that was just entered: its [`Edge::Leave`] is the next step.
    ///
    /// Call it directly after [`Edge::Enter`]. At other times it does nothing.
    ///
    /// ```
    /// use limpid::Edge;
    /// let fragment = limpid::parse_fragment("<b>Green</b> tea", "p");
    /// let mut text = String::new();
    /// let mut traverse = fragment.root().traverse();
    /// while let Some(edge) = traverse.next() {
    ///     match edge {
    ///         Edge::Enter(node) if node.local_name() == "b" => traverse.skip_children(),
    ///         Edge::Enter(node) => text += node.text().unwrap_or(""),
    ///         Edge::Leave(_) => {}
    ///     }
    /// }
    /// assert_eq!(text, " tea");
    /// ```
    #[inline]
    pub fn skip_children(&mut self) {
        if let Some((Edge::Enter(child), back)) = self.remaining
            && child.previous_sibling().is_none()
            && let Some(parent) = child.parent()
            && child != self.top
        {
            // If iteration from the back has reached the skipped children, no step remains. In the common case that it has not started,
            // comparing `back` with the last steps avoids `contains`, whose time grows with the depth.
            let is_passed = ![parent, self.top].map(Edge::Leave).contains(&back) && parent.contains(back.node());
            self.remaining = (!is_passed).then_some((Edge::Leave(parent), back));
        }
    }
}

impl<'d> Iterator for Traverse<'d> {
    type Item = Edge<'d>;

    #[inline]
    fn next(&mut self) -> Option<Edge<'d>> {
        let (edge, back) = self.remaining?;
        let next = match edge {
            _ if edge == back => None,
            Edge::Enter(node) => Some(node.first_child().map_or(Edge::Leave(node), Edge::Enter)),
            Edge::Leave(node) => match node.next_sibling() {
                Some(sibling) => Some(Edge::Enter(sibling)),
                None => node.parent().map(Edge::Leave),
            },
        };
        self.remaining = next.map(|next| (next, back));
        Some(edge)
    }
}

impl DoubleEndedIterator for Traverse<'_> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let (front, edge) = self.remaining?;
        let next = match edge {
            _ if edge == front => None,
            Edge::Leave(node) => Some(node.last_child().map_or(Edge::Enter(node), Edge::Leave)),
            Edge::Enter(node) => match node.previous_sibling() {
                Some(sibling) => Some(Edge::Leave(sibling)),
                None => node.parent().map(Edge::Enter),
            },
        };
        self.remaining = next.map(|next| (front, next));
        Some(edge)
    }
}

impl FusedIterator for Traverse<'_> {}

impl Document<'_> {
    /// Returns the roots of all trees in the document: its root, and all template contents and shadow roots, including nested ones.
    ///
    /// Template contents and shadow roots are separate trees, which [`descendants`](Self::descendants), [`traverse`](NodeRef::traverse) and
    /// selectors do not enter. To visit every node of a page, visit each of these trees.
    ///
    /// ```
    /// let page = "<p><template><b><template>1</template></template><x-a><template shadowrootmode=open><i>2</i></template>3</x-a>";
    /// let document = limpid::parse(page);
    /// let texts: Vec<String> = document.trees().map(|root| root.text_content()).collect();
    /// assert_eq!(texts, ["3", "", "1", "2"]);
    /// let nodes = document.trees().flat_map(|root| root.descendants());
    /// assert!(nodes.clone().any(|node| node.local_name() == "i") && nodes.count() > document.descendants().count());
    /// ```
    #[inline]
    pub fn trees(&self) -> Trees<'_> {
        self.root().trees()
    }
}

impl<'d> NodeRef<'d> {
    /// Returns the node itself, and all template contents and shadow roots in its subtree: see [`Document::trees`].
    ///
    /// ```
    /// let document = limpid::parse("<template>1</template><p><template>2</template>3");
    /// let p = document.select_first("p").unwrap().unwrap();
    /// assert_eq!(p.trees().map(|tree| tree.text_content()).collect::<Vec<_>>(), ["3", "2"]);
    /// ```
    #[inline]
    pub fn trees(self) -> Trees<'d> {
        Trees { top: self, stack: vec![self.inclusive_descendants()] }
    }
}

/// An iterator over a node and the roots of the trees in its subtree: [`NodeRef::trees`].
///
/// ```
/// let document = limpid::parse("<p>Tea<template><p>Milk</template>");
/// let paragraphs = document.trees().flat_map(|tree| tree.descendants()).filter(|node| node.local_name() == "p");
/// assert_eq!(paragraphs.count(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct Trees<'d> {
    top: NodeRef<'d>,
    /// The remaining nodes of each open tree. The current tree is the last, and the trees that contain it come before it.
    stack: Vec<Chain<Once<NodeRef<'d>>, Descendants<'d>>>,
}

impl<'d> Iterator for Trees<'d> {
    type Item = NodeRef<'d>;

    #[inline]
    fn next(&mut self) -> Option<NodeRef<'d>> {
        loop {
            let Some(node) = self.stack.last_mut()?.next() else {
                self.stack.pop();
                continue;
            };
            // The shadow root is pushed last, so it is visited first.
            let contents = node.template_contents().into_iter().chain(node.shadow_root());
            self.stack.extend(contents.map(NodeRef::inclusive_descendants));
            if node == self.top || node.host().is_some() {
                return Some(node);
            }
        }
    }
}

impl FusedIterator for Trees<'_> {}
