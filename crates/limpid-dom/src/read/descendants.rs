//! The descendants of a node in tree order, and their text.

use crate::read::document::Document;
use crate::read::node_ref::NodeRef;
use crate::storage::ranks::Ranks;
use core::fmt;
use core::iter::{Chain, FusedIterator, Once, once};
use core::num::NonZeroU32;
use core::ops::Range;

#[inline]
pub(super) fn node_ref<'d>(document: &'d Document<'d>, number: u32) -> Option<NodeRef<'d>> {
    NonZeroU32::new(number).map(|number| NodeRef { document, number })
}

impl<'d> NodeRef<'d> {
    /// Returns the descendants in tree order. Template contents and shadow roots are not included.
    ///
    /// ```
    /// let document = limpid::parse("<p>Green <b>tea</b>");
    /// let p = document.select_first("p")?.unwrap();
    /// assert_eq!(p.descendants().filter_map(|node| node.text()).collect::<Vec<_>>(), ["Green ", "tea"]);
    /// # Ok::<(), limpid::SelectorError>(())
    /// ```
    #[inline]
    pub fn descendants(self) -> Descendants<'d> {
        let (document, top, front) = (self.document, self.number(), self.node().first());
        let run_end = document.arena.known_order().and_then(|order| order.run_end(front, top)).unwrap_or(0);
        // The order is computed once this iterator has followed links of 12 % of the nodes. Before that, it would take more time than it
        // saves.
        let links_before_order = document.arena.nodes.len() as u32 / 8 + 2;
        Descendants { document, top, front, back: None, run_end, links_before_order, is_counted: false }
    }

    /// Returns the ranks of the node and its descendants, or `None` if these are more than `limit` nodes.
    #[doc(hidden)]
    #[inline]
    pub fn ranks_from(self, limit: usize) -> Option<Ranks> {
        Ranks::from(&self.document.arena, self.number(), limit)
    }

    /// Returns the node itself and its [descendants](Self::descendants).
    ///
    /// ```
    /// let document = limpid::parse("<p id=a>Tea <b id=b>hot</b>");
    /// let p = document.select_first("p")?.unwrap();
    /// let ids: Vec<_> = p.inclusive_descendants().filter_map(|node| node.element_id()).collect();
    /// assert_eq!(ids, ["a", "b"]);
    /// # Ok::<(), limpid::SelectorError>(())
    /// ```
    #[inline]
    pub fn inclusive_descendants(self) -> Chain<Once<NodeRef<'d>>, Descendants<'d>> {
        once(self).chain(self.descendants())
    }

    /// Returns the text of all descendant text nodes: the
    /// [descendant text content](https://dom.spec.whatwg.org/#concept-descendant-text-content). A text node returns its own text.
    ///
    /// ```
    /// let document = limpid::parse("<p>Green <b>tea</b>");
    /// assert_eq!(document.select_first("p")?.unwrap().text_content(), "Green tea");
    /// # Ok::<(), limpid::SelectorError>(())
    /// ```
    #[doc(alias = "textContent")]
    #[doc(alias = "get_text")]
    #[inline]
    pub fn text_content(self) -> String {
        // The length is computed first, so that long text is not copied while it grows. This measurably speeds up "parse, five selectors"
        // in `cargo xtask jobs`.
        let mut len = self.text().map_or(0, str::len);
        self.descendants().each_text(|node| len += node.node().place().len as usize);
        let mut text = String::with_capacity(len);
        text.extend(self.texts());
        text
    }

    /// Returns the text of each descendant text node, in tree order, without a copy: the parts of [`text_content`](Self::text_content). A
    /// text node returns its own text.
    ///
    /// ```
    /// let document = limpid::parse("<p>Green <b>tea</b>");
    /// assert_eq!(document.root().texts().collect::<Vec<_>>(), ["Green ", "tea"]);
    /// ```
    #[doc(alias = "strings")]
    #[inline]
    #[doc(alias = "itertext")]
    #[doc(alias = "stripped_strings")]
    pub fn texts(self) -> Texts<'d> {
        Texts { own_text: self.text(), descendants: self.descendants() }
    }

    /// Returns the text of the children that are text nodes: the
    /// [child text content](https://dom.spec.whatwg.org/#concept-child-text-content).
    ///
    /// ```
    /// let document = limpid::parse("<p>Green <b>tea</b>");
    /// assert_eq!(document.select_first("p")?.unwrap().child_text_content(), "Green ");
    /// # Ok::<(), limpid::SelectorError>(())
    /// ```
    #[inline]
    #[doc(alias = "ownText")]
    #[doc(alias = "own_text")]
    #[doc(alias = "immediate_text")]
    pub fn child_text_content(self) -> String {
        self.children().filter_map(NodeRef::text).collect()
    }
}

