//! Sanitizing while a tree is built, in the cases that a law cannot name.
#![cfg(feature = "sanitize")]

use limpid::sanitize::{Sanitizer, SanitizerConfig, Sanitizing};
use limpid::{Document, FragmentContext, ParseOptions};
use limpid_dom::DocumentBuilder;
use limpid_dom::invariants;

/// Sanitizes the content of a `div` while it is parsed, in pieces of a byte.
fn layer<'t>(config: &SanitizerConfig, markup: &'t str) -> Document<'t> {
    let sanitizer = Sanitizer::new(config).unwrap();
    let sink = Sanitizing::new(DocumentBuilder::new(markup), sanitizer.filter(true));
    let options = ParseOptions::new().allow_declarative_shadow_roots(true);
    let (mut tokenizer, mut builder) = options.stages(sink, Some(&FragmentContext::from("div")));
    for piece in markup.split_inclusive(|_| true) {
        tokenizer.feed(piece, &mut builder);
    }
    tokenizer.finish(&mut builder);
    let document = builder.finish().into_inner().finish();
    invariants::check(&document).unwrap();
    document
}

fn without(names: &[&str]) -> SanitizerConfig {
    SanitizerConfig {
        remove_elements: Some(names.iter().map(|&name| name.into()).collect()),
        ..SanitizerConfig::default()
    }
}

fn replacing(names: &[&str]) -> SanitizerConfig {
    let names = names.iter().map(|&name| name.into()).collect();
    SanitizerConfig { replace_with_children_elements: Some(names), ..SanitizerConfig::default() }
}

#[test]
fn what_leaves_a_removed_element_is_there() {
    // The block leaves the formatting element, the text in front of it does not.
    assert_eq!(layer(&without(&["b"]), "<b>1<div>2</b>3").to_html(), "<div>3</div>");
    assert_eq!(layer(&without(&["b"]), "<b>1<i><div>2</b>3").to_html(), "<i><div>3</div></i>");
    assert_eq!(layer(&without(&["i"]), "<b>1<i><div>2</b>3").to_html(), "<b>1</b>");
    assert_eq!(layer(&without(&["table"]), "<table>1<tr><td>2</table>3").to_html(), "13");
    assert_eq!(
        layer(&without(&["td"]), "<table>1<tr><td>2</table>3").to_html(),
        "1<table><tbody><tr></tr></tbody></table>3"
    );
}

#[test]
fn what_is_removed_is_not_made() {
    let removed = "<p>x<ul><li class=y>z</ul>".repeat(100);
    let markup = format!("1<section>{removed}</section>2<script>{removed}</script>3<!--{removed}-->4");
    let config = SanitizerConfig { comments: Some(false), ..without(&["section"]) };
    let sanitizer = Sanitizer::new(&config).unwrap();
    let sink = Sanitizing::new(DocumentBuilder::new(&markup), sanitizer.filter(true));
    let (mut tokenizer, mut builder) = ParseOptions::new().stages(sink, Some(&FragmentContext::from("div")));
    tokenizer.run(&markup, &mut builder);
    let document = builder.finish().into_inner().finish();
    assert_eq!(document.to_html(), "1234");
    // The document and its `html`, the fragment, a text.
    assert!(document.node_count() < 6, "{}", document.node_count());
}

#[test]
fn replaced_elements() {
    assert_eq!(
        layer(&replacing(&["p", "b"]), "<p>1<b onclick=x()>2<i>3</b>4<p>5").to_html(),
        "12<i>3</i><i>4</i><i>5</i>"
    );
    // Before a table, also inside of what is replaced.
    assert_eq!(
        layer(&replacing(&["div"]), "<table><div>1<div>2<i>3</i></div></div><tr><td>4").to_html(),
        "12<i>3</i><table><tbody><tr><td>4</td></tr></tbody></table>"
    );
    assert_eq!(layer(&replacing(&["i"]), "<b>1<i><div>2</b>3").to_html(), "<b>1</b><div><b>2</b>3</div>");
    assert_eq!(layer(&replacing(&["template"]), "1<template>2</template>3").to_html(), "13");
}

#[test]
fn shadow_roots() {
    let markup = "<x-a><template shadowrootmode=open><p onclick=x()>1<script>2</script></template>3</x-a>";
    for config in [without(&[]), without(&["template"])] {
        let document = layer(&config, markup);
        let host = document.root().first_child().unwrap();
        assert_eq!((host.inner_html().as_str(), host.shadow_root().unwrap().inner_html().as_str()), ("3", "<p>1</p>"));
    }
    assert_eq!(layer(&without(&["x-a"]), markup).to_html(), "");
}

#[test]
fn attributes() {
    assert_eq!(
        layer(&without(&[]), "<p ID=a onclick=x() class=&amp; title>1").to_html(),
        "<p id=\"a\" class=\"&amp;\" title=\"\">1</p>"
    );
    let drawing = "<svg viewbox='0 0 1 1' onload=x()><a xlink:href='javascript:y()' href=/z>1";
    assert_eq!(layer(&without(&[]), drawing).to_html(), "<svg viewBox=\"0 0 1 1\"><a href=\"/z\">1</a></svg>");
    // A second tag adds only what is kept.
    let markup = "<html id=a><body class=b><html lang=c onclick=x()><body title=d onload=y()>";
    let sanitizer = Sanitizer::new(&without(&[])).unwrap();
    let sink = Sanitizing::new(DocumentBuilder::new(markup), sanitizer.filter(true));
    let (mut tokenizer, mut builder) = ParseOptions::new().stages(sink, None);
    tokenizer.run(markup, &mut builder);
    let html = builder.finish().into_inner().finish().to_html();
    assert_eq!(html, "<html id=\"a\" lang=\"c\"><head></head><body class=\"b\" title=\"d\"></body></html>");
}
