//! Inputs that could make sanitizing slow, and trees that no parser builds.

use limpid::sanitize::{Removed, Rule, Sanitizer, SanitizerConfig, SanitizerElementWithAttributes, Strictness};
use limpid::{Document, Limits, Namespace, ParseOptions};
use limpid_dom::invariants;

/// Large enough that quadratic time would be noticed.
const SIZE: usize = 20_000;

fn replacing(names: &[&str]) -> Sanitizer {
    let replaced = Some(names.iter().map(|name| (*name).into()).collect());
    let config = SanitizerConfig { replace_with_children_elements: replaced, ..SanitizerConfig::default() };
    Sanitizer::new(&config).unwrap()
}

/// Sanitizes for printing, with a report, and returns the markup.
fn printed(sanitizer: &Sanitizer, markup: &str) -> (String, usize) {
    let options = ParseOptions::new().limits(Limits::none()).spans(true);
    let mut fragment = options.parse_fragment(markup, "body");
    let (root, mut report) = (fragment.root().id(), Vec::new());
    sanitizer.sanitize_with(&mut fragment, root, Strictness::Printable, Some(&mut report)).unwrap();
    invariants::check(&fragment).unwrap();
    (fragment.to_html(), report.len())
}

#[test]
fn siblings_are_replaced_by_their_children_in_linear_time() {
    let (html, removed) = printed(&replacing(&["b"]), &"<b>x</b><i></i>".repeat(SIZE));
    assert_eq!((html.len(), removed), ("x<i></i>".len() * SIZE, SIZE));
}

#[test]
fn nested_elements_are_replaced_by_their_children_in_linear_time() {
    let markup = "<div>x<i></i>".repeat(SIZE) + &"y</div>".repeat(SIZE);
    let (html, removed) = printed(&replacing(&["div"]), &markup);
    assert_eq!((html.len(), removed), ("x<i></i>y".len() * SIZE, SIZE));
}

#[test]
fn nested_elements_that_stay_take_linear_time() {
    let markup = "<div onclick=x>".repeat(SIZE);
    let (html, removed) = printed(&replacing(&[]), &markup);
    assert_eq!((html.len(), removed), ("<div></div>".len() * SIZE, SIZE));
}

#[test]
fn many_attributes_take_linear_time() {
    let attributes: String = (0..SIZE).map(|number| format!(" a{number}=1 onclick{number}=2")).collect();
    let (html, removed) = printed(&replacing(&[]), &format!("<p{attributes} onclick=3>"));
    assert_eq!((html.matches('=').count(), removed), (2 * SIZE, 1));
    let (html, removed) = printed(Sanitizer::preset(), &format!("<p{attributes}>"));
    assert_eq!((&*html, removed), ("<p></p>", 2 * SIZE));
}

#[test]
fn deeply_nested_templates_are_sanitized() {
    let (html, removed) = printed(&replacing(&["b"]), &"<template><b>x</b>".repeat(SIZE / 10));
    assert_eq!((html.matches("<template>x").count(), removed), (SIZE / 10, SIZE / 10));
}

