use crate::read::document::Document;
use crate::read::node_ref::NodeRef;
use crate::storage::node::{Node, NodeKind};
use core::fmt;
use core::iter::FusedIterator;
use core::num::NonZeroU32;

mod matching;

#[inline]
fn node_ref<'d>(document: &'d Document<'d>, number: u32) -> Option<NodeRef<'d>> {
    NonZeroU32::new(number).map(|number| NodeRef { document, number })
}

/// The children of a node, or some of them: [`NodeRef::children`], [`NodeRef::next_siblings`].
#[derive(Clone)]
pub struct Children<'d> {
    document: &'d Document<'d>,
    /// The first and the last that are still to come; 0 and 0 when none are.
    front: u32,
    back: u32,
}

impl<'d> Children<'d> {
    #[inline]
    pub(crate) fn new(parent: NodeRef<'d>) -> Children<'d> {
        let node = parent.node();
        Children { document: parent.document, front: node.first, back: node.last }
    }

    /// The siblings behind a node.
    #[inline]
    pub(crate) fn behind(node: NodeRef<'d>) -> Children<'d> {
        let front = node.node().next;
        let back = if front == 0 { 0 } else { node.document.arena.node(node.node().parent).last };
        Children { document: node.document, front, back }
    }

    /// The siblings in front of a node, the first of all first.
    #[inline]
    pub(crate) fn in_front_of(node: NodeRef<'d>) -> Children<'d> {
        let back = node.node().previous;
        let front = if back == 0 { 0 } else { node.document.arena.node(node.node().parent).first };
        Children { document: node.document, front, back }
    }
}

impl<'d> Iterator for Children<'d> {
    type Item = NodeRef<'d>;

    #[inline]
    fn next(&mut self) -> Option<NodeRef<'d>> {
        let child = node_ref(self.document, self.front)?;
        if self.front == self.back {
            (self.front, self.back) = (0, 0);
        } else {
            self.front = child.node().next;
        }
        Some(child)
    }
}

impl DoubleEndedIterator for Children<'_> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let child = node_ref(self.document, self.back)?;
        if self.front == self.back {
            (self.front, self.back) = (0, 0);
        } else {
            self.back = child.node().previous;
        }
        Some(child)
    }
}

impl FusedIterator for Children<'_> {}

impl fmt::Debug for Children<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

/// The ancestors of a node, nearest first: [`NodeRef::ancestors`].
#[derive(Clone, Debug)]
pub struct Ancestors<'d> {
    next: Option<NodeRef<'d>>,
}

impl<'d> Ancestors<'d> {
    #[inline]
    pub(crate) fn new(node: NodeRef<'d>) -> Ancestors<'d> {
        Ancestors { next: node.parent() }
    }
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

/// The nodes below a node in tree order: [`NodeRef::descendants`].
#[derive(Clone)]
pub struct Descendants<'d> {
    document: &'d Document<'d>,
    top: u32,
    /// The first that is still to come; 0 when none is.
    front: u32,
    /// The last that is still to come. It is looked for when first asked for, as it may be deep down.
    back: Option<u32>,
    /// Up to here, nodes that are in memory one behind the other are so in the tree. 0 while links are followed.
    run_end: u32,
    /// So many links are followed before the document is asked whether that is so.
    patience: u32,
}

impl<'d> Descendants<'d> {
    #[inline]
    pub(crate) fn new(top: NodeRef<'d>) -> Descendants<'d> {
        let (document, top, front) = (top.document, top.number(), top.node().first);
        let run_end = document.arena.known_order().and_then(|order| order.run_end(front, top)).unwrap_or(0);
        // Finding out pays for who goes through much.
        let patience = document.arena.nodes.len() as u32 / 8 + 2;
        Descendants { document, top, front, back: None, run_end, patience }
    }

    /// The document that they are in.
    #[doc(hidden)]
    pub fn document(&self) -> &'d Document<'d> {
        self.document
    }

    /// The last node of the subtree at `number`.
    fn last_in(&self, mut number: u32) -> u32 {
        loop {
            match self.document.arena.node(number).last {
                0 => return number,
                last => number = last,
            }
        }
    }

    /// The node after `front` by links.
    #[inline]
    fn next_by_links(&mut self) -> u32 {
        let next = self.document.arena.next_in_order(self.front, self.top);
        self.patience = self.patience.saturating_sub(1);
        if self.run_end != 0 || self.patience == 1 {
            self.find_run(next);
        }
        next
    }

    /// Finds out how far no links are needed from `next` on.
    #[cold]
    fn find_run(&mut self, next: u32) {
        self.run_end = self.document.arena.order().and_then(|order| order.run_end(next, self.top)).unwrap_or(0);
    }

    /// The next node of which something is true.
    #[inline]
    fn next_where(&mut self, is_wanted: impl Fn(&Node) -> bool) -> Option<NodeRef<'d>> {
        loop {
            if self.back.is_none() && self.front + 1 < self.run_end {
                // All but the last: of these the next one is known.
                let last = self.run_end - 1;
                let nodes = self.document.arena.nodes.get(self.front as usize..last as usize)?;
                self.front = nodes.iter().position(&is_wanted).map_or(last, |at| self.front + at as u32);
            }
            let node = self.next()?;
            if is_wanted(node.node()) {
                return Some(node);
            }
        }
    }
}

impl<'d> Iterator for Descendants<'d> {
    type Item = NodeRef<'d>;

