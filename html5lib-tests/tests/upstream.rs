//! Checks the exceptions against the upstream suites.

use std::fs;

use html5lib_tests::exceptions::Exceptions;
use html5lib_tests::revision;
use html5lib_tests::suites::{self, Cases};
use limpid_pages::data;

#[test]
fn every_exception_applies_to_a_case() {
    let repository = suites::repository();
    let exceptions = Exceptions::read(&repository).unwrap_or_else(|error| panic!("{error}"));
    for suite in suites::all(&repository) {
        let Some(folder) = &suite.folder else {
            data::skip(&suite.missing());
            continue;
        };
        let revision = revision::of(folder).unwrap_or_else(|error| panic!("{error}"));
        let board = repository.join(format!("html5lib-tests/status/{}.txt", suite.name));
        let board = fs::read_to_string(&board).unwrap_or_else(|error| panic!("{}: {error}", board.display()));
        // In another revision, the number of the case may differ.
        if board.lines().any(|line| line == format!("revision: {revision}")) {
            let stale = exceptions.stale(&suite).unwrap_or_else(|error| panic!("{error}"));
            let stale: Vec<_> = stale.into_iter().map(ToString::to_string).collect();
            assert!(stale.is_empty(), "these exceptions apply to no case: {stale:?}");
        } else {
            println!("{}: not compared, its revision differs from the revision of the scoreboard", suite.name);
        }
    }
}

/// These cases are skipped, because their input cannot be UTF-8.
#[test]
fn four_inputs_have_lone_surrogates() {
    let Some(file) = data::find("html5lib-tests/tokenizer/unicodeCharsProblematic.test") else {
        return data::skip("html5lib-tests is missing");
    };
    let file = suites::files(&file).unwrap().remove(0);
    let Cases::Tokenizer(cases) = file.read().unwrap() else { panic!("not a tokenizer file") };
    let lone: Vec<_> = cases.iter().filter(|case| case.input.as_text().is_none()).map(|case| case.number).collect();
    assert_eq!(lone, [1, 2, 3, 4]);
}
