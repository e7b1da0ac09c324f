//! Measurements of limpid and its peers. `cargo xtask bench` runs them.
#![forbid(unsafe_code)]

pub mod corpora;
pub mod docs;
pub mod peers;
pub mod plot;
pub mod row;
pub mod shape;
