//! Streaming rewriting: edits a page as it arrives and outputs everything else unchanged.
//!
//! CSS selectors choose the handlers. Handlers get elements, text and comments as they are in the *tree*: an `li` that is ended by another
//! `li`, a `body` without a tag, text in a table that is moved before the table. Everything that handlers do not change is output byte for
//! byte, as soon as no handler can change it any more.
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
//! # Where content is inserted
//!
//! Content is inserted at the place in the *tree* that the method names. If the page contains no tag that separates this place from its
//! surroundings, because the tag is implied, the tag is written: a `</li>` before content [after](Element::after) an `li` without an end tag, a
//! `<tbody>` before content [before](Element::before) the first `tr`. `html`, `head` and `body` stay implied.
//!
//! A stream has limits:
//!
//! * Selectors are matched at the start tag of an element: only the tag, the ancestors and the preceding siblings are known.
//! * The parser moves misnested formatting elements (`<b><p></b>`) when it reads their end tag. At that time, their content is already written.
//! * Content appended to a `body` is written before the first `</body>`, although more content may follow.
//! * The attributes that a second `<html>` or `<body>` tag adds are copied: handlers can neither see nor remove them.
//!
//! # Encoding
//!
//! The encoding is [given](Settings::encoding), declared in the first 1,024 bytes, declared by a later `meta` element, or
//! [detected](limpid_encoding::EncodingHints::detect_utf_8). A later `meta` element changes the encoding only if all bytes before it are ASCII.
//! After the first non-ASCII byte, the encoding does not change any more. (`parse_bytes`, in contrast, parses the page again with the declared
//! encoding.) Bytes that are invalid in the encoding are copied. Content from handlers is encoded. Characters that do not exist in the encoding
//! become character references.
//!
//! If a page declares no encoding and its first 1,024 bytes are ASCII, its encoding is unknown until the first non-ASCII byte, or until the end
//! of a `meta` element that declares it. In content inserted before that place, all non-ASCII characters become references. If a `meta` element
//! changes an encoding that was already found, content before the element keeps the first encoding. This happens in two cases: the first
//! encoding comes from text that looks like a `meta` element but is not one, for example in a `title`; or it was detected in a page of less
//! than 1,024 bytes.

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
