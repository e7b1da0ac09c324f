//! Every iterator and step through a document: forwards, backwards, and from both ends until they meet.

use limpid_dom::{Document, Edge, LocalName, Namespace, NodeRef, View};

/// `<main id=m><!--c-->one<b>two<i>three</i></b><hr>four<template><u>five</u></template></main>`
fn page() -> Document<'static> {
    let mut document = Document::new();
    let root = document.root().id();
    let main = document.create_element("main").unwrap();
    document.node_mut(main).unwrap().set_attribute("id", "m").unwrap();
    document.node_mut(root).unwrap().append(main).unwrap();
    let comment = document.create_comment("c").unwrap();
    document.node_mut(main).unwrap().append(comment).unwrap();
    let add = |document: &mut Document<'_>, parent, name: &str, text: &str| {
        let element = document.create_element(name).unwrap();
        document.node_mut(parent).unwrap().append(element).unwrap();
        let text = document.create_text(text).unwrap();
        document.node_mut(element).unwrap().append(text).unwrap();
        element
    };
    let one = document.create_text("one").unwrap();
    document.node_mut(main).unwrap().append(one).unwrap();
    let b = add(&mut document, main, "b", "two");
    add(&mut document, b, "i", "three");
    let rule = document.create_element("hr").unwrap();
    document.node_mut(main).unwrap().append(rule).unwrap();
    let four = document.create_text("four").unwrap();
    document.node_mut(main).unwrap().append(four).unwrap();
    let template = document.create_element("template").unwrap();
    document.node_mut(main).unwrap().append(template).unwrap();
    let contents = document.node(template).unwrap().template_contents().unwrap().id();
    add(&mut document, contents, "u", "five");
    document
}

fn name(node: NodeRef<'_>) -> String {
    match node.view() {
        View::Element(element) => element.local_name().into(),
        View::Text(text) => text.into(),
        View::Comment(data) => format!("!{data}"),
        View::Document => "#".into(),
        View::TemplateContents(template) => format!("in {}", template.local_name()),
        other => format!("{other:?}"),
    }
}

fn names<'d>(nodes: impl Iterator<Item = NodeRef<'d>>) -> String {
    nodes.map(name).collect::<Vec<_>>().join(" ")
}

/// Takes items from either end in every order, given by the bits of a number. The items are always the same, and then both ends return `None`.
fn from_both_ends<T: Clone + PartialEq + std::fmt::Debug>(iterator: impl DoubleEndedIterator<Item = T> + Clone) {
    let all: Vec<T> = iterator.clone().collect();
    assert!(all.len() < 20);
    for bits in 0..1_u32 << all.len() {
        let mut iterator = iterator.clone();
        let (mut front, mut back) = (Vec::new(), Vec::new());
        for i in 0..all.len() {
            if bits >> i & 1 == 0 {
                front.extend(iterator.next());
            } else {
                back.extend(iterator.next_back());
            }
        }
        assert_eq!((iterator.next(), iterator.next_back(), iterator.next()), (None, None, None));
        front.extend(back.into_iter().rev());
        assert_eq!(front, all);
    }
}

#[test]
fn siblings_and_elements() {
    let document = page();
    let main = document.element_by_id("m").unwrap();
    assert_eq!(main, document.document_element().unwrap());
    assert_eq!(names(main.children()), "!c one b hr four template");
    assert_eq!(names(main.children().rev()), "template four hr b one !c");
    assert_eq!(names(main.child_elements()), "b hr template");
    let b = main.first_element_child().unwrap();
    assert_eq!(name(main.last_element_child().unwrap()), "template");
    assert_eq!(names(b.next_siblings()), "hr four template");
    assert_eq!(names(b.previous_siblings()), "one !c");
    assert_eq!(names(b.previous_siblings().rev()), "!c one");
    assert_eq!(name(b.next_element_sibling().unwrap()), "hr");
    assert_eq!(b.previous_element_sibling(), None);
    assert_eq!(names(main.next_siblings()) + &names(main.previous_siblings()), "");
    assert_eq!(names(document.root().previous_siblings()) + &names(document.root().next_siblings()), "");
    from_both_ends(main.children());
    from_both_ends(main.child_elements());
    from_both_ends(b.next_siblings());
    from_both_ends(b.previous_siblings());
}

#[test]
fn descendants_and_ancestors() {
    let document = page();
    assert_eq!(names(document.descendants()), "main !c one b two i three hr four template");
    from_both_ends(document.descendants());
    from_both_ends(document.element_by_id("m").unwrap().attributes().map(|it| it.value()));
    let three = document.descendants().find(|node| node.text() == Some("three")).unwrap();
    assert_eq!(names(three.ancestors()), "i b main #");
    let b = three.parent().unwrap().parent().unwrap();
    assert!(b.contains(three) && b.contains(b) && !three.contains(b) && document.root().contains(three));
    let copy = document.clone();
    assert!(!copy.root().contains(three));
    let five = document.descendants().last().unwrap().template_contents().unwrap().first_child().unwrap();
    assert_eq!(names(five.ancestors()), "in template");
    assert!(five.is_connected() && !document.root().contains(five));
}

