//! [`visit`]: the traversal that writes or copies all nodes of a subtree.

use crate::read::node_ref::NodeRef;
use crate::storage::node::{Node, NodeFlags};

/// Receives the nodes of a tree in tree order.
pub(crate) trait Visitor<'d> {
    type Error;

    /// Enters a node. Returns whether to visit its content and then to call [`leave`](Self::leave).
    fn enter(&mut self, node: NodeRef<'d>, record: &'d Node) -> Result<bool, Self::Error>;

    /// Leaves a node after its content.
    fn leave(&mut self, node: NodeRef<'d>, record: &'d Node) -> Result<(), Self::Error>;

    /// Enters the shadow root or the template contents of an element, before the element's children. Returns whether to visit their
    /// children and then to call [`leave_content`](Self::leave_content).
    #[inline]
    fn enter_content(&mut self, _: NodeRef<'d>) -> Result<bool, Self::Error> {
        Ok(false)
    }

    /// Leaves a shadow root or template contents. Returns whether to visit the remaining content of its host.
    #[inline]
    fn leave_content(&mut self, _: NodeRef<'d>) -> Result<bool, Self::Error> {
        Ok(true)
    }
}

/// Visits a node and its content: first the shadow root of an element, then its template contents, then the children.
///
/// Takes constant memory and half of the instructions of [`Traverse`](crate::Traverse), which is a double-ended iterator.
#[inline]
pub(crate) fn visit<'d, V: Visitor<'d>>(top: NodeRef<'d>, visitor: &mut V) -> Result<(), V::Error> {
    let (mut node, mut record) = (top, top.node());
    'nodes: loop {
        if visitor.enter(node, record)? {
            let first = match has_shadow_root_or_contents(record) {
                true => next_in_content(node, None, visitor)?,
                false => node.link(record.first()),
            };
            if let Some(first) = first {
                (node, record) = (first, first.node());
                continue;
            }
            visitor.leave(node, record)?;
        }
        while node.number() != top.number() {
            if let Some(next) = node.link(record.next()) {
                (node, record) = (next, next.node());
                continue 'nodes;
            }
            let Some(parent) = node.link(record.parent()) else { return Ok(()) };
            (node, record) = (parent, parent.node());
            if !record.is_element()
                && node.number() != top.number()
                && let Some(host) = node.host()
            {
                if let Some(next) = next_in_content(host, Some(node), visitor)? {
                    (node, record) = (next, next.node());
                    continue 'nodes;
                }
                (node, record) = (host, host.node());
            }
            visitor.leave(node, record)?;
        }
        return Ok(());
    }
}

/// Returns the node to visit next in an element with a shadow root or template contents. `left` is the shadow root or the template contents
/// that the traversal has just visited, or `None` if it has just entered the element.
#[cold]
#[inline]
fn next_in_content<'d, V: Visitor<'d>>(
    element: NodeRef<'d>,
    left: Option<NodeRef<'d>>,
    visitor: &mut V,
) -> Result<Option<NodeRef<'d>>, V::Error> {
    let contents = [element.shadow_root(), element.template_contents()];
    if let Some(left) = left
        && !visitor.leave_content(left)?
    {
        return Ok(None);
    }
    let next = contents.iter().position(|content| content.is_some() && *content == left).map_or(0, |index| index + 1);
    for content in contents.into_iter().skip(next).flatten() {
        if !visitor.enter_content(content)? {
            continue;
        }
        if let Some(child) = content.first_child() {
            return Ok(Some(child));
        }
        if !visitor.leave_content(content)? {
            return Ok(None);
        }
    }
    Ok(element.first_child())
}

#[inline]
fn has_shadow_root_or_contents(record: &Node) -> bool {
    record.flags().intersects(NodeFlags::TEMPLATE_CONTENTS) || record.flags().intersects(NodeFlags::SHADOW_HOST)
}
