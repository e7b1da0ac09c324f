//! The chores that tests run, too: the house rules of `cargo xtask tidy`.

#![forbid(unsafe_code)]

pub mod tidy;
