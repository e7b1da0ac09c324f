//! Changing a document: creating, moving, copying and removing nodes, and setting attributes and text.

mod attributes;
pub(crate) mod compact;
mod copy;
mod create;
pub(crate) mod error;
mod indent;
mod mutate;
pub(crate) mod node_mut;
mod qualified_name;
mod validity;
