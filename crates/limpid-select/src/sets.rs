//! Selectors by sets: which elements of the whole tree a complex selector matches, in one pass for each compound.

use crate::bits::NodeSet;
use crate::compiled::Compound;
use crate::element::{parent, previous};
use crate::parse::syntax::Combinator;
use crate::search::Search;
use limpid_dom::NodeRef;

pub(crate) fn top_of(node: NodeRef<'_>) -> NodeRef<'_> {
    node.ancestors().last().unwrap_or(node)
}

impl<'d, 's> Search<'d, 's> {
    /// The elements of a tree, in order, and what they hang from if that is what `:scope` is.
    fn elements(&self, top: NodeRef<'d>) -> impl Iterator<Item = NodeRef<'d>> + use<'d> {
        let is_in = top.is_element() || self.fragment == Some(top.id());
        is_in.then_some(top).into_iter().chain(top.descendants().filter(|node| node.is_element()))
    }

    /// The elements that a complex selector matches.
    pub(crate) fn make_set(&mut self, index: usize, somewhere: NodeRef<'d>) -> NodeSet {
        let top = top_of(somewhere);
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

    /// The elements that meet a compound and are related to one of a set as it says.
    fn related_to(&mut self, top: NodeRef<'d>, left: &NodeSet, compound: &'s Compound) -> NodeSet {
        let mut found = self.empty_set();
        // Those that have one of the set above them or before them.
        let mut reached = self.empty_set();
        for element in self.elements(top) {
            let nearest = match compound.left {
                Some(Combinator::Child) | Some(Combinator::Descendant) => self.parent(element),
                Some(Combinator::NextSibling) | Some(Combinator::SubsequentSibling) => previous(element),
                None => None,
            };
            let Some(nearest) = nearest else { continue };
            let goes_on = matches!(compound.left, Some(Combinator::Descendant) | Some(Combinator::SubsequentSibling));
            if left.contains(nearest) || goes_on && reached.contains(nearest) {
                reached.insert(element);
                if self.matches_compound(compound, element) {
                    found.insert(element);
                }
            }
        }
        found
    }

    /// The elements from which on a selector in `:has` matches something.
    pub(crate) fn make_anchors(&mut self, index: usize, somewhere: NodeRef<'d>) -> NodeSet {
        let top = top_of(somewhere);
        let compounds: &'s [Compound] = &self.selector.complexes[index].compounds;
        let mut reached: Option<NodeSet> = None;
        for compound in compounds {
            let mut before = self.empty_set();
            for element in self.elements(top) {
                if reached.as_ref().is_none_or(|reached| reached.contains(element))
                    && self.matches_compound(compound, element)
                {
                    to_the_left(element, compound.left, &mut before);
                }
            }
            reached = Some(before);
        }
        reached.unwrap_or_else(|| self.empty_set())
    }
}

/// Adds to a set what is related to an element as a compound says. What is there already has all that it leads to.
fn to_the_left(element: NodeRef<'_>, left: Option<Combinator>, set: &mut NodeSet) {
    let step = match left {
        Some(Combinator::Child) | Some(Combinator::Descendant) => parent,
        Some(Combinator::NextSibling) | Some(Combinator::SubsequentSibling) => previous,
        None => return,
    };
    let goes_on = matches!(left, Some(Combinator::Descendant) | Some(Combinator::SubsequentSibling));
    let mut current = step(element);
    while let Some(found) = current
        && set.insert(found)
        && goes_on
    {
        current = step(found);
    }
}
