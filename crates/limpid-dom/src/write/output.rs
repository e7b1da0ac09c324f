//! The output of the text and Markdown writers: a plain text, or a text with a map to its sources.
//!
//! The writers are generic over [`Output`]. Both forms share the same rules, and writing plain text takes no time for the map.

use crate::read::node_ref::NodeRef;
use crate::write::buffered::Buffered;
use core::fmt;
use core::ops::Range;
use limpid_markup::LocalName;

/// The source of a piece of output: a range of a text node or of an attribute's value.
///
/// Markup that the writers add has no source. Its origin is the default value.
pub(super) trait Origin: Copy + Default {
    /// Returns the origin of a part of this text. The range is in bytes.
    fn part(self, range: Range<usize>) -> Self;
}

/// A text that is being written. It may record the origin of each of its parts.
pub(super) trait Output<'d> {
    type Origin: Origin;

    /// Returns the origin that covers a whole text node.
    fn text_origin(node: NodeRef<'d>, text: &'d str) -> Self::Origin;

    /// Returns the origin that covers an attribute's whole value.
    // Only the Markdown writer writes values.
    #[cfg_attr(not(feature = "markdown"), expect(dead_code))]
    fn value_origin(element: NodeRef<'d>, name: LocalName, value: &'d str) -> Self::Origin;

    /// Returns the text so far, to append text that has no origin.
    fn text(&mut self) -> &mut String;

    /// Appends the text at an origin, unchanged.
    fn copy(&mut self, origin: Self::Origin, text: &str);

    /// Appends a replacement for the text at an origin.
    fn replace(&mut self, origin: Self::Origin, text: &str);

    /// Passes the text so far on to the underlying writer, if there is one and the text is long enough.
    #[inline]
    fn flush_if_long(&mut self) -> fmt::Result {
        Ok(())
    }

    /// Called when an element starts. Records it if it is a heading.
    #[inline]
    fn enter(&mut self, _: NodeRef<'d>) {}

    /// Called when an element ends.
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
    fn text_origin(_: NodeRef<'d>, _: &'d str) {}

    #[inline]
    fn value_origin(_: NodeRef<'d>, _: LocalName, _: &'d str) {}

    #[inline]
    fn text(&mut self) -> &mut String {
        Buffered::text(self)
    }

    #[inline]
    fn flush_if_long(&mut self) -> fmt::Result {
        Buffered::flush_if_long(self)
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
