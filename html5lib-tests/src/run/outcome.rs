//! The result of a case, the cuts of its input, and how its errors are listed.

use limpid::{LineIndex, ParseError};

/// The result of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All runs of the case gave what it expects.
    Passed,
    /// A run did not: the input, what was expected, and what came out.
    Failed(String),
    /// The case was not run, for this reason.
    Skipped(&'static str),
}

impl From<Result<(), String>> for Outcome {
    fn from(result: Result<(), String>) -> Self {
        result.map_or_else(Self::Failed, |()| Self::Passed)
    }
}

/// Checks the input one character at a time and, unless it has more bytes than the limit, cut in two at every position,
/// which takes quadratic time.
pub(super) fn in_pieces<'i>(
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

/// Writes each error as `(line:column) code`, a line each, as limpid's own cases list them.
pub(super) fn listed(errors: &[ParseError], input: &str) -> Vec<String> {
    let lines = LineIndex::new(input);
    let line = |error: &ParseError| {
        let place = lines.line_column(error.span.start);
        format!("({}:{}) {}", place.line, place.column, error.code.as_str())
    };
    errors.iter().map(line).collect()
}

/// Writes each error with its span, a line each.
pub(super) fn with_spans(errors: &[ParseError]) -> String {
    errors.iter().map(|error| format!("{:?} {}", error.span, error.code)).collect::<Vec<_>>().join("\n")
}
