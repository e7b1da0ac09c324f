//! The rules of `cargo xtask tidy`, which are also run as tests.

#![forbid(unsafe_code)]

pub mod tidy;
