//! The top-level nodes of a document, which XML restricts.

use crate::read::node_ref::NodeRef;
use crate::storage::node::NodeKind;

/// The allowed top-level nodes of a document, and the position of a wrapper element if one is needed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Layout<'d> {
    doctype: Option<NodeRef<'d>>,
    /// The first and the last node that go into the wrapper element.
    wrapped: Option<(NodeRef<'d>, NodeRef<'d>)>,
    /// Whether the document has neither an element nor text, so that an empty wrapper element is written.
    pub(super) is_empty: bool,
    /// Whether the wrapper element contains text other than white space.
    pub(super) has_text: bool,
}

/// The name of the element that wraps content which XML does not allow at the top level.
pub(super) const WRAPPER: &str = "document";

#[inline]
pub(super) fn is_white_space(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_whitespace())
}

impl<'d> Layout<'d> {
    /// Returns the layout for serializing a node. It restricts only documents.
    #[inline]
    pub(super) fn of(top: NodeRef<'d>) -> Layout<'d> {
        let mut layout = Layout::default();
        if top.kind() != NodeKind::Document {
            return layout;
        }
        let mut range = None;
        for node in top.children() {
            let is_text = node.text().is_some_and(|text| !is_white_space(text));
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

    /// Whether a node is allowed at its position. A doctype is allowed only before the root element. Text is not allowed at the top level
    /// of a document.
    #[inline]
    pub(super) fn is_allowed(&self, node: NodeRef<'d>, in_wrapper: bool) -> bool {
        match node.kind() {
            NodeKind::Doctype => self.doctype == Some(node),
            NodeKind::Text => in_wrapper || node.parent().is_none_or(|parent| parent.kind() != NodeKind::Document),
            _ => true,
        }
    }

    /// Whether the wrapper element starts before a node.
    #[inline]
    pub(super) fn starts_at(&self, node: NodeRef<'d>) -> bool {
        self.wrapped.is_some_and(|(first, _)| first == node)
    }

    /// Whether the wrapper element ends after a node.
    #[inline]
    pub(super) fn ends_at(&self, node: NodeRef<'d>) -> bool {
        self.wrapped.is_some_and(|(_, last)| last == node)
    }
}
