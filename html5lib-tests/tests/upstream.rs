//! The upstream suites and the exceptions to them: no case is missing, and no exception is stale.

use std::collections::BTreeMap;
use std::path::Path;

use html5lib_tests::exceptions::Exceptions;
use html5lib_tests::suites::{self, Cases, Kind};

/// Counts the cases of each kind in a folder.
fn counts(folder: &Path) -> BTreeMap<Kind, usize> {
    let mut counts = BTreeMap::new();
    for file in suites::files(folder).unwrap() {
        let cases = file.read().unwrap_or_else(|error| panic!("{error}"));
        *counts.entry(cases.kind()).or_default() += cases.len();
    }
    counts
}

#[test]
fn every_exception_is_to_a_case_that_is_there() {
    let repository = suites::repository();
    let exceptions = Exceptions::read(&repository).unwrap_or_else(|error| panic!("{error}"));
    let shared = repository.join("../shared");
    for suite in suites::upstream(&repository).unwrap_or_else(|error| panic!("{error}")) {
        // Another revision may have another place for the case.
        if !suite.folder.as_ref().is_some_and(|folder| folder.starts_with(&shared)) {
            println!("{}: skipped, not the copy beside the repository", suite.name);
            continue;
        }
        let stale = exceptions.stale(&suite).unwrap_or_else(|error| panic!("{error}"));
        let stale: Vec<_> = stale.into_iter().map(ToString::to_string).collect();
        assert!(stale.is_empty(), "no case has this place and input: {stale:?}");
    }
}

/// No case is lost: the copies beside the repository are at known revisions.
#[test]
fn every_case_is_read() {
    use Kind::{
        Encoding, Sanitizer, Serializer, Tokenizer, TreeConstruction, XPath, XmlTokenizer, XmlTreeConstruction,
    };
    let known: [(&str, &[(Kind, usize)]); 6] = [
        ("html5lib-tests", &[(Tokenizer, 6810), (TreeConstruction, 1796), (Serializer, 230), (Encoding, 83)]),
        ("wpt", &[(TreeConstruction, 192), (Encoding, 69)]),
        ("wpt-2026-09", &[(TreeConstruction, 1956)]),
        ("wpt-sanitizer-api", &[(Sanitizer, 399)]),
        ("wpt-xpath", &[(XPath, 1024)]),
        ("xml5lib-tests", &[(XmlTokenizer, 5863), (XmlTreeConstruction, 36)]),
    ];
    for (name, expected) in known {
        let folder = suites::repository().join("../shared").join(name);
        if folder.is_dir() {
            assert_eq!(counts(&folder), expected.iter().copied().collect(), "{name}");
        } else {
            println!("{name}: skipped, not found");
        }
    }
}

/// Only these cannot be given to a parser of UTF-8.
#[test]
fn inputs_with_lone_surrogates_are_four() {
    let file = suites::repository().join("../shared/html5lib-tests/tokenizer/unicodeCharsProblematic.test");
    if !file.is_file() {
        println!("skipped, not found");
        return;
    }
    let file = suites::files(&file).unwrap().remove(0);
    let Cases::Tokenizer(cases) = file.read().unwrap() else { panic!("not a tokenizer file") };
    let lone: Vec<_> = cases.iter().filter(|case| case.input.as_text().is_none()).map(|case| case.number).collect();
    assert_eq!(lone, [1, 2, 3, 4]);
}
