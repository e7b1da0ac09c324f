//! The methods of users: `select`, `matches` and the like.

use crate::search::Search;
use crate::selector::Selector;
use core::fmt;
use core::iter::FusedIterator;
use limpid_dom::{Descendants, Document, NodeRef};

/// Selecting from a [`Document`] or from a node of one, and asking of a node whether a selector matches it.
///
/// What is looked through is what is below; what a selector says of other elements is looked up in the whole tree, as
/// [`querySelectorAll`](https://dom.spec.whatwg.org/#dom-parentnode-queryselectorall) does: `section p` finds the `p`s
/// below a node even if the `section` is above it. `:scope` stands for the node, for a document for its element; a fragment is
/// matched by nothing else.
///
/// ```
/// use limpid_select::{Select, Selector};
///
/// let document = limpid::parse("<ul><li class=a>1<li>2<ul><li>3</ul></ul>");
/// let list = document.select_first(&Selector::parse("ul")?).unwrap();
/// let items = Selector::parse(":scope > li")?;
/// assert_eq!(list.select(&items).count(), 2);
///
/// let inner = document.select(&Selector::parse("li")?).last().unwrap();
/// assert!(inner.matches(&Selector::parse("li li, .a")?));
/// assert_eq!(inner.closest(&Selector::parse("ul:has(.a)")?), Some(list));
/// # Ok::<(), limpid_select::SelectorError>(())
/// ```
///
/// Template contents and shadow roots are trees of their own: select from those themselves.
pub trait Select<'d>: Sized {
    /// The node that is meant.
    #[doc(hidden)]
    fn selected_from(self) -> NodeRef<'d>;

    /// The elements below that a selector matches, in tree order.
    fn select<'s>(self, selector: &'s Selector) -> Selected<'d, 's> {
        let top = self.selected_from();
        Selected { nodes: top.descendants(), search: search(selector, top) }
    }

    /// The first element below that a selector matches.
    fn select_first(self, selector: &Selector) -> Option<NodeRef<'d>> {
        self.select(selector).next()
    }

    /// Whether it is an element that a selector matches. `:scope` stands for itself.
    fn matches(self, selector: &Selector) -> bool {
        let node = self.selected_from();
        node.is_element() && search(selector, node).matches(node)
    }

    /// The nearest that a selector matches: the element itself, its parent, that one's parent and so on. `:scope` stands
    /// for the element that it is asked of.
    fn closest(self, selector: &Selector) -> Option<NodeRef<'d>> {
        let node = self.selected_from();
        let mut search = search(selector, node);
        core::iter::once(node).chain(node.ancestors()).find(|node| node.is_element() && search.matches(*node))
    }
}

/// Selects with this many steps before sets take over, for tests of where they do.
#[doc(hidden)]
pub fn select_with_steps<'d>(top: NodeRef<'d>, selector: &Selector, steps: usize) -> Vec<NodeRef<'d>> {
    let mut search = Search::new(&selector.compiled, top).with_steps(steps);
    top.descendants().filter(|node| node.is_element() && search.matches(*node)).collect()
}

fn search<'d, 's>(selector: &'s Selector, top: NodeRef<'d>) -> Search<'d, 's> {
    Search::new(&selector.compiled, top)
}

impl<'d> Select<'d> for NodeRef<'d> {
    fn selected_from(self) -> NodeRef<'d> {
        self
    }
}

impl<'d> Select<'d> for &'d Document<'_> {
    fn selected_from(self) -> NodeRef<'d> {
        self.root()
    }
}

/// The elements that a selector matches: [`Select::select`].
#[derive(Clone)]
pub struct Selected<'d, 's> {
    nodes: Descendants<'d>,
    search: Search<'d, 's>,
}

impl<'d> Iterator for Selected<'d, '_> {
    type Item = NodeRef<'d>;

    #[inline]
    fn next(&mut self) -> Option<NodeRef<'d>> {
        self.search.find(&mut self.nodes)
    }
}

impl DoubleEndedIterator for Selected<'_, '_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.search.find_last(&mut self.nodes)
    }
}

impl FusedIterator for Selected<'_, '_> {}

impl fmt::Debug for Selected<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}
