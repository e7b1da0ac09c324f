//! Editing: every change that a user makes to a document.

mod attributes;
pub(crate) mod compact;
mod copy;
pub(crate) mod error;
mod indent;
mod mutate;
mod qualified_name;
mod validity;
