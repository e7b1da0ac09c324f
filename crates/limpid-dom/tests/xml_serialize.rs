//! Checks that a strict parser accepts the XML of any tree, and reads the tree that the documented rules predict.

use limpid_dom::{Document, DocumentBuilder, NodeHandle, NodeKind, NodeRef, XmlOptions};
use limpid_markup::{
    AttributeName, AttributeRecord, Doctype, ErrorCode, LocalName, Namespace, NewElement, Qualifier, Span, Text,
    TokenAttributes, TreeSink, XmlDeclaration,
};
use limpid_pages::strategy::xml_documents;
use limpid_xml5::{Tokenizer, TokenizerOptions, TreeBuilder, TreeBuilderOptions};
use proptest::prelude::*;
use std::fmt::Write;

const HTML: &str = "http://www.w3.org/1999/xhtml";
const XML: &str = "http://www.w3.org/XML/1998/namespace";
const XMLNS: &str = "http://www.w3.org/2000/xmlns/";

/// A tree to build.
#[derive(Clone, Debug)]
enum Tree {
    Element { prefix: String, url: String, local: String, attributes: Vec<[String; 4]>, children: Vec<Tree> },
    Text(String),
    Comment(String),
    Instruction(String, String),
    Doctype([Option<String>; 3]),
}

fn build(trees: &[Tree], is_xml: bool) -> Document<'static> {
    let mut sink = DocumentBuilder::new("");
    if is_xml {
        sink.set_xml(None);
    }
    let root = sink.document();
    for tree in trees {
        build_in(&mut sink, root, tree);
    }
    sink.finish()
}

fn build_in(sink: &mut DocumentBuilder<'static>, parent: NodeHandle, tree: &Tree) {
    match tree {
        Tree::Element { prefix, url, local, attributes, children } => {
            let mut values = String::new();
            let mut names = Vec::new();
            let mut records = Vec::new();
            for [prefix, namespace_url, local, value] in attributes {
                let start = values.len() as u32;
                values.push_str(value);
                let built_value = Span::new(start, values.len() as u32);
                records.push(AttributeRecord { value_is_built: true, built_value, ..AttributeRecord::default() });
                names.push(AttributeName {
                    name: LocalName::from_bytes(local.as_bytes()),
                    name_str: local,
                    namespace: Namespace::from_url(namespace_url),
                    qualifier: Qualifier::new(prefix, namespace_url),
                });
            }
            let element = sink.create_element(&NewElement {
                namespace: Namespace::from_url(url),
                name: LocalName::from_bytes(local.as_bytes()),
                name_str: local,
                qualifier: Some(&Qualifier::new(prefix, url)),
                attributes: TokenAttributes::new(&records, "", 0, &values).qualified(&names),
                span: None,
                had_duplicate_attribute: false,
            });
            sink.append(parent, element);
            for child in children {
                build_in(sink, element, child);
            }
        }
        Tree::Text(text) => sink.append_text(parent, Text::synthetic(text)),
        Tree::Comment(data) => {
            let comment = sink.create_comment(Text::synthetic(data), Span::empty(0));
            sink.append(parent, comment);
        }
        Tree::Instruction(target, data) => {
            let node = sink.create_processing_instruction(target, Text::synthetic(data), Span::empty(0));
            sink.append(parent, node);
        }
        Tree::Doctype([name, public_id, system_id]) => sink.append_doctype(&Doctype {
            name: name.as_deref(),
            public_id: public_id.as_deref(),
            system_id: system_id.as_deref(),
            force_quirks: false,
            span: Span::empty(0),
        }),
    }
}

/// The documented rules, in their simplest form.
mod rules {
    pub(super) fn text(text: &str) -> String {
        let replaced = text.chars().map(|character| match character {
            '\t' | '\n' | '\r' => character,
            '\x0c' => ' ',
            '\0'..='\x1f' | '\u{fffe}' | '\u{ffff}' => '\u{fffd}',
            _ => character,
        });
        replaced.collect()
    }

    /// Handles only the non-ASCII letters that occur in these tests.
    pub(super) fn name(name: &str) -> String {
        let mut written = String::new();
        for (at, character) in name.chars().enumerate() {
            match character {
                'a'..='z' | 'A'..='Z' | '_' | 'é' | '日' | '😀' | '\u{fdf0}'..='\u{fffd}' => {
                    written.push(character);
                }
                '-' | '.' | '0'..='9' if at > 0 => written.push(character),
                _ => written.push_str(&format!("U{:06X}", character as u32)),
            }
        }
        if written.is_empty() { "_".into() } else { written }
    }

