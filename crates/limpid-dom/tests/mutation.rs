//! Changes documents and reads them with every method.

use limpid_dom::{Document, Edge, MutationError, Namespace, NodeId, NodeKind, NodeRef, QuirksMode, invariants};
use limpid_pages::Random;

fn list() -> (Document<'static>, NodeId, Vec<NodeId>) {
    let mut document = Document::new();
    let list = document.create_element("UL").unwrap();
    document.node_mut(document.root().id()).unwrap().append(list).unwrap();
    let items = ["one", "two", "three"].map(|text| {
        let item = document.create_element("li").unwrap();
        let text = document.create_text(text).unwrap();
        document.node_mut(item).unwrap().append(text).unwrap();
        document.node_mut(list).unwrap().append(item).unwrap();
        item
    });
    (document, list, items.to_vec())
}

#[test]
fn every_kind_of_node() {
    let mut document = Document::default();
    let root = document.root().id();
    let doctype = document.create_doctype("html", Some("p"), None).unwrap();
    let comment = document.create_comment("c").unwrap();
    let instruction = document.create_processing_instruction("go", "name='x' b=\"&lt;\"").unwrap();
    let svg = document.create_element_ns(Namespace::Svg, "foreignObject").unwrap();
    for node in [doctype, comment, instruction, svg] {
        document.node_mut(root).unwrap().append(node).unwrap();
    }
    let expected = "| <!DOCTYPE html \"p\" \"\">\n| <!-- c -->\n| <?go name='x' b=\"&lt;\"?>\n| <svg foreignObject>\n";
    assert_eq!(document.to_test_dump(), expected);
    let go = document.node(instruction).unwrap().processing_instruction().unwrap();
    assert_eq!(go.attribute("name").as_deref(), Some("x"));
    assert_eq!(go.attribute("b").as_deref(), Some("<"));
    assert_eq!(go.attribute("B"), None);
    document.node_mut(instruction).unwrap().set_text("name").unwrap();
    document.node_mut(comment).unwrap().set_text("changed").unwrap();
    assert_eq!(document.node(instruction).unwrap().processing_instruction().unwrap().attribute("name"), None);
    assert_eq!(document.node(comment).unwrap().comment(), Some("changed"));
    assert_eq!(document.node_mut(doctype).unwrap().set_text("x"), Err(MutationError::WrongKind));
    assert_eq!(document.node(doctype).unwrap().doctype().unwrap().public_id, Some("p"));
    assert_eq!(document.encoding(), None);
    assert_eq!(limpid::parse_bytes(b"<meta charset=utf-8>").clone().encoding(), Some("UTF-8"));
    invariants::check(&document).unwrap();
}

#[test]
fn moving() {
    let (mut document, list, items) = list();
    document.node_mut(items[0]).unwrap().insert_before(items[2]).unwrap();
    document.node_mut(list).unwrap().append(items[0]).unwrap();
    assert_eq!(document.to_html(), "<ul><li>three</li><li>two</li><li>one</li></ul>");
    document.node_mut(items[0]).unwrap().insert_before(items[0]).unwrap();
    document.node_mut(items[1]).unwrap().remove().unwrap();
    document.node_mut(items[1]).unwrap().remove().unwrap();
    assert_eq!(document.to_html(), "<ul><li>three</li><li>one</li></ul>");
    assert_eq!(document.node(items[1]).unwrap().text_content(), "two");

    let fragment = document.create_fragment().unwrap();
    for name in ["a", "b"] {
        let element = document.create_element(name).unwrap();
        document.node_mut(fragment).unwrap().append(element).unwrap();
    }
    document.node_mut(items[0]).unwrap().insert_before(fragment).unwrap();
    document.node_mut(fragment).unwrap().append(items[1]).unwrap();
    document.node_mut(list).unwrap().append(fragment).unwrap();
    assert_eq!(document.to_html(), "<ul><li>three</li><a></a><b></b><li>one</li><li>two</li></ul>");
    assert_eq!(document.node(fragment).unwrap().first_child(), None);
    invariants::check(&document).unwrap();
}

