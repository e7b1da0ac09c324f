//! Attribute values and the ends of tags, as the options on their spelling have them.

use super::escape::{DOUBLE_QUOTED, SINGLE_QUOTED, TEXT, write_escaped};
use super::options::{QuoteChar, TagSyntax};
use crate::write::escape::find;
use core::fmt::{self, Write};
use limpid_markup::{LocalName, is_boolean_attribute};

impl TagSyntax {
    /// Whether tags are spelled as the standard has them.
    #[inline]
    pub(super) fn is_usual(self) -> bool {
        self.quote_char == QuoteChar::Double
            && !self.omit_quotes
            && !self.minimize_boolean_attributes
            && !self.trailing_solidus
    }

    /// Writes what follows the name of an attribute, and tells whether that is a value without quotes. The element is
    /// named if it is an HTML element, and the attribute if it is in no namespace.
    pub(super) fn write_value<W: Write>(
        self,
        element: Option<LocalName>,
        attribute: LocalName,
        value: &str,
        out: &mut W,
    ) -> Result<bool, fmt::Error> {
        if self.minimize_boolean_attributes
            && (value.is_empty() || value.eq_ignore_ascii_case(attribute.as_str()))
            && element.is_some_and(|element| is_boolean_attribute(element, attribute))
        {
            return Ok(false);
        }
        if self.omit_quotes && !value.is_empty() {
            let bytes = value.as_bytes();
            let stop = find(bytes, |byte| needs_quotes(byte) | (byte == b'&') | (byte == b'<') | (byte == 0xC2));
            let Some(stop) = stop else {
                out.write_char('=')?;
                out.write_str(value)?;
                return Ok(true);
            };
            if find(&bytes[stop..], needs_quotes).is_none() {
                out.write_char('=')?;
                write_escaped(value, TEXT, self.keep_line_breaks, out)?;
                return Ok(true);
            }
        }
        let is_single = match self.quote_char {
            QuoteChar::Double => false,
            QuoteChar::Single => true,
            QuoteChar::Best => value.contains('"') && !value.contains('\''),
        };
        let (quote, special) = if is_single { ('\'', SINGLE_QUOTED) } else { ('"', DOUBLE_QUOTED) };
        out.write_char('=')?;
        out.write_char(quote)?;
        write_escaped(value, special, self.keep_line_breaks, out)?;
        out.write_char(quote)?;
        Ok(false)
    }

    /// Writes the solidus at the end of a void element's tag, if one is wanted.
    pub(super) fn write_solidus<W: Write>(self, after_unquoted_value: bool, out: &mut W) -> fmt::Result {
        match self.trailing_solidus {
            true if self.space_before_trailing_solidus || after_unquoted_value => out.write_str(" /"),
            true => out.write_char('/'),
            false => Ok(()),
        }
    }
}

/// Whether a byte cannot be in the [unquoted attribute value syntax](https://html.spec.whatwg.org/multipage/syntax.html#unquoted). A `<`
/// is no obstacle, as it is written as a reference; so would be `>`, but to a reader it ends the tag. Without branches.
#[inline(always)]
fn needs_quotes(byte: u8) -> bool {
    let is_space = (byte == b' ') | (byte.wrapping_sub(b'\t') < 5) & (byte != b'\x0b');
    is_space | (byte == b'"') | (byte == b'\'') | (byte == b'=') | (byte == b'>') | (byte == b'`')
}
