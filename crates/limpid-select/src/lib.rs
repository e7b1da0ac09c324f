//! CSS selectors on limpid's DOM.
//!
//! A [`Selector`] is parsed once and used with any document, from any thread. The methods of documents and nodes take it as a
//! [`Query`](limpid_dom::Query), or a text:
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
//! Selectors may hold what [Selectors 4](https://drafts.csswg.org/selectors-4/) with
//! `:is()`, `:where()`, `:not()`, `:has()`, `:nth-child(… of …)`, all attribute operators with their flags, and namespaces that
//! [`SelectorOptions`] declares. Pseudo-classes that depend on attributes are those of the HTML Standard: `:any-link`,
//! `:link`, `:checked`, `:disabled`, `:enabled`, `:required`, `:optional`, `:read-only`, `:read-write`,
//! `:placeholder-shown`, `:default`, `:indeterminate`, `:in-range`, `:out-of-range`, `:open`, `:defined`, `:lang()`, `:dir()`.
//! What only happens in a browser never matches: `:hover`, `:active`, `:focus`, `:focus-within`, `:focus-visible`, `:target`,
//! `:visited`, `:autofill`, `:user-valid`, `:user-invalid`, `:popover-open`, `:modal`, `:fullscreen`, `:picture-in-picture`.
//! Controls have the values that their attributes say; an `option` that is selected only because it is the first is not
//! `:checked`, and the form of a control is the one that its `form` attribute names or that is around it. `:valid` and
//! `:invalid` are errors, as a `pattern` is a program of its own. [`SelectorOptions::contains`] adds `:contains("text")`.
//!
//! Time is in proportion to the document times the selector, whatever both are, but for pseudo-classes that look at all
//! ancestors (`:lang()`, `:dir()`, `:disabled`, `:read-only` and their opposites), which take the depth as well. For `:default`
//! and `:indeterminate` the whole tree is looked through once, by each call of `matches` or `closest` too. Nothing recurses on the
//! depth of the tree.
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
