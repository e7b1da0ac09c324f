//! The `TreeSink` that builds documents, with the steps that the standard runs for new elements.

pub(crate) mod document_builder;
mod markers;
mod namespace_numbers;
mod selectedcontent;
mod shadow_host;
mod sink;
mod store;
