//! XPath 1.0 for limpid's DOM.
//!
//! Compile an [`XPath`] once and evaluate it at any node of any document, from any thread. The `xpath` methods of documents and nodes take
//! a compiled expression or a string:
//!
//! ```
//! use limpid_xpath::XPath;
//!
//! let document = limpid::parse("<ul><li><a href=/tea>Tea</a> <b>4</b><li><a href=/milk>Milk</a> <b>2</b></ul>");
//! assert_eq!(document.xpath("//a/@href")?.strings(), ["/tea", "/milk"]);
//!
//! let expensive = XPath::compile("//li[b > 3]/a")?;
//! assert_eq!(document.xpath(&expensive)?.to_string(), "Tea");
//! # Ok::<(), limpid_xpath::XPathError>(())
//! ```
//!
//! The crate implements all of [XPath 1.0](https://www.w3.org/TR/1999/REC-xpath-19991116/). The tree is the one that the DOM Standard's
//! [`Document.evaluate`](https://dom.spec.whatwg.org/#xpath) uses:
//!
//! * In HTML documents, a name without a prefix matches HTML elements, ignoring case. Elements of SVG and MathML need a prefix
//!   ([`XPathOptions::namespace`]). Names of attributes of HTML elements ignore case, too.
//! * In XML documents, a name without a prefix matches names without a namespace.
//! * Namespace declarations are not attributes. Only elements of XML documents have namespace nodes.
//! * The doctype is not a node of the tree. Template contents and shadow roots are separate trees.
//! * `id()` returns the first element with that `id` attribute and ignores DTDs. `lang()` uses `xml:lang`.
//!
//! # Time and memory
//!
//! Location paths take time proportional to the size of the document times the length of the expression. So do predicates that use
//! positions, attributes, children, the parent or the node itself, and predicates that test whether an axis has nodes, count them or use the
//! first one. Expressions that compute or compare a set of nodes for each node can take quadratic time.
//!
//! Every evaluation has a limit of steps and memory: see [`XPathOptions::max_steps`]. No function recurses on the tree.
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod bits;
mod error;
mod eval;
#[cfg(feature = "exslt")]
mod exslt;
mod extension;
mod functions;
mod item;
mod kind;
mod lexer;
mod name_test;
mod node;
mod nodes;
mod number;
mod options;
mod parser;
mod plan;
mod tree;
mod value;
mod xpath;

pub use error::{XPathError, XPathErrorCode};
pub use extension::FunctionContext;
pub use node::XPathNode;
pub use nodes::{XPathNodes, XPathNodesIter};
pub use options::XPathOptions;
pub use value::XPathValue;
pub use xpath::{XPath, XPathLanguage};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
