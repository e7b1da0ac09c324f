//! All tests of the crate in one binary, which links once instead of 5 times.

mod caches;
mod errors;
mod hostile;
mod spans;
mod trees;
