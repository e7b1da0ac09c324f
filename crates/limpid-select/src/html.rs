//! Questions about HTML elements that pseudo-classes share.

use limpid_dom::{LocalName, Namespace, NodeRef};

/// Returns whether an element is in the HTML namespace.
pub(crate) fn is_html(element: NodeRef<'_>) -> bool {
    element.namespace() == Namespace::Html
}

/// Returns whether an element is an HTML element in an HTML document: in XML, case matters.
pub(crate) fn is_html_in_html(element: NodeRef<'_>) -> bool {
    is_html(element) && !element.document().is_xml()
}

/// Returns the value of an attribute without a namespace.
pub(crate) fn value(element: NodeRef<'_>, name: LocalName) -> Option<&str> {
    let mut attributes = element.attributes();
    let attribute =
        attributes.find(|attribute| attribute.name() == name && attribute.namespace() == Namespace::None)?;
    Some(attribute.value())
}

/// Returns whether an element has an attribute without a namespace.
pub(crate) fn has(element: NodeRef<'_>, name: LocalName) -> bool {
    value(element, name).is_some()
}
