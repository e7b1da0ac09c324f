//! Whole jobs.
fn main() {}
