//! Code shared by the programs `parse`, `jobs` and `growth`, which `cargo xtask bench`, `jobs` and `growth` run.
#![forbid(unsafe_code)]

pub mod corpora;
pub mod docs;
pub mod peers;
pub mod rounds;
