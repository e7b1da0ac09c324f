//! The way of the writers of text and Markdown through a tree.

use crate::read::node_ref::NodeRef;
use core::fmt;

/// Receives the nodes of a tree, in tree order.
pub(super) trait Visitor<'d> {
    /// Enters a node. Returns whether it goes through its children, to leave it behind them.
    fn enter(&mut self, node: NodeRef<'d>) -> Result<bool, fmt::Error>;

    /// Leaves a node that was entered.
    fn leave(&mut self, node: NodeRef<'d>) -> fmt::Result;
}

/// Goes through a node and those in it. Half of the instructions of [`Traverse`](crate::Traverse), which can be turned around.
pub(super) fn visit<'d>(top: NodeRef<'d>, visitor: &mut impl Visitor<'d>) -> fmt::Result {
    let mut node = top;
    loop {
        if visitor.enter(node)? {
            if let Some(child) = node.first_child() {
                node = child;
                continue;
            }
            visitor.leave(node)?;
        }
        loop {
            if node == top {
                return Ok(());
            }
            if let Some(next) = node.next_sibling() {
                node = next;
                break;
            }
            node = node.parent().unwrap_or(top);
            visitor.leave(node)?;
        }
    }
}
