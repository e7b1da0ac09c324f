//! Processes a page as it arrives, without building a DOM.
//!
//! [`events`] is what the tree builder does, as a stream of events in the memory of the open elements. [`rewrite`] changes a page on its
//! way from bytes to bytes.
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod events;
pub mod rewrite;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
