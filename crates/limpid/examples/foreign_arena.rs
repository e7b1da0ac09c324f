//! Builds a tree in the arena of another library, [`ego_tree`]. The node type is defined in this example.
//!
//! `cargo run -p limpid --example foreign_arena -- page.html`

use ego_tree::{NodeId, NodeMut, Tree};
use limpid::tree_builder::{Doctype, NewElement, Text, TokenAttributes, TreeSink};
use limpid::{Namespace, ParseOptions, QuirksMode, Span};
use std::fmt;

/// The node type of this program.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Node {
    Document {
        is_quirky: bool,
    },
    Doctype {
        name: String,
    },
    Element(Element),
    Text(String),
    Comment(String),
    /// The contents of a template: the root of a separate tree in the same arena.
    Contents,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Element {
    name: String,
    is_html: bool,
    classes: Vec<String>,
    attributes: Vec<(String, String)>,
    /// The contents, if the element is a template.
    contents: Option<NodeId>,
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Node::Document { .. } => f.write_str("document"),
            Node::Doctype { name } => write!(f, "doctype {name}"),
            Node::Element(Element { name, classes, .. }) if classes.is_empty() => f.write_str(name),
            Node::Element(Element { name, classes, .. }) => write!(f, "{name}.{}", classes.join(".")),
            Node::Text(text) => write!(f, "{text:?}"),
            Node::Comment(data) => write!(f, "<!--{data}-->"),
            Node::Contents => f.write_str("contents"),
        }
    }
}

/// Builds a [`Tree`] of [`Node`]s.
struct Builder {
    tree: Tree<Node>,
}

impl Builder {
    fn new() -> Builder {
        Builder { tree: Tree::new(Node::Document { is_quirky: false }) }
    }

    fn node(&mut self, id: NodeId) -> NodeMut<'_, Node> {
        self.tree.get_mut(id).expect("the tree builder has only ids of this tree")
    }

    fn add(&mut self, node: Node) -> NodeId {
        self.tree.orphan(node).id()
    }
}

/// Adds the attributes that the element does not have yet.
fn add_attributes(element: &mut Element, attributes: &TokenAttributes<'_>) {
    for attribute in attributes.iter() {
        let (name, value) = (attribute.name_str(), attribute.value());
        if element.attributes.iter().all(|(other, _)| other != name) {
            if name == "class" {
                element.classes = value.split_ascii_whitespace().map(str::to_owned).collect();
            }
            element.attributes.push((name.to_owned(), value.to_owned()));
        }
    }
}

impl TreeSink for Builder {
    type Handle = NodeId;
    const WANTS_ERRORS: bool = false;

    fn document(&mut self) -> NodeId {
        self.tree.root().id()
    }

    fn create_element(&mut self, element: &NewElement<'_>) -> NodeId {
        let is_html = element.namespace == Namespace::Html;
        let contents = (is_html && element.name_str == "template").then(|| self.add(Node::Contents));
        let mut node = Element {
            name: element.name_str.to_owned(),
            is_html,
            classes: Vec::new(),
            attributes: Vec::with_capacity(element.attributes.len()),
            contents,
        };
        add_attributes(&mut node, &element.attributes);
        self.add(Node::Element(node))
    }

    fn create_comment(&mut self, data: Text<'_>, _: Span) -> NodeId {
        self.add(Node::Comment(data.text.to_owned()))
    }

    fn create_processing_instruction(&mut self, target: &str, data: Text<'_>, _: Span) -> NodeId {
        self.add(Node::Comment(format!("?{target} {}", data.text)))
    }

    fn append_doctype(&mut self, doctype: &Doctype<'_>) {
        let name = doctype.name.unwrap_or_default().to_owned();
        self.tree.root_mut().append(Node::Doctype { name });
    }

    fn append(&mut self, parent: NodeId, child: NodeId) {
        self.node(parent).append_id(child);
    }

    fn insert_before(&mut self, _: NodeId, sibling: NodeId, child: NodeId) {
        self.node(sibling).insert_id_before(child);
    }

    fn append_text(&mut self, parent: NodeId, text: Text<'_>) {
        let mut parent = self.node(parent);
        match parent.last_child().as_mut().map(NodeMut::value) {
            Some(Node::Text(before)) => before.push_str(text.text),
            _ => drop(parent.append(Node::Text(text.text.to_owned()))),
        }
    }

