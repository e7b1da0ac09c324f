//! Iterators over a whole tree: [`Traverse`] enters and leaves each node, and [`Trees`] lists shadow roots and template contents.

use crate::read::descendants::Descendants;
use crate::read::document::Document;
use crate::read::node_ref::NodeRef;
use core::iter::{Chain, FusedIterator, Once};

impl<'d> NodeRef<'d> {
    /// It and the nodes below it in tree order, each twice: when it is entered and when it is left.
    ///
    /// ```
    /// use limpid::Event;
    /// let document = limpid::parse_fragment("<b>Tea</b>", "div");
    /// let steps: Vec<String> = document
    ///     .root()
    ///     .traverse()
    ///     .map(|event| match event {
    ///         Event::Enter(node) => format!("+{}", node.local_name()),
    ///         Event::Leave(node) => format!("-{}", node.local_name()),
    ///     })
    ///     .collect();
    /// assert_eq!(steps.concat(), "++b+--b-");
    /// ```
    #[inline]
    #[doc(alias = "TreeWalker")]
    #[doc(alias = "NodeEdge")]
    pub fn traverse(self) -> Traverse<'d> {
        Traverse::new(self)
    }
}

/// A step of [`Traverse`].
///
/// ```
/// use limpid::Event;
/// let document = limpid::parse_fragment("<p>Tea</p>", "body");
/// let steps = document.root().traverse().map(|event| match event {
///     Event::Enter(node) => format!("+{}", node.local_name()),
///     Event::Leave(node) => format!("-{}", node.local_name()),
/// });
/// assert_eq!(steps.collect::<String>(), "++p+--p-");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event<'d> {
    /// A node, before its children.
    Enter(NodeRef<'d>),
    /// A node, after its children. Nodes that cannot have children are left as well.
    Leave(NodeRef<'d>),
}

/// A node and those below it, entered and left: [`NodeRef::traverse`].
///
/// ```
/// use limpid::Event;
/// let fragment = limpid::parse_fragment("<b>Tea</b>", "p");
/// let b = fragment.root().first_child().unwrap();
/// let steps: Vec<bool> = b.traverse().map(|event| matches!(event, Event::Enter(_))).collect();
/// assert_eq!(steps, [true, true, false, false]); // the element, its text
/// ```
#[derive(Clone, Debug)]
pub struct Traverse<'d> {
    top: NodeRef<'d>,
    /// The first and the last step that are still to come; `None` when none are.
    ends: Option<(Event<'d>, Event<'d>)>,
}

impl<'d> Event<'d> {
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
            Event::Enter(node) | Event::Leave(node) => node,
        }
    }
}

impl<'d> Traverse<'d> {
    #[inline]
    pub(crate) fn new(top: NodeRef<'d>) -> Traverse<'d> {
        Traverse { top, ends: Some((Event::Enter(top), Event::Leave(top))) }
    }

    /// Leaves the node that was entered last without going through its children.
    ///
    /// Right after its [`Event::Enter`]; at any other time it does nothing.
    ///
    /// ```
    /// use limpid::Event;
    /// let fragment = limpid::parse_fragment("<b>Green</b> tea", "p");
    /// let mut text = String::new();
    /// let mut traverse = fragment.root().traverse();
    /// while let Some(event) = traverse.next() {
    ///     match event {
    ///         Event::Enter(node) if node.local_name() == "b" => traverse.skip_children(),
    ///         Event::Enter(node) => text += node.text().unwrap_or(""),
    ///         Event::Leave(_) => {}
    ///     }
    /// }
    /// assert_eq!(text, " tea");
    /// ```
    #[inline]
    pub fn skip_children(&mut self) {
        if let Some((Event::Enter(child), back)) = self.ends
            && child.previous_sibling().is_none()
            && let Some(parent) = child.parent()
            && child != self.top
        {
            // Nothing is behind the last step of all; that is where the way up from it would be long for nothing.
            let is_passed = ![parent, self.top].map(Event::Leave).contains(&back) && parent.contains(back.node());
            self.ends = (!is_passed).then_some((Event::Leave(parent), back));
        }
    }
}

impl<'d> Iterator for Traverse<'d> {
    type Item = Event<'d>;

    #[inline]
    fn next(&mut self) -> Option<Event<'d>> {
        let (event, back) = self.ends?;
        let next = match event {
            _ if event == back => None,
            Event::Enter(node) => Some(node.first_child().map_or(Event::Leave(node), Event::Enter)),
            Event::Leave(node) => match node.next_sibling() {
                Some(sibling) => Some(Event::Enter(sibling)),
                None => node.parent().map(Event::Leave),
            },
        };
        self.ends = next.map(|next| (next, back));
        Some(event)
    }
}

impl DoubleEndedIterator for Traverse<'_> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let (front, event) = self.ends?;
        let next = match event {
            _ if event == front => None,
            Event::Leave(node) => Some(node.last_child().map_or(Event::Enter(node), Event::Leave)),
            Event::Enter(node) => match node.previous_sibling() {
                Some(sibling) => Some(Event::Leave(sibling)),
                None => node.parent().map(Event::Enter),
            },
        };
        self.ends = next.map(|next| (front, next));
        Some(event)
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