#[test]
fn an_empty_id_counts_as_no_id() {
    let mut document = page();
    let main = document.document_element().unwrap().id();
    document.node_mut(main).unwrap().set_attribute("id", "").unwrap();
    assert!(document.element_by_id("").is_none() && document.node(main).unwrap().element_id().is_none());
    document.node_mut(main).unwrap().set_attribute("id", " ").unwrap();
    assert_eq!(document.element_by_id(" ").map(NodeRef::id), Some(main));
}

#[test]
fn entering_and_leaving() {
    let document = page();
    let b = document.descendants().find(|node| node.local_name() == "b").unwrap();
    let events_of = |events: &mut dyn Iterator<Item = Edge<'_>>| {
        let names = events.map(|event| match event {
            Edge::Enter(node) => name(node),
            Edge::Leave(node) => format!("/{}", name(node)),
        });
        names.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(events_of(&mut b.traverse()), "b two /two i three /three /i /b");
    assert_eq!(events_of(&mut b.traverse().rev()), "/b /i /three three i /two two b");
    from_both_ends(b.traverse());
    // `skip_children` at `i` also works if the back has already taken events of `i`.
    for taken in 0..5 {
        let mut events = b.traverse();
        let mut rest = b.traverse();
        for _ in 0..taken {
            events.next_back();
            rest.next_back();
        }
        while let Some(event) = events.next() {
            assert!(event.node().text() != Some("three"));
            if matches!(event, Edge::Enter(node) if node.local_name() == "i") {
                events.skip_children();
            }
        }
    }
    let mut events = b.traverse();
    events.next();
    events.skip_children();
    assert_eq!(events_of(&mut events), "/b");
}

#[test]
fn views() {
    let mut document = page();
    let doctype = document.create_doctype("html", None, None).unwrap();
    let instruction = document.create_processing_instruction("go", "on").unwrap();
    let fragment = document.create_fragment().unwrap();
    let svg = document.create_element_ns(Namespace::Svg, "svg").unwrap();
    let view = |id| document.node(id).unwrap().view();
    assert!(matches!(view(doctype), View::Doctype(doctype) if doctype.name == "html"));
    assert!(matches!(view(instruction), View::ProcessingInstruction(it) if (it.target, it.data) == ("go", "on")));
    assert_eq!(view(fragment), View::DocumentFragment);
    let View::Element(element) = view(svg) else { panic!("no element") };
    assert_eq!((element.name(), element.namespace(), element.id()), (LocalName::SVG, Namespace::Svg, svg));
    assert!(!document.node(fragment).unwrap().is_element());
    assert!(!document.node(svg).unwrap().is_connected());
}

#[test]
fn attributes() {
    let mut document = Document::new();
    let node = document.create_element_ns(Namespace::Svg, "a").unwrap();
    document.node_mut(node).unwrap().set_attribute_ns(Namespace::XLink, "xlink:href", "#one").unwrap();
    document.node_mut(node).unwrap().set_attribute("href", "#two").unwrap();
    document.node_mut(node).unwrap().set_attribute("class", " a b\ta ").unwrap();
    document.node_mut(node).unwrap().set_attribute("id", "x").unwrap();
    let read = document.node(node).unwrap();
    assert_eq!(
        format!("{:?}", read.attributes()),
        "[xlink:href=\"#one\", href=\"#two\", class=\" a b\\ta \", id=\"x\"]"
    );
    assert_eq!(
        read.attributes().map(|it| it.qualified_name()).collect::<Vec<_>>(),
        ["xlink:href", "href", "class", "id"]
    );
    assert_eq!(read.attribute("xlink:href"), Some("#one"));
    assert_eq!(read.attribute_ns(Namespace::XLink, "href"), Some("#one"));
    assert_eq!(read.attribute_ns(Namespace::None, "href"), Some("#two"));
    assert_eq!(read.attribute_ns(Namespace::Xml, "href"), None);
    assert_eq!(read.classes().collect::<Vec<_>>(), ["a", "b", "a"]);
    assert!(read.has_class("b") && !read.has_class("B"));
    assert_eq!(read.element_id(), Some("x"));
    assert!(!read.had_duplicate_attribute());

    // A changed attribute keeps its position, and a new one is added at the end.
    document.node_mut(node).unwrap().set_attribute("href", "#three").unwrap();
    assert_eq!(document.node_mut(node).unwrap().remove_attribute_ns(Namespace::XLink, "href"), Ok(true));
    assert_eq!(document.node_mut(node).unwrap().remove_attribute_ns(Namespace::XLink, "href"), Ok(false));
    document.node_mut(node).unwrap().set_attribute("id", "").unwrap();
    document.node_mut(node).unwrap().set_attribute("Case", "").unwrap();
    assert_eq!(document.node_mut(node).unwrap().add_class("c"), Ok(true));
    let read = document.node(node).unwrap();
    assert_eq!(format!("{:?}", read.attributes()), "[href=\"#three\", class=\"a b c\", id=\"\", Case=\"\"]");
    assert_eq!(read.element_id(), None);
    assert!(document.node_mut(node).unwrap().set_attribute_ns(Namespace::XmlNs, "x", "").is_err());
    assert!(
        document.node_mut(node).unwrap().add_class("a b").is_err()
            && document.node_mut(node).unwrap().remove_class("").is_err()
    );
}

