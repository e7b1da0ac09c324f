//! Tests, on the pages of the shared corpus if it exists, that elements match at their start as they do in the complete document.

use limpid::{NodeRef, ParseOptions, Selector};
use limpid_pages::data;
use limpid_rewrite::rewrite::{Handlers, rewrite_str};
use std::fs;

const SELECTORS: [&str; 16] = [
    "a[href]",
    "ul > li:first-child",
    "div + div, p ~ p",
    "nav a, header a:not([class])",
    "li:nth-child(2n+1) a",
    "td:nth-of-type(2)",
    "div :nth-child(2 of p, div)",
    ":link",
    ":disabled",
    ":enabled",
    ":read-write",
    "p:read-only",
    "form :required, form :optional",
    ":in-range, :out-of-range",
    "a:lang(en)",
    "div:not(:lang(en))",
];

#[test]
fn elements_match_as_in_the_document() {
    for path in data::real_pages_or_skip() {
        let page = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
        let options = ParseOptions::new().errors(false).spans(true).allow_declarative_shadow_roots(false);
        let document = options.option_cloning(false).content_patching(false).parse(&page);
        for selector in SELECTORS {
            let mut found = Vec::new();
            let handlers = Handlers::new().element(selector, |element| {
                found.extend(element.span().map(|span| span.start));
                Ok(())
            });
            assert_eq!(rewrite_str(&page, handlers.unwrap()).unwrap(), page);
            let parsed = Selector::parse(selector).unwrap();
            let mut expected: Vec<u32> =
                document.select(&parsed).filter_map(NodeRef::start_tag).map(|span| span.start).collect();
            found.sort_unstable();
            // Copies of a misnested formatting element have the same tag.
            expected.sort_unstable();
            expected.dedup();
            assert_eq!(found, expected, "{selector} in {}", path.display());
        }
    }
}
