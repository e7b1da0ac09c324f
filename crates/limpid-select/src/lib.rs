//! CSS selectors on limpid's DOM.
//!
//! A [`Selector`] is parsed once and used with any document, from any thread. The methods of documents and nodes take a
//! [`Query`](limpid_dom::Query), which is a `Selector` or a string:
//!
//! ```
//! use limpid_select::Selector;
//!
//! let rows = Selector::parse("table.prices tr:nth-child(2n):not(:has(> th))")?;
//! let document = limpid::parse("<table class=prices><tr><th>Price<tr><td>7<tr><td>8<tr><td>9</table>");
//! let prices: Vec<_> = document.select(&rows).map(|row| row.text_content()).collect();
//! assert_eq!(prices, ["7", "9"]);
//!
//! let cell = document.select_first("td")?.unwrap();
//! assert!(cell.matches("table td")?);
//! # Ok::<(), limpid_select::SelectorError>(())
//! ```
//!
//! [Selectors 4](https://drafts.csswg.org/selectors-4/) is supported with `:is()`, `:where()`, `:not()`, `:has()`, `:nth-child(… of …)`,
//! all attribute operators and flags, and the namespaces that you declare with [`SelectorOptions`].
//!
//! * The pseudo-classes of the HTML Standard that depend on attributes are supported: `:any-link`, `:link`, `:checked`, `:disabled`,
//!   `:enabled`, `:required`, `:optional`, `:read-only`, `:read-write`, `:placeholder-shown`, `:default`, `:indeterminate`, `:in-range`,
//!   `:out-of-range`, `:open`, `:defined`, `:lang()`, `:dir()`.
//! * Pseudo-classes for states of a browser never match: `:hover`, `:active`, `:focus`, `:focus-within`, `:focus-visible`, `:target`,
//!   `:visited`, `:autofill`, `:user-valid`, `:user-invalid`, `:popover-open`, `:modal`, `:fullscreen`, `:picture-in-picture`.
//! * `:valid` and `:invalid` are errors, because the `pattern` attribute would need a regular expression engine.
//! * [`SelectorOptions::contains`] enables `:contains("text")`, which is not CSS.
//!
//! The value of a control is the value in its attributes. An `option` that is selected only because it is the first option is not `:checked`.
//! The form of a control is the form that its `form` attribute names. Without this attribute, it is the nearest `form` ancestor.
//!
//! # Cost
//!
//! The time of a search is proportional to the size of the document times the size of the selector. `:lang()`, `:dir()`, `:disabled`, `:read-only`
//! and their opposites depend on all ancestors of an element. A search caches these properties of ancestors, but each call of `matches` or `closest`
//! looks at all ancestors again. `:default` and `:indeterminate` need one pass over the whole tree, for each search and for each call of `matches` or
//! `closest`. Matching never recurses on the depth of the tree.
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod bits;
mod compiled;
mod contains;
mod direction;
mod element;
mod error;
mod forms;
mod html;
mod inherited;
mod language;
mod parse;
mod pseudo_class;
mod range;
mod search;
mod select;
mod selector;
mod sets;
mod specificity;
mod stream;
mod stream_state;

pub use error::{EditError, SelectorError};
pub use parse::css::css_escape;
#[doc(hidden)]
pub use select::select_with_steps;
pub use select::{Css, Selected};
pub use selector::{Selector, SelectorOptions};
pub use specificity::Specificity;
pub use stream::{StreamError, StreamMatcher, StreamedElement};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
