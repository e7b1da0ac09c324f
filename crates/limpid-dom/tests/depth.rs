//! No algorithm recurses on the depth of a tree: tests a million levels on a stack of 256 KiB.

use crate::common::{Trees, new_element};
use limpid_dom::{Edge, NodeRef, SerializeOptions, invariants};
use limpid_markup::{Namespace, ShadowRootInit, ShadowRootMode, TokenAttributes, TreeSink};

const DEPTH: usize = 1_000_000;

fn on_a_small_stack(test: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(256 << 10).spawn(test).unwrap().join().unwrap();
}

#[test]
fn elements() {
    on_a_small_stack(|| {
        let source = "deep";
        let mut trees = Trees::new(source);
        let root = trees.document();
        let p = trees.element(root, "p");
        trees.text(p, source);
        let mut parent = trees.element(root, "div");
        for _ in 1..DEPTH {
            parent = trees.element(parent, "div");
        }
        trees.text(parent, source);
        trees.sink.document_so_far_mut();
        assert!(trees.sink.is_host_including_inclusive_ancestor(root, parent));
        let document = trees.finish();
        let [p, parent] = [p, parent].map(|handle| handle.id_in(&document));

        let copy = document.clone();
        drop(document);
        assert_eq!(copy.to_html().len(), "<p>deep</p>".len() + DEPTH * "<div></div>".len() + "deep".len());
        assert_eq!(copy.text_content(), "deepdeep");
        assert_eq!(copy.descendants().count(), DEPTH + 3);
        assert_eq!(copy.descendants().rev().count(), DEPTH + 3);
        assert_eq!(copy.root().traverse().filter(|event| matches!(event, Edge::Leave(_))).count(), DEPTH + 4);
        assert_eq!(copy.node(parent).unwrap().ancestors().count(), DEPTH);
        assert!(!format!("{:?}", copy.node(parent).unwrap()).is_empty());
        let mut owned = copy.into_owned();
        owned.node_mut(parent).unwrap().append(p).unwrap();
        assert!(owned.node_mut(p).unwrap().append(p).is_err());
        let top = owned.document_element().unwrap().id();
        assert!(owned.node_mut(p).unwrap().append(top).is_err());
        owned.node_mut(parent).unwrap().remove().unwrap();
        let shallow = owned.node(parent).unwrap().id();
        owned.node_mut(top).unwrap().remove().unwrap();
        owned.node_mut(owned.root().id()).unwrap().append(shallow).unwrap();
        assert_eq!(owned.to_test_dump(), "| <div>\n|   \"deep\"\n|   <p>\n|     \"deep\"\n");
        invariants::check(&owned).unwrap();
    });
}

#[test]
fn templates_and_shadow_roots() {
    on_a_small_stack(|| {
        let mut init = ShadowRootInit::new(ShadowRootMode::Open);
        init.serializable = true;
        let mut trees = Trees::new("");
        let root = trees.document();
        let template = trees.sink.create_element(&new_element(Namespace::Html, "template", TokenAttributes::EMPTY));
        let mut parent = root;
        for _ in 0..DEPTH / 10 {
            let outer = trees.element(parent, "template");
            let contents = trees.sink.template_contents(outer);
            let host = trees.element(contents, "div");
            parent = trees.sink.attach_declarative_shadow(host, template, init).unwrap();
        }
        trees.sink.document_so_far_mut();
        assert!(trees.sink.is_host_including_inclusive_ancestor(root, root));
        let document = trees.finish();
        let mut html = String::new();
        let options = SerializeOptions::default().serializable_shadow_roots(true);
        document.clone().root().write_html(&mut html, &options).unwrap();
        assert!(html.ends_with("</template></div></template></template></div></template>"));
        let mut short = String::new();
        let short_options = options.omit_optional_tags(true).strip_whitespace(true).meta_charset(Some("utf-8"));
        document.root().write_html(&mut short, &short_options).unwrap();
        assert_eq!(short, html);
    });
}

#[test]
fn many_templates_far_down() {
    let mut trees = Trees::new("");
    let mut parent = trees.document();
    for _ in 0..DEPTH / 10 {
        parent = trees.element(parent, "div");
    }
    for _ in 0..DEPTH / 10 {
        trees.element(parent, "template");
    }
    let document = trees.finish();
    let templates: Vec<_> = document.root().descendants().map(NodeRef::id).skip(DEPTH / 10).collect();
    let html = document.root().inner_html_with(&SerializeOptions::new().scripting(true).shadow_roots(&templates));
    assert_eq!(html.matches("<template></template></div>").count(), 1);
}
