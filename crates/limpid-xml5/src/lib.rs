//! [XML5](https://github.com/annevk/xml5): XML whose errors are data, as HTML's are. A tokenizer and a tree builder that take
//! any text for XML and never stop, over the same [`TreeSink`](limpid_markup::TreeSink) as HTML's.
//!
//! A well-formed document gives exactly what [XML](https://www.w3.org/TR/xml/) and [Namespaces in
//! XML](https://www.w3.org/TR/xml-names/) say, with the internal subset's entities and attribute defaults; nothing is ever
//! fetched. What is not well-formed gives a tree by XML5's rules, and errors.
//!
//! The states are those of the document of 2013, those of comments and DOCTYPEs as in its [later
//! draft](https://ygg01.github.io/xml5_draft/); what both leave open is listed in `docs/xml5.md`.
//!
//! ```
//! use limpid_xml5::{Token, TokenSink, tokenize};
//!
//! #[derive(Default)]
//! struct Names(Vec<String>);
//!
//! impl TokenSink for Names {
//!     fn process_token(&mut self, token: Token<'_>) {
//!         if let Token::StartTag(tag) = token {
//!             self.0.push(tag.name.to_owned());
//!         }
//!     }
//! }
//!
//! let mut names = Names::default();
//! tokenize("<a:feed><entry/></a:feed>", &mut names);
//! assert_eq!(names.0, ["a:feed", "entry"]);
//! ```
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod declaration_syntax;
mod declarations;
mod reference;
mod scan;
mod token;
mod token_sink;
mod tokenizer;
mod tree_builder;
mod xml_declaration;

pub use token::{EndTag, Tag, Token};
pub use token_sink::TokenSink;
pub use tokenizer::{Tokenizer, TokenizerOptions, tokenize};
pub use tree_builder::{TreeBuilder, TreeBuilderOptions};
pub use xml_declaration::{ReadXmlDeclaration, read_xml_declaration};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
