//! What the tests, the fuzz targets and the benchmarks share: laws, which hold of every input, and Servo's selectors.

#![forbid(unsafe_code)]

#[cfg(feature = "laws")]
pub mod laws;
#[cfg(feature = "servo")]
pub mod servo;
