//! Code shared by the tests, fuzz targets and benchmarks: laws (properties of every input), and Servo's selectors as a reference.

#![forbid(unsafe_code)]

#[cfg(feature = "laws")]
pub mod laws;
#[cfg(feature = "servo")]
pub mod servo;
