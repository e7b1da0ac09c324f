//! XML documents: names with prefixes and namespaces, which survive all changes of the tree.

use limpid_dom::{Document, DocumentBuilder, MutationError, Namespace, NodeId, XmlDeclaration, invariants};
use limpid_markup::{
    AttributeName, AttributeRecord, LocalName, NewElement, Qualifier, Span, TokenAttributes, TreeSink,
};

const ATOM: &str = "http://www.w3.org/2005/Atom";
const SVG: &str = "http://www.w3.org/2000/svg";

/// A document made by hand, with its root element, which contains another element.
fn feed() -> (Document<'static>, NodeId) {
    let mut document = Document::new_xml();
    let feed = document.create_element_ns(ATOM, "a:feed").unwrap();
    let entry = document.create_element_ns(SVG, "s:svg").unwrap();
    document.node_mut(feed).unwrap().set_attribute_ns("http://www.w3.org/2000/xmlns/", "xmlns:a", ATOM).unwrap();
    document.node_mut(feed).unwrap().set_attribute_ns("urn:ids", "i:id", "7").unwrap();
    document.node_mut(feed).unwrap().set_attribute_ns("urn:others", "i:id", "8").unwrap();
    document.node_mut(feed).unwrap().set_attribute("ID", "9").unwrap();
    document.node_mut(document.root().id()).unwrap().append(feed).unwrap();
    document.node_mut(feed).unwrap().append(entry).unwrap();
    (document, feed)
}