#[test]
fn rejects_changes_that_would_break_the_tree() {
    let (mut document, list, items) = list();
    let before = document.to_test_dump();
    let root = document.root().id();
    let text = document.node(items[0]).unwrap().first_child().unwrap().id();
    let template = document.create_element("template").unwrap();
    let contents = document.node(template).unwrap().template_contents().unwrap().id();
    let foreign_id = Document::new().create_element("p").unwrap();
    let detached = document.create_element("p").unwrap();
    assert_eq!(document.node_mut(list).unwrap().append(list), Err(MutationError::Cycle));
    assert_eq!(document.node_mut(items[0]).unwrap().append(list), Err(MutationError::Cycle));
    assert_eq!(document.node_mut(text).unwrap().insert_before(list), Err(MutationError::Cycle));
    assert_eq!(document.node_mut(contents).unwrap().append(template), Err(MutationError::Cycle));
    assert_eq!(document.node_mut(list).unwrap().append(root), Err(MutationError::WrongKind));
    assert_eq!(document.node_mut(list).unwrap().append(contents), Err(MutationError::WrongKind));
    assert_eq!(document.node_mut(text).unwrap().append(items[1]), Err(MutationError::WrongKind));
    assert_eq!(document.node_mut(list).unwrap().append(foreign_id), Err(MutationError::WrongDocument));
    assert_eq!(document.node_mut(foreign_id).and_then(|mut node| node.append(list)), Err(MutationError::WrongDocument));
    assert_eq!(document.node_mut(foreign_id).and_then(|mut node| node.remove()), Err(MutationError::WrongDocument));
    assert_eq!(document.node_mut(detached).unwrap().insert_before(items[0]), Err(MutationError::NoParent));
    assert_eq!(document.node_mut(text).unwrap().set_attribute("a", ""), Err(MutationError::WrongKind));
    for name in ["", "a b", "a=b", "a>", "a/", "a\0", "\t"] {
        assert_eq!(
            document.node_mut(list).unwrap().set_attribute(name, ""),
            Err(MutationError::InvalidName),
            "{name:?}"
        );
    }
    assert!(document.node(foreign_id).is_none());
    assert_eq!(document.to_test_dump(), before);
    document.node_mut(contents).unwrap().append(list).unwrap();
    document.node_mut(root).unwrap().append(template).unwrap();
    assert_eq!(document.node_mut(items[0]).unwrap().append(template), Err(MutationError::Cycle));
    invariants::check(&document).unwrap();
}

#[test]
fn keeping_attributes() {
    let (mut document, list, _) = list();
    for number in 0..=500 {
        document
            .node_mut(list)
            .unwrap()
            .set_attribute(&format!("{}{number}", if number % 2 == 0 { "on" } else { "x" }), "v")
            .unwrap();
    }
    let before = document.node(list).unwrap().attributes().count();
    assert_eq!(document.node_mut(list).unwrap().retain_attributes(|_| true), Ok(false));
    assert_eq!(
        document.node_mut(list).unwrap().retain_attributes(|attribute| !attribute.local_name().starts_with("on")),
        Ok(true)
    );
    invariants::check(&document).unwrap();
    let element = document.node(list).unwrap();
    assert_eq!(element.attributes().count(), before - 251);
    assert!(element.attributes().all(|attribute| attribute.local_name().starts_with('x')));
    assert_eq!((element.attribute("x499"), element.attribute("on500")), (Some("v"), None));
    document.node_mut(list).unwrap().set_attribute("on1", "again").unwrap();
    assert_eq!(document.node(list).unwrap().attributes().next_back().unwrap().local_name(), "on1");
    assert_eq!(document.node_mut(list).unwrap().retain_attributes(|_| false), Ok(true));
    assert_eq!(document.node(list).unwrap().attributes().len(), 0);
    invariants::check(&document).unwrap();
    let text = document.create_text("x").unwrap();
    assert_eq!(document.node_mut(text).unwrap().retain_attributes(|_| true), Err(MutationError::WrongKind));
}

