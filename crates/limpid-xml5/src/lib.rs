//! A tokenizer and a tree builder for [XML5](https://github.com/annevk/xml5), error-tolerant XML. They parse any text without
//! stopping at errors, and build trees with the same [`TreeSink`](limpid_markup::TreeSink) as the HTML parser.
//!
//! A well-formed document is parsed as [XML](https://www.w3.org/TR/xml/) and [Namespaces in
//! XML](https://www.w3.org/TR/xml-names/) require, including entities and attribute defaults of the internal subset. Nothing is ever
//! fetched. For other documents, the tree follows the rules of XML5 and errors are reported.
//!
//! The states follow the XML5 document of 2013. The states of comments and DOCTYPEs follow its [later
//! draft](https://ygg01.github.io/xml5_draft/). `docs/xml5.md` describes what limpid does where both documents are incomplete.
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
