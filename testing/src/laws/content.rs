//! Law of content: the content of a page is a part of its tree, its text comes from its spans, and the content of the content is the same.

use super::case::Case;
use limpid::content::{Content, ContentExt as _, ContentOptions, PageKind};
use limpid::{Document, NodeId, NodeRef, ParseOptions};
use std::collections::HashMap;

/// Markup that is inserted into the pages, because generated pages have neither paragraphs nor the class names of real pages.
const ADDITIONS: &[&str] = &[
    ">The tea in this sentence is described at length, so that the text is a paragraph rather than a label. ",
    ">Add to cart<b>$ 4</b>",
    " class=comments>",
    " class='post message'>",
    " class=sidebar>",
    " id=nav>",
    " role=main>",
    " hidden>",
    " itemscope itemtype=https://schema.org/Product>",
    " itemprop=author>",
    "><a href=/x>The title of another page</a>",
    "><h2>Related articles</h2>",
    "><meta property=article:published_time content=2025-01-29>",
    "><script type=application/ld+json>{\"@type\":\"Article\",\"author\":{\"name\":\"Ada\"}}</script>",
    "><script type=application/ld+json>{\"@type\":\"Article\",\"headline\":\"Tea \\ud83d\"}</script>",
    " class=accordion-button>",
    "><section id=cookies><h2>Cookies</h2>",
    "><details><summary>How is tea made?</summary>",
    ">By Ada, updated Jan 29, 2025",
    "><time datetime=2025-01-29>",
    "><blockquote class=comment>",
    "><math><mi>x",
];

/// Checks the law.
///
/// # Panics
/// If the law does not hold.
pub fn check(data: &[u8]) {
    let case = Case::from_bytes(data);
    check_document(&case.parse_with(&case.options().spans(true), &case.text), &case.text, case.cuts);
    let page = with_additions(&case.text, case.cuts);
    check_document(&case.parse_with(&case.options().spans(true), &page), &page, case.cuts);
}

/// Checks the law on a page.
///
/// # Panics
/// If the law does not hold.
pub fn check_page(page: &str) {
    check_document(&ParseOptions::new().spans(true).parse(page), page, 0);
}

/// Inserts additions into some of the tags of a page.
fn with_additions(page: &str, number: u16) -> String {
    let mut added = String::new();
    let mut choice = usize::from(number);
    for (at, part) in page.split('>').enumerate() {
        if at > 0 {
            choice = (choice * 7 + at) % 101;
            added.push_str(ADDITIONS.get(choice % (2 * ADDITIONS.len())).unwrap_or(&">"));
        }
        added.push_str(part);
    }
    added
}

fn check_document(document: &Document<'_>, page: &str, number: u16) {
    let kind = PageKind::ALL.get(usize::from(number % 16));
    let options = kind.map_or(ContentOptions::new(), |kind| ContentOptions::new().kind(*kind));
    let content = document.content_with(&options);
    assert!((0.0..=1.0).contains(&content.confidence()));
    check_nodes(document, &content);
    check_spans(page, &content);
    let again = content.document().content_with(&options.kind(content.kind()));
    assert_eq!(again.html(), content.html(), "{page}");
    assert_eq!(again.text(), content.text(), "{page}");

    let with_comments = document.content_with(&options.comments(true).images(false).links(false));
    check_nodes(document, &with_comments);
    check_spans(page, &with_comments);
    let metadata = document.metadata();
    assert!([&metadata.title, &metadata.byline].into_iter().flatten().all(|value| !value.value.is_empty()));
    assert!(document.microdata().iter().all(serde_json::Value::is_object));
    document.json_ld();
}

/// Checks that the nodes of the content are those of the page, with the same texts.
fn check_nodes(document: &Document<'_>, content: &Content<'_>) {
    limpid_dom::invariants::check(content.document()).expect("the content is a valid tree");
    let text = |node: NodeRef<'_>| (node.id(), node.text().map(str::to_owned));
    let mut nodes: HashMap<NodeId, Option<String>> = document.descendants().map(text).collect();
    for (id, text) in content.document().descendants().map(text) {
        assert_eq!(nodes.remove(&id), Some(text), "{id:?}");
    }
    assert!(content.comments().iter().all(|comments| document.node(*comments).is_some()));
}

/// Checks that exact parts of the text are in the source where their spans say.
fn check_spans(page: &str, content: &Content<'_>) {
    let mapped = content.text_mapped();
    assert_eq!(mapped.text(), content.text());
    for run in mapped.runs() {
        let Some(span) = run.span.filter(|_| run.is_exact) else { continue };
        let (written, source) = (&mapped.text()[run.range.clone()], &page[span.range()]);
        assert!(written == source || source.contains(['&', '\r', '\0']), "{written:?} is not at {span:?}: {source:?}");
    }
}
