//! Compares cases, assigns their differences to known classes, and shrinks the others.

use serde_json::Value;

use super::case::Case;
use super::chromium::{Chromium, TREES};

pub(super) enum Verdict {
    Same,
    /// The difference belongs to these classes.
    Known(Vec<&'static str>),
    Different {
        ours: String,
        theirs: String,
    },
    Crashed,
}

/// Compares cases. Cases that differ are compared again with changes that avoid the known classes.
pub(super) fn compare(chromium: &Chromium, cases: &[Case]) -> Result<Vec<Verdict>, String> {
    let mut verdicts = verdicts(chromium, cases)?;
    let different =
        |(number, verdict): (usize, &Verdict)| matches!(verdict, Verdict::Different { .. }).then_some(number);
    let different: Vec<usize> = verdicts.iter().enumerate().filter_map(different).collect();
    let variants: Vec<_> = different
        .into_iter()
        .flat_map(|number| cases[number].variants().into_iter().map(move |(names, variant)| (number, names, variant)))
        .collect();
    let candidates: Vec<Case> = variants.iter().map(|(_, _, variant)| variant.clone()).collect();
    for ((number, names, _), verdict) in variants.into_iter().zip(self::verdicts(chromium, &candidates)?) {
        if matches!((&verdict, &verdicts[number]), (Verdict::Same, Verdict::Different { .. })) {
            verdicts[number] = Verdict::Known(names);
        }
    }
    Ok(verdicts)
}

fn verdicts(chromium: &Chromium, cases: &[Case]) -> Result<Vec<Verdict>, String> {
    let requests: Vec<Value> = cases.iter().map(Case::to_json).collect();
    let results = chromium.results(&TREES, &requests)?;
    Ok(cases.iter().zip(results).map(|(case, result)| verdict(case, result)).collect())
}

fn verdict(case: &Case, result: Option<String>) -> Verdict {
    let Some(theirs) = result else { return Verdict::Crashed };
    let ours = case.dump();
    match case.comparable(&ours) == case.comparable(&theirs) {
        true => Verdict::Same,
        false => Verdict::Different { ours, theirs },
    }
}

/// A case that is being shrunk.
struct Shrinking {
    case: Case,
    /// The number of tokens to remove at a time, or 0 if no more tokens can be removed.
    step: usize,
}

/// Removes tokens from each case, as long as limpid and Chromium still differ on it. One run of Chromium tries tokens of all cases, because
/// starting Chromium is slow.
pub(super) fn shrink(chromium: &Chromium, cases: &[Case]) -> Result<Vec<Case>, String> {
    let start = |case: &Case| Shrinking { case: case.clone(), step: case.tokens.len().div_ceil(2) };
    let mut all: Vec<_> = cases.iter().map(start).collect();
    loop {
        let attempts: Vec<Vec<Case>> = all.iter().map(Shrinking::attempts).collect();
        let flat: Vec<Case> = attempts.iter().flatten().cloned().collect();
        if flat.is_empty() {
            return Ok(all.into_iter().map(|shrinking| shrinking.case).collect());
        }
        let mut verdicts = compare(chromium, &flat)?.into_iter();
        for (shrinking, attempts) in all.iter_mut().zip(attempts) {
            let verdicts: Vec<_> = verdicts.by_ref().take(attempts.len()).collect();
            let differs = |(_, verdict): &(Case, Verdict)| matches!(verdict, Verdict::Different { .. });
            match attempts.into_iter().zip(verdicts).find(differs) {
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
        // Small ranges overlap, so that a start tag and its end tag can be removed together.
        let stride = if self.step <= 3 { 1 } else { self.step };
        match self.step {
            0 => Vec::new(),
            _ => (0..tokens.len()).step_by(stride).map(without).collect(),
        }
    }
}
