//! Checks that names, comments, processing instructions and doctypes can be written as markup.

use crate::edit::error::MutationError;
use limpid_markup::{is_ncname_char, is_ncname_start};

/// Whether a name is a [valid element local name](https://dom.spec.whatwg.org/#valid-element-local-name).
#[inline]
pub(crate) fn is_valid_element_local_name(name: &str) -> bool {
    match name.chars().next() {
        None => false,
        Some(first) if first.is_ascii_alphabetic() => is_valid_name(name),
        Some(first) => {
            (matches!(first, ':' | '_') || !first.is_ascii())
                && name.chars().all(|character| {
                    character.is_ascii_alphanumeric()
                        || matches!(character, '-' | '.' | ':' | '_')
                        || !character.is_ascii()
                })
        }
    }
}

/// Whether a name is a [valid attribute local name](https://dom.spec.whatwg.org/#valid-attribute-local-name), except that `=` is allowed.
#[inline]
pub(crate) fn is_valid_name(name: &str) -> bool {
    !name.is_empty()
        && !name.contains(|character: char| character.is_ascii_whitespace() || matches!(character, '\0' | '/' | '>'))
}

/// Checks the local name of an element. In HTML, a tag starts with an ASCII letter; `<` before other characters is text.
#[inline]
pub(crate) fn check_element_name(name: &str, is_xml: bool) -> Result<(), MutationError> {
    let is_valid = is_valid_element_local_name(name) && (is_xml || name.starts_with(|c: char| c.is_ascii_alphabetic()));
    is_valid.then_some(()).ok_or(MutationError::InvalidName)
}

/// Checks that the tokenizer would not end a comment inside its data.
#[inline]
pub(crate) fn check_comment(data: &str) -> Result<(), MutationError> {
    let ends_early = data.starts_with('>') || data.starts_with("->") || data.contains("-->") || data.contains("--!>");
    (!ends_early).then_some(()).ok_or(MutationError::InvalidComment)
}

/// Checks the target of a processing instruction. An HTML parser reads an instruction with another target as a comment. An XML parser reads
/// it as a declaration or reports an error.
#[inline]
pub(crate) fn check_instruction_target(target: &str, is_xml: bool) -> Result<(), MutationError> {
    let is_valid = match is_xml {
        true => {
            target.starts_with(|c| is_ncname_start(c) || c == ':')
                && target.chars().all(|c| is_ncname_char(c) || c == ':')
        }
        false => {
            target.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
                && target.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
                && !target.eq_ignore_ascii_case("xml-stylesheet")
        }
    };
    (is_valid && !target.eq_ignore_ascii_case("xml")).then_some(()).ok_or(MutationError::InvalidName)
}

/// Checks that the data of a processing instruction does not end it, and does not start with white space, which a parser would drop.
#[inline]
pub(crate) fn check_instruction_data(data: &str, is_xml: bool) -> Result<(), MutationError> {
    let ends_early = data.contains(if is_xml { "?>" } else { ">" });
    let is_valid = !ends_early && !data.starts_with(|character: char| character.is_ascii_whitespace());
    is_valid.then_some(()).ok_or(MutationError::InvalidInstruction)
}

/// Checks that a doctype does not end early: its name is a [valid doctype
/// name](https://dom.spec.whatwg.org/#valid-doctype-name), and no identifier contains both quotes or, in HTML, a `>`.
#[inline]
pub(crate) fn check_doctype(name: &str, ids: [Option<&str>; 2], is_xml: bool) -> Result<(), MutationError> {
    let is_name = |name: &str| !name.contains(|c: char| c.is_ascii_whitespace() || matches!(c, '\0' | '>'));
    let is_id = |id: &str| !(id.contains('"') && id.contains('\'') || id.contains('>') && !is_xml);
    let is_valid = is_name(name) && ids.into_iter().flatten().all(is_id);
    is_valid.then_some(()).ok_or(MutationError::InvalidDoctype)
}
