//! Makes random calls to the sink and compares the document with a simple tree.

use crate::common::{Trees, new_element};
use limpid_dom::NodeHandle;
use limpid_markup::{Namespace, Span, Text, TokenAttributes, TreeSink};
use limpid_pages::Random;

struct Plain {
    handle: Option<NodeHandle>,
    text: String,
    parent: Option<usize>,
    children: Vec<usize>,
}

#[derive(Default)]
struct PlainTree {
    nodes: Vec<Plain>,
    /// The nodes for which the sink has returned a handle.
    named: Vec<usize>,
}

impl PlainTree {
    fn create(&mut self, handle: Option<NodeHandle>, text: &str) -> usize {
        self.nodes.push(Plain { handle, text: text.into(), parent: None, children: Vec::new() });
        if handle.is_some() {
            self.named.push(self.nodes.len() - 1);
        }
        self.nodes.len() - 1
    }

    fn handle(&self, node: usize) -> NodeHandle {
        self.nodes[node].handle.unwrap()
    }

    fn detach(&mut self, node: usize) {
        if let Some(parent) = self.nodes[node].parent.take() {
            self.nodes[parent].children.retain(|&child| child != node);
        }
    }

    fn insert(&mut self, parent: usize, at: usize, node: usize) {
        self.nodes[parent].children.insert(at, node);
        self.nodes[node].parent = Some(parent);
    }

    fn insert_text(&mut self, parent: usize, at: usize, text: &str) {
        if let Some(before) = at.checked_sub(1).map(|at| self.nodes[parent].children[at])
            && self.nodes[before].handle.is_none()
        {
            self.nodes[before].text.push_str(text);
        } else {
            let node = self.create(None, text);
            self.insert(parent, at, node);
        }
    }

    fn position(&self, node: usize) -> Option<(usize, usize)> {
        let parent = self.nodes[node].parent?;
        Some((parent, self.nodes[parent].children.iter().position(|&child| child == node)?))
    }

    fn is_inside(&self, mut node: usize, top: usize) -> bool {
        while node != top {
            let Some(parent) = self.nodes[node].parent else { return false };
            node = parent;
        }
        true
    }

    fn html(&self, node: usize, html: &mut String) {
        for &child in &self.nodes[node].children {
            if self.nodes[child].handle.is_none() {
                html.push_str(&self.nodes[child].text);
            } else {
                html.push_str("<p>");
                self.html(child, html);
                html.push_str("</p>");
            }
        }
    }
}

#[test]
fn random_trees() {
    let source = "zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich";
    let boundaries: Vec<usize> = source.char_indices().map(|(at, _)| at).chain([source.len()]).collect();
    let mut random = Random::new(0x9e37_79b9_7f4a_7c15);
    for round in 0..500 {
        let mut trees = Trees::new(if round % 2 == 0 { source } else { "" });
        let mut plain = PlainTree::default();
        let root = trees.document();
        plain.create(Some(root), "");
        // The end of the last text, so that many texts are adjacent in the source.
        let mut last_end = 0;
        for _ in 0..200 {
            let one = plain.named[random.below(plain.named.len())];
            let other = plain.named[random.below(plain.named.len())];
            let start = if random.below(2) == 0 { last_end } else { random.below(boundaries.len()) };
            let end = (start + random.below(5)).min(boundaries.len() - 1);
            last_end = end;
            let (start, end) = (boundaries[start], boundaries[end]);
            let text = &source[start..end];
            let token = Text {
                text,
                span: Span::new(start as u32, end as u32),
                verbatim: round % 2 == 0 && random.below(4) > 0,
            };
            match random.below(8) {
                0 | 1 => {
                    let new = new_element(Namespace::Html, "p", TokenAttributes::EMPTY);
                    let handle = trees.sink.create_element(&new);
                    let node = plain.create(Some(handle), "");
                    trees.sink.append(plain.handle(one), handle);
                    let at = plain.nodes[one].children.len();
                    plain.insert(one, at, node);
                }
                2..=4 => {
                    trees.sink.append_text(plain.handle(one), token);
                    let at = plain.nodes[one].children.len();
                    if !text.is_empty() {
                        plain.insert_text(one, at, text);
                    }
                }
                5 => {
                    if let Some((parent, at)) = plain.position(one)
                        && !text.is_empty()
                    {
                        trees.sink.insert_text_before(plain.handle(parent), plain.handle(one), token);
                        plain.insert_text(parent, at, text);
                    }
                }
                6 => {
                    if other != 0 && !plain.is_inside(one, other) {
                        trees.sink.remove(plain.handle(other));
                        plain.detach(other);
                        if let Some((parent, at)) = plain.position(one) {
                            trees.sink.insert_before(plain.handle(parent), plain.handle(one), plain.handle(other));
                            plain.insert(parent, at, other);
                        } else {
                            trees.sink.append(plain.handle(one), plain.handle(other));
                            let at = plain.nodes[one].children.len();
                            plain.insert(one, at, other);
                        }
                    }
                }
                _ => {
                    if !plain.is_inside(other, one) {
                        trees.sink.reparent_children(plain.handle(one), plain.handle(other));
                        for child in std::mem::take(&mut plain.nodes[one].children) {
                            let at = plain.nodes[other].children.len();
                            plain.insert(other, at, child);
                        }
                    }
                }
            }
        }
        let document = trees.finish();
        let mut html = String::new();
        plain.html(0, &mut html);
        assert_eq!(document.to_html(), html, "round {round}");
        assert_eq!(document.text_content(), html.replace("<p>", "").replace("</p>", ""));
    }
}
