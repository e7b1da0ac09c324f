//! Editing: every change that a user makes to a document.

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
