//! Selectors in the form that the matcher reads: flat, right to left, names as ids.

use crate::css::{Css, Ident, NamespaceUrl};
use crate::element::Word;
use crate::pseudo_class::PseudoClass;
use core::ops::Range;
use limpid_dom::LocalName;
use selectors::SelectorList;
use selectors::attr::{AttrSelectorOperator, NamespaceConstraint, ParsedAttrSelectorOperation, ParsedCaseSensitivity};
use selectors::parser::{AnPlusB, Combinator, Component, NthSelectorData, NthType, Selector};

/// A selector list and all selectors within it.
#[derive(Clone)]
pub(crate) struct Compiled {
    /// All complex selectors, those in functions before those around.
    pub(crate) complexes: Box<[Complex]>,
    /// Those that are the list's own.
    pub(crate) top: List,
    /// The number of `:nth-…` with an index of their own.
    pub(crate) nth_count: usize,
    pub(crate) key: Key,
}

/// Complex selectors that follow one another in [`Compiled::complexes`].
pub(crate) type List = Range<usize>;

/// A property that all matches of a selector have in common, and that is quick to test.
#[derive(Clone)]
pub(crate) enum Key {
    /// A name that is the same for HTML and all other elements.
    Name(Box<str>),
    /// One of several known names: a bit for the index of each.
    Names(Box<[u64]>),
    Class(Box<Word>),
    Id(Box<str>),
    /// That it is an element.
    Nothing,
}

impl Key {
    fn of(complexes: &[Complex]) -> Key {
        let subjects = complexes.iter().map(|complex| complex.compounds.first().map_or(&[][..], |it| &it.tests));
        if let [complex] = complexes {
            let tests = complex.compounds.first().map_or(&[][..], |subject| &subject.tests);
            return tests.iter().find_map(Key::of_test).unwrap_or(Key::Nothing);
        }
        let mut names = vec![0_u64; LocalName::COUNT / 64 + 1];
        for tests in subjects {
            let name =
                tests.iter().find_map(|test| if let Test::KnownName(name) = test { Some(name.index()) } else { None });
            let Some(name) = name else { return Key::Nothing };
            names[name / 64] |= 1 << (name % 64);
        }
        Key::Names(names.into())
    }

    fn of_test(test: &Test) -> Option<Key> {
        match test {
            Test::KnownName(name) => Some(Key::Name(name.as_str().into())),
            Test::Name(name) if name.text == name.lower_text => Some(Key::Name(name.text.clone())),
            Test::Id(id) => Some(Key::Id(id.clone())),
            Test::Class(class) => Some(Key::Class(class.clone())),
            _ => None,
        }
    }
}

/// Compounds and the relations between them, the subject first.
#[derive(Clone)]
pub(crate) struct Complex {
    pub(crate) compounds: Box<[Compound]>,
}

/// Conditions that one element has to meet, and its relation to the element of the compound to the left.
#[derive(Clone)]
pub(crate) struct Compound {
    pub(crate) tests: Box<[Test]>,
    pub(crate) left: Left,
}

/// The combinator to the left of a compound. The last compound of an argument of `:has` has the relation to its anchor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Left {
    /// Nothing: it is the last one.
    Nothing,
    /// `>`
    Parent,
    /// White space.
    Ancestor,
    /// `+`
    Previous,
    /// `~`
    Earlier,
}

/// A condition.
#[derive(Clone)]
pub(crate) enum Test {
    /// An element name whose id is the same for HTML and all other elements.
    KnownName(LocalName),
    /// Any other element name, which HTML elements have in lowercase in HTML documents.
    Name(Name),
    Namespace(Box<NamespaceUrl>),
    Id(Box<str>),
    Class(Box<Word>),
    Attribute(Box<AttributeTest>),
    Root,
    Empty,
    Scope,
    OnlyChild,
    FirstChild,
    LastChild,
    Nth(Box<Nth>),
    Is(List),
    Not(List),
    Has(List),
    PseudoClass(Box<PseudoClass>),
    /// Nothing meets it.
    Never,
}

/// A name as it is written and in lowercase.
#[derive(Clone)]
pub(crate) struct Name {
    pub(crate) id: LocalName,
    pub(crate) text: Box<str>,
    pub(crate) lower_id: LocalName,
    pub(crate) lower_text: Box<str>,
}

impl Name {
    fn new(name: &Ident, lower: &Ident) -> Name {
        Name {
            id: LocalName::from_bytes(name.0.as_bytes()),
            text: name.0.clone(),
            lower_id: LocalName::from_bytes(lower.0.as_bytes()),
            lower_text: lower.0.clone(),
        }
    }

