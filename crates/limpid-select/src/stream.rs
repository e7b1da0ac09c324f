//! Matches selectors against the elements of a stream at their start, without a tree. The memory depends only on the open elements.
//!
//! A complex selector is a sequence of steps, one per compound, from left to right. Each step has a bit. When an element matches a step,
//! the next step becomes pending for the elements that its combinator names: the children or descendants of the element, or its following
//! siblings. Each open element stores sets of pending steps. A new element is tested for the union of the sets that apply to it:
//!
//! ```text
//! candidates(e) = the first steps
//!               | below(parent)                   steps after ` `, pending because of any ancestor
//!               | child(parent)                   steps after `>`
//!               | next(parent)                    steps after `+`, pending because of the last child so far
//!               | later(parent)                   steps after `~`, pending because of any child
//! ```

use crate::compiled::{AttributeTest, Compiled, List, Nth, Test};
use crate::element::{CaseSensitivity, matches_value};
use crate::html::{is_html, value};
use crate::parse::syntax::{self, Case, Combinator, Counts, Simple};
use crate::pseudo_class::PseudoClass;
use crate::selector::Selector;
use crate::stream_state::StreamStates;
use core::fmt;
use limpid_dom::{LocalName, Namespace};
use limpid_markup::NewElement;
use std::collections::HashMap;

/// An error for a part of a selector that depends on more than is known at the start of an element.
///
/// ```
/// use limpid_select::{Selector, StreamMatcher};
/// let selector = Selector::parse("li:last-child a")?;
/// let error = StreamMatcher::new([&selector]).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "`:last-child` cannot be matched while the page arrives, because it depends on later siblings; parse the page into a document, or remove this part"
/// );
/// # Ok::<(), limpid::SelectorError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StreamError {
    selector: usize,
    part: Box<str>,
    reason: &'static str,
}

impl StreamError {
    /// Returns the index of the selector in the list that was passed.
    ///
    /// ```
    /// use limpid_select::{Selector, StreamMatcher};
    /// let selectors = [Selector::parse("li a")?, Selector::parse("li:empty")?];
    /// assert_eq!(StreamMatcher::new(&selectors).unwrap_err().selector(), 1);
    /// # Ok::<(), limpid::SelectorError>(())
    /// ```
    #[inline]
    pub fn selector(&self) -> usize {
        self.selector
    }

    /// Returns the part, serialized as CSS.
    ///
    /// ```
    /// use limpid_select::{Selector, StreamMatcher};
    /// let selector = Selector::parse("ul > li:only-child")?;
    /// assert_eq!(StreamMatcher::new([&selector]).unwrap_err().part(), ":only-child");
    /// # Ok::<(), limpid::SelectorError>(())
    /// ```
    #[inline]
    pub fn part(&self) -> &str {
        &self.part
    }
}

impl fmt::Display for StreamError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let StreamError { part, reason, .. } = self;
        write!(
            f,
            "`{part}` cannot be matched while the page arrives, because it depends on {reason}; parse the page into a document, or remove this part"
        )
    }
}

impl core::error::Error for StreamError {}

/// An element at its start, as passed to a [`StreamMatcher`].
///
/// ```
/// use limpid_markup::{LocalName, TagByParts};
/// use limpid_select::StreamedElement;
///
/// let tag = TagByParts::implied(LocalName::LI);
/// // The first element of a page, in the document itself.
/// let item = StreamedElement { element: &tag.element(), index: 1, parent: 0, before: None, in_quirks_mode: false };
/// assert_eq!((item.element.name, item.parent), (LocalName::LI, 0));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct StreamedElement<'e> {
    /// The name and attributes.
    pub element: &'e NewElement<'e>,
    /// A small number that is unique among the open elements, and not 0.
    pub index: usize,
    /// The index of the parent; 0 for the document or fragment.
    pub parent: usize,
    /// The index of the sibling, always a `table`, before which the element is inserted. `None` if the element is appended to its parent.
    pub before: Option<usize>,
    /// Whether the document is in quirks mode, where classes and ids are ASCII case-insensitive.
    pub in_quirks_mode: bool,
}