    pub(super) fn lines(text: &str) -> String {
        text.replace("\r\n", "\n").replace('\r', "\n")
    }

    pub(super) fn comment(data: &str) -> String {
        let characters: Vec<char> = text(data).chars().collect();
        let mut written = String::new();
        for (at, &character) in characters.iter().enumerate() {
            written.push(character);
            if character == '-' && characters.get(at + 1).is_none_or(|&next| next == '-') {
                written.push(' ');
            }
        }
        lines(&written)
    }

    pub(super) fn instruction(data: &str) -> String {
        lines(&text(data)).trim_start_matches([' ', '\t', '\n']).replace("?>", "? >")
    }

    pub(super) fn is_space(text: &str) -> bool {
        text.chars().all(|character| " \t\n\r\x0c".contains(character))
    }
}

/// Adds a space before `>` and `->` at the start of a comment, where HTML parsers would end it.
fn for_html(expected: &str) -> String {
    let line = |line: &str| match line.strip_prefix("!\"") {
        Some(data) if data.starts_with('>') || data.starts_with("->") => format!("!\" {data}\n"),
        _ => format!("{line}\n"),
    };
    expected.lines().map(line).collect()
}

/// Returns the items that an XML parser has to read, one per line.
fn expected(document: &Document<'_>) -> String {
    let mut out = String::new();
    let children: Vec<_> = document.root().children().collect();
    let is_content = |node: &NodeRef<'_>| node.is_element() || node.text().is_some_and(|text| !rules::is_space(text));
    let first = children.iter().position(is_content);
    let last = children.iter().rposition(is_content);
    match (first, last) {
        (Some(first), Some(last)) if first != last || !children[first].is_element() => {
            out += &expected_list(&children[..first], true);
            out += "<{}document>\n";
            out += &expected_list(&children[first..=last], false);
            out += "</>\n";
            out += &expected_list(&children[last + 1..], true);
        }
        (None, _) => {
            out += &expected_list(&children, true);
            out += "<{}document>\n</>\n";
        }
        _ => out += &expected_list(&children, true),
    }
    out
}

/// Returns the placeholder namespace of a prefix without a declaration.
fn undeclared(prefix: Option<&str>) -> String {
    let prefix = prefix.map(rules::name).filter(|prefix| !matches!(&**prefix, "xml" | "xmlns"));
    prefix.map_or_else(String::new, |prefix| format!("urn:undeclared:{prefix}"))
}

