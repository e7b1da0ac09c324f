//! The types and traits that Servo's selector parser asks of its users: names and values, namespaces, pseudo-classes.

use crate::pseudo_class::PseudoClass;
use crate::selector::SelectorOptions;
use core::fmt::{self, Write};
use core::hash::{BuildHasher, BuildHasherDefault};
use cssparser::{ParseError, ToCss, serialize_identifier, serialize_string};
use limpid_dom::Namespace;
use precomputed_hash::PrecomputedHash;
use selectors::parser::{NonTSPseudoClass, SelectorImpl, SelectorParseErrorKind};
use std::hash::DefaultHasher;

/// The types of our selectors, for Servo's crate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Css {}

impl SelectorImpl for Css {
    type ExtraMatchingData<'a> = ();
    type AttrValue = Value;
    type Identifier = Ident;
    type LocalName = Ident;
    type NamespaceUrl = NamespaceUrl;
    type NamespacePrefix = Ident;
    type BorrowedNamespaceUrl = NamespaceUrl;
    type BorrowedLocalName = Ident;
    type NonTSPseudoClass = PseudoClass;
    type PseudoElement = PseudoElement;
}

fn hash_of(text: &str) -> u32 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(text) as u32
}

/// A name of an element, an attribute, a class, an id or a namespace's prefix.
pub(crate) type Ident = CssText<false>;

/// The value in an attribute selector.
pub(crate) type Value = CssText<true>;

/// A text in a selector, which is written in quotes or as a name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct CssText<const IS_QUOTED: bool>(pub(crate) Box<str>);

impl<const IS_QUOTED: bool> From<&str> for CssText<IS_QUOTED> {
    fn from(text: &str) -> Self {
        CssText(text.into())
    }
}

impl<const IS_QUOTED: bool> AsRef<str> for CssText<IS_QUOTED> {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl<const IS_QUOTED: bool> ToCss for CssText<IS_QUOTED> {
    fn to_css<W: Write>(&self, destination: &mut W) -> fmt::Result {
        if IS_QUOTED { serialize_string(&self.0, destination) } else { serialize_identifier(&self.0, destination) }
    }
}

impl PrecomputedHash for Ident {
    fn precomputed_hash(&self) -> u32 {
        hash_of(&self.0)
    }
}

/// A namespace; none by default.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NamespaceUrl {
    namespace: Namespace,
    /// The URL of [`Namespace::Other`].
    other: Box<str>,
}

impl NamespaceUrl {
    pub(crate) fn from_url(url: &str) -> NamespaceUrl {
        let namespace = Namespace::from_url(url);
        NamespaceUrl { namespace, other: if namespace == Namespace::Other { url.into() } else { "".into() } }
    }

    /// Whether it is the namespace of an element or an attribute.
    #[inline]
    pub(crate) fn is<'t>(&self, namespace: Namespace, url: impl FnOnce() -> &'t str) -> bool {
        self.namespace == namespace && (namespace != Namespace::Other || *self.other == *url())
    }
}

impl From<Namespace> for NamespaceUrl {
    fn from(namespace: Namespace) -> NamespaceUrl {
        NamespaceUrl { namespace, other: "".into() }
    }
}

impl Default for NamespaceUrl {
    fn default() -> NamespaceUrl {
        NamespaceUrl::from_url("")
    }
}

impl PrecomputedHash for NamespaceUrl {
    fn precomputed_hash(&self) -> u32 {
        hash_of(&self.other).wrapping_add(self.namespace as u32)
    }
}

/// A pseudo-element. There are none: a document at rest has no boxes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum PseudoElement {}

impl ToCss for PseudoElement {
    fn to_css<W: Write>(&self, _: &mut W) -> fmt::Result {
        match *self {}
    }
}

impl selectors::parser::PseudoElement for PseudoElement {}

impl NonTSPseudoClass for PseudoClass {
    fn is_active_or_hover(&self) -> bool {
        false
    }

    fn is_user_action_state(&self) -> bool {
        false
    }
}

/// The syntax that Servo's parser accepts.
pub(crate) struct Syntax<'o> {
    pub(crate) options: &'o SelectorOptions,
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
        PseudoClass::of(name).ok_or_else(|| ParseError::custom(SelectorParseErrorKind::UnsupportedPseudoClassOrElement))
    }

    fn parse_non_ts_functional_pseudo_class(
        &self,
        name: &str,
        parser: &mut cssparser::Parser<'i>,
        _after_part: bool,
    ) -> Result<PseudoClass, ParseError<SelectorParseErrorKind>> {
        PseudoClass::parse_function(name, parser)
    }

    fn default_namespace(&self) -> Option<NamespaceUrl> {
        self.options.default_namespace.clone()
    }

    fn namespace_for_prefix(&self, prefix: &Ident) -> Option<NamespaceUrl> {
        let declared = self.options.namespaces.iter().rev().find(|(declared, _)| **declared == *prefix.0);
        declared.map(|(_, namespace)| namespace.clone())
    }
}
