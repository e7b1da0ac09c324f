//! The smallest sink that builds the standard's tree. `docs/guide/write-a-sink.md` explains it and contains the code.
//!
//! `cargo run -p limpid --example minimal_sink -- page.html`

use limpid::tree_builder::{Doctype, NewElement, Text, TokenAttributes, TreeSink};
use limpid::{ParseOptions, Span};
use std::fmt;

/// A tree whose nodes are numbers. Node 0 is the document.
struct Tree(Vec<Node>);

#[derive(Default)]
struct Node {
    /// The node's kind or name: `p`, `#document`, `#comment …`; or the text itself.
    label: String,
    attributes: Vec<(String, String)>,
    is_text: bool,
    parent: Option<usize>,
    children: Vec<usize>,
}

impl Tree {
    fn new() -> Tree {
        Tree(vec![Node { label: "#document".to_owned(), ..Node::default() }])
    }

    fn add(&mut self, label: String, is_text: bool) -> usize {
        self.0.push(Node { label, is_text, ..Node::default() });
        self.0.len() - 1
    }

    /// Inserts a node into the children of `parent` at a position.
    fn insert(&mut self, parent: usize, at: usize, child: usize) {
        self.0[parent].children.insert(at, child);
        self.0[child].parent = Some(parent);
    }

    /// Inserts text at a position. If there is a text node before the position, appends to it.
    fn insert_text(&mut self, parent: usize, at: usize, text: &str) {
        let before = at.checked_sub(1).map(|at| self.0[parent].children[at]);
        match before.filter(|&before| self.0[before].is_text) {
            Some(before) => self.0[before].label.push_str(text),
            None => {
                let text = self.add(text.to_owned(), true);
                self.insert(parent, at, text);
            }
        }
    }

    fn position(&self, parent: usize, child: usize) -> usize {
        self.0[parent].children.iter().position(|&other| other == child).unwrap_or(0)
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, node: usize, depth: usize) -> fmt::Result {
        let Node { label, attributes, is_text, children, .. } = &self.0[node];
        match is_text {
            true => write!(f, "{:depth$}{label:?}", "")?,
            false => write!(f, "{:depth$}{label}", "")?,
        }
        attributes.iter().try_for_each(|(name, value)| write!(f, " {name}={value:?}"))?;
        writeln!(f)?;
        children.iter().try_for_each(|&child| self.write(f, child, depth + 1))
    }
}

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, 0, 0)
    }
}

impl TreeSink for Tree {
    type Handle = usize;
    const WANTS_ERRORS: bool = false;

    fn document(&mut self) -> usize {
        0
    }

    fn create_element(&mut self, element: &NewElement<'_>) -> usize {
        let node = self.add(element.name_str.to_owned(), false);
        let attributes = element.attributes.iter();
        self.0[node].attributes = attributes.map(|it| (it.name_str().to_owned(), it.value().to_owned())).collect();
        node
    }

    fn create_comment(&mut self, data: Text<'_>, _: Span) -> usize {
        self.add(format!("#comment {}", data.text), false)
    }

    fn create_processing_instruction(&mut self, target: &str, data: Text<'_>, _: Span) -> usize {
        self.add(format!("#instruction {target} {}", data.text), false)
    }

    fn append_doctype(&mut self, doctype: &Doctype<'_>) {
        let doctype = self.add(format!("#doctype {}", doctype.name.unwrap_or_default()), false);
        self.append(0, doctype);
    }

    fn append(&mut self, parent: usize, child: usize) {
        self.insert(parent, self.0[parent].children.len(), child);
    }

    fn insert_before(&mut self, parent: usize, sibling: usize, child: usize) {
        self.insert(parent, self.position(parent, sibling), child);
    }

    fn append_text(&mut self, parent: usize, text: Text<'_>) {
        self.insert_text(parent, self.0[parent].children.len(), text.text);
    }

    fn insert_text_before(&mut self, parent: usize, sibling: usize, text: Text<'_>) {
        self.insert_text(parent, self.position(parent, sibling), text.text);
    }

    fn remove(&mut self, node: usize) {
        if let Some(parent) = self.0[node].parent.take() {
            self.0[parent].children.retain(|&child| child != node);
        }
    }

    fn reparent_children(&mut self, from: usize, to: usize) {
        for child in std::mem::take(&mut self.0[from].children) {
            self.append(to, child);
        }
    }

    fn parent(&self, node: usize) -> Option<usize> {
        self.0[node].parent
    }

    /// In this tree, the contents of a template are its children.
    fn template_contents(&mut self, template: usize) -> usize {
        template
    }

    /// Called for a second `<html>` or `<body>` tag.
    fn add_missing_attributes(&mut self, element: usize, attributes: &TokenAttributes<'_>) {
        let kept = &mut self.0[element].attributes;
        for attribute in attributes.iter() {
            if kept.iter().all(|(name, _)| name != attribute.name_str()) {
                kept.push((attribute.name_str().to_owned(), attribute.value().to_owned()));
            }
        }
    }
}

fn parse(input: &str) -> Tree {
    let (mut tokenizer, mut builder) = ParseOptions::new().stages(Tree::new(), None);
    tokenizer.run(input, &mut builder);
    builder.finish()
}

fn main() -> std::io::Result<()> {
    let page = match std::env::args().nth(1) {
        Some(path) => std::fs::read_to_string(path)?,
        None => "<!DOCTYPE html><p class=a>One<table><tr><td>Two</table>".to_owned(),
    };
    print!("{}", parse(&page));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Write as _;

    /// Parses into limpid's own DOM, and writes that tree in the same format.
    fn expected(input: &str) -> String {
        fn write(out: &mut String, node: limpid::NodeRef<'_>, depth: usize) {
            use limpid::NodeKind;
            let label = match node.kind() {
                NodeKind::Element => {
                    let mut label = node.local_name().to_owned();
                    for attribute in node.attributes() {
                        let _ = write!(label, " {}={:?}", attribute.local_name(), attribute.value());
                    }
                    label
                }
                NodeKind::Text => format!("{:?}", node.text().unwrap_or_default()),
                NodeKind::Comment => format!("#comment {}", node.comment().unwrap_or_default()),
                NodeKind::Doctype => format!("#doctype {}", node.doctype().map_or("", |doctype| doctype.name)),
                _ => "#document".to_owned(),
            };
            let _ = writeln!(out, "{:depth$}{label}", "");
            let children = node.template_contents().unwrap_or(node).children();
            children.for_each(|child| write(out, child, depth + 1));
        }
        let mut out = String::new();
        write(&mut out, limpid::parse(input).root(), 0);
        out
    }

    #[test]
    fn trees_equal_those_of_the_dom() {
        for input in [
            "<!DOCTYPE html><p class=a title='b\"c'>One &amp; two<!-- three --><br>",
            "<table>a<tr>b<td>c</table>d",
            "<b><p>a</b>b</p>c",
            "<body a=1><html b=2><body a=3 c=4>",
            "<template><td>1</template><svg><foreignObject>2",
            "<a>1<table><a>2</table>3",
        ] {
            assert_eq!(parse(input).to_string(), expected(input), "{input}");
        }
    }

    #[test]
    fn display_writes_the_tree() {
        let tree = parse("<p class=a>One<table>Two").to_string();
        assert_eq!(tree, "#document\n html\n  head\n  body\n   p class=\"a\"\n    \"OneTwo\"\n    table\n");
    }
}
