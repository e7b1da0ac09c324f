//! The list of a document's errors: its limit, its order, and where parsing ended.

use core::mem;
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

/// Puts errors in the order of the source, by merging runs of twice as many each time: pages have few errors, and `sort` was a thirtieth
/// of the code of this crate.
pub(crate) fn sort_errors(errors: &mut Vec<ParseError>) {
    let key = |error: &ParseError| (error.span.start, error.span.end, error.code);
    if errors.windows(2).all(|two| key(&two[0]) <= key(&two[1])) {
        return;
    }
    let mut run = 16;
    // By insertion first, which takes no memory: most pages with errors have no more than one run.
    for errors in errors.chunks_mut(run) {
        for end in 1..errors.len() {
            for at in (1..=end).rev() {
                if key(&errors[at - 1]) <= key(&errors[at]) {
                    break;
                }
                errors.swap(at - 1, at);
            }
        }
    }
    let mut merged = Vec::new();
    while run < errors.len() {
        for runs in errors.chunks(2 * run) {
            let (mut first, mut second) = runs.split_at(run.min(runs.len()));
            while let ([a, after_a @ ..], [b, after_b @ ..]) = (first, second) {
                if key(a) <= key(b) {
                    merged.push(*a);
                    first = after_a;
                } else {
                    merged.push(*b);
                    second = after_b;
                }
            }
            merged.extend_from_slice(first);
            merged.extend_from_slice(second);
        }
        mem::swap(errors, &mut merged);
        merged.clear();
        run *= 2;
    }
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

#[cfg(test)]
mod tests {
    use super::sort_errors;
    use limpid_markup::{ErrorCode, ParseError, Span};

    #[test]
    fn errors_are_sorted_as_by_the_standard_library() {
        let codes = [ErrorCode::DuplicateAttribute, ErrorCode::EofInTag, ErrorCode::ControlCharacterInInputStream];
        let numbers =
            std::iter::successors(Some(1_u32), |last| Some(last.wrapping_mul(1_664_525).wrapping_add(1_013_904_223)));
        for len in (0..70).chain([1_000, 1_023, 1_024, 1_025]) {
            let error = |number: u32| {
                let start = number >> 24 & 15;
                ParseError::new(codes[(number >> 16) as usize % 3], Span::new(start, start + (number >> 12 & 3)))
            };
            let mut errors: Vec<ParseError> = numbers.clone().take(len).map(error).collect();
            let mut sorted = errors.clone();
            sorted.sort_by_key(|error| (error.span.start, error.span.end, error.code));
            sort_errors(&mut errors);
            assert_eq!(errors, sorted, "{len}");
        }
    }
}
