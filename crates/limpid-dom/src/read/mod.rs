//! Reading: the document, its nodes and attributes as users see them, and the ways through the tree.

pub(crate) mod attribute;
pub(crate) mod document;
pub(crate) mod node_ref;
pub(crate) mod order;
pub(crate) mod pseudo_attributes;
pub(crate) mod traverse;
pub(crate) mod view;
mod xml;
