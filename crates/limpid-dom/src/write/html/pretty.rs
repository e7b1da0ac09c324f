//! Line breaks and indentation, inserted where white space does not [show](crate::write::rendering).

use super::Serializer;
use crate::read::node_ref::NodeRef;
use crate::write::rendering::{Display, Rendering, html_name};
use core::fmt::{self, Write};
use limpid_markup::{LocalName, TagSet};

/// The maximum number of siblings that are searched for displayed content.
const MAX_SIBLINGS: usize = 8;
/// The depth up to which lines are indented. The limit keeps the size of the output linear.
const MAX_INDENTED_DEPTH: usize = 64;

#[inline]
fn is_white_space(node: NodeRef<'_>) -> bool {
    node.text().is_some_and(|text| text.bytes().all(|byte| byte.is_ascii_whitespace()))
}

/// The nearest displayed content before or after a position between two nodes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    /// Content that breaks the line.
    Block,
    /// Inline content, or no displayed content among the nearest [`MAX_SIBLINGS`] siblings.
    Line,
    /// A tag of the parent.
    Edge,
}

impl Side {
    /// Returns the kind of the first displayed content in a list of siblings, which starts with the nearest.
    fn of<'d>(siblings: impl Iterator<Item = NodeRef<'d>>, parent_rendering: Rendering) -> Side {
        for (distance, node) in siblings.enumerate() {
            if distance == MAX_SIBLINGS || node.text().is_some() && !is_white_space(node) {
                return Side::Line;
            }
            let rendering = parent_rendering.child(node);
            if rendering.breaks_line() || node.doctype().is_some() {
                return Side::Block;
            }
            if rendering.display != Display::None && node.is_element() {
                return Side::Line;
            }
        }
        Side::Edge
    }

    /// Whether the content on this side of a position hides white space at the position. The position is in `parent`.
    #[inline]
    fn hides_white_space(self, parent: Option<NodeRef<'_>>, parent_rendering: Rendering) -> bool {
        match self {
            Side::Block => true,
            Side::Line => false,
            Side::Edge => parent.is_some_and(NodeRef::is_element) && parent_rendering.hides_white_space_at_edges(),
        }
    }
}

/// Whether a node gets a separate line where the line breaks around it do not show.
#[inline]
fn has_own_line(node: NodeRef<'_>, parent_rendering: Rendering) -> bool {
    node.doctype().is_some()
        || TagSet::BREAKS_LINE.contains(html_name(node))
        || parent_rendering.child(node).breaks_line()
        || is_in_head(node)
}

/// Whether the parent is a `head`, where no white space shows.
#[inline]
fn is_in_head(node: NodeRef<'_>) -> bool {
    node.parent().is_some_and(|parent| html_name(parent) == LocalName::HEAD)
}

impl Serializer<'_, '_, '_> {
    #[inline]
    fn may_break(&self) -> bool {
        cfg!(feature = "pretty") && self.options.indent.is_some() && self.parent_rendering().collapses()
    }

    /// Breaks the line before a node that is not text.
    #[inline]
    pub(super) fn break_before(&mut self, node: NodeRef<'_>) -> fmt::Result {
        if self.may_break() && self.is_line_start(node) {
            self.break_line()?;
        }
        Ok(())
    }

    /// Whether to break the line before a node that is not text, if [`may_break`](Self::may_break) is true.
    #[inline]
    fn is_line_start(&self, node: NodeRef<'_>) -> bool {
        let parent_rendering = self.parent_rendering();
        if is_in_head(node) {
            return true;
        }
        let before = Side::of(node.previous_siblings(), parent_rendering);
        if before == Side::Block {
            return true;
        }
        let hides = |side: Side| side.hides_white_space(node.parent(), parent_rendering);
        has_own_line(node, parent_rendering)
            && (hides(before) || hides(Side::of(core::iter::once(node).chain(node.next_siblings()), parent_rendering)))
    }

    #[inline]
    pub(super) fn break_before_end(&mut self, node: NodeRef<'_>) -> fmt::Result {
        let children = || node.template_contents().unwrap_or(node).children().rev();
        // At the end of an element, the innermost rendering is still that of the element itself.
        let parent_rendering = self.parent_rendering();
        if self.may_break()
            && children().find(|&child| !is_white_space(child)).is_some_and(|last| {
                let side = Side::of(children(), parent_rendering);
                side == Side::Block
                    || has_own_line(last, parent_rendering)
                        && (is_in_head(last) || side.hides_white_space(Some(node), parent_rendering))
            })
        {
            self.break_line()?;
        }
        Ok(())
    }

    /// Breaks the line before a text. Returns the part of the text to write.
    #[inline]
    pub(super) fn break_before_text<'t>(
        &mut self,
        node: NodeRef<'_>,
        mut text: &'t str,
    ) -> Result<&'t str, fmt::Error> {
        if !self.may_break() {
            return Ok(text);
        }
        let parent_rendering = self.parent_rendering();
        let before = Side::of(node.previous_siblings(), parent_rendering);
        let after = Side::of(node.next_siblings(), parent_rendering);
        let hides = |side: Side| side.hides_white_space(node.parent(), parent_rendering) || is_in_head(node);
        if is_white_space(node) {
            // The line is broken by the previous or the next node.
            return Ok(if hides(before) || hides(after) { "" } else { text });
        }
        if before == Side::Block {
            self.break_line()?;
        }
        if hides(before) {
            text = text.trim_ascii_start();
        }
        Ok(if hides(after) { text.trim_ascii_end() } else { text })
    }

    #[inline]
    fn break_line(&mut self) -> fmt::Result {
        if self.nothing_written {
            return Ok(());
        }
        let width = usize::from(self.options.indent.unwrap_or(0)) * self.depth.min(MAX_INDENTED_DEPTH);
        write!(self.out, "\n{:width$}", "")
    }
}
