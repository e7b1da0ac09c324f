//! The nodes below a node in tree order, and the fast paths of selectors through them.

use crate::read::document::Document;
use crate::read::node_ref::NodeRef;
use crate::storage::attribute::AttributeRecord;
use crate::storage::node::{FAR_NAME, MANY, Node};
use crate::storage::ranks::Ranks;
use crate::storage::word_filter::word_bit;
use core::fmt;
use core::iter::{Chain, FusedIterator, Once, once};
use core::num::NonZeroU32;
use limpid_markup::LocalName;

#[inline]
fn node_ref<'d>(document: &'d Document<'d>, number: u32) -> Option<NodeRef<'d>> {
    NonZeroU32::new(number).map(|number| NodeRef { document, number })
}

/// Tells the elements whose name has a number, and for one from [`FAR_NAME`] on those that may have it.
#[inline]
fn is_named(number: u32) -> impl Fn(&Node) -> bool {
    let name = number.min(FAR_NAME);
    move |node| node.has_name_or_far(name)
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
        Descendants { document, top, front, back: None, run_end, patience }
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
        // The lengths first, so that long text is not copied while it grows. Pays for five selectors in `limpid-jobs-bench`.
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
    document: &'d Document<'d>,
    top: u32,
    /// The first that is still to come; 0 when none is.
    front: u32,
    /// The last that is still to come. It is looked for when first asked for, as it may be deep down.
    back: Option<u32>,
    /// The end of the run of nodes that follow one another both in memory and in the tree; 0 while links are followed.
    run_end: u32,
    /// The count of links to follow before the document looks for its [order](crate::storage::order::Order).
    patience: u32,
}

