//! Streaming rewriting: a page goes in in pieces and comes out as it went in, but for what handlers change.
//!
//! Handlers are chosen by CSS selectors and see elements, texts and comments as they are in the *tree*: the `li` that another `li` ends, the `body`
//! without a tag, the text in a table that goes before it. What no handler changes comes out byte for byte, as soon as it is known that none
//! will.
//!
//! ```
//! use limpid::rewrite::{ContentType, Handlers, rewrite_str};
//!
//! let handlers = Handlers::new()
//!     .element("a[href^='http:']", |a| {
//!         let href = a.attribute("href").unwrap_or_default().replacen("http:", "https:", 1);
//!         a.set_attribute("href", &href)?;
//!         Ok(())
//!     })?
//!     .element("li", |li| {
//!         li.append(" (tea)", ContentType::Text);
//!         Ok(())
//!     })?;
//! let page = "<UL id = 'teas'><li><a  href=http://tea.example>Sencha</a><li>Matcha</UL>";
//! assert_eq!(
//!     rewrite_str(page, handlers)?,
//!     "<UL id = 'teas'><li><a  href=https://tea.example>Sencha</a> (tea)<li>Matcha (tea)</UL>"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Places
//!
//! Content goes where its operation says in the tree. Where a tag is implied at that place, it is written: a `</li>` before what comes
//! [after](Element::after) an `li` without an end tag, a `<tbody>` before what comes [before](Element::before) the first `tr`. `html`, `head` and
//! `body` stay implied.
//!
//! Some things a stream cannot know: an element is matched with what is known at its start; misnested formatting elements
//! (`<b><p></b>`) are moved at their end tag, when what is in them is out already; content that is appended to a `body` goes before the
//! first `</body>`, though more may follow; and what a second `<html>` or `<body>` tag adds to the attributes of the first comes out as it
//! is: no handler sees it, and none removes it.
//!
//! # Bytes
//!
//! The encoding is [given](Settings::encoding), declared in the first 1,024 bytes, declared by a later `meta` element, or
//! [detected](limpid_encoding::EncodingHints::detect_utf_8). A later `meta` element changes the encoding only if all bytes before it are ASCII: after the first
//! non-ASCII byte the encoding stays, although `parse_bytes` would start again. Bytes that are no text in it go through as they are.
//! Content from handlers is encoded, with character references for what the encoding does not have.
//!
//! If a page declares no encoding and its first 1,024 bytes are ASCII, its encoding is not known before the first non-ASCII byte or the
//! end of the `meta` element: content that goes before that place has references for all that is not ASCII. If a `meta` element changes an
//! encoding that was found already, content before it is in that encoding. Such an encoding comes from a declaration that is no element,
//! such as one in a `title`, or from the detection in a page of less than 1,024 bytes.

mod content;
mod core;
mod element;
mod error;
mod handlers;
mod input;
mod output;
mod run;
mod script;
mod source;
mod tag;
mod units;
mod writer;

pub use content::ContentType;
pub use element::{Element, EndTag};
pub use error::{AttributeNameError, CommentTextError, HandlerResult, RewriteError, TagNameError};
pub use handlers::{Handlers, HandlersError};
pub use output::OutputSink;
pub use run::{Rewriter, Settings, rewrite_bytes, rewrite_str};
pub use units::{Comment, Doctype, DocumentEnd, TextChunk};
