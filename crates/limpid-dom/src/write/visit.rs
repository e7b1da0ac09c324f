//! The way of the writers of text and Markdown through a tree.

use crate::read::node_ref::NodeRef;
use crate::storage::node::Node;
use core::fmt;

/// Receives the nodes of a tree, in tree order.
pub(super) trait Visitor<'d> {
    /// Enters a node, whose record is at hand. Returns whether it goes through its children, to leave it behind them.
    fn enter(&mut self, node: NodeRef<'d>, record: &'d Node) -> bool;

    fn leave(&mut self, node: NodeRef<'d>);

    /// Passes on what is written so far, if it is long.
    fn pass_on(&mut self) -> fmt::Result;
}

/// Goes through a node and those in it. Half of the instructions of [`Traverse`](crate::Traverse), which can be turned around.
pub(super) fn visit<'d>(top: NodeRef<'d>, visitor: &mut impl Visitor<'d>) -> fmt::Result {
    let mut node = top;
    let mut record = node.node();
    loop {
        let has_way_in = visitor.enter(node, record);
        if has_way_in {
            if let Some(child) = node.link(record.first()) {
                (node, record) = (child, child.node());
                continue;
            }
            visitor.leave(node);
        }
        visitor.pass_on()?;
        loop {
            if node == top {
                return Ok(());
            }
            if let Some(next) = node.link(record.next()) {
                (node, record) = (next, next.node());
                break;
            }
            node = node.link(record.parent()).unwrap_or(top);
            record = node.node();
            visitor.leave(node);
        }
    }
}
