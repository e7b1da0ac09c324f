//! limpid for JavaScript.
//!
//! The classes here are those of the WebAssembly module. The package's JavaScript in `lib/` wraps them, and `lib/index.d.ts` documents the result.
//! Nodes are numbers, so that no object has to be freed for a node.
#![allow(unreachable_pub, reason = "JavaScript uses the public items")]

mod dump;
mod error;
mod selectors;
mod tree;

#[cfg(feature = "full")]
mod data;
#[cfg(feature = "full")]
mod edits;
#[cfg(feature = "playground")]
mod playground;
#[cfg(feature = "full")]
mod rewriter;
#[cfg(feature = "full")]
mod sanitizer;
