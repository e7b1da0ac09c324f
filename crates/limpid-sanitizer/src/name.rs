//! Names of elements, attributes and processing instructions, sorted in the standard's order.

use crate::config::{
    SanitizerAttribute, SanitizerElement, SanitizerElementWithAttributes, SanitizerProcessingInstruction,
};
use core::cmp::Ordering;
use limpid_markup::Namespace;

/// A string that is ordered by UTF-16 [code units](https://infra.spec.whatwg.org/#code-unit-less-than).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ByCodeUnits(pub(crate) Box<str>);

impl Ord for ByCodeUnits {
    fn cmp(&self, other: &ByCodeUnits) -> Ordering {
        // For ASCII, the order of bytes is the same.
        match self.0.is_ascii() && other.0.is_ascii() {
            true => self.0.cmp(&other.0),
            false => self.0.encode_utf16().cmp(other.0.encode_utf16()),
        }
    }
}

impl PartialOrd for ByCodeUnits {
    fn partial_cmp(&self, other: &ByCodeUnits) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The name of an element or an attribute, ordered as in the lists of
/// [get()](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#dom-sanitizer-get).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Name {
    /// The URL of the namespace, or an empty string, which sorts first.
    pub(crate) namespace: ByCodeUnits,
    pub(crate) local_name: ByCodeUnits,
}

impl Name {
    pub(crate) fn new(namespace: impl AsRef<str>, local_name: &str) -> Name {
        Name { namespace: ByCodeUnits(namespace.as_ref().into()), local_name: ByCodeUnits(local_name.into()) }
    }

    /// Whether this is the name of a
    /// [custom data attribute](https://html.spec.whatwg.org/multipage/dom.html#custom-data-attribute). Any name that starts with `data-` is
    /// one, as when a tree is sanitized.
    pub(crate) fn is_custom_data_attribute(&self) -> bool {
        is_custom_data_attribute(Namespace::from_url(&self.namespace.0), &self.local_name.0)
    }

    /// Returns the lower bound of the names of custom data attributes, which are consecutive in the order of names.
    pub(crate) fn first_data_attribute() -> Name {
        Name::new("", "data-")
    }

    fn namespace_or_none(&self) -> Option<String> {
        Some(&*self.namespace.0).filter(|url| !url.is_empty()).map(str::to_owned)
    }
}

pub(crate) fn is_custom_data_attribute(namespace: Namespace, local_name: &str) -> bool {
    namespace == Namespace::None && local_name.starts_with("data-")
}

impl From<&SanitizerElement> for Name {
    fn from(element: &SanitizerElement) -> Name {
        Name::new(element.namespace.as_deref().unwrap_or_default(), &element.name)
    }
}

impl From<&SanitizerElementWithAttributes> for Name {
    fn from(element: &SanitizerElementWithAttributes) -> Name {
        Name::new(element.namespace.as_deref().unwrap_or_default(), &element.name)
    }
}

impl From<&SanitizerAttribute> for Name {
    fn from(attribute: &SanitizerAttribute) -> Name {
        Name::new(attribute.namespace.as_deref().unwrap_or_default(), &attribute.name)
    }
}

impl From<&SanitizerProcessingInstruction> for ByCodeUnits {
    fn from(instruction: &SanitizerProcessingInstruction) -> ByCodeUnits {
        ByCodeUnits(instruction.target.as_str().into())
    }
}

impl From<&Name> for SanitizerElement {
    fn from(name: &Name) -> SanitizerElement {
        SanitizerElement { name: name.local_name.0.to_string(), namespace: name.namespace_or_none() }
    }
}

impl From<&Name> for SanitizerAttribute {
    fn from(name: &Name) -> SanitizerAttribute {
        SanitizerAttribute { name: name.local_name.0.to_string(), namespace: name.namespace_or_none() }
    }
}

impl From<&ByCodeUnits> for SanitizerProcessingInstruction {
    fn from(target: &ByCodeUnits) -> SanitizerProcessingInstruction {
        SanitizerProcessingInstruction { target: target.0.to_string() }
    }
}
