//! Declarations of the encoding: <https://html.spec.whatwg.org/multipage/semantics.html#charset>.

use crate::node::NodeRef;
use limpid_markup::LocalName;

/// The attribute by which a node, if it is a `meta` right in a `head`, declares the encoding: `charset`, or `content` if it
/// stands for the `Content-Type` header.
pub(super) fn declaring_attribute(node: NodeRef<'_>) -> Option<LocalName> {
    if !node.is_html(LocalName::META) || !node.parent().is_some_and(|parent| parent.is_html(LocalName::HEAD)) {
        return None;
    }
    let is_content_type = || node.attribute("http-equiv").is_some_and(|value| value.eq_ignore_ascii_case("content-type"));
    if node.has_attribute("charset") {
        Some(LocalName::CHARSET)
    } else if is_content_type() && node.has_attribute("content") {
        Some(LocalName::CONTENT)
    } else {
        None
    }
}

/// Whether a node is a `head` that declares no encoding.
pub(super) fn is_missing(node: NodeRef<'_>) -> bool {
    node.is_html(LocalName::HEAD) && !node.children().any(|child| declaring_attribute(child).is_some())
}
