//! The result of a case, and helpers to split inputs and write errors.

use limpid::{LineIndex, ParseError};

/// The result of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All runs had the expected result.
    Passed,
    /// A run had another result. The text contains the input, the expected result and the actual result.
    Failed(String),
    /// The case was not run, for the given reason.
    Skipped(&'static str),
}

impl From<Result<(), String>> for Outcome {
    fn from(result: Result<(), String>) -> Self {
        result.map_or_else(Self::Failed, |()| Self::Passed)
    }
}

/// Runs a check with the input in chunks of one character and, if it has at most `limit` bytes, split in two at every position. The latter takes
/// quadratic time.
pub(super) fn in_chunks<'i>(
    input: &'i str,
    limit: usize,
    mut check: impl FnMut(&str, &mut dyn Iterator<Item = &'i str>) -> Result<(), String>,
) -> Result<(), String> {
    check("one character at a time", &mut input.split_inclusive(|_| true))?;
    if input.len() > limit {
        return Ok(());
    }
    input.char_indices().skip(1).try_for_each(|(at, _)| {
        let (first, second) = input.split_at(at);
        check(&format!("cut at byte {at}"), &mut [first, second].into_iter())
    })
}

/// Returns each error as `(line:column) code`, as in limpid's own cases.
pub(super) fn with_positions(errors: &[ParseError], input: &str) -> Vec<String> {
    let lines = LineIndex::new(input);
    let line = |error: &ParseError| {
        let place = lines.line_column(error.span.start);
        format!("({}:{}) {}", place.line, place.column, error.code.as_str())
    };
    errors.iter().map(line).collect()
}

/// Returns the errors with their spans, one per line.
pub(super) fn with_spans(errors: &[ParseError]) -> String {
    errors.iter().map(|error| format!("{:?} {}", error.span, error.code)).collect::<Vec<_>>().join("\n")
}
