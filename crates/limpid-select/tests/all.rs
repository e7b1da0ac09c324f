//! All tests of the crate in one program, so that they are linked only once.

mod agree;
mod contains;
mod errors;
mod hostile;
mod scope;
