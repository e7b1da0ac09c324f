//! An HTML5 parser: bytes in, DOM out, exactly as today's [HTML
//! Standard](https://html.spec.whatwg.org/multipage/parsing.html) says.
//!
//! ```
//! let document = limpid::parse("<title>Hi</title><p>Hello <b>you");
//! println!("{}", document.to_test_dump());
//! # assert_eq!(document.title().as_deref(), Some("Hi"));
//! # assert_eq!(document.body().unwrap().text_content(), "Hello you");
//! ```
//!
//! Parsing never fails: whatever is wrong with the markup is in [`Document::errors`], and the tree is the one that a
//! browser builds. The document borrows the text that it was parsed from, or owns it when it was given a `String`;
//! [`Document::into_owned`] makes the one the other.
//!
//! * Text: [`parse`]. Bytes of any encoding: [`parse_bytes`]. The content of an element: [`parse_fragment`].
//! * From anywhere: time and memory are in proportion to the input, and [`Limits`] bound the tree.
//! * With options: [`ParseOptions`]. In pieces: [`Parser`]. One document after another: [`Recycler`].
//! * The tree: [`Document`], [`NodeRef`].
//!
//! With the feature `chardetng`, off by default, `ParseOptions::detect_encoding` has the encoding of bytes that declare
//! none guessed. With `serde`, off by default as well, a [`Document`] can be serialized as data.
#![forbid(unsafe_code)]

mod context;
mod html_setters;
mod options;
mod outcome;
mod parse;
mod parser;
mod recycler;

pub use context::{Context, ContextError};
pub use html_setters::{HtmlSetters, InsertPosition};
pub use limpid_dom::{
    Ancestors, Attribute, Attributes, Children, Descendants, Doctype, Document, Element, Event, MutationError, NodeId,
    NodeKind, NodeRef, ProcessingInstruction, QuoteChar, Renumbering, SerializeOptions, Traverse, View, invariants,
};
#[cfg(feature = "chardetng")]
pub use limpid_encoding::Detection;
pub use limpid_encoding::{Encoding, encoding_for_label};
pub use limpid_markup::{
    ErrorCode, Limits, LineColumn, LineIndex, LocalName, Namespace, ParseError, QuirksMode, ShadowRootInit,
    ShadowRootMode, SlotAssignment, Span,
};
pub use limpid_tree_builder::ScriptingMode;
pub use options::ParseOptions;
pub use outcome::{ParseOutcome, ReadError};
pub use parse::{parse, parse_bytes, parse_fragment, parse_reader};
pub use parser::Parser;
pub use recycler::Recycler;

/// The tokenizer, for those who need no tree.
pub mod tokenizer {
    pub use limpid_tokenizer::{
        Chunk, State, Tag, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOptions, TokenizerStatus, tokenize,
    };
}

/// Tree construction, for those who bring their own tree.
pub mod tree_builder {
    pub use limpid_markup::{Attribute, Attributes, Doctype, NewElement, Text, TreeSink};
    pub use limpid_tree_builder::{
        FragmentContext, InsertionMode, Suspension, TreeBuilder, TreeBuilderBuffers, TreeBuilderOptions,
    };
}

#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

#[cfg(doctest)]
#[doc = include_str!("../../../docs/guide/write-a-sink.md")]
struct WriteASink;