const DUMP: &str = "\
| <{http://www.w3.org/2005/Atom}a:feed>
|   ID=\"9\"
|   {http://www.w3.org/2000/xmlns/}xmlns:a=\"http://www.w3.org/2005/Atom\"
|   {urn:ids}i:id=\"7\"
|   {urn:others}i:id=\"8\"
|   <{http://www.w3.org/2000/svg}s:svg>
";

#[test]
fn names_are_read() {
    let (document, feed) = feed();
    assert_eq!(document.to_test_dump(), DUMP);
    assert_eq!(format!("{document:?}"), DUMP);
    let feed = document.node(feed).unwrap();
    assert_eq!((feed.prefix(), feed.local_name(), feed.namespace_url()), (Some("a"), "feed", Some(ATOM)));
    assert_eq!((feed.namespace(), feed.qualified_name().as_ref()), (Namespace::Other, "a:feed"));
    assert_eq!(format!("{feed:?}"), "#2 <a:feed>");
    let svg = feed.first_child().unwrap();
    assert_eq!((svg.prefix(), svg.name(), svg.namespace()), (Some("s"), LocalName::SVG, Namespace::Svg));
    assert_eq!(svg.namespace_url(), Some(SVG));
    assert_eq!(feed.attribute("i:id"), Some("7"));
    assert_eq!(feed.attribute("id"), None);
    assert_eq!(feed.attribute("ID"), Some("9"));
    assert_eq!(feed.attribute_ns("urn:others", "id"), Some("8"));
    assert_eq!(feed.attribute_ns("urn:none", "id"), None);
    assert_eq!(feed.attribute_ns("", "ID"), Some("9"));
    assert_eq!(feed.attribute_ns(Namespace::XmlNs, "a"), Some(ATOM));
    let names: Vec<_> = feed.attributes().map(|it| (it.prefix(), it.namespace_url(), it.namespace())).collect();
    assert_eq!(
        names,
        [
            (Some("xmlns"), Some("http://www.w3.org/2000/xmlns/"), Namespace::XmlNs),
            (Some("i"), Some("urn:ids"), Namespace::Other),
            (Some("i"), Some("urn:others"), Namespace::Other),
            (None, None, Namespace::None)
        ]
    );
    invariants::check(&document).unwrap();
}

#[test]
fn names_are_kept_by_copies() {
    let (mut document, feed) = feed();
    let copy = document.node_mut(feed).unwrap().clone_subtree().unwrap();
    document.node_mut(feed).unwrap().remove().unwrap();
    document.node_mut(document.root().id()).unwrap().append(copy).unwrap();
    assert_eq!(document.to_test_dump(), DUMP);
    let mut other = Document::new_xml();
    // Gives the namespaces other numbers in this document.
    other.create_element_ns("urn:first", "f:first").unwrap();
    let imported = other.import(document.node(copy).unwrap()).unwrap();
    other.node_mut(other.root().id()).unwrap().append(imported).unwrap();
    assert_eq!(other.to_test_dump(), DUMP);
    other.compact().unwrap();
    assert_eq!(other.to_test_dump(), DUMP);
    assert!(other.is_xml());
    invariants::check(&document).unwrap();
    invariants::check(&other).unwrap();
    let owned = other.clone().into_owned();
    assert_eq!(owned.to_test_dump(), DUMP);
}

#[test]
fn names_are_changed() {
    let (mut document, feed) = feed();
    document.node_mut(feed).unwrap().rename("Feed").unwrap();
    assert_eq!(document.node(feed).unwrap().qualified_name(), "a:Feed");
    assert!(document.node_mut(feed).unwrap().remove_attribute("i:id").unwrap());
    assert_eq!(document.node(feed).unwrap().attribute("i:id"), Some("8"));
    // An existing attribute keeps its name.
    document.node_mut(feed).unwrap().set_attribute_ns("urn:others", "j:id", "10").unwrap();
    assert_eq!(document.node(feed).unwrap().attribute("i:id"), Some("10"));
    assert!(document.node_mut(feed).unwrap().remove_attribute_ns("urn:others", "id").unwrap());
    assert!(!document.node_mut(feed).unwrap().remove_attribute_ns("urn:others", "id").unwrap());
    assert_eq!(document.node_mut(feed).unwrap().set_attribute_ns("", "p:a", ""), Err(MutationError::InvalidNamespace));
    assert_eq!(document.node_mut(feed).unwrap().set_attribute_ns("urn:x", "p:", ""), Err(MutationError::InvalidName));
    invariants::check(&document).unwrap();
}

#[test]
fn html_stays_html() {
    let mut html = Document::new();
    let p = html.create_element("P").unwrap();
    html.node_mut(p).unwrap().set_attribute("ID", "x").unwrap();
    html.node_mut(html.root().id()).unwrap().append(p).unwrap();
    let odd = html.create_element_ns("urn:x", "X:Odd").unwrap();
    html.node_mut(odd).unwrap().set_attribute("ID", "x").unwrap();
    html.node_mut(p).unwrap().append(odd).unwrap();
    assert!(!html.is_xml());
    assert_eq!(format!("{html:?}"), "| <p>\n|   id=\"x\"\n|   <Odd>\n|     ID=\"x\"\n");
    let mut xml = Document::new_xml();
    let p = xml.create_element("P").unwrap();
    assert_eq!((xml.node(p).unwrap().namespace(), xml.node(p).unwrap().local_name()), (Namespace::None, "P"));
    // Neither a prefix nor another namespace: no record is stored, so that the next id is consecutive.
    let html_in_xml = xml.create_element_ns("http://www.w3.org/1999/xhtml", "P").unwrap();
    xml.node_mut(html_in_xml).unwrap().set_attribute("ID", "x").unwrap();
    assert_eq!(xml.node(html_in_xml).unwrap().attribute("ID"), Some("x"));
    assert_eq!(xml.create_element_ns(Namespace::Other, "x").unwrap().get(), html_in_xml.get() + 1);
    invariants::check(&xml).unwrap();
}

#[test]
fn a_tree_builder_sets_names() {
    let mut sink = DocumentBuilder::new("");
    let declaration = XmlDeclaration { version: "1.1", encoding: Some("utf-8"), standalone: Some(true) };
    sink.set_xml(Some(declaration));
    let value = Span::new(0, 1);
    let records = [AttributeRecord { value_is_built: true, built_value: value, ..AttributeRecord::default() }; 3];
    let name = |prefix, namespace_url, local| AttributeName {
        name: LocalName::from_bytes(str::as_bytes(local)),
        name_str: local,
        namespace: Namespace::from_url(namespace_url),
        qualifier: Qualifier::new(prefix, namespace_url),
    };
    let names = [name("x", "urn:x", "id"), name("", "", "id"), name("unbound", "", "id")];
    let attributes = TokenAttributes::new(&records, "", 0, "v").qualified(&names);
    let element = NewElement {
        namespace: Namespace::Html,
        name: LocalName::P,
        name_str: "p",
        qualifier: Some(&Qualifier::new("h", "http://www.w3.org/1999/xhtml")),
        attributes,
        span: None,
        had_duplicate_attribute: false,
    };
    let root = sink.document();
    let p = sink.append_element(root, &element);
    sink.append_element(p, &NewElement { qualifier: None, attributes: TokenAttributes::EMPTY, ..element });
    let document = sink.finish();
    assert_eq!(document.xml_declaration(), Some(declaration));
    invariants::check(&document).unwrap();
    assert_eq!(
        document.to_test_dump(),
        "| <{http://www.w3.org/1999/xhtml}h:p>\n|   id=\"v\"\n|   unbound:id=\"v\"\n|   {urn:x}x:id=\"v\"\n\
         |   <{http://www.w3.org/1999/xhtml}p>\n"
    );
    let p = document.document_element().unwrap();
    assert!(p.is_html(LocalName::P));
    assert_eq!(p.attribute("x:id"), Some("v"));
    assert_eq!(p.attribute("unbound:id"), Some("v"));
}