    /// Whether this is the name of an element, or an element's attribute, given as id and text. `is_html` is whether it is
    /// an HTML element in an HTML document.
    #[inline]
    pub(crate) fn is<'t>(&self, is_html: bool, id: LocalName, text: impl FnOnce() -> &'t str) -> bool {
        let (own_id, own_text) = if is_html { (self.lower_id, &self.lower_text) } else { (self.id, &self.text) };
        own_id == id && (id.is_known() || **own_text == *text())
    }
}

#[derive(Clone)]
pub(crate) struct AttributeTest {
    pub(crate) name: Name,
    /// `None` for any.
    pub(crate) namespace: Option<NamespaceUrl>,
    /// `None` for whether it is there.
    pub(crate) value: Option<ValueTest>,
}

#[derive(Clone)]
pub(crate) struct ValueTest {
    pub(crate) operator: AttrSelectorOperator,
    pub(crate) case: ParsedCaseSensitivity,
    pub(crate) value: Box<str>,
}

#[derive(Clone)]
pub(crate) struct Nth {
    pub(crate) formula: AnPlusB,
    pub(crate) is_of_type: bool,
    pub(crate) is_from_end: bool,
    /// The selectors of the siblings that are counted; `None` for all.
    pub(crate) of: Option<List>,
    /// The index of its table.
    pub(crate) table: usize,
}

impl Compiled {
    pub(crate) fn new(list: &SelectorList<Css>) -> Compiled {
        let mut compiler = Compiler::default();
        let top = compiler.list(list.slice().iter());
        let key = Key::of(&compiler.complexes[top.clone()]);
        Compiled { complexes: compiler.complexes.into(), top, nth_count: compiler.nth_count, key }
    }

    /// Whether nothing in the selector is for style sheets only.
    pub(crate) fn can_compile(selector: &Selector<Css>) -> bool {
        selector.iter_raw_match_order().all(|component| match component {
            Component::Slotted(_) | Component::Part(_) | Component::Host(_) | Component::PseudoElement(_) => false,
            Component::Combinator(combinator) => {
                !matches!(combinator, Combinator::PseudoElement | Combinator::SlotAssignment | Combinator::Part)
            }
            Component::Is(list) | Component::Where(list) | Component::Negation(list) => {
                list.slice().iter().all(Compiled::can_compile)
            }
            Component::NthOf(nth) => nth.selectors().iter().all(Compiled::can_compile),
            Component::Has(list) => list.iter().all(|relative| Compiled::can_compile(&relative.selector)),
            _ => true,
        })
    }
}

#[derive(Default)]
struct Compiler {
    complexes: Vec<Complex>,
    nth_count: usize,
}

