//! Servo's own matcher, with which tests and benchmarks compare ours. It is a module of the crate under the feature `testing`.
//!
//! It is slow where ours is not, and recurses on the depth of the tree and on the length of a selector: not for use.

use crate::css::{Css, Ident, NamespaceUrl, PseudoElement, Value};
use crate::element::{has_id, is_empty, is_root, is_same_type, next, parent, previous};
use crate::html::{is_html_in_html, value};
use crate::inherited::Inherited;
use crate::pseudo_class::{PseudoClass, is_link};
use crate::search::Search;
use crate::selector::Selector;
use core::num::NonZeroUsize;
use core::ptr::NonNull;
use limpid_dom::{LocalName, Namespace, NodeKind, NodeRef, QuirksMode};
use precomputed_hash::PrecomputedHash;
use selectors::attr::{AttrSelectorOperation, CaseSensitivity, NamespaceConstraint};
use selectors::bloom::BloomFilter;
use selectors::context::SelectorCaches;
use selectors::matching::{
    ElementSelectorFlags, MatchingContext, MatchingForInvalidation, MatchingMode, NeedsSelectorFlags,
    matches_selector_list,
};
use selectors::{Element as _, OpaqueElement};

/// Returns the elements below a node that a selector matches, in tree order.
pub fn select<'d>(top: NodeRef<'d>, selector: &Selector) -> Vec<NodeRef<'d>> {
    let mut caches = SelectorCaches::default();
    let scope = top.is_element().then_some(top);
    let elements = top.descendants().filter(|node| node.is_element());
    elements.filter(|element| matches_with(*element, selector, scope, &mut caches)).collect()
}

/// Returns the elements below a node by our matcher, with another number of steps before sets take over.
pub fn select_with_steps<'d>(top: NodeRef<'d>, selector: &Selector, steps: usize) -> Vec<NodeRef<'d>> {
    let mut search = Search::new(&selector.compiled, top).with_steps(steps);
    top.descendants().filter(|node| node.is_element() && search.matches(*node)).collect()
}

/// Whether a selector matches an element.
pub fn matches(element: NodeRef<'_>, selector: &Selector) -> bool {
    matches_with(element, selector, Some(element), &mut SelectorCaches::default())
}

fn matches_with<'d>(
    element: NodeRef<'d>,
    selector: &Selector,
    scope: Option<NodeRef<'d>>,
    caches: &mut SelectorCaches,
) -> bool {
    let quirks_mode = match element.document().quirks_mode() {
        QuirksMode::NoQuirks => selectors::context::QuirksMode::NoQuirks,
        QuirksMode::LimitedQuirks => selectors::context::QuirksMode::LimitedQuirks,
        QuirksMode::Quirks => selectors::context::QuirksMode::Quirks,
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
    matches_selector_list(&selector.list, Element(element), &mut context)
}

#[derive(Clone, Copy, Debug)]
struct Element<'d>(NodeRef<'d>);

impl selectors::Element for Element<'_> {
    type Impl = Css;

    fn opaque(&self) -> OpaqueElement {
        // It is compared and never followed.
        let number = NonZeroUsize::MIN.saturating_add(self.0.id().get() as usize);
        OpaqueElement::from_ptr(NonNull::without_provenance(number))
    }

    fn parent_element(&self) -> Option<Self> {
        parent(self.0).map(Element)
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
        previous(self.0).map(Element)
    }

    fn next_sibling_element(&self) -> Option<Self> {
        next(self.0).map(Element)
    }

    fn first_element_child(&self) -> Option<Self> {
        self.0.children().find(|child| child.is_element()).map(Element)
    }

    fn is_html_element_in_html_document(&self) -> bool {
        is_html_in_html(self.0)
    }

    fn has_local_name(&self, local_name: &Ident) -> bool {
        self.0.local_name() == &*local_name.0
    }

    fn has_namespace(&self, namespace: &NamespaceUrl) -> bool {
        namespace.is(self.0.namespace(), || self.0.namespace_url())
    }

    fn is_same_type(&self, other: &Self) -> bool {
        is_same_type(self.0, other.0)
    }

    fn attr_matches(
        &self,
        namespace: &NamespaceConstraint<&NamespaceUrl>,
        local_name: &Ident,
        operation: &AttrSelectorOperation<&Value>,
    ) -> bool {
        self.0.attributes().any(|attribute| {
            let is_in = match namespace {
                NamespaceConstraint::Any => true,
                NamespaceConstraint::Specific(namespace) => {
                    namespace.is(attribute.namespace(), || attribute.namespace_url())
                }
            };
            is_in && attribute.local_name() == &*local_name.0 && operation.eval_str(attribute.value())
        })
    }

    fn match_non_ts_pseudo_class(&self, class: &PseudoClass, _: &mut MatchingContext<'_, Css>) -> bool {
        class.matches(self.0, &Inherited::default())
    }

    fn match_pseudo_element(&self, element: &PseudoElement, _: &mut MatchingContext<'_, Css>) -> bool {
        match *element {}
    }

    fn apply_selector_flags(&self, _: ElementSelectorFlags) {}

    fn is_link(&self) -> bool {
        is_link(self.0)
    }

    fn is_html_slot_element(&self) -> bool {
        self.0.is_html(LocalName::SLOT)
    }

    fn has_id(&self, id: &Ident, case: CaseSensitivity) -> bool {
        has_id(self.0, &id.0, case)
    }

    fn has_class(&self, class: &Ident, case: CaseSensitivity) -> bool {
        let mut classes = value(self.0, LocalName::CLASS).unwrap_or_default().split_ascii_whitespace();
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
        is_empty(self.0)
    }

    fn is_root(&self) -> bool {
        is_root(self.0)
    }

    fn add_element_unique_hashes(&self, filter: &mut BloomFilter) -> bool {
        let mut add = |text: &str| filter.insert_hash(Ident::from(text).precomputed_hash());
        add(self.0.local_name());
        for attribute in self.0.attributes().filter(|attribute| attribute.namespace() == Namespace::None) {
            match attribute.name() {
                LocalName::ID => add(attribute.value()),
                LocalName::CLASS => attribute.value().split_ascii_whitespace().for_each(&mut add),
                _ => {}
            }
        }
        filter.insert_hash(NamespaceUrl::from_url(self.0.namespace_url()).precomputed_hash());
        true
    }
}
