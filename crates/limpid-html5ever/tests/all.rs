//! All integration tests in one program, which is linked once instead of 5 times.

// Programs for html5ever import its macros in this way.
#[macro_use]
extern crate limpid_html5ever as html5ever;

mod handles;
mod parsing;
mod paths;
mod serializing;
mod tokens;
