//! Line breaks and indentation where white space does not show.

use super::{Serializer, is_preformatted};
use crate::read::node_ref::NodeRef;
use crate::write::rendering::stands_apart;
use core::fmt::{self, Write};

/// The number of siblings that are looked at to find one that shows.
const REACH: usize = 8;
/// The depth beyond which lines are not indented any more: that keeps the output linear.
const INDENTATION_LIMIT: usize = 64;

#[inline]
fn is_space(node: NodeRef<'_>) -> bool {
    node.text().is_some_and(|text| text.bytes().all(|byte| byte.is_ascii_whitespace()))
}

/// Whether the next of these siblings that shows stands apart.
fn is_beside<'d>(siblings: impl Iterator<Item = NodeRef<'d>>) -> bool {
    siblings.take(REACH).find(|&node| !is_space(node)).is_some_and(stands_apart)
}

impl Serializer<'_, '_, '_> {
    #[inline]
    fn may_break(&self) -> bool {
        cfg!(feature = "pretty") && self.options.indent.is_some() && self.preformatted == 0
    }

    /// Breaks the line before a node that is not text.
    #[inline]
    pub(super) fn break_before(&mut self, node: NodeRef<'_>) -> fmt::Result {
        if self.may_break() && (stands_apart(node) || is_beside(node.previous_siblings())) {
            self.break_line()?;
        }
        Ok(())
    }

    #[inline]
    pub(super) fn break_before_end(&mut self, node: NodeRef<'_>) -> fmt::Result {
        let inside = || node.template_contents().unwrap_or(node);
        if self.may_break() && !is_preformatted(node) && is_beside(inside().children().rev()) {
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
        // At the edges of a block white space does not show either.
        let is_in_block = node.parent().is_some_and(stands_apart);
        let is_first = is_in_block && node.previous_sibling().is_none();
        let is_last = is_in_block && node.next_sibling().is_none();
        let (before, after) = (is_beside(node.previous_siblings()), is_beside(node.next_siblings()));
        if is_space(node) {
            // The node before it, or after, breaks the line.
            return Ok(if before || after || is_first || is_last { "" } else { text });
        }
        if before {
            self.break_line()?;
        }
        if before || is_first {
            text = text.trim_ascii_start();
        }
        Ok(if after || is_last { text.trim_ascii_end() } else { text })
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
