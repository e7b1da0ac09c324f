//! The tree below a document, and the words and options that several files have for it.

use limpid::SerializeOptions;

/// A tree that owns its text.
pub(crate) type Tree = limpid::Document<'static>;

/// Returns serialization options; pretty output is for reading, minified output for sending.
pub(crate) fn serialize_options(pretty: bool, minify: bool) -> SerializeOptions<'static> {
    match (pretty, minify) {
        (_, true) => SerializeOptions::minified(),
        (true, false) => SerializeOptions::pretty(),
        (false, false) => SerializeOptions::new(),
    }
}
