//! Methods that insert markup into existing documents.

use limpid::{Document, InsertPosition, MutationError, NodeId, ParseOptions, ScriptingMode};
use limpid_dom::invariants;

fn id(document: &Document<'_>, name: &str) -> NodeId {
    document.descendants().find(|node| node.local_name() == name).unwrap().id()
}

fn inner(html: &str, name: &str, new: &str) -> String {
    let mut document = limpid::parse(html);
    let node = id(&document, name);
    document.node_mut(node).unwrap().set_inner_html(new).unwrap();
    invariants::check(&document).unwrap();
    document.node(node).unwrap().to_html()
}

#[test]
fn the_context_element_is_used() {
    assert_eq!(inner("<table><tr><td>x", "tr", "<td>1<td>2"), "<tr><td>1</td><td>2</td></tr>");
    assert_eq!(inner("<div>x", "div", "<td>1"), "<div>1</div>");
    assert_eq!(inner("<svg><g>", "g", "<foreignobject><p>x"), "<g><foreignObject><p>x</p></foreignObject></g>");
    assert_eq!(inner("<title>x</title>", "title", "a<b>&amp;"), "<title>a&lt;b&gt;&amp;</title>");
    assert_eq!(inner("<template>x</template>", "template", "<td>1"), "<template><td>1</td></template>");
    assert_eq!(inner("<form><p>x</form>", "p", "<form>y"), "<p>y</p>");
    assert_eq!(inner("<p>x", "p", ""), "<p></p>");
    assert_eq!(inner("<p>x", "p", "<my-own name=a>é"), "<p><my-own name=\"a\">é</my-own></p>");
    let math = "<math><annotation-xml encoding='text/html'></annotation-xml></math>";
    assert!(inner(math, "annotation-xml", "<p><math>x").contains("<p><math>x</math></p>"));
    // A table start tag closes a p, except in quirks mode.
    assert_eq!(inner("<!DOCTYPE html><body>", "body", "<p><table>"), "<body><p></p><table></table></body>");
    assert_eq!(inner("<body>", "body", "<p><table>"), "<body><p><table></table></p></body>");
}

#[test]
fn no_scripting_in_template_contents() {
    let mut document = ParseOptions::new().scripting(ScriptingMode::Inert).parse("<template><div></div></template>");
    let template = document.descendants().find(|node| node.local_name() == "template").unwrap();
    let div = template.template_contents().unwrap().first_child().unwrap().id();
    document.node_mut(div).unwrap().set_inner_html("<noscript><p></p></noscript>").unwrap();
    let noscript = document.node(div).unwrap().first_child().unwrap();
    assert!(noscript.first_child().is_some_and(limpid::NodeRef::is_element));
}

#[test]
fn scripting_as_in_the_document() {
    for (mode, expected) in [(ScriptingMode::Disabled, 2), (ScriptingMode::Normal, 1)] {
        let mut document = ParseOptions::new().scripting(mode).parse("<body>");
        let body = document.body().unwrap().id();
        document.node_mut(body).unwrap().set_inner_html("<noscript><p></p></noscript>").unwrap();
        assert_eq!(document.body().unwrap().descendants().filter(|node| node.is_element()).count(), expected);
    }
}

#[test]
fn markup_next_to_head_and_body() {
    for (position, expected) in [
        (InsertPosition::BeforeBegin, "<head></head><p>x</p><body></body>"),
        (InsertPosition::AfterBegin, "<head></head><body><p>x</p></body>"),
        (InsertPosition::AfterEnd, "<head></head><body></body><p>x</p>"),
    ] {
        let mut document = limpid::parse("");
        let body = document.body().unwrap().id();
        document.node_mut(body).unwrap().insert_adjacent_html(position, "<body class=lost><p>x").unwrap();
        invariants::check(&document).unwrap();
        assert_eq!(document.document_element().unwrap().inner_html(), expected, "{position:?}");
    }
    let mut document = limpid::parse("<!DOCTYPE html>");
    let html = document.document_element().unwrap().id();
    document.node_mut(html).unwrap().insert_adjacent_html(InsertPosition::BeforeEnd, "<p><table>").unwrap();
    document.node_mut(html).unwrap().insert_adjacent_html(InsertPosition::AfterBegin, "<i>").unwrap();
    let expected = "<i></i><head></head><body></body><p></p><table></table>";
    assert_eq!(document.node(html).unwrap().inner_html(), expected);
    // Replacing the whole content creates head and body.
    document.node_mut(html).unwrap().set_inner_html("<p>").unwrap();
    assert_eq!(document.node(html).unwrap().inner_html(), "<head></head><body><p></p></body>");
}