/// An iterator over the text of descendants in tree order: [`NodeRef::texts`].
///
/// ```
/// let document = limpid::parse("<p>Green <b>tea</b>");
/// assert_eq!(document.root().texts().collect::<Vec<_>>(), ["Green ", "tea"]);
/// ```
#[derive(Clone)]
pub struct Texts<'d> {
    own_text: Option<&'d str>,
    descendants: Descendants<'d>,
}

impl<'d> Iterator for Texts<'d> {
    type Item = &'d str;

    #[inline]
    fn next(&mut self) -> Option<&'d str> {
        self.own_text.take().or_else(|| self.descendants.find_map(NodeRef::text))
    }
}

impl FusedIterator for Texts<'_> {}

/// An iterator over the descendants of a node in tree order: [`NodeRef::descendants`].
///
/// ```
/// let document = limpid::parse("<ul><li>Green<li>Black</ul>");
/// let mut nodes = document.body().unwrap().descendants();
/// assert_eq!(nodes.next().unwrap().local_name(), "ul");
/// assert_eq!(nodes.next_back().unwrap().text(), Some("Black"));
/// ```
#[derive(Clone)]
pub struct Descendants<'d> {
    pub(super) document: &'d Document<'d>,
    top: u32,
    /// The next node from the front; 0 at the end.
    pub(super) front: u32,
    /// The next node from the back. `None` until it is needed, because finding it takes time in a deep tree.
    back: Option<u32>,
    /// The end of the run that contains `front`, or 0 if no run is known. A run is a range of numbers that are consecutive in tree order.
    run_end: u32,
    /// The number of links to follow before computing the document's [order](crate::storage::order::Order).
    links_before_order: u32,
    /// Whether [`next_element_with`](Self::next_element_with) has counted this search. After several counted searches, the document builds
    /// [word filters](crate::storage::word_filter).
    pub(super) is_counted: bool,
}

impl<'d> Descendants<'d> {
    /// Returns the document of the nodes.
    #[doc(hidden)]
    #[inline]
    pub fn document(&self) -> &'d Document<'d> {
        self.document
    }

    /// Returns the current run without its last node. For each of these nodes, the next node in tree order has the next number.
    #[inline]
    pub(super) fn run(&self) -> Option<Range<usize>> {
        let is_known = self.back.is_none() && self.front + 1 < self.run_end;
        is_known.then(|| self.front as usize..self.run_end as usize - 1)
    }

    /// Returns the last node of the subtree at `number`.
    #[inline]
    fn last_in(&self, mut number: u32) -> u32 {
        loop {
            match self.document.arena.last(number) {
                0 => return number,
                last => number = last,
            }
        }
    }

    /// Returns the node after `front` by following links.
    #[inline]
    fn next_by_links(&mut self) -> u32 {
        let next = self.document.arena.next_in_order(self.front, self.top);
        self.links_before_order = self.links_before_order.saturating_sub(1);
        if self.run_end != 0 || self.links_before_order == 1 {
            self.find_run(next);
        }
        next
    }

    /// Finds the run that starts at `next`.
    #[cold]
    #[inline]
    fn find_run(&mut self, next: u32) {
        self.run_end = self.document.arena.order().and_then(|order| order.run_end(next, self.top)).unwrap_or(0);
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
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        if self.front == 0 {
            return None;
        }
        let back = self.back.unwrap_or_else(|| self.last_in(self.top));
        if back == self.front {
            (self.front, self.run_end) = (0, 0);
        } else {
            self.back = Some(match self.document.arena.previous(back) {
                0 => self.document.arena.node(back).parent(),
                previous => self.last_in(previous),
            });
        }
        node_ref(self.document, back)
    }
}

impl FusedIterator for Descendants<'_> {}

impl fmt::Debug for Descendants<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}
