//! Runs tree-construction cases of XML5: whole, character by character, and split at every position.

use std::fmt;

use limpid::Document;
use limpid::xml::{XmlParseOptions, XmlParser};

use super::outcome::{Outcome, in_chunks, with_positions, with_spans};
use crate::format::tree_construction::TreeCase;

/// Longer inputs, in bytes, are not split at every position.
const CUT_LIMIT: usize = 512;

/// Runs a case. With `lists_all_errors`, limpid must find exactly the listed errors, in the same order.
pub fn run(case: &TreeCase, lists_all_errors: bool) -> Outcome {
    let Ok(input) = std::str::from_utf8(&case.data) else {
        return Outcome::Skipped("the input is not UTF-8");
    };
    if case.context.is_some() {
        return Outcome::Failed("XML5 has no fragments".to_owned());
    }
    check(case, input, lists_all_errors).into()
}

fn check(case: &TreeCase, input: &str, lists_all_errors: bool) -> Result<(), String> {
    let fail = |manner: &str, expected: &dyn fmt::Display, got: &dyn fmt::Display| {
        format!("{manner}\ninput: {input:?}\nexpected:\n{expected}\ngot:\n{got}")
    };
    let check_document = |manner: &str, document: &Document<'_>| {
        let dump = document.to_test_dump();
        let got = dump.trim_end_matches('\n');
        match &case.expected.document {
            Some(expected) if expected != got => Err(fail(manner, expected, &got)),
            _ => Ok(()),
        }
    };
    let options = XmlParseOptions::new();
    let whole = options.parse(input);
    check_document("whole", &whole)?;
    if let Err(broken) = limpid_dom::invariants::check(&whole) {
        return Err(fail("whole", &"a tree whose invariants hold", &broken));
    }
    check_document("whole, without errors", &options.clone().errors(false).parse(input))?;
    let errors = whole.errors();
    if lists_all_errors {
        let got = with_positions(errors, input);
        if got != case.errors {
            return Err(fail("errors", &case.errors.join("\n"), &got.join("\n")));
        }
    }
    in_chunks(input, CUT_LIMIT, |manner, chunks| {
        let mut parser = XmlParser::new(options.clone());
        for chunk in chunks {
            parser.feed(chunk);
        }
        let document = parser.finish();
        check_document(manner, &document)?;
        if document.errors() == errors {
            return Ok(());
        }
        Err(fail(&format!("errors, {manner}"), &with_spans(errors), &with_spans(document.errors())))
    })
}
