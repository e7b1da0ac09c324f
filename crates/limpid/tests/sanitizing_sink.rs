//! Sanitizing while a tree is built: examples in addition to the general law.
#![cfg(feature = "sanitize")]

use limpid::sanitize::{Sanitizer, SanitizerConfig, Sanitizing};
use limpid::{Document, FragmentContext, ParseOptions};
use limpid_dom::DocumentBuilder;
use limpid_dom::invariants;

/// Sanitizes the content of a `div` while parsing it in chunks of one byte.
fn sanitized<'t>(config: &SanitizerConfig, markup: &'t str) -> Document<'t> {
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
fn content_moved_out_of_a_removed_element_is_kept() {
    // The block is moved out of the formatting element, but not the text before it.
    assert_eq!(sanitized(&without(&["b"]), "<b>1<div>2</b>3").to_html(), "<div>3</div>");
    assert_eq!(sanitized(&without(&["b"]), "<b>1<i><div>2</b>3").to_html(), "<i><div>3</div></i>");
    assert_eq!(sanitized(&without(&["i"]), "<b>1<i><div>2</b>3").to_html(), "<b>1</b>");
    assert_eq!(sanitized(&without(&["table"]), "<table>1<tr><td>2</table>3").to_html(), "13");
    assert_eq!(
        sanitized(&without(&["td"]), "<table>1<tr><td>2</table>3").to_html(),
        "1<table><tbody><tr></tr></tbody></table>3"
    );
}

#[test]
fn removed_nodes_are_not_created() {
    let removed = "<p>x<ul><li class=y>z</ul>".repeat(100);
    let markup = format!("1<section>{removed}</section>2<script>{removed}</script>3<!--{removed}-->4");
    let config = SanitizerConfig { comments: Some(false), ..without(&["section"]) };
    let sanitizer = Sanitizer::new(&config).unwrap();
    let sink = Sanitizing::new(DocumentBuilder::new(&markup), sanitizer.filter(true));
    let (mut tokenizer, mut builder) = ParseOptions::new().stages(sink, Some(&FragmentContext::from("div")));
    tokenizer.run(&markup, &mut builder);
    let document = builder.finish().into_inner().finish();
    assert_eq!(document.to_html(), "1234");
    // The nodes are the document and its `html`, the fragment, and a text.
    assert!(document.node_count() < 6, "{}", document.node_count());
}

#[test]
fn replaced_elements() {
    assert_eq!(
        sanitized(&replacing(&["p", "b"]), "<p>1<b onclick=x()>2<i>3</b>4<p>5").to_html(),
        "12<i>3</i><i>4</i><i>5</i>"
    );
    // Before a table, also inside of a replaced element.
    assert_eq!(
        sanitized(&replacing(&["div"]), "<table><div>1<div>2<i>3</i></div></div><tr><td>4").to_html(),
        "12<i>3</i><table><tbody><tr><td>4</td></tr></tbody></table>"
    );
    assert_eq!(sanitized(&replacing(&["i"]), "<b>1<i><div>2</b>3").to_html(), "<b>1</b><div><b>2</b>3</div>");
    assert_eq!(sanitized(&replacing(&["template"]), "1<template>2</template>3").to_html(), "13");
}

#[test]
fn shadow_roots() {
    let markup = "<x-a><template shadowrootmode=open><p onclick=x()>1<script>2</script></template>3</x-a>";
    for config in [without(&[]), without(&["template"])] {
        let document = sanitized(&config, markup);
        let host = document.root().first_child().unwrap();
        assert_eq!((host.inner_html().as_str(), host.shadow_root().unwrap().inner_html().as_str()), ("3", "<p>1</p>"));
    }
    assert_eq!(sanitized(&without(&["x-a"]), markup).to_html(), "");
}

#[test]
fn attributes() {
    assert_eq!(
        sanitized(&without(&[]), "<p ID=a onclick=x() class=&amp; title>1").to_html(),
        "<p id=\"a\" class=\"&amp;\" title=\"\">1</p>"
    );
    let drawing = "<svg viewbox='0 0 1 1' onload=x()><a xlink:href='javascript:y()' href=/z>1";
    assert_eq!(sanitized(&without(&[]), drawing).to_html(), "<svg viewBox=\"0 0 1 1\"><a href=\"/z\">1</a></svg>");
    // A second tag adds only allowed attributes.
    let markup = "<html id=a><body class=b><html lang=c onclick=x()><body title=d onload=y()>";
    let sanitizer = Sanitizer::new(&without(&[])).unwrap();
    let sink = Sanitizing::new(DocumentBuilder::new(markup), sanitizer.filter(true));
    let (mut tokenizer, mut builder) = ParseOptions::new().stages(sink, None);
    tokenizer.run(markup, &mut builder);
    let html = builder.finish().into_inner().finish().to_html();
    assert_eq!(html, "<html id=\"a\" lang=\"c\"><head></head><body class=\"b\" title=\"d\"></body></html>");
}
