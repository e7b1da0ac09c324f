//! Line breaks and indentation where white space does not show.

use super::Serializer;
use crate::read::node_ref::NodeRef;
use crate::write::rendering::{Display, Rendering, html_name};
use core::fmt::{self, Write};
use limpid_markup::{LocalName, TagSet};

/// The number of siblings that are looked at to find one that shows.
const REACH: usize = 8;
/// The depth beyond which lines are not indented any more: that keeps the output linear.
const INDENTATION_LIMIT: usize = 64;

#[inline]
fn is_space(node: NodeRef<'_>) -> bool {
    node.text().is_some_and(|text| text.bytes().all(|byte| byte.is_ascii_whitespace()))
}

/// What is next to a place, apart from what does not show.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    /// What ends the line.
    Block,
    /// Something in the line, or nothing that is near.
    Line,
    /// The tag of the element around.
    Edge,
}

impl Side {
    /// Returns what these siblings of the children of a node start with.
    fn of<'d>(siblings: impl Iterator<Item = NodeRef<'d>>, around: Rendering) -> Side {
        for (distance, node) in siblings.enumerate() {
            if distance == REACH || node.text().is_some() && !is_space(node) {
                return Side::Line;
            }
            let rendering = around.child(node);
            if rendering.breaks_line() || node.doctype().is_some() {
                return Side::Block;
            }
            if rendering.display != Display::None && node.is_element() {
                return Side::Line;
            }
        }
        Side::Edge
    }

    /// Whether white space on this side of a place in a node does not show.
    #[inline]
    fn hides_white_space(self, parent: Option<NodeRef<'_>>, around: Rendering) -> bool {
        match self {
            Side::Block => true,
            Side::Line => false,
            Side::Edge => parent.is_some_and(NodeRef::is_element) && around.hides_white_space_at_edges(),
        }
    }
}

/// Whether a node is on a line of its own where that does not show.
#[inline]
fn stands_apart(node: NodeRef<'_>, around: Rendering) -> bool {
    node.doctype().is_some()
        || TagSet::BREAKS_LINE.contains(html_name(node))
        || around.child(node).breaks_line()
        || is_in_head(node)
}

/// Whether a node is in a `head`, where no white space shows.
#[inline]
fn is_in_head(node: NodeRef<'_>) -> bool {
    node.parent().is_some_and(|parent| html_name(parent) == LocalName::HEAD)
}

impl Serializer<'_, '_, '_> {
    #[inline]
    fn may_break(&self) -> bool {
        cfg!(feature = "pretty") && self.options.indent.is_some() && self.around().collapses()
    }

    /// Breaks the line before a node that is not text.
    #[inline]
    pub(super) fn break_before(&mut self, node: NodeRef<'_>) -> fmt::Result {
        if self.may_break() && self.is_line_start(node) {
            self.break_line()?;
        }
        Ok(())
    }

    /// Whether a node that is not text starts a line, and may.
    #[inline]
    fn is_line_start(&self, node: NodeRef<'_>) -> bool {
        let around = self.around();
        if is_in_head(node) {
            return true;
        }
        let before = Side::of(node.previous_siblings(), around);
        if before == Side::Block {
            return true;
        }
        let hides = |side: Side| side.hides_white_space(node.parent(), around);
        stands_apart(node, around)
            && (hides(before) || hides(Side::of(core::iter::once(node).chain(node.next_siblings()), around)))
    }

    #[inline]
    pub(super) fn break_before_end(&mut self, node: NodeRef<'_>) -> fmt::Result {
        let children = || node.template_contents().unwrap_or(node).children().rev();
        // The rendering of the element itself.
        let around = self.around();
        if self.may_break()
            && children().find(|&child| !is_space(child)).is_some_and(|last| {
                let side = Side::of(children(), around);
                side == Side::Block
                    || stands_apart(last, around) && (is_in_head(last) || side.hides_white_space(Some(node), around))
            })
        {
            self.break_line()?;
        }
        Ok(())
    }

    /// Breaks the line before a text. Returns the part of the text that is to be written.
    #[inline]
    pub(super) fn break_before_text<'t>(
        &mut self,
        node: NodeRef<'_>,
        mut text: &'t str,
    ) -> Result<&'t str, fmt::Error> {
        if !self.may_break() {
            return Ok(text);
        }
        let around = self.around();
        let before = Side::of(node.previous_siblings(), around);
        let after = Side::of(node.next_siblings(), around);
        let hides = |side: Side| side.hides_white_space(node.parent(), around) || is_in_head(node);
        if is_space(node) {
            // The node before it, or after, breaks the line.
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
        if self.blank {
            return Ok(());
        }
        let width = usize::from(self.options.indent.unwrap_or(0)) * self.depth.min(INDENTATION_LIMIT);
        write!(self.out, "\n{:width$}", "")
    }
}
