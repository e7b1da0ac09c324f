//! Runs tree-construction cases: whole, character by character, and split at every position, with scripting on and off.

use std::fmt;

use limpid::{Document, FragmentContext, ParseError, ParseOptions, Parser, ScriptingMode};

use super::outcome::{Outcome, in_chunks, with_positions, with_spans};
use crate::format::tree_construction::{Expected, TreeCase};

/// Longer inputs, in bytes, are not split at every position.
const CUT_LIMIT: usize = 256;

/// Runs a case with each scripting setting that it allows. With `lists_all_errors`, limpid must find exactly the listed errors.
pub fn run(case: &TreeCase, lists_all_errors: bool) -> Outcome {
    let Ok(input) = std::str::from_utf8(&case.data) else {
        return Outcome::Skipped("the input is not UTF-8");
    };
    let context = match case.context.as_deref().map(FragmentContext::parse).transpose() {
        Ok(context) => context,
        Err(error) => return Outcome::Failed(format!("context element {:?}: {error}", case.context)),
    };
    let run = |&scripting| {
        let run = Run::new(case, input, context.as_ref(), scripting);
        run.check()?;
        if lists_all_errors { run.check_errors(&case.errors) } else { Ok(()) }
    };
    case.scripting.flags().iter().try_for_each(run).into()
}

/// A case with one scripting setting.
struct Run<'c> {
    input: &'c str,
    context: Option<&'c FragmentContext>,
    scripting: bool,
    options: ParseOptions,
    expected: &'c Expected,
}

impl<'c> Run<'c> {
    fn new(case: &'c TreeCase, input: &'c str, context: Option<&'c FragmentContext>, scripting: bool) -> Self {
        // In fragments, limpid treats Normal as Inert.
        let mode = if scripting { ScriptingMode::Normal } else { ScriptingMode::Disabled };
        let options = ParseOptions::new().scripting(mode).allow_declarative_shadow_roots(case.declarative_shadow_roots);
        Self { input, context, scripting, options, expected: &case.expected }
    }

    fn check(&self) -> Result<(), String> {
        let whole = self.parse(&self.options);
        let errors = sorted(whole.errors());
        self.check_document("whole", &whole)?;
        let silent = self.parse(&self.options.clone().errors(false));
        self.check_document("whole, without errors", &silent)?;
        in_chunks(self.input, CUT_LIMIT, |manner, chunks| self.check_chunks(manner, &errors, chunks))
    }

    /// Compares the errors with the listed errors, which are in the form `(line:column) code`.
    fn check_errors(&self, expected: &[String]) -> Result<(), String> {
        let mut got = with_positions(self.parse(&self.options).errors(), self.input);
        let mut expected = expected.to_vec();
        got.sort_unstable();
        expected.sort_unstable();
        if got == expected {
            return Ok(());
        }
        Err(self.failure("errors", &expected.join("\n"), &got.join("\n")))
    }

    fn parse(&self, options: &ParseOptions) -> Document<'c> {
        match self.context {
            None => options.parse(self.input),
            Some(context) => options.parse_fragment(self.input, context.clone()),
        }
    }

    fn check_chunks(
        &self,
        manner: &str,
        errors: &[ParseError],
        chunks: impl Iterator<Item = &'c str>,
    ) -> Result<(), String> {
        let mut parser = match self.context {
            None => Parser::new(self.options.clone()),
            Some(context) => Parser::new_fragment(self.options.clone(), context.clone()),
        };
        for chunk in chunks {
            parser.feed(chunk);
        }
        let document = parser.finish();
        self.check_document(manner, &document)?;
        let got = sorted(document.errors());
        if got == errors {
            return Ok(());
        }
        Err(self.failure(&format!("errors, {manner}"), &with_spans(errors), &with_spans(&got)))
    }

    /// Compares a document with all expectations.
    fn check_document(&self, manner: &str, document: &Document<'_>) -> Result<(), String> {
        let compare = |what: &str, expected: &str, got: &str| match got == expected {
            true => Ok(()),
            false => Err(self.failure(&format!("{what}, {manner}"), &expected, &got)),
        };
        if let Some(expected) = &self.expected.document {
            compare("tree", expected, document.to_test_dump().trim_end_matches('\n'))?;
        }
        if let Some(expected) = &self.expected.serialized {
            compare("markup", expected, &document.to_html())?;
        }
        if let Some(expected) = &self.expected.text {
            let Some(element) = document.element_by_id(&expected.id) else {
                return Err(self.failure(manner, &format_args!("an element #{}", expected.id), &"none"));
            };
            compare("text", &expected.text, &element.text_content())?;
        }
        Ok(())
    }

    fn failure(&self, manner: &str, expected: &dyn fmt::Display, got: &dyn fmt::Display) -> String {
        let scripting = if self.scripting { "on" } else { "off" };
        let input = self.input;
        format!("{manner}, scripting {scripting}\ninput: {input:?}\nexpected:\n{expected}\ngot:\n{got}")
    }
}

/// Returns the errors in an order that does not depend on the stage that found them.
fn sorted(errors: &[ParseError]) -> Vec<ParseError> {
    let mut errors = errors.to_vec();
    errors.sort_by_key(|error| (error.span.start, error.span.end, error.code.as_str()));
    errors
}

/// Compares the number of errors that cases list with the number that limpid finds.
///
/// This is only for information. The wording of errors in the cases is free, and their number does not follow the current standard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ErrorCounts {
    /// The number of cases that list as many errors as limpid finds.
    pub equal: usize,
    /// The number of cases that list another number of errors.
    pub unequal: usize,
    /// The number of all listed errors. If it is 0, the cases do not list errors.
    pub listed: usize,
}

impl ErrorCounts {
    /// Parses each case once. Cases with an unknown context element, or that are not UTF-8, are not counted.
    pub fn of<'c>(cases: impl IntoIterator<Item = &'c TreeCase>) -> Self {
        let mut counts = Self::default();
        for case in cases {
            let context = case.context.as_deref().map(FragmentContext::parse).transpose();
            if let (Ok(input), Ok(context)) = (std::str::from_utf8(&case.data), context) {
                let scripting = case.scripting.flags().contains(&true);
                let document = Run::new(case, input, context.as_ref(), scripting);
                let found = document.parse(&document.options).errors().len();
                // Each error of `#new-errors` is also in `#errors`, with another wording.
                let is_equal = found == case.errors.len();
                *if is_equal { &mut counts.equal } else { &mut counts.unequal } += 1;
                counts.listed += case.errors.len();
            }
        }
        counts
    }
}
