//! The compiled form of selectors for the matcher: flat, from right to left, with names as ids.

use crate::element::Word;
use crate::parse::syntax::{
    self, Attribute, AttributeValue, Combinator, Counts, Formula, NamespaceUrl, Prefix, Simple,
};
use crate::pseudo_class::PseudoClass;
use core::ops::Range;
use limpid_dom::LocalName;

/// A selector list and all lists in its functions.
#[derive(Clone)]
pub(crate) struct Compiled {
    /// All complex selectors. The complex selectors in a function precede the selector that contains the function.
    pub(crate) complexes: Box<[Complex]>,
    /// The complex selectors of the list itself.
    pub(crate) top: List,
    /// The number of `:nth-…` tests that need an index.
    pub(crate) nth_count: usize,
    /// The texts of all `:contains()`.
    pub(crate) texts: Box<[Box<str>]>,
    pub(crate) key: Key,
}

/// A range of [`Compiled::complexes`].
pub(crate) type List = Range<usize>;

/// A fast test that is necessary for a match: an element that fails it does not match the selector.
#[derive(Clone)]
pub(crate) enum Key {
    /// An element name without uppercase letters, so that HTML elements need no separate comparison.
    Name(Box<str>),
    /// One of several known names, as a bit set of their indices.
    Names(Box<[u64]>),
    Class(Box<Word>),
    Id(Box<str>),
    /// The local name of an attribute, without uppercase letters.
    Attribute(Box<str>),
    /// No test.
    Nothing,
}

impl Key {
    fn of(complexes: &[Complex]) -> Key {
        let subjects = complexes.iter().map(|complex| complex.compounds.first().map_or(&[][..], |it| &it.tests));
        if let [complex] = complexes {
            let tests = complex.compounds.first().map_or(&[][..], |subject| &subject.tests);
            let key = tests.iter().find_map(Key::of_test).or_else(|| tests.iter().find_map(Key::of_attribute_test));
            return key.unwrap_or(Key::Nothing);
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

    /// Returns the key for an attribute test, which is less selective than the keys of [`of_test`](Key::of_test).
    fn of_attribute_test(test: &Test) -> Option<Key> {
        let Test::Attribute(test) = test else { return None };
        (test.name.text == test.name.lower_text).then(|| Key::Attribute(test.name.text.clone()))
    }
}

/// Compounds with combinators between them, from right to left: the subject is first.
#[derive(Clone)]
pub(crate) struct Complex {
    pub(crate) compounds: Box<[Compound]>,
}

/// Tests that one element must all pass.
#[derive(Clone)]
pub(crate) struct Compound {
    pub(crate) tests: Box<[Test]>,
    /// The combinator between this compound and the compound to its left. The leftmost compound has `None`, except in an argument of `:has`:
    /// there, the combinator relates it to the anchor, the element that is tested for `:has`.
    pub(crate) left: Option<Combinator>,
}

#[derive(Clone)]
pub(crate) enum Test {
    /// A known element name without uppercase letters, so that HTML elements need no separate comparison.
    KnownName(LocalName),
    /// Any other element name. It is compared in lowercase with HTML elements in HTML documents.
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
    /// The text content contains the text with this index in [`Compiled::texts`].
    Contains(usize),
    PseudoClass(Box<PseudoClass>),
    Never,
}

/// A name as written, and in lowercase.
#[derive(Clone)]
pub(crate) struct Name {
    pub(crate) id: LocalName,
    pub(crate) text: Box<str>,
    pub(crate) lower_id: LocalName,
    pub(crate) lower_text: Box<str>,
}

impl Name {
    fn new(name: &str) -> Name {
        let lower = name.to_ascii_lowercase();
        Name {
            id: LocalName::from_bytes(name.as_bytes()),
            text: name.into(),
            lower_id: LocalName::from_bytes(lower.as_bytes()),
            lower_text: lower.into(),
        }
    }

    /// Returns whether this name equals the name of an element or attribute. The other name is passed as its `id` and its `text`. `is_html` tells
    /// whether the element is an HTML element in an HTML document.
    pub(crate) fn is<'t>(&self, is_html: bool, id: LocalName, text: impl FnOnce() -> &'t str) -> bool {
        let (own_id, own_text) = if is_html { (self.lower_id, &self.lower_text) } else { (self.id, &self.text) };
        own_id == id && (id.is_known() || **own_text == *text())
    }
}

#[derive(Clone)]
pub(crate) struct AttributeTest {
    pub(crate) name: Name,
    /// `None` for any namespace.
    pub(crate) namespace: Option<NamespaceUrl>,
    /// `None` if the attribute only has to exist.
    pub(crate) value: Option<AttributeValue>,
}

#[derive(Clone)]
pub(crate) struct Nth {
    pub(crate) formula: Formula,
    pub(crate) is_of_type: bool,
    pub(crate) is_from_end: bool,
    /// Only elements that match one of these selectors are counted. `None` counts all.
    pub(crate) of: Option<List>,
    /// The index of its table in `Search::indices`.
    pub(crate) table: usize,
}

impl Compiled {
    pub(crate) fn new(list: &syntax::List) -> Compiled {
        let mut compiler = Compiler::default();
        let top = compiler.list(list);
        let key = Key::of(&compiler.complexes[top.clone()]);
        let Compiler { complexes, nth_count, texts } = compiler;
        Compiled { complexes: complexes.into(), top, nth_count, texts: texts.into(), key }
    }
}

#[derive(Default)]
struct Compiler {
    complexes: Vec<Complex>,
    nth_count: usize,
    texts: Vec<Box<str>>,
}

impl Compiler {
    fn list(&mut self, list: &syntax::List) -> List {
        let list: Vec<Complex> = list.0.iter().map(|complex| self.complex(complex)).collect();
        let start = self.complexes.len();
        self.complexes.extend(list);
        start..self.complexes.len()
    }