impl<'d> Descendants<'d> {
    /// The document that they are in.
    #[doc(hidden)]
    #[inline]
    pub fn document(&self) -> &'d Document<'d> {
        self.document
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

    /// Gives all nodes that are still to come of which something is true to a function. If that is true of `MANY_ARE` in any order, 64 nodes
    /// that follow one another in memory are tested at a time, so that the processor need not guess the answers. Pays for: `//text()` in
    /// the table of XPath's speed.
    #[inline]
    fn each_where<const MANY_ARE: bool>(
        mut self,
        is_wanted: impl Fn(&Node) -> bool,
        mut visit: impl FnMut(NodeRef<'d>),
    ) {
        let document = self.document;
        loop {
            if self.back.is_none() && self.front + 1 < self.run_end {
                let last = self.run_end - 1;
                let run = document.arena.nodes.get(self.front as usize..last as usize).unwrap_or_default();
                for (nodes, first) in run.chunks(64).zip((self.front..).step_by(64)) {
                    if !MANY_ARE {
                        let numbers = nodes.iter().zip(first..).filter(|(node, _)| is_wanted(node));
                        numbers.filter_map(|(_, number)| node_ref(document, number)).for_each(&mut visit);
                        continue;
                    }
                    let mut wanted = 0_u64;
                    for (index, node) in nodes.iter().enumerate() {
                        wanted |= u64::from(is_wanted(node)) << index;
                    }
                    while wanted != 0 {
                        node_ref(document, first + wanted.trailing_zeros()).into_iter().for_each(&mut visit);
                        wanted &= wanted - 1;
                    }
                }
                self.front = last;
            }
            let Some(node) = self.next() else { return };
            if is_wanted(node.node()) {
                visit(node);
            }
        }
    }

    /// Gives all elements that are still to come to a function.
    #[doc(hidden)]
    pub fn each_element(self, visit: impl FnMut(NodeRef<'d>)) {
        self.each_where::<true>(Node::is_element, visit);
    }

    /// Gives all text nodes that are still to come to a function.
    #[doc(hidden)]
    pub fn each_text(self, visit: impl FnMut(NodeRef<'d>)) {
        self.each_where::<true>(Node::is_text, visit);
    }

    /// Gives all elements that are still to come whose name has this [number](Document::name_number) to a function.
    #[doc(hidden)]
    pub fn each_element_named(self, number: u32, mut visit: impl FnMut(NodeRef<'d>)) {
        self.each_where::<false>(is_named(number), |node| {
            if number < FAR_NAME || node.name_number() == number {
                visit(node);
            }
        });
    }

    /// Gives all attributes of the elements that are still to come whose local name has this [number](Document::name_number) to a function:
    /// the element, the [slot](NodeRef::attribute_slots), and whether the name is the local name alone. Of [`u32::MAX`] there are none.
    #[doc(hidden)]
    pub fn each_attribute_named(self, number: u32, mut visit: impl FnMut(NodeRef<'d>, usize, bool)) {
        let arena = &self.document.arena;
        if number == AttributeRecord::FREE.name {
            return;
        }
        self.each_where::<true>(
            |node| node.attributes().1 != 0,
            |element| {
                for (slot, record) in arena.attributes(element.number()).iter().enumerate() {
                    if arena.qualifiers.local_name(record) == number {
                        visit(element, slot, !record.is_qualified());
                    }
                }
            },
        );
    }

    /// The next element.
    #[doc(hidden)]
    #[inline]
    pub fn next_element(&mut self) -> Option<NodeRef<'d>> {
        self.next_where(Node::is_element)
    }

    /// The next element whose name has this [number](Document::name_number), in whatever namespace.
    #[doc(hidden)]
    #[inline]
    pub fn next_element_named(&mut self, number: u32) -> Option<NodeRef<'d>> {
        loop {
            let found = self.next_where(is_named(number))?;
            if number < FAR_NAME || found.name_number() == number {
                return Some(found);
            }
        }
    }

    /// The next element of one of these names of the vocabulary, a bit for each index.
    #[doc(hidden)]
    #[inline]
    pub fn next_element_among(&mut self, names: &[u64]) -> Option<NodeRef<'d>> {
        self.next_where(|node| {
            let name = node.name_or_far();
            node.is_element() && names.get(name as usize / 64).is_some_and(|word| word >> (name % 64) & 1 != 0)
        })
    }

    /// The next element with an attribute whose local name has this [number](Document::name_number), in whatever namespace; or one with many
    /// attributes, which are not looked through.
    #[doc(hidden)]
    #[inline]
    pub fn next_element_with_attribute(&mut self, number: u32) -> Option<NodeRef<'d>> {
        let Document { arena, .. } = self.document;
        let is_named = |record: &AttributeRecord| {
            record.name == number || (record.is_qualified() && arena.qualifiers.local_name(record) == number)
        };
        self.next_where(|node| {
            let (start, count) = node.attributes();
            let records = arena.attributes.get(start..start + usize::from(count)).unwrap_or_default();
            records.iter().any(is_named) || count == MANY
        })
    }

    /// The next element with an attribute of this name, `id` or `class`, in no namespace, whose value may have the word in it
    /// and is wanted; or one with many attributes, which are not looked through.
    #[doc(hidden)]
    pub fn next_element_with(
        &mut self,
        attribute: LocalName,
        word: &[u8],
        is_wanted: impl Fn(&[u8]) -> bool,
    ) -> Option<NodeRef<'d>> {
        let Document { arena, source, .. } = self.document;
        let is_named = |record: &&AttributeRecord| record.name == attribute.index() as u32;
        let has_it = |node: &Node| {
            let (start, count) = node.attributes();
            if count == 0 {
                return false;
            }
            let records = arena.attributes.get(start..start + usize::from(count)).unwrap_or_default();
            let value = records.iter().find(is_named).filter(|record| record.len as usize >= word.len());
            value.is_some_and(|record| is_wanted(arena.text.bytes(source, record.place()))) || count == MANY
        };
        let words = arena.known_order().and_then(|order| order.words.get(|| arena.word_filters(source)));
        let Some(words) = words else {
            let before = self.front;
            let found = self.next_where(has_it);
            let is_far = |node: NodeRef<'_>| node.number().saturating_sub(before) as usize > arena.nodes.len() / 8;
            if let Some(order) = arena.known_order()
                && found.is_none_or(is_far)
            {
                order.words.ask();
            }
            return found;
        };
        let bit = word_bit(attribute, word);
        loop {
            if self.back.is_none() && self.front + 1 < self.run_end {
                let last = self.run_end - 1;
                let words = words.get(self.front as usize..last as usize)?;
                self.front = words.iter().position(|word| word & bit != 0).map_or(last, |at| self.front + at as u32);
            }
            let node = self.next()?;
            if has_it(node.node()) {
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
