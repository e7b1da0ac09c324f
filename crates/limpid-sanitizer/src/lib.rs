//! The [sanitizer](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#html-sanitization) of the HTML Standard,
//! on limpid's DOM.
//!
//! To sanitize a string, call [`Sanitizer::sanitize_str`]. To replace the content of a node by sanitized markup, pass a [`Sanitizer`] or
//! [`SetHtmlOptions`] to [`NodeMut::set_html`](limpid_dom::NodeMut::set_html).
//!
//! A [`Sanitizer`] has a configuration: the built-in safe default or a [`SanitizerConfig`], the standard's dictionary. These methods
//! sanitize a tree in place:
//!
//! * [`sanitize`](Sanitizer::sanitize), like the safe methods of browsers (`setHTML`, `parseHTML`);
//! * [`sanitize_unsafe`](Sanitizer::sanitize_unsafe), like the unsafe methods (`setHTMLUnsafe`);
//! * [`sanitize_for_printing`](Sanitizer::sanitize_for_printing), which makes the markup of the tree safe, too;
//! * [`sanitize_with`](Sanitizer::sanitize_with), which can do each of these and report what was removed.
//!
//! A [`Cleaner`] adds [`Rules`] that the standard does not have, for URL schemes, classes and attributes such as `rel`, and a hook for
//! attributes.
//!
//! [`Sanitizing`] wraps any `TreeSink` and sanitizes while the tree is built. [`Filter`] decides on single elements and attributes without
//! a tree.
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod cleaner;
mod config;
mod configuration;
mod error;
mod extension;
mod filter;
#[rustfmt::skip]
mod generated;
mod javascript_url;
#[cfg(feature = "serde")]
mod json;
mod markup;
mod name;
mod name_set;
mod printable;
mod removal;
mod rules;
mod sanitizer;
#[cfg(feature = "style")]
mod style;
mod tree_sink;
mod walk;

pub use cleaner::Cleaner;
pub use config::{
    SanitizerAttribute, SanitizerConfig, SanitizerElement, SanitizerElementWithAttributes,
    SanitizerProcessingInstruction,
};
pub use error::{ConfigError, ConfigRule};
pub use extension::AttributeChange;
pub use filter::{AttributeFilter, Filter, Verdict};
pub use javascript_url::is_javascript_url;
#[cfg(feature = "serde")]
pub use json::WebIdl;
pub use markup::SetHtmlOptions;
pub use name_set::ExpandedName;
pub use removal::{Removal, Removed, Rule};
pub use rules::{RelativeUrls, Rules, RulesError, SetAttribute, UrlRule};
pub use sanitizer::Sanitizer;
pub use tree_sink::{Sanitizing, SanitizingHandle};
pub use walk::Strictness;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