#[test]
fn texts_are_the_parts_of_the_text_content() {
    let document = page();
    assert_eq!(document.root().texts().collect::<Vec<_>>(), ["one", "two", "three", "four"]);
    for node in document.descendants() {
        assert_eq!(node.texts().collect::<String>(), node.text_content());
    }
    let one = document.descendants().find(|node| node.text().is_some()).unwrap();
    assert_eq!(one.texts().collect::<Vec<_>>(), ["one"]);
}

#[test]
fn positions_agree_with_tree_order() {
    use std::cmp::Ordering;
    let mut document = Document::new_fragment();
    let root = document.root().id();
    let mut elements = vec![root];
    // Each node becomes the first or last child of an earlier node, so that ids are not in tree order.
    for number in 0..60_usize {
        let element = document.create_element("p").unwrap();
        let parent = elements[number * 7919 % elements.len()];
        match number % 3 {
            0 => document.node_mut(parent).unwrap().prepend(element).unwrap(),
            _ => document.node_mut(parent).unwrap().append(element).unwrap(),
        }
        elements.push(element);
    }
    let detached = document.create_element("p").unwrap();
    let all: Vec<_> = document.root().inclusive_descendants().collect();
    assert_eq!(all.len(), 61);
    for (at, &one) in all.iter().enumerate() {
        for (other_at, &other) in all.iter().enumerate() {
            assert_eq!(one.compare_position(other), Some(at.cmp(&other_at)));
            let between: Vec<_> = one.nodes_until(other).collect();
            let end = if other_at > at { other_at } else { all.len() };
            assert_eq!(between, all[at + 1..end]);
        }
        assert_eq!(one.compare_position(document.node(detached).unwrap()), None);
        assert_eq!(one.depth(), one.inclusive_ancestors().count() - 1);
        if let Some(parent) = one.parent() {
            assert_eq!(parent.children().nth(one.index()), Some(one));
            assert_eq!(parent.compare_position(one), Some(Ordering::Less));
        }
    }
    let copy = document.clone();
    assert!(copy.root().is_equal_node(document.root()));
    assert_eq!(copy.root().compare_position(document.root()), None);
}

#[test]
fn nodes_are_equal_by_content() {
    let build = |name: &str, attributes: &[(&str, &str)], text: &str, comment: &str| {
        let mut document = Document::new_fragment();
        let element = document.create_element(name).unwrap();
        for (name, value) in attributes {
            document.node_mut(element).unwrap().set_attribute(name, value).unwrap();
        }
        document.node_mut(document.root().id()).unwrap().append(element).unwrap();
        let text = document.create_text(text).unwrap();
        document.node_mut(element).unwrap().append(text).unwrap();
        let comment = document.create_comment(comment).unwrap();
        document.node_mut(element).unwrap().append(comment).unwrap();
        document
    };
    let one = build("p", &[("a", "1"), ("b", "2")], "text", "note");
    let is_equal = |other: Document<'_>| one.root().is_equal_node(other.root());
    assert!(is_equal(build("p", &[("b", "2"), ("a", "1")], "text", "note")));
    assert!(!is_equal(build("b", &[("b", "2"), ("a", "1")], "text", "note")));
    assert!(!is_equal(build("p", &[("b", "2")], "text", "note")));
    assert!(!is_equal(build("p", &[("b", "2"), ("a", "3")], "text", "note")));
    assert!(!is_equal(build("p", &[("b", "2"), ("c", "1")], "text", "note")));
    assert!(!is_equal(build("p", &[("b", "2"), ("a", "1")], "other", "note")));
    assert!(!is_equal(build("p", &[("b", "2"), ("a", "1")], "text", "other")));
    let mut more = build("p", &[("a", "1"), ("b", "2")], "text", "note");
    let text = more.create_text("").unwrap();
    more.node_mut(more.root().id()).unwrap().append(text).unwrap();
    assert!(!is_equal(more));
}
