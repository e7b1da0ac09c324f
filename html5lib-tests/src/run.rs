//! Runs cases with limpid and compares the results.

pub mod encoding;
mod outcome;
pub mod sanitizer;
pub mod serializer;
pub mod source_edits;
pub mod tokenizer;
pub mod tree_construction;
pub mod xml_tokenizer;
pub mod xml_tree_construction;
pub mod xpath;

use std::any::Any;
use std::panic::{self, AssertUnwindSafe};

use crate::exceptions::Exceptions;
use crate::format::encoding::EncodingCase;
use crate::format::sanitizer::SanitizerCase;
use crate::format::serializer::SerializerCase;
use crate::format::tokenizer::TokenizerCase;
use crate::format::tree_construction::TreeCase;
use crate::format::xml_tokenizer::XmlTokenizerCase;
use crate::format::xpath::XPathCase;
use crate::suites::{Cases, Kind, ReadError, Suite, SuiteFile};

pub use encoding::PrescanCounts;
pub use outcome::Outcome;
pub use sanitizer::AfterParsingCounts;
pub use tree_construction::ErrorCounts;

/// A case of a file, ready to run.
#[derive(Clone, Debug)]
pub struct Case {
    /// The number in the file and the description, such as `#12: Doctype without a name`.
    pub name: String,
    work: Work,
    /// The case as published, if an exception changes it.
    published: Option<Work>,
}

#[derive(Clone, Debug)]
enum Work {
    Tokenizer(TokenizerCase),
    TreeConstruction { case: TreeCase, lists_all_errors: bool },
    Serializer(SerializerCase),
    Encoding(EncodingCase),
    XmlTokenizer(XmlTokenizerCase),
    XmlTreeConstruction { case: TreeCase, lists_all_errors: bool },
    Sanitizer(SanitizerCase),
    XPath(XPathCase),
    Skip(&'static str),
}

impl Case {
    /// Runs the case, with the input whole and in chunks.
    pub fn run(&self) -> Outcome {
        self.work.run()
    }

