#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod adapter;
mod fragment;
mod names;
mod nodes;
mod parse;
mod session;
mod source;
mod stage;

pub use adapter::{Adapter, Attachment, Away, Borrowed, Owned};
pub use fragment::{fragment_builder, quirks_mode};
pub use nodes::NodeNumber;
pub use parse::{ParseOptions, initial_state, parse_document, parse_fragment};
pub use session::{AdapterOptions, Session};
pub use stage::Stage;
