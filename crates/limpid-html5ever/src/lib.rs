#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub use driver::{ParseOpts, Parser, parse_document, parse_fragment};
pub use markup5ever::*;
pub use serialize::serialize;

mod encoding;

pub mod driver;
pub mod serialize;
pub mod tokenizer;
pub mod tree_builder;
