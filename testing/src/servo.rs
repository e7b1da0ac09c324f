//! Servo's selectors on limpid's DOM, as a reference for limpid-select in tests and benchmarks.
//!
//! Firefox uses the same parser and matcher. They are only suitable for tests here: some selectors are slow, and both recurse over the
//! depth of the tree and the length of the selector. Servo leaves some pseudo-classes to the embedder; limpid-select matches them here.

use core::fmt::{self, Write};
use core::hash::{BuildHasher, BuildHasherDefault};
use core::num::NonZeroUsize;
use core::ptr::NonNull;
use cssparser::{CssStringWriter, ParseError, ToCss, serialize_identifier};
use limpid_dom::{LocalName, Namespace, NodeKind, NodeRef, QuirksMode};
use precomputed_hash::PrecomputedHash;
use selectors::attr::{AttrSelectorOperation, CaseSensitivity, NamespaceConstraint};
use selectors::bloom::BloomFilter;
use selectors::context::SelectorCaches;
use selectors::matching::{
    ElementSelectorFlags, MatchingContext, MatchingForInvalidation, MatchingMode, NeedsSelectorFlags,
    matches_selector_list,
};
use selectors::parser::{
    Combinator, Component, NonTSPseudoClass, ParseRelative, SelectorImpl, SelectorList, SelectorParseErrorKind,
};
use selectors::{Element as _, OpaqueElement};
use std::hash::DefaultHasher;

/// A parsed selector list.
#[derive(Clone, Debug)]
pub struct Selector {
    list: SelectorList<Css>,
}

/// The namespaces that selectors can refer to, by URL.
#[derive(Clone, Debug, Default)]
pub struct Namespaces {
    /// The default namespace.
    pub default: Option<String>,
    /// Prefixes and their namespaces. If a prefix is declared twice, the last declaration counts.
    pub prefixes: Vec<(String, String)>,
}

impl Selector {
    /// Parses a selector list. Returns `None` if it is invalid, or contains selectors that are only useful in style sheets.
    pub fn parse(text: &str, namespaces: &Namespaces) -> Option<Selector> {
        let mut input = cssparser::Parser::new(text);
        input.set_nested_block_limit(64);
        let list = SelectorList::parse(&Syntax { namespaces }, &mut input, ParseRelative::No).ok()?;
        input.expect_exhausted().ok()?;
        list.slice().iter().all(is_for_documents).then_some(Selector { list })
    }

    /// Returns whether the list contains an invalid selector. `:is()` and `:where()` keep invalid selectors as text instead of failing.
    pub fn has_invalid(&self) -> bool {
        self.list.slice().iter().any(has_invalid)
    }

    /// Returns the matching descendants of a node, in tree order.
    pub fn select<'d>(&self, top: NodeRef<'d>) -> Vec<NodeRef<'d>> {
        let mut caches = SelectorCaches::default();
        let scope = top.is_element().then_some(top);
        let elements = top.descendants().filter(|node| node.is_element());
        elements.filter(|element| self.matches_with(*element, scope, &mut caches)).collect()
    }

    /// Returns whether the selector list matches an element.
    pub fn matches(&self, element: NodeRef<'_>) -> bool {
        self.matches_with(element, Some(element), &mut SelectorCaches::default())
    }

    fn matches_with<'d>(&self, element: NodeRef<'d>, scope: Option<NodeRef<'d>>, caches: &mut SelectorCaches) -> bool {
        let quirks_mode = match element.document().quirks_mode() {
            QuirksMode::Quirks => selectors::context::QuirksMode::Quirks,
            QuirksMode::LimitedQuirks => selectors::context::QuirksMode::LimitedQuirks,
            _ => selectors::context::QuirksMode::NoQuirks,
        };
        let mut context = MatchingContext::new(
            MatchingMode::Normal,
            None,
            caches,
            quirks_mode,
            NeedsSelectorFlags::No,
            MatchingForInvalidation::No,
        );
        context.scope_element = scope.map(|scope| Element(scope).opaque());
        matches_selector_list(&self.list, Element(element), &mut context)
    }
}

impl fmt::Display for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.list.to_css(f)
    }
}

/// Whether all parts of a selector can match elements of a document. Some parts, such as pseudo-elements, are only useful in style sheets.
fn is_for_documents(selector: &selectors::parser::Selector<Css>) -> bool {
    selector.iter_raw_match_order().all(|component| match component {
        Component::Slotted(_) | Component::Part(_) | Component::Host(_) | Component::PseudoElement(_) => false,
        Component::Combinator(combinator) => {
            !matches!(combinator, Combinator::PseudoElement | Combinator::SlotAssignment | Combinator::Part)
        }
        Component::Is(list) | Component::Where(list) | Component::Negation(list) => {
            list.slice().iter().all(is_for_documents)
        }
        Component::NthOf(nth) => nth.selectors().iter().all(is_for_documents),
        Component::Has(list) => list.iter().all(|relative| is_for_documents(&relative.selector)),
        _ => true,
    })
}

