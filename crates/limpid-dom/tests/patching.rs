//! The methods of the sink for content patching.

use crate::common::{Trees, new_element};
use limpid_dom::NodeHandle;
use limpid_markup::{Namespace, Span, Text, TokenAttributes, TreeSink};

fn instruction(trees: &mut Trees<'_>, parent: NodeHandle, target: &str, data: &str) -> NodeHandle {
    let node = trees.sink.create_processing_instruction(target, Text::synthetic(data), Span::empty(0));
    trees.sink.append(parent, node);
    node
}

#[test]
fn points_and_ranges() {
    let mut trees = Trees::new("");
    let root = trees.document();
    let html = trees.element(root, "html");
    let body = trees.element(html, "body");
    let point = instruction(&mut trees, body, "marker", "name=\"point\"");
    let div = trees.element(body, "div");
    let outer = instruction(&mut trees, div, "start", "x='1' name='outer' ");
    let inner = instruction(&mut trees, div, "start", "name='inner'");
    instruction(&mut trees, div, "MARKER", "name='other'");
    instruction(&mut trees, div, "marker", "name=unquoted");
    instruction(&mut trees, div, "marker", "Name='other'");
    let inner_end = instruction(&mut trees, div, "end", "");
    let outer_end = instruction(&mut trees, div, "end", "name='inner'");
    let open = instruction(&mut trees, div, "start", "name='open'");
    instruction(&mut trees, div, "start", "name='nested'");
    let nested_end = instruction(&mut trees, div, "end", "");
    let template = trees.element(body, "template");
    let contents = trees.sink.template_contents(template);
    let hidden = instruction(&mut trees, contents, "marker", "name='hidden'");

    assert_eq!(trees.sink.find_markers(body, "point"), Some((point, Some(point))));
    assert_eq!(trees.sink.find_markers(root, "outer"), Some((outer, Some(outer_end))));
    assert_eq!(trees.sink.find_markers(root, "inner"), Some((inner, Some(inner_end))));
    assert_eq!(trees.sink.find_markers(root, "open"), Some((open, None)));
    assert_eq!(trees.sink.find_markers(root, "nested").unwrap().1, Some(nested_end));
    for name in ["other", "unquoted", "hidden", ""] {
        assert_eq!(trees.sink.find_markers(root, name), None, "{name}");
    }
    assert_eq!(trees.sink.find_markers(contents, "hidden"), Some((hidden, Some(hidden))));
    assert_eq!(trees.sink.find_markers(div, "point"), None);
    trees.sink.remove(point);
    assert_eq!(trees.sink.find_markers(body, "point"), None);
    trees.sink.remove(div);
    assert_eq!(trees.sink.find_markers(root, "outer"), None);
    trees.finish();
}

/// Of several markers with the same name, the first one in tree order is found, regardless of the order of creation.
#[test]
fn finds_the_first_marker_in_tree_order() {
    let mut trees = Trees::new("");
    let root = trees.document();
    let late = trees.element(root, "b");
    let early = trees.element(root, "i");
    let mut markers = Vec::new();
    for parent in [late, late, early] {
        let deeper = trees.element(parent, "u");
        markers.push(instruction(&mut trees, deeper, "marker", "name='m'"));
    }
    let above = instruction(&mut trees, late, "marker", "name='m'");
    trees.sink.insert_before(root, late, early);
    for expected in [markers[2], markers[0], markers[1], above] {
        assert_eq!(trees.sink.find_markers(root, "m").unwrap().0, expected);
        trees.sink.remove(expected);
    }
    assert_eq!(trees.sink.find_markers(root, "m"), None);
    trees.finish();
}

#[test]
fn finding_markers_is_linear() {
    let mut trees = Trees::new("");
    let root = trees.document();
    for number in 0..50_000 {
        trees.element(root, "p");
        instruction(&mut trees, root, "marker", &format!("name='{number}'"));
    }
    for number in 0..50_000 {
        assert_eq!(trees.sink.find_markers(root, "no such marker"), None);
        assert!(trees.sink.find_markers(root, &number.to_string()).is_some());
    }
    // With a single name, exact results are required only while they are cheap.
    let div = trees.element(root, "div");
    for _ in 0..50_000 {
        instruction(&mut trees, div, "marker", "name='same'");
    }
    for _ in 0..50_000 {
        if let Some((marker, _)) = trees.sink.find_markers(root, "same") {
            trees.sink.remove(marker);
        }
    }
    trees.finish();
}

#[test]
fn the_body_element() {
    let mut trees = Trees::new("");
    let root = trees.document();
    let html = trees.element(root, "html");
    let head = trees.element(html, "head");
    let body = trees.element(html, "body");
    let nested = trees.element(body, "body");
    let detached = trees.sink.create_element(&new_element(Namespace::Html, "body", TokenAttributes::EMPTY));
    assert!(trees.sink.is_body_element(body));
    for other in [root, html, head, nested, detached] {
        assert!(!trees.sink.is_body_element(other));
    }
    trees.sink.remove(body);
    assert!(!trees.sink.is_body_element(body));
    let frameset = trees.element(html, "frameset");
    assert!(trees.sink.is_body_element(frameset));
    trees.finish();
}
