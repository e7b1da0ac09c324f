//! EXSLT's functions on regular expressions, sets and strings.

mod pattern;
mod regexp;
mod sets;
pub(crate) mod signatures;
mod strings;

pub(crate) use pattern::Patterns;