fn has_invalid(selector: &selectors::parser::Selector<Css>) -> bool {
    selector.iter_raw_match_order().any(|component| match component {
        Component::Invalid(_) => true,
        Component::Is(list) | Component::Where(list) | Component::Negation(list) => {
            list.slice().iter().any(has_invalid)
        }
        Component::NthOf(nth) => nth.selectors().iter().any(has_invalid),
        Component::Has(list) => list.iter().any(|relative| has_invalid(&relative.selector)),
        _ => false,
    })
}

/// The types of the selectors, for the `selectors` crate.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Css {}

impl SelectorImpl for Css {
    type ExtraMatchingData<'a> = ();
    type AttrValue = Value;
    type Identifier = Ident;
    type LocalName = Ident;
    type NamespaceUrl = Ident;
    type NamespacePrefix = Ident;
    type BorrowedNamespaceUrl = Ident;
    type BorrowedLocalName = Ident;
    type NonTSPseudoClass = PseudoClass;
    type PseudoElement = PseudoElement;
}

/// An identifier, such as the name of an element or class.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Ident(Box<str>);

impl From<&str> for Ident {
    fn from(text: &str) -> Ident {
        Ident(text.into())
    }
}

impl ToCss for Ident {
    fn to_css<W: Write>(&self, destination: &mut W) -> fmt::Result {
        serialize_identifier(&self.0, destination)
    }
}

impl PrecomputedHash for Ident {
    fn precomputed_hash(&self) -> u32 {
        BuildHasherDefault::<DefaultHasher>::default().hash_one(&self.0) as u32
    }
}

/// The value of an attribute selector.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Value(Box<str>);

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value(text.into())
    }
}

impl AsRef<str> for Value {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl ToCss for Value {
    fn to_css<W: Write>(&self, destination: &mut W) -> fmt::Result {
        destination.write_char('"')?;
        CssStringWriter::new(destination).write_str(&self.0)?;
        destination.write_char('"')
    }
}

/// A pseudo-class that Servo leaves to the embedder, implemented by limpid-select.
#[derive(Clone, PartialEq, Eq, Debug)]
struct PseudoClass(limpid_select::Selector);

impl PseudoClass {
    fn parse(text: &str) -> Result<PseudoClass, ParseError<SelectorParseErrorKind>> {
        let selector = limpid_select::Selector::parse(text).ok();
        selector
            .map(PseudoClass)
            .ok_or_else(|| ParseError::custom(SelectorParseErrorKind::UnsupportedPseudoClassOrElement))
    }
}

impl ToCss for PseudoClass {
    fn to_css<W: Write>(&self, destination: &mut W) -> fmt::Result {
        write!(destination, "{}", self.0)
    }
}

impl NonTSPseudoClass for PseudoClass {
    fn is_active_or_hover(&self) -> bool {
        false
    }

    fn is_user_action_state(&self) -> bool {
        false
    }
}

/// No pseudo-element is supported.
#[derive(Clone, PartialEq, Eq, Debug)]
enum PseudoElement {}

impl ToCss for PseudoElement {
    fn to_css<W: Write>(&self, _: &mut W) -> fmt::Result {
        match *self {}
    }
}

impl selectors::parser::PseudoElement for PseudoElement {}

/// The syntax that the parser supports.
struct Syntax<'n> {
    namespaces: &'n Namespaces,
}

impl<'i> selectors::Parser<'i> for Syntax<'_> {
    type Impl = Css;
    type Error = SelectorParseErrorKind;

    fn parse_nth_child_of(&self) -> bool {
        true
    }

    fn parse_is_and_where(&self) -> bool {
        true
    }

    fn parse_has(&self) -> bool {
        true
    }

    fn parse_non_ts_pseudo_class(&self, name: &str) -> Result<PseudoClass, ParseError<SelectorParseErrorKind>> {
        let mut text = ":".to_owned();
        let _ = serialize_identifier(name, &mut text);
        PseudoClass::parse(&text)
    }

    fn parse_non_ts_functional_pseudo_class(
        &self,
        name: &str,
        parser: &mut cssparser::Parser<'i>,
        _after_part: bool,
    ) -> Result<PseudoClass, ParseError<SelectorParseErrorKind>> {
        let start = parser.position();
        while parser.next().is_ok() {}
        let mut text = ":".to_owned();
        let _ = serialize_identifier(name, &mut text);
        // No `)` is added, because it could become part of an unclosed string. The end of the input closes everything.
        PseudoClass::parse(&format!("{text}({}", parser.slice_from(start)))
    }

    fn default_namespace(&self) -> Option<Ident> {
        self.namespaces.default.as_deref().map(Ident::from)
    }

    fn namespace_for_prefix(&self, prefix: &Ident) -> Option<Ident> {
        let declared = self.namespaces.prefixes.iter().rev().find(|(declared, _)| **declared == *prefix.0);
        declared.map(|(_, namespace)| Ident::from(&**namespace))
    }
}

#[derive(Clone, Copy, Debug)]
struct Element<'d>(NodeRef<'d>);

