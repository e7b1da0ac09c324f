//! Repairs: the tree stays as it is, by all repairs and by each one of the list, the errors that they are for are gone, no new ones come,
//! the repaired page has no other repair, and the code of templates is in it as it was.

use super::case::Case;
use limpid::fix::{Fix, Fixer};
use limpid::{Document, Edits, ErrorCode, ParseError};
use limpid_pages::Random;
use std::collections::BTreeMap;

/// Checks the law.
///
/// # Panics
/// Where it is broken.
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
        rest = &rest
            [found.unwrap_or_else(|| panic!("{snippet} of {:?} is not in {repaired:?}", case.text)) + snippet.len()..];
    }
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

/// Code of templates and conditional comments.
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

/// Inserts some of them at random places. Returns them in order.
fn insert_snippets(text: &mut String, random: &mut Random) -> Vec<&'static str> {
    let ends: Vec<usize> = text.char_indices().map(|(start, _)| start).chain([text.len()]).collect();
    let mut places: Vec<usize> = (0..=random.below(3)).map(|_| ends[random.below(ends.len())]).collect();
    places.sort_unstable();
    let mut snippets = Vec::new();
    for &place in places.iter().rev() {
        let snippet = SNIPPETS[random.below(SNIPPETS.len())];
        // In a word, `@` is part of an address.
        let is_in_word = text[..place].ends_with(|c: char| c.is_alphanumeric() || matches!(c, '@' | '.' | '_'));
        if snippet.starts_with('@') && is_in_word {
            continue;
        }
        text.insert_str(place, snippet);
        snippets.push(snippet);
    }
    snippets.reverse();
    snippets
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
