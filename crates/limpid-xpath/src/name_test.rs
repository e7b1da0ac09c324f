//! Node tests as a document has them: names are numbers, and letter case is what HTML says.

use crate::plan::NodeTest;
use limpid_dom::{Attribute, Document, Namespace, NodeKind, NodeRef};

/// A node test for one document.
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

/// A namespace by its URL.
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
    fn is(self, namespace: Namespace, url: impl FnOnce() -> &'e str) -> bool {
        self.namespace == namespace && (namespace != Namespace::Other || self.url == url())
    }
}

/// A name test for one document.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Name<'e> {
    is_html_document: bool,
    has_prefix: bool,
    /// The namespace of elements; of attributes, if there is a prefix.
    namespace: Url<'e>,
    /// The number of the name as it is written, and in lower case; [`ABSENT`] if the document has no such name.
    number: u32,
    lower: u32,
    text: &'e str,
}

/// The number of a name that the document does not have.
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

    /// Whether a node of the tree passes, on an axis of elements.
    #[inline]
    pub(crate) fn passes(&self, node: NodeRef<'e>) -> bool {
        let kind = node.kind();
        match self {
            // There is no doctype in XPath.
            DocumentTest::Node => kind != NodeKind::Doctype,
            DocumentTest::Text => kind == NodeKind::Text,
            DocumentTest::Comment => kind == NodeKind::Comment,
            DocumentTest::Instruction(target) => {
                kind == NodeKind::ProcessingInstruction
                    && target.is_none_or(|target| node.processing_instruction().is_some_and(|it| it.target == target))
            }
            DocumentTest::Any => kind == NodeKind::Element,
            DocumentTest::InNamespace(url) => {
                kind == NodeKind::Element && url.is(node.namespace(), || node.namespace_url().unwrap_or_default())
            }
            DocumentTest::Name(name) => kind == NodeKind::Element && name.is_of(node),
        }
    }

    /// The only number that names of elements that pass have, if there is one.
    pub(crate) fn element_number(&self) -> Option<u32> {
        match self {
            DocumentTest::Name(name) if name.number == name.lower || !name.is_html_document => Some(name.number),
            _ => None,
        }
    }

    /// Whether an element that a function made passes: it is in no namespace.
    pub(crate) fn passes_made(&self, name: &str) -> bool {
        match self {
            DocumentTest::Node | DocumentTest::Any => true,
            DocumentTest::Name(test) => !test.has_prefix && test.text == name,
            _ => false,
        }
    }

    pub(crate) fn has_prefix(&self) -> bool {
        matches!(self, DocumentTest::Name(name) if name.has_prefix)
    }

    /// The number of the name that attributes of an element have to have, if there is one.
    #[inline]
    pub(crate) fn attribute_number(&self, owner: NodeRef<'e>) -> Option<u32> {
        match self {
            DocumentTest::Name(name) => Some(name.attribute_number(owner)),
            _ => None,
        }
    }

    /// Whether an attribute of an element passes, on the attribute axis. Declarations of namespaces are no attributes.
    #[inline]
    pub(crate) fn passes_attribute(&self, owner: NodeRef<'e>, attribute: &Attribute<'e>) -> bool {
        if let DocumentTest::Name(name) = self {
            // The number first: most attributes fail it.
            return name.is_of_attribute(owner, attribute) && attribute.namespace() != Namespace::XmlNs;
        }
        let namespace = attribute.namespace();
        namespace != Namespace::XmlNs
            && match self {
                DocumentTest::Node | DocumentTest::Any => true,
                DocumentTest::InNamespace(url) => url.is(namespace, || attribute.namespace_url().unwrap_or_default()),
                _ => false,
            }
    }

    /// Whether a namespace node of this prefix passes, on the namespace axis.
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
    fn is_of(&self, element: NodeRef<'e>) -> bool {
        let number = element.name_number();
        let namespace = element.namespace();
        if self.is_html_document && namespace == Namespace::Html {
            return number == self.lower && self.namespace.namespace == Namespace::Html;
        }
        number == self.number && self.namespace.is(namespace, || element.namespace_url().unwrap_or_default())
    }

    #[inline]
    fn attribute_number(&self, owner: NodeRef<'e>) -> u32 {
        let is_html = self.is_html_document && !self.has_prefix && owner.namespace() == Namespace::Html;
        if is_html { self.lower } else { self.number }
    }

    #[inline]
    fn is_of_attribute(&self, owner: NodeRef<'e>, attribute: &Attribute<'e>) -> bool {
        attribute.name_number() == self.attribute_number(owner)
            && match self.has_prefix {
                true => self.namespace.is(attribute.namespace(), || attribute.namespace_url().unwrap_or_default()),
                false => attribute.namespace() == Namespace::None,
            }
    }
}
