//! The serializer.

use limpid_html5ever as html5ever;

use html5ever::serialize::{HtmlSerializer, Serialize, SerializeOpts, Serializer, TraversalScope, serialize};
use html5ever::{LocalName, Namespace, Prefix, QualName, local_name, ns};
use std::io;

fn html(local: &str) -> QualName {
    QualName::new(None, ns!(html), LocalName::from(local))
}

fn written(opts: SerializeOpts, write: impl FnOnce(&mut HtmlSerializer<&mut Vec<u8>>) -> io::Result<()>) -> String {
    let mut out = Vec::new();
    write(&mut HtmlSerializer::new(&mut out, opts)).expect("writing to memory does not fail");
    String::from_utf8(out).expect("markup is text")
}

/// Returns the markup of an element that contains a text.
fn element(opts: SerializeOpts, name: QualName, text: &str) -> String {
    written(opts, |serializer| {
        serializer.start_elem(name.clone(), std::iter::empty())?;
        serializer.write_text(text)?;
        serializer.end_elem(name)
    })
}

#[test]
fn text_is_escaped_except_in_raw_text_elements() {
    let default = SerializeOpts::default;
    assert_eq!(element(default(), html("p"), "a<b>&\"'\u{a0}¢"), "<p>a&lt;b&gt;&amp;\"'&nbsp;¢</p>");
    for name in ["style", "script", "xmp", "iframe", "noembed", "noframes", "plaintext", "noscript"] {
        assert_eq!(element(default(), html(name), "<&"), format!("<{name}><&</{name}>"));
    }
    let off = SerializeOpts { scripting_enabled: false, ..default() };
    assert_eq!(element(off, html("noscript"), "<"), "<noscript>&lt;</noscript>");
    let svg = QualName::new(None, ns!(svg), local_name!("style"));
    assert_eq!(element(default(), svg, "<"), "<style>&lt;</style>");
    let inside = SerializeOpts { traversal_scope: TraversalScope::ChildrenOnly(Some(html("script"))), ..default() };
    assert_eq!(written(inside, |serializer| serializer.write_text("<")), "<");
}

#[test]
fn attributes_have_their_prefixes() {
    let name = |ns: Namespace, local: &str| QualName::new(None, ns, LocalName::from(local));
    let other = QualName::new(Some(Prefix::from("p")), Namespace::from("u"), LocalName::from("o"));
    let names = [name(ns!(), "a"), name(ns!(xlink), "href"), name(ns!(xml), "lang"), name(ns!(xmlns), "xmlns"), other];
    let markup = written(SerializeOpts::default(), |serializer| {
        serializer.start_elem(html("a"), names.iter().map(|name| (name, "<\"\u{a0}'")))
    });
    let value = "=\"&lt;&quot;&nbsp;'\"";
    assert_eq!(markup, format!("<a a{value} xlink:href{value} xml:lang{value} xmlns{value} p:o{value}>"));
}

#[test]
fn void_elements_have_no_content_and_no_end_tag() {
    let markup = written(SerializeOpts::default(), |serializer| {
        serializer.start_elem(html("br"), std::iter::empty())?;
        serializer.start_elem(html("b"), std::iter::empty())?;
        serializer.end_elem(html("b"))?;
        serializer.end_elem(html("br"))?;
        serializer.write_comment("c")?;
        serializer.write_doctype("html")?;
        serializer.write_processing_instruction("t", "d")
    });
    assert_eq!(markup, "<br><!--c--><!DOCTYPE html><?t d>");
}

#[test]
fn missing_parent_is_created_or_panics() {
    let opts = SerializeOpts { create_missing_parent: true, ..SerializeOpts::default() };
    let ends = |serializer: &mut HtmlSerializer<&mut Vec<u8>>| {
        serializer.end_elem(html("p"))?;
        serializer.end_elem(html("p"))?;
        serializer.write_text("<")
    };
    assert_eq!(written(opts, ends), "</p></p>&lt;");
    let outcome = std::panic::catch_unwind(|| written(SerializeOpts::default(), ends));
    assert!(outcome.is_err());
}

#[test]
fn scope_is_passed_to_the_node() {
    struct Node;
    impl Serialize for Node {
        fn serialize<S: Serializer>(&self, serializer: &mut S, scope: TraversalScope) -> io::Result<()> {
            serializer.write_text(if scope == TraversalScope::IncludeNode { "with" } else { "without" })
        }
    }
    let mut out = Vec::new();
    serialize(&mut out, &Node, SerializeOpts::default()).expect("writing to memory does not fail");
    let opts = SerializeOpts { traversal_scope: TraversalScope::IncludeNode, ..SerializeOpts::default() };
    serialize(&mut out, &Node, opts).expect("writing to memory does not fail");
    assert_eq!(out, b"withoutwith");
}