#[test]
fn attributes() {
    let (mut document, list, _) = list();
    document.node_mut(list).unwrap().set_attribute("CLASS", "a").unwrap();
    document.node_mut(list).unwrap().set_attribute("x-b", "b").unwrap();
    document.node_mut(list).unwrap().set_attribute("class", "longer").unwrap();
    let shown: Vec<String> = document.node(list).unwrap().attributes().map(|a| format!("{a:?}")).collect();
    assert_eq!(shown, [r#"class="longer""#, r#"x-b="b""#]);
    assert_eq!(document.node_mut(list).unwrap().remove_attribute("class"), Ok(true));
    assert_eq!(document.node_mut(list).unwrap().remove_attribute("class"), Ok(false));
    assert_eq!(document.node(list).unwrap().attributes().len(), 1);
    assert!(document.node(list).unwrap().has_attribute("x-b"));
    let svg = document.create_element_ns(Namespace::Svg, "svg").unwrap();
    document.node_mut(svg).unwrap().set_attribute("viewBox", "0").unwrap();
    assert_eq!(document.node(svg).unwrap().attribute("viewBox"), Some("0"));

    for count in 0..600 {
        document.node_mut(list).unwrap().set_attribute(&format!("n{count}"), "v").unwrap();
        document.node_mut(svg).unwrap().set_attribute(&format!("n{count}"), "v").unwrap();
    }
    invariants::check(&document).unwrap();
    for count in (0..600).filter(|count| count % 7 != 0) {
        document.node_mut(list).unwrap().remove_attribute(&format!("n{count}")).unwrap();
    }
    assert_eq!(document.node(list).unwrap().attributes().len(), 1 + 86);
    assert_eq!(document.node(list).unwrap().attribute("n595"), Some("v"));
    assert_eq!(document.node(svg).unwrap().attributes().len(), 601);
    invariants::check(&document).unwrap();
}

/// The simplest possible tree, as the model to compare with.
#[derive(Default, Clone)]
struct Model {
    children: Vec<Vec<usize>>,
    parent: Vec<Option<usize>>,
}

impl Model {
    fn is_inside(&self, mut node: usize, top: usize) -> bool {
        while node != top {
            let Some(parent) = self.parent[node] else { return false };
            node = parent;
        }
        true
    }

    fn detach(&mut self, node: usize) {
        if let Some(parent) = self.parent[node].take() {
            self.children[parent].retain(|&child| child != node);
        }
    }

    fn in_order(&self, top: usize, order: &mut Vec<usize>) {
        for &child in &self.children[top] {
            order.push(child);
            self.in_order(child, order);
        }
    }
}

#[test]
fn random_changes_against_a_plain_tree() {
    let mut random = Random::new(0x2545_f491_4f6c_dd1d);
    for _ in 0..200 {
        let mut document = Document::new_fragment();
        let mut ids = vec![document.root().id()];
        let mut model = Model { children: vec![Vec::new()], parent: vec![None] };
        for _ in 0..100 {
            let (one, other) = (random.below(ids.len()), random.below(ids.len()));
            match random.below(5) {
                0 | 1 => {
                    ids.push(document.create_element("p").unwrap());
                    model.children.push(Vec::new());
                    model.parent.push(None);
                    document.node_mut(ids[one]).unwrap().append(ids[ids.len() - 1]).unwrap();
                    model.children[one].push(ids.len() - 1);
                    model.parent[ids.len() - 1] = Some(one);
                }
                2 => {
                    let done = document.node_mut(ids[one]).unwrap().append(ids[other]);
                    let allowed = other != 0 && !model.is_inside(one, other);
                    assert_eq!(done.is_ok(), allowed);
                    if allowed {
                        model.detach(other);
                        model.children[one].push(other);
                        model.parent[other] = Some(one);
                    }
                }
                3 => {
                    let done = document.node_mut(ids[one]).unwrap().insert_before(ids[other]);
                    let parent = model.parent[one];
                    let allowed = other != 0 && parent.is_some_and(|parent| !model.is_inside(parent, other));
                    assert_eq!(done.is_ok(), allowed);
                    if allowed && one != other {
                        model.detach(other);
                        let siblings = &mut model.children[parent.unwrap()];
                        let at = siblings.iter().position(|&child| child == one).unwrap();
                        siblings.insert(at, other);
                        model.parent[other] = parent;
                    }
                }
                _ => {
                    document.node_mut(ids[one]).unwrap().remove().unwrap();
                    model.detach(one);
                }
            }
        }
        invariants::check(&document).unwrap();
        for (index, &id) in ids.iter().enumerate() {
            let node = document.node(id).unwrap();
            let mut order = Vec::new();
            model.in_order(index, &mut order);
            let expected: Vec<NodeId> = order.iter().map(|&index| ids[index]).collect();
            check_iterator(node.descendants(), &expected, &mut random);
            let children: Vec<NodeId> = model.children[index].iter().map(|&index| ids[index]).collect();
            check_iterator(node.children(), &children, &mut random);
            let entered = |event| match event {
                Edge::Enter(node) => Some(node),
                Edge::Leave(_) => None,
            };
            assert!(node.traverse().filter_map(entered).skip(1).map(NodeRef::id).eq(expected.iter().copied()));
            assert_eq!(node.traverse().count(), 2 * (expected.len() + 1));
        }
    }
}

/// Checks that an iterator returns the same nodes forwards, backwards, and when taken from both ends.
fn check_iterator<'d>(
    nodes: impl DoubleEndedIterator<Item = NodeRef<'d>> + Clone,
    expected: &[NodeId],
    random: &mut Random,
) {
    assert!(nodes.clone().map(NodeRef::id).eq(expected.iter().copied()));
    assert!(nodes.clone().rev().map(NodeRef::id).eq(expected.iter().rev().copied()));
    let mut nodes = nodes;
    let mut expected = expected.iter().copied();
    loop {
        let (got, wanted) = if random.below(2) == 0 {
            (nodes.next(), expected.next())
        } else {
            (nodes.next_back(), expected.next_back())
        };
        assert_eq!(got.map(NodeRef::id), wanted);
        if wanted.is_none() {
            assert!(nodes.next().is_none() && nodes.next_back().is_none());
            return;
        }
    }
}

#[test]
fn skipping_children() {
    let (document, ..) = list();
    let mut traverse = document.root().traverse();
    let mut seen = String::new();
    while let Some(event) = traverse.next() {
        match event {
            Edge::Enter(node) => {
                seen.push_str(if node.kind() == NodeKind::Text { "text" } else { node.local_name() });
                seen.push(' ');
                if node.text_content() == "two" {
                    traverse.skip_children();
                }
            }
            Edge::Leave(node) => {
                seen.push('/');
                seen.push_str(node.local_name());
                seen.push(' ');
                traverse.skip_children();
            }
        }
    }
    assert_eq!(seen, " ul li text / /li li /li li text / /li /ul / ");
}

/// An id belongs to one document, whatever its number.
#[test]
fn rejects_ids_of_other_documents() {
    let (mut document, list, _) = list();
    let before = document.to_test_dump();
    let mut other = document_of_the_same_shape();
    let foreign_ids: Vec<_> = core::iter::once(other.root()).chain(other.descendants()).map(NodeRef::id).collect();
    assert_eq!(foreign_ids[1].get(), list.get());
    for &foreign_id in &foreign_ids {
        assert!(document.node(foreign_id).is_none());
        for outcome in [
            document.node_mut(foreign_id).and_then(|mut node| node.append(list)),
            document.node_mut(list).unwrap().append(foreign_id),
            document.node_mut(list).unwrap().insert_before(foreign_id),
            document.node_mut(foreign_id).and_then(|mut node| node.insert_before(list)),
            document.node_mut(list).unwrap().insert_after(foreign_id),
            document.node_mut(list).unwrap().prepend(foreign_id),
            document.node_mut(foreign_id).and_then(|mut node| node.prepend(list)),
            document.node_mut(list).unwrap().replace_with(foreign_id),
            document.node_mut(foreign_id).and_then(|mut node| node.replace_with(list)),
            document.node_mut(foreign_id).and_then(|mut node| node.wrap("b").map(drop)),
            document.node_mut(foreign_id).and_then(|mut node| node.replace_with_children()),
            document.node_mut(list).unwrap().append_children(foreign_id),
            document.node_mut(foreign_id).and_then(|mut node| node.append_children(list)),
            document.node_mut(foreign_id).and_then(|mut node| node.remove_children()),
            document.node_mut(foreign_id).and_then(|mut node| node.remove()),
            document.node_mut(foreign_id).and_then(|mut node| node.remove()),
            document.node_mut(foreign_id).and_then(|mut node| node.rename("p")),
            document.node_mut(foreign_id).and_then(|mut node| node.set_text("x")),
            document.node_mut(foreign_id).and_then(|mut node| node.set_attribute("a", "b")),
            document.node_mut(foreign_id).and_then(|mut node| node.remove_attribute("a")).map(drop),
            document.node_mut(foreign_id).and_then(|mut node| node.clone_subtree()).map(drop),
        ] {
            assert_eq!(outcome, Err(MutationError::WrongDocument));
        }
    }
    invariants::check(&document).unwrap();
    assert_eq!(document.to_test_dump(), before);

    // `import` copies nodes of another document.
    let copy = document.import(other.node(foreign_ids[1]).unwrap()).unwrap();
    document.node_mut(list).unwrap().append(copy).unwrap();
    // The nodes of a clone have the same ids, also after `into_owned`.
    let clone = document.clone().into_owned();
    assert_eq!(clone.node(copy).unwrap().parent().unwrap().id(), list);
    // `compact` changes all ids.
    let ids = other.compact().unwrap();
    assert!(other.node(foreign_ids[1]).is_none());
    assert_eq!(other.node(ids.get(foreign_ids[1]).unwrap()).unwrap().local_name(), "ul");
    assert_eq!(ids.get(list), None);
    assert_eq!(
        other.node_mut(foreign_ids[1]).and_then(|mut node| node.append(foreign_ids[2])),
        Err(MutationError::WrongDocument)
    );
}

fn document_of_the_same_shape() -> Document<'static> {
    list().0
}

