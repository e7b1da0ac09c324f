//! Processes a page as it arrives, without building a DOM.
//!
//! [`events`] reports the steps of tree construction as a stream of events and stores only the open elements. [`rewrite`] edits a page
//! while it passes through, from bytes to bytes.
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod events;
pub mod rewrite;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
