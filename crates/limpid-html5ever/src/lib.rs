#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

pub use driver::{ParseOpts, Parser, parse_document, parse_fragment};
pub use markup5ever::*;
pub use serialize::serialize;

mod encoding;

pub mod driver;
pub mod serialize;
pub mod tokenizer;
pub mod tree_builder;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
