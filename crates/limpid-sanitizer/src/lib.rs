//! The [sanitizer](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#html-sanitization) of the HTML Standard,
//! on limpid's DOM.
//!
//! A [`Sanitizer`] is made of a [`SanitizerConfig`], the standard's dictionary as data, or is the built-in safe default. It
//! changes a tree in place: [`sanitize`](Sanitizer::sanitize) as the safe methods of browsers (`setHTML`, `parseHTML`) do,
//! [`sanitize_unsafe`](Sanitizer::sanitize_unsafe) as the unsafe ones, and
//! [`sanitize_for_printing`](Sanitizer::sanitize_for_printing) so that the markup of the tree is safe, too.
//! [`sanitize_with`](Sanitizer::sanitize_with) is all of them, with a report of what was removed.
//!
//! [`Filter`] answers for single names, for those who build another tree.
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod config;
mod configuration;
mod error;
mod filter;
#[rustfmt::skip]
mod generated;
mod javascript_url;
#[cfg(feature = "serde")]
mod json;
mod name;
mod name_set;
mod printable;
mod removal;
mod sanitizer;
mod walk;

pub use config::{
    SanitizerAttribute, SanitizerConfig, SanitizerElement, SanitizerElementWithAttributes,
    SanitizerProcessingInstruction,
};
pub use error::{ConfigError, ConfigRule};
pub use filter::{AttributeFilter, Filter, Verdict};
pub use javascript_url::is_javascript_url;
pub use name_set::ExpandedName;
pub use removal::{Removal, Removed, Rule};
pub use sanitizer::Sanitizer;
pub use walk::Strictness;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