/// Compares an element with hundreds of attributes, which are changed at random, with a plain list.
#[test]
fn many_attributes_one_by_one() {
    const URLS: [&str; 3] = ["", "urn:a", "http://www.w3.org/1999/xlink"];
    let mut random = Random::new(0x1a57_0000_1234_5678);
    let mut below = |limit: usize| random.below(limit);
    let mut document = Document::new_xml();
    let mut element = document.create_element("p").unwrap();
    let root = document.root().id();
    document.node_mut(root).unwrap().append(element).unwrap();
    // The attributes of a second element must not change.
    let neighbour = document.node_mut(element).unwrap().clone_subtree().unwrap();
    document.node_mut(neighbour).unwrap().set_attribute("a", "b").unwrap();
    let neighbour = document.import(document.clone().node(neighbour).unwrap()).unwrap();
    document.node_mut(element).unwrap().append(neighbour).unwrap();
    let mut model: Vec<(&str, String, String)> = Vec::new();
    for round in 0..12_000 {
        // The number of attributes grows and shrinks past the limits at which their storage changes.
        let wanted = [700, 200, 400, 20, 256, 250][round / 2000];
        let grows = model.len() < wanted || below(8) == 0;
        let (url, local) = (URLS[below(3)], format!("n{}", below(300)));
        let prefix = ["", "p:", "xlink:"][URLS.iter().position(|one| *one == url).unwrap()];
        let qualified = format!("{prefix}{local}");
        let at = |model: &[(&str, String, String)]| model.iter().position(|(a, b, _)| *a == url && *b == local);
        match (grows, below(2)) {
            (true, how) => {
                let value = format!("{round}");
                match (how, prefix) {
                    (0, "") => document.node_mut(element).unwrap().set_attribute(&local, &value).unwrap(),
                    _ => document.node_mut(element).unwrap().set_attribute_ns(url, &qualified, &value).unwrap(),
                }
                match at(&model) {
                    Some(at) => model[at].2 = value,
                    None => model.push((url, local.clone(), value)),
                }
            }
            (false, how) => {
                let was_there = match how {
                    0 => document.node_mut(element).unwrap().remove_attribute(&qualified).unwrap(),
                    _ => document.node_mut(element).unwrap().remove_attribute_ns(url, &local).unwrap(),
                };
                assert_eq!(was_there, at(&model).is_some(), "round {round}");
                model.retain(|(a, b, _)| !(*a == url && *b == local));
            }
        }
        match below(700) {
            0 => {
                let copy = document.node_mut(element).unwrap().clone_subtree().unwrap();
                document.node_mut(element).unwrap().replace_with(copy).unwrap();
                element = copy;
            }
            1 => element = document.compact().unwrap().get(element).unwrap(),
            2 => {
                document
                    .node_mut(element)
                    .unwrap()
                    .retain_attributes(|attribute| !attribute.local_name().ends_with('7'))
                    .unwrap();
                model.retain(|(_, local, _)| !local.ends_with('7'));
            }
            _ => {}
        }
        let read = document.node(element).unwrap();
        assert_eq!(read.attributes().len(), model.len(), "round {round}");
        if round % 50 == 0 {
            invariants::check(&document).unwrap();
            let found: Vec<_> = read
                .attributes()
                .map(|one| {
                    (one.namespace_url().unwrap_or_default(), one.local_name().to_string(), one.value().to_string())
                })
                .collect();
            assert_eq!(found, model, "round {round}");
            assert!(read.attributes().rev().map(|one| one.value()).eq(model.iter().rev().map(|one| one.2.as_str())));
            assert_eq!(read.first_child().unwrap().attribute("a"), Some("b"));
        }
    }
}

