//! Iterators over a whole tree: [`Traverse`] enters and leaves each node, and [`Trees`] lists shadow roots and template contents.

use crate::read::descendants::Descendants;
use crate::read::document::Document;
use crate::read::node_ref::NodeRef;
use core::iter::{Chain, FusedIterator, Once};

impl<'d> NodeRef<'d> {
    /// It and the nodes below it in tree order, each twice: when it is entered and when it is left.
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
    /// A node, before its children.
    Enter(NodeRef<'d>),
    /// A node, after its children. Nodes that cannot have children are left as well.
    Leave(NodeRef<'d>),
}

/// A node and those below it, entered and left: [`NodeRef::traverse`].
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
    /// The first and the last step that are still to come; `None` when none are.
    ends: Option<(Edge<'d>, Edge<'d>)>,
}

impl<'d> Edge<'d> {
    /// The node that is entered or left.
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
        Traverse { top, ends: Some((Edge::Enter(top), Edge::Leave(top))) }
    }

    /// Leaves the node that was entered last without going through its children.
    ///
    /// Right after its [`Edge::Enter`]; at any other time it does nothing.
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
        if let Some((Edge::Enter(child), back)) = self.ends
            && child.previous_sibling().is_none()
            && let Some(parent) = child.parent()
            && child != self.top
        {
            // Nothing is behind the last step of all; that is where the way up from it would be long for nothing.
            let is_passed = ![parent, self.top].map(Edge::Leave).contains(&back) && parent.contains(back.node());
            self.ends = (!is_passed).then_some((Edge::Leave(parent), back));
        }
    }
}

impl<'d> Iterator for Traverse<'d> {
    type Item = Edge<'d>;

    #[inline]
    fn next(&mut self) -> Option<Edge<'d>> {
        let (edge, back) = self.ends?;
        let next = match edge {
            _ if edge == back => None,
            Edge::Enter(node) => Some(node.first_child().map_or(Edge::Leave(node), Edge::Enter)),
            Edge::Leave(node) => match node.next_sibling() {
                Some(sibling) => Some(Edge::Enter(sibling)),
                None => node.parent().map(Edge::Leave),
            },
        };
        self.ends = next.map(|next| (next, back));
        Some(edge)
    }
}

impl DoubleEndedIterator for Traverse<'_> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let (front, edge) = self.ends?;
        let next = match edge {
            _ if edge == front => None,
            Edge::Leave(node) => Some(node.last_child().map_or(Edge::Enter(node), Edge::Leave)),
            Edge::Enter(node) => match node.previous_sibling() {
                Some(sibling) => Some(Edge::Leave(sibling)),
                None => node.parent().map(Edge::Enter),
            },
        };
        self.ends = next.map(|next| (front, next));
        Some(edge)
    }
}

impl FusedIterator for Traverse<'_> {}

impl Document<'_> {
    /// Returns the roots of all its trees: the document, then all template contents and shadow roots, those within others included.
    ///
    /// The contents of a `template`, and a shadow root, are trees of their own, which [`descendants`](Self::descendants),
    /// [`traverse`](NodeRef::traverse) and selectors do not enter. What has to see a page to the last node, such as a clean-up, goes
    /// through each of these.
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
    /// Returns it, and the roots of all template contents and shadow roots in it: see [`Document::trees`].
    ///
    /// ```
    /// let document = limpid::parse("<template>1</template><p><template>2</template>3");
    /// let p = document.select_first("p").unwrap().unwrap();
    /// assert_eq!(p.trees().map(|tree| tree.text_content()).collect::<Vec<_>>(), ["3", "2"]);
    /// ```
    #[inline]
    pub fn trees(self) -> Trees<'d> {
        Trees { top: self, open: vec![self.inclusive_descendants()] }
    }
}

/// A node and the roots of the trees in it: [`NodeRef::trees`].
///
/// ```
/// let document = limpid::parse("<p>Tea<template><p>Milk</template>");
/// let paragraphs = document.trees().flat_map(|tree| tree.descendants()).filter(|node| node.local_name() == "p");
/// assert_eq!(paragraphs.count(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct Trees<'d> {
    top: NodeRef<'d>,
    /// The remaining nodes of the current tree, and of those around it.
    open: Vec<Chain<Once<NodeRef<'d>>, Descendants<'d>>>,
}

impl<'d> Iterator for Trees<'d> {
    type Item = NodeRef<'d>;

    #[inline]
    fn next(&mut self) -> Option<NodeRef<'d>> {
        loop {
            let Some(node) = self.open.last_mut()?.next() else {
                self.open.pop();
                continue;
            };
            // The shadow root is first.
            let contents = node.template_contents().into_iter().chain(node.shadow_root());
            self.open.extend(contents.map(NodeRef::inclusive_descendants));
            if node == self.top || node.host().is_some() {
                return Some(node);
            }
        }
    }
}

impl FusedIterator for Trees<'_> {}
