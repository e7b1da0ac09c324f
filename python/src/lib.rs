//! The extension module `limpid_html._limpid`: Python classes over the `limpid` crate. The package `limpid_html` re-exports its public names.

#![forbid(unsafe_code)]

mod content;
mod document;
mod edit_lock;
mod editor;
mod errors;
mod escape;
mod events;
mod extract;
mod hints;
mod markdown;
mod markup;
mod node;
mod parser;
mod pickle;
mod rewriter;
mod sanitizer;
mod selector;
mod settings;
mod table;
mod tree;
mod warc;

use mimalloc::MiMalloc;
use pyo3::prelude::*;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Registers the classes and functions. No class relies on the GIL to guard its state, hence `gil_used = false`.
#[pymodule(gil_used = false)]
fn _limpid(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<document::Document>()?;
    module.add_class::<editor::Editor>()?;
    module.add_class::<extract::Extract>()?;
    module.add_class::<warc::WarcReader>()?;
    module.add_class::<node::Node>()?;
    module.add_class::<node::Nodes>()?;
    module.add_class::<parser::Parser>()?;
    module.add_class::<rewriter::Rewriter>()?;
    module.add_class::<rewriter::Element>()?;
    module.add_class::<sanitizer::Sanitizer>()?;
    module.add_class::<selector::Selector>()?;
    module.add_class::<table::Table>()?;
    module.add_function(wrap_pyfunction!(document::parse, module)?)?;
    module.add_function(wrap_pyfunction!(document::parse_xml, module)?)?;
    module.add_function(wrap_pyfunction!(document::detect_encoding, module)?)?;
    module.add_function(wrap_pyfunction!(document::_restore, module)?)?;
    module.add_function(wrap_pyfunction!(warc::_warc_record, module)?)?;
    module.add_function(wrap_pyfunction!(sanitizer::sanitize, module)?)?;
    module.add_function(wrap_pyfunction!(escape::escape_text, module)?)?;
    module.add_function(wrap_pyfunction!(escape::escape_attribute, module)?)?;
    module.add_function(wrap_pyfunction!(escape::unescape, module)?)?;
    module.add_function(wrap_pyfunction!(escape::css_escape, module)?)?;
    module.add_function(wrap_pyfunction!(document::_events, module)?)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))
}