    #[inline]
    fn next(&mut self) -> Option<NodeRef<'d>> {
        let node = node_ref(self.document, self.front)?;
        self.front = if self.back == Some(self.front) {
            0
        } else if self.front + 1 < self.run_end {
            self.front + 1
        } else {
            self.next_by_links()
        };
        Some(node)
    }
}

impl DoubleEndedIterator for Descendants<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        if self.front == 0 {
            return None;
        }
        let back = self.back.unwrap_or_else(|| self.last_in(self.top));
        if back == self.front {
            (self.front, self.run_end) = (0, 0);
        } else {
            let node = self.document.arena.node(back);
            self.back = Some(if node.previous != 0 { self.last_in(node.previous) } else { node.parent });
        }
        node_ref(self.document, back)
    }
}

impl FusedIterator for Descendants<'_> {}

impl fmt::Debug for Descendants<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

/// A step of [`Traverse`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event<'d> {
    /// A node, before its children.
    Enter(NodeRef<'d>),
    /// The same node, after its children. Nodes that cannot have children are left as well.
    Leave(NodeRef<'d>),
}

/// A node and those below it, entered and left: [`NodeRef::traverse`].
#[derive(Clone, Debug)]
pub struct Traverse<'d> {
    top: NodeRef<'d>,
    /// The first and the last step that are still to come; `None` when none are.
    ends: Option<(Event<'d>, Event<'d>)>,
}

impl<'d> Event<'d> {
    /// The node that is entered or left.
    #[inline]
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

/// A step of [`Walk`].
#[derive(Clone, Copy, Debug)]
pub(crate) enum Step<'d> {
    /// A node, before everything in it.
    Enter(NodeRef<'d>),
    /// The shadow root or the template contents of the element around, before its children.
    EnterContent(NodeRef<'d>),
    /// The same, after its children.
    LeaveContent(NodeRef<'d>),
    /// A node, after everything in it.
    Leave(NodeRef<'d>),
}

/// A node and everything in it: first its shadow root, then its template contents, then its children.
pub(crate) struct Walk<'d> {
    top: NodeRef<'d>,
    next: Option<Step<'d>>,
}

impl<'d> Walk<'d> {
    pub(crate) fn new(top: NodeRef<'d>) -> Walk<'d> {
        Walk { top, next: Some(Step::Enter(top)) }
    }

    /// Right after [`Step::Enter`]: leaves the node without going into it.
    pub(crate) fn skip_inside(&mut self, entered: NodeRef<'d>) {
        self.next = Some(Step::Leave(entered));
    }

    /// Right after [`Step::EnterContent`] of a shadow root: goes on behind it, without [`Step::LeaveContent`].
    pub(crate) fn skip_content(&mut self, entered: NodeRef<'d>) {
        self.next = after_content(entered);
    }

    /// Right after [`Step::LeaveContent`] of template contents: leaves the template, passing over its own children.
    pub(crate) fn skip_own_children(&mut self, left: NodeRef<'d>) {
        self.next = left.host().map(Step::Leave);
    }
}

fn own_children(node: NodeRef<'_>) -> Step<'_> {
    node.first_child().map_or(Step::Leave(node), Step::Enter)
}

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
