//! Ways through a tree that enter and leave each node: [`Traverse`] for users, [`Walk`] with shadow roots and template contents, and
//! [`Trees`], which lists those.

use crate::read::document::Document;
use crate::read::node_ref::NodeRef;
use crate::storage::node::NodeKind;
use core::iter::FusedIterator;

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
        Trees { top: Some(self), walk: Walk::new(self) }
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
    top: Option<NodeRef<'d>>,
    walk: Walk<'d>,
}

impl<'d> Iterator for Trees<'d> {
    type Item = NodeRef<'d>;

    #[inline]
    fn next(&mut self) -> Option<NodeRef<'d>> {
        self.top.take().or_else(|| {
            self.walk.find_map(|step| match step {
                Step::EnterContent(root) => Some(root),
                _ => None,
            })
        })
    }
}

impl FusedIterator for Trees<'_> {}

/// A step of [`Walk`].
#[derive(Clone, Copy, Debug)]
pub(crate) enum Step<'d> {
    /// A node, before everything in it.
    Enter(NodeRef<'d>),
    /// The shadow root or the template contents of the element around, before its children.
    EnterContent(NodeRef<'d>),
    /// A shadow root or template contents, after its children.
    LeaveContent(NodeRef<'d>),
    /// A node, after everything in it.
    Leave(NodeRef<'d>),
}

/// A node and everything in it: first its shadow root, then its template contents, then its children.
#[derive(Clone, Debug)]
pub(crate) struct Walk<'d> {
    top: NodeRef<'d>,
    next: Option<Step<'d>>,
}

impl<'d> Walk<'d> {
    #[inline]
    pub(crate) fn new(top: NodeRef<'d>) -> Walk<'d> {
        Walk { top, next: Some(Step::Enter(top)) }
    }

    /// Right after [`Step::Enter`]: leaves the node without going into it.
    #[inline]
    pub(crate) fn skip_inside(&mut self, entered: NodeRef<'d>) {
        self.next = Some(Step::Leave(entered));
    }

    /// Right after [`Step::EnterContent`] of a shadow root: goes on behind it, without [`Step::LeaveContent`].
    #[inline]
    pub(crate) fn skip_content(&mut self, entered: NodeRef<'d>) {
        self.next = after_content(entered);
    }

    /// Right after [`Step::LeaveContent`] of template contents: leaves the template, passing over its own children.
    #[inline]
    pub(crate) fn skip_own_children(&mut self, left: NodeRef<'d>) {
        self.next = left.host().map(Step::Leave);
    }
}

#[inline]
fn own_children(node: NodeRef<'_>) -> Step<'_> {
    node.first_child().map_or(Step::Leave(node), Step::Enter)
}

#[inline]
fn after_content(content: NodeRef<'_>) -> Option<Step<'_>> {
    let host = content.host()?;
    Some(match host.template_contents() {
        Some(contents) if content.kind() == NodeKind::ShadowRoot => Step::EnterContent(contents),
        _ => own_children(host),
    })
}

impl<'d> Iterator for Walk<'d> {
    type Item = Step<'d>;

    #[inline]
    fn next(&mut self) -> Option<Step<'d>> {
        let step = self.next?;
        self.next = match step {
            Step::Enter(node) => Some(match node.shadow_root().or_else(|| node.template_contents()) {
                Some(content) => Step::EnterContent(content),
                None => own_children(node),
            }),
            Step::EnterContent(content) => Some(content.first_child().map_or(Step::LeaveContent(content), Step::Enter)),
            Step::LeaveContent(content) => after_content(content),
            Step::Leave(node) if node == self.top => None,
            Step::Leave(node) => match (node.next_sibling(), node.parent()) {
                (Some(sibling), _) => Some(Step::Enter(sibling)),
                (None, Some(parent)) if parent != self.top && parent.host().is_some() => {
                    Some(Step::LeaveContent(parent))
                }
                (None, Some(parent)) => Some(Step::Leave(parent)),
                (None, None) => None,
            },
        };
        Some(step)
    }
}