impl Compiler {
    fn list<'s>(&mut self, selectors: impl Iterator<Item = &'s Selector<Css>>) -> List {
        let list: Vec<Complex> = selectors.map(|selector| self.complex(selector)).collect();
        let start = self.complexes.len();
        self.complexes.extend(list);
        start..self.complexes.len()
    }

    fn complex(&mut self, selector: &Selector<Css>) -> Complex {
        let mut compounds = Vec::new();
        let mut components = selector.iter();
        loop {
            let mut tests = Vec::new();
            let mut is_anchor = false;
            for component in components.by_ref() {
                is_anchor |= matches!(component, Component::RelativeSelectorAnchor);
                self.push_tests(component, &mut tests);
            }
            let left = match components.next_sequence() {
                None => Left::Nothing,
                Some(Combinator::Child) => Left::Parent,
                Some(Combinator::NextSibling) => Left::Previous,
                Some(Combinator::LaterSibling) => Left::Earlier,
                Some(_) => Left::Ancestor,
            };
            if is_anchor {
                break;
            }
            // The cheap ones first; the order does not matter for what matches.
            tests.sort_by_key(cost);
            compounds.push(Compound { tests: tests.into(), left });
            if left == Left::Nothing {
                break;
            }
        }
        Complex { compounds: compounds.into() }
    }

    fn push_tests(&mut self, component: &Component<Css>, tests: &mut Vec<Test>) {
        match component {
            Component::Nth(nth) if nth.ty == NthType::OnlyOfType => {
                tests.push(self.nth(&NthSelectorData::first(true), None));
                tests.push(self.nth(&NthSelectorData::last(true), None));
            }
            _ => tests.extend(self.test(component)),
        }
    }

    /// The condition of a simple selector; none for `*`.
    fn test(&mut self, component: &Component<Css>) -> Option<Test> {
        Some(match component {
            Component::LocalName(name) => {
                let name = Name::new(&name.name, &name.lower_name);
                if name.id.is_known() && name.id == name.lower_id { Test::KnownName(name.id) } else { Test::Name(name) }
            }
            Component::ID(id) => Test::Id(id.0.clone()),
            // No class holds white space: the attribute is split there.
            Component::Class(class) if class.0.is_empty() || class.0.contains(|c: char| c.is_ascii_whitespace()) => {
                Test::Never
            }
            Component::Class(class) => Test::Class(Box::new(Word::new(&class.0))),
            Component::AttributeInNoNamespaceExists { local_name, local_name_lower } => {
                attribute(Some(NamespaceUrl::default()), Name::new(local_name, local_name_lower), None)
            }
            Component::AttributeInNoNamespace { local_name, operator, value, case_sensitivity } => {
                let test = ValueTest { operator: *operator, case: *case_sensitivity, value: value.0.clone() };
                attribute(Some(NamespaceUrl::default()), Name::new(local_name, local_name), Some(test))
            }
            Component::AttributeOther(other) => {
                let namespace = match other.namespace() {
                    None => Some(NamespaceUrl::default()),
                    Some(NamespaceConstraint::Any) => None,
                    Some(NamespaceConstraint::Specific(namespace)) => Some(namespace.clone()),
                };
                let value = match &other.operation {
                    ParsedAttrSelectorOperation::Exists => None,
                    ParsedAttrSelectorOperation::WithValue { operator, case_sensitivity, value } => {
                        Some(ValueTest { operator: *operator, case: *case_sensitivity, value: value.0.clone() })
                    }
                };
                attribute(namespace, Name::new(&other.local_name, &other.local_name_lower), value)
            }
            Component::ExplicitUniversalType | Component::ExplicitAnyNamespace => return None,
            Component::ExplicitNoNamespace => Test::Namespace(Box::default()),
            Component::DefaultNamespace(namespace) | Component::Namespace(_, namespace) => {
                Test::Namespace(Box::new(namespace.clone()))
            }
            Component::Negation(list) => Test::Not(self.list(list.slice().iter())),
            Component::Is(list) | Component::Where(list) => Test::Is(self.list(list.slice().iter())),
            Component::Has(list) => Test::Has(self.list(list.iter().map(|relative| &relative.selector))),
            Component::Root => Test::Root,
            Component::Empty => Test::Empty,
            Component::Scope | Component::ImplicitScope | Component::ParentSelector => Test::Scope,
            Component::Nth(nth) => self.nth(nth, None),
            Component::NthOf(nth) => {
                let of = self.list(nth.selectors().iter());
                self.nth(nth.nth_data(), Some(of))
            }
            Component::NonTSPseudoClass(class) => Test::PseudoClass(Box::new(class.clone())),
            Component::RelativeSelectorAnchor | Component::Combinator(_) => return None,
            Component::Invalid(_)
            | Component::Slotted(_)
            | Component::Part(_)
            | Component::Host(_)
            | Component::PseudoElement(_) => Test::Never,
        })
    }

    fn nth(&mut self, data: &NthSelectorData, of: Option<List>) -> Test {
        if data.ty.is_only() {
            return Test::OnlyChild;
        }
        if data.is_simple_edge() && of.is_none() {
            return if data.ty.is_from_end() { Test::LastChild } else { Test::FirstChild };
        }
        self.nth_count += 1;
        Test::Nth(Box::new(Nth {
            formula: data.an_plus_b,
            is_of_type: data.ty.is_of_type(),
            is_from_end: data.ty.is_from_end(),
            of,
            table: self.nth_count - 1,
        }))
    }
}

fn attribute(namespace: Option<NamespaceUrl>, name: Name, value: Option<ValueTest>) -> Test {
    Test::Attribute(Box::new(AttributeTest { name, namespace, value }))
}

/// The rough cost of a test.
fn cost(test: &Test) -> u8 {
    match test {
        Test::Never | Test::KnownName(_) | Test::Namespace(_) | Test::Root | Test::Scope => 0,
        Test::Name(_) => 1,
        Test::Id(_) => 2,
        Test::Class(_) => 3,
        Test::Attribute(_) | Test::FirstChild | Test::LastChild | Test::OnlyChild | Test::Empty => 4,
        Test::PseudoClass(_) => 5,
        Test::Is(_) | Test::Not(_) => 6,
        Test::Nth(_) => 7,
        Test::Has(_) => 8,
    }
}
