//! Reading: the document, its nodes and attributes as users see them, and the ways through the tree.

pub(crate) mod attribute;
pub(crate) mod descendants;
pub(crate) mod document;
mod look_up;
pub(crate) mod node_ref;
pub(crate) mod pseudo_attributes;
pub(crate) mod relatives;
mod spans;
pub(crate) mod traverse;
pub(crate) mod view;