/// The check for cycles walks up from the parent and through the inserted subtree at the same time, and stops when either walk ends.
#[test]
fn rejects_cycles() {
    let mut document = Document::new();
    let chain: Vec<NodeId> = (0..100).map(|_| document.create_element("b").unwrap()).collect();
    for pair in chain.windows(2) {
        document.node_mut(pair[0]).unwrap().append(pair[1]).unwrap();
        let text = document.create_text("x").unwrap();
        document.node_mut(pair[0]).unwrap().append(text).unwrap();
    }
    for (at, &above) in chain.iter().enumerate() {
        for &below in &chain[at..] {
            assert_eq!(document.node_mut(below).unwrap().append(above), Err(MutationError::Cycle));
        }
    }
    // Cycles through template contents are found as well.
    let template = document.create_element("template").unwrap();
    let contents = document.node(template).unwrap().template_contents().unwrap().id();
    document.node_mut(contents).unwrap().append(chain[50]).unwrap();
    assert_eq!(document.node_mut(chain[99]).unwrap().append(template), Err(MutationError::Cycle));
    assert_eq!(document.node_mut(chain[49]).unwrap().append(template), Ok(()));
    let around = document.create_element("i").unwrap();
    document.node_mut(around).unwrap().append(chain[0]).unwrap();
    assert_eq!(document.node_mut(chain[60]).unwrap().append(around), Err(MutationError::Cycle));
    invariants::check(&document).unwrap();
}

