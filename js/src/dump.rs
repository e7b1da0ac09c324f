//! The whole tree as numbers and one string, from which JavaScript builds plain objects.

use crate::tree::Tree;
use limpid::shadow_root::{ShadowRootInit, ShadowRootMode};
use limpid::{NodeRef, View};
use wasm_bindgen::prelude::*;

/// A tree as numbers and one string.
///
/// Each node is a kind, its strings and numbers, and its children up to [`END`]. A string is its length in UTF-16 code units, and its text is the next
/// part of the joined text. `NONE` is a missing string.
#[wasm_bindgen]
pub struct Dump {
    numbers: Vec<u32>,
    text: String,
}

/// Ends the children of a node.
const END: u32 = 0;
const DOCUMENT: u32 = 1;
const ELEMENT: u32 = 2;
const TEXT: u32 = 3;
const COMMENT: u32 = 4;
const DOCTYPE: u32 = 5;
const PROCESSING_INSTRUCTION: u32 = 6;
/// The contents of a template: before the children of its element.
const CONTENTS: u32 = 7;
/// A shadow root: before the children of its host. The next number has the bits of [`shadow_root_bits`].
const SHADOW_ROOT: u32 = 8;
/// A string that does not exist.
const NONE: u32 = u32::MAX;

#[wasm_bindgen]
impl Dump {
    pub fn numbers(&self) -> Vec<u32> {
        self.numbers.clone()
    }

    pub fn text(&self) -> String {
        self.text.clone()
    }
}

/// Returns whether a shadow root is closed, delegates the focus, is clonable, and is serializable, from the lowest bit.
fn shadow_root_bits(init: ShadowRootInit) -> u32 {
    let bits = [init.mode == ShadowRootMode::Closed, init.delegates_focus, init.clonable, init.serializable];
    bits.iter().rev().fold(0, |number, bit| 2 * number + u32::from(*bit))
}

impl Dump {
    fn string(&mut self, text: &str) {
        self.numbers.push(text.encode_utf16().count() as u32);
        self.text.push_str(text);
    }

    fn optional(&mut self, text: Option<&str>) {
        match text {
            Some(text) => self.string(text),
            None => self.numbers.push(NONE),
        }
    }

    fn range(&mut self, tree: &Tree, span: Option<limpid::Span>) {
        let range = span.map_or([NONE; 2], |span| tree.range(span));
        self.numbers.extend(range);
    }

    fn node(&mut self, tree: &Tree, node: NodeRef<'_>, has_spans: bool) {
        match node.view() {
            View::Element(element) => {
                self.numbers.push(ELEMENT);
                self.string(&node.qualified_name());
                self.optional(node.namespace_url());
                self.numbers.push(element.attributes().count() as u32);
                for attribute in element.attributes() {
                    self.string(attribute.local_name());
                    self.optional(attribute.namespace_url());
                    self.optional(attribute.prefix());
                    self.string(attribute.value());
                    if has_spans {
                        self.range(tree, attribute.span());
                    }
                }
            }
            View::Text(text) => {
                self.numbers.push(TEXT);
                self.string(text);
            }
            View::Comment(data) => {
                self.numbers.push(COMMENT);
                self.string(data);
            }
            View::Doctype(doctype) => {
                self.numbers.push(DOCTYPE);
                self.string(doctype.name);
                self.string(doctype.public_id.unwrap_or_default());
                self.string(doctype.system_id.unwrap_or_default());
            }
            View::ProcessingInstruction(instruction) => {
                self.numbers.push(PROCESSING_INSTRUCTION);
                self.string(instruction.target);
                self.string(instruction.data);
            }
            _ => self.numbers.push(DOCUMENT),
        }
        if has_spans {
            self.range(tree, node.span());
            self.range(tree, node.start_tag());
            self.range(tree, node.end_tag());
        }
    }
}

#[wasm_bindgen]
impl Tree {
    /// Returns the whole tree. With `has_spans`, the ranges of the node, its start tag and its end tag follow the strings of each node.
    pub fn dump(&self, has_spans: bool) -> Dump {
        let mut dump = Dump { numbers: Vec::new(), text: String::new() };
        // What to do next, in reverse order. The depth of trees is not limited by the stack.
        let mut next = vec![(self.document.root(), true)];
        while let Some((node, is_start)) = next.pop() {
            if !is_start {
                dump.numbers.push(END);
                continue;
            }
            dump.node(self, node, has_spans);
            next.push((node, false));
            let children = next.len();
            next.extend(node.children().map(|child| (child, true)));
            next[children..].reverse();
            let trees = [(node.template_contents(), CONTENTS), (node.shadow_root(), SHADOW_ROOT)];
            for (tree, kind) in trees {
                if let Some(tree) = tree {
                    dump.numbers.push(kind);
                    dump.numbers.extend(tree.shadow_root_init().map(shadow_root_bits));
                    next.push((tree, true));
                }
            }
        }
        dump
    }
}
