//! Checks that the calls of a tree builder create the right tree.

use crate::common::{Trees, lines, new_element, records};
use limpid_dom::{Document, DocumentBuilder, NodeHandle, NodeKind, NodeRef, invariants};
use limpid_markup::{
    AttributeRecord, Doctype, ErrorCode, LocalName, Namespace, ParseError, QuirksMode, ShadowRootInit, ShadowRootMode,
    Span, Text, TokenAttributes, TreeSink,
};

const SHADOW: ShadowRootInit = ShadowRootInit::new(ShadowRootMode::Open);

#[test]
fn a_small_page() {
    let source = r#"<!doctype html><html lang="en"><title>A  page
</title><body class="x" data-n="1">Hello <x-own>there</x-own><!-- note --></body><?go data?>"#;
    let mut trees = Trees::new(source);
    let root = trees.document();
    let doctype =
        Doctype { name: Some("html"), public_id: None, system_id: None, force_quirks: false, span: Span::new(0, 15) };
    trees.sink.append_doctype(&doctype);
    let html = trees.tag(root, Namespace::Html, r#"<html lang="en""#);
    let head = trees.element(html, "head");
    let title = trees.element(head, "title");
    trees.text(title, "A  page\n");
    let body = trees.tag(html, Namespace::Html, r#"<body class="x" data-n="1""#);
    trees.text(body, "Hello ");
    let own = trees.element(body, "x-own");
    trees.text(own, "there");
    let note = trees.verbatim(" note ");
    let comment = trees.sink.create_comment(note, Span::empty(0));
    trees.sink.append(body, comment);
    let data = trees.verbatim("data");
    let instruction = trees.sink.create_processing_instruction("go", data, Span::empty(0));
    trees.sink.append(root, instruction);
    trees.sink.set_quirks_mode(QuirksMode::LimitedQuirks);
    let error = ParseError::new(ErrorCode::EofInTag, Span::empty(3));
    trees.sink.parse_error(error);

    let document = trees.finish();
    let expected = r#"| <!DOCTYPE html>
| <html>
|   lang="en"
|   <head>
|     <title>
|       "A  page
"
|   <body>
|     class="x"
|     data-n="1"
|     "Hello "
|     <x-own>
|       "there"
|     <!--  note  -->
| <?go data?>
"#;
    assert_eq!(document.to_test_dump(), expected);
    assert_eq!(format!("{document:?}"), expected);
    assert_eq!(document.quirks_mode(), QuirksMode::LimitedQuirks);
    assert_eq!(document.errors(), [error]);
    assert_eq!(document.source(), source);
    assert_eq!(document.title().as_deref(), Some("A page"));
    assert_eq!(document.text_content(), "A  page\nHello there");
    assert_eq!(document.root().kind(), NodeKind::Document);
    assert_eq!(document.document_element().unwrap().attribute("lang"), Some("en"));
    assert_eq!(document.head().unwrap().name(), LocalName::HEAD);
    let body = document.body().unwrap();
    assert!(body.is_html(LocalName::BODY) && !body.is_html(LocalName::HTML));
    assert_eq!((body.attribute("class"), body.attribute("data-n"), body.attribute("id")), (Some("x"), Some("1"), None));
    let own = own.node_in(&document).unwrap();
    assert_eq!((own.local_name(), own.name(), own.namespace()), ("x-own", LocalName::UNKNOWN, Namespace::Html));
    assert_eq!(own.parent(), Some(body));
    assert_eq!(own.next_sibling().unwrap().comment(), Some(" note "));
    assert_eq!(document.root().first_child().unwrap().doctype().unwrap().name, "html");
    let instruction = document.root().last_child().unwrap().processing_instruction().unwrap();
    assert_eq!((instruction.target, instruction.data), ("go", "data"));

    let owned: Document<'static> = document.clone().into_owned();
    drop(document);
    assert_eq!(owned.to_test_dump(), expected);
    assert_eq!(owned.text_content(), "A  page\nHello there");
}

#[test]
fn doctypes() {
    let dump = |name, public_id, system_id| {
        let mut trees = Trees::new("");
        let span = Span::empty(0);
        trees.sink.append_doctype(&Doctype { name, public_id, system_id, force_quirks: false, span });
        trees.finish().to_test_dump()
    };
    assert_eq!(dump(None, None, None), "| <!DOCTYPE >\n");
    assert_eq!(dump(Some("html"), Some(""), Some("")), "| <!DOCTYPE html>\n");
    assert_eq!(dump(Some("html"), Some("p"), None), "| <!DOCTYPE html \"p\" \"\">\n");
    assert_eq!(dump(Some("html"), None, Some("s")), "| <!DOCTYPE html \"\" \"s\">\n");
}

#[test]
fn foreign_names_and_attribute_order() {
    let source =
        r#"<svg xlink:href="1" xml:lang="2" xmlns:xlink="3" xmlns="4" viewbox="5" a="6"><math definitionurl="7">"#;
    let mut trees = Trees::new(source);
    let root = trees.document();
    let svg = trees.tag(
        root,
        Namespace::Svg,
        r#"<svg xlink:href="1" xml:lang="2" xmlns:xlink="3" xmlns="4" viewbox="5" a="6""#,
    );
    trees.tag(svg, Namespace::MathMl, r#"<math definitionurl="7""#);
    let document = trees.finish();
    assert_eq!(
        document.to_test_dump(),
        lines(
            r#"
            | <svg svg>
            |   a="6"
            |   viewBox="5"
            |   xlink href="1"
            |   xml lang="2"
            |   xmlns xlink="3"
            |   xmlns xmlns="4"
            |   <math math>
            |     definitionURL="7"
            "#
        )
    );
    let svg = document.document_element().unwrap();
    for (name, value) in
        [("xlink:href", "1"), ("xml:lang", "2"), ("xmlns:xlink", "3"), ("xmlns", "4"), ("viewBox", "5")]
    {
        assert_eq!(svg.attribute(name), Some(value), "{name}");
    }
    assert_eq!(svg.attribute("href"), None);
    assert_eq!(svg.attribute("viewbox"), None);
    let href = svg.attributes().next().unwrap();
    assert_eq!((href.prefix(), href.local_name(), href.namespace()), (Some("xlink"), "href", Namespace::XLink));
    assert_eq!(svg.attributes().next_back().unwrap().local_name(), "a");
    assert_eq!(svg.attributes().len(), 6);
}

/// U+10000 is a surrogate pair in UTF-16, which sorts before U+FFFD.
#[test]
fn attributes_sort_by_utf_16() {
    let mut document = Document::new();
    let element = document.create_element("p").unwrap();
    document.node_mut(document.root().id()).unwrap().append(element).unwrap();
    for name in ["\u{FFFD}", "\u{10000}", "z"] {
        document.node_mut(element).unwrap().set_attribute(name, "").unwrap();
    }
    assert_eq!(document.to_test_dump(), "| <p>\n|   z=\"\"\n|   \u{10000}=\"\"\n|   \u{FFFD}=\"\"\n");
}

#[test]
fn text_merges_whatever_its_source() {
    let source = "one two three";
    let mut trees = Trees::new(source);
    let root = trees.document();
    let p = trees.element(root, "p");
    trees.text(p, "one");
    trees.text(p, " two");
    trees.built_text(p, "&");
    trees.text(p, "three");
    let br = trees.element(p, "br");
    trees.text(p, "t");
    trees.built_text(p, "!");
    let text = trees.verbatim("one");
    trees.sink.insert_text_before(p, br, text);
    trees.sink.insert_text_before(p, p, Text::synthetic("before the paragraph"));
    trees.sink.insert_text_before(root, p, Text::synthetic(""));
    let document = trees.finish();
    assert_eq!(
        document.to_test_dump(),
        lines(
            r#"
            | "before the paragraph"
            | <p>
            |   "one two&threeone"
            |   <br>
            |   "t!"
            "#
        )
    );
}

#[test]
fn chunked_input_is_copied() {
    let mut sink = DocumentBuilder::owning();
    sink.set_errors(false);
    let root = sink.document();
    {
        let window = String::from(r#"<p title="t">text"#);
        let records = records(r#"<p title="t""#, 1000);
        let attributes = TokenAttributes::new(&records, &window, 1000, "");
        let p = sink.create_element(&new_element(Namespace::Html, "p", attributes));
        sink.append(root, p);
        sink.append_text(p, Text { text: &window[13..], span: Span::new(1013, 1017), verbatim: true });
        sink.append_text(p, Text { text: &window[13..], span: Span::new(1017, 1021), verbatim: true });
    }
    sink.parse_error(ParseError::new(ErrorCode::EofInTag, Span::empty(3)));
    let document = sink.finish();
    invariants::check(&document).unwrap();
    assert_eq!(document.to_test_dump(), "| <p>\n|   title=\"t\"\n|   \"texttext\"\n");
    assert_eq!(document.source(), "");
    assert_eq!(document.errors(), []);
}

#[test]
fn a_fragment_is_the_root() {
    let mut trees = Trees::new("");
    let fragment = trees.sink.create_fragment().unwrap();
    trees.built_text(fragment, "text");
    trees.element(fragment, "b");
    let document = trees.finish();
    assert_eq!(document.root().kind(), NodeKind::DocumentFragment);
    assert_eq!(document.to_test_dump(), "| \"text\"\n| <b>\n");
    assert_eq!(document.to_html(), "text<b></b>");

    let mut trees = Trees::new("");
    let root = trees.document();
    let html = trees.element(root, "html");
    trees.built_text(html, "text");
    trees.sink.set_root(html);
    assert_eq!(trees.finish().to_html(), "text");
}

#[test]
fn templates_have_contents() {
    let mut trees = Trees::new("");
    let root = trees.document();
    let outer = trees.element(root, "template");
    let contents = trees.sink.template_contents(outer);
    let inner = trees.element(contents, "template");
    let inner_contents = trees.sink.template_contents(inner);
    trees.element(inner_contents, "td");
    let svg_template = trees.sink.create_element(&new_element(Namespace::Svg, "template", TokenAttributes::EMPTY));
    trees.sink.append(contents, svg_template);
    trees.built_text(outer, "a script put this here");
    assert_eq!(trees.sink.parent(contents), None);
    trees.sink.document_so_far_mut();
    assert!(trees.sink.is_host_including_inclusive_ancestor(outer, inner_contents));
    assert!(trees.sink.is_host_including_inclusive_ancestor(inner, inner));
    assert!(!trees.sink.is_host_including_inclusive_ancestor(inner, outer));
    let document = trees.finish();
    assert_eq!(
        document.to_test_dump(),
        lines(
            r#"
            | <template>
            |   content
            |     <template>
            |       content
            |         <td>
            |     <svg template>
            |   "a script put this here"
            "#
        )
    );
    let outer = document.document_element().unwrap();
    let contents = outer.template_contents().unwrap();
    assert_eq!(contents.kind(), NodeKind::DocumentFragment);
    assert_eq!((contents.parent(), contents.host()), (None, Some(outer)));
    assert_eq!(svg_template.node_in(&document).unwrap().template_contents(), None);
    assert_eq!(document.to_html(), "<template><template><td></td></template><template></template></template>");
    assert_eq!(contents.inner_html(), outer.inner_html());
}

#[test]
fn declarative_shadow_roots() {
    let mut trees = Trees::new("");
    let root = trees.document();
    let host = trees.element(root, "div");
    let template = trees.sink.create_element(&new_element(Namespace::Html, "template", TokenAttributes::EMPTY));
    let mut init = ShadowRootInit::new(ShadowRootMode::Closed);
    (init.serializable, init.clonable) = (true, true);
    let shadow = trees.sink.attach_declarative_shadow(host, template, init).unwrap();
    assert_eq!(trees.sink.template_contents(template), shadow);
    assert!(trees.sink.is_shadow_host(host) && !trees.sink.is_shadow_host(template));
    assert_eq!(trees.sink.parent(shadow), None);
    trees.element(shadow, "slot");
    trees.built_text(host, "light");
    assert_eq!(trees.sink.attach_declarative_shadow(host, template, SHADOW), None);
    let custom = trees.element(host, "x-own");
    let mut init = SHADOW;
    init.delegates_focus = true;
    let inner = trees.sink.attach_declarative_shadow(custom, template, init).unwrap();
    trees.sink.document_so_far_mut();
    assert!(trees.sink.is_host_including_inclusive_ancestor(host, inner));
    for name in ["a", "input", "template", "font-face", "annotation-xml", "search"] {
        let other = trees.element(root, name);
        assert_eq!(trees.sink.attach_declarative_shadow(other, template, SHADOW), None, "{name}");
        trees.sink.remove(other);
    }
    let svg = trees.sink.create_element(&new_element(Namespace::Svg, "div", TokenAttributes::EMPTY));
    assert_eq!(trees.sink.attach_declarative_shadow(svg, template, SHADOW), None);
    let document = trees.finish();
    assert_eq!(
        document.to_test_dump(),
        lines(
            r#"
            | <div>
            |   #shadow-root (closed)
            |     <slot>
            |   "light"
            |   <x-own>
            |     #shadow-root (open, delegatesfocus)
            "#
        )
    );
    let shadow = shadow.node_in(&document).unwrap();
    assert_eq!((shadow.kind(), shadow.parent(), shadow.host()), (NodeKind::ShadowRoot, None, host.node_in(&document)));
    assert_eq!(shadow.shadow_root_init().unwrap().mode, ShadowRootMode::Closed);
    assert_eq!(host.node_in(&document).unwrap().shadow_root(), Some(shadow));
    assert_eq!(document.text_content(), "light");
}

#[test]
fn moving_nodes() {
    let mut trees = Trees::new("");
    let root = trees.document();
    let (a, b, c) = (trees.element(root, "a"), trees.element(root, "b"), trees.element(root, "c"));
    for name in ["one", "two", "three"] {
        trees.element(a, name);
    }
    trees.sink.reparent_children(a, b);
    trees.sink.reparent_children(a, b);
    trees.element(a, "four");
    trees.sink.reparent_children(b, a);
    trees.sink.remove(c);
    trees.sink.remove(c);
    trees.sink.insert_before(root, a, c);
    trees.sink.insert_before(root, c, b);
    let d = trees.element(c, "d");
    trees.sink.append(b, d);
    assert_eq!(trees.sink.parent(d), Some(b));
    assert_eq!(trees.sink.next_sibling(b), Some(c));
    let document = trees.finish();
    assert_eq!(document.to_html(), "<b><d></d></b><c></c><a><four></four><one></one><two></two><three></three></a>");
}

#[test]
fn missing_attributes_are_added_once() {
    let source = r#"<body a="1" b="2"><body b="3" x-c="4"><body x-c="5" d="6">"#;
    let mut trees = Trees::new(source);
    let root = trees.document();
    let html = trees.element(root, "html");
    let body = trees.tag(html, Namespace::Html, r#"<body a="1" b="2""#);
    for tag in [r#"<body b="3" x-c="4""#, r#"<body x-c="5" d="6""#] {
        trees.tag(body, Namespace::Html, tag);
        let records = records(tag, trees.find(tag));
        trees.sink.add_missing_attributes(body, &TokenAttributes::new(&records, source, 0, ""));
    }
    let document = trees.finish();
    let body = document.body().unwrap();
    let attributes: Vec<String> = body.attributes().map(|attribute| format!("{attribute:?}")).collect();
    assert_eq!(attributes, [r#"a="1""#, r#"b="2""#, r#"x-c="4""#, r#"d="6""#]);
}

/// Returns attribute records whose values are all in the source, named from `x{first}` on.
fn numbered_attributes(source: &str, first: usize, count: usize) -> (Vec<AttributeRecord>, String) {
    let mut built = String::new();
    let mut records = Vec::new();
    for number in first..first + count {
        let start = built.len();
        built.push_str(&format!("x{number}"));
        let built_name = Span::new(start as u32, built.len() as u32);
        let value_span = Span::new(0, source.len() as u32);
        records.push(AttributeRecord { name_is_built: true, built_name, value_span, ..AttributeRecord::default() });
    }
    (records, built)
}

#[test]
fn elements_with_very_many_attributes() {
    let source = "value";
    for count in [254, 255, 256, 100_000] {
        let mut trees = Trees::new(source);
        let root = trees.document();
        let (records, built) = numbered_attributes(source, 0, count);
        let attributes = TokenAttributes::new(&records, source, 0, &built);
        let b = trees.sink.create_element(&new_element(Namespace::Html, "b", attributes));
        trees.sink.append(root, b);
        let copy = trees.sink.recreate_element(b, &new_element(Namespace::Html, "b", attributes));
        trees.sink.append(b, copy);
        let (records, built) = numbered_attributes(source, count - 2, 4);
        trees.sink.add_missing_attributes(copy, &TokenAttributes::new(&records, source, 0, &built));
        let document = trees.finish();
        let b = document.document_element().unwrap();
        assert_eq!(b.attributes().len(), count);
        assert_eq!(b.attribute(&format!("x{}", count - 1)), Some("value"));
        assert_eq!(b.attribute(&format!("x{count}")), None);
        let copy = copy.node_in(&document).unwrap();
        assert_eq!(copy.attributes().len(), count + 2);
        assert_eq!(copy.attribute(&format!("x{}", count + 1)), Some("value"));
    }
}

/// Each of 50,000 tags adds one attribute, while other elements get attributes as well.
#[test]
fn adding_attributes_one_by_one_is_linear() {
    let source = "value";
    let mut trees = Trees::new(source);
    let root = trees.document();
    let html = trees.element(root, "html");
    let body = trees.element(html, "body");
    for number in 0..50_000 {
        let (records, built) = numbered_attributes(source, number, 1);
        let attributes = TokenAttributes::new(&records, source, 0, &built);
        trees.sink.add_missing_attributes(html, &attributes);
        trees.sink.add_missing_attributes(body, &attributes);
        let p = trees.sink.create_element(&new_element(Namespace::Html, "p", attributes));
        trees.sink.append(body, p);
    }
    let document = trees.finish();
    assert_eq!(document.body().unwrap().attributes().len(), 50_000);
    assert_eq!(document.document_element().unwrap().attributes().len(), 50_000);
}

/// An element with an attribute of 1 MiB is recreated many times.
#[test]
fn recreated_elements_share_their_attributes() {
    let value = "v".repeat(1 << 20);
    let records = [AttributeRecord {
        name: LocalName::CLASS,
        value_is_built: true,
        built_value: Span::new(0, 1 << 20),
        ..AttributeRecord::default()
    }];
    let attributes = TokenAttributes::new(&records, "", 0, &value);
    let mut trees = Trees::new("");
    let root = trees.document();
    let b = trees.sink.create_element(&new_element(Namespace::Html, "b", attributes));
    trees.sink.append(root, b);
    let mut last = b;
    for _ in 0..100_000 {
        last = trees.sink.recreate_element(last, &new_element(Namespace::Html, "b", attributes));
        trees.sink.append(root, last);
    }
    let mut document = trees.finish();
    let sharing = |document: &Document<'_>| {
        let with_value = |b: &NodeRef<'_>| b.attribute("class").is_some_and(|class| class.len() == value.len());
        document.root().children().filter(with_value).count()
    };
    assert_eq!(sharing(&document), 100_001);
    document.node_mut(last.id_in(&document)).unwrap().set_attribute("class", "own").unwrap();
    document.node_mut(last.id_in(&document)).unwrap().set_attribute("id", "last").unwrap();
    assert_eq!(sharing(&document), 100_000);
    assert_eq!(document.element_by_id("last").unwrap().attribute("class"), Some("own"));
    document.node_mut(b.id_in(&document)).unwrap().remove_attribute("class").unwrap();
    assert_eq!(sharing(&document), 99_999);
    invariants::check(&document).unwrap();
}

/// As in foster parenting, text is appended alternately to a text before the table and to one inside it.
#[test]
fn texts_that_grow_alternately() {
    let source = "abc";
    let mut trees = Trees::new(source);
    let root = trees.document();
    let table = trees.element(root, "table");
    for _ in 0..100_000 {
        let text = trees.verbatim("b");
        trees.sink.insert_text_before(root, table, text);
        trees.text(table, "ab");
    }
    let document = trees.finish();
    let texts: Vec<usize> = document.descendants().filter_map(NodeRef::text).map(str::len).collect();
    assert_eq!(texts, [100_000, 200_000]);
    assert_eq!(document.document_element().unwrap().text_content(), "ab".repeat(100_000));
}

#[test]
fn scripts_and_nonces() {
    let mut trees = Trees::new("");
    let root = trees.document();
    let mut new = new_element(Namespace::Html, "script", TokenAttributes::EMPTY);
    new.had_duplicate_attribute = true;
    let script = trees.sink.create_element(&new);
    trees.sink.append(root, script);
    let other = trees.element(root, "script");
    trees.sink.mark_script_already_started(other);
    let document = trees.finish();
    let flags = |handle: NodeHandle| {
        let node = document.node(handle.id_in(&document)).unwrap();
        (node.had_duplicate_attribute(), node.is_script_already_started())
    };
    assert_eq!(flags(script), (true, false));
    assert_eq!(flags(other), (false, true));
}

/// Handles of another, larger document are ignored.
#[test]
fn handles_of_other_documents_are_ignored() {
    let mut trees = Trees::new("");
    let root = trees.document();
    let mut other = Trees::new("");
    let other_root = other.document();
    let mut foreign_handle = other.element(other_root, "p");
    for _ in 0..10 {
        foreign_handle = other.element(foreign_handle, "template");
    }
    let p = trees.element(root, "p");
    trees.sink.append(foreign_handle, p);
    trees.sink.append(root, foreign_handle);
    trees.sink.append(p, p);
    trees.sink.insert_before(root, foreign_handle, p);
    trees.sink.append_text(foreign_handle, Text::synthetic("x"));
    trees.sink.reparent_children(root, foreign_handle);
    trees.sink.reparent_children(foreign_handle, root);
    trees.sink.remove(foreign_handle);
    let _ = trees.sink.template_contents(foreign_handle);
    let _ = trees.sink.recreate_element(foreign_handle, &new_element(Namespace::Html, "b", TokenAttributes::EMPTY));
    trees.sink.add_missing_attributes(foreign_handle, &TokenAttributes::EMPTY);
    assert_eq!(trees.sink.attach_declarative_shadow(foreign_handle, foreign_handle, SHADOW), None);
    trees.finish();
}
