//! One program for all tests of the crate, which links once instead of 5 times.

mod agree;
mod contains;
mod errors;
mod hostile;
mod scope;
