//! The iterator over the relatives of a node, which holds no more than the next one.

use limpid::{NodeId, NodeRef};
use pyo3::prelude::*;
use std::sync::{Mutex, PoisonError};

use crate::document::Document;
use crate::errors;
use crate::node::Node;

/// The relatives to go through.
#[derive(Clone, Copy)]
pub(crate) enum Way {
    Children,
    Descendants,
    Ancestors,
}

/// An iterator over nodes. Edits during the iteration show from the next step on.
#[pyclass(frozen, module = "limpid", name = "NodeIterator")]
pub(crate) struct Nodes {
    document: Py<Document>,
    top: NodeId,
    way: Way,
    next: Mutex<Option<NodeId>>,
}

impl Nodes {
    pub(crate) fn new(document: Py<Document>, top: NodeId, way: Way) -> PyResult<Nodes> {
        let next = match document.get().tree().node(top) {
            Some(node) => match way {
                Way::Children | Way::Descendants => node.first_child(),
                Way::Ancestors => node.parent(),
            }
            .map(NodeRef::id),
            None => return Err(errors::no_such_node()),
        };
        Ok(Nodes { document, top, way, next: Mutex::new(next) })
    }
}

/// Returns the node after another in tree order, below `top`.
fn following(node: NodeRef<'_>, top: NodeId) -> Option<NodeRef<'_>> {
    node.first_child().or_else(|| {
        let mut climbing = node;
        while climbing.id() != top {
            if let Some(next) = climbing.next_sibling() {
                return Some(next);
            }
            climbing = climbing.parent()?;
        }
        None
    })
}

#[pymethods]
impl Nodes {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> Option<Node> {
        let tree = self.document.get().tree();
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let node = tree.node((*next)?)?;
        let after = match self.way {
            Way::Children => node.next_sibling(),
            Way::Descendants => following(node, self.top),
            Way::Ancestors => node.parent(),
        };
        *next = after.map(NodeRef::id);
        Some(Node::new(self.document.clone_ref(py), node.id()))
    }
}
