//! Reading a document: the public types for documents, nodes and attributes, and traversals of the tree.
//!
//! The methods with `#[doc(hidden)]` are for limpid-select and limpid-xpath. They compare the numbers that identify names, so that the text
//! of each element's name is not looked up. They are in `finders.rs`, or next to the public methods for the same task, and may change in
//! every version.

pub(crate) mod attribute;
pub(crate) mod descendants;
pub(crate) mod document;
mod finders;
mod look_up;
pub(crate) mod node_ref;
pub(crate) mod parts;
pub(crate) mod position;
pub(crate) mod pseudo_attributes;
pub(crate) mod relatives;
#[cfg(feature = "mapped-text")]
pub(crate) mod source_map;
mod spans;
pub(crate) mod table;
pub(crate) mod traverse;
pub(crate) mod view;
pub(crate) mod visit;
