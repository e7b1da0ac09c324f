//! Law of repairs: neither all repairs together nor a single repair changes the tree. A repaired page lacks the repaired errors and has no
//! new errors. After all repairs, the page needs no further repair, and template code in it is unchanged.

use super::case::Case;
use limpid::fix::{Fix, Fixer};
use limpid::{Document, Edits, ErrorCode, ParseError};
use limpid_pages::Random;
use std::collections::BTreeMap;

/// Checks the law.
///
/// # Panics
/// If the law does not hold.
pub fn check(data: &[u8]) {
    let mut case = Case::from_bytes(data);
    let mut random = Random::from_bytes(data);
    let snippets = if random.one_in(3) { insert_snippets(&mut case.text, &mut random) } else { Vec::new() };
    let mut fixer = Fixer::new().options(case.options());
    if let Some(context) = case.context() {
        fixer = fixer.context(context);
    }
    let fixes = fixer.fixes(&case.text);
    let before = case.parse();
    let repaired = fixes.apply(&case.text);
    let mut rest = &*repaired;
    for snippet in snippets {
        let found = rest.find(snippet);
        rest = &rest[found.unwrap_or_else(|| panic!("{snippet} of {:?} is missing in {repaired:?}", case.text))
            + snippet.len()..];
    }
    let errors = fixes.list().iter().flat_map(Fix::errors);
    let left = check_repaired(&case, &before, &repaired, errors);
    assert_eq!(before.errors().len() - left, fixes.errors_repaired());
    assert_eq!(fixer.fixes(&repaired).edits(), &Edits::new(), "{repaired:?}, repaired from {:?}", case.text);
    // At most 100 repairs are checked one by one, to limit the time.
    for fix in fixes.list().iter().take(100) {
        let repaired = fix.edits().apply(&case.text).expect("edits of the page");
        check_repaired(&case, &before, &repaired, fix.errors().iter());
    }
}

/// Template code and conditional comments.
const SNIPPETS: &[&str] = &[
    "{{ a < b && c }}",
    "{{#if a}}",
    "{{/if}}",
    "{% if a <b> %}",
    "{!! $a->b &c !!}",
    "${a<b}",
    "{#if a <b}",
    "{/if}",
    "<% if a > b %>",
    "<%= \"a\" %>",
    "[% a <b %]",
    "<?php if ($a->b) { ?>",
    "<?= a('</b>') ?>",
    "<#if a>",
    "</#if>",
    "@if (a <b)",
    "<{{ a }} b b>",
    "</{{ a }}>",
    "<${a}>",
    "{* a<b *}",
    "{$a<b}",
    "[# a<b #]",
    "@* <b> *@",
    "@{ var a = b <c; }",
    "@Html.Raw(\"<b>\")",
    "*|IF:A <b|*",
    "%%[ a<b ]%%",
    "<![if !mso]>",
    "<![endif]>",
    "<!--[if a]><b></i><![endif]-->",
];

/// Inserts some snippets at random positions, and returns them in document order.
fn insert_snippets(text: &mut String, random: &mut Random) -> Vec<&'static str> {
    let ends: Vec<usize> = text.char_indices().map(|(start, _)| start).chain([text.len()]).collect();
    let mut positions: Vec<usize> = (0..=random.below(3)).map(|_| ends[random.below(ends.len())]).collect();
    positions.sort_unstable();
    let mut snippets = Vec::new();
    for &position in positions.iter().rev() {
        let snippet = SNIPPETS[random.below(SNIPPETS.len())];
        // After a letter, `@` would be part of an email address.
        let is_in_word = text[..position].ends_with(|c: char| c.is_alphanumeric() || matches!(c, '@' | '.' | '_'));
        if snippet.starts_with('@') && is_in_word {
            continue;
        }
        text.insert_str(position, snippet);
        snippets.push(snippet);
    }
    snippets.reverse();
    snippets
}

/// Checks that a repaired page has the same tree, and the errors of the page except the given ones. Returns the number of remaining errors.
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
        assert!(
            count <= expected,
            "{code}: {count} instead of {expected} in {repaired:?}, repaired from {:?}",
            case.text
        );
    }
    after.errors().len()
}

fn counts(document: &Document<'_>) -> BTreeMap<ErrorCode, usize> {
    let mut counts = BTreeMap::new();
    document.errors().iter().for_each(|error| *counts.entry(error.code).or_default() += 1);
    counts
}