    /// Runs the case as published, without its exception. Returns `None` if it has no exception.
    pub fn run_as_published(&self) -> Option<Outcome> {
        self.published.as_ref().map(Work::run)
    }
}

impl Work {
    fn run(&self) -> Outcome {
        let run = || match self {
            Self::Tokenizer(case) => tokenizer::run(case),
            Self::TreeConstruction { case, lists_all_errors } => tree_construction::run(case, *lists_all_errors),
            Self::Serializer(case) => serializer::run(case),
            Self::Encoding(case) => encoding::run(case),
            Self::XmlTokenizer(case) => xml_tokenizer::run(case),
            Self::XmlTreeConstruction { case, lists_all_errors } => xml_tree_construction::run(case, *lists_all_errors),
            Self::Sanitizer(case) => sanitizer::run(case),
            Self::XPath(case) => xpath::run(case),
            Self::Skip(reason) => Outcome::Skipped(reason),
        };
        panic::catch_unwind(AssertUnwindSafe(run))
            .unwrap_or_else(|payload| Outcome::Failed(format!("panicked: {}", panic_message(&*payload))))
    }
}

fn panic_message(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("without a message")
}

/// Reads the cases of a file and applies the exceptions.
///
/// # Errors
/// If the file cannot be read or is malformed.
pub fn cases(suite: &Suite, file: &SuiteFile, exceptions: &Exceptions) -> Result<(Kind, Vec<Case>), ReadError> {
    let published = file.read()?;
    let mut expected = published.clone();
    let changed: Vec<usize> = exceptions.apply(file, &mut expected).into_iter().map(|target| target.number).collect();
    let kind = published.kind();
    let pairs = named(suite, file, expected).into_iter().zip(named(suite, file, published));
    let case = |(index, ((name, work), (_, published)))| {
        let is_changed = changed.contains(&(index + 1));
        Case { name, work, published: is_changed.then_some(published) }
    };
    Ok((kind, pairs.enumerate().map(case).collect()))
}

/// Compares the number of errors in tree-construction cases with the number that limpid finds.
pub fn error_counts(cases: &[Case]) -> ErrorCounts {
    ErrorCounts::of(cases.iter().filter_map(|case| match &case.work {
        Work::TreeConstruction { case, .. } => Some(case),
        _ => None,
    }))
}

/// Counts the encoding cases that the prescan decides correctly.
pub fn prescan_counts(cases: &[Case]) -> PrescanCounts {
    PrescanCounts::of(cases.iter().filter_map(|case| match &case.work {
        Work::Encoding(case) => Some(case),
        _ => None,
    }))
}

/// Counts the sanitizer cases whose result is the expected tree for sanitizing after parsing, and not the published tree.
pub fn after_parsing_counts(cases: &[Case]) -> AfterParsingCounts {
    AfterParsingCounts::of(cases.iter().filter_map(|case| match &case.work {
        Work::Sanitizer(case) => Some(case),
        _ => None,
    }))
}

fn named(suite: &Suite, file: &SuiteFile, cases: Cases) -> Vec<(String, Work)> {
    let work = |work: Work| {
        if file.is_scripted() { Work::Skip("needs scripts to run") } else { work }
    };
    match cases {
        Cases::Tokenizer(cases) => {
            cases.into_iter().map(|case| (tokenizer_name(&case), work(Work::Tokenizer(case)))).collect()
        }
        Cases::TreeConstruction(cases) => {
            let lists_all_errors = suite.lists_all_errors;
            let named = |case: TreeCase| {
                let input = String::from_utf8_lossy(&case.data);
                let name = name(case.number, case.description.as_deref().unwrap_or(&input));
                (name, work(Work::TreeConstruction { case, lists_all_errors }))
            };
            cases.into_iter().map(named).collect()
        }
        Cases::XmlTokenizer(cases) => {
            let named = |case: XmlTokenizerCase| (name(case.number, &case.description), work(Work::XmlTokenizer(case)));
            cases.into_iter().map(named).collect()
        }
        Cases::XmlTreeConstruction(cases) => {
            let lists_all_errors = suite.lists_all_errors;
            let named = |case: TreeCase| {
                let input = String::from_utf8_lossy(&case.data);
                let name = name(case.number, case.description.as_deref().unwrap_or(&input));
                (name, work(Work::XmlTreeConstruction { case, lists_all_errors }))
            };
            cases.into_iter().map(named).collect()
        }
        Cases::Serializer(cases) => {
            let named = |case: SerializerCase| (name(case.number, &case.description), work(Work::Serializer(case)));
            cases.into_iter().map(named).collect()
        }
        Cases::Sanitizer(cases) => {
            let named = |case: SanitizerCase| (name(case.number, &case.description), work(Work::Sanitizer(case)));
            cases.into_iter().map(named).collect()
        }
        Cases::XPath(cases) => {
            let named = |case: XPathCase| (name(case.number, &case.expression), work(Work::XPath(case)));
            cases.into_iter().map(named).collect()
        }
        Cases::Encoding(cases) => {
            let named = |case: EncodingCase| {
                // The name contains only the start of the bytes, because they can be long.
                let start = String::from_utf8_lossy(&case.data).chars().take(72).collect::<String>();
                let name = name(case.number, case.description.as_deref().unwrap_or(&start));
                (name, work(Work::Encoding(case)))
            };
            cases.into_iter().map(named).collect()
        }
    }
}

fn tokenizer_name(case: &TokenizerCase) -> String {
    let states: Vec<_> = case.initial_states.iter().map(ToString::to_string).collect();
    name(case.number, &format!("{}: {}", states.join(", "), case.description))
}

fn name(number: usize, description: &str) -> String {
    if description.is_empty() { format!("#{number}") } else { format!("#{number}: {}", one_line(description)) }
}

/// Returns a description with escaped control characters.
fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() { line.extend(c.escape_default()) } else { line.push(c) }
    }
    line
}
