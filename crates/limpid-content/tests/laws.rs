//! Laws that hold for the content of any page.

use limpid::content::{Content, ContentExt as _, ContentOptions};
use limpid::{Document, ParseOptions};
use limpid_pages::soup::Recipe;
use limpid_pages::{data, strategy};
use proptest::prelude::*;

/// Checks that each part of the text is in the source where its span says, and that parts are in order.
fn comes_from_spans(page: &str) -> Result<(), String> {
    let document = ParseOptions::new().spans(true).parse(page);
    let content = document.content();
    let mapped = content.text_mapped();
    if mapped.text() != content.text() {
        return Err(format!("{page:?}\ntext {:?}\nmapped {:?}", content.text(), mapped.text()));
    }
    for run in mapped.runs() {
        let written = &mapped.text()[run.range.clone()];
        let Some(span) = run.span.filter(|_| run.is_exact) else { continue };
        if page.get(span.range()) != Some(written) && !page[span.range()].contains(['&', '\r', '\0']) {
            return Err(format!("{page:?}\n{written:?} is not at {span:?}: {:?}", page.get(span.range())));
        }
    }
    Ok(())
}

/// Checks that the content of the content is the same.
fn is_idempotent(document: &Document<'_>) -> Result<(), String> {
    let content = document.content();
    let again = content.document().content_with(&ContentOptions::new().kind(content.kind()));
    let outputs = |content: &Content<'_>| (content.text(), content.html());
    if outputs(&content) != outputs(&again) {
        return Err(format!(
            "{:?}\n{}\nonce  {:?}\ntwice {:?}",
            content.kind(),
            document.to_html(),
            content.html(),
            again.html()
        ));
    }
    Ok(())
}

/// Checks that the copy is a valid tree, and that its nodes and those of the page have the same ids.
fn is_part_of_page(document: &Document<'_>) -> Result<(), String> {
    let content = document.content();
    limpid_dom::invariants::check(content.document())?;
    for node in content.document().root().texts() {
        if !document.root().texts().any(|text| text == node) {
            return Err(format!("{node:?} is not in the page"));
        }
    }
    let ids = content.document().descendants().map(limpid::NodeRef::id);
    match ids.into_iter().find(|id| document.node(*id).is_none()) {
        Some(id) => Err(format!("{id:?} is not in the page")),
        None => Ok(()),
    }
}

#[test]
fn real_pages() {
    for path in data::real_pages_or_skip() {
        let bytes = std::fs::read(&path).unwrap();
        let page = String::from_utf8_lossy(&bytes);
        let document = limpid::parse(&*page);
        let checked = comes_from_spans(&page).and_then(|()| is_idempotent(&document));
        checked.unwrap_or_else(|error| panic!("{}: {}", path.display(), error.chars().take(2_000).collect::<String>()));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn any_page(page in strategy::documents(Recipe::default())) {
        let page = page.text();
        let document = limpid::parse(&*page);
        prop_assert_eq!(comes_from_spans(&page), Ok(()));
        prop_assert_eq!(is_idempotent(&document), Ok(()));
        prop_assert_eq!(is_part_of_page(&document), Ok(()));
        let _ = (document.metadata(), document.json_ld(), document.microdata());
    }
}
