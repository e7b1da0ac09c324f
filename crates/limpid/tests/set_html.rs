//! `setHTML`, `parseHTML` and their unsafe variants.
#![cfg(feature = "sanitize")]

use limpid::sanitize::{Sanitizer, SanitizerConfig, SetHtmlOptions, parse_html, parse_html_unsafe};
use limpid::{Document, MutationError, NodeId, NodeRef, ParseOptions, ScriptingMode};
use limpid_dom::invariants;

const MARKUP: &str = "<p onclick=x()>1<!--c--><script>y()</script><?go on?></p>";

fn id(document: &Document<'_>, name: &str) -> NodeId {
    document.descendants().find(|node| node.local_name() == name).unwrap().id()
}

/// Returns a sanitizer that keeps everything safe.
fn everything() -> Sanitizer {
    Sanitizer::new(&SanitizerConfig::default()).unwrap()
}

#[test]
fn the_default_is_strict_for_the_safe_method_only() {
    let mut document = limpid::parse("<div>old");
    let div = id(&document, "div");
    document.node_mut(div).unwrap().set_html(MARKUP, &SetHtmlOptions::new()).unwrap();
    assert_eq!(document.node(div).unwrap().inner_html(), "<p>1</p>");
    document.node_mut(div).unwrap().set_html_unsafe(MARKUP, &SetHtmlOptions::new()).unwrap();
    assert_eq!(document.node(div).unwrap().inner_html(), MARKUP.replace("x()", "\"x()\""));
    // Unsafe content is removed even if the sanitizer keeps everything.
    document.node_mut(div).unwrap().set_html(MARKUP, &everything()).unwrap();
    assert_eq!(document.node(div).unwrap().inner_html(), "<p>1<!--c--><?go on?></p>");
    document.node_mut(div).unwrap().set_html_unsafe(MARKUP, Sanitizer::preset()).unwrap();
    assert_eq!(document.node(div).unwrap().inner_html(), "<p>1</p>");
    invariants::check(&document).unwrap();
}

#[test]
fn missing_members_of_a_dictionary() {
    let safe = Sanitizer::for_safe_methods(&SanitizerConfig::default()).unwrap().config();
    assert_eq!(
        (safe.comments, safe.javascript_urls, safe.processing_instructions),
        (Some(false), Some(false), Some(Vec::new()))
    );
    let not_safe = everything().config();
    assert_eq!(
        (not_safe.comments, not_safe.javascript_urls, not_safe.processing_instructions),
        (Some(true), Some(true), None)
    );
}

#[test]
fn targets() {
    let page = "<template><p>old</template><x-a><template shadowrootmode=open>old</template></x-a><script>old</script>\
                <svg><script>old</script><title>old";
    let mut document = limpid::parse(page);
    let (template, host) = (id(&document, "template"), id(&document, "x-a"));
    let shadow_root = document.node(host).unwrap().shadow_root().unwrap().id();
    // The contents of a template, with the template as the context.
    document.node_mut(template).unwrap().set_html("<td onclick=x()>1", &SetHtmlOptions::new()).unwrap();
    assert_eq!(document.node(template).unwrap().inner_html(), "<td>1</td>");
    assert_eq!(document.node(template).unwrap().children().count(), 0);
    // A shadow root, with its host as the context.
    document.node_mut(shadow_root).unwrap().set_html("<td onclick=x()>1<b>2", &SetHtmlOptions::new()).unwrap();
    assert_eq!(document.node(shadow_root).unwrap().inner_html(), "1<b>2</b>");
    // Scripts stay unchanged, also in SVG.
    let scripts: Vec<NodeId> =
        document.descendants().filter(|node| node.local_name() == "script").map(NodeRef::id).collect();
    assert_eq!(scripts.len(), 2);
    for script in scripts {
        document.node_mut(script).unwrap().set_html("new", &SetHtmlOptions::new()).unwrap();
        assert_eq!(document.node(script).unwrap().text_content(), "old");
        document.node_mut(script).unwrap().set_html_unsafe("new", &SetHtmlOptions::new()).unwrap();
        assert_eq!(document.node(script).unwrap().text_content(), "new");
    }
    let fragment = document.create_fragment().unwrap();
    let text = document.create_text("").unwrap();
    for node in [fragment, text, document.root().id()] {
        assert_eq!(
            document.node_mut(node).unwrap().set_html("x", &SetHtmlOptions::new()),
            Err(MutationError::WrongKind)
        );
    }
    invariants::check(&document).unwrap();
}

