//! Readers for the formats of html5lib-tests and related suites, and limpid's own cases.
//!
//! [`suites`] finds the files of the suites, [`mod@format`] parses them into cases, and [`revision`] identifies a suite's revision.
//! [`missing`] lists missing suites. [`exceptions`] corrects cases that contradict the current standard. None of these modules needs a
//! parser. The module `run`, behind a feature of this name, runs the cases with limpid.

#![forbid(unsafe_code)]

pub mod differences;
pub mod exceptions;
pub mod format;
pub mod missing;
pub mod revision;
#[cfg(feature = "run")]
pub mod run;
pub mod suites;
