//! Nodes that would not survive serializing and parsing cannot be created.

use limpid::{Document, MutationError, NodeKind, NodeRef};

/// Returns all concatenations of up to `length` strings of an alphabet.
fn texts(alphabet: &[&str], length: u32) -> Vec<String> {
    let mut texts = vec![String::new()];
    let mut last = 0;
    for _ in 0..length {
        let from = last;
        last = texts.len();
        for at in from..last {
            texts.extend(alphabet.iter().map(|piece| format!("{}{piece}", texts[at])).collect::<Vec<_>>());
        }
    }
    texts
}

/// Returns the children of the body after a `p`, or of the root element in XML.
fn children(document: &Document<'_>) -> Vec<(NodeKind, String)> {
    let parent = document.body().or_else(|| document.document_element()).unwrap();
    let text = |node: NodeRef<'_>| match node.processing_instruction() {
        Some(instruction) => format!("{} {}", instruction.target, instruction.data),
        None => node.comment().or(node.text()).unwrap_or(node.local_name()).to_owned(),
    };
    parent.children().map(|node| (node.kind(), text(node))).collect()
}

#[test]
fn comments_are_accepted_exactly_if_they_round_trip() {
    for data in texts(&["-", "!", ">", "<", "a"], 6) {
        let read = limpid::parse(format!("<p></p><!--{data}-->"));
        let comes_back = children(&read)[1..] == [(NodeKind::Comment, data.clone())];
        let mut document = Document::new();
        let created = document.create_comment(&data);
        assert_eq!(created.is_ok(), comes_back, "{data:?}");
        assert!(created.is_ok() || created == Err(MutationError::InvalidComment));
        let comment = document.create_comment("").unwrap();
        assert_eq!(document.node_mut(comment).unwrap().set_text(&data).is_ok(), comes_back);
        assert_eq!(document.node_mut(comment).unwrap().set_text(&data).is_ok(), comes_back);
        let expected = if comes_back { &*data } else { "" };
        assert_eq!(document.node(comment).unwrap().comment(), Some(expected));
    }
}

#[test]
fn instructions_are_accepted_exactly_if_they_round_trip() {
    let targets =
        ["a", "A", "_", "é", "-", "0", ":", "xml", "XML", "xml-stylesheet", "a>", "a?", "a/", "a b", "a-_0", "", "?"];
    for target in targets {
        for data in texts(&["?", ">", " ", "a", "\""], 4) {
            let read = limpid::parse(format!("<p></p><?{target} {data}?>"));
            let comes_back = children(&read)[1..] == [(NodeKind::ProcessingInstruction, format!("{target} {data}"))];
            let created = Document::new().create_processing_instruction(target, &data);
            // A target that contains a space would be parsed as a shorter target with other data.
            assert_eq!(created.is_ok(), comes_back && !target.contains(' '), "{target:?} {data:?}");
            let read = limpid::xml::parse(format!("<p><p/><?{target} {data}?></p>"));
            let is_same =
                children(&read).get(1..) == Some(&[(NodeKind::ProcessingInstruction, format!("{target} {data}"))]);
            let created = Document::new_xml().create_processing_instruction(target, &data);
            assert!(is_same || created.is_err(), "XML: {target:?} {data:?}");
        }
    }
}

#[test]
fn elements_are_accepted_exactly_if_they_round_trip() {
    for name in texts(&["a", "B", "-", "/", ">", "<", " ", "\"", "=", "0", "é", ":", "\0", "!"], 3) {
        let mut document = Document::new();
        let read = limpid::parse(format!("<p></p><x-{name}></x-{name}>"));
        let tag = format!("x-{name}");
        let comes_back = children(&read)[1..] == [(NodeKind::Element, tag.to_ascii_lowercase())];
        assert_eq!(document.create_element(&tag).is_ok(), comes_back, "{tag:?}");
        let read = limpid::parse(format!("<p></p><{name}></{name}>"));
        let is_same = children(&read).get(1..) == Some(&[(NodeKind::Element, name.to_ascii_lowercase())]);
        let created = document.create_element(&name);
        assert!(is_same || created == Err(MutationError::InvalidName), "{name:?}");
        let element = document.create_element("p").unwrap();
        assert_eq!(document.node_mut(element).unwrap().rename(&name), created.map(drop));
    }
    assert_eq!(Document::new().create_element("img src=x onerror=alert(1)"), Err(MutationError::InvalidName));
    assert_eq!(Document::new_xml().create_element("a b"), Err(MutationError::InvalidName));
}

