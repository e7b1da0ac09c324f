//! What limpid and its peers are measured with. `cargo xtask bench` runs it.
#![forbid(unsafe_code)]

pub mod corpora;
pub mod docs;
pub mod families;
pub mod peers;
pub mod plot;
pub mod row;
pub mod shape;
