//! One test binary for the whole crate, so that the crate is linked once instead of once for each test file.

mod build;
mod common;
mod depth;
mod edits;
mod many_names;
mod mutation;
mod navigation;
mod patching;
mod random;
mod serialize;
mod serialize_options;
mod tables;
mod xml;
mod xml_serialize;
