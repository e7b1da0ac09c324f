//! The HTML Standard's [tree construction](https://html.spec.whatwg.org/multipage/parsing.html#tree-construction): a
//! [`TokenSink`](limpid_tokenizer::TokenSink) that drives any [`TreeSink`](limpid_markup::TreeSink).
//!
//! The tree builder implements the rules; the sink stores the nodes. The tree builder never asks the sink for an element's type: each
//! entry on the stack of open elements has the element's type and the set of elements in scope. A scope check is one bit test at any depth.
//!
//! ```
//! use limpid_tokenizer::tokenize;
//! use limpid_tree_builder::{TreeBuilder, TreeBuilderOptions};
//! # use limpid_markup::*;
//! # /// Prints what happens.
//! # #[derive(Default)]
//! # struct Log(Vec<String>);
//! # impl TreeSink for Log {
//! #     type Handle = usize;
//! #     fn document(&mut self) -> usize { 0 }
//! #     fn create_element(&mut self, element: &NewElement<'_>) -> usize { self.0.push(format!("<{}>", element.name_str)); self.0.len() }
//! #     fn create_comment(&mut self, _: Text<'_>, _: Span) -> usize { 0 }
//! #     fn create_processing_instruction(&mut self, _: &str, _: Text<'_>, _: Span) -> usize { 0 }
//! #     fn append_doctype(&mut self, _: &Doctype<'_>) {}
//! #     fn append(&mut self, _: usize, _: usize) {}
//! #     fn insert_before(&mut self, _: usize, _: usize, _: usize) {}
//! #     fn append_text(&mut self, _: usize, text: Text<'_>) { self.0.push(text.text.to_owned()); }
//! #     fn insert_text_before(&mut self, _: usize, _: usize, _: Text<'_>) {}
//! #     fn remove(&mut self, _: usize) {}
//! #     fn reparent_children(&mut self, _: usize, _: usize) {}
//! #     fn parent(&self, _: usize) -> Option<usize> { None }
//! #     fn template_contents(&mut self, template: usize) -> usize { template }
//! #     fn add_missing_attributes(&mut self, _: usize, _: &TokenAttributes<'_>) {}
//! # }
//! // `Log` is a `TreeSink` that records elements and text.
//! let mut builder = TreeBuilder::new(Log::default(), TreeBuilderOptions::default());
//! tokenize("<p>Hello", &mut builder);
//! assert_eq!(builder.finish().0, ["<html>", "<head>", "<body>", "<p>", "Hello"]);
//! ```
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod active_formatting;
mod adoption_agency;
mod builder;
mod element_type;
mod fast_path;
mod flow;
mod formatting;
mod fragment;
mod gaps;
mod insertion;
mod insertion_location;
mod insertion_mode;
mod lifecycle;
mod modes;
mod obstacles;
mod open_elements;
mod options;
mod patching;
mod quirks;
mod runs;
mod slot;
mod stack_algorithms;
mod start_rules;
mod state;

pub use fragment::ContextElement;
pub use insertion_mode::InsertionMode;
pub use limpid_markup::ScriptingMode;
pub use options::{Suspension, TreeBuilderOptions};
pub use quirks::quirks_mode;
pub use state::{TreeBuilder, TreeBuilderBuffers};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
