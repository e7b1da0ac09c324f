//! Generators of pages, for all tests, fuzz targets, comparisons with other parsers, and benchmarks.
//!
//! [`soup`] makes pages that no author would write, [`xml`] the like for XML, `strategy` gives both to proptest;
//! [`xpath`] makes expressions over their names;
//! [`sanitizer`] has configurations of sanitizers and pages for them, [`mutation`] markup that leads them astray;
//! [`splice`] makes pages of other pages, which are near to what authors wrote and need no grammar;
//! [`families`] are pages made to be slow, and `benchmarks` and `xml_benchmarks` have pages of the shapes that are measured.
//! `crawl` makes web archives.
//! [`data`] finds the real pages, which are not in the repository.
//! Nothing here needs the parser.
//!
//! # What soup can say
//!
//! | subject | all of it |
//! | --- | --- |
//! | tag names | every name of the parser's tables and sets, SVG's in camelCase; names that no table has, of every length around a block; each as it is, in lowercase, in capitals, mixed |
//! | attribute names | every attribute of every table, those that foreign content adjusts in camelCase, namespaced ones, names of SVG elements, unknown ones of every length; each in every case |
//! | space in tags | none, space, tab, LF, CR, CRLF, FF, solidus, several, around `=` and before `>` |
//! | values | none, unquoted, single and double quotes; every length around 8, 16, 32 and 64 with each character that matters first, last or between; references at the end |
//! | tags | duplicate attributes in another case, many attributes, self-closing, attributes on end tags |
//! | references | every name, whole or cut, with `;` or without, before `=`, letters, digits; numbers of every range in decimal and both hexadecimal forms with leading zeros |
//! | characters | NUL, CR, LF, CRLF, FF, controls of C0 and C1, noncharacters, BOM, U+FFFD, two to four bytes |
//! | comments | whatever `<!--`, `-`, `!`, `<!`, `>` make together, with every end or none; bogus ones of every beginning |
//! | DOCTYPEs | every identifier that decides on a mode, in every case, quoted, misquoted and unquoted, missing and empty; every keyword whole or broken |
//! | CDATA sections, processing instructions | all beginnings, ends and what looks like ends; markers, `start` and `end` |
//! | raw text | all elements that hold it, in every case, with end tags whole, cut and followed by anything; escapes of scripts, doubly |
//! | tree construction | formatting, tables, select, forms, templates with `for` and `shadowrootmode`, framesets, foreign content with integration points, ruby, the head; misnested and nested deeply |
//! | the end | in each of these, at each character |
//! | cuts | everywhere: [`pieces`] |
//!
//! # What soup cannot say
//!
//! * a page in which what was written for one purpose meets half of what was written for another: [`splice`] does;
//! * texts, values and comments beyond 260 bytes, or a place in the page at the border of a larger block: [`splice`] fills up to 16 KiB;
//! * real pages: [`splice`] takes them as originals;
//! * contexts that are in no rule, and HTML names in a foreign namespace: `any_context` has all;
//! * bytes of an encoding, whether valid or not: the law `encodings` adds them;
//! * what a script does between two tokens, and input beyond a few hundred KiB: nothing here says that.
//!
//! `tests/coverage.rs` fails where one of these is not produced in a number of pages.

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
