//! Editing: every change that a user makes to a document.

pub(crate) mod compact;
mod copy;
pub(crate) mod mutate;
mod qualified_name;