#[test]
fn insert_adjacent_and_outer_html() {
    let mut document = limpid::parse("<ul><li>2</ul>");
    let li = id(&document, "li");
    for (position, html) in [
        (InsertPosition::BeforeBegin, "<li>0<li>1"),
        (InsertPosition::AfterBegin, "<i>a</i>"),
        (InsertPosition::BeforeEnd, "<b>b</b>c"),
        (InsertPosition::AfterEnd, "<li>3<li>4"),
    ] {
        document.node_mut(li).unwrap().insert_adjacent_html(position, html).unwrap();
        invariants::check(&document).unwrap();
    }
    let ul = document.node(id(&document, "ul")).unwrap();
    assert_eq!(ul.inner_html(), "<li>0</li><li>1</li><li><i>a</i>2<b>b</b>c</li><li>3</li><li>4</li>");
    document.node_mut(li).unwrap().set_outer_html("<p>new").unwrap();
    invariants::check(&document).unwrap();
    let ul = document.node(id(&document, "ul")).unwrap();
    assert_eq!(ul.inner_html(), "<li>0</li><li>1</li><p>new</p><li>3</li><li>4</li>");
}

#[test]
fn refused_targets() {
    let mut document = limpid::parse("<!--c--><p>text");
    let (root, p) = (document.root().id(), id(&document, "p"));
    let before = document.to_html();
    let html = document.document_element().unwrap().id();
    let comment = document.root().first_child().unwrap().id();
    assert_eq!(document.node_mut(root).unwrap().set_inner_html("x"), Err(MutationError::WrongKind));
    assert_eq!(document.node_mut(comment).unwrap().set_inner_html("x"), Err(MutationError::WrongKind));
    for node in [html, comment] {
        assert_eq!(document.node_mut(node).unwrap().set_outer_html("x"), Err(MutationError::NoModificationAllowed));
    }
    for position in [InsertPosition::BeforeBegin, InsertPosition::AfterEnd] {
        assert_eq!(
            document.node_mut(html).unwrap().insert_adjacent_html(position, "x"),
            Err(MutationError::NoModificationAllowed)
        );
        assert_eq!(
            document.node_mut(comment).unwrap().insert_adjacent_html(position, "x"),
            Err(MutationError::WrongKind)
        );
    }
    let stranger = limpid::parse("").root().id();
    assert_eq!(
        document.node_mut(stranger).and_then(|mut node| node.set_inner_html("x")),
        Err(MutationError::WrongDocument)
    );
    assert_eq!(document.to_html(), before);
    document.node_mut(p).unwrap().remove().unwrap();
    for position in [InsertPosition::BeforeBegin, InsertPosition::AfterEnd] {
        assert_eq!(
            document.node_mut(p).unwrap().insert_adjacent_html(position, "x"),
            Err(MutationError::NoModificationAllowed)
        );
    }
    // "If parent is null, return."
    assert_eq!(document.node_mut(p).unwrap().set_outer_html("x"), Ok(()));
    assert_eq!(document.node(p).unwrap().to_html(), "<p>text</p>");
}

/// Returns the children of a node by name.
fn names(document: &Document<'_>, parent: NodeId) -> Vec<String> {
    document.node(parent).unwrap().children().map(|node| node.local_name().to_owned()).collect()
}

