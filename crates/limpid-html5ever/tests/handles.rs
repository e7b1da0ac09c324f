//! All handles are dropped before a sink finishes.

use limpid_html5ever as html5ever;

use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode};
use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::tree_builder::TreeSink;
use html5ever::{Attribute, LocalName, ParseOpts, QualName, ns};
use limpid_markup5ever::ParseOptions;
use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;

/// A sink that builds no tree. When it finishes, it returns the names of the nodes to which other handles exist.
struct Nodes {
    document: Rc<QualName>,
    others: RefCell<Vec<Rc<QualName>>>,
}

impl Nodes {
    fn new() -> Nodes {
        Nodes { document: Rc::new(name("#document")), others: RefCell::default() }
    }

    fn add(&self, name: QualName) -> Rc<QualName> {
        let node = Rc::new(name);
        self.others.borrow_mut().push(Rc::clone(&node));
        node
    }
}

fn name(local: &str) -> QualName {
    QualName::new(None, ns!(html), LocalName::from(local))
}

impl TreeSink for Nodes {
    type Handle = Rc<QualName>;
    /// The number of nodes, and the names of nodes with other handles.
    type Output = (usize, Vec<String>);
    type ElemName<'a> = &'a QualName;

    fn finish(self) -> Self::Output {
        let mut nodes = self.others.into_inner();
        nodes.push(self.document);
        let held = nodes.iter().filter(|node| Rc::strong_count(node) > 1);
        (nodes.len(), held.map(|node| node.local.to_string()).collect())
    }

    fn get_document(&self) -> Rc<QualName> {
        Rc::clone(&self.document)
    }

    fn elem_name<'a>(&'a self, target: &'a Rc<QualName>) -> &'a QualName {
        target
    }

    fn create_element(&self, name: QualName, _: Vec<Attribute>, _: ElementFlags) -> Rc<QualName> {
        self.add(name)
    }

    fn create_comment(&self, _: StrTendril) -> Rc<QualName> {
        self.add(name("#comment"))
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> Rc<QualName> {
        self.add(name("#pi"))
    }

    fn get_template_contents(&self, _: &Rc<QualName>) -> Rc<QualName> {
        self.add(name("#contents"))
    }

    fn same_node(&self, x: &Rc<QualName>, y: &Rc<QualName>) -> bool {
        Rc::ptr_eq(x, y)
    }

    fn parse_error(&self, _: Cow<'static, str>) {}
    fn append(&self, _: &Rc<QualName>, _: NodeOrText<Rc<QualName>>) {}
    fn append_based_on_parent_node(&self, _: &Rc<QualName>, _: &Rc<QualName>, _: NodeOrText<Rc<QualName>>) {}
    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}
    fn set_quirks_mode(&self, _: QuirksMode) {}
    fn append_before_sibling(&self, _: &Rc<QualName>, _: NodeOrText<Rc<QualName>>) {}
    fn add_attrs_if_missing(&self, _: &Rc<QualName>, _: Vec<Attribute>) {}
    fn remove_from_parent(&self, _: &Rc<QualName>) {}
    fn reparent_children(&self, _: &Rc<QualName>, _: &Rc<QualName>) {}
}

#[test]
fn no_handle_is_held_when_the_sink_finishes() {
    let page = "<!--a--><form><p><b>1<template>2</template><i></b><table>3<script>4</script>";
    let attributes = Vec::new;
    let outputs = [
        html5ever::parse_document(Nodes::new(), ParseOpts::default()).one(page),
        html5ever::parse_fragment(Nodes::new(), ParseOpts::default(), name("form"), attributes(), true).one(page),
        limpid_markup5ever::parse_document(Nodes::new(), page, ParseOptions::default()),
        limpid_markup5ever::parse_fragment(Nodes::new(), page, name("form"), attributes(), ParseOptions::default()),
    ];
    for (count, held) in outputs {
        assert!(count > 9, "{count} nodes");
        assert!(held.is_empty(), "{held:?}");
    }
}
