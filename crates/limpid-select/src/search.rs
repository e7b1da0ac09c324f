//! The matcher.
//!
//! It matches from the subject to the left, like browsers. This could take quadratic time, so the search counts steps. After more steps than
//! the document has nodes, it computes the set of all matching elements of each complex selector instead, in one pass over the tree for each
//! compound (see [`crate::sets`]). The total time is proportional to the size of the document times the size of the selector.
//!
//! It recurses only on functions in functions, which the parser limits.

use crate::bits::NodeSet;
use crate::compiled::{AttributeTest, Compiled, Complex, Compound, Key, List, Nth, Test};
use crate::element::{
    CaseSensitivity, case_on, following, has_class, has_id, is_empty, is_root, is_same_type, matches_value, next,
    previous,
};
use crate::html::is_html_in_html;
use crate::inherited::Inherited;
use crate::parse::syntax::Combinator;
use core::iter::successors;
use limpid_dom::{Descendants, LocalName, Namespace, NodeId, NodeKind, NodeRef, QuirksMode};
use std::collections::HashMap;

/// The number of cached compounds of the last match.
const CACHED_COMPOUNDS: usize = 6;

/// The number of steps spent on counting siblings before a table is used.
const MAX_NTH_STEPS: usize = 512;

/// A search for a selector in a document, with its caches.
#[derive(Clone)]
pub(crate) struct Search<'d, 's> {
    pub(crate) selector: &'s Compiled,
    /// The node that `:scope` matches, or `None` for the document element.
    scope: Option<NodeId>,
    /// The scope, if it is a fragment. A fragment matches only `:scope`.
    pub(crate) fragment: Option<NodeId>,
    case: CaseSensitivity,
    /// The last complex selector that matched, and the elements that matched its compounds to the left of the subject.
    last_match: (usize, [Option<NodeId>; CACHED_COMPOUNDS]),
    steps_left: usize,
    /// The number of `steps_left` that may be used to count siblings.
    nth_steps_left: usize,
    node_count: usize,
    /// The sets that are already computed. First, one set for each complex selector: the elements that match it or, for an argument of `:has`,
    /// the anchors. Then, one set for each text of `:contains()`.
    sets: Vec<Option<NodeSet>>,
    /// For each `:nth-…`, a table from node numbers to indices among the siblings. 0 means that the index is not computed yet.
    indices: Vec<Vec<u32>>,
    inherited: Inherited<'d>,
}

impl<'d, 's> Search<'d, 's> {
    /// Creates a search in the descendants of `top`, or for matching `top` itself. `top` is the scope, unless it is the document.
    pub(crate) fn new(selector: &'s Compiled, top: NodeRef<'d>) -> Search<'d, 's> {
        let document = top.document();
        let scope = (top.kind() != NodeKind::Document).then(|| top.id());
        let case = match document.quirks_mode() {
            QuirksMode::Quirks => CaseSensitivity::AsciiInsensitive,
            _ => CaseSensitivity::Sensitive,
        };
        let node_count = document.node_count();
        Search {
            selector,
            scope,
            fragment: scope.filter(|_| !top.is_element()),
            case,
            last_match: (0, [None; CACHED_COMPOUNDS]),
            steps_left: 1024 + node_count,
            nth_steps_left: MAX_NTH_STEPS,
            node_count,
            sets: Vec::new(),
            indices: Vec::new(),
            inherited: Inherited::default(),
        }
    }

    pub(crate) fn with_steps(mut self, steps: usize) -> Search<'d, 's> {
        self.steps_left = steps;
        self.nth_steps_left = steps;
        self
    }

    pub(crate) fn empty_set(&self) -> NodeSet {
        NodeSet::new(self.node_count)
    }

