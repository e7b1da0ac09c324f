//! Repairs: the tree stays as it is, the errors that they are for are gone, and no new ones come.

use crate::case::Case;
use limpid::fix::Fixer;
use limpid::{Document, ErrorCode};
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
    let repaired = fixes.apply(&case.text);
    let (before, after) = (case.parse(), case.parse_with(&case.options(), &repaired));
    assert_eq!(before.to_test_dump(), after.to_test_dump(), "{:?} repaired to {repaired:?}", case.text);
    assert_eq!(before.quirks_mode(), after.quirks_mode());
    let (mut expected, left) = (counts(&before), counts(&after));
    for error in fixes.list().iter().flat_map(limpid::fix::Fix::errors) {
        let count = expected.get_mut(&error.code).expect("an error of the page");
        *count = count.checked_sub(1).expect("as many errors as the page has");
    }
    for (code, count) in left {
        let expected = expected.get(&code).copied().unwrap_or_default();
        assert!(count <= expected, "{code}: {count} in place of {expected} in {repaired:?} of {:?}", case.text);
    }
    let parts: usize = fixes.list().iter().map(|fix| fix.edits().len()).sum();
    assert_eq!(parts, fixes.edits().len(), "all edits are those of a repair");
}

fn counts(document: &Document<'_>) -> BTreeMap<ErrorCode, usize> {
    let mut counts = BTreeMap::new();
    document.errors().iter().for_each(|error| *counts.entry(error.code).or_default() += 1);
    counts
}