/// Reading an attribute by name uses an index. With a linear search for each of them, this test would take minutes.
#[test]
fn many_attributes_are_read_in_linear_time() {
    const COUNT: usize = 30_000;
    let mut document = Document::new();
    let element = document.create_element("p").unwrap();
    for number in 0..COUNT {
        document.node_mut(element).unwrap().set_attribute(&format!("n{number}"), &number.to_string()).unwrap();
    }
    let read = document.node(element).unwrap();
    for number in 0..COUNT {
        assert_eq!(read.attribute(&format!("n{number}")), Some(&*number.to_string()));
        assert_eq!(read.attribute_ns(Namespace::None, &format!("n{number}")), Some(&*number.to_string()));
        assert!(!read.has_attribute(&format!("m{number}")));
    }
    assert!(document.node_mut(element).unwrap().remove_attribute("n7").unwrap());
    document.node_mut(element).unwrap().set_attribute("n8", "eight").unwrap();
    let read = document.node(element).unwrap();
    assert_eq!((read.attribute("n7"), read.attribute("n8"), read.attribute("n9")), (None, Some("eight"), Some("9")));
    invariants::check(&document).unwrap();
}

#[test]
fn rejects_a_second_root_element_from_append_children() {
    let mut document = Document::new();
    let html = document.create_element("html").unwrap();
    let p = document.create_element("p").unwrap();
    document.node_mut(document.root().id()).unwrap().append(html).unwrap();
    document.node_mut(html).unwrap().append(p).unwrap();
    assert_eq!(
        document.node_mut(document.root().id()).unwrap().append_children(html),
        Err(MutationError::DocumentStructure)
    );
    // It may be a root in the place of its parent.
    document.node_mut(html).unwrap().replace_with_children().unwrap();
    assert_eq!(document.to_html(), "<p></p>");
}