/// Matches selectors against elements at their start, in the order of the page.
///
/// A match depends on what is known at the start of an element: its tag, its ancestors and its preceding siblings. Later changes have no
/// effect. The contents of a `template` are a separate tree.
///
/// ```
/// use limpid_markup::{LocalName, TagByParts};
/// use limpid_select::{Selector, StreamMatcher, StreamedElement};
///
/// let mut matcher = StreamMatcher::new([&Selector::parse("ul > li + li")?])?;
/// let mut matched = Vec::new();
/// let [ul, li] = [LocalName::UL, LocalName::LI].map(|name| TagByParts::implied(name).element());
/// let streamed = |element, index, parent| StreamedElement { element, index, parent, before: None, in_quirks_mode: false };
/// for (element, expected) in [(streamed(&ul, 1, 0), 0), (streamed(&li, 2, 1), 0), (streamed(&li, 2, 1), 1)] {
///     matcher.enter(element, &mut matched);
///     assert_eq!(matched.len(), expected);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct StreamMatcher {
    selectors: Box<[Compiled]>,
    steps: Vec<Step>,
    /// The number of `u64` words in a set of steps.
    words: usize,
    /// The steps that may match each element name, in rows of `words` entries. The first row is for names that no step mentions.
    rows: Vec<Steps>,
    row_by_name: Box<[u16]>,
    /// Whether any selector has a combinator.
    has_relations: bool,
    /// Whether every element's type or attributes are needed.
    needs_more_than_name: bool,
    /// The lists of `:nth-child(… of …)`, with the indices of their selectors.
    of_lists: Vec<(usize, List)>,
    counts_siblings: bool,
    counts_types: bool,
    /// The number of bytes used for `by_type` in all counters.
    type_counter_bytes: usize,
    /// `None` if no pseudo-class depends on ancestors.
    states: Option<StreamStates>,
    /// `words` entries for each element index.
    sets: Vec<PendingSteps>,
    /// The counters of the children of each element index.
    counts: Vec<Counters>,
    candidates: Vec<u64>,
    /// For each step that the current element matches: its combinator, and the bit of the next step.
    matched_steps: Vec<(Combinator, usize)>,
    /// Whether the current element matches each complex selector. The entries of a selector start at its `first_complex`.
    matched_complexes: Vec<bool>,
    /// Whether functions contain complex selectors, so that `matched_complexes` is needed.
    has_nested: bool,
    first_complex: Vec<usize>,
}

impl fmt::Debug for StreamMatcher {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StreamMatcher").field("steps", &self.steps.len()).finish_non_exhaustive()
    }
}

/// A compound of a complex selector.
#[derive(Clone, Copy)]
struct Step {
    selector: usize,
    complex: usize,
    /// The index of the compound in its complex selector, from the right.
    compound: usize,
}

type ByType = HashMap<(Namespace, Box<str>), i32>;

/// The numbers of children so far: all, by type, and by the lists of `:nth-child(… of …)`.
#[derive(Clone, Default)]
struct Counters {
    all: i32,
    /// `None` while nothing is counted by type, as in most elements.
    by_type: Option<Box<ByType>>,
    of: Vec<i32>,
    /// For a `table`: 1 for each list that matches the table, otherwise 0. The table is counted before the elements that are inserted before
    /// it, so their positions must not include it.
    own: Vec<i32>,
}

/// The steps that may match an element name: `all` steps, and the steps that are the `first` of their complex selector.
#[derive(Clone, Copy, Default)]
struct Steps {
    first: u64,
    all: u64,
}

/// The pending steps at an element.
#[derive(Clone, Copy, Default)]
struct PendingSteps {
    /// For its descendants.
    below: u64,
    /// The part of `below` that the element itself caused.
    own: u64,
    /// For its children.
    child: u64,
    /// For its next child.
    next: u64,
    /// For all its later children.
    later: u64,
    /// For the next element that is inserted before this element.
    before_next: u64,
    /// For all later elements that are inserted before this element.
    before_later: u64,
}

