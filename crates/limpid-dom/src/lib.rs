//! limpid's DOM, which stores a whole document in a few buffers.
//!
//! A node takes 24 bytes and refers to other nodes by number. Most texts and attribute values are not copied: they are ranges of the source.
//! A [`Document`] is `Send + Sync + Clone`, and dropping it frees a few buffers, whatever its size. Functions do not recurse into child nodes,
//! so deep trees do not overflow the stack.
//!
//! [`parse`] parses text, and [`parse_bytes`] parses bytes. Both build the document with [`DocumentBuilder`], a `TreeSink`.
//! To read, start at [`Document::root`] and use [`NodeRef`]. To change a node, pass its [`NodeId`]:
//!
//! ```
//! use limpid_dom::Document;
//!
//! let mut document = Document::new();
//! let list = document.create_element("ul")?;
//! document.node_mut(document.root().id())?.append(list)?;
//! for word in ["one", "two & three"] {
//!     let item = document.create_element("li")?;
//!     document.node_mut(item)?.set_attribute("class", "item")?;
//!     let text = document.create_text(word)?;
//!     document.node_mut(item)?.append(text)?;
//!     document.node_mut(list)?.append(item)?;
//! }
//! assert_eq!(
//!     document.to_html(),
//!     r#"<ul><li class="item">one</li><li class="item">two &amp; three</li></ul>"#
//! );
//! let first = document.descendants().find(|node| node.attribute("class") == Some("item")).unwrap();
//! assert_eq!(first.text_content(), "one");
//! # Ok::<(), limpid_dom::MutationError>(())
//! ```
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]
// Some code is only used with these features. Unused code is an error only if all of them are enabled.
#![cfg_attr(
    not(all(feature = "source-edits", feature = "mapped-text", feature = "invariants")),
    allow(dead_code, unused_imports)
)]

mod build;
mod edit;
pub mod escape;
mod html_setters;
mod infoset;
#[cfg(any(test, feature = "invariants"))]
pub mod invariants;
mod parse;
mod query;
mod read;
#[cfg(feature = "source-edits")]
mod source;
mod storage;
mod write;
#[cfg(feature = "xml")]
pub mod xml;

pub use build::document_builder::DocumentBuilder;
pub use edit::compact::Renumbering;
pub use edit::error::MutationError;
pub use edit::node_mut::NodeMut;
pub use html_setters::{HtmlFilter, InsertPosition, InsertPositionError};
pub use parse::context::{FragmentContext, FragmentContextError};
pub use parse::options::ParseOptions;
pub use parse::outcome::{ParseOutcome, ReadError};
pub use parse::parser::Parser;
pub use parse::recycler::Recycler;
pub use parse::{parse, parse_bytes, parse_fragment, parse_reader};
pub use query::{Evaluate, Query};
pub use read::attribute::{Attribute, Attributes};
pub use read::descendants::{Descendants, Texts};
pub use read::document::Document;
pub use read::node_ref::NodeRef;
pub use read::parts::{Doctype, ProcessingInstruction};
pub use read::relatives::{Ancestors, ChildElements, Children};
pub use read::table::{Table, TableCell};
pub use read::traverse::{Edge, Traverse, Trees};
pub use read::view::View;
#[cfg(feature = "source-edits")]
pub use source::{SourceError, SourceOptions, SourceRule};
pub use storage::id::{NodeHandle, NodeId};
pub use storage::node::NodeKind;
#[doc(hidden)]
pub use storage::ranks::Ranks;
pub use storage::source::{Source, SourceBytes};
#[doc(hidden)]
pub use write::dump::DumpEntry;
pub use write::html::{QuoteChar, SerializeOptions};
#[cfg(feature = "mapped-text")]
pub use write::mapped::passages::{Passage, Passages};
#[cfg(feature = "mapped-text")]
pub use write::mapped::{MappedText, TextHeading, TextPosition, TextRun};
#[cfg(feature = "markdown")]
pub use write::markdown::MarkdownOptions;
pub use write::table::{TableSlot, TableText};
pub use write::xml::XmlOptions;

pub use limpid_markup::{
    LocalName, Namespace, ParseError, QuirksMode, ShadowRootInit, ShadowRootMode, SlotAssignment, XmlDeclaration,
};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
