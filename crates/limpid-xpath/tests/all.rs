//! One program for all tests of the crate, which links once instead of 4 times.

mod errors;
mod hostile;
mod spans;
mod trees;
