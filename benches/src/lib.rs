//! The parts that the programs `parse`, `jobs` and `growth` share. `cargo xtask bench`, `jobs` and `growth` run them.
#![forbid(unsafe_code)]

pub mod corpora;
pub mod docs;
pub mod peers;
pub mod rounds;
