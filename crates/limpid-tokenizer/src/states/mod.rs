//! One method for each state of the standard. Each file has the states of one kind of token, in the standard's order.

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

pub(crate) use crate::cursor::scan::is_whitespace;
pub(crate) use attribute::UNQUOTED_END;
