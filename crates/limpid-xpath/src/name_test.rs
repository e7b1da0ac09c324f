//! Node tests prepared for one document: names are resolved to numbers, and HTML names ignore case.

use crate::plan::NodeTest;
use limpid_dom::{Attribute, Document, Namespace, NodeKind, NodeRef};

#[derive(Clone, Copy, Debug)]
pub(crate) enum DocumentTest<'e> {
    Node,
    Text,
    Comment,
    Instruction(Option<&'e str>),
    Any,
    InNamespace(Url<'e>),
    Name(Name<'e>),
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Url<'e> {
    namespace: Namespace,
    url: &'e str,
}

impl<'e> Url<'e> {
    fn new(url: &'e str) -> Url<'e> {
        Url { namespace: Namespace::from_url(url), url }
    }

    #[inline]
    fn matches(self, namespace: Namespace, url: impl FnOnce() -> &'e str) -> bool {
        self.namespace == namespace && (namespace != Namespace::Other || self.url == url())
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Name<'e> {
    is_html_document: bool,
    has_prefix: bool,
    /// The namespace of elements. With a prefix, also the namespace of attributes.
    namespace: Url<'e>,
    /// The number of the name in the document, or [`ABSENT`].
    number: u32,
    /// The number of the lowercase name in the document, or [`ABSENT`].
    lower: u32,
    text: &'e str,
}

/// The number of names that do not occur in the document.
const ABSENT: u32 = u32::MAX;

impl<'e> DocumentTest<'e> {
    pub(crate) fn new(test: &'e NodeTest, document: &Document<'_>) -> DocumentTest<'e> {
        match test {
            NodeTest::Node => DocumentTest::Node,
            NodeTest::Text => DocumentTest::Text,
            NodeTest::Comment => DocumentTest::Comment,
            NodeTest::Instruction(target) => DocumentTest::Instruction(target.as_deref()),
            NodeTest::Any => DocumentTest::Any,
            NodeTest::InNamespace(url) => DocumentTest::InNamespace(Url::new(url)),
            NodeTest::Name(url, text) => {
                let is_html_document = !document.is_xml();
                let default = if is_html_document { Namespace::Html.url() } else { "" };
                let number = |name: &str| document.name_number(name).unwrap_or(ABSENT);
                DocumentTest::Name(Name {
                    is_html_document,
                    has_prefix: url.is_some(),
                    namespace: Url::new(url.as_deref().unwrap_or(default)),
                    number: number(text),
                    lower: number(&text.to_ascii_lowercase()),
                    text,
                })
            }
        }
    }

    /// Whether a node of the tree passes, on an axis whose principal node type is element.
    #[inline]
    pub(crate) fn passes(&self, node: NodeRef<'e>) -> bool {
        let kind = node.kind();
        match self {
            // XPath's data model has no doctypes.
            DocumentTest::Node => kind != NodeKind::Doctype,
            DocumentTest::Text => kind == NodeKind::Text,
            DocumentTest::Comment => kind == NodeKind::Comment,
            DocumentTest::Instruction(target) => {
                kind == NodeKind::ProcessingInstruction
                    && target.is_none_or(|target| node.processing_instruction().is_some_and(|it| it.target == target))
            }
            DocumentTest::Any => kind == NodeKind::Element,
            DocumentTest::InNamespace(url) => {
                kind == NodeKind::Element && url.matches(node.namespace(), || node.namespace_url().unwrap_or_default())
            }
            DocumentTest::Name(name) => kind == NodeKind::Element && name.matches_element(node),
        }
    }

    /// Returns the name number that all matching elements have, if it is the same for all of them.
    pub(crate) fn element_number(&self) -> Option<u32> {
        match self {
            DocumentTest::Name(name) if name.number == name.lower || !name.is_html_document => Some(name.number),
            _ => None,
        }
    }

    /// Whether an element that a function created passes. Such elements have no namespace.
    pub(crate) fn passes_created(&self, name: &str) -> bool {
        match self {
            DocumentTest::Node | DocumentTest::Any => true,
            DocumentTest::Name(test) => !test.has_prefix && test.text == name,
            _ => false,
        }
    }

    pub(crate) fn has_prefix(&self) -> bool {
        matches!(self, DocumentTest::Name(name) if name.has_prefix)
    }

    /// Returns the name number that matching attributes of `owner` have, if this is a name test.
    #[inline]
    pub(crate) fn attribute_number(&self, owner: NodeRef<'e>) -> Option<u32> {
        match self {
            DocumentTest::Name(name) => Some(name.attribute_number(owner)),
            _ => None,
        }
    }

    /// Whether an attribute passes, on the attribute axis. Namespace declarations never pass.
    #[inline]
    pub(crate) fn passes_attribute(&self, owner: NodeRef<'e>, attribute: &Attribute<'e>) -> bool {
        if let DocumentTest::Name(name) = self {
            // The number is tested first, because most attributes have another number.
            return name.matches_attribute(owner, attribute) && attribute.namespace() != Namespace::XmlNs;
        }
        let namespace = attribute.namespace();
        namespace != Namespace::XmlNs
            && match self {
                DocumentTest::Node | DocumentTest::Any => true,
                DocumentTest::InNamespace(url) => {
                    url.matches(namespace, || attribute.namespace_url().unwrap_or_default())
                }
                _ => false,
            }
    }

    /// Whether a namespace node with this prefix passes, on the namespace axis.
    pub(crate) fn passes_namespace(&self, prefix: &str) -> bool {
        match self {
            DocumentTest::Node | DocumentTest::Any => true,
            DocumentTest::Name(name) => !name.has_prefix && name.text == prefix,
            _ => false,
        }
    }
}

impl<'e> Name<'e> {
    #[inline]
    fn matches_element(&self, element: NodeRef<'e>) -> bool {
        let number = element.name_number();
        let namespace = element.namespace();
        if self.is_html_document && namespace == Namespace::Html {
            return number == self.lower && self.namespace.namespace == Namespace::Html;
        }
        number == self.number && self.namespace.matches(namespace, || element.namespace_url().unwrap_or_default())
    }

    #[inline]
    fn attribute_number(&self, owner: NodeRef<'e>) -> u32 {
        let is_html = self.is_html_document && !self.has_prefix && owner.namespace() == Namespace::Html;
        if is_html { self.lower } else { self.number }
    }

    #[inline]
    fn matches_attribute(&self, owner: NodeRef<'e>, attribute: &Attribute<'e>) -> bool {
        attribute.name_number() == self.attribute_number(owner)
            && match self.has_prefix {
                true => self.namespace.matches(attribute.namespace(), || attribute.namespace_url().unwrap_or_default()),
                false => attribute.namespace() == Namespace::None,
            }
    }
}
