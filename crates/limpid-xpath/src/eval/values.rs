//! String-values and numbers of nodes, and conversions between internal and public values.

use super::namespaces::Scope;
use super::texts::Texts;
use super::{CREATED_NODE_BYTES, Evaluated, Evaluator, TEXT_BYTES, Value};
use crate::error::XPathErrorCode;
use crate::item::{Item, ItemKind};
use crate::lexer::is_space;
use crate::node::{XPathNode, string_value};
use crate::nodes::XPathNodes;
use crate::number::{number_of, text_of};
use crate::value::XPathValue;
use limpid_dom::NodeKind;
use std::borrow::Cow;
use std::rc::Rc;

/// The text of the whole tree is built after string-values of single nodes have spent this many steps per node of the tree.
const STEPS_BEFORE_TREE_TEXT: u64 = 2;

impl<'e, 'd> Evaluator<'e, 'd> {
    pub(crate) fn string_value(&mut self, item: Item) -> Evaluated<Cow<'e, str>> {
        let tree = self.tree;
        let rank = item.rank();
        Ok(match item.kind() {
            ItemKind::Node => self.string_value_of_node(rank)?,
            ItemKind::Attribute(slot) => {
                Cow::Borrowed(tree.node(rank).attribute_in_slot(slot).map_or("", |attribute| attribute.value()))
            }
            ItemKind::Namespace(index) => Cow::Borrowed(self.scope(rank)?.get(index).map_or("", |(_, url)| url)),
            ItemKind::Created(index) | ItemKind::CreatedText(index) => {
                let text = self.created.get(index).map_or_else(String::new, |(_, text)| text.to_string());
                self.spend_on(&text)?;
                Cow::Owned(text)
            }
        })
    }

    pub(super) fn scope(&mut self, rank: u32) -> Evaluated<Scope<'d>> {
        self.namespaces.scope(self.tree, rank, &mut self.budget).map_err(|exceeded| self.over_budget(exceeded))
    }

    fn string_value_of_node(&mut self, rank: u32) -> Evaluated<Cow<'e, str>> {
        let tree = self.tree;
        let node = tree.node(rank);
        if !matches!(node.kind(), NodeKind::Element | NodeKind::Document | NodeKind::DocumentFragment) {
            return Ok(string_value(node));
        }
        let texts = self.texts;
        if self.spent_on_texts > STEPS_BEFORE_TREE_TEXT * tree.len() as u64 {
            if texts.get().is_none() {
                self.spend((tree.len() + node.document().text_bytes() / TEXT_BYTES) as u64)?;
            }
            return Ok(Cow::Borrowed(texts.get_or_init(|| Texts::new(tree)).text_of_ranks(rank, tree.end(rank))));
        }
        let text = string_value(node);
        let cost = u64::from(tree.end(rank) - rank) + (text.len() / TEXT_BYTES) as u64;
        self.spent_on_texts += cost;
        self.spend(cost)?;
        Ok(text)
    }

    pub(super) fn number_of(&mut self, value: &Value<'e>) -> Evaluated<f64> {
        Ok(match value {
            Value::Nodes(nodes) => nodes.first().map_or(Ok(f64::NAN), |item| self.number_of_node(*item))?,
            Value::Number(number) => *number,
            Value::Text(text) => self.number_of_text(text)?,
            Value::Boolean(boolean) => f64::from(u8::from(*boolean)),
        })
    }

    pub(super) fn number_of_node(&mut self, item: Item) -> Evaluated<f64> {
        let text = self.string_value(item)?;
        self.number_of_text(&text)
    }

    pub(super) fn number_of_text(&mut self, text: &str) -> Evaluated<f64> {
        // A conversion reads only white space and characters of numbers.
        let trimmed = text.trim_matches(is_space);
        let digits = trimmed.bytes().take_while(|byte| matches!(byte, b'-' | b'.' | b'0'..=b'9')).count();
        self.spend(((text.len() - trimmed.len() + digits) / TEXT_BYTES) as u64)?;
        Ok(number_of(trimmed))
    }

    pub(super) fn text_of(&mut self, value: Value<'e>) -> Evaluated<Cow<'e, str>> {
        Ok(match value {
            Value::Nodes(nodes) => nodes.first().map_or(Ok(Cow::Borrowed("")), |item| self.string_value(*item))?,
            Value::Number(number) => Cow::Owned(text_of(number)),
            Value::Text(text) => text,
            Value::Boolean(boolean) => Cow::Borrowed(if boolean { "true" } else { "false" }),
        })
    }

    pub(super) fn export_value(&mut self, value: Value<'e>) -> XPathValue<'d> {
        match value {
            Value::Nodes(nodes) => XPathValue::Nodes(self.export_nodes(Rc::unwrap_or_clone(nodes))),
            Value::Number(number) => XPathValue::Number(number),
            Value::Text(text) => XPathValue::Text(text.into_owned()),
            Value::Boolean(boolean) => XPathValue::Boolean(boolean),
        }
    }

    fn export_nodes(&mut self, mut items: Vec<Item>) -> XPathNodes<'d> {
        let tree = self.tree;
        let mut others = Vec::new();
        if !tree.ranks_are_node_numbers() || !self.created.is_empty() || self.namespaces.were_used() {
            for item in &mut items {
                let owner = tree.node(item.rank());
                let node = match item.kind() {
                    ItemKind::Node | ItemKind::Attribute(_) => {
                        *item = item.at(owner.id().get());
                        continue;
                    }
                    ItemKind::Namespace(index) => {
                        let scope = self.scope(item.rank()).unwrap_or_default();
                        let (prefix, url) = scope.get(index).copied().unwrap_or_default();
                        XPathNode::Namespace { owner, prefix, url }
                    }
                    ItemKind::Created(index) => {
                        let (name, text) = self.created.get(index).cloned().unwrap_or_default();
                        XPathNode::Created { name, text }
                    }
                    ItemKind::CreatedText(index) => {
                        let (_, text) = self.created.get(index).cloned().unwrap_or_default();
                        XPathNode::Created { name: "", text }
                    }
                };
                *item = Item::created(others.len());
                others.push(node);
            }
        }
        XPathNodes::from_items(tree.root.document(), items, others)
    }

    /// Converts the value of a variable or of a user-defined function. Errors have this offset.
    pub(super) fn import_value(&mut self, value: &XPathValue<'d>, offset: u32) -> Evaluated<Value<'e>> {
        Ok(match value {
            XPathValue::Number(number) => Value::Number(*number),
            XPathValue::Text(text) => Value::Text(Cow::Owned(text.clone())),
            XPathValue::Boolean(boolean) => Value::Boolean(*boolean),
            XPathValue::Nodes(nodes) => {
                self.spend(nodes.len() as u64)?;
                self.hold(nodes.len() * size_of::<Item>())?;
                let mut items = Vec::with_capacity(nodes.len());
                for node in nodes {
                    items.push(self.import_node(&node, offset)?);
                }
                self.sort(&mut items)?;
                Value::Nodes(Rc::new(items))
            }
        })
    }

    /// Converts a node in the value of a variable or of a user-defined function, or the context node.
    pub(super) fn import_node(&mut self, node: &XPathNode<'d>, offset: u32) -> Evaluated<Item> {
        let tree = self.tree;
        let (owner, item) = match node {
            XPathNode::Node(node) => (*node, Some(Item::node(tree.rank(*node)))),
            XPathNode::Attribute { owner, attribute } => {
                let is_same = |slot: &usize| {
                    owner.attribute_in_slot(*slot).is_some_and(|it| {
                        it.name_number() == attribute.name_number()
                            && it.namespace_url() == attribute.namespace_url()
                            && it.qualified_name() == attribute.qualified_name()
                    })
                };
                self.spend(owner.attribute_slots() as u64)?;
                let slot = (0..owner.attribute_slots()).find(is_same);
                (*owner, slot.map(|slot| Item::attribute(tree.rank(*owner), slot)))
            }
            XPathNode::Namespace { owner, prefix, .. } => {
                let rank = tree.rank(*owner);
                let index = self.scope(rank)?.iter().position(|(known, _)| known == prefix);
                (*owner, index.map(|index| Item::namespace(rank, index)))
            }
            XPathNode::Created { name, text } => {
                let index = self.created.len();
                self.spend_on(text)?;
                self.hold(CREATED_NODE_BYTES + text.len())?;
                self.created.push((name, text.clone()));
                return Ok(if name.is_empty() { Item::created_text(index) } else { Item::created(index) });
            }
        };
        item.filter(|_| tree.contains(owner)).ok_or_else(|| {
            let message =
                "a node belongs to another tree than the context node; evaluate the expression at a node of its tree"
                    .to_owned();
            self.error(offset, XPathErrorCode::ForeignNode, message)
        })
    }
}
