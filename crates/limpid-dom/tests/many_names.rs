//! Documents with more distinct names than fit into the node's 16-bit field.

use limpid_dom::{Document, NodeRef, invariants};
use limpid_markup::LocalName;

const NAMES: usize = 66_000;

/// Returns name numbers around the first one that does not fit into the field ("far" names), and the first and last ones.
fn samples() -> impl Iterator<Item = usize> {
    let far = usize::from(u16::MAX) - LocalName::COUNT;
    [0, 1].into_iter().chain(far - 2..far + 3).chain([NAMES - 1])
}

fn source() -> String {
    let mut source = String::new();
    for number in 0..NAMES {
        source += &format!("<x-{number}>{number}</x-{number}>");
    }
    source
}

fn found<'d>(document: &'d Document<'_>, name: &str) -> Vec<NodeRef<'d>> {
    let Some(number) = document.name_number(name) else { return Vec::new() };
    let mut found = Vec::new();
    let mut nodes = document.root().descendants();
    while let Some(node) = nodes.next_element_named(number) {
        found.push(node);
    }
    let mut also = Vec::new();
    document.root().descendants().each_element_named(number, |node| also.push(node));
    assert_eq!(found, also, "{name}");
    found
}

#[test]
fn elements_are_found_by_their_names() {
    let source = source();
    let document = limpid::parse(&source);
    invariants::check(&document).unwrap();
    assert_eq!(document.body().unwrap().inner_html(), source);
    for number in samples() {
        let name = format!("x-{number}");
        let [element] = found(&document, &name)[..] else { panic!("one {name}") };
        assert_eq!((element.local_name(), element.text_content()), (&*name, number.to_string()));
        assert!(element.is_html_named(&name) && !element.name().is_known());
        assert_eq!(document.select(&name).unwrap().collect::<Vec<_>>(), [element]);
    }
    assert!(found(&document, "x-").is_empty());
}

#[test]
fn formatting_elements_and_copies_keep_their_names() {
    let names: String = (0..NAMES).map(|number| format!("<x-{number}></x-{number}>")).collect();
    // Elements that do not take the fast path: one with many attributes, one in SVG, and one that is foster-parented.
    let attributes: String = (0..100).map(|number| format!(" a{number}")).collect();
    let page = format!("{names}<y-many{attributes}><svg><y-svg/></svg><table><y-foster>");
    let document = limpid::parse(&page);
    invariants::check(&document).unwrap();
    for name in ["y-many", "y-svg", "y-foster"] {
        assert_eq!(found(&document, name).len(), 1, "{name}");
    }
    let clone = document.clone();
    assert_eq!(clone.to_html(), document.to_html());
    let mut imported = Document::new_fragment();
    let body = imported.import(document.body().unwrap()).unwrap();
    imported.node_mut(imported.root().id()).unwrap().append(body).unwrap();
    invariants::check(&imported).unwrap();
    assert_eq!(imported.to_html(), document.body().unwrap().to_html());
}