impl StreamMatcher {
    /// Creates a matcher for selectors.
    ///
    /// # Errors
    /// Returns an error for a part that cannot be matched at the start of an element, because it depends on later siblings, on the content of
    /// the element, or on later parts of the page.
    ///
    /// ```
    /// use limpid_select::{Selector, StreamMatcher};
    /// assert!(StreamMatcher::new([&Selector::parse("ul > li:first-child")?]).is_ok());
    /// assert!(StreamMatcher::new([&Selector::parse("ul > li:last-child")?]).is_err());
    /// # Ok::<(), limpid::SelectorError>(())
    /// ```
    pub fn new<'s>(selectors: impl IntoIterator<Item = &'s Selector>) -> Result<StreamMatcher, StreamError> {
        let mut compiled = Vec::new();
        for (selector, one) in selectors.into_iter().enumerate() {
            check_streamable(&one.list).map_err(|(part, reason)| StreamError {
                selector,
                part: part.into(),
                reason,
            })?;
            compiled.push(one.compiled.clone());
        }
        let mut matcher = StreamMatcher {
            selectors: compiled.into(),
            steps: Vec::new(),
            words: 0,
            rows: Vec::new(),
            row_by_name: vec![0; LocalName::COUNT].into(),
            has_relations: false,
            needs_more_than_name: false,
            of_lists: Vec::new(),
            counts_siblings: false,
            counts_types: false,
            type_counter_bytes: 0,
            states: None,
            sets: Vec::new(),
            counts: Vec::new(),
            candidates: Vec::new(),
            matched_steps: Vec::new(),
            matched_complexes: Vec::new(),
            has_nested: false,
            first_complex: Vec::new(),
        };
        matcher.add_steps();
        matcher.add_rows();
        Ok(matcher)
    }

    /// Adds the steps of all complex selectors in the order of [`Compiled::complexes`]: the selectors in functions come first. In a function, a
    /// complex selector that consists of one compound has no steps, because it is tested directly.
    #[inline]
    fn add_steps(&mut self) {
        let mut complexes = 0;
        for (selector, compiled) in self.selectors.iter().enumerate() {
            self.first_complex.push(complexes);
            complexes += compiled.complexes.len();
            for (complex, it) in compiled.complexes.iter().enumerate() {
                let is_top = compiled.top.contains(&complex);
                self.has_nested |= !is_top;
                if is_top || it.compounds.len() > 1 {
                    let compounds = (0..it.compounds.len()).rev();
                    self.steps.extend(compounds.map(|compound| Step { selector, complex, compound }));
                }
                self.has_relations |= it.compounds.len() > 1;
                for compound in &it.compounds {
                    for test in &compound.tests {
                        self.counts_siblings |= matches!(test, Test::FirstChild | Test::Nth(_));
                        if matches!(test, Test::PseudoClass(class) if StreamStates::are_needed_for(class)) {
                            self.states.get_or_insert_default();
                        }
                        let Test::Nth(nth) = test else { continue };
                        self.counts_types |= nth.is_of_type;
                        self.of_lists.extend(nth.of.clone().map(|of| (selector, of)));
                    }
                }
            }
        }
        self.needs_more_than_name = self.states.is_some() || self.counts_types || !self.of_lists.is_empty();
        self.matched_complexes = vec![false; complexes];
        self.words = self.steps.len().div_ceil(64);
        self.candidates = vec![0; self.words];
    }

    #[inline]
    fn add_rows(&mut self) {
        self.rows = vec![Steps::default(); self.words];
        for (bit, step) in self.steps.iter().enumerate() {
            let compounds = &self.selectors[step.selector].complexes[step.complex].compounds;
            let set = |row: &mut [Steps]| {
                let steps = &mut row[bit / 64];
                steps.all |= 1 << (bit % 64);
                steps.first |= u64::from(step.compound + 1 == compounds.len()) << (bit % 64);
            };
            let known = compounds[step.compound].tests.iter().find_map(|test| match test {
                Test::KnownName(name) => Some(name.index()),
                _ => None,
            });
            let Some(name) = known else {
                self.rows.chunks_mut(self.words).for_each(set);
                continue;
            };
            if self.row_by_name[name] == 0 {
                self.row_by_name[name] = (self.rows.len() / self.words) as u16;
                // Start with the steps that apply to any name and were already added.
                self.rows.extend_from_within(..self.words);
            }
            let start = usize::from(self.row_by_name[name]) * self.words;
            set(&mut self.rows[start..start + self.words]);
        }
    }

    /// Starts an element, and fills `matched` with the indices of the selectors that match it, in ascending order.
    ///
    /// ```
    /// use limpid_markup::{LocalName, TagByParts};
    /// use limpid_select::{Selector, StreamMatcher, StreamedElement};
    ///
    /// let selectors = [Selector::parse("p")?, Selector::parse("*")?, Selector::parse("div > p")?];
    /// let mut matcher = StreamMatcher::new(&selectors)?;
    /// let p = TagByParts::implied(LocalName::P).element();
    /// let mut matched = Vec::new();
    /// matcher.enter(StreamedElement { element: &p, index: 1, parent: 0, before: None, in_quirks_mode: false }, &mut matched);
    /// assert_eq!(matched, [0, 1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn enter(&mut self, element: StreamedElement<'_>, matched: &mut Vec<usize>) {
        matched.clear();
        if self.words == 0 {
            return;
        }
        if let Some(states) = &mut self.states {
            states.enter(element);
        }
        let row = usize::from(self.row_by_name[element.element.name.index()]) * self.words;
        if self.has_relations || self.counts_siblings {
            return self.enter_related(element, row, matched);
        }
        for word in 0..self.words {
            let steps = self.rows[row + word].first;
            if steps != 0 {
                self.test(word, steps, element, matched);
            }
        }
    }

    /// Starts an HTML element as the last child of `parent`, if no compound of the selectors can match its name. Otherwise returns `false`, and
    /// the caller must call [`enter`](Self::enter).
    ///
    /// ```
    /// use limpid_markup::LocalName;
    /// use limpid_select::{Selector, StreamMatcher};
    /// let mut matcher = StreamMatcher::new([&Selector::parse("nav > a")?])?;
    /// assert!(matcher.enter_by_name(LocalName::P, 1, 0));
    /// assert!(!matcher.enter_by_name(LocalName::NAV, 2, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline(always)]
    pub fn enter_by_name(&mut self, name: LocalName, index: usize, parent: usize) -> bool {
        if self.words == 0 {
            return true;
        }
        if self.words != 1 || self.needs_more_than_name {
            return false;
        }
        let steps = self.rows[usize::from(self.row_by_name[name.index()])];
        if !self.has_relations && !self.counts_siblings {
            return steps.first == 0;
        }
        self.grow(index.max(parent));
        let PendingSteps { below, child, next, later, .. } = self.sets[parent];
        if steps.first | steps.all & (below | child | next | later) != 0 || name == LocalName::TEMPLATE {
            return false;
        }
        self.sets[parent].next = 0;
        self.sets[index] = PendingSteps { below, before_next: next, before_later: later, ..PendingSteps::default() };
        if self.counts_siblings {
            self.counts[parent].all = self.counts[parent].all.saturating_add(1);
            self.counts[index].all = 0;
        }
        true
    }

    #[inline]
    fn enter_related(&mut self, element: StreamedElement<'_>, row: usize, matched: &mut Vec<usize>) {
        let StreamedElement { index, parent, before, .. } = element;
        let words = self.words;
        self.grow(index.max(parent).max(before.unwrap_or_default()));
        for word in 0..words {
            let (PendingSteps { below, child, .. }, (next, later)) =
                (self.sets[parent * words + word], self.siblings(element, word));
            let Steps { first, all } = self.rows[row + word];
            self.candidates[word] = first | all & (below | child | next | later);
        }
        self.matched_steps.clear();
        if self.has_nested {
            self.matched_complexes.fill(false);
        }
        for word in 0..words {
            if self.candidates[word] != 0 {
                self.test(word, self.candidates[word], element, matched);
            }
        }
        // The pending steps of its ancestors apply to the descendants of the element too, except in the contents of a template, which are a
        // separate tree. The steps that become pending because of the element itself are added below.
        let is_template = is_html(element.element) && element.element.name == LocalName::TEMPLATE;
        for word in 0..words {
            let (before_next, before_later) = self.siblings(element, word);
            let below = if is_template { 0 } else { self.sets[parent * words + word].below };
            self.sets[index * words + word] =
                PendingSteps { below, before_next, before_later, ..PendingSteps::default() };
            match before {
                Some(sibling) => self.sets[sibling * words + word].before_next = 0,
                None => self.sets[parent * words + word].next = 0,
            }
        }
        for at in 0..self.matched_steps.len() {
            let (combinator, bit) = self.matched_steps[at];
            let (word, bit) = (bit / 64, 1 << (bit % 64));
            let [own, around] = [index, parent].map(|index| index * words + word);
            match combinator {
                Combinator::Descendant | Combinator::Child if is_template => {}
                Combinator::Descendant => {
                    self.sets[own].below |= bit;
                    self.sets[own].own |= bit;
                }
                Combinator::Child => self.sets[own].child |= bit,
                Combinator::NextSibling => match before {
                    Some(sibling) => self.sets[sibling * words + word].before_next |= bit,
                    None => self.sets[around].next |= bit,
                },
                Combinator::SubsequentSibling => {
                    self.sets[around].later |= bit;
                    if let Some(sibling) = before {
                        self.sets[sibling * words + word].before_later |= bit;
                    }
                }
            }
        }
        if self.counts_siblings {
            self.count(element);
        }
    }

    /// Ensures that `sets` and `counts` have entries for an index.
    #[inline]
    fn grow(&mut self, index: usize) {
        let size = (index + 1) * self.words;
        if self.sets.len() < size {
            self.sets.resize(size, PendingSteps::default());
            self.counts.resize_with(index + 1, Default::default);
        }
    }

    /// Returns the steps that are pending for a new element because of its preceding siblings: the steps for only the next sibling, and the steps for
    /// all later siblings.
    #[inline]
    fn siblings(&self, element: StreamedElement<'_>, word: usize) -> (u64, u64) {
        match element.before {
            Some(sibling) => {
                let PendingSteps { before_next, before_later, .. } = self.sets[sibling * self.words + word];
                (before_next, before_later)
            }
            None => {
                let PendingSteps { next, later, .. } = self.sets[element.parent * self.words + word];
                (next, later)
            }
        }
    }

    /// Returns whether a compound of the selectors may match elements with this name.
    ///
    /// ```
    /// use limpid_markup::LocalName;
    /// use limpid_select::{Selector, StreamMatcher};
    /// let matcher = StreamMatcher::new([&Selector::parse("nav > a")?])?;
    /// assert!([LocalName::NAV, LocalName::A].into_iter().all(|name| matcher.may_match(name)));
    /// assert!(!matcher.may_match(LocalName::IMG));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn may_match(&self, name: LocalName) -> bool {
        let compounds = self.selectors.iter().flat_map(|selector| &selector.complexes).flat_map(|it| &it.compounds);
        let is_other = |test: &Test| matches!(test, Test::KnownName(known) if *known != name);
        compounds.into_iter().any(|compound| !compound.tests.iter().any(is_other))
    }

    /// Updates an open element that was moved, or whose ancestor was moved. Call it for the descendants too, from the top down.
    ///
    /// ```
    /// use limpid_markup::{LocalName, TagByParts};
    /// use limpid_select::{Selector, StreamMatcher, StreamedElement};
    ///
    /// let mut matcher = StreamMatcher::new([&Selector::parse("div b")?])?;
    /// let mut matched = Vec::new();
    /// let names = [LocalName::DIV, LocalName::P, LocalName::B];
    /// let [div, p, b] = names.map(|name| TagByParts::implied(name).element());
    /// for (element, index, parent) in [(&div, 1, 0), (&p, 2, 0), (&b, 3, 2)] {
    ///     if index == 3 {
    ///         matcher.reparent(2, 1); // the `p` is moved into the `div`
    ///     }
    ///     matcher.enter(StreamedElement { element, index, parent, before: None, in_quirks_mode: false }, &mut matched);
    /// }
    /// assert_eq!(matched, [0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn reparent(&mut self, index: usize, parent: usize) {
        if let Some(states) = &mut self.states {
            states.reparent(index, parent);
        }
        let [own, around] = [index, parent].map(|index| index * self.words);
        if self.sets.len() > own.max(around) {
            for word in 0..self.words {
                self.sets[own + word].below = self.sets[own + word].own | self.sets[around + word].below;
            }
        }
    }

    /// Returns the number of bytes allocated for the open elements.
    ///
    /// ```
    /// use limpid_markup::{LocalName, TagByParts};
    /// use limpid_select::{Selector, StreamMatcher, StreamedElement};
    ///
    /// let mut matcher = StreamMatcher::new([&Selector::parse("ul > li")?])?;
    /// let before = matcher.memory();
    /// let ul = TagByParts::implied(LocalName::UL).element();
    /// for index in 1..100 {
    ///     let element = StreamedElement { element: &ul, index, parent: index - 1, before: None, in_quirks_mode: false };
    ///     matcher.enter(element, &mut Vec::new());
    /// }
    /// assert!(matcher.memory() > before);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn memory(&self) -> usize {
        let counters = self.counts.capacity() * size_of::<Counters>() + self.type_counter_bytes;
        self.sets.capacity() * size_of::<PendingSteps>()
            + counters
            + self.states.as_ref().map_or(0, StreamStates::memory)
    }

    /// Tests an element for the `steps` in the word with index `word`, and records the matches.
    #[inline]
    fn test(&mut self, word: usize, mut steps: u64, element: StreamedElement<'_>, matched: &mut Vec<usize>) {
        while steps != 0 {
            let bit = word * 64 + steps.trailing_zeros() as usize;
            steps &= steps - 1;
            let Step { selector, complex, compound } = self.steps[bit];
            let compiled = &self.selectors[selector];
            let compounds = &compiled.complexes[complex].compounds;
            if !compounds[compound].tests.iter().all(|test| self.meets(selector, test, element)) {
                continue;
            }
            if let Some(right) = compound.checked_sub(1) {
                self.matched_steps.extend(compounds[right].left.map(|combinator| (combinator, bit + 1)));
                continue;
            }
            if compiled.top.contains(&complex) && matched.last() != Some(&selector) {
                matched.push(selector);
            }
            if self.has_nested {
                self.matched_complexes[self.first_complex[selector] + complex] = true;
            }
        }
    }

    #[inline]
    fn matches_any(&self, selector: usize, list: &List, element: StreamedElement<'_>) -> bool {
        list.clone().any(|complex| match &*self.selectors[selector].complexes[complex].compounds {
            [compound] => compound.tests.iter().all(|test| self.meets(selector, test, element)),
            _ => self.matched_complexes[self.first_complex[selector] + complex],
        })
    }

    #[inline]
    fn meets(&self, selector: usize, test: &Test, streamed: StreamedElement<'_>) -> bool {
        let element = streamed.element;
        let case = match streamed.in_quirks_mode {
            true => CaseSensitivity::AsciiInsensitive,
            false => CaseSensitivity::Sensitive,
        };
        match test {
            Test::KnownName(name) => element.name == *name,
            Test::Name(name) => name.is(is_html(element), element.name, || element.name_str),
            Test::Namespace(namespace) => {
                namespace.is(element.namespace, || element.namespace_url().unwrap_or_default())
            }
            Test::Id(id) => value(element, LocalName::ID).is_some_and(|value| case.eq(value.as_bytes(), id.as_bytes())),
            Test::Class(class) => {
                value(element, LocalName::CLASS).is_some_and(|value| class.is_in(value.as_bytes(), case))
            }
            Test::Attribute(test) => has_attribute(element, test),
            Test::Root | Test::Scope => streamed.parent == 0,
            Test::FirstChild => self.counts[streamed.parent].all - i32::from(streamed.before.is_some()) == 0,
            Test::Nth(nth) => {
                nth.of.as_ref().is_none_or(|of| self.matches_any(selector, of, streamed))
                    && nth.formula.matches(self.position(selector, nth, streamed))
            }
            Test::Is(list) => self.matches_any(selector, list, streamed),
            Test::Not(list) => !self.matches_any(selector, list, streamed),
            Test::PseudoClass(class) => match (&**class, &self.states) {
                (PseudoClass::State(_, state), _) if state.depends_only_on_tag() => {
                    state.matches_tag(element) == Some(true)
                }
                (class, Some(states)) => states.meets(class, element, streamed.index),
                _ => false,
            },
            _ => false,
        }
    }

    /// Returns the position of an element among its siblings, starting at 1. For an element that is inserted before a `table`, the table was
    /// already counted, but is not included in the position.
    #[inline]
    fn position(&self, selector: usize, nth: &Nth, streamed: StreamedElement<'_>) -> i32 {
        let StreamedElement { element, parent, before: table, .. } = streamed;
        let counters = &self.counts[parent];
        let (before, own) = if let Some(of) = &nth.of {
            let list = self.of_lists.iter().position(|(of_selector, list)| *of_selector == selector && list == of);
            let count = |counts: &[i32]| list.and_then(|list| counts.get(list)).copied().unwrap_or_default();
            (count(&counters.of), table.map_or(0, |table| count(&self.counts[table].own)))
        } else if nth.is_of_type {
            let own = table.is_some() && is_html(element) && element.name == LocalName::TABLE;
            let count = counters.by_type.as_ref().and_then(|by_type| by_type.get(&type_of(element)));
            (count.copied().unwrap_or_default(), i32::from(own))
        } else {
            (counters.all, i32::from(table.is_some()))
        };
        (before - own).saturating_add(1)
    }

    #[inline]
    fn count(&mut self, streamed: StreamedElement<'_>) {
        let StreamedElement { element, index, parent, .. } = streamed;
        if self.of_lists.is_empty() && !self.counts_types {
            self.counts[parent].all = self.counts[parent].all.saturating_add(1);
            self.counts[index].all = 0;
            return;
        }
        let is_table = is_html(element) && element.name == LocalName::TABLE;
        let of = self.of_lists.iter().map(|(selector, list)| i32::from(self.matches_any(*selector, list, streamed)));
        let of: Vec<i32> = of.collect();
        for element_type in self.counts[index].by_type.iter().flat_map(|by_type| by_type.keys()) {
            self.type_counter_bytes -= type_bytes(element_type);
        }
        let counters = &mut self.counts[parent];
        counters.all = counters.all.saturating_add(1);
        counters.of.resize(of.len(), 0);
        for (count, one) in counters.of.iter_mut().zip(&of) {
            *count = count.saturating_add(*one);
        }
        if self.counts_types {
            let element_type = type_of(element);
            let length = type_bytes(&element_type);
            let count = counters.by_type.get_or_insert_default().entry(element_type).or_default();
            self.type_counter_bytes += if *count == 0 { length } else { 0 };
            *count = count.saturating_add(1);
        }
        self.counts[index] = Counters { own: if is_table { of } else { Vec::new() }, ..Counters::default() };
    }
}

