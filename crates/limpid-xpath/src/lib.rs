//! XPath 1.0 on limpid's DOM.
//!
//! An [`XPath`] is compiled once and evaluated at any node of any document, from any thread. The methods of documents and nodes take
//! it, or a text:
//!
//! ```
//! use limpid_xpath::XPath;
//!
//! let document = limpid::parse("<ul><li><a href=/tea>Tea</a> <b>4</b><li><a href=/milk>Milk</a> <b>2</b></ul>");
//! assert_eq!(document.xpath("//a/@href")?.strings(), ["/tea", "/milk"]);
//!
//! let dear = XPath::compile("//li[b > 3]/a")?;
//! assert_eq!(document.xpath(&dear)?.to_string(), "Tea");
//! # Ok::<(), limpid_xpath::XPathError>(())
//! ```
//!
//! It is [XPath 1.0](https://www.w3.org/TR/1999/REC-xpath-19991116/), complete, on the tree that the DOM Standard's
//! [`Document.evaluate`](https://dom.spec.whatwg.org/#xpath) sees:
//!
//! * In an HTML document, a name without a prefix stands for HTML elements, in whatever case it is written; elements of SVG and MathML
//!   take a prefix ([`XPathOptions::namespace`]). Names of attributes of HTML elements match in whatever case, too.
//! * In XML, a name without a prefix is in no namespace.
//! * Declarations of namespaces are no attributes. Elements of XML documents have namespace nodes, those of HTML documents have none.
//! * There is no doctype, and contents of templates and shadow roots are trees of their own.
//! * `id()` finds the first element with an `id`, whatever a DTD says, and `lang()` looks at `xml:lang`.
//!
//! # Time
//!
//! Location paths take time in proportion to the document times the expression. So do predicates that use positions, attributes,
//! children, the parent or the node itself, or that ask for the existence, the number or the first of the nodes on an axis. Expressions
//! that compute or compare a set of nodes for each node can take the square of the document. Every evaluation has a bound of steps and of
//! memory; [`XPathOptions::max_steps`] describes and changes it. Nothing recurses on the tree.
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
