//! Laws: properties that hold for every input. A law is a function that takes arbitrary bytes and panics if the property does not hold.
//!
//! The fuzz targets, the property tests and the tests of `fuzz/regressions/` check the same laws, which are listed in [`LAWS`]. [`case`]
//! defines how bytes become a page and options.

pub mod case;
pub mod content;
mod edited_trees;
pub mod encodings;
pub mod events;
pub mod fix;
#[cfg(feature = "html5ever")]
pub mod html5ever;
pub mod limits;
pub mod mapped_text;
pub mod originals;
pub mod rewrite;
pub mod round_trip;
pub mod sanitize;
pub mod sanitizer_config;
pub mod sanitizing_sink;
pub mod seeds;
pub mod source_edits;
pub mod spans;
pub mod tokens;
pub mod trees;
pub mod xml;
pub mod xpath;

/// A law: checks a property on some bytes.
pub type Law = fn(&[u8]);

/// The laws and their names, which are also the names of their fuzz targets.
pub const LAWS: &[(&str, Law)] = &[
    ("tokens", tokens::check),
    ("trees", trees::check),
    ("events", events::check),
    ("rewrite", rewrite::check),
    ("spans", spans::check),
    ("mapped_text", mapped_text::check),
    ("content", content::check),
    ("limits", limits::check),
    ("encodings", encodings::check),
    ("round_trip", round_trip::check),
    ("fix", fix::check),
    ("sanitize", sanitize::check),
    ("sanitizer_config", sanitizer_config::check),
    ("sanitizing_sink", sanitizing_sink::check),
    ("source_edits", source_edits::check),
    ("xml", xml::check),
    ("xpath", xpath::check),
    #[cfg(feature = "html5ever")]
    ("html5ever", html5ever::check),
];
