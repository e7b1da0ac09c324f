//! Reading: the document, its nodes and attributes as users see them, and traversals of the tree.
//!
//! limpid-select and limpid-xpath have a back door: public methods hidden from the documentation, which ask many elements by the
//! numbers of their names, where the others would look up or slice text for each. They are in `finders.rs`, and beside the methods that
//! they are the quick form of. They may change with any version.

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
