//! The result of a case, and the cuts of its input.

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