    fn complex(&mut self, complex: &syntax::Complex) -> Complex {
        let compounds = complex.0.iter().rev().map(|compound| {
            let mut tests = Vec::new();
            for simple in &compound.simples {
                self.push_tests(simple, &mut tests);
            }
            // Test the cheap ones first. The order does not change the result.
            tests.sort_by_key(cost);
            Compound { tests: tests.into(), left: compound.combinator }
        });
        Complex { compounds: compounds.collect() }
    }

    /// Adds the tests for a simple selector. `*` needs no test.
    fn push_tests(&mut self, simple: &Simple, tests: &mut Vec<Test>) {
        tests.push(match simple {
            Simple::Universal | Simple::Namespace(Prefix::Any) => return,
            Simple::Namespace(Prefix::None) => Test::Namespace(Box::new(NamespaceUrl::none())),
            Simple::Namespace(Prefix::Default(namespace) | Prefix::Declared(_, namespace)) => {
                Test::Namespace(Box::new(namespace.clone()))
            }
            Simple::Name(name) => {
                let name = Name::new(name);
                if name.id.is_known() && name.id == name.lower_id { Test::KnownName(name.id) } else { Test::Name(name) }
            }
            Simple::Id(id) => Test::Id(id.clone()),
            // A class cannot contain white space, which separates classes in the attribute.
            Simple::Class(class) if class.is_empty() || class.contains(|c: char| c.is_ascii_whitespace()) => {
                Test::Never
            }
            Simple::Class(class) => Test::Class(Box::new(Word::new(class))),
            Simple::Attribute(attribute) => attribute_test(attribute),
            Simple::Root => Test::Root,
            Simple::Empty => Test::Empty,
            Simple::Scope => Test::Scope,
            Simple::Nth(nth) => return self.push_nth(nth, tests),
            Simple::Is(list) | Simple::Where(list) => Test::Is(self.list(list)),
            Simple::Not(list) => Test::Not(self.list(list)),
            Simple::Has(list) => Test::Has(self.list(list)),
            Simple::Contains(text) => {
                self.texts.push(text.clone());
                Test::Contains(self.texts.len() - 1)
            }
            Simple::PseudoClass(class) => Test::PseudoClass(class.clone()),
        });
    }

    fn push_nth(&mut self, nth: &syntax::Nth, tests: &mut Vec<Test>) {
        const FIRST: Formula = Formula { step: 0, offset: 1 };

        let of = nth.of.as_ref().map(|of| self.list(of));
        let is_simple = of.is_none() && !nth.is_of_type;
        match nth.counts {
            Counts::First | Counts::FromStart(FIRST) if is_simple => tests.push(Test::FirstChild),
            Counts::Last | Counts::FromEnd(FIRST) if is_simple => tests.push(Test::LastChild),
            Counts::Only if is_simple => tests.push(Test::OnlyChild),
            Counts::First => self.push_nth_test(nth, FIRST, false, of, tests),
            Counts::Last => self.push_nth_test(nth, FIRST, true, of, tests),
            Counts::FromStart(formula) => self.push_nth_test(nth, formula, false, of, tests),
            Counts::FromEnd(formula) => self.push_nth_test(nth, formula, true, of, tests),
            Counts::Only => {
                self.push_nth_test(nth, FIRST, false, None, tests);
                self.push_nth_test(nth, FIRST, true, None, tests);
            }
        }
    }

    fn push_nth_test(
        &mut self,
        nth: &syntax::Nth,
        formula: Formula,
        is_from_end: bool,
        of: Option<List>,
        tests: &mut Vec<Test>,
    ) {
        let table = self.nth_count;
        self.nth_count += 1;
        tests.push(Test::Nth(Box::new(Nth { formula, is_of_type: nth.is_of_type, is_from_end, of, table })));
    }
}

fn attribute_test(attribute: &Attribute) -> Test {
    let namespace = match &attribute.prefix {
        None | Some(Prefix::None) => Some(NamespaceUrl::none()),
        Some(Prefix::Any) => None,
        Some(Prefix::Default(namespace) | Prefix::Declared(_, namespace)) => Some(namespace.clone()),
    };
    let (name, value) = (Name::new(&attribute.name), attribute.value.clone());
    Test::Attribute(Box::new(AttributeTest { name, namespace, value }))
}

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
        Test::Has(_) | Test::Contains(_) => 8,
    }
}