/// Returns the number of bytes that a type takes in a map.
#[inline]
fn type_bytes((_, name): &(Namespace, Box<str>)) -> usize {
    size_of::<((Namespace, Box<str>), i32)>() + name.len()
}

#[inline]
fn type_of(element: &NewElement<'_>) -> (Namespace, Box<str>) {
    (element.namespace, element.name_str.into())
}

#[inline]
fn has_attribute(element: &NewElement<'_>, test: &AttributeTest) -> bool {
    let is_html = is_html(element);
    element.attributes.iter().any(|attribute| {
        test.name.is(is_html, attribute.name(), || attribute.name_str())
            && (test.namespace.as_ref()).is_none_or(|namespace| {
                namespace.is(attribute.namespace(), || attribute.namespace_url().unwrap_or_default())
            })
            && test.value.as_ref().is_none_or(|value| {
                let case = match value.case {
                    Case::Insensitive => CaseSensitivity::AsciiInsensitive,
                    Case::InsensitiveInHtml if is_html => CaseSensitivity::AsciiInsensitive,
                    _ => CaseSensitivity::Sensitive,
                };
                matches_value(attribute.value().as_bytes(), value.operator, value.value.as_bytes(), case)
            })
    })
}

/// Checks that a selector list can be matched at the start of elements. Otherwise, returns the first part that cannot, and a description of
/// what it depends on.
#[inline]
fn check_streamable(list: &syntax::List) -> Result<(), (String, &'static str)> {
    let simples = list.0.iter().flat_map(|complex| &complex.0).flat_map(|compound| &compound.simples);
    for simple in simples {
        let depends_on = match simple {
            Simple::Is(list) | Simple::Where(list) | Simple::Not(list) => {
                check_streamable(list)?;
                continue;
            }
            Simple::Nth(nth) => {
                if let Some(of) = &nth.of {
                    check_streamable(of)?;
                }
                match nth.counts {
                    Counts::First | Counts::FromStart(_) => continue,
                    Counts::Last | Counts::Only | Counts::FromEnd(_) => "later siblings",
                }
            }
            Simple::Has(_) | Simple::Empty | Simple::Contains(_) => "the content of the element",
            Simple::PseudoClass(class) if StreamStates::can_match_at_start(class) => continue,
            Simple::PseudoClass(_) => "parts of the page after the start of the element",
            _ => continue,
        };
        return Err((simple.to_string(), depends_on));
    }
    Ok(())
}