    /// Returns the next node that the selector matches.
    ///
    /// Each kind of key has a separate method that searches in a loop, because most nodes fail the test of the key.
    pub(crate) fn find(&mut self, nodes: &mut Descendants<'d>) -> Option<NodeRef<'d>> {
        let case = self.case;
        let number = match &self.selector.key {
            Key::Name(name) | Key::Attribute(name) => nodes.document().name_number(name)?,
            _ => 0,
        };
        loop {
            let element = match &self.selector.key {
                Key::Name(_) => nodes.next_element_named(number),
                Key::Names(names) => nodes.next_element_among(names),
                Key::Class(class) => {
                    nodes.next_element_with(LocalName::CLASS, class.bytes(), |value| class.is_in(value, case))
                }
                Key::Id(id) => {
                    nodes.next_element_with(LocalName::ID, id.as_bytes(), |value| case.eq(value, id.as_bytes()))
                }
                Key::Attribute(_) => nodes.next_element_with_attribute(number),
                Key::Nothing => nodes.next_element(),
            }?;
            if self.matches(element) {
                return Some(element);
            }
        }
    }

    /// Returns the last node that the selector matches.
    pub(crate) fn find_last(&mut self, nodes: &mut Descendants<'d>) -> Option<NodeRef<'d>> {
        nodes.rev().find(|node| node.is_element() && self.matches(*node))
    }

    pub(crate) fn matches(&mut self, element: NodeRef<'d>) -> bool {
        self.matches_any(&self.selector.top, element)
    }

    fn matches_any(&mut self, list: &List, element: NodeRef<'d>) -> bool {
        list.clone().any(|index| self.matches_complex(index, element))
    }

    fn matches_complex(&mut self, index: usize, element: NodeRef<'d>) -> bool {
        let complex = &self.selector.complexes[index];
        let Some(subject) = complex.compounds.first() else { return false };
        if !self.matches_compound(subject, element) {
            return false;
        }
        subject.left.is_none() || self.matches_left_of_subject(index, complex, element)
    }

    fn matches_left_of_subject(&mut self, index: usize, complex: &'s Complex, element: NodeRef<'d>) -> bool {
        if self.uses_set(index) {
            return self.is_in_set(index, element, Search::build_set);
        }
        self.matches_to_the_left(complex, element, None, Some(index))
    }

    /// Returns whether the set of a complex selector is used: it is already computed, or no steps are left.
    pub(crate) fn uses_set(&self, index: usize) -> bool {
        self.steps_left == 0 || self.sets.get(index).is_some_and(Option::is_some)
    }

    /// Returns whether an element is in the set of a complex selector. Builds the set on first use.
    pub(crate) fn is_in_set(
        &mut self,
        index: usize,
        element: NodeRef<'d>,
        build: fn(&mut Search<'d, 's>, usize, NodeRef<'d>) -> NodeSet,
    ) -> bool {
        if let Some(Some(set)) = self.sets.get(index) {
            return set.contains(element);
        }
        let set = build(self, index, element);
        let is_in = set.contains(element);
        self.sets.resize(self.selector.complexes.len() + self.selector.texts.len(), None);
        self.sets[index] = Some(set);
        is_in
    }

    /// Counts a step. Only the work that sets would save is counted.
    fn step(&mut self) {
        self.steps(1);
    }

    pub(crate) fn steps(&mut self, count: usize) {
        self.steps_left = self.steps_left.saturating_sub(count);
    }

    /// Returns whether ancestors and siblings match the other compounds. In an argument of `:has`, the leftmost compound is related to
    /// `anchor`.
    ///
    /// After a mismatch, it tries the next candidate of the nearest combinator to the right that has another candidate. Combinators further right
    /// need no retry. Candidates are tried in order of their distance, so the remaining candidates of such a combinator are farther away. They lead
    /// only to candidates that were already tried.
    ///
    /// The match for the complex selector at `index` is cached, because the next element often has the same ancestors and preceding siblings.
    fn matches_to_the_left(
        &mut self,
        complex: &'s Complex,
        element: NodeRef<'d>,
        anchor: Option<NodeRef<'d>>,
        index: Option<usize>,
    ) -> bool {
        let compounds = &complex.compounds;
        let mut matched = [None; CACHED_COMPOUNDS];
        let mut retries = Retries::default();
        let (mut position, mut current) = (0, element);
        loop {
            self.step();
            let Some(left) = compounds[position].left else {
                if let Some(index) = index {
                    self.last_match = (index, matched);
                }
                return true;
            };
            let candidate = match left {
                Combinator::Descendant => self.ancestor_for(compounds.get(position + 1), current),
                Combinator::Child => self.parent(current),
                Combinator::NextSibling | Combinator::SubsequentSibling => previous(current),
            };
            let next = if let Some(candidate) = candidate {
                if let Some(index) = index
                    && self.is_same_as_last_match(index, position, candidate, &mut matched)
                {
                    return true;
                }
                retries.record(left, position, candidate);
                let matches = match compounds.get(position + 1) {
                    Some(compound) => self.matches_compound(compound, candidate),
                    None if anchor == Some(candidate) => return true,
                    None => false,
                };
                if matches { Some((position + 1, candidate)) } else { retries.sibling.or(retries.ancestor) }
            } else if matches!(left, Combinator::NextSibling | Combinator::SubsequentSibling) {
                // `~` has no siblings left either.
                retries.sibling = None;
                retries.ancestor
            } else {
                // No combinator has ancestors left.
                None
            };
            match next {
                Some(place) => (position, current) = place,
                None => return false,
            }
        }
    }

    /// Records the candidate for a compound. Returns whether the last match had the same candidate. If so, all compounds to its left match
    /// again.
    fn is_same_as_last_match(
        &mut self,
        index: usize,
        position: usize,
        candidate: NodeRef<'d>,
        matched: &mut [Option<NodeId>; CACHED_COMPOUNDS],
    ) -> bool {
        let Some(place) = matched.get_mut(position) else { return false };
        *place = Some(candidate.id());
        let is_same = index == self.last_match.0 && self.last_match.1[position] == *place;
        if is_same {
            self.last_match.1[..position].copy_from_slice(&matched[..position]);
        }
        is_same
    }

    /// Returns the nearest ancestor that may match a compound.
    fn ancestor_for(&mut self, compound: Option<&Compound>, element: NodeRef<'d>) -> Option<NodeRef<'d>> {
        let Some(Test::KnownName(name)) = compound.and_then(|compound| compound.tests.first()) else {
            return self.parent(element);
        };
        let mut current = element.parent()?;
        while current.name() != *name {
            self.step();
            current = current.parent()?;
        }
        Some(current)
    }

    /// Returns the parent, if it is an element or the fragment that is the scope.
    pub(crate) fn parent(&self, element: NodeRef<'d>) -> Option<NodeRef<'d>> {
        element.parent().filter(|parent| parent.is_element() || self.fragment == Some(parent.id()))
    }

    /// Returns whether a fragment that is the [scoping root](https://drafts.csswg.org/selectors-4/#virtual-scoping-root) matches a
    /// compound. It is featureless and matches only `:scope`.
    fn matches_fragment(&self, compound: &Compound) -> bool {
        let meets = |test: &Test| match test {
            Test::Scope => true,
            Test::Is(list) => self.selector.complexes[list.clone()].iter().any(|complex| match &*complex.compounds {
                [compound] => self.matches_fragment(compound),
                _ => false,
            }),
            _ => false,
        };
        !compound.tests.is_empty() && compound.tests.iter().all(meets)
    }

    pub(crate) fn matches_compound(&mut self, compound: &'s Compound, element: NodeRef<'d>) -> bool {
        if self.fragment == Some(element.id()) {
            return self.matches_fragment(compound);
        }
        compound.tests.iter().all(|test| self.meets(test, element))
    }

    fn meets(&mut self, test: &'s Test, element: NodeRef<'d>) -> bool {
        match test {
            Test::KnownName(name) => element.name() == *name,
            Test::Name(name) => name.is(is_html_in_html(element), element.name(), || element.local_name()),
            Test::Namespace(namespace) => {
                namespace.is(element.namespace(), || element.namespace_url().unwrap_or_default())
            }
            Test::Id(id) => has_id(element, id, self.case),
            Test::Class(class) => has_class(element, class, self.case),
            Test::Attribute(test) => has_attribute(element, test),
            _ => self.meets_uncommon(test, element),
        }
    }

    fn meets_uncommon(&mut self, test: &'s Test, element: NodeRef<'d>) -> bool {
        match test {
            Test::Root => is_root(element),
            Test::Empty => is_empty(element),
            Test::Scope => self.scope.map_or_else(|| is_root(element), |scope| element.id() == scope),
            Test::FirstChild => previous(element).is_none(),
            Test::LastChild => next(element).is_none(),
            Test::OnlyChild => previous(element).is_none() && next(element).is_none(),
            Test::Nth(nth) => {
                nth.of.as_ref().is_none_or(|of| self.matches_any(of, element))
                    && nth.formula.matches(self.index(nth, element))
            }
            Test::Is(list) => self.matches_any(list, element),
            Test::Not(list) => !self.matches_any(list, element),
            Test::Has(list) => list.clone().any(|index| self.is_anchor(index, element)),
            Test::Contains(index) => self.contains(*index, element),
            Test::PseudoClass(class) => class.matches(element, &self.inherited),
            _ => false,
        }
    }

    /// Returns whether an argument of `:has` matches relative to an element.
    fn is_anchor(&mut self, index: usize, element: NodeRef<'d>) -> bool {
        let complex = &self.selector.complexes[index];
        let (Some(subject), Some(last)) = (complex.compounds.first(), complex.compounds.last()) else { return false };
        let is_single = complex.compounds.len() == 1;
        match last.left {
            Some(Combinator::NextSibling) if is_single => {
                next(element).is_some_and(|sibling| self.matches_compound(subject, sibling))
            }
            Some(Combinator::Child) if is_single => element.children().any(|child| {
                self.step();
                child.is_element() && self.matches_compound(subject, child)
            }),
            _ if self.uses_set(index) => self.is_in_set(index, element, Search::build_anchors),
            Some(Combinator::SubsequentSibling) if is_single => following(element).any(|sibling| {
                self.step();
                self.matches_compound(subject, sibling)
            }),
            Some(Combinator::Child) | Some(Combinator::Descendant) => {
                element.descendants().any(|node| self.is_subject_from(complex, node, element))
            }
            _ => following(element).any(|sibling| {
                self.is_subject_from(complex, sibling, element)
                    || sibling.descendants().any(|node| self.is_subject_from(complex, node, element))
            }),
        }
    }

    fn is_subject_from(&mut self, complex: &'s Complex, node: NodeRef<'d>, anchor: NodeRef<'d>) -> bool {
        self.step();
        node.is_element()
            && self.matches_compound(&complex.compounds[0], node)
            && (complex.compounds.len() == 1 && complex.compounds[0].left == Some(Combinator::Descendant)
                || self.matches_to_the_left(complex, node, Some(anchor), None))
    }

    /// Returns the index of an element among the siblings counted by `:nth-…`, starting at 1. The element itself must be counted.
    fn index(&mut self, nth: &'s Nth, element: NodeRef<'d>) -> i32 {
        if self.nth_steps_left == 0 {
            return self.index_in_table(nth, element);
        }
        let step = |element| if nth.is_from_end { next(element) } else { previous(element) };
        let mut index = 1;
        for sibling in successors(step(element), |sibling| step(*sibling)) {
            self.step();
            self.nth_steps_left = self.nth_steps_left.saturating_sub(1);
            index += i32::from(self.counts(nth, element, sibling));
        }
        index
    }

    fn counts(&mut self, nth: &'s Nth, element: NodeRef<'d>, sibling: NodeRef<'d>) -> bool {
        match &nth.of {
            Some(of) => self.matches_any(of, sibling),
            None => !nth.is_of_type || is_same_type(element, sibling),
        }
    }

    fn index_in_table(&mut self, nth: &'s Nth, element: NodeRef<'d>) -> i32 {
        let Some(parent) = element.parent() else { return 1 };
        if self.indices.is_empty() {
            self.indices = vec![Vec::new(); self.selector.nth_count];
        }
        let mut table = core::mem::take(&mut self.indices[nth.table]);
        if table.is_empty() {
            table = vec![0; self.node_count + 1];
        }
        let number = element.id().get() as usize;
        if table[number] == 0 {
            let children = parent.children().filter(|child| child.is_element());
            if nth.is_from_end {
                self.number_siblings(nth, children.rev(), &mut table);
            } else {
                self.number_siblings(nth, children, &mut table);
            }
        }
        let index = table[number];
        self.indices[nth.table] = table;
        index as i32
    }

    /// Computes the `:nth-…` indices of siblings.
    fn number_siblings(&mut self, nth: &'s Nth, siblings: impl Iterator<Item = NodeRef<'d>>, table: &mut [u32]) {
        let mut types: HashMap<(u32, u32), u32> = HashMap::new();
        let mut count = 0;
        for sibling in siblings {
            let number = sibling.id().get() as usize;
            if nth.is_of_type {
                let of_type = types.entry((sibling.namespace_number(), sibling.name_number())).or_insert(0);
                *of_type += 1;
                table[number] = *of_type;
            } else if nth.of.as_ref().is_none_or(|of| self.matches_any(of, sibling)) {
                count += 1;
                table[number] = count;
            }
        }
    }
}

/// The points at which a failed match to the left can be retried.
#[derive(Default)]
struct Retries<'d> {
    /// The nearest descendant combinator: the position of its compound, and the last ancestor tried.
    ancestor: Option<(usize, NodeRef<'d>)>,
    /// The nearest `~`, if only sibling combinators were tried after it: the position of its compound, and the last sibling tried. It is
    /// retried before `ancestor`.
    sibling: Option<(usize, NodeRef<'d>)>,
}

impl<'d> Retries<'d> {
    fn record(&mut self, left: Combinator, position: usize, candidate: NodeRef<'d>) {
        match left {
            Combinator::Descendant => (self.ancestor, self.sibling) = (Some((position, candidate)), None),
            Combinator::Child => self.sibling = None,
            Combinator::SubsequentSibling => self.sibling = Some((position, candidate)),
            Combinator::NextSibling => {}
        }
    }
}

fn has_attribute(element: NodeRef<'_>, test: &AttributeTest) -> bool {
    let matches = |value: &[u8]| {
        test.value.as_ref().is_none_or(|wanted| {
            matches_value(value, wanted.operator, wanted.value.as_bytes(), case_on(element, wanted.case))
        })
    };
    // Nearly all attributes have no namespace and a known lowercase name.
    let is_common = test.name.id.is_known()
        && test.name.id == test.name.lower_id
        && test.namespace.as_ref().is_none_or(|namespace| namespace.is(Namespace::None, || ""));
    if is_common && element.attribute_bytes(test.name.id, |_| true).is_some_and(matches) {
        return true;
    }
    let is_html = is_html_in_html(element);
    element.attributes().any(|attribute| {
        test.name.is(is_html, attribute.name(), || attribute.local_name())
            && test.namespace.as_ref().is_none_or(|namespace| {
                namespace.is(attribute.namespace(), || attribute.namespace_url().unwrap_or_default())
            })
            && matches(attribute.value().as_bytes())
    })
}
