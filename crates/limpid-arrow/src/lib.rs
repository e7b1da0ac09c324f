//! Extracts columns from HTML pages in Arrow record batches.
//!
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod cells;
mod column;
mod error;
mod extract;
mod output;
mod page;
mod rows;

pub use column::{Column, RecordField, Value};
pub use error::ExtractError;
pub use extract::Extract;
pub use rows::Rows;
