//! U+FEFF at the start of a page, where parsers would read it as a byte order mark.

use core::fmt::{self, Write};

const BYTE_ORDER_MARK: char = '\u{feff}';
const REFERENCE: &str = "&#xFEFF;";

/// Replaces a leading U+FEFF with a character reference.
#[inline]
pub(super) fn escape_byte_order_mark(text: &mut String) {
    if text.starts_with(BYTE_ORDER_MARK) {
        text.replace_range(..BYTE_ORDER_MARK.len_utf8(), REFERENCE);
    }
}

/// A writer that replaces a leading U+FEFF with a character reference.
pub(super) struct ByteOrderMarkEscaper<W> {
    out: W,
    is_at_start: bool,
}

impl<W: Write> ByteOrderMarkEscaper<W> {
    /// `allows_references` is false for raw text, in which parsers do not decode character references.
    pub(super) fn new(out: W, allows_references: bool) -> ByteOrderMarkEscaper<W> {
        ByteOrderMarkEscaper { out, is_at_start: allows_references }
    }
}

impl<W: Write> Write for ByteOrderMarkEscaper<W> {
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
