//! The HTML Standard's [tokenizer](https://html.spec.whatwg.org/multipage/parsing.html#tokenization).
//!
//! The tokenizer passes tokens that borrow from the input to a [`TokenSink`], without an allocation per token, attribute or
//! text run. Between chunks of input it keeps its state and the bytes of the unfinished token.
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

// Shared with limpid-xml5. Not part of the public API: it may change in any release.
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
