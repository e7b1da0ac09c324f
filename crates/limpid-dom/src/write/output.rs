//! The output of text and Markdown: what is written, and, for those who ask, what it comes from.
//!
//! The writers are generic over it, so that there is one set of rules, and what is not asked for costs nothing.

use crate::read::node_ref::NodeRef;
use crate::write::buffered::Buffered;
use core::fmt;
use core::ops::Range;
use limpid_markup::LocalName;

/// The text of a node, or the value of an attribute, or a part of one, that something is written for.
///
/// The default is no text: markup that the writers add.
pub(super) trait Origin: Copy + Default {
    fn part(self, range: Range<usize>) -> Self;
}

/// A text in the making that can be told where its parts come from.
pub(super) trait Output<'d> {
    type Origin: Origin;

    /// Returns the origin of all of a text node.
    fn text_of(node: NodeRef<'d>, text: &'d str) -> Self::Origin;

    /// Returns the origin of all of an attribute's value.
    // Only Markdown writes values.
    #[cfg_attr(not(feature = "markdown"), expect(dead_code))]
    fn value_of(element: NodeRef<'d>, name: LocalName, value: &'d str) -> Self::Origin;

    /// Returns the text in the making, to add what comes from no text.
    fn text(&mut self) -> &mut String;

    /// Adds the text at an origin as it is.
    fn copy(&mut self, origin: Self::Origin, text: &str);

    /// Adds something else in place of the text at an origin.
    fn replace(&mut self, origin: Self::Origin, text: &str);

    /// Passes on the text in the making if it is long and has a writer behind it.
    #[inline]
    fn pass_on(&mut self) -> fmt::Result {
        Ok(())
    }

    /// Notes that a heading starts, if the element is one.
    #[inline]
    fn enter(&mut self, _: NodeRef<'d>) {}

    /// Notes that an element ends.
    #[inline]
    fn leave(&mut self, _: NodeRef<'d>) {}
}

impl Origin for () {
    #[inline]
    fn part(self, _: Range<usize>) {}
}

impl<'d> Output<'d> for Buffered<'_> {
    type Origin = ();

    #[inline]
    fn text_of(_: NodeRef<'d>, _: &'d str) {}

    #[inline]
    fn value_of(_: NodeRef<'d>, _: LocalName, _: &'d str) {}

    #[inline]
    fn text(&mut self) -> &mut String {
        Buffered::text(self)
    }

    #[inline]
    fn pass_on(&mut self) -> fmt::Result {
        Buffered::pass_on(self)
    }

    #[inline]
    fn copy(&mut self, (): (), text: &str) {
        self.text().push_str(text);
    }

    #[inline]
    fn replace(&mut self, (): (), text: &str) {
        self.text().push_str(text);
    }
}
