//! The markup of single texts, attribute values and tags, for writers that write only the changed parts of a document.

use crate::read::node_ref::NodeRef;
use crate::storage::node::NodeKind;
use crate::write::{html, xml};
use limpid_markup::{LocalName, ShadowRootInit, SlotAssignment};

/// Returns the markup of a text in this parent.
#[inline]
pub(crate) fn text(text: &str, parent: Option<NodeRef<'_>>, is_xml: bool) -> String {
    let mut written = String::new();
    // Writing to a String cannot fail.
    let _ = match parent {
        _ if is_xml => xml::write_text(text, false, &mut written),
        Some(parent) if is_raw(parent) => return text.to_owned(),
        _ => html::write_text(text, &mut written),
    };
    written
}

/// Whether text in a node is written without escaping.
#[inline]
pub(crate) fn is_raw(parent: NodeRef<'_>) -> bool {
    html::holds_raw_text(parent, parent.document().scripting() && !crate::write::rendering::is_in_template(parent))
}

/// Returns an attribute value escaped for quotes of this kind.
#[inline]
pub(crate) fn value(value: &str, is_single: bool, is_xml: bool) -> String {
    let mut written = String::new();
    let _ = match is_xml {
        true => xml::write_text(value, true, &mut written),
        false => html::write_value(value, is_single, &mut written),
    };
    if is_xml && is_single { written.replace('\'', "&#39;") } else { written }
}

/// Whether an element is written without content and end tag.
#[inline]
pub(crate) fn is_void(element: NodeRef<'_>) -> bool {
    crate::write::rendering::serializes_as_void(element)
}

/// Whether a parser drops a line feed directly after the element's start tag.
#[inline]
pub(crate) fn drops_first_line_feed(element: NodeRef<'_>) -> bool {
    html::drops_first_line_feed(element)
}

/// Whether the element's end tag may be omitted, considering its siblings and ancestors.
#[inline]
pub(crate) fn is_end_optional(element: NodeRef<'_>) -> bool {
    html::is_end_optional(element)
}

/// Returns the attributes of the template that declares a shadow root.
#[inline]
pub(crate) fn shadow_root_attributes(init: ShadowRootInit) -> impl Iterator<Item = (LocalName, &'static str)> {
    let attributes = [
        (true, LocalName::SHADOWROOTMODE, init.mode.as_str()),
        (init.delegates_focus, LocalName::SHADOWROOTDELEGATESFOCUS, ""),
        (init.serializable, LocalName::SHADOWROOTSERIALIZABLE, ""),
        (init.slot_assignment == SlotAssignment::Manual, LocalName::SHADOWROOTSLOTASSIGNMENT, "manual"),
        (init.clonable, LocalName::SHADOWROOTCLONABLE, ""),
        (init.keep_custom_element_registry_null, LocalName::SHADOWROOTCUSTOMELEMENTREGISTRY, ""),
    ];
    attributes.into_iter().filter(|(is_set, ..)| *is_set).map(|(_, name, value)| (name, value))
}

/// Returns the name in an element's tags. For a shadow root, this is the name of its declaration, `template`.
#[inline]
pub(crate) fn tag_name(element: NodeRef<'_>) -> String {
    if element.kind() == NodeKind::ShadowRoot {
        return "template".to_owned();
    }
    let is_known = matches!(
        element.namespace(),
        limpid_markup::Namespace::Html | limpid_markup::Namespace::MathMl | limpid_markup::Namespace::Svg
    );
    match element.document().is_xml() || !is_known {
        true => element.qualified_name().into_owned(),
        false => element.local_name().to_owned(),
    }
}

/// Returns a node and its content as XML that relies on the namespace declarations of its ancestors.
#[inline]
pub(crate) fn xml_in_place(node: NodeRef<'_>) -> String {
    xml::to_xml_in_context(node)
}

/// Returns the markup of a node that is neither an element nor a text.
#[inline]
pub(crate) fn other(node: NodeRef<'_>, is_xml: bool) -> String {
    if is_xml { node.to_xml() } else { node.to_html() }
}
