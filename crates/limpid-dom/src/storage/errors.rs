//! Functions for the list of a document's errors.

use limpid_markup::{ErrorCode, ParseError};

/// The maximum number of errors that a document keeps. Hostile input may have one error for each byte.
pub(crate) const ERROR_LIMIT: usize = 1 << 20;

/// Adds an error if there are fewer than [`ERROR_LIMIT`]. Otherwise, adds [`ErrorCode::TooManyErrors`] once. It then still adds errors which
/// report that the input exceeds a [limit](ErrorCode::is_limit), but only one with each code.
pub(crate) fn keep_error(errors: &mut Vec<ParseError>, error: ParseError) {
    if errors.len() < ERROR_LIMIT {
        return errors.push(error);
    }
    if errors.len() == ERROR_LIMIT {
        errors.push(ParseError::new(ErrorCode::TooManyErrors, error.span));
    }
    if error.code.is_limit() && errors[ERROR_LIMIT..].iter().all(|added| added.code != error.code) {
        errors.push(error);
    }
}

pub(crate) fn sort_errors(errors: &mut [ParseError]) {
    errors.sort_by_key(|error| (error.span.start, error.span.end, error.code));
}

/// Returns the offset at which a limit ended parsing, if one did.
pub(crate) fn end_of_parsing(errors: &[ParseError]) -> Option<u32> {
    let mut end = None;
    for error in errors {
        if matches!(error.code, ErrorCode::NodeLimit | ErrorCode::TextLimit | ErrorCode::InputTooLong) {
            end = Some(end.unwrap_or(u32::MAX).min(error.span.end));
        }
    }
    end
}
