//! Repairs: the tree stays as it is, by all repairs and by each one of the list, the errors that they are for are gone, no new ones come,
//! and the repaired page has no other repair.

use crate::case::Case;
use limpid::fix::{Fix, Fixer};
use limpid::{Document, Edits, ErrorCode, ParseError};
use std::collections::BTreeMap;

/// Checks the law.
///
/// # Panics
/// Where it is broken.
pub fn check(data: &[u8]) {
    let case = Case::from_bytes(data);
    let mut fixer = Fixer::new().options(case.options());
    if let Some(context) = case.context() {
        fixer = fixer.context(context);
    }
    let fixes = fixer.fixes(&case.text);
    let before = case.parse();
    let repaired = fixes.apply(&case.text);
    let errors = fixes.list().iter().flat_map(Fix::errors);
    let left = check_repaired(&case, &before, &repaired, errors);
    assert_eq!(before.errors().len() - left, fixes.errors_repaired());
    assert_eq!(fixer.fixes(&repaired).edits(), &Edits::new(), "{repaired:?}, repaired of {:?}", case.text);
    // Pages with very many are not what this is about.
    for fix in fixes.list().iter().take(100) {
        let repaired = fix.edits().apply(&case.text).expect("edits of the page");
        check_repaired(&case, &before, &repaired, fix.errors().iter());
    }
}

/// Checks that a repaired page has the tree of the page, and its errors except some. Returns the number of errors that are left.
fn check_repaired<'e>(
    case: &Case,
    before: &Document<'_>,
    repaired: &str,
    errors: impl Iterator<Item = &'e ParseError>,
) -> usize {
    let after = case.parse_with(&case.options(), repaired);
    assert_eq!(before.to_test_dump(), after.to_test_dump(), "{:?} repaired to {repaired:?}", case.text);
    assert_eq!(before.quirks_mode(), after.quirks_mode());
    let (mut expected, left) = (counts(before), counts(&after));
    for error in errors {
        let count = expected.get_mut(&error.code).expect("an error of the page");
        *count = count.checked_sub(1).expect("as many errors as the page has");
    }
    for (code, count) in left {
        let expected = expected.get(&code).copied().unwrap_or_default();
        assert!(count <= expected, "{code}: {count} in place of {expected} in {repaired:?} of {:?}", case.text);
    }
    after.errors().len()
}

fn counts(document: &Document<'_>) -> BTreeMap<ErrorCode, usize> {
    let mut counts = BTreeMap::new();
    document.errors().iter().for_each(|error| *counts.entry(error.code).or_default() += 1);
    counts
}