    fn insert_text_before(&mut self, _: NodeId, sibling: NodeId, text: Text<'_>) {
        let mut sibling = self.node(sibling);
        match sibling.prev_sibling().as_mut().map(NodeMut::value) {
            Some(Node::Text(before)) => before.push_str(text.text),
            _ => drop(sibling.insert_before(Node::Text(text.text.to_owned()))),
        }
    }

    fn remove(&mut self, node: NodeId) {
        self.node(node).detach();
    }

    fn reparent_children(&mut self, from: NodeId, to: NodeId) {
        self.node(to).reparent_from_id_append(from);
    }

    fn parent(&self, node: NodeId) -> Option<NodeId> {
        Some(self.tree.get(node)?.parent()?.id())
    }

    fn template_contents(&mut self, template: NodeId) -> NodeId {
        match self.node(template).value() {
            Node::Element(Element { contents: Some(contents), .. }) => *contents,
            _ => template,
        }
    }

    fn add_missing_attributes(&mut self, element: NodeId, attributes: &TokenAttributes<'_>) {
        if let Node::Element(element) = self.node(element).value() {
            add_attributes(element, attributes);
        }
    }

    fn set_quirks_mode(&mut self, mode: QuirksMode) {
        *self.tree.root_mut().value() = Node::Document { is_quirky: mode == QuirksMode::Quirks };
    }
}

fn parse(input: &str) -> Tree<Node> {
    let (mut tokenizer, mut builder) = ParseOptions::new().stages(Builder::new(), None);
    tokenizer.run(input, &mut builder);
    builder.finish().tree
}

fn main() -> std::io::Result<()> {
    let page = match std::env::args().nth(1) {
        Some(path) => std::fs::read_to_string(path)?,
        None => "<!DOCTYPE html><ul class='a b'><li>One<li>Two</ul>".to_owned(),
    };
    println!("{}", parse(&page));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn elements(tree: &Tree<Node>) -> Vec<&Element> {
        let element = |node: &'_ ego_tree::NodeRef<'_, Node>| matches!(node.value(), Node::Element(_));
        let nodes = tree.root().descendants().filter(element);
        nodes.filter_map(|node| if let Node::Element(element) = node.value() { Some(element) } else { None }).collect()
    }

    /// Returns the texts of the tree, each with the name of its parent.
    fn texts(tree: &Tree<Node>) -> String {
        let mut texts = Vec::new();
        for node in tree.root().descendants() {
            if let (Node::Text(text), Some(parent)) = (node.value(), node.parent())
                && let Node::Element(parent) = parent.value()
            {
                texts.push(format!("{}:{text}", parent.name));
            }
        }
        texts.join(" ")
    }

    #[test]
    fn the_tree_has_our_node_type() {
        let tree = parse("<body><p class='a  b'>x<!--y--><html id=c><svg><path/>");
        let [html, _, _, p, svg, path] = elements(&tree)[..] else { panic!("{tree}") };
        assert_eq!(html.attributes, [("id".to_owned(), "c".to_owned())]);
        assert_eq!(p.classes, ["a", "b"]);
        assert!(p.is_html && !svg.is_html && !path.is_html);
        assert_eq!(*tree.root().value(), Node::Document { is_quirky: true });
        assert_eq!(*parse("<!DOCTYPE html>").root().value(), Node::Document { is_quirky: false });
    }

    #[test]
    fn text_is_merged_and_foster_parented() {
        assert_eq!(texts(&parse("<p>a<table>b<tr>c<td>d</table>e")), "p:abc td:d p:e");
        assert_eq!(texts(&parse("<i>a<p>b</i>c")), "i:a i:b p:c");
        assert_eq!(texts(&parse("<div>a<p>b</div>c")), "div:a p:b body:c");
    }

    #[test]
    fn template_contents_are_a_separate_tree() {
        let tree = parse("<template><td>x</template>y");
        assert_eq!(texts(&tree), "body:y");
        let template = elements(&tree).into_iter().find(|element| element.name == "template");
        let contents = template.and_then(|template| template.contents).and_then(|contents| tree.get(contents));
        let cell = contents.and_then(|contents| contents.first_child()).expect("a cell");
        assert!(matches!(cell.value(), Node::Element(element) if element.name == "td"));
    }
}
