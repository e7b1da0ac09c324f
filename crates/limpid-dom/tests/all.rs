//! One program for all tests of the crate, which links once instead of 12 times.

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
