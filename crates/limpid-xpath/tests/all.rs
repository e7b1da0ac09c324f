//! One program for all tests of the crate, which links once instead of 5 times.

mod caches;
mod errors;
mod hostile;
mod spans;
mod trees;
