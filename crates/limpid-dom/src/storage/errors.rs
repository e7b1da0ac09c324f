//! The list of a document's errors: its limit, its order, and where parsing ended.

use limpid_markup::{ErrorCode, ParseError};

/// The limit of the errors that are kept: hostile input has one for each byte, which are no use to anyone.
pub(crate) const ERROR_LIMIT: usize = 1 << 20;

/// Adds an error if there are not too many. After those that are kept comes an error that says so, and the first of each limit.
pub(crate) fn keep_error(errors: &mut Vec<ParseError>, error: ParseError) {
    if errors.len() < ERROR_LIMIT {
        return errors.push(error);
    }
    if errors.len() == ERROR_LIMIT {
        errors.push(ParseError::new(ErrorCode::TooManyErrors, error.span));
    }
    if error.code.is_limit() && errors[ERROR_LIMIT..].iter().all(|kept| kept.code != error.code) {
        errors.push(error);
    }
}

/// Sorts errors by their position in the source.
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
