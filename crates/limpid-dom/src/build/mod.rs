//! Building: the parser's `TreeSink`, and what belongs to elements that a parser makes rather than to parsing.

pub(crate) mod document_builder;
mod markers;
mod namespace_numbers;
mod selectedcontent;
mod shadow_host;
mod sink;
mod store;