#[test]
fn elements_created_in_place_have_the_namespace_of_the_parser() {
    let mut document =
        limpid::parse("<p></p><template></template><math><mi></mi><annotation-xml></annotation-xml></math>");
    let ids = |document: &Document<'_>, name: &str| {
        document.descendants().find(|node| node.local_name() == name).map(NodeRef::id).unwrap()
    };
    let cases = [
        ("p", "SVG", Namespace::Svg, "svg"),
        ("svg", "LinearGradient", Namespace::Svg, "linearGradient"),
        ("svg", "foreignObject", Namespace::Svg, "foreignObject"),
        ("foreignObject", "P", Namespace::Html, "p"),
        ("mi", "b", Namespace::Html, "b"),
        ("mi", "mglyph", Namespace::MathMl, "mglyph"),
        ("annotation-xml", "mi", Namespace::MathMl, "mi"),
        ("annotation-xml", "svg", Namespace::Svg, "svg"),
        ("p", "math", Namespace::MathMl, "math"),
    ];
    for (parent, name, namespace, local_name) in cases {
        let parent = ids(&document, parent);
        let mut parent = document.node_mut(parent).unwrap();
        let element = parent.append_element(name).unwrap();
        assert_eq!((element.as_ref().namespace(), element.as_ref().local_name()), (namespace, local_name), "{name}");
    }
    let svg = ids(&document, "svg");
    for name in ["_a", "é", "", "a b"] {
        assert_eq!(
            document.node_mut(svg).unwrap().append_element(name).err(),
            Some(MutationError::InvalidName),
            "{name}"
        );
    }
    let template = ids(&document, "template");
    document.node_mut(template).unwrap().append_element("i").unwrap().append_text("in").unwrap();
    assert_eq!(document.node(template).unwrap().to_html(), "<template><i>in</i></template>");
    document.node_mut(template).unwrap().wrap("template").unwrap();
    let p = ids(&document, "p");
    document.node_mut(p).unwrap().wrap("template").unwrap();
    assert_eq!(limpid::parse(document.to_html()).to_test_dump(), document.to_test_dump());
    invariants::check(&document).unwrap();

    let mut feed = limpid::xml::parse("<rss xmlns='urn:r' xmlns:m='urn:m'><channel/></rss>");
    let channel = feed.select_first("*|channel").unwrap().unwrap().id();
    let mut channel = feed.node_mut(channel).unwrap();
    channel.append_element("title").unwrap();
    channel.append_element("m:thumbnail").unwrap();
    assert_eq!(channel.append_element("n:other").err(), Some(MutationError::InvalidNamespace));
    let expected = r#"<rss xmlns="urn:r" xmlns:m="urn:m"><channel><title/><m:thumbnail/></channel></rss>"#;
    assert_eq!(feed.to_xml(), expected);
}