fn expected_list(nodes: &[NodeRef<'_>], is_top: bool) -> String {
    let mut out = String::new();
    let mut text = String::new();
    for node in nodes {
        if let Some(more) = node.text() {
            if !is_top {
                text += &rules::text(more);
            }
            continue;
        }
        let mut item = String::new();
        match node.kind() {
            NodeKind::Element => {
                let url = match node.namespace_url().unwrap_or_default() {
                    XMLNS => String::new(),
                    "" => undeclared(node.prefix()),
                    url => rules::text(url),
                };
                writeln!(item, "<{{{url}}}{}>", rules::name(node.local_name())).unwrap();
                let mut attributes: Vec<(String, String)> = Vec::new();
                for attribute in node.attributes() {
                    let local = attribute.local_name();
                    let is_pseudo =
                        local == "xmlns" || local.starts_with("xmlns:") || attribute.prefix() == Some("xmlns");
                    if attribute.namespace_url().unwrap_or_default() == XMLNS
                        || attribute.namespace_url().unwrap_or_default().is_empty() && is_pseudo
                    {
                        continue;
                    }
                    let url = match attribute.namespace_url().unwrap_or_default() {
                        "" => undeclared(attribute.prefix()),
                        url => rules::text(url),
                    };
                    let name = format!("{{{url}}}{}", rules::name(local));
                    if attributes.iter().all(|(other, _)| *other != name) {
                        attributes.push((name, rules::text(attribute.value())));
                    }
                }
                for (name, value) in attributes {
                    writeln!(item, "  {name}={value:?}").unwrap();
                }
                let contents = node.template_contents().into_iter().flat_map(NodeRef::children);
                let children: Vec<_> = contents.chain(node.children()).collect();
                item += &expected_list(&children, false);
                item += "</>\n";
            }
            NodeKind::Comment => writeln!(item, "!{:?}", rules::comment(node.comment().unwrap())).unwrap(),
            NodeKind::ProcessingInstruction => {
                let instruction = node.processing_instruction().unwrap();
                if instruction.target.eq_ignore_ascii_case("xml") {
                    continue;
                }
                let data = rules::instruction(instruction.data);
                writeln!(item, "?{} {data:?}", rules::name(instruction.target)).unwrap();
            }
            _ => continue,
        }
        flush(&mut text, &mut out);
        out += &item;
    }
    flush(&mut text, &mut out);
    out
}

fn flush(text: &mut String, out: &mut String) {
    if !text.is_empty() {
        writeln!(out, "{text:?}").unwrap();
        text.clear();
    }
}

/// Returns the items that the parser has read.
fn found(node: roxmltree::Node<'_, '_>, out: &mut String) {
    for child in node.children() {
        if child.is_element() {
            let name = child.tag_name();
            writeln!(out, "<{{{}}}{}>", name.namespace().unwrap_or_default(), name.name()).unwrap();
            for attribute in child.attributes() {
                let namespace = attribute.namespace().unwrap_or_default();
                writeln!(out, "  {{{namespace}}}{}={:?}", attribute.name(), attribute.value()).unwrap();
            }
            found(child, out);
            *out += "</>\n";
        } else if child.is_comment() {
            writeln!(out, "!{:?}", child.text().unwrap_or_default()).unwrap();
        } else if let Some(pi) = child.pi() {
            writeln!(out, "?{} {:?}", pi.target, pi.value.unwrap_or_default()).unwrap();
        } else if child.is_text() {
            writeln!(out, "{:?}", child.text().unwrap_or_default()).unwrap();
        }
    }
}

fn read(xml: &str) -> String {
    let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
    let read = roxmltree::Document::parse_with_options(xml, options).unwrap_or_else(|error| panic!("{error}\n{xml}"));
    let mut out = String::new();
    found(read.root(), &mut out);
    out
}

fn pool(items: &'static [&'static str]) -> impl Strategy<Value = String> {
    prop::sample::select(items).prop_map(String::from)
}

fn prefix() -> impl Strategy<Value = String> {
    pool(&["", "", "", "a", "b", "ns1", "ns2", "xml", "xmlns", "a b", "1", "c:d", "é"])
}

fn url() -> impl Strategy<Value = String> {
    pool(&["", "", "urn:a", "urn:a", "urn:b", "urn:c\x01", "urn:c\u{fffd}", "urn:d\n\"<", HTML, XML, XMLNS, " "])
}

fn local() -> impl Strategy<Value = String> {
    pool(&["a", "b", "c", "xmlns", "xmlns:a", "x:y", "", "a b", "0", "é", "br", "template", "p", "a<", "aU00003C"])
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        2 => pool(&[" ", "\n", "a", "]]>", "<&>\"'", "a--", "-", ">", "->", "--\r\n-", "?>", " \t?", "\x0c", "\x01\r", "\u{ffff}"]),
        1 => "[ -~\t\n\r\u{0}-\u{2f}é\u{fffe}]{0,8}",
    ]
}

fn attribute() -> impl Strategy<Value = [String; 4]> {
    prop_oneof![
        // roxmltree reads every attribute with the local name `xmlns` as a declaration.
        3 => (prefix(), url(), local(), text())
            .prop_filter("roxmltree", |(_, url, local, _)| local != "xmlns" || url.is_empty() || url == XMLNS)
            .prop_map(<[String; 4]>::from),
        1 => (local(), url()).prop_map(|(local, url)| ["xmlns".into(), XMLNS.into(), local, url]),
        1 => (pool(&["a", "b", "ns1", "ns2"]), url()).prop_map(|(prefix, url)| ["xmlns".into(), XMLNS.into(), prefix, url]),
        1 => url().prop_map(|url| ["".into(), XMLNS.into(), "xmlns".into(), url]),
    ]
}