/// Attribute names with far name numbers or far qualifiers, which are stored elsewhere.
#[test]
fn attributes_keep_prefixes_and_namespaces() {
    const NAMESPACES: usize = 16_500;
    let mut xml = "<r>".to_owned();
    for number in 0..NAMES {
        xml += &format!("<n l-{number}='{number}'/>");
    }
    for number in 0..NAMESPACES {
        let at = NAMES - NAMESPACES + number;
        xml += &format!("<p xmlns:q{number}='urn:{number}' q{number}:l-{at}='{at}' q{number}:a='b'/>");
    }
    xml += "</r>";
    let mut document = limpid::xml::parse(&xml);
    invariants::check(&document).unwrap();
    assert_eq!(document.to_xml(), xml.replace('\'', "\""));
    let root = document.document_element().unwrap();
    let elements: Vec<_> = root.children().filter(|child| child.local_name() == "p").map(NodeRef::id).collect();
    assert_eq!(elements.len(), NAMESPACES);
    for at in [0, 1, 16_000, 16_375, 16_376, 16_377, 16_378, NAMESPACES - 1] {
        let (name, url) = (format!("l-{}", NAMES - NAMESPACES + at), format!("urn:{at}"));
        let element = document.node(elements[at]).unwrap();
        let value = (NAMES - NAMESPACES + at).to_string();
        assert_eq!(element.attribute(&format!("q{at}:{name}")), Some(&*value));
        assert_eq!(element.attribute_ns(&url, &name), Some(&*value));
        assert_eq!(element.attribute_ns(&url, "a"), Some("b"));
        assert_eq!((element.attribute(&name), element.attribute("a")), (None, None));
        let attribute = element.attributes().find(|attribute| attribute.local_name() == name).unwrap();
        assert_eq!(attribute.namespace_url(), Some(&*url));
        assert_eq!(attribute.prefix(), Some(&*format!("q{at}")));
        let mut found = Vec::new();
        let number = document.name_number(&name).unwrap();
        let all = document.root().descendants();
        all.each_attribute_named(number, |element, slot, is_local| found.push((element.local_name(), slot, is_local)));
        assert_eq!(found, [("n", 0, true), ("p", 1, false)]);
        // Attributes are set, removed and set again.
        let qualified = format!("q{at}:{name}");
        document.node_mut(elements[at]).unwrap().set_attribute_ns(&*url, &qualified, "new").unwrap();
        let before = document.node(elements[at]).unwrap().attributes().len();
        document.node_mut(elements[at]).unwrap().remove_attribute(&qualified).unwrap();
        document.node_mut(elements[at]).unwrap().set_attribute_ns(&*url, &qualified, "last").unwrap();
        let element = document.node(elements[at]).unwrap();
        assert_eq!((element.attributes().len(), element.attribute_ns(&url, &name)), (before, Some("last")));
    }
    invariants::check(&document).unwrap();
    let written = document.to_xml();
    let mut imported = Document::new_fragment();
    let copy = imported.import(document.document_element().unwrap()).unwrap();
    imported.node_mut(imported.root().id()).unwrap().append(copy).unwrap();
    invariants::check(&imported).unwrap();
    assert_eq!(imported.root().first_child().unwrap().to_xml(), written);
    document.compact().unwrap();
    invariants::check(&document).unwrap();
    assert_eq!(document.to_xml(), written);
}

#[test]
fn names_are_changed_and_changed_back() {
    let source = source();
    let mut document = limpid::ParseOptions::new().spans(true).parse(&source);
    let id = |document: &Document<'_>, number: usize| found(document, &format!("x-{number}"))[0].id();
    let [near, far, also_far] = [5, NAMES - 2, NAMES - 1].map(|number| id(&document, number));
    let to = |a: usize, b: usize| source.replace(&format!("x-{a}>"), &format!("x-{b}>"));
    // Both are far names, which the record of the node cannot distinguish.
    document.node_mut(far).unwrap().rename(&format!("x-{}", NAMES - 1)).unwrap();
    assert_eq!(document.to_source().unwrap(), to(NAMES - 2, NAMES - 1));
    assert_eq!(found(&document, &format!("x-{}", NAMES - 1)).len(), 2);
    document.node_mut(far).unwrap().rename("x-5").unwrap();
    assert_eq!(document.to_source().unwrap(), to(NAMES - 2, 5));
    document.node_mut(far).unwrap().rename(&format!("x-{}", NAMES - 2)).unwrap();
    assert_eq!(document.to_source().unwrap(), source);
    document.node_mut(near).unwrap().rename(&format!("x-{}", NAMES - 1)).unwrap();
    assert_eq!(document.to_source().unwrap(), to(5, NAMES - 1));
    document.node_mut(near).unwrap().rename("b").unwrap();
    assert!(document.node(near).unwrap().is_html(LocalName::B));
    let copy = document.node_mut(also_far).unwrap().clone_subtree().unwrap();
    document.node_mut(also_far).unwrap().insert_after(copy).unwrap();
    invariants::check(&document).unwrap();
    assert_eq!(document.node(copy).unwrap().local_name(), format!("x-{}", NAMES - 1));
    let html = document.to_html();
    let renumbering = document.compact().unwrap();
    invariants::check(&document).unwrap();
    assert_eq!(document.to_html(), html);
    let far = renumbering.get(far).unwrap();
    assert_eq!(document.node(far).unwrap().local_name(), format!("x-{}", NAMES - 2));
}