#[test]
fn a_doctype_that_ends_early_is_refused() {
    for id in texts(&["\"", "'", ">", "a"], 3) {
        let mut document = Document::new();
        for ids in [(Some(&*id), None), (None, Some(&*id)), (Some("a"), Some(&*id))] {
            let Ok(doctype) = document.create_doctype("html", ids.0, ids.1) else {
                assert!(id.contains('>') || id.contains('"') && id.contains('\''));
                continue;
            };
            let mut alone = document.clone();
            alone.node_mut(alone.root().id()).unwrap().append(doctype).unwrap();
            let mut markup = String::new();
            alone.root().write_html(&mut markup, &limpid::SerializeOptions::new().doctype_identifiers(true)).unwrap();
            let read = limpid::parse(markup.clone());
            let doctype = read.root().first_child().unwrap().doctype().unwrap();
            let given = |id: Option<&str>| id.unwrap_or_default().to_owned();
            assert_eq!((given(doctype.public_id), given(doctype.system_id)), (given(ids.0), given(ids.1)), "{markup}");
        }
    }
    for name in ["a b", "html>", "\0", "\t"] {
        assert_eq!(Document::new().create_doctype(name, None, None), Err(MutationError::InvalidDoctype), "{name:?}");
    }
}

#[test]
fn a_document_keeps_its_structure() {
    let refused = Err(MutationError::DocumentStructure);
    let mut document = limpid::parse("<!DOCTYPE html><p>x</p>").into_owned();
    let before = document.to_test_dump();
    let (root, html) = (document.root().id(), document.document_element().unwrap().id());
    let doctype = document.root().first_child().unwrap().id();
    let body = document.body().unwrap().id();
    let text = document.create_text("text").unwrap();
    let other = document.create_element("html").unwrap();
    let fragment = document.create_fragment().unwrap();
    document.node_mut(fragment).unwrap().append(text).unwrap();
    assert_eq!(document.node_mut(root).unwrap().append(fragment), refused);
    assert_eq!(document.node_mut(root).unwrap().append(text), refused);
    assert_eq!(document.node_mut(root).unwrap().prepend(other), refused);
    assert_eq!(document.node_mut(html).unwrap().insert_after(other), refused);
    assert_eq!(document.node_mut(html).unwrap().insert_after(doctype), refused);
    assert_eq!(document.node_mut(root).unwrap().prepend(html), refused);
    assert_eq!(document.node_mut(body).unwrap().append(doctype), refused);
    assert_eq!(document.node_mut(body).unwrap().append_children(root), Err(MutationError::Cycle));
    assert_eq!(document.node_mut(root).unwrap().append_children(body), refused);
    assert_eq!(document.node_mut(html).unwrap().replace_with_children(), refused);
    assert_eq!(document.node_mut(html).unwrap().replace_with(text), refused);
    assert_eq!(document.node_mut(doctype).unwrap().wrap("html").map(drop), refused);
    let second = document.create_doctype("html", None, None).unwrap();
    assert_eq!(document.node_mut(root).unwrap().prepend(second), refused);
    assert_eq!(document.to_test_dump(), before);
    // The element and the doctype may be replaced, and comments may be added.
    document.node_mut(doctype).unwrap().replace_with(second).unwrap();
    document.node_mut(html).unwrap().replace_with(other).unwrap();
    document.node_mut(other).unwrap().wrap("html").unwrap();
    let comment = document.create_comment("c").unwrap();
    document.node_mut(root).unwrap().append(comment).unwrap();
    document.node_mut(root).unwrap().prepend(second).unwrap();
    assert_eq!(document.root().children().count(), 3);
    limpid_dom::invariants::check(&document).unwrap();
}
