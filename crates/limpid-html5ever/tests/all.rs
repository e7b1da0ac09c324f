//! One program for all tests of the crate, which links once instead of 5 times.

mod handles;
mod parsing;
mod paths;
mod serializing;
mod tokens;