#[test]
fn rejected_creation_in_place_leaves_no_nodes() {
    let mut document = limpid::parse("<p>Tea");
    let text = document.descendants().find(|node| node.text().is_some()).unwrap().id();
    let count = document.node_count();
    assert_eq!(document.node_mut(text).unwrap().append_element("b").err(), Some(MutationError::WrongKind));
    assert_eq!(document.node_mut(text).unwrap().append_text("b"), Err(MutationError::WrongKind));
    let root = document.root().id();
    assert_eq!(document.node_mut(root).unwrap().append_text("b"), Err(MutationError::DocumentStructure));
    assert_eq!(document.node_mut(root).unwrap().append_element("b").err(), Some(MutationError::DocumentStructure));
    assert_eq!(document.node_count(), count);
}

#[test]
fn the_mode_follows_the_doctype() {
    let mut document = limpid::parse("<!DOCTYPE html><p>Tea").into_owned();
    let (root, doctype) = (document.root().id(), document.root().first_child().unwrap().id());
    document.node_mut(doctype).unwrap().remove().unwrap();
    assert_eq!(document.quirks_mode(), QuirksMode::Quirks);
    document.node_mut(root).unwrap().prepend(doctype).unwrap();
    assert_eq!(document.quirks_mode(), QuirksMode::NoQuirks);
    let old = document.create_doctype("html", Some("-//W3C//DTD HTML 3.2 Final//EN"), None).unwrap();
    document.node_mut(doctype).unwrap().replace_with(old).unwrap();
    assert_eq!(document.quirks_mode(), QuirksMode::Quirks);
    document.compact().unwrap();
    let new = document.create_doctype("html", None, None).unwrap();
    let old = document.root().first_child().unwrap().id();
    document.node_mut(old).unwrap().replace_with(new).unwrap();
    assert_eq!(document.quirks_mode(), QuirksMode::NoQuirks);
    let root = document.root().id();
    document.node_mut(root).unwrap().remove_children().unwrap();
    assert_eq!(document.quirks_mode(), QuirksMode::Quirks);
}

#[test]
fn rejects_a_cursor_of_a_replaced_document() {
    let mut document = limpid::parse("<p>Tea").into_owned();
    let p = document.body().unwrap().first_child().unwrap().id();
    let mut node = document.node_mut(p).unwrap();
    *node.document_mut() = limpid::parse("<b>Milk").into_owned();
    assert_eq!(node.set_attribute("a", ""), Err(MutationError::WrongDocument));
    assert_eq!(node.append_element("i").err(), Some(MutationError::WrongDocument));
    assert_eq!(node.append_text("i"), Err(MutationError::WrongDocument));
    assert_eq!(node.wrap("i").err(), Some(MutationError::WrongDocument));
    assert_eq!(node.as_ref(), node.as_ref().document().root());
    node.document_mut().compact().unwrap();
    assert_eq!(node.remove(), Err(MutationError::WrongDocument));
    invariants::check(&document).unwrap();
}
