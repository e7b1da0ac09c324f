//! The tree below a document, and the words and options that several files have for it.

use limpid::{QuirksMode, SerializeOptions};

/// A tree that owns its text.
pub(crate) type Tree = limpid::Document<'static>;

/// Returns the standard's name of a mode.
pub(crate) fn quirks_name(mode: QuirksMode) -> &'static str {
    match mode {
        QuirksMode::NoQuirks => "no-quirks",
        QuirksMode::LimitedQuirks => "limited-quirks",
        QuirksMode::Quirks => "quirks",
    }
}

/// Returns serialization options; pretty output is for reading, minified output for sending.
pub(crate) fn serialize_options(pretty: bool, minify: bool) -> SerializeOptions<'static> {
    match (pretty, minify) {
        (_, true) => SerializeOptions::minified(),
        (true, false) => SerializeOptions::pretty(),
        (false, false) => SerializeOptions::new(),
    }
}
