//! The [sanitizer](https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#html-sanitization) of the HTML Standard,
//! on limpid's DOM.
//!
//! A [`Sanitizer`] is made of a [`SanitizerConfig`], the standard's dictionary as data, or is the built-in safe default. It
//! changes a tree in place: [`sanitize`](Sanitizer::sanitize) as the safe methods of browsers (`setHTML`, `parseHTML`) do,
//! [`sanitize_unsafe`](Sanitizer::sanitize_unsafe) as the unsafe ones, and
//! [`sanitize_for_printing`](Sanitizer::sanitize_for_printing) so that the markup of the tree is safe, too.
//! [`sanitize_with`](Sanitizer::sanitize_with) is all of them, with a report of what was removed.
//!
//! From text to text there is [`sanitize_str`](Sanitizer::sanitize_str); a part of a document is set to markup that is sanitized by
//! [`NodeMut::set_html`](limpid_dom::NodeMut::set_html), which takes a `Sanitizer` or [`SetHtmlOptions`].
//!
//! A [`Cleaner`] has [`Rules`] beside the standard: URL schemes, classes, `rel`, and a hook.
//!
//! [`Sanitizing`] is a layer over any `TreeSink`, by which what is removed is never part of the tree. [`Filter`] answers for single names.
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
