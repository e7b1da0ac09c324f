//! `:scope` that is not an element: a fragment, template contents, a shadow root.

use limpid_dom::NodeRef;
use limpid_select::{Selector, select_with_steps};

#[track_caller]
fn check(top: NodeRef<'_>, selector: &str, expected: &str) {
    let parsed = Selector::parse(selector).unwrap();
    let ids = |found: Vec<NodeRef<'_>>| found.iter().filter_map(|it| it.element_id()).collect::<Vec<_>>().join(" ");
    assert_eq!(ids(top.select(&parsed).collect()), expected, "{selector}");
    assert_eq!(ids(select_with_steps(top, &parsed, 0)), expected, "{selector} by sets");
}

const CONTENT: &str = "<p id=a class=x><b id=b></b></p><p id=c><b id=d></b></p>";

const CASES: &[(&str, &str)] = &[
    (":scope > p", "a c"),
    (":scope p", "a c"),
    (":scope > b", ""),
    (":scope > p > b", "b d"),
    (":scope b", "b d"),
    (":scope > p + p > b", "d"),
    (":is(:scope) > p", "a c"),
    (":is(:scope, .x) > *", "a b c"),
    (":where(:scope) > .x", "a"),
    // A fragment matches only `:scope`.
    (":scope", ""),
    ("* > p", ""),
    (":not(.x) > p", ""),
    (":scope:not(.x) > p", ""),
    (":scope:root > p", ""),
    (":has(b) > p", ""),
    (":root", ""),
    (":scope + p", ""),
    ("p:has(> :scope)", ""),
    (":scope > p:has(b)", "a c"),
];

#[test]
fn fragments() {
    let fragment = limpid::parse_fragment(CONTENT, "div");
    let templates = limpid::parse(format!("<template>{CONTENT}</template>"));
    let shadow = limpid::parse(format!("<div><template shadowrootmode=open>{CONTENT}</template></div>"));
    let contents = templates.descendants().find_map(NodeRef::template_contents).unwrap();
    let root = shadow.descendants().find_map(NodeRef::shadow_root);
    for (selector, expected) in CASES {
        check(fragment.root(), selector, expected);
        check(contents, selector, expected);
        if let Some(root) = root {
            check(root, selector, expected);
        }
    }
    assert!(root.is_some());
}

#[test]
fn other_nodes_are_not_the_scope() {
    let fragment = limpid::parse_fragment(CONTENT, "div");
    let first = fragment.root().first_child().unwrap();
    check(first, ":scope > b", "b");
    check(first, "* > p b", "");
    assert!(!first.matches(&Selector::parse("* > p").unwrap()));
    assert_eq!(first.closest(&Selector::parse(":scope").unwrap()), Some(first));
    let document = limpid::parse(CONTENT);
    check(document.root(), ":scope > body > p", "a c");
    check(document.root(), ":scope > p", "");
    check(document.root(), "* > p", "a c");
}
