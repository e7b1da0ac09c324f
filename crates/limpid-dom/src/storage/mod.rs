//! Storage: the buffers that a document is made of, and the records in them. It knows nothing of the other rooms.

mod answers;
pub(crate) mod arena;
pub(crate) mod attribute;
mod attributes;
pub(crate) mod changes;
mod contents;
mod copies;
pub(crate) mod errors;
mod expected;
pub(crate) mod extras;
mod flags;
mod former_nodes;
mod found;
pub(crate) mod id;
pub(crate) mod interner;
pub(crate) mod names;
pub(crate) mod node;
pub(crate) mod order;
pub(crate) mod qualifiers;
pub(crate) mod ranks;
mod room;
pub(crate) mod source;
pub(crate) mod spans;
pub(crate) mod text_buffer;
pub(crate) mod word_filter;
pub(crate) mod xml;
