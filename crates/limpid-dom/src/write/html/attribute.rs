//! Writes attributes, and the solidus at the end of void elements' tags, in the spelling that the options select.

use super::escape::{DOUBLE_QUOTED, SINGLE_QUOTED, TEXT, may_need_escape, write_escaped};
use super::options::{QuoteChar, TagSyntax};
use crate::storage::arena::Arena;
use crate::storage::attribute::AttributeRecord;
use crate::storage::qualifiers::usual_prefix;
use crate::write::escape::{bits_of, find};
use crate::write::white_space::is_ascii_white_space;
use core::fmt::{self, Write};
use limpid_markup::{LocalName, Namespace, is_boolean_attribute};

/// At least one byte of a value requires quotes.
const NEEDS_QUOTES: u8 = 1;
/// At least one byte of a value may need escaping.
const MAY_NEED_ESCAPE: u8 = 2;

impl TagSyntax {
    /// Whether tags are spelled as in the standard.
    #[inline]
    pub(super) fn is_standard(self) -> bool {
        self.quote_char == QuoteChar::Double
            && !self.omit_quotes
            && !self.minimize_boolean_attributes
            && !self.trailing_solidus
    }

    /// Writes a space and an attribute. Returns whether its value is unquoted. `element` is the name of an HTML element, `None` for others.
    #[inline]
    pub(super) fn write_attribute<W: Write>(
        self,
        element: Option<LocalName>,
        record: &AttributeRecord,
        arena: &Arena,
        value: &str,
        out: &mut W,
    ) -> Result<bool, fmt::Error> {
        out.write_char(' ')?;
        if record.is_qualified() {
            let prefix = html_prefix(record, arena);
            if !prefix.is_empty() {
                out.write_str(prefix)?;
                out.write_char(':')?;
            }
        }
        out.write_str(arena.names.text(arena.qualifiers.local_name(record)))?;
        self.write_value(element, html_name(record, arena), value, out)
    }

    /// Writes the markup after an attribute's name: `=` and the value, or nothing if the attribute is minimized. Returns whether the value
    /// is unquoted. `element` is the name of an HTML element, `None` for others. `attribute` is [`LocalName::UNKNOWN`] for attributes in a
    /// namespace.
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
        let is_single = match self.quote_char {
            QuoteChar::Double => false,
            QuoteChar::Single => true,
            QuoteChar::Best => value.contains('"') && !value.contains('\''),
        };
        let (quote, special) = if is_single { ('\'', SINGLE_QUOTED) } else { ('"', DOUBLE_QUOTED) };
        out.write_char('=')?;
        let mut flags = NEEDS_QUOTES | MAY_NEED_ESCAPE;
        if self.omit_quotes && !value.is_empty() {
            let Some(start) = find(value.as_bytes(), may_be_special) else {
                out.write_str(value)?;
                return Ok(true);
            };
            flags = bits_of(&value.as_bytes()[start..], |byte| {
                (u8::from(needs_quotes(byte)) * NEEDS_QUOTES)
                    | (u8::from(may_need_escape(byte, special)) * MAY_NEED_ESCAPE)
            });
            if flags & NEEDS_QUOTES == 0 {
                write_escaped(value, TEXT, self.keep_line_breaks, out)?;
                return Ok(true);
            }
        }
        out.write_char(quote)?;
        match flags & MAY_NEED_ESCAPE {
            0 => out.write_str(value)?,
            _ => write_escaped(value, special, self.keep_line_breaks, out)?,
        }
        out.write_char(quote)?;
        Ok(false)
    }

    /// Writes the solidus at the end of a void element's tag, if the options ask for it.
    pub(super) fn write_solidus<W: Write>(self, after_unquoted_value: bool, out: &mut W) -> fmt::Result {
        match self.trailing_solidus {
            true if self.space_before_trailing_solidus || after_unquoted_value => out.write_str(" /"),
            true => out.write_char('/'),
            false => Ok(()),
        }
    }
}

/// Returns the name of an attribute in no namespace. For others, returns [`LocalName::UNKNOWN`].
#[inline]
pub(super) fn html_name(record: &AttributeRecord, arena: &Arena) -> LocalName {
    match arena.qualifiers.attribute_namespace(record) {
        Namespace::None => LocalName::from_index(arena.qualifiers.local_name(record) as usize),
        _ => LocalName::UNKNOWN,
    }
}

/// Returns the prefix with which HTML writes an attribute. In a namespace that HTML supports, the prefix is fixed. In other namespaces, it
/// is the attribute's own prefix.
#[inline]
fn html_prefix<'d>(record: &AttributeRecord, arena: &'d Arena) -> &'d str {
    match arena.qualifiers.attribute_namespace(record) {
        Namespace::None => "",
        namespace @ (Namespace::XLink | Namespace::Xml | Namespace::XmlNs) => {
            usual_prefix(namespace, arena.names.text(arena.qualifiers.local_name(record)))
        }
        _ => arena.qualifiers.of_attribute(record, &arena.names).prefix,
    }
}

/// Whether a byte cannot occur in the [unquoted attribute value syntax](https://html.spec.whatwg.org/multipage/syntax.html#unquoted). `<`
/// does not need quotes here, because it is written as a character reference. `>` is also written as a reference, but values that contain
/// it are quoted nevertheless. The test has no branches.
#[inline(always)]
fn needs_quotes(byte: u8) -> bool {
    is_ascii_white_space(byte) | (byte == b'"') | (byte == b'\'') | (byte == b'=') | (byte == b'>') | (byte == b'`')
}

/// Whether a byte [needs quotes](needs_quotes) or [may need escaping](may_need_escape), or is one of a few other bytes that this fast test
/// does not distinguish. Most values contain no such byte. An exact test takes twice as many instructions, which measurably slows down
/// minified HTML in `cargo xtask jobs`.
#[inline(always)]
fn may_be_special(byte: u8) -> bool {
    // White space, control characters and all bytes beyond ASCII; `<`, `=` and `>`; `&` and `'`.
    ((byte as i8) <= b' ' as i8) | (byte.wrapping_sub(b'<') < 3) | (byte | 1 == b'\'') | (byte == b'"') | (byte == b'`')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quick_test_finds_every_byte_that_needs_quotes_or_escaping() {
        for byte in 0..=u8::MAX {
            let matters = [DOUBLE_QUOTED, SINGLE_QUOTED].into_iter().any(|quote| may_need_escape(byte, quote));
            assert!(may_be_special(byte) || !matters && !needs_quotes(byte), "{byte}");
        }
        for byte in b'a'..=b'z' {
            assert!(!may_be_special(byte));
        }
    }
}
