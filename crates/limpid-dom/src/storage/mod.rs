//! The buffers of a document and the records in them. Other modules of the crate depend on this module, but not vice versa.

pub(crate) mod arena;
pub(crate) mod attribute;
mod attributes;
mod contents;
mod copies;
pub(crate) mod errors;
pub(crate) mod extras;
mod flags;
pub(crate) mod id;
mod index;
pub(crate) mod interner;
pub(crate) mod memory;
pub(crate) mod names;
pub(crate) mod node;
pub(crate) mod order;
pub(crate) mod qualifiers;
pub(crate) mod ranks;
pub(crate) mod source;
pub(crate) mod spans;
pub(crate) mod text_buffer;
pub(crate) mod word_filter;
pub(crate) mod xml;
