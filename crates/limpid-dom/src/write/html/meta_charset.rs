//! Declarations of the encoding: <https://html.spec.whatwg.org/multipage/semantics.html#charset>.

use crate::read::node_ref::NodeRef;
use limpid_markup::LocalName;
use std::borrow::Cow;

/// Returns the attribute with which a `meta` child of a `head` declares the encoding, and its value for an encoding with this label. The
/// attribute is `charset` or, in a `meta` with `http-equiv=content-type`, `content`.
#[inline]
pub(super) fn declaration<'l>(node: NodeRef<'_>, label: &'l str) -> Option<(LocalName, Cow<'l, str>)> {
    if !node.is_html(LocalName::META) || !node.parent().is_some_and(|parent| parent.is_html(LocalName::HEAD)) {
        return None;
    }
    if node.has_attribute("charset") {
        return Some((LocalName::CHARSET, Cow::Borrowed(label)));
    }
    let is_content_type = node.attribute("http-equiv").is_some_and(|value| value.eq_ignore_ascii_case("content-type"));
    let declares = is_content_type && node.has_attribute("content");
    declares.then(|| (LocalName::CONTENT, Cow::Owned(format!("text/html; charset={label}"))))
}

/// Whether a node is a `head` that declares no encoding.
#[inline]
pub(super) fn is_missing(node: NodeRef<'_>) -> bool {
    node.is_html(LocalName::HEAD) && !node.children().any(|child| declaration(child, "").is_some())
}
