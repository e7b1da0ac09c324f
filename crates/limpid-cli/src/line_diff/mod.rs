//! Differences between two lists of lines, for trees and for sources.

mod compare;
mod hunks;

pub(crate) use hunks::{Change, Hunk, hunks};
