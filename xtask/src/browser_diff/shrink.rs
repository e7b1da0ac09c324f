//! Finds out which of its tokens a case needs to differ.

use super::case::Case;
use super::chromium::Chromium;
use super::judge::{Verdict, judge};

struct Shrinking {
    case: Case,
    /// The number of tokens that are left out at a time; 0 when nothing more can be left out.
    step: usize,
}

/// Leaves out tokens of each case as long as it differs. All of them take their steps together, as starting Chromium is slow.
pub(super) fn shrink(chromium: &Chromium, cases: &[Case]) -> Result<Vec<Case>, String> {
    let start = |case: &Case| Shrinking { case: case.clone(), step: case.tokens.len().div_ceil(2) };
    let mut all: Vec<_> = cases.iter().map(start).collect();
    loop {
        let attempts: Vec<Vec<Case>> = all.iter().map(Shrinking::attempts).collect();
        let flat: Vec<Case> = attempts.iter().flatten().cloned().collect();
        if flat.is_empty() {
            return Ok(all.into_iter().map(|shrinking| shrinking.case).collect());
        }
        let mut dumps = chromium.dumps(&flat)?.into_iter();
        for (shrinking, attempts) in all.iter_mut().zip(attempts) {
            let dumps: Vec<_> = dumps.by_ref().take(attempts.len()).collect();
            let differs = |(case, dump): &(Case, Option<String>)| {
                matches!(judge(case, dump.as_deref()), Verdict::Different { .. })
            };
            match attempts.into_iter().zip(dumps).find(differs) {
                Some((case, _)) => {
                    shrinking.step = shrinking.step.min(case.tokens.len());
                    shrinking.case = case;
                }
                None => shrinking.step /= 2,
            }
        }
    }
}

impl Shrinking {
    fn attempts(&self) -> Vec<Case> {
        let tokens = &self.case.tokens;
        let without = |start: usize| {
            let end = tokens.len().min(start + self.step);
            Case { tokens: [&tokens[..start], &tokens[end..]].concat(), ..self.case.clone() }
        };
        // Small steps overlap, for a tag's start and end go together.
        let stride = if self.step <= 3 { 1 } else { self.step };
        match self.step {
            0 => Vec::new(),
            _ => (0..tokens.len()).step_by(stride).map(without).collect(),
        }
    }
}