fn leaf() -> impl Strategy<Value = Tree> {
    let part =
        || prop::option::of(pool(&["", "x", "a:b", "a:b:c", "a\"b", "a'b", "'\"", "\r\n", "-//é//", "<>", "\x01"]));
    prop_oneof![
        4 => text().prop_map(Tree::Text),
        1 => text().prop_map(Tree::Comment),
        1 => (pool(&["t", "xml", "XmL", "a:b", "", "1"]), text()).prop_map(|(target, data)| Tree::Instruction(target, data)),
        1 => [part(), part(), part()].prop_map(Tree::Doctype),
    ]
}

fn element() -> impl Strategy<Value = Tree> {
    let of = |children: BoxedStrategy<Vec<Tree>>| {
        // roxmltree supports the prefix `xml` only on attributes.
        let url = url().prop_filter("roxmltree", |url| url != XML);
        (prefix(), url, local(), prop::collection::vec(attribute(), 0..5), children).prop_map(
            |(prefix, url, local, attributes, children)| Tree::Element { prefix, url, local, attributes, children },
        )
    };
    let empty = of(Just(Vec::new()).boxed());
    empty.prop_recursive(5, 40, 5, move |inner| {
        of(prop::collection::vec(prop_oneof![2 => inner, 1 => leaf()], 0..5).boxed())
    })
}

/// A name with an undeclared prefix keeps the prefix, because it would be a different name without it.
#[test]
fn prefixes_without_a_declaration_are_declared() {
    for (page, xml) in [
        (
            "<a><media:b>c</media:b><b/></a>",
            "<a><media:b xmlns:media=\"http://search.yahoo.com/mrss/\">c</media:b><b/></a>",
        ),
        ("<x:a><x:b/></x:a>", "<x:a xmlns:x=\"urn:undeclared:x\"><x:b/></x:a>"),
        (
            "<a xmlns='u' x:b='c' b='d'><x:b/></a>",
            "<a xmlns=\"u\" xmlns:x=\"urn:undeclared:x\" x:b=\"c\" b=\"d\"><x:b/></a>",
        ),
        ("<a><x:b/><x:b xmlns:x='u'/></a>", "<a><x:b xmlns:x=\"urn:undeclared:x\"/><x:b xmlns:x=\"u\"/></a>"),
    ] {
        assert_eq!(parse(page).to_xml(), xml);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 512 } else { 20_000 }))]

    #[test]
    fn any_tree_is_well_formed(trees in prop::collection::vec(prop_oneof![2 => element(), 2 => leaf()], 0..4)) {
        let document = build(&trees, true);
        let xml = document.to_xml();
        prop_assert_eq!(read(&xml), expected(&document), "{}", xml);
        prop_assert_eq!(&document.to_string(), &xml);
        let again = parse(&xml);
        prop_assert_eq!(again.errors(), &[], "{}", xml);
        prop_assert_eq!(&again.to_xml(), &xml);
        let pretty = written(&document, &XmlOptions::pretty().declaration(true));
        read(&pretty);
        prop_assert_eq!(written(&parse(&pretty), &XmlOptions::pretty()), pretty);
        let html = build(&trees, false);
        let xhtml = html.to_xml();
        prop_assert_eq!(read(&xhtml), for_html(&expected(&html)), "{}", xhtml);
        read(&written(&html, &XmlOptions::pretty()));
        for element in document.descendants().filter(|node| node.is_element()) {
            read(&element.to_xml());
        }
    }

    #[test]
    fn parsed_documents_survive_serialization(page in xml_documents(20)) {
        let text = page.text();
        let document = parse(&text);
        let xml = document.to_xml();
        if !xml.contains("<xml:") {
            prop_assert_eq!(read(&xml), expected(&document), "{}", xml);
        }
        let again = parse(&xml);
        // XML allows these characters but advises against them.
        let is_discouraged =
            |code| matches!(code, ErrorCode::NoncharacterInInputStream | ErrorCode::ControlCharacterInInputStream);
        let errors: Vec<_> = again.errors().iter().filter(|error| !is_discouraged(error.code)).collect();
        prop_assert!(errors.is_empty(), "{errors:?}: {xml}");
        prop_assert_eq!(&again.to_xml(), &xml);
        prop_assert_eq!(parse(&again.to_xml()).to_test_dump(), again.to_test_dump());
    }
}

/// Parses a text with the XML parser.
fn parse(text: &str) -> Document<'static> {
    let mut builder = TreeBuilder::new(DocumentBuilder::new(text), TreeBuilderOptions::default());
    Tokenizer::new(TokenizerOptions::default()).run(text, &mut builder);
    builder.finish().finish().into_owned()
}

