//! limpid's DOM: a whole document in a few buffers.
//!
//! Nodes take 32 bytes each and name one another by number; text and attribute values stay in the source where they
//! can. So a [`Document`] is `Send + Sync + Clone`, frees a handful of buffers when it is dropped, and nothing in this
//! crate recurses on depth.
//!
//! The parser builds one through [`DocumentBuilder`], which is the only part that knows the parser's `TreeSink` trait.
//! Reading starts at [`Document::root`] and goes on by [`NodeRef`]; changing takes a [`NodeId`]:
//!
//! ```
//! use limpid_dom::Document;
//!
//! let mut document = Document::new();
//! let list = document.create_element("ul");
//! document.append(document.root().id(), list)?;
//! for word in ["one", "two & three"] {
//!     let item = document.create_element("li");
//!     document.set_attribute(item, "class", "item")?;
//!     let text = document.create_text(word);
//!     document.append(item, text)?;
//!     document.append(list, item)?;
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

mod arena;
mod attribute;
mod attribute_index;
mod compact;
mod copy;
#[cfg(feature = "serde")]
mod data;
mod document;
mod dump;
mod extras;
mod id;
mod infoset;
mod inner_text;
pub mod invariants;
mod markdown;
mod markers;
mod mutate;
mod names;
mod node;
mod order;
mod pseudo_attributes;
mod qualified_name;
mod qualifiers;
mod rendering;
mod selectedcontent;
mod serialize;
mod sink;
mod spans;
mod text_buffer;
mod traverse;
mod view;
mod xml;

pub use attribute::{Attribute, Attributes};
pub use compact::Renumbering;
pub use document::Document;
pub use id::{NodeHandle, NodeId};
pub use mutate::MutationError;
pub use node::{Doctype, NodeKind, NodeRef, ProcessingInstruction};
pub use serialize::{QuoteChar, SerializeOptions, XmlOptions};
pub use sink::{DocumentBuilder, UnboundDocument};
pub use traverse::{Ancestors, Children, Descendants, Event, Traverse};
pub use view::{Element, View};

pub use limpid_markup::{
    LocalName, Namespace, ParseError, QuirksMode, ShadowRootInit, ShadowRootMode, SlotAssignment, XmlDeclaration,
};
