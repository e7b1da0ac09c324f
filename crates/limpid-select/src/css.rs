//! What Servo's selector parser asks of those who use it: types for names and values, namespaces, pseudo-classes.

use crate::pseudo_class::PseudoClass;
use crate::selector::SelectorOptions;
use core::fmt::{self, Write};
use core::hash::{BuildHasher, BuildHasherDefault};
use cssparser::{CssStringWriter, ParseError, ToCss, serialize_identifier};
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

/// A name: of an element, an attribute, a class, an id or a namespace's prefix.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Ident(pub(crate) Box<str>);

impl From<&str> for Ident {
    fn from(text: &str) -> Ident {
        Ident(text.into())
    }
}

impl AsRef<str> for Ident {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl ToCss for Ident {
    fn to_css<W: Write>(&self, destination: &mut W) -> fmt::Result {
        serialize_identifier(&self.0, destination)
    }
}

impl PrecomputedHash for Ident {
    fn precomputed_hash(&self) -> u32 {
        hash_of(&self.0)
    }
}

/// The value in an attribute selector.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Value(pub(crate) Box<str>);

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

/// A namespace; none by default.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NamespaceUrl {
    namespace: Namespace,
    /// The URL of [`Namespace::Other`].
    other: Box<str>,
}

impl NamespaceUrl {
    /// No namespace.
    pub(crate) fn none() -> NamespaceUrl {
        NamespaceUrl::from_url("")
    }

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
        NamespaceUrl::none()
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

/// What Servo's parser may read.
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
