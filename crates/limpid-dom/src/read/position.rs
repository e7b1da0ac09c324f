//! Positions of nodes in their tree, and comparisons of nodes and subtrees.

use crate::read::node_ref::NodeRef;
use crate::read::traverse::Edge;
use core::cmp::Ordering;
use core::fmt;
use core::iter::FusedIterator;

impl<'d> NodeRef<'d> {
    /// Returns the number of [ancestors](Self::ancestors): 0 for the root of a tree.
    ///
    /// ```
    /// let document = limpid::parse("<p><b>Tea</b>");
    /// assert_eq!(document.select_first("b")?.unwrap().depth(), 4);
    /// # Ok::<(), limpid::SelectorError>(())
    /// ```
    #[inline]
    pub fn depth(self) -> usize {
        self.ancestors().count()
    }

    /// Returns the node's [index](https://dom.spec.whatwg.org/#concept-tree-index), the number of its preceding siblings. Time grows with
    /// this number.
    ///
    /// ```
    /// let document = limpid::parse("<ul><li>Tea<li>Milk</ul>");
    /// assert_eq!(document.select_first("li + li")?.unwrap().index(), 1);
    /// # Ok::<(), limpid::SelectorError>(())
    /// ```
    #[inline]
    pub fn index(self) -> usize {
        self.previous_siblings().count()
    }

    /// Compares the positions of two nodes in [tree order](https://dom.spec.whatwg.org/#concept-tree-order). An ancestor is less than its
    /// descendants. Returns `None` for nodes of different trees; template contents and shadow roots are separate trees.
    ///
    /// Time grows with the depths of both nodes and the number of siblings between them. (The order of ids is the order in which the nodes
    /// were created.)
    ///
    /// ```
    /// use std::cmp::Ordering;
    ///
    /// let mut document = limpid::parse("<p>Tea</p><h1>Menu</h1>");
    /// let [p, h1] = ["p", "h1"].map(|name| document.select_first(name).unwrap().unwrap().id());
    /// document.node_mut(p)?.insert_before(h1)?;
    /// let [p, h1] = [p, h1].map(|id| document.node(id).unwrap());
    /// assert_eq!(h1.compare_position(p), Some(Ordering::Less));
    /// # Ok::<(), limpid::MutationError>(())
    /// ```
    #[doc(alias = "compareDocumentPosition")]
    #[inline]
    #[doc(alias = "compare_document_position")]
    pub fn compare_position(self, other: NodeRef<'_>) -> Option<Ordering> {
        if !core::ptr::eq(self.document, other.document) {
            return None;
        }
        let arena = &self.document.arena;
        let path = |number: u32| {
            let up = |&number: &u32| Some(arena.node(number).parent()).filter(|&parent| parent != 0);
            let mut path: Vec<u32> = core::iter::successors(Some(number), up).collect();
            path.reverse();
            path
        };
        let (path, other_path) = (path(self.number()), path(other.number()));
        let shared = path.iter().zip(&other_path).take_while(|(one, other)| one == other).count();
        let (one, other) = match (path.get(shared), other_path.get(shared)) {
            (Some(&one), Some(&other)) if shared > 0 => (one, other),
            (Some(_), Some(_)) => return None,
            _ => return Some(path.len().cmp(&other_path.len())),
        };
        // The two searches advance in turn. So the time grows with the number of siblings between the nodes, or after the later node if
        // these are fewer.
        let (mut next, mut next_other) = (one, other);
        loop {
            (next, next_other) = (arena.node(next).next(), arena.node(next_other).next());
            if next == other || next_other == 0 {
                return Some(Ordering::Less);
            }
            if next_other == one || next == 0 {
                return Some(Ordering::Greater);
            }
        }
    }

    /// Returns whether two nodes have equal data and equal children, as [isEqualNode](https://dom.spec.whatwg.org/#concept-node-equals)
    /// does. The nodes may be in different documents. The order of attributes does not matter. Template contents and shadow roots are not
    /// compared.
    ///
    /// ```
    /// let one = limpid::parse_fragment("<p id=a class=b>Tea", "div");
    /// let other = limpid::parse_fragment("<p CLASS=b ID=a>T&#101;a</p>", "div");
    /// assert!(one.root() != other.root() && one.root().is_equal_node(other.root()));
    /// ```
    #[doc(alias = "isEqualNode")]
    #[inline]
    pub fn is_equal_node(self, other: NodeRef<'_>) -> bool {
        self.traverse().zip(other.traverse()).all(|events| match events {
            (Edge::Enter(one), Edge::Enter(other)) => one.is_equal_without_children(other),
            (Edge::Leave(_), Edge::Leave(_)) => true,
            _ => false,
        })
    }

    /// Whether two nodes are equal apart from their children.
    #[inline]
    fn is_equal_without_children(self, other: NodeRef<'_>) -> bool {
        let doctype = |node: NodeRef<'_>| {
            let doctype = node.doctype()?;
            Some(
                [doctype.name, doctype.public_id.unwrap_or_default(), doctype.system_id.unwrap_or_default()]
                    .map(str::to_owned),
            )
        };
        self.kind() == other.kind()
            && self.is_in_namespace_of(other)
            && (self.prefix(), self.local_name()) == (other.prefix(), other.local_name())
            && (self.text(), self.comment()) == (other.text(), other.comment())
            && self.processing_instruction() == other.processing_instruction()
            && doctype(self) == doctype(other)
            && self.attributes().len() == other.attributes().len()
            && self.attributes().all(|attribute| {
                other.attribute_ns(attribute.namespace_url().unwrap_or_default(), attribute.local_name())
                    == Some(attribute.value())
            })
    }

    /// Returns the nodes after this one in tree order, up to but not including `end`. If `end` is not among them, returns all nodes to the
    /// end of the tree.
    ///
    /// ```
    /// let document = limpid::parse("<h2>Tea</h2><p>Green, <b>black</b></p><h2>Milk</h2><p>Cold</p>");
    /// let headings: Vec<_> = document.select("h2")?.collect();
    /// let section: String = headings[0].nodes_until(headings[1]).filter_map(|node| node.text()).collect();
    /// assert_eq!(section, "TeaGreen, black");
    /// # Ok::<(), limpid::SelectorError>(())
    /// ```
    #[doc(alias = "Range")]
    #[inline]
    pub fn nodes_until(self, end: NodeRef<'d>) -> impl FusedIterator<Item = NodeRef<'d>> + Clone + fmt::Debug {
        NodesUntil { last: self, end }
    }
}

/// An iterator over the nodes between two others in tree order.
#[derive(Clone, Debug)]
struct NodesUntil<'d> {
    last: NodeRef<'d>,
    end: NodeRef<'d>,
}

impl<'d> Iterator for NodesUntil<'d> {
    type Item = NodeRef<'d>;

    #[inline]
    fn next(&mut self) -> Option<NodeRef<'d>> {
        let next = self.last.link(self.last.document.arena.next_in_order(self.last.number(), 0))?;
        if next == self.end {
            return None;
        }
        self.last = next;
        Some(next)
    }
}

impl FusedIterator for NodesUntil<'_> {}