impl Element<'_> {
    fn value(&self, name: LocalName) -> Option<&str> {
        let mut attributes = self.0.attributes();
        let found = attributes.find(|it| it.name() == name && it.namespace() == Namespace::None);
        found.map(|attribute| attribute.value())
    }
}

impl selectors::Element for Element<'_> {
    type Impl = Css;

    fn opaque(&self) -> OpaqueElement {
        // The pointer is only compared, never dereferenced.
        let number = NonZeroUsize::MIN.saturating_add(self.0.id().get() as usize);
        OpaqueElement::from_ptr(NonNull::without_provenance(number))
    }

    fn parent_element(&self) -> Option<Self> {
        self.0.parent().filter(|parent| parent.is_element()).map(Element)
    }

    fn parent_node_is_shadow_root(&self) -> bool {
        self.0.parent().is_some_and(|parent| parent.kind() == NodeKind::ShadowRoot)
    }

    fn containing_shadow_host(&self) -> Option<Self> {
        None
    }

    fn is_pseudo_element(&self) -> bool {
        false
    }

    fn prev_sibling_element(&self) -> Option<Self> {
        let siblings = core::iter::successors(self.0.previous_sibling(), |node| node.previous_sibling());
        siblings.into_iter().find(|node| node.is_element()).map(Element)
    }

    fn next_sibling_element(&self) -> Option<Self> {
        let siblings = core::iter::successors(self.0.next_sibling(), |node| node.next_sibling());
        siblings.into_iter().find(|node| node.is_element()).map(Element)
    }

    fn first_element_child(&self) -> Option<Self> {
        self.0.children().find(|child| child.is_element()).map(Element)
    }

    fn is_html_element_in_html_document(&self) -> bool {
        self.0.namespace() == Namespace::Html && !self.0.document().is_xml()
    }

    fn has_local_name(&self, local_name: &Ident) -> bool {
        self.0.local_name() == &*local_name.0
    }

    fn has_namespace(&self, namespace: &Ident) -> bool {
        self.0.namespace_url().unwrap_or_default() == &*namespace.0
    }

    fn is_same_type(&self, other: &Self) -> bool {
        self.0.local_name() == other.0.local_name()
            && self.0.namespace_url().unwrap_or_default() == other.0.namespace_url().unwrap_or_default()
    }

    fn attr_matches(
        &self,
        namespace: &NamespaceConstraint<&Ident>,
        local_name: &Ident,
        operation: &AttrSelectorOperation<&Value>,
    ) -> bool {
        self.0.attributes().any(|attribute| {
            let is_in = match namespace {
                NamespaceConstraint::Any => true,
                NamespaceConstraint::Specific(namespace) => {
                    attribute.namespace_url().unwrap_or_default() == &*namespace.0
                }
            };
            is_in && attribute.local_name() == &*local_name.0 && operation.eval_str(attribute.value())
        })
    }

    fn match_non_ts_pseudo_class(&self, class: &PseudoClass, _: &mut MatchingContext<'_, Css>) -> bool {
        self.0.matches(&class.0)
    }

    fn match_pseudo_element(&self, element: &PseudoElement, _: &mut MatchingContext<'_, Css>) -> bool {
        match *element {}
    }

    fn apply_selector_flags(&self, _: ElementSelectorFlags) {}

    fn is_link(&self) -> bool {
        PseudoClass::parse(":any-link").is_ok_and(|link| self.0.matches(&link.0))
    }

    fn is_html_slot_element(&self) -> bool {
        self.0.is_html(LocalName::SLOT)
    }

    fn has_id(&self, id: &Ident, case: CaseSensitivity) -> bool {
        self.value(LocalName::ID).is_some_and(|value| case.eq(value.as_bytes(), id.0.as_bytes()))
    }

    fn has_class(&self, class: &Ident, case: CaseSensitivity) -> bool {
        let mut classes = self.value(LocalName::CLASS).unwrap_or_default().split_ascii_whitespace();
        classes.any(|word| case.eq(word.as_bytes(), class.0.as_bytes()))
    }

    fn has_custom_state(&self, _: &Ident) -> bool {
        false
    }

    fn imported_part(&self, _: &Ident) -> Option<Ident> {
        None
    }

    fn is_part(&self, _: &Ident) -> bool {
        false
    }

    fn is_empty(&self) -> bool {
        self.0.children().all(|child| !child.is_element() && child.text().is_none_or(str::is_empty))
    }

    fn is_root(&self) -> bool {
        self.0.parent().is_some_and(|parent| parent.kind() == NodeKind::Document)
    }

    fn add_element_unique_hashes(&self, filter: &mut BloomFilter) -> bool {
        let mut add = |text: &str| filter.insert_hash(Ident::from(text).precomputed_hash());
        add(self.0.local_name());
        add(self.0.namespace_url().unwrap_or_default());
        for attribute in self.0.attributes().filter(|attribute| attribute.namespace() == Namespace::None) {
            match attribute.name() {
                LocalName::ID => add(attribute.value()),
                LocalName::CLASS => attribute.value().split_ascii_whitespace().for_each(&mut add),
                _ => {}
            }
        }
        true
    }
}
