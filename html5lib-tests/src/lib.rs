//! Readers for the html5lib test formats, and limpid's own cases in them.
//!
//! [`mod@format`] turns the text of one suite file into cases; [`suites`] finds the files, [`missing`] says which are not there; [`revision`] tells
//! which they are; [`exceptions`] holds what the standard of today says where a case of upstream says something else. None of
//! them knows a parser: a case says what goes in and what must come out, in the words of its file. `run`, behind the feature of
//! that name, gives the cases to limpid.

#![forbid(unsafe_code)]

pub mod differences;
pub mod exceptions;
pub mod format;
pub mod missing;
pub mod revision;
#[cfg(feature = "run")]
pub mod run;
pub mod suites;
