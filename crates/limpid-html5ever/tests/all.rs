//! One program for all tests of the crate, which links once instead of 5 times.

// As programs that were written for html5ever import it.
#[macro_use]
extern crate limpid_html5ever as html5ever;

mod handles;
mod parsing;
mod paths;
mod serializing;
mod tokens;
