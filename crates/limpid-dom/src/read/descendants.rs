//! The nodes below a node in tree order, and their texts.

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
    /// The nodes below it in tree order, without template contents and shadow roots.
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
        // Finding the order pays once an eighth of the nodes were gone through.
        let patience = document.arena.nodes.len() as u32 / 8 + 2;
        Descendants { document, top, front, back: None, run_end, patience, is_counted: false }
    }

    /// The ranks of the nodes from it down, unless there are more than a limit.
    #[doc(hidden)]
    #[inline]
    pub fn ranks_from(self, limit: usize) -> Option<Ranks> {
        Ranks::from(&self.document.arena, self.number(), limit)
    }

    /// It and the nodes below it in tree order, without template contents and shadow roots.
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

    /// Returns the text of all text nodes in it, in tree order: its
    /// [descendant text content](https://dom.spec.whatwg.org/#concept-descendant-text-content), or its own text if it is
    /// a text node.
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
        // The lengths first, so that long text is not copied while it grows. Pays for five selectors in `cargo xtask jobs`.
        let mut len = self.text().map_or(0, str::len);
        self.descendants().each_text(|node| len += node.node().place().len as usize);
        let mut text = String::with_capacity(len);
        text.extend(self.texts());
        text
    }

    /// Returns the texts of the text nodes in it, in tree order, or its own text if it is a text node: the parts of
    /// [`text_content`](Self::text_content), without a copy.
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
        Texts { own: self.text(), descendants: self.descendants() }
    }

    /// Returns the text of its children that are text nodes: its
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

/// The texts in a node in tree order: [`NodeRef::texts`].
///
/// ```
/// let document = limpid::parse("<p>Green <b>tea</b>");
/// assert_eq!(document.root().texts().collect::<Vec<_>>(), ["Green ", "tea"]);
/// ```
#[derive(Clone)]
pub struct Texts<'d> {
    own: Option<&'d str>,
    descendants: Descendants<'d>,
}

impl<'d> Iterator for Texts<'d> {
    type Item = &'d str;

    #[inline]
    fn next(&mut self) -> Option<&'d str> {
        self.own.take().or_else(|| self.descendants.find_map(NodeRef::text))
    }
}

impl FusedIterator for Texts<'_> {}

/// The nodes below a node in tree order: [`NodeRef::descendants`].
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
    /// The first that is still to come; 0 when none is.
    pub(super) front: u32,
    /// The last that is still to come. It is looked for when first asked for, as it may be deep down.
    back: Option<u32>,
    /// The end of the run of nodes that follow one another both in memory and in the tree; 0 while links are followed.
    run_end: u32,
    /// The count of links to follow before the document looks for its [order](crate::storage::order::Order).
    patience: u32,
    /// Whether [`next_element_with`](Self::next_element_with) has counted this search.
    pub(super) is_counted: bool,
}

impl<'d> Descendants<'d> {
    /// The document that they are in.
    #[doc(hidden)]
    #[inline]
    pub fn document(&self) -> &'d Document<'d> {
        self.document
    }

    /// The nodes of the current run but for the last: behind each of these the next one is known.
    #[inline]
    pub(super) fn run(&self) -> Option<Range<usize>> {
        let is_known = self.back.is_none() && self.front + 1 < self.run_end;
        is_known.then(|| self.front as usize..self.run_end as usize - 1)
    }

    /// The last node of the subtree at `number`.
    #[inline]
    fn last_in(&self, mut number: u32) -> u32 {
        loop {
            match self.document.arena.last(number) {
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