#[test]
fn the_context_of_a_child_of_a_fragment_is_body() {
    // A `td` would stay in the context of a template, but not of a body.
    let mut document = limpid::parse("<template><p>x</p></template><x-a><template shadowrootmode=open><p>");
    let contents = document.node(id(&document, "template")).unwrap().template_contents().unwrap().id();
    let shadow_root = document.node(id(&document, "x-a")).unwrap().shadow_root().unwrap().id();
    for parent in [contents, shadow_root] {
        let p = document.node(parent).unwrap().first_child().unwrap().id();
        document.node_mut(p).unwrap().insert_adjacent_html(InsertPosition::AfterEnd, "<td><b>").unwrap();
        document.node_mut(p).unwrap().insert_adjacent_html(InsertPosition::BeforeBegin, "<td><i>").unwrap();
        assert_eq!(names(&document, parent), ["i", "p", "b"]);
        document.node_mut(p).unwrap().set_outer_html("<td><u>").unwrap();
        assert_eq!(names(&document, parent), ["i", "u", "b"]);
        invariants::check(&document).unwrap();
    }
    // The context for template contents is the template; the context for a shadow root is its host.
    document.node_mut(contents).unwrap().set_inner_html("<td>").unwrap();
    document.node_mut(shadow_root).unwrap().set_inner_html("<td>1").unwrap();
    assert_eq!(names(&document, contents), ["td"]);
    assert_eq!(document.node(shadow_root).unwrap().inner_html(), "1");
    // A template can have children in addition to its contents.
    let template = id(&document, "template");
    document.node_mut(template).unwrap().insert_adjacent_html(InsertPosition::BeforeEnd, "<tr>").unwrap();
    assert_eq!(
        (names(&document, template).as_slice(), names(&document, contents).as_slice()),
        (&["tr".into()][..], &["td".into()][..])
    );

    // In XML, the context is an XHTML body.
    let mut document = limpid::xml::parse("<a/>");
    let fragment = document.create_fragment().unwrap();
    let b = document.create_element("b").unwrap();
    document.node_mut(fragment).unwrap().append(b).unwrap();
    document.node_mut(b).unwrap().insert_adjacent_html(InsertPosition::AfterEnd, "<p/>").unwrap();
    let p = document.node(b).unwrap().next_sibling().unwrap();
    assert_eq!((p.local_name(), p.namespace()), ("p", limpid::Namespace::Html));
}

#[test]
fn contextual_fragments() {
    let mut document =
        ParseOptions::new().scripting(ScriptingMode::Normal).parse("<!--c--><table><tr><td>x<template>y");
    let find = |document: &Document<'_>, name: &str| id(document, name);
    let made = |document: &mut Document<'_>, node: NodeId, html: &str| {
        let fragment = document.node_mut(node).unwrap().create_contextual_fragment(html).unwrap();
        assert_eq!(document.node(fragment).unwrap().parent(), None);
        document.node(fragment).unwrap().to_html()
    };
    let (tr, td, html) = (find(&document, "tr"), find(&document, "td"), find(&document, "html"));
    let text = document.node(td).unwrap().first_child().unwrap().id();
    let comment = document.root().first_child().unwrap().id();
    let contents = document.node(find(&document, "template")).unwrap().template_contents().unwrap().id();
    assert_eq!(made(&mut document, tr, "<td>1"), "<td>1</td>");
    // The context for a text is its parent element; without one, and for fragments, documents and `html`, it is a body.
    for node in [text, comment, contents, document.root().id(), html] {
        assert_eq!(made(&mut document, node, "<td>1<head>"), "1");
    }
    // Unlike with the setters, scripts run when they are inserted.
    let started = |document: &Document<'_>, parent: NodeId| {
        document.node(parent).unwrap().first_child().unwrap().is_script_already_started()
    };
    let fragment = document.node_mut(td).unwrap().create_contextual_fragment("<script></script>").unwrap();
    assert!(!started(&document, fragment));
    document.node_mut(td).unwrap().set_inner_html("<script></script>").unwrap();
    assert!(started(&document, td));
}

#[test]
fn setters_create_no_shadow_roots() {
    let html = "<x-a><template shadowrootmode=open>s</template></x-a>";
    let mut document = limpid::parse("<p>");
    let p = id(&document, "p");
    document.node_mut(p).unwrap().set_inner_html(html).unwrap();
    document.node_mut(p).unwrap().insert_adjacent_html(InsertPosition::BeforeEnd, html).unwrap();
    let fragment = document.node_mut(p).unwrap().create_contextual_fragment(html).unwrap();
    document.node_mut(p).unwrap().append(fragment).unwrap();
    assert!(document.descendants().all(|node| node.shadow_root().is_none()));
}

#[test]
fn imports_keep_everything() {
    let source = ParseOptions::new().allow_declarative_shadow_roots(true).parse(
        "<!DOCTYPE html><x-own y-own=1 y-own=2>&amp;<template shadowrootmode=open><slot></slot></template></x-own>\
         <svg xlink:href=a><template>&lt;<template>in</template></template><?go on?><!--c-->",
    );
    let mut target = Document::new();
    for child in source.root().children() {
        let copy = target.import(child).unwrap();
        invariants::check(&target).unwrap();
        target.node_mut(target.root().id()).unwrap().append(copy).unwrap();
    }
    assert_eq!(target.to_test_dump(), source.to_test_dump());
    assert!(target.descendants().any(limpid::NodeRef::had_duplicate_attribute));
    assert_eq!(target.import(source.root()), Err(MutationError::WrongKind));

    // A clone has no shadow root, because it was not declared clonable.
    let mut clone = source.clone();
    let body = clone.body().unwrap().id();
    let copy = clone.node_mut(body).unwrap().clone_subtree().unwrap();
    invariants::check(&clone).unwrap();
    assert!(clone.node(copy).unwrap().first_child().unwrap().shadow_root().is_none());
    assert_eq!(clone.node(copy).unwrap().to_html(), clone.body().unwrap().to_html());

    let mut compact = source.clone();
    compact.compact().unwrap();
    invariants::check(&compact).unwrap();
    assert_eq!(compact.to_test_dump(), source.to_test_dump());
    assert_eq!(compact.errors(), source.errors());
}

