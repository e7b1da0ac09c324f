use limpid_markup::{ErrorCode, ParseError, Span};

/// The most bytes that a parse takes: offsets are `u32`.
const INPUT_LIMIT: usize = u32::MAX as usize - 1;

/// Cuts a chunk of the input where offsets end, or at a limit in bytes; `taken` bytes went before it. The first time, as
/// `at_limit` remembers, that is reported.
#[inline]
pub fn limit<'a>(
    chunk: &'a str,
    taken: u32,
    bytes: u32,
    at_limit: &mut bool,
    report: impl FnOnce(ParseError),
) -> &'a str {
    let limit = INPUT_LIMIT.min(bytes as usize).saturating_sub(taken as usize);
    if chunk.len() <= limit {
        return chunk;
    }
    let mut end = limit;
    while !chunk.is_char_boundary(end) {
        end -= 1;
    }
    if !*at_limit {
        *at_limit = true;
        report(ParseError { code: ErrorCode::InputTooLong, span: Span::empty(taken + end as u32) });
    }
    &chunk[..end]
}
