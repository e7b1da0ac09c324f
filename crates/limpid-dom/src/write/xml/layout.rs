//! The nodes beside the element of a document, which XML restricts.

use crate::read::node_ref::NodeRef;
use crate::storage::node::NodeKind;

/// The nodes that may stand beside the element of a document, and the place where an element is missing.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Layout<'d> {
    doctype: Option<NodeRef<'d>>,
    /// The first and the last of what goes into an element that the tree does not have.
    wrapped: Option<(NodeRef<'d>, NodeRef<'d>)>,
    /// Whether the document has nothing that an element could be made of.
    pub(super) is_empty: bool,
    /// Whether there is text that is more than white space in the element that the tree does not have.
    pub(super) has_text: bool,
}

/// The element around what XML could not have at the top.
pub(super) const WRAPPER: &str = "document";

#[inline]
pub(super) fn is_space(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_whitespace())
}

impl<'d> Layout<'d> {
    /// The layout of what is written of a node: something for documents only.
    #[inline]
    pub(super) fn of(top: NodeRef<'d>) -> Layout<'d> {
        let mut layout = Layout::default();
        if top.kind() != NodeKind::Document {
            return layout;
        }
        let mut range = None;
        for node in top.children() {
            let is_text = node.text().is_some_and(|text| !is_space(text));
            if node.is_element() || is_text {
                range = Some((range.map_or(node, |(first, _)| first), node));
                layout.has_text |= is_text;
            } else if node.kind() == NodeKind::Doctype && range.is_none() {
                layout.doctype.get_or_insert(node);
            }
        }
        layout.is_empty = range.is_none();
        layout.wrapped = range.filter(|(first, last)| first != last || !first.is_element());
        layout
    }

    /// Whether a node is written, as far as its place goes: no doctype anywhere else, no text beside the element of a
    /// document.
    #[inline]
    pub(super) fn has_place_for(&self, node: NodeRef<'d>, is_wrapped: bool) -> bool {
        match node.kind() {
            NodeKind::Doctype => self.doctype == Some(node),
            NodeKind::Text => is_wrapped || node.parent().is_none_or(|parent| parent.kind() != NodeKind::Document),
            _ => true,
        }
    }

    /// Whether the element that the tree does not have starts before a node.
    #[inline]
    pub(super) fn starts_at(&self, node: NodeRef<'d>) -> bool {
        self.wrapped.is_some_and(|(first, _)| first == node)
    }

    /// Whether the element that the tree does not have ends after a node.
    #[inline]
    pub(super) fn ends_at(&self, node: NodeRef<'d>) -> bool {
        self.wrapped.is_some_and(|(_, last)| last == node)
    }
}
