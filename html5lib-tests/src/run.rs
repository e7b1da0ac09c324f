//! Gives cases to limpid and judges what comes out.

pub mod tokenizer;
pub mod tree_construction;

use std::any::Any;
use std::panic::{self, AssertUnwindSafe};

use crate::exceptions::Exceptions;
use crate::format::tokenizer::TokenizerCase;
use crate::format::tree_construction::TreeCase;
use crate::suites::{Cases, Kind, ReadError, SuiteFile};

/// What came of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All runs of the case gave what it expects.
    Passed,
    /// A run did not: the input, what was expected, and what came out.
    Failed(String),
    /// It was not run, for this reason.
    Skipped(&'static str),
}

impl From<Result<(), String>> for Outcome {
    fn from(result: Result<(), String>) -> Self {
        result.map_or_else(Self::Failed, |()| Self::Passed)
    }
}

/// One case of a file, ready to run.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its number in the file and its description: `#12: Doctype without a name`.
    pub name: String,
    work: Work,
}

#[derive(Clone, Debug)]
enum Work {
    Tokenizer(TokenizerCase),
    TreeConstruction(TreeCase),
    Skip(&'static str),
}

impl Case {
    /// Runs the case, whole and cut into chunks.
    pub fn run(&self) -> Outcome {
        let run = || match &self.work {
            Work::Tokenizer(case) => tokenizer::run(case),
            Work::TreeConstruction(case) => tree_construction::run(case),
            Work::Skip(reason) => Outcome::Skipped(reason),
        };
        panic::catch_unwind(AssertUnwindSafe(run))
            .unwrap_or_else(|payload| Outcome::Failed(format!("panicked: {}", panic_message(&*payload))))
    }
}

fn panic_message(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("without a message")
}

/// Reads the cases of a file, with the exceptions that there are to them.
///
/// # Errors
/// If the file cannot be read or is malformed.
pub fn cases(file: &SuiteFile, exceptions: &Exceptions) -> Result<(Kind, Vec<Case>), ReadError> {
    let mut cases = file.read()?;
    exceptions.apply(file, &mut cases);
    let kind = cases.kind();
    let cases = match cases {
        Cases::Tokenizer(cases) => cases.into_iter().map(tokenizer_case).collect(),
        Cases::TreeConstruction(cases) => {
            cases.into_iter().map(|case| tree_construction_case(case, file.is_scripted())).collect()
        }
        Cases::Serializer(cases) => cases
            .into_iter()
            .map(|case| Case {
                name: name(case.number, &case.description),
                work: Work::Skip("the options of html5lib's serializer are not in the standard"),
            })
            .collect(),
        Cases::Encoding(cases) => cases
            .into_iter()
            .map(|case| Case {
                name: name(case.number, case.description.as_deref().unwrap_or("")),
                work: Work::Skip("not run yet"),
            })
            .collect(),
    };
    Ok((kind, cases))
}

fn tokenizer_case(case: TokenizerCase) -> Case {
    let states: Vec<_> = case.initial_states.iter().map(ToString::to_string).collect();
    let description = format!("{}: {}", states.join(", "), case.description);
    Case { name: format!("#{} {}", case.number, one_line(&description)), work: Work::Tokenizer(case) }
}

fn tree_construction_case(case: TreeCase, is_scripted: bool) -> Case {
    let input = String::from_utf8_lossy(&case.data);
    let name = name(case.number, case.description.as_deref().unwrap_or(&input));
    let work = match is_scripted {
        true => Work::Skip("the scripts of the case must run, and limpid runs none"),
        false => Work::TreeConstruction(case),
    };
    Case { name, work }
}

fn name(number: usize, description: &str) -> String {
    if description.is_empty() { format!("#{number}") } else { format!("#{number}: {}", one_line(description)) }
}

/// A description without the control characters that some have.
fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() { line.extend(c.escape_default()) } else { line.push(c) }
    }
    line
}
