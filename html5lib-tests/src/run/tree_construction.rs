//! Runs tree-construction cases: whole, one character at a time, and cut in two at every place, with scripting and without.

use std::fmt;

use limpid::{Document, FragmentContext, ParseError, ParseOptions, Parser, ScriptingMode};

use super::outcome::{Outcome, in_pieces, listed, with_spans};
use crate::format::tree_construction::{Expected, TreeCase};

/// Inputs of more bytes than this are not cut in two at every place.
const CUT_LIMIT: usize = 256;

/// Runs a case with each setting of scripting that it is for. If it lists all errors, limpid must find the same ones.
pub fn run(case: &TreeCase, lists_all_errors: bool) -> Outcome {
    let Ok(input) = std::str::from_utf8(&case.data) else {
        return Outcome::Skipped("the input is not UTF-8");
    };
    let context = match case.context.as_deref().map(FragmentContext::parse).transpose() {
        Ok(context) => context,
        Err(error) => return Outcome::Failed(format!("the context element {:?}: {error}", case.context)),
    };
    let run = |&scripting| {
        let run = Run::new(case, input, context.as_ref(), scripting);
        run.check()?;
        if lists_all_errors { run.check_errors(&case.errors) } else { Ok(()) }
    };
    case.scripting.flags().iter().try_for_each(run).into()
}

/// A case with one setting of scripting.
struct Run<'c> {
    input: &'c str,
    context: Option<&'c FragmentContext>,
    scripting: bool,
    options: ParseOptions,
    expected: &'c Expected,
}

impl<'c> Run<'c> {
    fn new(case: &'c TreeCase, input: &'c str, context: Option<&'c FragmentContext>, scripting: bool) -> Self {
        // For a fragment, limpid takes Normal to mean Inert.
        let mode = if scripting { ScriptingMode::Normal } else { ScriptingMode::Disabled };
        let options = ParseOptions::new().scripting(mode).allow_declarative_shadow_roots(case.declarative_shadow_roots);
        Self { input, context, scripting, options, expected: &case.expected }
    }

    fn check(&self) -> Result<(), String> {
        let whole = self.parse(&self.options);
        let errors = sorted(whole.errors());
        self.check_document("whole", &whole)?;
        let silent = self.parse(&self.options.clone().errors(false));
        self.check_document("whole, errors unwanted", &silent)?;
        in_pieces(self.input, CUT_LIMIT, |manner, chunks| self.check_chunks(manner, &errors, chunks))
    }

    /// Compares the errors with those that the case lists, each as `(line:column) code`.
    fn check_errors(&self, expected: &[String]) -> Result<(), String> {
        let mut got = listed(self.parse(&self.options).errors(), self.input);
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

    /// Compares a document with everything that is expected of it.
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

/// The errors in an order that does not depend on which stage found them first.
fn sorted(errors: &[ParseError]) -> Vec<ParseError> {
    let mut errors = errors.to_vec();
    errors.sort_by_key(|error| (error.span.start, error.span.end, error.code.as_str()));
    errors
}

/// The number of errors that the cases of a file list, and of those that limpid finds.
///
/// These figures are no verdict: the authors of the cases worded the lines under `#errors` freely, and their number is not kept
/// in step with the standard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ErrorCounts {
    /// Cases that list as many errors as limpid finds.
    pub equal: usize,
    /// Cases that list another number.
    pub unequal: usize,
    /// Errors that the cases list, all together. If there are none, the cases were written without regard to them.
    pub listed: usize,
}

impl ErrorCounts {
    /// Parses each case once. Cases that are not UTF-8, or have no context element that there is, do not count.
    pub fn of<'c>(cases: impl IntoIterator<Item = &'c TreeCase>) -> Self {
        let mut counts = Self::default();
        for case in cases {
            let context = case.context.as_deref().map(FragmentContext::parse).transpose();
            if let (Ok(input), Ok(context)) = (std::str::from_utf8(&case.data), context) {
                let scripting = case.scripting.flags().contains(&true);
                let document = Run::new(case, input, context.as_ref(), scripting);
                let found = document.parse(&document.options).errors().len();
                // Those under #new-errors have a code in the standard, and stand under #errors too, in other words.
                let is_equal = found == case.errors.len();
                *if is_equal { &mut counts.equal } else { &mut counts.unequal } += 1;
                counts.listed += case.errors.len();
            }
        }
        counts
    }
}