fn written(document: &Document<'_>, options: &XmlOptions) -> String {
    let mut xml = String::new();
    document.root().write_xml(&mut xml, options).unwrap();
    xml
}

/// The URL and qualified name of an element, and the URL, qualified name and value of each attribute.
type Names<'a> = (&'a str, &'a str, &'a [(&'a str, &'a str, &'a str)]);

/// Builds a document of nested elements with these names and attributes.
fn nested(names: &[Names<'_>]) -> Document<'static> {
    let mut document = Document::new_xml();
    let mut parent = document.root().id();
    for (url, name, attributes) in names {
        let element = document.create_element_ns(url, name).unwrap();
        for (url, name, value) in *attributes {
            document.node_mut(element).unwrap().set_attribute_ns(url, name, value).unwrap();
        }
        document.node_mut(parent).unwrap().append(element).unwrap();
        parent = element;
    }
    document
}

#[test]
fn prefixes_are_kept_or_generated() {
    let check = |names: &[Names<'_>], expected: &str| {
        assert_eq!(nested(names).to_xml(), expected);
        read(expected);
    };
    // Existing prefixes are kept.
    check(
        &[("u", "a:x", &[(XMLNS, "xmlns:a", "u"), (XMLNS, "xmlns:b", "u")]), ("u", "b:y", &[("u", "a:n", "")])],
        r#"<a:x xmlns:a="u" xmlns:b="u"><b:y a:n=""/></a:x>"#,
    );
    check(
        &[("u", "x:r", &[(XMLNS, "xmlns:x", "u")]), ("u", "table", &[(XMLNS, "xmlns", "u")])],
        r#"<x:r xmlns:x="u"><table xmlns="u"/></x:r>"#,
    );
    // Missing declarations are added once.
    check(&[("u", "a:x", &[]), ("u", "a:y", &[])], r#"<a:x xmlns:a="u"><a:y/></a:x>"#);
    check(&[("u", "x", &[]), ("u", "y", &[]), ("", "z", &[])], r#"<x xmlns="u"><y><z xmlns=""/></y></x>"#);
    check(&[("", "x", &[(XMLNS, "xmlns", "u")]), ("u", "y", &[])], r#"<x><y xmlns="u"/></x>"#);
    check(&[("u", "x", &[(XMLNS, "xmlns", "v")])], r#"<x xmlns="u"/>"#);
    // Repeated declarations are dropped.
    check(
        &[
            ("u", "a:x", &[(XMLNS, "xmlns:a", "u"), (XMLNS, "xmlns", "v")]),
            ("v", "y", &[(XMLNS, "xmlns:a", "u"), (XMLNS, "xmlns", "v")]),
        ],
        r#"<a:x xmlns:a="u" xmlns="v"><y/></a:x>"#,
    );
    // Another declared prefix of the namespace is used.
    check(&[("", "r", &[(XMLNS, "xmlns:xx", "u"), ("u", "p:n", "v")])], r#"<r xmlns:xx="u" xx:n="v"/>"#);
    // The prefix already has another namespace.
    check(
        &[("", "r", &[(XMLNS, "xmlns:xx", "u"), ("w", "xx:n", "v")])],
        r#"<r xmlns:xx="u" xmlns:ns1="w" ns1:n="v"/>"#,
    );
    check(
        &[("u", "a:x", &[(XMLNS, "xmlns:a", "u"), (XMLNS, "xmlns:ns1", "o")]), ("u", "a:y", &[("w", "a:n", "v")])],
        r#"<a:x xmlns:a="u" xmlns:ns1="o"><a:y xmlns:ns2="w" ns2:n="v"/></a:x>"#,
    );
    // A nested declaration hides the prefix, which is declared again inside it.
    check(
        &[("u", "a:x", &[(XMLNS, "xmlns:a", "u")]), ("v", "a:y", &[]), ("u", "a:z", &[])],
        r#"<a:x xmlns:a="u"><a:y xmlns:a="v"><a:z xmlns:a="u"/></a:y></a:x>"#,
    );
    // An attribute in a namespace cannot use the default namespace, so it gets a new prefix.
    check(&[("u", "x", &[("u", "n", "")])], r#"<x xmlns="u" xmlns:ns1="u" ns1:n=""/>"#);
    assert_eq!(
        nested(&[(XML, "xml:x", &[(XMLNS, "xmlns", "u")]), ("u", "y", &[])]).to_xml(),
        r#"<xml:x xmlns="u"><y/></xml:x>"#
    );
    check(&[("", "x", &[(XML, "xml:lang", "en"), (XML, "xml:space", "")])], r#"<x xml:lang="en" xml:space=""/>"#);
}

#[test]
fn documents_have_one_element() {
    assert_eq!(Document::new_xml().to_xml(), "<document/>");
    // Edits reject such a document, but a builder does not check.
    let mut builder = DocumentBuilder::new("");
    builder.set_xml(None);
    let root = builder.document();
    for name in ["a", "b"] {
        let comment = builder.create_comment(Text::synthetic(name), Span::empty(0));
        builder.append(root, comment);
        let element = builder.create_element(&NewElement {
            namespace: Namespace::None,
            name: LocalName::from_bytes(name.as_bytes()),
            name_str: name,
            qualifier: None,
            attributes: TokenAttributes::EMPTY,
            span: None,
            had_duplicate_attribute: false,
        });
        builder.append(root, element);
        builder.append_text(root, Text::synthetic(" "));
    }
    builder.append_doctype(&Doctype {
        name: Some("late"),
        public_id: None,
        system_id: None,
        force_quirks: false,
        span: Span::empty(0),
    });
    let mut document = builder.finish();
    assert_eq!(document.to_xml(), "<!--a--><document><a/> <!--b--><b/></document>");
    let pretty = written(&document, &XmlOptions::pretty());
    assert_eq!(pretty, "<!--a-->\n<document>\n  <a/>\n  <!--b-->\n  <b/>\n</document>\n");
    let element = document.root().first_element_child().unwrap();
    assert_eq!(element.to_xml(), "<a/>");
    let text = document.create_text("a < b").unwrap();
    assert_eq!(document.node(text).unwrap().to_xml(), "a &lt; b");
    let fragment = document.create_fragment().unwrap();
    document.node_mut(fragment).unwrap().append(text).unwrap();
    assert_eq!(document.node(fragment).unwrap().to_xml(), "a &lt; b");
}

#[test]
fn declarations() {
    let document = nested(&[("", "r", &[])]);
    assert_eq!(document.to_xml(), "<r/>");
    let mut builder = DocumentBuilder::new("");
    builder.set_xml(Some(XmlDeclaration { version: "1.1", encoding: Some("latin1"), standalone: Some(true) }));
    let mut declared = builder.finish();
    let copy = declared.import(document.document_element().unwrap()).unwrap();
    declared.node_mut(declared.root().id()).unwrap().append(copy).unwrap();
    let document = declared;
    assert_eq!(document.to_xml(), "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<r/>");
    assert_eq!(document.root().first_child().unwrap().to_xml(), "<r/>");
    assert_eq!(written(&document, &XmlOptions::new().declaration(false)), "<r/>");
    let mut bytes = Vec::new();
    document.write_xml_bytes(&mut bytes, &XmlOptions::new()).unwrap();
    assert_eq!(bytes, document.to_xml().as_bytes());
}

#[test]
fn pretty_leaves_texts_alone() {
    let mut document = nested(&[("", "r", &[]), ("", "list", &[])]);
    let list = document.document_element().unwrap().first_child().unwrap().id();
    for (name, attribute, text) in [("a", "", "x"), ("b", "preserve", " "), ("c", "", "\n ")] {
        let space = document.create_text("\n\t").unwrap();
        document.node_mut(list).unwrap().append(space).unwrap();
        let item = document.create_element(name).unwrap();
        if !attribute.is_empty() {
            document.node_mut(item).unwrap().set_attribute_ns(XML, "xml:space", attribute).unwrap();
        }
        for part in [text, ""] {
            let inner = document.create_element("i").unwrap();
            document.node_mut(item).unwrap().append(inner).unwrap();
            let part = document.create_text(part).unwrap();
            document.node_mut(item).unwrap().append(part).unwrap();
        }
        document.node_mut(list).unwrap().append(item).unwrap();
    }
    let expected = "\
<r>
  <list>
    <a><i/>x<i/></a>
    <b xml:space=\"preserve\"><i/> <i/></b>
    <c>
      <i/>
      <i/>
    </c>
  </list>
</r>
";
    assert_eq!(written(&document, &XmlOptions::pretty()), expected);
    let mut only_space = nested(&[("", "r", &[])]);
    let text = only_space.create_text("  ").unwrap();
    let r = only_space.document_element().unwrap().id();
    only_space.node_mut(r).unwrap().append(text).unwrap();
    assert_eq!(written(&only_space, &XmlOptions::pretty()), "<r>  </r>\n");
}

#[test]
fn html_as_xml() {
    let mut document = Document::new();
    let html = document.create_element("html").unwrap();
    document.node_mut(document.root().id()).unwrap().append(html).unwrap();
    for name in ["br", "p", "template", "x-y"] {
        let element = document.create_element(name).unwrap();
        document.node_mut(html).unwrap().append(element).unwrap();
    }
    let template = document.node(html).unwrap().children().nth(2).unwrap().template_contents().unwrap().id();
    let inside = document.create_element("b").unwrap();
    document.node_mut(template).unwrap().append(inside).unwrap();
    let svg = document.create_element_ns(Namespace::Svg, "svg").unwrap();
    document.node_mut(svg).unwrap().set_attribute_ns(Namespace::XLink, "xlink:href", "#").unwrap();
    document.node_mut(html).unwrap().append(svg).unwrap();
    assert_eq!(
        document.to_xml(),
        "<html xmlns=\"http://www.w3.org/1999/xhtml\"><br /><p></p><template><b></b></template><x-y></x-y>\
         <svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" xlink:href=\"#\"/></html>"
    );
}

#[test]
fn html_keeps_prefixes_that_it_does_not_know() {
    let mut document = nested(&[("u", "a:x", &[("v", "b:n", "1")]), ("http://www.w3.org/2000/svg", "s:svg", &[])]);
    assert_eq!(document.to_html(), r#"<a:x b:n="1"><svg></svg></a:x>"#);
    let odd = document.document_element().unwrap().id();
    document.node_mut(odd).unwrap().rename("y").unwrap();
    assert_eq!(document.to_html(), r#"<a:y b:n="1"><svg></svg></a:y>"#);
}

#[test]
fn a_long_namespace_is_not_read_for_each_name() {
    let url = "u".repeat(1 << 20);
    let elements = "<p:a p:b='' q:b=''/><q:a/>".repeat(20_000);
    let document = parse(&format!("<r xmlns:p='{url}' xmlns:q='{url}x'>{elements}</r>"));
    // Reading the URL for each name would be a hundred billion bytes.
    let xml = document.to_xml();
    assert!(xml.len() < (3 << 20), "{}", xml.len());
}

#[test]
fn alternating_long_namespaces_are_not_read_for_each_name() {
    for count in [2, 9] {
        let length = (1 << 20) / count;
        let mut source = String::from("<r");
        for number in 0..count {
            write!(source, " xmlns:p{number}='{}{number}'", "u".repeat(length)).unwrap();
        }
        source.push('>');
        for element in 0..20_000 {
            write!(source, "<p{0}:a p{0}:b=''/>", element % count).unwrap();
        }
        // Reading the URL for each name would be many gigabytes.
        let document = parse(&(source + "</r>"));
        let last = document.document_element().unwrap().last_child().unwrap();
        let number = 19_999 % count;
        assert!(
            last.namespace_url().unwrap_or_default().ends_with(&format!("u{number}"))
                && last.namespace_url().unwrap_or_default().len() > length
        );
    }
}

#[test]
fn deep_trees_with_many_declarations() {
    let length = |depth: usize| {
        let mut document = Document::new_xml();
        let mut parent = document.root().id();
        for level in 0..depth {
            // Each level redeclares the prefix of its parent and declares a new one.
            let url = format!("urn:{level}");
            let element = document.create_element_ns(&url, "p:e").unwrap();
            document
                .node_mut(element)
                .unwrap()
                .set_attribute_ns(XMLNS, &format!("xmlns:p{level}"), "urn:shared")
                .unwrap();
            document.node_mut(element).unwrap().set_attribute_ns("urn:shared", "ns1:a", "v").unwrap();
            document.node_mut(element).unwrap().set_attribute_ns(format!("urn:other{level}"), "p:a", "v").unwrap();
            document.node_mut(parent).unwrap().append(element).unwrap();
            parent = element;
        }
        written(&document, &XmlOptions::pretty()).len()
    };
    assert!(length(32_000) < length(4_000) * 10);
}