#[test]
fn compacting_fragments() {
    let options = ParseOptions::new().allow_declarative_shadow_roots(true);
    let html = "<p><template shadowrootmode=open>s</template>a&amp;b";
    let mut fragment = options.parse_fragment(html, "div");
    let dump = fragment.to_test_dump();
    for _ in 0..2 {
        let p = id(&fragment, "p");
        let ids = fragment.compact().unwrap();
        invariants::check(&fragment).unwrap();
        assert_eq!(fragment.to_test_dump(), dump);
        assert_eq!(fragment.node(ids.get(p).unwrap()).unwrap().local_name(), "p");
        assert!(fragment.fragment_context_element().is_some());
    }
    // Copies share their texts and attributes, also after compacting.
    let text = "x".repeat(10_000);
    let mut document = Document::new_fragment();
    let root = document.root().id();
    let p = document.create_element("p").unwrap();
    document.node_mut(p).unwrap().set_attribute("title", &text).unwrap();
    document.node_mut(root).unwrap().append(p).unwrap();
    let content = document.create_text(&text).unwrap();
    document.node_mut(p).unwrap().append(content).unwrap();
    for _ in 0..100 {
        let copy = document.node_mut(p).unwrap().clone_subtree().unwrap();
        document.node_mut(root).unwrap().append(copy).unwrap();
    }
    let html = document.to_html();
    document.compact().unwrap();
    invariants::check(&document).unwrap();
    assert_eq!(document.to_html(), html);
}

#[test]
fn compacting_keeps_positions() {
    let page = "<p id=a class=b>one<b title=c>two</b><i>three</i>";
    let mut document = ParseOptions::new().spans(true).parse(page);
    let b = id(&document, "b");
    document.node_mut(b).unwrap().remove().unwrap();
    let i = id(&document, "i");
    document.node_mut(i).unwrap().set_attribute("lang", "en").unwrap();
    document.compact().unwrap();
    invariants::check(&document).unwrap();
    let p = document.element_by_id("a").unwrap();
    assert_eq!(&page[p.start_tag().unwrap().range()], "<p id=a class=b>");
    assert_eq!(&page[p.attributes().next_back().unwrap().value_span().unwrap().range()], "b");
    let i = document.node(id(&document, "i")).unwrap();
    assert_eq!(&page[i.end_tag().unwrap().range()], "</i>");
    assert_eq!(i.attributes().next().unwrap().name_span(), None);
}