#[test]
fn shadow_roots_are_declared_and_sanitized() {
    let markup = "<template shadowrootmode=open><p onclick=x()>1<script>2</script></template>3<x-b><template \
                  shadowrootmode=closed><i onclick=y()>4";
    let mut document = limpid::parse("<x-a>old</x-a>");
    let host = id(&document, "x-a");
    // A shadow root declared at the top level of the markup is attached to the target.
    document.node_mut(host).unwrap().set_html(markup, &everything()).unwrap();
    invariants::check(&document).unwrap();
    let read = document.node(host).unwrap();
    assert_eq!(read.shadow_root().unwrap().inner_html(), "<p>1</p>");
    assert_eq!(read.inner_html(), "3<x-b></x-b>");
    assert_eq!(read.last_child().unwrap().shadow_root().unwrap().inner_html(), "<i>4</i>");
    // The target has a shadow root now, so a second declaration stays a template.
    document.node_mut(host).unwrap().set_html("<template shadowrootmode=open><b onclick=x()>5", &everything()).unwrap();
    let read = document.node(host).unwrap();
    assert_eq!(read.shadow_root().unwrap().inner_html(), "<p>1</p>");
    assert_eq!(read.inner_html(), "<template shadowrootmode=\"open\"><b>5</b></template>");
    // The preset removes elements of this name with their content.
    let mut document = limpid::parse("<x-a>");
    let host = id(&document, "x-a");
    document.node_mut(host).unwrap().set_html("<x-c><template shadowrootmode=open>6", &SetHtmlOptions::new()).unwrap();
    assert_eq!(document.node(host).unwrap().inner_html(), "");
}

#[test]
fn scripting_modes() {
    let noscript = "<noscript><p>1</noscript>";
    for (mode, is_text) in [(ScriptingMode::Disabled, false), (ScriptingMode::Normal, true)] {
        let mut document = ParseOptions::new().scripting(mode).parse("<div>");
        let div = id(&document, "div");
        document.node_mut(div).unwrap().set_html(noscript, &everything()).unwrap();
        let content = document.node(id(&document, "noscript")).unwrap().first_child().unwrap();
        assert_eq!(content.text().is_some(), is_text);
    }
    // A new document has scripting disabled.
    let document = parse_html(noscript, &everything()).unwrap();
    assert_eq!(
        document.document_element().unwrap().to_html(),
        "<html><head><noscript></noscript></head><body><p>1</p></body></html>"
    );
    // `runScripts` has an effect only in the unsafe method.
    let mut document = ParseOptions::new().scripting(ScriptingMode::Normal).parse("<div>");
    let div = id(&document, "div");
    document
        .node_mut(div)
        .unwrap()
        .set_html_unsafe("<script></script>", &SetHtmlOptions::new().run_scripts(true))
        .unwrap();
    assert!(!document.node(div).unwrap().first_child().unwrap().is_script_already_started());
}

#[test]
fn markup_is_parsed_as_html_in_xml_documents() {
    let mut document = limpid::xml::parse("<html xmlns='http://www.w3.org/1999/xhtml'><body/></html>");
    let body = id(&document, "body");
    document.node_mut(body).unwrap().set_html("<P onclick=x()>1<br>2", &SetHtmlOptions::new()).unwrap();
    let p = document.node(body).unwrap().first_child().unwrap();
    assert!(p.is_html(limpid::LocalName::P) && p.children().count() == 3);
}

#[test]
fn whole_documents() {
    let page = "<!DOCTYPE html><html lang=en onclick=x()><head><title>T</title><base href=//evil><body bgcolor=red><p>1<template>2";
    let preset = parse_html(page, &SetHtmlOptions::new()).unwrap();
    assert_eq!(
        preset.to_html(),
        "<!DOCTYPE html><html lang=\"en\"><head><title>T</title></head><body><p>1</p></body></html>"
    );
    let kept = parse_html_unsafe(page, &SetHtmlOptions::new()).unwrap();
    assert_eq!(kept.to_html(), limpid::parse(page).to_html());
    // If `html` is removed, the doctype stays.
    let config = SanitizerConfig { elements: Some(vec!["p".into()]), ..SanitizerConfig::default() };
    let sanitizer = Sanitizer::for_safe_methods(&config).unwrap();
    assert_eq!(parse_html(page, &sanitizer).unwrap().to_html(), "<!DOCTYPE html>");
    // Shadow roots are declared.
    let shadowed = parse_html("<x-a><template shadowrootmode=open><b onclick=x()>1", &everything()).unwrap();
    let host = shadowed.node(id(&shadowed, "x-a")).unwrap();
    assert_eq!(host.shadow_root().unwrap().inner_html(), "<b>1</b>");
}

#[test]
fn text_to_text() {
    assert_eq!(limpid::sanitize("<td>1<p>2<b onload=x()>3"), "1<p>2<b>3</b></p>");
    assert_eq!(limpid::sanitize(""), "");
    let owned = String::from("<i>1");
    assert_eq!(limpid::sanitize(&owned), "<i>1</i>");
}
