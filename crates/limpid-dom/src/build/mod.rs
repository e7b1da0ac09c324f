//! Building: the parser's `TreeSink`, and what belongs to elements that a parser makes rather than to parsing.

pub(crate) mod infoset;
mod markers;
mod selectedcontent;
pub(crate) mod sink;
