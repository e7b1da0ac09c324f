//! U+FEFF at the start of a page, which parsers take for a byte order mark.

use core::fmt::{self, Write};

const BYTE_ORDER_MARK: char = '\u{feff}';
const REFERENCE: &str = "&#xFEFF;";

/// Replaces U+FEFF at the start by a reference.
#[inline]
pub(super) fn escape_mark(text: &mut String) {
    if text.starts_with(BYTE_ORDER_MARK) {
        text.replace_range(..BYTE_ORDER_MARK.len_utf8(), REFERENCE);
    }
}

/// Writes U+FEFF as a reference if it comes first.
pub(super) struct WithoutMark<W> {
    out: W,
    is_at_start: bool,
}

impl<W: Write> WithoutMark<W> {
    pub(super) fn new(out: W, has_references: bool) -> WithoutMark<W> {
        WithoutMark { out, is_at_start: has_references }
    }
}

impl<W: Write> Write for WithoutMark<W> {
    #[inline]
    fn write_str(&mut self, mut text: &str) -> fmt::Result {
        if self.is_at_start && !text.is_empty() {
            self.is_at_start = false;
            if let Some(rest) = text.strip_prefix(BYTE_ORDER_MARK) {
                self.out.write_str(REFERENCE)?;
                text = rest;
            }
        }
        self.out.write_str(text)
    }
}
