//! Differences between two documents.

use limpid::diff::{ChangeKind, DiffOptions, diff, lines::single_spaced};
use limpid::{Document, ParseOptions};
use limpid_pages::Recipe;
use limpid_pages::strategy::documents;
use proptest::prelude::*;

/// Returns the entries that a comparison uses: the nodes and attributes of a document.
fn entries(document: &Document<'_>, ignore_white_space: bool) -> Vec<(usize, String)> {
    let mut entries = Vec::new();
    document.for_each_dump_entry(|entry| {
        let text = entry.text.to_string();
        let text = if ignore_white_space { single_spaced(&text) } else { Some(text) };
        entries.extend(text.map(|text| (entry.depth, text)));
    });
    entries
}

fn page() -> impl Strategy<Value = String> {
    documents(Recipe::default()).prop_map(|page| page.text())
}

proptest! {
    /// Without the removed and added entries, both documents are equal.
    #[test]
    fn changes_are_the_complete_difference(one in page(), other in page(), is_edit: bool, ignore: bool) {
        let old = limpid::parse(&one);
        let mut new = if is_edit { limpid::parse(&one) } else { limpid::parse(&other) };
        new.remove_all("b, p:nth-of-type(2n)").unwrap();
        new.set_attribute_all("div", "class", "a  b").unwrap();
        let changes = DiffOptions::new().ignore_white_space(ignore).diff(&old, &new);
        let rest = |document, kind| {
            let mut changed = changes.iter().filter(|change| change.kind == kind).peekable();
            let mut rest = entries(document, ignore);
            rest.retain(|entry| changed.next_if(|change| (change.depth, &change.text) == (entry.0, &entry.1)).is_none());
            (rest, changed.count())
        };
        // Equal entries are interchangeable.
        let (mut kept, removed_left) = rest(&old, ChangeKind::Removed);
        let (mut same, added_left) = rest(&new, ChangeKind::Added);
        prop_assert_eq!((removed_left, added_left), (0, 0));
        kept.sort();
        same.sort();
        prop_assert_eq!(kept, same);
        prop_assert!(diff(&old, &old.clone()).is_empty());
    }
}

#[test]
fn changes_name_their_nodes() {
    let options = ParseOptions::new().spans(true);
    let (old, new) = (options.parse("<p>Green</p><p id=a>Tea"), options.parse("<p>Green</p><p id=b>Tea"));
    let changes = diff(&old, &new);
    let shown: Vec<_> = changes.iter().map(|it| (it.kind, it.node.local_name(), it.to_string())).collect();
    let expected =
        [(ChangeKind::Removed, "p", "-id=\"a\"".to_owned()), (ChangeKind::Added, "p", "+id=\"b\"".to_owned())];
    assert_eq!(shown, expected);
    assert_eq!(changes[0].node.start_tag().map(|tag| &old.source()[tag.range()]), Some("<p id=a>"));
    assert_eq!(changes[1].attribute.unwrap().value(), "b");
}

#[test]
fn everything_is_added_to_an_empty_document() {
    let (empty, page) = (Document::new(), limpid::parse("<p class=a>Tea<template><b>x</template>"));
    let count = entries(&page, false).len();
    assert_eq!(diff(&empty, &page).len(), count);
    assert!(diff(&page, &empty).iter().all(|change| change.kind == ChangeKind::Removed));
}
