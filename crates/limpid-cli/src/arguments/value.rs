//! Parsers for argument values.

use clap::builder::{OsStringValueParser, TypedValueParser};
use limpid::Encoding;
use std::error::Error;
use std::ffi::OsString;
use std::fs;
use std::io::ErrorKind;
use std::num::NonZeroUsize;
use std::str::FromStr;

/// Converts a function that parses a `&str` into a parser of clap. The result also rejects values that are not UTF-8, because clap's own message
/// about them does not name the argument.
pub(crate) fn text<T, E>(parse: fn(&str) -> Result<T, E>) -> impl TypedValueParser<Value = T>
where
    T: Clone + Send + Sync + 'static,
    E: Into<Box<dyn Error + Send + Sync>> + 'static,
{
    OsStringValueParser::new().try_map(move |value: OsString| match value.to_str() {
        Some(value) => parse(value).map_err(Into::into),
        None => Err(format!("{value:?} is not UTF-8").into()),
    })
}

pub(crate) fn positive(number: &str) -> Result<NonZeroUsize, String> {
    number.parse().map_err(|_| format!("{number:?} is not a positive integer such as 4"))
}

pub(crate) fn number<N: FromStr>(number: &str) -> Result<N, String> {
    number.parse().map_err(|_| format!("{number:?} is not a valid number; write a whole number such as 3"))
}

/// Reads a file that an option names.
///
/// # Errors
/// Returns the message for the user.
pub(crate) fn read_text(file: &str) -> Result<String, String> {
    fs::read_to_string(file).map_err(|error| match error.kind() {
        ErrorKind::NotFound => format!("{file:?} does not exist; check the path"),
        ErrorKind::InvalidData => format!("{file:?} is not UTF-8; convert it to UTF-8"),
        _ => format!("{file:?} cannot be read ({error})"),
    })
}

pub(super) fn encoding(label: &str) -> Result<&'static Encoding, String> {
    Encoding::for_label(label)
        .ok_or_else(|| format!("{label:?} is not an encoding; use a label such as utf-8, windows-1252 or shift_jis"))
}