/// The tree has names, comments and structures that only edits can create.
#[test]
fn markup_of_edited_trees_is_safe() {
    let mut tree = Document::new_fragment();
    let root = tree.root().id();
    let style = tree.create_element("style").unwrap();
    let b = tree.create_element("b").unwrap();
    let text = tree.create_text("</style><img src=x onerror=y>").unwrap();
    tree.node_mut(b).unwrap().append(text).unwrap();
    tree.node_mut(style).unwrap().append(b).unwrap();
    tree.node_mut(root).unwrap().append(style).unwrap();
    let p = tree.create_element("p").unwrap();
    tree.node_mut(p).unwrap().set_attribute_ns("", "ONCLICK", "x()").unwrap();
    tree.node_mut(p).unwrap().set_attribute_ns("urn:a", "a:href", "javascript:x()").unwrap();
    tree.node_mut(p).unwrap().set_attribute_ns(Namespace::XLink, "xlink:href", "javascript:x()").unwrap();
    tree.node_mut(root).unwrap().append(p).unwrap();
    let mathml = Namespace::MathMl.url();
    for (namespace, name) in [("", "script"), ("urn:a", "a:x"), (Namespace::Html.url(), "SCRIPT"), (mathml, "m:script")]
    {
        let element = tree.create_element_ns(namespace, name).unwrap();
        tree.node_mut(root).unwrap().append(element).unwrap();
    }
    let mut report = Vec::new();
    replacing(&["b"]).sanitize_with(&mut tree, root, Strictness::Printable, Some(&mut report)).unwrap();
    invariants::check(&tree).unwrap();
    assert_eq!(tree.to_html(), "<style></style><p></p><a:x></a:x>");
    let rules: Vec<(Rule, Removed)> = report.iter().map(|removal| (removal.rule, removal.removed)).collect();
    assert_eq!(
        rules,
        [
            (Rule::ElementReplaced, Removed::Element),
            (Rule::TagInText, Removed::Text),
            (Rule::EventHandlerInMarkup, Removed::Attribute),
            (Rule::JavascriptUrlInMarkup, Removed::Attribute),
            (Rule::JavascriptUrlInMarkup, Removed::Attribute),
            (Rule::UnsafeElementInMarkup, Removed::Element),
            (Rule::UnsafeElementInMarkup, Removed::Element),
            (Rule::UnsafeElementInMarkup, Removed::Element),
        ]
    );
}

#[test]
fn the_document_element_is_removed_if_its_children_cannot_replace_it() {
    let mut feed = limpid::xml::parse("<b>text<i/></b>");
    let root = feed.root().id();
    let config = r#"{"replaceWithChildrenElements": [{"name": "b", "namespace": null}]}"#;
    let sanitizer = Sanitizer::new(&serde_json::from_str(config).unwrap()).unwrap();
    let mut report = Vec::new();
    sanitizer.sanitize_with(&mut feed, root, Strictness::Unsafe, Some(&mut report)).unwrap();
    assert_eq!(report[0].rule, Rule::ElementNotChangeable);
    assert!(feed.document_element().is_none());
    invariants::check(&feed).unwrap();
}

#[test]
fn the_id_of_another_document_is_an_error() {
    let id = Document::new().root().id();
    assert!(Sanitizer::preset().sanitize(&mut Document::new(), id).is_err());
}

#[test]
fn changing_a_sanitizer_does_not_change_its_clone() {
    let mut sanitizer = Sanitizer::default();
    let filter_before = sanitizer.filter(true).keeps_comments();
    let copy = sanitizer.clone();
    assert!(sanitizer.set_comments(true));
    assert_eq!(
        (filter_before, sanitizer.filter(true).keeps_comments(), copy.filter(true).keeps_comments()),
        (false, true, false)
    );
    assert_ne!(sanitizer, copy);
}

/// Visiting each element for each attribute, or copying the configuration for each change, would take minutes.
#[test]
fn many_changes_of_a_configuration_take_linear_time() {
    let mut sanitizer = Sanitizer::default();
    for number in 0..SIZE {
        let element = SanitizerElementWithAttributes {
            attributes: Some(vec![format!("a{number}").as_str().into(), format!("data-{number}").as_str().into()]),
            ..format!("x-{number}").as_str().into()
        };
        assert!(sanitizer.allow_element(&element));
        assert!(sanitizer.allow_attribute(&format!("a{number}").as_str().into()));
        assert!(sanitizer.allow_attribute(&format!("b{number}").as_str().into()));
    }
    for number in 0..SIZE {
        assert!(sanitizer.remove_attribute(&format!("b{number}").as_str().into()));
        assert!(sanitizer.set_data_attributes(number % 2 == 0));
        assert!(sanitizer.remove_element(&format!("x-{number}").as_str().into()));
        assert!(sanitizer.replace_element_with_children(&format!("x-{number}").as_str().into()));
        assert!(sanitizer.allow_processing_instruction(&format!("y{number}").as_str().into()));
    }
    assert!(!sanitizer.remove_unsafe());
    assert_eq!(sanitizer.sanitize_str("<b a0=1 b0=2>Tea</b><x-0>Milk</x-0>"), "<b a0=\"1\">Tea</b>Milk");
}
