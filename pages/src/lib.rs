//! Generators of pages for tests, fuzz targets, comparisons with other parsers, and benchmarks.
//!
//! * [`soup`] generates malformed HTML, [`xml`] malformed XML. `strategy` offers both to proptest.
//! * [`xpath`] generates expressions over the names of a page.
//! * [`sanitizer`] generates configurations of sanitizers and pages for them, [`mutation`] attacks on sanitizers.
//! * [`splice`] combines parts of existing pages. The results are similar to real pages, and contain markup that no generator here
//!   produces.
//! * [`families`] generates pages that are designed to be slow. `benchmarks` and `xml_benchmarks` generate pages for measurements.
//! * `crawl` generates WARC files.
//! * [`data`] finds the real pages, which are not in the repository.
//!
//! The crate does not depend on the parser.
//!
//! # What soup covers
//!
//! | subject | coverage |
//! | --- | --- |
//! | tag names | all names in the parser's tables and sets, with SVG's spelling; unknown names with the lengths of [`Random::length`]; as listed, in lowercase, in capitals, in mixed case |
//! | attribute names | all attributes in the tables, with the spelling of foreign content, namespaced ones, names of SVG elements, unknown names of all lengths; all in lowercase, capitals and mixed case |
//! | space in tags | none, space, tab, LF, CR, CRLF, FF, solidus, several, around `=` and before `>` |
//! | values | none, unquoted, in single and double quotes; all lengths near 8, 16, 32 and 64, with each special character first, last or in the middle; references at the end |
//! | tags | duplicate attributes in another case, many attributes, self-closing tags, attributes on end tags |
//! | references | all names, complete or truncated, with or without `;`, before `=`, letters and digits; numbers of all ranges in decimal and in both hexadecimal forms with leading zeros |
//! | characters | NUL, CR, LF, CRLF, FF, C0 and C1 controls, noncharacters, BOM, U+FFFD, characters of two to four bytes |
//! | comments | all combinations of `<!--`, `-`, `!`, `<!`, `>`, with each end or without an end; all starts of bogus comments |
//! | DOCTYPEs | all identifiers that determine the quirks mode, in lowercase, capitals and mixed case, correctly quoted, wrongly quoted, unquoted, missing and empty; all keywords, complete or broken |
//! | CDATA sections, processing instructions | all starts and ends, complete or not; `marker`, `start` and `end` |
//! | raw text | all raw text elements, in lowercase, capitals and mixed case, with end tags that are complete, truncated or followed by anything; escaped and double escaped scripts |
//! | tree construction | formatting, tables, select, forms, templates with `for` and `shadowrootmode`, framesets, foreign content with integration points, ruby, the head; misnested and deeply nested |
//! | end of the input | in each of these, at each character |
//! | chunks | cuts at every position, see [`pieces`] |
//!
//! # What soup does not cover
//!
//! * Parts of hand-written pages, such as the cases of suites, in new combinations: see [`splice`].
//! * Texts, values and comments of more than 260 bytes, and texts that end near the boundary of a buffer of more than 260 bytes: [`splice`]
//!   inserts padding of up to 16 KiB.
//! * Real pages: [`splice`] uses them as originals.
//! * Context elements without rules, and HTML names in foreign namespaces: see [`any_context`].
//! * Encoded bytes, valid or not: the law `encodings` adds them.
//! * Scripts that run between two tokens, and inputs of more than a few hundred KiB: nothing here generates them.
//!
//! `tests/coverage.rs` checks most of this.

#![forbid(unsafe_code)]

#[cfg(feature = "benchmarks")]
pub mod benchmarks;
mod context;
#[cfg(feature = "crawl")]
pub mod crawl;
mod cuts;
pub mod data;
pub mod families;
mod markup;
pub mod mutation;
pub mod prose;
mod random;
pub mod sanitizer;
pub mod soup;
pub mod splice;
#[cfg(feature = "strategy")]
pub mod strategy;
pub mod tables;
mod tag;
mod text;
mod topics;
pub mod xml;
#[cfg(feature = "benchmarks")]
pub mod xml_benchmarks;
pub mod xpath;

pub use context::{Context, any_context, context, context_named, contexts};
pub use cuts::pieces;
pub use random::Random;
pub use soup::{Piece, Recipe};
pub use tag::Spelling;
pub use topics::Topic;
