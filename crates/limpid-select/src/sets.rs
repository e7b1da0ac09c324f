//! Computes the set of all elements in a tree that a complex selector matches, in one pass over the tree for each compound.

use crate::bits::NodeSet;
use crate::compiled::Compound;
use crate::element::{parent, previous};
use crate::parse::syntax::Combinator;
use crate::search::Search;
use limpid_dom::NodeRef;

pub(crate) fn root_of(node: NodeRef<'_>) -> NodeRef<'_> {
    node.ancestors().last().unwrap_or(node)
}

impl<'d, 's> Search<'d, 's> {
    /// Returns the elements of a tree in tree order. Also returns the root `top`, if it is an element or the scope.
    fn elements(&self, top: NodeRef<'d>) -> impl Iterator<Item = NodeRef<'d>> + use<'d> {
        let includes_top = top.is_element() || self.fragment == Some(top.id());
        includes_top.then_some(top).into_iter().chain(top.descendants().filter(|node| node.is_element()))
    }

    pub(crate) fn build_set(&mut self, index: usize, node_in_tree: NodeRef<'d>) -> NodeSet {
        let top = root_of(node_in_tree);
        let compounds: &'s [Compound] = &self.selector.complexes[index].compounds;
        let mut compounds = compounds.iter().rev();
        let mut found = self.empty_set();
        let Some(leftmost) = compounds.next() else { return found };
        for element in self.elements(top) {
            if self.matches_compound(leftmost, element) {
                found.insert(element);
            }
        }
        for compound in compounds {
            found = self.related_to(top, &found, compound);
        }
        found
    }

    /// Returns the elements that match a compound and are related to an element in `left` by the combinator of the compound.
    fn related_to(&mut self, top: NodeRef<'d>, left: &NodeSet, compound: &'s Compound) -> NodeSet {
        let mut found = self.empty_set();
        // The elements with an ancestor or preceding sibling in `left`.
        let mut reached = self.empty_set();
        for element in self.elements(top) {
            let nearest = match compound.left {
                Some(Combinator::Child) | Some(Combinator::Descendant) => self.parent(element),
                Some(Combinator::NextSibling) | Some(Combinator::SubsequentSibling) => previous(element),
                None => None,
            };
            let Some(nearest) = nearest else { continue };
            let is_transitive =
                matches!(compound.left, Some(Combinator::Descendant) | Some(Combinator::SubsequentSibling));
            if left.contains(nearest) || is_transitive && reached.contains(nearest) {
                reached.insert(element);
                if self.matches_compound(compound, element) {
                    found.insert(element);
                }
            }
        }
        found
    }

    /// Returns the elements for which an argument of `:has` matches.
    pub(crate) fn build_anchors(&mut self, index: usize, node_in_tree: NodeRef<'d>) -> NodeSet {
        let top = root_of(node_in_tree);
        let compounds: &'s [Compound] = &self.selector.complexes[index].compounds;
        let mut reached: Option<NodeSet> = None;
        for compound in compounds {
            let mut before = self.empty_set();
            for element in self.elements(top) {
                if reached.as_ref().is_none_or(|reached| reached.contains(element))
                    && self.matches_compound(compound, element)
                {
                    insert_related(element, compound.left, &mut before);
                }
            }
            reached = Some(before);
        }
        reached.unwrap_or_else(|| self.empty_set())
    }
}

/// Inserts the elements to which an element is related by the combinator `left`. Stops at an element that is already in the set, because its
/// related elements are already in the set too.
fn insert_related(element: NodeRef<'_>, left: Option<Combinator>, set: &mut NodeSet) {
    let step = match left {
        Some(Combinator::Child) | Some(Combinator::Descendant) => parent,
        Some(Combinator::NextSibling) | Some(Combinator::SubsequentSibling) => previous,
        None => return,
    };
    let is_transitive = matches!(left, Some(Combinator::Descendant) | Some(Combinator::SubsequentSibling));
    let mut current = step(element);
    while let Some(found) = current
        && set.insert(found)
        && is_transitive
    {
        current = step(found);
    }
}
