//! The methods of `Tree` that change nodes.

use crate::error::{argument, error};
use crate::tree::Tree;
use limpid::{InsertPosition, MutationError, NodeMut};
use wasm_bindgen::prelude::*;

impl Tree {
    /// Changes a node.
    fn change(
        &mut self,
        node: u32,
        change: impl FnOnce(&mut NodeMut<'_, 'static>) -> Result<(), MutationError>,
    ) -> Result<(), JsValue> {
        let id = self.node(node)?.id();
        let result = self.document.node_mut(id).and_then(|mut node| change(&mut node));
        result.map_err(|reason| error("MutationError", reason))
    }
}

#[wasm_bindgen]
impl Tree {
    pub fn set_attribute(&mut self, node: u32, name: &str, value: &str) -> Result<(), JsValue> {
        self.change(node, |node| node.set_attribute(name, value))
    }

    pub fn remove_attribute(&mut self, node: u32, name: &str) -> Result<(), JsValue> {
        self.change(node, |node| node.remove_attribute(name).map(|_| ()))
    }

    pub fn rename(&mut self, node: u32, name: &str) -> Result<(), JsValue> {
        self.change(node, |node| node.rename(name))
    }

    pub fn set_text(&mut self, node: u32, text: &str) -> Result<(), JsValue> {
        self.change(node, |node| node.set_text(text))
    }

    pub fn set_inner_html(&mut self, node: u32, html: &str) -> Result<(), JsValue> {
        self.change(node, |node| node.set_inner_html(html))
    }

    pub fn set_outer_html(&mut self, node: u32, html: &str) -> Result<(), JsValue> {
        self.change(node, |node| node.set_outer_html(html))
    }

    pub fn insert_html(&mut self, node: u32, position: &str, html: &str) -> Result<(), JsValue> {
        let position = match position {
            "beforebegin" => InsertPosition::BeforeBegin,
            "afterbegin" => InsertPosition::AfterBegin,
            "beforeend" => InsertPosition::BeforeEnd,
            "afterend" => InsertPosition::AfterEnd,
            _ => {
                let message =
                    format!("unknown position {position:?}; use beforebegin, afterbegin, beforeend or afterend");
                return Err(argument(message));
            }
        };
        self.change(node, |node| node.insert_adjacent_html(position, html))
    }

    pub fn append_text(&mut self, node: u32, text: &str) -> Result<(), JsValue> {
        self.change(node, |node| node.append_text(text))
    }

    pub fn remove(&mut self, node: u32) -> Result<(), JsValue> {
        self.change(node, |node| node.remove())
    }

    pub fn replace_with_children(&mut self, node: u32) -> Result<(), JsValue> {
        self.change(node, |node| node.replace_with_children())
    }
}
