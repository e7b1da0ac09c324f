//! The HTML Standard's [tokenizer](https://html.spec.whatwg.org/multipage/parsing.html#tokenization).
//!
//! It runs over contiguous text and hands tokens that borrow from it to a [`TokenSink`]: no allocation per token,
//! attribute or text run. Input that comes in chunks is the same machine, which keeps its state and the bytes since the
//! start of the unfinished token.
//!
//! ```
//! use limpid_tokenizer::{Token, TokenSink, TokenSinkResult, tokenize};
//!
//! #[derive(Default)]
//! struct Links(Vec<String>);
//!
//! impl TokenSink for Links {
//!     fn process_token(&mut self, token: Token<'_>) -> TokenSinkResult {
//!         if let Token::StartTag(tag) = token {
//!             self.0.extend(tag.attributes.iter().filter(|a| a.name_str() == "href").map(|a| a.value().to_owned()));
//!         }
//!         TokenSinkResult::Continue
//!     }
//! }
//!
//! let mut links = Links::default();
//! tokenize("<p>See <a href='/?a&amp;b'>this</a>.", &mut links);
//! assert_eq!(links.0, ["/?a&b"]);
//! ```
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

// The XML tokenizer has the same input half. It changes with them, so it is no part of what this crate promises.
#[doc(hidden)]
pub mod cursor;
mod fast_path;
mod machine;
mod state;
mod states;
mod token;
mod token_sink;
mod tokenizer;

pub use state::State;
pub use token::{Tag, Token};
pub use token_sink::{TokenSink, TokenSinkResult};
pub use tokenizer::{Chunk, Tokenizer, TokenizerOptions, TokenizerStatus, tokenize};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
