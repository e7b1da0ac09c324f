//! One method per state of the standard, grouped by what they tokenize, in the standard's order within each file.

mod attribute;
mod cdata;
mod character_reference;
mod comment;
mod doctype;
mod processing_instruction;
mod raw_end_tag;
mod script_escape;
mod tag;
mod text;

pub(crate) use attribute::UNQUOTED_END;

/// Returns whether the byte is white space to the tokenizer; CR is LF by the time the standard's tokenizer sees it.
#[inline]
pub(crate) const fn is_whitespace(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\x0c' | b'\r' | b' ')
}