#[test]
fn setters_of_xml_documents_parse_xml() {
    let source = "<a:feed xmlns:a='urn:a' xmlns:b='urn:b?x=1&amp;y=&quot;&lt;&#10;' xmlns='urn:default'>\
                  <entry xmlns:a='urn:inner' xmlns=''><note/></entry><a:title/></a:feed>";
    let mut document = limpid::xml::parse(source);
    let find = |document: &Document<'_>, name: &str| {
        document.descendants().find(|node| node.local_name() == name).unwrap().id()
    };
    let note = find(&document, "note");
    document
        .node_mut(note)
        .unwrap()
        .set_inner_html("<BR/>x &amp; y<![CDATA[<z>]]><a:i/><b:i a:c='1'/><?go on?><!--c--><p>1<p>2</p></p>")
        .unwrap();
    invariants::check(&document).unwrap();
    let read = document.node(note).unwrap();
    let found: Vec<_> = read.children().map(|node| (node.local_name(), node.namespace_url())).collect();
    assert_eq!(found[0], ("BR", None));
    assert_eq!(found[2], ("i", Some("urn:inner")));
    assert_eq!(found[3], ("i", Some("urn:b?x=1&y=\"<\n")));
    assert_eq!(read.children().nth(3).unwrap().attribute_ns("urn:inner", "c"), Some("1"));
    assert_eq!(read.text_content(), "x & y<z>12");
    assert_eq!(read.last_child().unwrap().children().count(), 2);
    // Namespace declarations in scope are not repeated.
    assert!(
        read.descendants().skip(1).all(|node| node.attributes().all(|one| one.namespace() != limpid::Namespace::XmlNs))
    );

    // Next to the note, the context is its parent; next to the entry, it is the feed.
    document.node_mut(note).unwrap().insert_adjacent_html(InsertPosition::BeforeBegin, "<c/>").unwrap();
    let entry = find(&document, "entry");
    document.node_mut(entry).unwrap().insert_adjacent_html(InsertPosition::AfterEnd, "<d/><a:d2/>").unwrap();
    let url = |document: &Document<'_>, name: &str| {
        document.node(find(document, name)).unwrap().namespace_url().map(str::to_owned)
    };
    assert_eq!(
        [url(&document, "c"), url(&document, "d"), url(&document, "d2")],
        [None, Some("urn:default".into()), Some("urn:a".into())]
    );
    document.node_mut(note).unwrap().set_outer_html("<a:out/>").unwrap();
    assert_eq!(url(&document, "out").as_deref(), Some("urn:inner"));

    // Malformed markup does not close elements outside of it, and its open elements end with it.
    let title = find(&document, "title");
    for (markup, expected) in [
        ("one</a:title>two</></context></a:feed>", "one two"),
        ("<x>open", "<x xmlns=\"urn:default\">open</x>"),
        ("<!DOCTYPE x><x/>", "<x xmlns=\"urn:default\"/>"),
        ("a & b < c", "a &amp; b &lt; c"),
        ("", ""),
    ] {
        document.node_mut(title).unwrap().set_inner_html(markup).unwrap();
        let read = document.node(title).unwrap();
        let html: String = read.children().map(limpid::NodeRef::to_xml).collect();
        assert_eq!(html.replace("onetwo", "one two"), expected, "{markup}");
        assert_eq!(read.local_name(), "title");
    }
    // Without a context element, no namespaces are in scope.
    let fragment = document.create_fragment().unwrap();
    document.node_mut(fragment).unwrap().set_inner_html("<p xmlns:q='urn:q'><q:r/></p>").unwrap();
    let p = document.node(fragment).unwrap().first_child().unwrap();
    assert_eq!((p.namespace_url(), p.first_child().unwrap().namespace_url()), (None, Some("urn:q")));
    let root = document.root().id();
    assert_eq!(document.node_mut(root).unwrap().set_inner_html(""), Err(MutationError::WrongKind));

    // Names that markup cannot express declare no namespace.
    let mut document = Document::new_xml();
    let odd = document.create_element_ns("urn:\u{1}\"", "a\"b:c").unwrap();
    let root = document.root().id();
    document.node_mut(root).unwrap().append(odd).unwrap();
    document.node_mut(odd).unwrap().set_inner_html("<x>text</x>").unwrap();
    assert_eq!(document.node(odd).unwrap().text_content(), "text");

    // In XML, markup inside of a template is put into its contents.
    let mut document = limpid::xml::parse("<template xmlns='http://www.w3.org/1999/xhtml'><b/></template>");
    let template = document.document_element().unwrap().id();
    document.node_mut(template).unwrap().set_inner_html("<i/>").unwrap();
    let contents = document.node(template).unwrap().template_contents().unwrap();
    assert!(contents.first_child().unwrap().is_html(limpid::LocalName::I));
}

#[test]
fn errors_in_an_xml_fragment() {
    use limpid::xml::stages::{Tokenizer, TreeBuilder, TreeBuilderOptions};
    for (markup, expected) in [
        ("text<b/>", &[][..]),
        ("</context>", &["xml-end-tag-without-start-tag"]),
        ("</>", &["xml-end-tag-without-start-tag", "xml-short-end-tag"]),
        ("<b>", &["xml-unclosed-element"]),
        ("<b></context></b>", &["xml-end-tag-without-start-tag"]),
    ] {
        let options = TreeBuilderOptions::default().fragment(true);
        let input = format!("<context>{markup}");
        let sink = limpid_dom::DocumentBuilder::new(&input);
        let mut builder = TreeBuilder::new(sink, options.clone());
        Tokenizer::new(options.tokenizer()).run(&input, &mut builder);
        let document = builder.finish().finish();
        let errors: Vec<_> = document.errors().iter().map(|error| error.code.as_str()).collect();
        assert_eq!(errors, expected, "{markup}");
    }
}
