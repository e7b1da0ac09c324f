#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod adapter;
#[cfg(feature = "dom")]
mod dom;
mod fragment;
mod names;
mod nodes;
mod parse;
#[cfg(feature = "sanitize")]
mod sanitized;
mod session;
mod source;
mod stage;
mod xml;

pub use adapter::{Adapter, Attachment, Borrowed, Detached, Owned};
#[cfg(feature = "dom")]
pub use dom::{DocumentSink, ElementName};
pub use fragment::{fragment_builder, quirks_mode};
pub use nodes::NodeNumber;
pub use parse::{ParseOptions, initial_state, parse_document, parse_fragment};
#[cfg(feature = "sanitize")]
pub use sanitized::{parse_sanitized_document, parse_sanitized_fragment};
pub use session::{AdapterOptions, Session};
pub use stage::Stage;
pub use xml::{XmlParseOptions, parse_xml_document};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
